//! The document's own ranking: its figures, an independent model of it, and the laws of every ranker.

use proptest::prelude::*;
use toolsift_core::{CoreError, SearchDoc, ToolRanker};
use toolsift_registry::{SUBSTRING_WEIGHTS, SubstringRanker};

use crate::toys::{Host, described, found, id, registry};

fn doc(name: &str, hint: &str, description: &str) -> SearchDoc {
    described(name, hint, description).1
}

fn scores(docs: &[SearchDoc], query: &str) -> Vec<(String, u32)> {
    let hits = SubstringRanker::new(docs).unwrap().rank(query, 1_000).unwrap();
    hits.iter().map(|hit| (hit.id.to_string(), hit.score.to_string().parse().unwrap())).collect()
}

/// DSH-008, DSH-009: what a token counts in a name, a hint and a description, by hand.
#[test]
fn figures() {
    assert_eq!(SUBSTRING_WEIGHTS, [10, 4, 2]);
    for (name, hint, description, query, score) in [
        ("edit_tool", "", "", "edit", 10),
        ("x", "edit", "", "edit", 4),
        ("x", "", "Edit files.", "edit", 2),
        ("edit_tool", "edit", "Edit files.", "edit", 16),
        // Inside of a word counts whole.
        ("reedited", "", "", "edit", 10),
        // A token that begins with a word of the field counts half.
        ("edit_tool", "", "", "editing", 5),
        ("x", "edit write", "", "editing", 2),
        ("x", "", "Edit files.", "editing", 1),
        ("edit_tool", "edit", "Edit files.", "editing", 8),
        // A word that begins with the token contains it.
        ("x", "", "Editing files.", "edit", 2),
        ("x", "", "", "edit", 0),
        // Case and what is no ASCII letter or digit divide.
        ("READ_FILE", "", "", "Read-File", 20),
        ("x", "", "naïve", "naïve", 4),
        ("x", "", "naïve", "ve", 2),
        ("s3", "", "", "s3", 10),
        // Each distinct token counts, once.
        ("edit_tool", "", "", "edit edit EDIT", 10),
        ("edit_tool", "", "", "edit tool", 20),
        // A single letter is found almost everywhere.
        ("edit_tool", "", "", "i", 10),
        ("x", "", "", "xylophone", 5),
        // Nothing to look for.
        ("edit_tool", "", "", "", 0),
        ("edit_tool", "", "", "?! 編集", 0),
        ("編集", "編集", "編集", "編集", 0),
    ] {
        let found = scores(&[doc(name, hint, description)], query);
        assert_eq!(
            found.first().map_or(0, |(_, score)| *score),
            score,
            "{query:?} for {name:?} {hint:?} {description:?}"
        );
    }
}

/// DSH-010: ties go to the smaller id, byte by byte.
#[test]
fn ties() {
    let docs = ["b", "B", "a_", "a", "é", "Z"].map(|name| doc(name, "same", ""));
    let order: Vec<String> = scores(&docs, "same").into_iter().map(|(name, _)| name).collect();
    assert_eq!(order, ["B", "Z", "a", "a_", "b", "é"]);
}

/// DSH-011: words that share no token do not find each other, and a hint in the user's words is the answer.
#[test]
fn no_synonyms() {
    let (registry, host) = (registry(), Host::default());
    let _tool = registry.register(host.deferred("remove_file", "", "Deletes a document.")).unwrap();
    assert!(found(&registry, "erase").is_empty());
    let _other = registry.register(host.deferred("drop_file", "erase", "Deletes a document.")).unwrap();
    assert_eq!(found(&registry, "erase"), ["drop_file"]);
}

/// DSH-043: `select:` and `+` are no syntax: what stands behind them is searched like anything else, and widens and requires nothing.
#[test]
fn no_query_forms() {
    let (registry, host) = (registry(), Host::default());
    let _tools = ["alpha", "beta", "gamma"].map(|name| registry.register(host.deferred(name, "", "greek")).unwrap());
    for (form, plain) in [
        ("select:alpha,beta", "select alpha beta"),
        ("+alpha greek", "alpha greek"),
        ("select:", "select"),
        ("+gamma -beta", "gamma beta"),
    ] {
        assert_eq!(found(&registry, form), found(&registry, plain), "{form}");
    }
    assert_eq!(found(&registry, "+alpha greek"), ["alpha", "beta", "gamma"], "nothing is required");
    let two = crate::toys::input("select:alpha,beta,gamma").with_max_results(2).unwrap();
    assert_eq!(registry.search(&two).unwrap().len(), 2, "nor exempt from the cap");
}

