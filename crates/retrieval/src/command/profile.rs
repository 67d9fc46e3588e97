//! `profile --json [--fresh]`

use serde_json::Value;

use super::{Arguments, Built, InputFault};

pub(super) fn build(input: &Value) -> Result<Built, InputFault> {
    let arguments = Arguments::read(input, &["fresh"])?;
    let mut built = Built::new(&["profile", "--json"]);
    if arguments.flag("fresh")? {
        built.push("--fresh");
    }
    Ok(built)
}
