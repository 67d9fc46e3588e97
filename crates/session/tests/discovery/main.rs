//! Skills that searches find: how they are found, beside which tools, by which rankers, and what a record of it is worth.

#[cfg(test)]
mod asks;
#[cfg(test)]
mod combined;
#[cfg(test)]
mod configs;
#[cfg(test)]
#[path = "../common/factory.rs"]
mod factory;
#[cfg(test)]
mod failures;
#[cfg(test)]
mod guarded;
#[cfg(test)]
mod hits;
#[cfg(test)]
mod kinds;
#[cfg(test)]
mod model;
#[cfg(test)]
mod notes;
#[cfg(test)]
mod offered;
#[cfg(test)]
mod prompts;
#[cfg(test)]
mod rankers;
#[cfg(test)]
mod tampered;
#[cfg(test)]
mod toys;
#[cfg(test)]
mod turns;
