//! Holding answers against the laws.

use toolsift_core::{Hit, SearchDoc, ToolRanker, chars_prefix};

use super::corpus;
use super::transcript::{Answer, Entry, Transcript, same};
use super::{Build, MAX_DETAIL_CHARS, MAX_UNMATCHED_CHARS, MAX_UNMATCHED_TERMS, Violation, law};

/// The violations so far, at most one for each law.
pub(super) struct Findings(pub(super) Vec<Violation>);

impl Findings {
    /// What a ranker breaks.
    pub(super) fn of(build: &Build<'_>) -> Self {
        let mut found = Self(Vec::new());
        found.check(build);
        found
    }

    pub(super) fn add(&mut self, law: &'static str, detail: &str) {
        if !self.has(law) {
            self.0.push(Violation { law, detail: chars_prefix(detail, MAX_DETAIL_CHARS).to_owned() });
        }
    }

    fn has(&self, law: &str) -> bool {
        self.0.iter().any(|violation| violation.law == law)
    }

    fn check(&mut self, build: &Build<'_>) {
        let docs = corpus::documents();
        let questions = corpus::questions();

        let Some(ranker) = self.build(build, &docs, "the documents") else { return };
        let kind = ranker.kind().to_owned();
        if kind.is_empty() {
            self.add(law::KIND, "the kind is empty");
        }
        let first = Transcript::take(&*ranker, &questions);
        self.check_answers(&docs, &first);
        if !first.is_answered() {
            self.add(law::ANSWERS, "the ranker was unavailable for every query");
        }
        let again = Transcript::take_backwards(&*ranker, &questions);
        self.compare(law::REPEATABLE, "asked again, in the opposite order", &first, &again);
        if ranker.kind() != kind {
            self.add(law::KIND, &format!("the kind was {} and became {}", short(&kind), short(ranker.kind())));
        }

        if let Some(second) = self.build(build, &docs, "the same documents again") {
            let second = Transcript::take(&*second, &questions);
            self.compare(law::REPEATABLE, "built again", &first, &second);
        }
        for (name, docs) in corpus::permutations(&docs) {
            let Some(ranker) = self.build(build, &docs, name) else { continue };
            let other = Transcript::take(&*ranker, &questions);
            self.check_answers(&docs, &other);
            if !self.has(law::REPEATABLE) {
                self.compare(law::DOCUMENT_ORDER, name, &first, &other);
            }
        }
        if !self.has(law::REPEATABLE) {
            self.check_prefixes(&first);
        }

        if let Some(ranker) = self.build(build, &[], "no documents") {
            self.check_no_documents(&Transcript::take(&*ranker, &questions));
        }
    }

    fn build(&mut self, build: &Build<'_>, docs: &[SearchDoc], of: &str) -> Option<Box<dyn ToolRanker>> {
        build(docs).map_err(|error| self.add(law::BUILD, &format!("of {of}: {error}"))).ok()
    }

    /// The laws that a single answer can break.
    fn check_answers(&mut self, docs: &[SearchDoc], transcript: &Transcript) {
        for entry in &transcript.entries {
            for (limit, answer) in &entry.answers {
                let place = format!("{}, limit {limit}", entry.name);
                match answer {
                    Answer::Hits(hits) => self.check_hits(docs, &place, *limit, hits),
                    Answer::Unavailable => {}
                    Answer::Terminal => self.add(law::NOT_TERMINAL, &place),
                }
            }
            self.check_unmatched(entry);
        }
    }

    fn check_hits(&mut self, docs: &[SearchDoc], place: &str, limit: usize, hits: &[Hit]) {
        if hits.len() > limit {
            self.add(law::LIMIT, &format!("{place}: {} hits", hits.len()));
        }
        for (index, hit) in hits.iter().enumerate() {
            let id = || short(hit.id.as_str());
            if !docs.iter().any(|doc| doc.id == hit.id) {
                self.add(law::KNOWN_IDS, &format!("{place}: {}", id()));
            }
            if hits.iter().take(index).any(|earlier| earlier.id == hit.id) {
                self.add(law::DISTINCT_IDS, &format!("{place}: {}", id()));
            }
            if !hit.score.is_finite() {
                self.add(law::SCORES, &format!("{place}: {} scores {}", id(), hit.score));
            }
        }
        for (one, next) in hits.iter().zip(hits.iter().skip(1)) {
            if next.score > one.score {
                self.add(law::SCORES, &format!("{place}: {} comes before {}", one.score, next.score));
            }
        }
    }

    pub(super) fn check_unmatched(&mut self, entry: &Entry) {
        let Entry { name, unmatched, .. } = entry;
        if unmatched.len() > MAX_UNMATCHED_TERMS {
            let count = unmatched.len();
            self.add(law::UNMATCHED, &format!("{name}: {count} terms, {MAX_UNMATCHED_TERMS} are allowed"));
        }
        let mut sorted: Vec<&str> = unmatched.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        for (index, term) in sorted.iter().enumerate() {
            if term.is_empty() {
                self.add(law::UNMATCHED, &format!("{name}: an empty term"));
            }
            if term.chars().nth(MAX_UNMATCHED_CHARS).is_some() {
                self.add(law::UNMATCHED, &format!("{name}: a term of more than {MAX_UNMATCHED_CHARS} characters"));
            }
            if sorted.get(index + 1) == Some(term) {
                self.add(law::UNMATCHED, &format!("{name}: {} comes twice", short(term)));
            }
        }
    }

    fn compare(&mut self, law: &'static str, how: &str, one: &Transcript, other: &Transcript) {
        if let Some(place) = one.difference(other) {
            self.add(law, &format!("{how}: another answer to {place}"));
        }
    }

    fn check_prefixes(&mut self, transcript: &Transcript) {
        for Entry { name, answers, .. } in &transcript.entries {
            for ((low, few), (high, many)) in answers.iter().zip(answers.iter().skip(1)) {
                let (Answer::Hits(few), Answer::Hits(many)) = (few, many) else { continue };
                // Hits past a limit break another law.
                let (few, many) = (few.iter().take(*low), many.iter().take(*high).take(*low));
                if !same(few, many) {
                    self.add(law::PREFIX, &format!("{name}: limit {low} is not the beginning of limit {high}"));
                }
            }
        }
    }

    fn check_no_documents(&mut self, transcript: &Transcript) {
        for Entry { name, answers, .. } in &transcript.entries {
            for (limit, answer) in answers {
                match answer {
                    Answer::Hits(hits) if hits.is_empty() => {}
                    Answer::Hits(_) => self.add(law::NO_DOCUMENTS, &format!("{name}, limit {limit}: a hit")),
                    Answer::Unavailable => {}
                    Answer::Terminal => self.add(law::NOT_TERMINAL, &format!("{name}, limit {limit}, no documents")),
                }
            }
        }
    }
}

/// A text that somebody else chose, quoted and cut.
fn short(text: &str) -> String {
    format!("{:?}", chars_prefix(text, 60))
}
