//! Which terms of a query rank, and what they cost.

use toolsift_bm25f_index::Index;
use toolsift_core::SearchDoc;
use toolsift_tokenizer::Stopwords;

use crate::common::{With, doc, found, index};

/// `w01`, `w02` and so on.
fn word(number: usize) -> String {
    format!("w{number:02}")
}

/// Seventeen documents `d01` to `d17` and seventeen words: `w01` stands in one document, `w02` in two, `w17` in all.
fn staircase() -> Index {
    let text = |number: usize| (number..=17).map(word).collect::<Vec<_>>().join(" ");
    index(&(1..=17).map(|number| doc(&format!("d{number:02}")).described(&text(number))).collect::<Vec<_>>())
}

/// ADR-061: a repeated word counts once, in whatever form.
#[test]
fn a_repeated_word_counts_once() {
    let index = index(&[doc("create_issue"), doc("create_repo"), doc("close_issue")]);
    let once = index.search("create issue", &Stopwords::default(), 9);
    let often = index.search("create CREATE issues create issue", &Stopwords::default(), 9);
    let scores = |answer: &toolsift_bm25f_index::Answer| {
        answer.hits.iter().map(|hit| (hit.id.clone(), hit.score)).collect::<Vec<_>>()
    };
    assert_eq!(scores(&once), scores(&often));
    assert_eq!((once.terms, once.postings), (often.terms, often.postings));
}

/// ADR-062: of seventeen known terms the most frequent has no effect, wherever in the query it stands.
#[test]
fn the_seventeenth_rarest_term_has_no_effect() {
    let index = staircase();
    let rising: Vec<String> = (1..=17).map(word).collect();
    let falling: Vec<String> = rising.iter().rev().cloned().collect();
    let without = index.search(&rising[..16].join(" "), &Stopwords::default(), 99);
    for words in [rising, falling] {
        let answer = index.search(&words.join(" "), &Stopwords::default(), 99);
        assert_eq!(answer.hits, without.hits);
        assert!(answer.hits.iter().all(|hit| hit.id.as_str() != "d17"), "d17 has the seventeenth word alone");
        assert_eq!(answer.postings, (1..=16).sum::<usize>());
        let why = index.explain(&words.join(" "), &Stopwords::default(), &doc("d17").described("w17")).unwrap();
        assert_eq!(why.passed_over, ["w17"]);
        assert_eq!(why.score.units(), 0);
    }
    let sixteen: Vec<String> = (2..=17).map(word).collect();
    assert!(found(&index, &sixteen.join(" ")).contains(&"d17".to_owned()), "the sixteenth takes part");
}

/// ADR-062: a term that only un-vouched names have comes last, however rare it is.
#[test]
fn a_term_of_untrusted_names_ranks_last() {
    let mut docs: Vec<SearchDoc> = (1..=16).map(|number| doc(&word(number)).described(&word(number))).collect();
    docs.extend((1..=16).map(|number| doc(&format!("more_{}", word(number)))));
    docs.push(doc("rare_name").untrusted());
    let index = index(&docs);
    let sixteen = (1..=16).map(word).collect::<Vec<_>>().join(" ");
    assert_eq!(found(&index, "rare"), ["rare_name"]);
    assert!(!found(&index, &format!("rare {sixteen}")).contains(&"rare_name".to_owned()));
    let fifteen = (2..=16).map(word).collect::<Vec<_>>().join(" ");
    assert!(found(&index, &format!("rare {fifteen}")).contains(&"rare_name".to_owned()));
}

/// ADR-062: how often a term stands in un-vouched names makes it no less rare: a server cannot name a word away.
#[test]
fn untrusted_names_do_not_make_a_term_frequent() {
    let mut docs: Vec<SearchDoc> = (1..=17).map(|number| doc(&format!("a_{}", word(number)))).collect();
    docs.extend((2..=17).map(|number| doc(&format!("b_{}", word(number)))));
    docs.extend((0..50).map(|i| doc(&format!("{}_squatter{i}", word(1))).untrusted()));
    let index = index(&docs);
    let all = (1..=17).rev().map(word).collect::<Vec<_>>().join(" ");
    let why = index.explain(&all, &Stopwords::default(), &docs[0]).unwrap();
    assert_eq!(why.passed_over, [word(2)], "of those in two trusted documents the last one");
}

/// ADR-062: among equally rare terms those that the query says first rank.
#[test]
fn ties_of_rarity_go_to_the_first() {
    let index = index(&(1..=17).map(|number| doc(&word(number))).collect::<Vec<_>>());
    let mut words: Vec<String> = (1..=17).map(word).collect();
    for _ in 0..17 {
        let mut hits = found(&index, &words.join(" "));
        hits.sort_unstable();
        let mut expected = words[..16].to_vec();
        expected.sort_unstable();
        assert_eq!(hits, expected);
        words.rotate_left(1);
    }
}

/// ADR-062, S11: words that no document has use up none of the sixteen.
#[test]
fn unknown_words_take_no_place() {
    let unknown: Vec<String> = (0..40).map(|number| format!("u{number:02}")).collect();
    let index = index(&[doc("send_mail"), doc("get_me")]);
    let answer = index.search(&format!("{} mail", unknown.join(" ")), &Stopwords::default(), 9);
    assert_eq!(answer.hits.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(), ["send_mail"]);
    assert_eq!(answer.unmatched, unknown);
}

/// ADR-047: what is read are the postings of the terms that rank, whatever the limit.
#[test]
fn a_query_reads_the_postings_of_its_terms() {
    let index = staircase();
    for (query, postings) in
        [("", 0), ("unknown", 0), ("w01", 1), ("w17", 17), ("w03 w05 w03", 8), ("w17 unknown w01", 18), ("the w02", 2)]
    {
        for limit in [0, 1, 99] {
            assert_eq!(index.search(query, &Stopwords::default(), limit).postings, postings, "{query:?}");
        }
    }
}

/// S11: a word with a capital inside is also sought in one piece; where it is known so, its parts are neither unmatched
/// nor passed over for rarer terms.
#[test]
fn a_divided_word_is_sought_undivided_too() {
    let docs = [doc("github_issues"), doc("send_mail"), doc("git_hub_mirror")];
    let index = index(&docs[..2]);
    let answer = index.search("an issue on GitHub", &Stopwords::default(), 9);
    assert_eq!(answer.terms, ["issue", "git", "hub", "github"]);
    assert_eq!(answer.unmatched, [""; 0]);
    assert_eq!(answer.hits.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(), ["github_issues"]);
    assert_eq!(found(&self::index(&docs), "GitHub").len(), 2, "the parts are sought as well");
    let both = index.search("GitHub github", &Stopwords::default(), 9);
    assert_eq!(
        (both.unmatched, both.hits[0].id.as_str()),
        (vec![], "github_issues"),
        "though the whole is there twice"
    );
    assert_eq!(index.unmatched("GitLab", &Stopwords::default()), ["git", "lab"], "where the whole is unknown too");
    // One whole, divided in two ways: it excuses the parts of both.
    let twice = index.search("GitHub GitHUb", &Stopwords::default(), 9);
    assert!(twice.terms.contains(&"ub".to_owned()) && twice.unmatched.is_empty(), "{twice:?}");
    let why = index.explain("an issue on GitHub", &Stopwords::default(), &docs[0]).unwrap();
    assert_eq!(why.terms.iter().map(|term| term.term.as_str()).collect::<Vec<_>>(), ["issue", "github"]);
    assert_eq!(why.unmatched, [""; 0]);
    assert_eq!(why.passed_over, [""; 0]);
}