/// DSH-042: the first 16 distinct tokens count, and repeating one adds nothing.
#[test]
fn bounded_and_distinct() {
    let docs = [doc("last", "", ""), doc("first", "", "")];
    let padding: Vec<String> = (0..15).map(|n| format!("q{n}")).collect();
    let query = |repeated: usize| format!("{} {} last", "first ".repeat(repeated), padding.join(" "));
    assert_eq!(scores(&docs, &query(1)), [("first".to_owned(), 10)], "`last` is the 17th");
    assert_eq!(scores(&docs, &query(9)), scores(&docs, &query(1)));
    assert_eq!(
        scores(&docs, &format!("last    {}", "first ".repeat(1 << 18))),
        [("first".to_owned(), 10), ("last".to_owned(), 10)]
    );
    let long = doc("x", "", &format!("{}needle", "é".repeat(2_000)));
    assert!(scores(&[long], "needle").is_empty(), "of a field 2,000 characters are read");
    let whole = doc("x", "", &format!("{}needle", "é".repeat(1_994)));
    assert_eq!(scores(&[whole], "needle").len(), 1);
}

/// DSH-013: two documents of one id are an error.
#[test]
fn duplicates() {
    let docs = [doc("b", "", ""), doc("a", "", ""), doc("b", "", "other")];
    assert_eq!(SubstringRanker::new(&docs).unwrap_err(), CoreError::DuplicateId { id: id("b") });
}

/// DSH-010: it keeps every law of a ranker.
#[test]
fn the_contract() {
    let kept = toolsift_eval::contract::check(&|docs| {
        let ranker = SubstringRanker::new(docs).map_err(|error| toolsift_core::RankError::Unavailable(error.into()))?;
        Ok(Box::new(ranker))
    });
    assert_eq!(kept, Ok(()));
}

/// DSH-009: what a query could reach at most, and which of its tokens nothing contains.
#[test]
fn ceilings_and_unmatched() {
    let ranker = SubstringRanker::new(&[doc("edit_tool", "edit", "Edit files.")]).unwrap();
    assert_eq!(ranker.kind(), "substring");
    assert_eq!(
        (ranker.ceiling("edit"), ranker.ceiling("edit zebra edit"), ranker.ceiling("")),
        (Some(16.0), Some(32.0), Some(0.0))
    );
    assert_eq!(ranker.unmatched("zebra edit Editing quagga zebra"), ["zebra", "quagga"]);
}

/// The document's figures again, as slowly as they can be read: characters in vectors, no library search.
fn model(doc: &SearchDoc, query: &str) -> u32 {
    let words = |text: &str| {
        let mut words = vec![Vec::new()];
        for c in text.chars() {
            if c.is_ascii_alphanumeric() {
                words.last_mut().unwrap().push(c.to_ascii_lowercase());
            } else {
                words.push(Vec::new());
            }
        }
        words.retain(|word: &Vec<char>| !word.is_empty());
        words
    };
    let mut seen: Vec<Vec<char>> = Vec::new();
    let mut score = 0;
    for token in words(query) {
        if seen.contains(&token) || seen.len() == 16 {
            continue;
        }
        for (field, whole, half) in [
            (doc.id.as_str().to_owned(), 10, 5),
            (doc.aliases.join(" "), 4, 2),
            (doc.description.clone().unwrap(), 2, 1),
        ] {
            let field_words = words(&field);
            let inside = field_words.iter().any(|word| (0..word.len()).any(|at| word[at..].starts_with(&token)));
            let begins = field_words.iter().any(|word| token.starts_with(word));
            score += if inside {
                whole
            } else if begins {
                half
            } else {
                0
            };
        }
        seen.push(token);
    }
    score
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    /// DSH-008, DSH-009, DSH-010, DSH-042: hits, scores and order are the model's, in whatever order the tools came.
    #[test]
    fn as_the_model(
        texts in proptest::collection::vec(("[a-c_]{1,5}", "[a-cA é]{0,8}", "[a-c. ]{0,12}"), 0..8),
        query in "[a-cA1é ,]{0,40}",
        turn in 0_usize..8,
    ) {
        let mut docs: Vec<SearchDoc> = Vec::new();
        for (name, hint, description) in &texts {
            if docs.iter().all(|doc| doc.id.as_str() != name) {
                docs.push(doc(name, hint, description));
            }
        }
        let mut expected: Vec<(String, u32)> =
            docs.iter().map(|doc| (doc.id.to_string(), model(doc, &query))).filter(|(_, score)| *score > 0).collect();
        expected.sort_by(|(a, one), (b, other)| other.cmp(one).then(a.cmp(b)));
        prop_assert_eq!(scores(&docs, &query), expected.clone());
        if !docs.is_empty() {
            let at = turn % docs.len();
            docs.rotate_left(at);
        }
        docs.reverse();
        prop_assert_eq!(scores(&docs, &query), expected);
    }
}
