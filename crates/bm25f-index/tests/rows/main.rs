//! The rows of the acceptance list that concern the index: a test or a table each, right values by hand.

#[cfg(test)]
mod alone;
#[cfg(test)]
mod caps;
#[cfg(test)]
mod choice;
#[cfg(test)]
#[path = "../common/mod.rs"]
mod common;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod guarded;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod order;
#[cfg(test)]
mod stopwords;
#[cfg(test)]
mod weights;
