//! What was measured, as Markdown.

mod bars;
mod numbers;
mod tables;

pub use bars::bars;
pub use tables::tables;
