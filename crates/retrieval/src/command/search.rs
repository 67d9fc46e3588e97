//! `search [query] --json [--sources] [--since] [--until] [--tz] [--person] [--limit] [--rank]`

use serde_json::Value;

use super::{Arguments, Built, InputFault};

/// How hits are ordered.
pub(crate) const RANKS: &[&str] = &["recency", "score"];
/// Most hits of one search.
pub(crate) const MOST: u64 = 200;

pub(super) fn build(input: &Value) -> Result<Built, InputFault> {
    let known = ["query", "sources", "since", "until", "tz", "person", "limit", "rank"];
    let arguments = Arguments::read(input, &known)?;
    let (query, person) = (arguments.text("query")?, arguments.text("person")?);
    if query.is_none() && person.is_none() {
        return Err(InputFault::QueryOrPerson);
    }
    let mut built = Built::new(&["search"]);
    if let Some(query) = query {
        built.push(query);
    }
    built.push("--json");
    built.option("--sources", arguments.text("sources")?);
    built.option("--since", arguments.text("since")?);
    built.option("--until", arguments.text("until")?);
    built.option("--tz", arguments.text("tz")?);
    built.option("--person", person);
    built.option("--limit", arguments.number("limit", MOST)?);
    built.option("--rank", arguments.choice("rank", RANKS)?);
    built.names_a_person = person.is_some();
    Ok(built)
}
