//! The rows of the acceptance list that concern deferred tools: a test, a table or a property each, right values by hand.

#[cfg(test)]
mod activations;
#[cfg(test)]
mod disposers;
#[cfg(test)]
mod document;
#[cfg(test)]
mod failures;
#[cfg(test)]
mod gate;
#[cfg(test)]
mod inputs;
#[cfg(test)]
mod names;
#[cfg(test)]
mod races;
#[cfg(test)]
mod rankers;
#[cfg(test)]
mod results;
#[cfg(test)]
mod scopes;
#[cfg(test)]
mod stress;
#[cfg(test)]
mod substring;
#[cfg(test)]
mod toys;
