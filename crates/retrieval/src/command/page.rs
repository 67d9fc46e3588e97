//! `page discover --json --concise [--kind] [--limit]`, `page inspect TARGET --json --concise`, `page read TARGET --json`

use serde_json::Value;

use super::{Arguments, Built, InputFault};

/// Kinds of pages; the plural of two of them is an alias.
pub(crate) const KINDS: &[&str] = &["all", "project", "projects", "entity", "entities"];
/// Most pages of one listing.
pub(crate) const MOST: u64 = 500;

pub(super) fn discover(input: &Value) -> Result<Built, InputFault> {
    let arguments = Arguments::read(input, &["kind", "limit"])?;
    let mut built = Built::new(&["page", "discover", "--json", "--concise"]);
    built.option("--kind", arguments.choice("kind", KINDS)?);
    built.option("--limit", arguments.number("limit", MOST)?);
    Ok(built)
}

pub(super) fn inspect(input: &Value) -> Result<Built, InputFault> {
    let mut built = target("inspect", input)?;
    // A full inspection can run to megabytes.
    built.push("--concise");
    Ok(built)
}

pub(super) fn read(input: &Value) -> Result<Built, InputFault> {
    target("read", input)
}

fn target(verb: &str, input: &Value) -> Result<Built, InputFault> {
    let arguments = Arguments::read(input, &["target"])?;
    Ok(Built::new(&["page", verb, arguments.required("target")?, "--json"]))
}
