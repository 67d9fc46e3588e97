//! A good ranker that passes, and for every law a bad one that breaks it and nothing else.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use toolsift_core::{Hit, ToolId, chars_prefix};

use super::*;

/// What is wrong with a toy.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    None,
    EmptyKind,
    KindChanges,
    OneHitTooMany,
    LimitZeroHasAHit,
    StrangeId,
    IdTwice,
    NotANumber,
    Infinite,
    RisingScores,
    TurnsWithEachCall,
    TurnsWithEachBuild,
    UnmatchedChanges,
    TiesByDocument,
    UnmatchedByDocument,
    WorseStart,
    ScoresByLimit,
    HitWithoutDocuments,
    NeverAvailable,
    SometimesUnavailable,
    EndsTheRun,
    EndsTheRunWithoutDocuments,
    EmptyTerm,
    TermTwice,
    LongTerm,
    ManyTerms,
}

/// Counts the words that a document shares with the query; ties go by id.
#[derive(Debug)]
struct Toy {
    fault: Fault,
    /// Ids and words, by id.
    docs: Vec<(ToolId, BTreeSet<String>)>,
    first_id: Option<ToolId>,
    /// How many toys were built before this one.
    build: usize,
    calls: AtomicUsize,
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}

impl Toy {
    fn new(fault: Fault, docs: &[SearchDoc], build: usize) -> Self {
        let first_id = docs.first().map(|doc| doc.id.clone());
        let mut docs: Vec<_> = docs
            .iter()
            .map(|doc| {
                let texts = std::iter::once(doc.id.as_str()).chain(doc.description.as_deref());
                (doc.id.clone(), texts.flat_map(words).collect())
            })
            .collect();
        if fault != Fault::TiesByDocument {
            docs.sort();
        }
        Self { fault, docs, first_id, build, calls: AtomicUsize::new(0) }
    }

    fn good(&self, query: &str) -> Vec<Hit> {
        let query: BTreeSet<String> = words(chars_prefix(query, 512)).collect();
        let mut hits: Vec<Hit> = self
            .docs
            .iter()
            .map(|(id, words)| Hit::new(id.clone(), words.intersection(&query).count() as f64))
            .filter(|hit| hit.score > 0.0)
            .collect();
        hits.sort_by(|one, other| other.score.total_cmp(&one.score));
        hits
    }
}

impl ToolRanker for Toy {
    fn kind(&self) -> &str {
        match self.fault {
            Fault::EmptyKind => "",
            Fault::KindChanges if self.calls.load(Ordering::Relaxed) > 0 => "another",
            _ => "toy",
        }
    }

    fn rank(&self, query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
        let calls = self.calls.fetch_add(1, Ordering::Relaxed);
        let mut hits = self.good(query);
        let len = hits.len();
        let fault = self.fault;
        match fault {
            Fault::NeverAvailable => return Err(RankError::Unavailable("toy".into())),
            Fault::SometimesUnavailable if calls % 3 == 0 => return Err(RankError::Unavailable("toy".into())),
            Fault::EndsTheRun if query.contains('\0') => return Err(RankError::Terminal("toy".into())),
            Fault::EndsTheRunWithoutDocuments if self.docs.is_empty() => {
                return Err(RankError::Terminal("toy".into()));
            }
            Fault::OneHitTooMany => hits.truncate(limit.saturating_add(1)),
            Fault::LimitZeroHasAHit => hits.truncate(limit.max(1)),
            _ => hits.truncate(limit),
        }
        if fault == Fault::HitWithoutDocuments && self.docs.is_empty() && limit > 0 {
            hits.push(Hit::new(ToolId::new("x").unwrap(), 1.0));
        }
        // A fault of the last hit leaves the beginnings alone, so it is made before the cut where it can be.
        if limit > 0 && len > 0 {
            match fault {
                Fault::StrangeId => hits[0].id = ToolId::new("strange").unwrap(),
                Fault::IdTwice if hits.len() > 1 => hits[1].id = hits[0].id.clone(),
                Fault::NotANumber => hits[0].score = f64::NAN,
                Fault::Infinite => hits[0].score = f64::INFINITY,
                Fault::RisingScores => hits[0].score = -1.0,
                Fault::ScoresByLimit if limit < 20 => hits[0].score += 1.0,
                Fault::WorseStart if limit == 5 && len > 5 => {
                    hits = self.good(query).into_iter().skip(1).take(5).collect();
                }
                Fault::TurnsWithEachCall if calls >= 100 => hits.iter_mut().for_each(|hit| hit.score *= 2.0),
                Fault::TurnsWithEachBuild => {
                    hits.iter_mut().for_each(|hit| hit.score += self.build as f64);
                }
                _ => {}
            }
        }
        Ok(hits)
    }

