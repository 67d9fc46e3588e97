//! Skills that are activated in the middle of a run: a test, a table or a property each, right values by hand.

#[cfg(test)]
mod activations;
#[cfg(test)]
mod again;
#[cfg(test)]
mod bounds;
#[cfg(test)]
mod caps;
#[cfg(test)]
mod collisions;
#[cfg(test)]
mod compactions;
#[cfg(test)]
mod garbage;
#[cfg(test)]
mod hosts;
#[cfg(test)]
mod index;
#[cfg(test)]
mod instructions;
#[cfg(test)]
mod menus;
#[cfg(test)]
mod older;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod records;
#[cfg(test)]
mod refreshes;
#[cfg(test)]
mod stands;
#[cfg(test)]
mod stores;
#[cfg(test)]
mod toys;
