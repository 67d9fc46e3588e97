//! What an operator or a program can do wrong. What a model reads is a [`Code`](crate::Code).

use toolsift_core::ToolId;

/// A configuration, a table or a call of this crate that makes no sense. It names the field and the rule, and quotes no row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RetrievalError {
    /// A configuration file that cannot be read.
    #[error("{path}: the configuration cannot be read: {reason}")]
    Unreadable {
        /// Its path.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// A configuration that is no JSON object, gives a name twice, or nests too deep.
    #[error("the configuration is not one JSON object")]
    NotAnObject,
    /// A field that no configuration has.
    #[error("{field}: no such field")]
    UnknownField {
        /// The field.
        field: String,
    },
    /// A field whose value is not what it must be.
    #[error("{field}: {rule}")]
    Field {
        /// The field.
        field: &'static str,
        /// What it must be.
        rule: &'static str,
    },
    /// A tool of this family that is asked for by name where no host is configured.
    #[error("{tool}: the tool needs a retrieval configuration")]
    NotConfigured {
        /// The tool.
        tool: ToolId,
    },
    /// Ceilings whose meet would have too many clauses.
    #[error("ceiling: the meet has more than {limit} clauses")]
    CeilingTooLarge {
        /// How many it may have.
        limit: usize,
    },
    /// A table of handles that this crate did not write, or that was edited.
    #[error("handle table: {fault}")]
    Table {
        /// What is wrong with it.
        fault: &'static str,
    },
}
