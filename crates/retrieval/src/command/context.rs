//! `context where|activity --json [--at] [--since] [--until]`

use serde_json::Value;

use super::{Arguments, Built, InputFault};

/// What can be read. The host knows a third word, which records something.
pub(crate) const READS: &[&str] = &["where", "activity"];

pub(super) fn build(input: &Value) -> Result<Built, InputFault> {
    let arguments = Arguments::read(input, &["read", "at", "since", "until"])?;
    let read = arguments.choice("read", READS)?.ok_or(InputFault::Missing { field: "read" })?;
    let (since, until) = (arguments.text("since")?, arguments.text("until")?);
    if read != "activity" && (since.is_some() || until.is_some()) {
        return Err(InputFault::WindowOfWhere);
    }
    let mut built = Built::new(&["context", read, "--json"]);
    built.option("--at", arguments.text("at")?);
    built.option("--since", since);
    built.option("--until", until);
    Ok(built)
}