    fn unmatched(&self, query: &str) -> Vec<String> {
        let read = match self.fault {
            // Enough to go past either bound and not slow.
            Fault::LongTerm | Fault::ManyTerms => chars_prefix(query, 20_000),
            _ => chars_prefix(query, 512),
        };
        let known = |word: &String| self.docs.iter().any(|(_, words)| words.contains(word));
        let mut seen = BTreeSet::new();
        let mut terms: Vec<String> = words(read)
            .filter(|word| self.fault == Fault::TermTwice || seen.insert(word.clone()))
            .filter(|word| !known(word))
            .collect();
        match self.fault {
            Fault::EmptyTerm => terms.push(String::new()),
            Fault::LongTerm => terms.truncate(1_024),
            Fault::ManyTerms => terms.iter_mut().for_each(|term| *term = chars_prefix(term, 512).to_owned()),
            Fault::UnmatchedChanges => terms.push(format!("call{}", self.calls.load(Ordering::Relaxed))),
            Fault::UnmatchedByDocument => terms.extend(self.first_id.as_ref().map(|id| format!("not {id}"))),
            _ => {}
        }
        terms
    }
}

fn broken_laws(fault: Fault) -> Vec<&'static str> {
    let builds = Cell::new(0);
    let build = |docs: &[SearchDoc]| -> Result<Box<dyn ToolRanker>, RankError> {
        builds.set(builds.get() + 1);
        Ok(Box::new(Toy::new(fault, docs, builds.get())))
    };
    let violations = check(&build).err().unwrap_or_default();
    violations.iter().map(|violation| violation.law).collect()
}

#[test]
fn a_good_ranker_breaks_no_law() {
    assert_eq!(broken_laws(Fault::None), Vec::<&str>::new());
}

#[test]
fn being_unavailable_now_and_then_breaks_no_law() {
    assert_eq!(broken_laws(Fault::SometimesUnavailable), Vec::<&str>::new());
}

#[test]
fn a_bad_ranker_breaks_the_law_that_it_breaks_and_no_other() {
    for (fault, law) in [
        (Fault::EmptyKind, "kind"),
        (Fault::KindChanges, "kind"),
        (Fault::OneHitTooMany, "limit"),
        (Fault::LimitZeroHasAHit, "limit"),
        (Fault::StrangeId, "known ids"),
        (Fault::IdTwice, "distinct ids"),
        (Fault::NotANumber, "scores"),
        (Fault::Infinite, "scores"),
        (Fault::RisingScores, "scores"),
        (Fault::TurnsWithEachCall, "repeatable"),
        (Fault::TurnsWithEachBuild, "repeatable"),
        (Fault::UnmatchedChanges, "repeatable"),
        (Fault::TiesByDocument, "document order"),
        (Fault::UnmatchedByDocument, "document order"),
        (Fault::WorseStart, "prefix"),
        (Fault::ScoresByLimit, "prefix"),
        (Fault::HitWithoutDocuments, "no documents"),
        (Fault::NeverAvailable, "answers"),
        (Fault::EndsTheRun, "not terminal"),
        (Fault::EndsTheRunWithoutDocuments, "not terminal"),
        (Fault::EmptyTerm, "unmatched"),
        (Fault::TermTwice, "unmatched"),
        (Fault::LongTerm, "unmatched"),
        (Fault::ManyTerms, "unmatched"),
    ] {
        assert_eq!(broken_laws(fault), [law], "{fault:?}");
    }
}

#[test]
fn a_builder_that_fails_breaks_the_first_law() {
    for fails in [|docs: &[SearchDoc]| !docs.is_empty(), |docs: &[SearchDoc]| docs.is_empty()] {
        let build = |docs: &[SearchDoc]| -> Result<Box<dyn ToolRanker>, RankError> {
            if fails(docs) {
                return Err(RankError::Unavailable("no disk".into()));
            }
            Ok(Box::new(Toy::new(Fault::None, docs, 0)))
        };
        let laws: Vec<&str> = check(&build).unwrap_err().iter().map(|violation| violation.law).collect();
        assert_eq!(laws, ["build"]);
    }
}

#[test]
fn unmatched_terms_may_reach_their_bounds_and_not_pass_them() {
    let terms = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
    for (unmatched, allowed) in [
        (terms(1_024), true),
        (terms(1_025), false),
        (vec!["é".repeat(9_216)], true),
        (vec!["é".repeat(9_217)], false),
        (vec!["a".to_owned(), "b".to_owned(), "a".to_owned()], false),
    ] {
        let mut found = Findings(Vec::new());
        let what = unmatched.len();
        found.check_unmatched(&transcript::Entry { name: "a query", answers: Vec::new(), unmatched });
        assert_eq!(found.0.is_empty(), allowed, "{what} terms: {:?}", found.0);
    }
}

#[test]
fn a_detail_says_where_and_is_never_long() {
    let mut found = Findings(Vec::new());
    found.add(law::KIND, &"é".repeat(1_000));
    found.add(law::KIND, "a second time");
    assert_eq!(found.0, [Violation { law: "kind", detail: "é".repeat(300) }]);

    let build = |docs: &[SearchDoc]| -> Result<Box<dyn ToolRanker>, RankError> {
        Ok(Box::new(Toy::new(Fault::EndsTheRun, docs, 0)))
    };
    let violations = check(&build).unwrap_err();
    assert_eq!(violations[0].to_string(), "not terminal: control characters, limit 0");
}
