//! `calendar list --json [--from] [--to] | [--all]`

use serde_json::Value;

use super::{Arguments, Built, InputFault};

pub(super) fn build(input: &Value) -> Result<Built, InputFault> {
    let arguments = Arguments::read(input, &["from", "to", "all"])?;
    let (from, to, all) = (arguments.date("from")?, arguments.date("to")?, arguments.flag("all")?);
    if all && (from.is_some() || to.is_some()) {
        return Err(InputFault::AllAndWindow);
    }
    let mut built = Built::new(&["calendar", "list", "--json"]);
    if all {
        built.push("--all");
    }
    built.option("--from", from);
    built.option("--to", to);
    Ok(built)
}
