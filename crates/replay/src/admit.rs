//! Re-admission: what of a record may take effect now.

use std::collections::BTreeSet;

/// The entries of a record that are allowed now, in the order of the record, at most `cap`.
///
/// A record is untrusted: it may be old, edited or forged. For each entry in turn the first line that fits decides:
///
/// | # | the entry | is |
/// | --- | --- | --- |
/// | 1 | comes when `cap` entries have been admitted | dropped, and all after it |
/// | 2 | was admitted before | dropped |
/// | 3 | is not allowed now | dropped |
/// | 4 | is anything else | admitted |
///
/// So the result is a subset of both the record and the live set, without repeats, no longer than `cap`, and in record order: a record may narrow what is
/// allowed and never widen it. (What is no text at all was dropped by the reader.)
///
/// # Complexity
///
/// O(n log n) in the entries that are looked at; `allowed` is asked once an entry at most.
///
/// ```
/// use toolsift_replay::admit;
///
/// let record = ["a", "hidden", "a", "b", "c"].map(String::from);
/// assert_eq!(admit(&record, |id| id != "hidden", 2), ["a", "b"]);
/// ```
#[must_use]
pub fn admit(recorded: &[String], allowed: impl Fn(&str) -> bool, cap: usize) -> Vec<String> {
    let mut admitted = Vec::new();
    let mut seen = BTreeSet::new();
    for id in recorded {
        if admitted.len() == cap {
            break;
        }
        if !seen.contains(id.as_str()) && allowed(id) {
            seen.insert(id.as_str());
            admitted.push(id.clone());
        }
    }
    admitted
}
