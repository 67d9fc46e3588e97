//! Rows: measured, then bounded, and only then something that can be shown.

mod bounds;
mod measure;

pub(crate) use bounds::Bounded;
pub(crate) use measure::Admitted;
pub use measure::{LabelSource, Measured, Reason, measure};
