//! To come.

pub mod wire;
