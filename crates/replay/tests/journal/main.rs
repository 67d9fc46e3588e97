//! Journals: what is accepted stays, what a crash tears is dropped, and any other damage is named.

#[cfg(test)]
mod chain;
#[cfg(test)]
mod common;
#[cfg(test)]
mod cuts;
#[cfg(test)]
mod damage;
#[cfg(test)]
mod files;
