//! Random catalogues and queries that meet them.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index as Pick, select};
use toolsift_core::{SearchDoc, Standing, ToolId};
use toolsift_tokenizer::{MAX_QUERY_CHARS, terms};

/// Few words, so that ties, shared names and rare terms are all frequent.
const WORDS: &[&str] = &[
    "get",
    "set",
    "me",
    "the",
    "issue",
    "issues",
    "create",
    "search",
    "repo",
    "file",
    "list",
    "pull",
    "request",
    "mail",
    "send",
    "fetch",
    "a",
    "x1",
    "s3",
    "pay",
    "bill",
    "查询",
    "发票",
    "straße",
    "ÜBER",
    "ﬁle",
    "портфель",
    "читать",
    "alpha",
    "beta",
    "gamma",
    "delta",
    "HTTPServer",
    "createIssue",
    "createissue",
    "GitHub",
    "github",
    "me\u{ad}",
    "can",
    "it",
    "of",
];

const SEPARATORS: &[&str] = &["_", "_", "__", "__", ".", "/", ":", "-", "", " "];

pub(crate) fn word() -> impl Strategy<Value = String> {
    prop_oneof![8 => select(WORDS).prop_map(str::to_owned), 1 => select(WORDS).prop_map(capitalised)]
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// One to four words between separators, so that one local name stands in several namespaces.
fn id() -> impl Strategy<Value = String> {
    let short = (word(), vec((select(SEPARATORS), word()), 0..3));
    let short = short.prop_map(|(first, rest): (String, Vec<(&str, String)>)| {
        rest.into_iter().fold(first, |id, (separator, word)| format!("{id}{separator}{word}"))
    });
    prop_oneof![30 => short, 1 => long_text(33..42)]
}

fn text(words: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    vec(word(), words).prop_map(|words| words.join(" "))
}

/// Many words in few choices: every so-manieth of the list.
fn long_text(words: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    (words, 0..WORDS.len(), 0..WORDS.len()).prop_map(|(words, start, step)| {
        (0..words).map(|at| WORDS[(start + at * step) % WORDS.len()]).collect::<Vec<_>>().join(" ")
    })
}

/// Up to over-long: more words than are kept, or one that leaves little of what is read.
fn description() -> impl Strategy<Value = String> {
    let reaching = (1_970_usize..2_010, text(1..8)).prop_map(|(length, text)| format!("{} {text}", "é".repeat(length)));
    prop_oneof![10 => text(0..12), 2 => long_text(100..160), 1 => reaching]
}

fn labels() -> impl Strategy<Value = Vec<String>> {
    prop_oneof![3 => Just(Vec::new()), 6 => vec(text(0..4), 0..4), 1 => vec(long_text(3..12), 12..20)]
}

fn parameters() -> impl Strategy<Value = Vec<String>> {
    prop_oneof![4 => Just(Vec::new()), 4 => vec(text(0..4), 0..6), 1 => vec(long_text(30..150), 3..6), 1 => vec(description(), 2..4)]
}

pub(crate) fn document() -> impl Strategy<Value = SearchDoc> {
    let namespace = option::weighted(0.4, select(["get", "git", "create", "issue", "Pay Bill", "查询", ""].as_slice()));
    let standing = select([Standing::Trusted, Standing::Trusted, Standing::Untrusted].as_slice());
    let texts = (option::of(description()), labels(), labels(), parameters());
    (id(), namespace, standing, texts).prop_map(
        |(id, namespace, standing, (description, tags, aliases, parameters))| {
            let mut doc = SearchDoc::new(ToolId::new(id).unwrap());
            doc.namespace = namespace.map(str::to_owned);
            doc.standing = standing;
            (doc.description, doc.tags, doc.aliases, doc.parameters) = (description, tags, aliases, parameters);
            doc
        },
    )
}

pub(crate) fn catalogue() -> impl Strategy<Value = Vec<SearchDoc>> {
    vec(document(), 0..=40).prop_map(|docs| {
        let distinct: BTreeMap<ToolId, SearchDoc> = docs.into_iter().map(|doc| (doc.id.clone(), doc)).collect();
        distinct.into_values().collect::<Vec<_>>()
    })
}

/// A piece of a query; what names a document chooses one of the catalogue that it meets.
#[derive(Debug, Clone)]
pub(crate) enum Piece {
    Text(String),
    Id(Pick, &'static str),
    LocalName(Pick, &'static str),
    WordsOfId(Pick),
    WordsOfLocalName(Pick),
}

fn piece() -> impl Strategy<Value = Piece> {
    let around = || select(["{}", "{}", "`{}`", "({}),", "{}.", "-{}:", "get/{}", "{}!x", "\u{202e}{}"].as_slice());
    let odd = select(["unknown", "?!", "\u{0}", "the", "does", "file,issue_me;repo", "\t\n", "—"].as_slice());
    prop_oneof![
        12 => word().prop_map(Piece::Text),
        2 => odd.prop_map(|text| Piece::Text(text.to_owned())),
        1 => (any::<Pick>(), around()).prop_map(|(pick, around)| Piece::Id(pick, around)),
        1 => (any::<Pick>(), around()).prop_map(|(pick, around)| Piece::LocalName(pick, around)),
    ]
}

/// One to forty words, or nothing but what names a document.
pub(crate) fn query() -> impl Strategy<Value = Vec<Piece>> {
    let alone = prop_oneof![
        any::<Pick>().prop_map(|pick| Piece::Id(pick, " {}\t")),
        any::<Pick>().prop_map(|pick| Piece::LocalName(pick, "{}")),
        any::<Pick>().prop_map(Piece::WordsOfId),
        any::<Pick>().prop_map(Piece::WordsOfLocalName),
    ];
    prop_oneof![3 => vec(piece(), 1..6), 3 => vec(piece(), 6..=40), 2 => vec(alone, 1)]
}

pub(crate) fn spelled(pieces: &[Piece], docs: &[SearchDoc]) -> String {
    let of = |pick: &Pick, part: fn(&SearchDoc) -> &str| {
        if docs.is_empty() { "nothing" } else { part(pick.get(docs)) }.to_owned()
    };
    let words = |text: String| terms(&text, MAX_QUERY_CHARS).join(" ");
    let spell = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Id(pick, around) => around.replace("{}", &of(pick, |doc| doc.id.as_str())),
        Piece::LocalName(pick, around) => around.replace("{}", &of(pick, SearchDoc::local_name)),
        Piece::WordsOfId(pick) => words(of(pick, |doc| doc.id.as_str())),
        Piece::WordsOfLocalName(pick) => words(of(pick, SearchDoc::local_name)),
    };
    pieces.iter().map(spell).collect::<Vec<_>>().join(" ")
}

pub(crate) fn limit() -> impl Strategy<Value = usize> {
    prop_oneof![1 => 0_usize..3, 3 => 1_usize..12, 2 => Just(usize::MAX)]
}
