//! Labelled queries and the JSON Lines that hold them.

use std::collections::BTreeSet;

use serde::Deserialize;
use toolsift_core::chars_prefix;

use crate::error::EvalError;

/// Longest message of the JSON reader that an error repeats, in characters: the reader quotes values whole.
const MAX_MESSAGE_CHARS: usize = 200;

/// A query and the tools that answer it.
///
/// ```
/// use toolsift_eval::Query;
///
/// let mut query = Query::new("open a ticket", ["create_issue", "issue_write", "create_issue"]);
/// assert_eq!(query.wanted(), [["create_issue"], ["issue_write"]]);
/// query.groups = Some(vec![vec!["create_issue".to_owned(), "issue_write".to_owned()]]);
/// assert_eq!(query.wanted(), [["create_issue", "issue_write"]]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Query {
    /// What the user says.
    pub query: String,
    /// The ids that answer it. Empty where the right answer is that there is no tool.
    pub relevant: Vec<String>,
    /// Lists of ids of which any one will do. Without groups, or with none in the list, each relevant id must be found.
    #[serde(default)]
    pub groups: Option<Vec<Vec<String>>>,
    /// What sort of query it is, for a report per sort.
    #[serde(default)]
    pub kind: Option<String>,
}

impl Query {
    /// A query of no kind, of which every relevant id must be found.
    pub fn new<I>(query: impl Into<String>, relevant: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        Self { query: query.into(), relevant: relevant.into_iter().map(Into::into).collect(), groups: None, kind: None }
    }

    /// The groups to find: the given ones, else one for each distinct relevant id in the order of its first mention.
    #[must_use]
    pub fn wanted(&self) -> Vec<Vec<&str>> {
        match &self.groups {
            Some(groups) if !groups.is_empty() => {
                groups.iter().map(|group| group.iter().map(String::as_str).collect()).collect()
            }
            _ => {
                let mut seen = BTreeSet::new();
                self.relevant.iter().map(String::as_str).filter(|id| seen.insert(*id)).map(|id| vec![id]).collect()
            }
        }
    }
}

/// Reads queries from JSON Lines, one object a line. `source_name` is what an error calls the data set.
///
/// `query` and `relevant` must be there, `groups` and `kind` may be; fields of any other name are ignored, because data
/// sets carry more. Blank lines are skipped but counted. The line feed ends a line, a carriage return before it is blank.
///
/// # Errors
///
/// The first bad line: [`EvalError::NotUtf8`], [`EvalError::NotAQuery`], [`EvalError::EmptyQuery`] for a text of nothing
/// but white space and [`EvalError::EmptyGroup`].
///
/// # Complexity
///
/// Linear in the bytes, in one pass.
///
/// ```
/// use toolsift_eval::parse_queries;
///
/// let error = parse_queries(b"\n{\"query\":\"open a ticket\"}\n", "queries.jsonl").unwrap_err();
/// assert_eq!(error.to_string(), "queries.jsonl, line 2, column 25: missing field `relevant`");
/// ```
pub fn parse_queries(bytes: &[u8], source_name: &str) -> Result<Vec<Query>, EvalError> {
    let mut queries = Vec::new();
    for (line, bytes) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        let name = || source_name.to_owned();
        let text = std::str::from_utf8(bytes).map_err(|_| EvalError::NotUtf8 { name: name(), line })?;
        if text.trim_ascii().is_empty() {
            continue;
        }
        let query: Query = serde_json::from_str(text).map_err(|error| EvalError::NotAQuery {
            name: name(),
            line,
            column: error.column(),
            message: message(&error),
        })?;
        if query.query.trim().is_empty() {
            return Err(EvalError::EmptyQuery { name: name(), line });
        }
        let empty = query.groups.iter().flatten().position(Vec::is_empty);
        if let Some(index) = empty {
            return Err(EvalError::EmptyGroup { name: name(), line, group: index + 1 });
        }
        queries.push(query);
    }
    Ok(queries)
}

/// What the reader says, without its own position: it was shown a single line and calls that line 1.
fn message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    chars_prefix(message.strip_suffix(&position).unwrap_or(&message), MAX_MESSAGE_CHARS).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_read_and_unknown_ones_are_ignored() {
        let bytes = concat!(
            "{\"query\":\"a\",\"relevant\":[\"x\",\"y\"],\"groups\":[[\"x\",\"y\"]],\"kind\":\"k\",\"accept\":[\"z\"]}\r\n",
            " \t\r\n",
            "{\"relevant\":[],\"query\":\"日本\",\"groups\":null,\"steps\":{\"n\":1}}",
        );
        let mut first = Query::new("a", ["x", "y"]);
        first.groups = Some(vec![vec!["x".to_owned(), "y".to_owned()]]);
        first.kind = Some("k".to_owned());
        let second = Query::new("日本", Vec::<String>::new());
        assert_eq!(parse_queries(bytes.as_bytes(), "q").unwrap(), [first, second]);
    }

    #[test]
    fn no_lines_are_no_queries() {
        assert_eq!(parse_queries(b"", "q").unwrap(), []);
        assert_eq!(parse_queries(b"\n\n", "q").unwrap(), []);
    }

    #[test]
    fn a_bad_line_is_named_and_so_is_its_field() {
        for (bytes, expected) in [
            (&b"{\"query\":\"a\"}"[..], "q, line 1, column 13: missing field `relevant`"),
            (b"\n\n{\"relevant\":[]}\n", "q, line 3, column 15: missing field `query`"),
            (b"{\"query\":\"a\",\"query\":\"b\"}", "q, line 1, column 20: duplicate field `query`"),
            (
                b"{\"query\":\"a\",\"relevant\":[7]}",
                "q, line 1, column 26: invalid type: integer `7`, expected a string",
            ),
            (b"\n{\"query\":", "q, line 2, column 9: EOF while parsing a value"),
            (b"{\"query\":\"a\",\"relevant\":[]} x", "q, line 1, column 29: trailing characters"),
            (b"{\"query\":\"a\",\"relevant\":[]}\n\xff", "q, line 2: not valid UTF-8"),
            (b"{\"query\":\"\",\"relevant\":[]}", "q, line 1: the field `query` is empty"),
            (b"\n{\"query\":\" \\u3000\",\"relevant\":[]}", "q, line 2: the field `query` is empty"),
            (
                b"{\"query\":\"a\",\"relevant\":[],\"groups\":[[\"x\"],[]]}",
                "q, line 1: group 2 of the field `groups` is empty",
            ),
        ] {
            assert_eq!(parse_queries(bytes, "q").unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn a_message_does_not_repeat_a_long_value() {
        let line = format!("{{\"query\":\"a\",\"relevant\":\"{}\"}}", "é".repeat(5_000));
        let message = parse_queries(line.as_bytes(), "q").unwrap_err().to_string();
        assert_eq!(message, format!("q, line 1, column 10026: invalid type: string \"{}", "é".repeat(178)));
    }

    #[test]
    fn an_id_counts_once_and_an_empty_list_of_groups_is_no_list() {
        let mut query = Query::new("a", ["y", "x", "y"]);
        assert_eq!(query.wanted(), [["y"], ["x"]]);
        query.groups = Some(Vec::new());
        assert_eq!(query.wanted(), [["y"], ["x"]]);
        query.groups = Some(vec![vec!["z".to_owned()]]);
        assert_eq!(query.wanted(), [["z"]]);
    }
}
