//! `people QUERY --json [--shape]`

use serde_json::Value;

use super::{Arguments, Built, InputFault};

/// How much of a person is returned.
pub(crate) const SHAPES: &[&str] = &["summary", "card"];

pub(super) fn build(input: &Value) -> Result<Built, InputFault> {
    let arguments = Arguments::read(input, &["query", "shape"])?;
    let query = arguments.required("query")?;
    if !is_identifier(query) {
        return Err(InputFault::NotAnIdentifier);
    }
    let mut built = Built::new(&["people", query, "--json"]);
    built.option("--shape", arguments.choice("shape", SHAPES)?);
    built.names_a_person = true;
    Ok(built)
}

/// Whether a text can only be looked up. The same place of the host's command line takes verbs that change people and groups; none of them has one of these characters.
fn is_identifier(text: &str) -> bool {
    text.contains(['@', ':', '/']) || is_phone(text)
}

/// An optional `+`, a digit, and four or more digits, blanks, dots, dashes or parentheses.
fn is_phone(text: &str) -> bool {
    let mut rest = text.strip_prefix('+').unwrap_or(text).bytes();
    rest.next().is_some_and(|byte| byte.is_ascii_digit())
        && rest.len() >= 4
        && rest.all(|byte| byte.is_ascii_digit() || b" .-()".contains(&byte))
}
