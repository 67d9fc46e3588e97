//! Characters that nobody sees, wherever an author may have put them.

use serde_json::Value;
use toolsift::catalog::Entry;
use toolsift::tokenizer::is_ignorable;

/// One case a tool and place: which characters hide where.
pub(super) fn cases(entries: &[Entry]) -> Vec<String> {
    let mut cases = Vec::new();
    for Entry { tool, .. } in entries {
        let description = tool.description.as_ref().map(|text| text.as_str());
        let mut report = |slot: &str, text: &str| {
            if let Some(c) = first(text) {
                cases.push(format!("{}: {slot} has U+{:04X}", tool.id, u32::from(c)));
            }
        };
        report("id", tool.id.as_str());
        description.into_iter().for_each(|text| report("description", text));
        tool.tags.iter().for_each(|text| report("tags", text));
        tool.aliases.iter().for_each(|text| report("aliases", text));
        for schema in tool.input_schema.iter().chain(&tool.json_input_schema) {
            if let Some(c) = first_in(schema) {
                report("schema", &c.to_string());
            }
        }
    }
    cases
}

/// The first hidden character of a text, if it has one.
fn first(text: &str) -> Option<char> {
    let mut before = None;
    text.chars().find(|&c| {
        let joins = matches!(c, '\u{FE0F}' | '\u{200D}');
        // An emoji may be followed by one of these; a letter or another hidden character may not.
        let follows_symbol = before
            .is_some_and(|before: char| !before.is_alphanumeric() && !before.is_whitespace() && !is_ignorable(before))
            || before == Some('\u{FE0F}') && c == '\u{200D}';
        before = Some(c);
        let controls = c.is_control() && !matches!(c, '\n' | '\r' | '\t');
        controls || matches!(c, '\u{2028}' | '\u{2029}') || (is_ignorable(c) && !(joins && follows_symbol))
    })
}

/// The first hidden character of any text of a schema, keys included.
fn first_in(schema: &Value) -> Option<char> {
    match schema {
        Value::String(text) => first(text),
        Value::Array(values) => values.iter().find_map(first_in),
        Value::Object(members) => members.iter().find_map(|(key, value)| first(key).or_else(|| first_in(value))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides() {
        for (text, hidden) in [
            ("plain text,\nof two lines\tand a tab", None),
            ("a party 🎉\u{FE0F} and a family 👩\u{200D}👩\u{FE0F}\u{200D}👧", None),
            ("naïve 文件", None),
            ("re\u{200B}ad", Some('\u{200B}')),
            ("\u{202E}drowssap", Some('\u{202E}')),
            ("a\u{FE0F}", Some('\u{FE0F}')),
            ("🎉\u{FE0F}\u{FE0F}", Some('\u{FE0F}')),
            ("🏴\u{E0067}", Some('\u{E0067}')),
            ("\u{1b}[2J", Some('\u{1b}')),
            ("one\u{2028}two", Some('\u{2028}')),
        ] {
            assert_eq!(first(text), hidden, "{text:?}");
        }
    }
}
