//! Where the parts of records lie, and how they are written.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;
use toolsift::contracts::canonical_json;

/// What a session began with, in its folder.
pub(super) const CONFIG: &str = "config.json";
/// What was asked.
pub(super) const TURNS: &str = "turns.jsonl";
/// What was decided.
pub(super) const JOURNAL: &str = "journal.jsonl";
/// What each server listed last, beside the folders.
pub(super) const SERVERS: &str = "servers.json";

/// The store of delivered instructions, beside the folders.
pub(super) fn instructions(root: &Path) -> PathBuf {
    root.join("instructions")
}

/// JSON with its keys in order, whatever maps keep.
pub(super) fn json(value: &impl Serialize) -> String {
    canonical_json(&serde_json::to_value(value).unwrap_or(Value::Null))
}
