//! The model's side.

use std::fmt;

use super::budget::Usage;
use crate::selector::{BoxError, BoxFuture};

/// One small call of a model: a prompt goes in, a text comes out. The host brings the client, the model and its key.
pub trait Completion: fmt::Debug + Send + Sync {
    /// Completes a prompt, without streaming. Whoever waits may stop waiting at any time.
    ///
    /// # Errors
    ///
    /// Whatever the host's client has.
    fn complete<'a>(&'a self, prompt: &'a str) -> BoxFuture<'a, Result<Completed, BoxError>>;
}

/// What a model said.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completed {
    /// The text.
    pub text: String,
    /// What it cost, where the model says so.
    pub usage: Option<Usage>,
}

impl Completed {
    /// A text whose cost is not known.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), usage: None }
    }

    /// The same with what it cost.
    #[must_use]
    pub fn with_usage(self, usage: Usage) -> Self {
        Self { usage: Some(usage), ..self }
    }
}
