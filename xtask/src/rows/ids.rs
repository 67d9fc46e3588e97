//! The form of a row's id.
//!
//! `ADR-043`, `LOOP-001`, `DSH-001` and `CF-001` are rows of the four source documents, `S1` to `S99` are reports about
//! comparable programs, `C1-7`, `C2-26` and `C3-30` are reports about replay, text and data formats.

use std::collections::BTreeSet;

/// Prefixes that three digits follow.
const DOCUMENTS: [&str; 4] = ["ADR-", "LOOP-", "DSH-", "CF-"];

/// Prefixes that any number of digits follows.
const THREATS: [&str; 3] = ["C1-", "C2-", "C3-"];

/// Whether a word is an id.
pub(super) fn is_id(word: &str) -> bool {
    let digits_after = |prefix: &str| word.strip_prefix(prefix).filter(|rest| is_digits(rest));
    DOCUMENTS.iter().any(|prefix| digits_after(prefix).is_some_and(|digits| digits.len() == 3))
        || THREATS.iter().any(|prefix| digits_after(prefix).is_some())
        || digits_after("S").is_some_and(|digits| digits.len() <= 2)
}

/// The ids in a line of prose. A range is not one: every id is written out.
pub(super) fn in_text(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    words.filter(|word| is_id(word)).map(str::to_owned).collect()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_of_the_listed_forms() {
        for id in ["ADR-043", "LOOP-001", "DSH-012", "CF-100", "S1", "S80", "C1-7", "C2-26", "C3-101"] {
            assert!(is_id(id), "{id}");
        }
        for word in
            ["ADR-43", "ADR-0125", "ADR-04a", "ADR", "S", "S100", "s3", "S3a", "C4-1", "C2-", "C2", "adr-043", ""]
        {
            assert!(!is_id(word), "{word}");
        }
    }

    #[test]
    fn ids_are_whole_words_and_ranges_are_not_expanded() {
        let check = |text, ids: &[&str]| assert_eq!(in_text(text).into_iter().collect::<Vec<_>>(), ids, "{text}");
        check("ADR-043, ADR-044: the weights (S1/S3).", &["ADR-043", "ADR-044", "S1", "S3"]);
        check("ADR-043…069", &["ADR-043"]);
        check("ADR-043-069, XADR-043, S3_key, C2 row 20", &[]);
        check("ADR-043 and ADR-043 again", &["ADR-043"]);
    }
}
