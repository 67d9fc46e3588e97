//! What the model's answer names.

use std::collections::BTreeSet;

use crate::schema::ToolSchema;

/// Longest part of an answer that is read, in bytes. Ours; a name that it cuts is not read at all, since it could be the beginning of another one.
pub const MAX_ANSWER_BYTES: usize = 65_536;

/// The places of the tools that an answer names (document 001): between commas, semicolons and line ends, without white space around them and the dashes of a list before
/// them, in any ASCII case. Everything else is nobody's name: one in quotes, with a number or with words around it.
pub(super) fn places(answer: &str, all: &[ToolSchema]) -> BTreeSet<usize> {
    let lower = read(answer).to_ascii_lowercase();
    let names = lower.split([',', '\n', ';']).map(str::trim).filter(|name| !name.is_empty());
    let names: BTreeSet<&str> = names.map(|name| name.trim_start_matches("- ")).collect();
    let is_named = |tool: &ToolSchema| names.contains(tool.id().as_str().to_ascii_lowercase().as_str());
    all.iter().enumerate().filter(|(_, tool)| is_named(tool)).map(|(place, _)| place).collect()
}

/// The whole names of the first part of an answer.
fn read(answer: &str) -> &str {
    if answer.len() <= MAX_ANSWER_BYTES {
        return answer;
    }
    let bytes = answer.as_bytes().get(..MAX_ANSWER_BYTES).unwrap_or_default();
    let end = bytes.iter().rposition(|byte| matches!(byte, b',' | b'\n' | b';')).unwrap_or_default();
    answer.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use toolsift_core::ToolId;

    use super::*;

    fn named(answer: &str) -> String {
        let ids = ["read_file", "web_search", "Write_File", "read"];
        let all = ids.map(|id| ToolSchema::new(ToolId::new(id).unwrap(), "", json!({})));
        let places = places(answer, &all);
        places.into_iter().map(|place| ids[place]).collect::<Vec<_>>().join(" ")
    }

    /// LOOP-047: how names may be written, in whatever order, and how not.
    #[test]
    fn names_by_hand() {
        for (answer, expected) in [
            ("web_search", "web_search"),
            ("web_search, read_file", "read_file web_search"),
            ("web_search;read_file\nread", "read_file web_search read"),
            (" WEB_SEARCH ,\r\n write_file ", "web_search Write_File"),
            ("- web_search\n- read_file", "read_file web_search"),
            ("- - web_search", "web_search"),
            ("web_search, telephone, web_search", "web_search"),
            (",,;\n\n, read", "read"),
            ("banana", ""),
            ("", ""),
            ("1. web_search", ""),
            ("\"web_search\"", ""),
            ("`web_search`", ""),
            ("* web_search", ""),
            ("web_search read_file", ""),
            ("web search", ""),
            ("-web_search", ""),
            ("-  web_search", ""),
            ("the tools are: web_search", ""),
            ("read_file.", ""),
        ] {
            assert_eq!(named(answer), expected, "{answer:?}");
        }
    }

    /// LOOP-046, LOOP-047: of a long answer the beginning counts, and a name that the end cuts counts for nothing.
    #[test]
    fn a_long_answer() {
        let filler = |bytes: usize| ",".repeat(bytes);
        assert_eq!(named(&format!("{}read_file", filler(MAX_ANSWER_BYTES - 9))), "read_file");
        assert_eq!(named(&format!("{}read_file", filler(MAX_ANSWER_BYTES - 5))), "", "`read_` is cut");
        assert_eq!(named(&format!("{}read_file", filler(MAX_ANSWER_BYTES - 4))), "", "and `read` is another tool");
        assert_eq!(named(&format!("web_search{}read_file", filler(MAX_ANSWER_BYTES))), "web_search");
        assert_eq!(named(&"é".repeat(MAX_ANSWER_BYTES)), "");
        assert_eq!(named(&format!("web_search,a{}", "é".repeat(MAX_ANSWER_BYTES))), "web_search");
    }
}
