//! Ids that a person, or a model, takes for each other.

use std::collections::{BTreeMap, BTreeSet};

use toolsift::catalog::Entry;
use toolsift::contracts::SearchDoc;
use unicode_security::skeleton;

/// Most tools whose ids are compared for a single edit; above, only equal looks are found.
const MAX_EDIT_TOOLS: usize = 50_000;
/// Most pairs that are looked at for a single edit.
const MAX_EDIT_PAIRS: usize = 200_000;
/// Shortest look that may be one edit from another: shorter ids are too often.
const MIN_EDIT_CHARS: usize = 6;

/// Pairs of different ids that look the same, or that are one character apart and of different servers.
pub(super) fn cases(entries: &[Entry]) -> Vec<String> {
    let mut looks: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut servers: BTreeMap<&str, String> = BTreeMap::new();
    for Entry { tool, .. } in entries {
        looks.entry(look(tool.id.as_str())).or_default().insert(tool.id.as_str());
        let mut doc = SearchDoc::new(tool.id.clone());
        doc.namespace.clone_from(&tool.namespace);
        servers.insert(tool.id.as_str(), doc.namespace().unwrap_or_default().to_owned());
    }
    // A capital `I` looks like an `l`, and is an `i` in another case: both count.
    let mut alike = looks.clone();
    for Entry { tool, .. } in entries {
        alike.entry(look(&tool.id.as_str().to_lowercase())).or_default().insert(tool.id.as_str());
    }
    let same: BTreeSet<&BTreeSet<&str>> = alike.values().filter(|ids| ids.len() > 1).collect();
    let same = same.into_iter().map(|ids| {
        let ids: Vec<&str> = ids.iter().copied().collect();
        format!("{} look the same", ids.join(", "))
    });
    same.chain(one_apart(&looks, &servers)).collect()
}

/// What an id looks like: its skeleton after UTS 39, without case and separators.
fn look(id: &str) -> String {
    let separators = ['_', '-', '.', '/', ':', ' '];
    skeleton(id).filter(|c| !separators.contains(c)).flat_map(char::to_lowercase).collect()
}

/// Looks of different servers that become equal by changing, adding or leaving out one character.
///
/// Two such looks share a form with one character left out, so that only looks with a common form are compared.
fn one_apart(looks: &BTreeMap<String, BTreeSet<&str>>, servers: &BTreeMap<&str, String>) -> Vec<String> {
    if looks.len() > MAX_EDIT_TOOLS {
        return Vec::new();
    }
    let mut forms: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for look in looks.keys().filter(|look| look.chars().nth(MIN_EDIT_CHARS - 1).is_some()) {
        forms.entry(look.clone()).or_default().push(look);
        for (place, _) in look.char_indices() {
            let form: String = look.char_indices().filter(|(at, _)| *at != place).map(|(_, c)| c).collect();
            forms.entry(form).or_default().push(look);
        }
    }
    let pairs = forms.values().flat_map(|looks| {
        looks.iter().enumerate().flat_map(|(place, one)| looks.iter().skip(place + 1).map(move |other| (*one, *other)))
    });
    let pairs: BTreeSet<(&str, &str)> =
        pairs.take(MAX_EDIT_PAIRS).filter(|(one, other)| one != other && is_one_apart(one, other)).collect();
    let mut cases = Vec::new();
    for (one, other) in pairs {
        let ids = |look: &str| looks.get(look).and_then(|ids| ids.first()).copied().unwrap_or_default();
        let (one, other) = (ids(one), ids(other));
        if servers.get(one) != servers.get(other) {
            cases.push(format!("{one} and {other} are one character apart"));
        }
    }
    cases
}

/// Whether one change, addition or omission turns one text into the other.
fn is_one_apart(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let head = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let tail = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let longest = one.len().max(other.len());
    one.len().abs_diff(other.len()) <= 1 && head + tail + 1 >= longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolsift::catalog::{Author, parse};

    fn check(ids: &[&str], expected: &[&str]) {
        let source: String = ids.iter().map(|id| format!("{{\"name\":\"{id}\"}}\n")).collect();
        assert_eq!(cases(&parse(source.as_bytes(), "s", Author::ThirdParty).unwrap()), expected, "{ids:?}");
    }

    #[test]
    fn equal_looks() {
        check(&["read_file", "rеad_file"], &["read_file, rеad_file look the same"]);
        check(&["read_file", "ｒead_file"], &["read_file, ｒead_file look the same"]);
        check(&["list_files", "LIST_FILES"], &["LIST_FILES, list_files look the same"]);
        check(&["list_files", "Iist_files"], &["Iist_files, list_files look the same"]);
        check(&["read_file", "read_fi1e"], &["read_fi1e, read_file look the same"]);
        check(
            &["a__read_file", "a__readFile", "a.read-file"],
            &["a.read-file, a__readFile, a__read_file look the same"],
        );
        check(&["read_file", "read_dir", "write_file"], &[]);
    }

    #[test]
    fn one_character_apart_counts_across_servers_only() {
        check(
            &["github__create_issue", "githab__create_issue"],
            &["githab__create_issue and github__create_issue are one character apart"],
        );
        check(&["a__get_users", "a__get_user"], &[]);
        check(&["a__x", "b__x"], &[]);
        check(&["files__read", "filess__read"], &["files__read and filess__read are one character apart"]);
    }

    #[test]
    fn edits() {
        for (one, other, apart) in [
            ("abc", "abd", true),
            ("abc", "abcd", true),
            ("abc", "xabc", true),
            ("abc", "ac", true),
            ("aab", "ab", true),
            ("abc", "acb", false),
            ("abc", "abcde", false),
        ] {
            assert_eq!(is_one_apart(one, other), apart, "{one} {other}");
        }
    }
}
