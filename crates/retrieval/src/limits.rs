//! Every cap of this crate. Characters are Unicode scalar values, and a cut never splits one.

/// Longest text in a row or an envelope; what is longer is cut, and the entry says so (document 002, Bounds).
pub const MAX_STRING_CHARS: usize = 4_000;

/// Longest name of a member of a row or an envelope; what is longer is cut like a text. The document bounds no names.
pub const MAX_KEY_CHARS: usize = 200;

/// Longest result, counted over the whole JSON text, with the join of labels that is kept beside it (document 002, Bounds).
pub const MAX_RESULT_CHARS: usize = 48_000;

/// What is kept free of a result for the join of labels; a longer join takes what it needs (document 002, as its program has it).
pub const JOIN_ALLOWANCE_CHARS: usize = 2_000;

/// Longest envelope of a result; a field that no longer fits is left out. The document bounds only the texts in it.
pub const MAX_ENVELOPE_CHARS: usize = 8_000;

/// Longest free text that a model may pass (document 002, Tools).
pub const MAX_ARGUMENT_CHARS: usize = 500;

/// Most clauses of one label or of one declared ceiling. What is more is not read: the row is withheld, the ceiling refused.
pub const MAX_CLAUSES: usize = 64;

/// Most alternatives of one clause as it is read.
pub const MAX_ALTERNATIVES: usize = 16;

/// Longest atom, counted over its canonical JSON.
pub const MAX_ATOM_CHARS: usize = 1_000;

/// Most clauses of a ceiling that is met of several: a meet pairs every clause with every other.
pub const MAX_MET_CLAUSES: usize = 4_096;

/// Most bytes that a host command may print. What prints more is stopped.
pub const MAX_OUTPUT_BYTES: usize = 8 * 1024 * 1024;

/// Deepest nesting that is read of a host's JSON: a list in an object has depth 2.
pub const MAX_DEPTH: usize = 64;

/// Most values, nested ones included, that are read of a host's JSON.
pub const MAX_NODES: usize = 500_000;

/// Largest configuration or read-ceiling record, in bytes.
pub const MAX_FILE_BYTES: usize = 1024 * 1024;

/// Most leading arguments of a host program (`cliArgs`).
pub const MAX_CLI_ARGS: usize = 16;

/// Most facets of a configuration or a record.
pub const MAX_FACETS: usize = 64;

/// Longest path or leading argument of a configuration.
pub const MAX_PATH_CHARS: usize = 4_096;

/// Longest identity of a run, in a direct transport and as the salt of a table (document 002 for the transport).
pub const MAX_RUN_ID_CHARS: usize = 128;

/// Most rows that one table holds. A row that can no longer be held is left out of a result.
pub const MAX_HELD: usize = 10_000;

/// Longest code of a host that is passed on.
pub const MAX_HOST_CODE_CHARS: usize = 64;
