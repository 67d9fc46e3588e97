//! Retrieval as a host and a model see it. Right values are written by hand.

#![cfg(test)]

mod arguments;
mod bounds;
mod common;
mod config;
mod errors;
mod handles;
mod labels;
mod meet;
#[cfg(unix)]
mod process;
mod rows;
mod tools;
mod writer;
