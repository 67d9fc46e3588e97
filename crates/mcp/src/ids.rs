//! Canonical ids: one for each tool of each server, the same wherever and whenever it is computed.

use sha2::{Digest, Sha256};
use toolsift::contracts::{chars_prefix, lower_hex};

/// What stands between the name of a server and that of its tool.
pub const SEPARATOR: &str = "__";
/// Longest canonical id, in characters: what OpenAI's wires take for a function's name, the shortest cap of those that a host may put an id on; MCP itself has 128.
pub const MAX_CANONICAL_CHARS: usize = 64;
/// Length of the suffix, in hexadecimal digits: 40 bits, so that two of a million names share one with odds below one half, and then the later of the two is reported and left out.
const SUFFIX_DIGITS: usize = 10;

/// The canonical id of a server's tool: `server__tool`, letters, digits, `_` and `-` only, 64 characters at most.
///
/// A pair that can be written so, and whose server's name can be told from the tool's, has just that id. Any other gets `_` and ten digits of a SHA-256 over both names at its end, so that
/// no two servers share an id, and none changes because another server came or went: an id is a function of the two names alone.
///
/// ```
/// use toolsift_mcp::canonical_id;
///
/// assert_eq!(canonical_id("github", "create_issue"), "github__create_issue");
/// assert_eq!(canonical_id("Git Hub", "create_issue"), "Git_Hub__create_issue_c9e50d3d57");
/// ```
#[must_use]
pub fn canonical_id(server: &str, tool: &str) -> String {
    let plain = format!("{}{SEPARATOR}{}", portable(server), portable(tool));
    let is_portable = |name: &str| !name.is_empty() && portable(name) == name;
    // With these, the first separator of an id is the one between the names.
    let is_told_apart = !server.contains(SEPARATOR) && !server.ends_with('_');
    if is_portable(server) && is_portable(tool) && is_told_apart && plain.len() <= MAX_CANONICAL_CHARS {
        return plain;
    }
    let mut hash = Sha256::new();
    hash.update(server.as_bytes());
    hash.update([0]);
    hash.update(tool.as_bytes());
    let digits = lower_hex(&hash.finalize());
    let suffix = chars_prefix(&digits, SUFFIX_DIGITS);
    let head = chars_prefix(&plain, MAX_CANONICAL_CHARS - 1 - SUFFIX_DIGITS);
    format!("{head}_{suffix}")
}

/// A name with every other character as `_`.
fn portable(name: &str) -> String {
    let portable = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    name.chars().map(portable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The suffixes are those of `printf 'server\\0tool' | sha256sum`.
    #[test]
    fn ids_by_hand() {
        for (server, tool, id) in [
            ("github", "create_issue", "github__create_issue"),
            ("a", "_b", "a___b"),
            ("a", "b__c", "a__b__c"),
            ("UPPER-case", "x", "UPPER-case__x"),
            ("Git Hub", "create_issue", "Git_Hub__create_issue_c9e50d3d57"),
            ("a__b", "c", "a__b__c_a92700ced2"),
            ("s_", "x", "s___x_97898389b0"),
            ("", "x", "__x_3c7e9bc930"),
        ] {
            assert_eq!(canonical_id(server, tool), id);
        }
        let exact = "x".repeat(MAX_CANONICAL_CHARS - "s__".len());
        assert_eq!(canonical_id("s", &exact), format!("s__{exact}"));
        let cut = canonical_id("s", &format!("{exact}y"));
        assert!(cut.len() == MAX_CANONICAL_CHARS && cut.starts_with("s__xxxxxxx"));
    }

    /// S25: names that come to the same letters stay apart, whoever else is there.
    #[test]
    fn look_alikes_stay_apart() {
        let names = ["a", "a_", "a__b", "b", "_b", "b__c", "c", "", "a b", "a.b", "a-b", "ä", "a\u{0}b", "A"];
        let mut ids = BTreeSet::new();
        for server in names {
            for tool in names {
                let id = canonical_id(server, tool);
                assert!(id.len() <= MAX_CANONICAL_CHARS && portable(&id) == id, "{id}");
                assert!(ids.insert(id), "{server:?} {tool:?}");
            }
        }
        let (long, longer) = ("x".repeat(200), "x".repeat(201));
        assert_ne!(canonical_id("s", &long), canonical_id("s", &longer));
    }
}
