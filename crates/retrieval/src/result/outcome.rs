//! What a call gives.

use super::observation::Observation;
use crate::code::{Code, Refusal};
use crate::handle::Token;

/// What became of a call: a result or a refusal for the model, and for the host alone what the run has observed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The text that the model reads, at most [`MAX_RESULT_CHARS`](crate::limits::MAX_RESULT_CHARS): JSON with its keys in a fixed order.
    pub model: String,
    /// The same with `cfc`, the join of labels beside it: what a host keeps, and never shows to the model. It is within the same bound.
    pub artifact: String,
    /// What the run has observed by it; nothing where no row was admitted.
    pub observation: Option<Observation>,
    /// The handles of the admitted rows, in their order; one that was held before is among them, too.
    pub handles: Vec<Token>,
    /// Why there is no result.
    pub code: Option<Code>,
}

impl From<Refusal> for Outcome {
    fn from(refusal: Refusal) -> Self {
        let model = refusal.to_json();
        Self { artifact: model.clone(), model, observation: None, handles: Vec::new(), code: Some(refusal.code) }
    }
}
