//! A query against the index.

use toolsift_core::limits::MAX_QUERY_TERMS;
use toolsift_tokenizer::{Joined, Stopwords, joined_terms, query_terms};

use crate::answer::{Answer, Hit, Strength};
use crate::formula;
use crate::identifiers;
use crate::index::{Index, TermEntry};
use crate::score::Score;
use crate::top_k::TopK;

/// A query that was looked up: which terms rank, which are unknown.
pub(crate) struct Plan {
    pub(crate) terms: Vec<String>,
    /// The terms that rank, in order of appearance.
    pub(crate) ranked: Vec<(String, TermEntry)>,
    /// The known terms that do not, since enough rarer ones do.
    pub(crate) passed_over: Vec<String>,
    pub(crate) unmatched: Vec<String>,
    pub(crate) ceiling: Score,
}

impl Index {
    /// The best `limit` documents for a query.
    ///
    /// A word that a capital letter divides (`GitHub`) is looked for in its parts and, where a document has it so, in one piece (`github`).
    /// Of a long query the [`MAX_QUERY_TERMS`] rarest known terms rank: those in the fewest trusted documents, terms known only
    /// from untrusted names last, ties by appearance.
    ///
    /// # Complexity
    ///
    /// The postings of the ranked terms, plus O(hits · log `limit`), plus the cap of the query, plus a score of zero for each document.
    #[must_use]
    pub fn search(&self, query: &str, stopwords: &Stopwords, limit: usize) -> Answer {
        let plan = self.plan(query, stopwords);
        let named = identifiers::named(self, query, limit);
        let (scores, touched, postings) = self.accumulate(&plan);
        let score = |document: usize| scores.get(document).copied().unwrap_or_default();
        let mut top = TopK::new(limit, touched.len());
        for &document in &touched {
            top.offer(document, score(document as usize));
        }
        let ranked =
            top.into_sorted().map(|(document, _)| document as usize).filter(|document| !named.contains(document));
        let hit = |document: usize, exact: bool| {
            let found = self.documents.get(document)?;
            let score = score(document);
            let strength = Strength::of(score, plan.ceiling, exact);
            Some(Hit { id: found.id.clone(), score, standing: found.standing, exact, strength })
        };
        let hits = named
            .iter()
            .filter_map(|&document| hit(document, true))
            .chain(ranked.filter_map(|document| hit(document, false)))
            .take(limit)
            .collect();
        Answer { hits, terms: plan.terms, unmatched: plan.unmatched, ceiling: plan.ceiling, postings }
    }

    /// The terms of a query that no document contains, in order of appearance.
    #[must_use]
    pub fn unmatched(&self, query: &str, stopwords: &Stopwords) -> Vec<String> {
        self.plan(query, stopwords).unmatched
    }

    /// The highest score that a query could give a document of this index.
    #[must_use]
    pub fn ceiling_of(&self, query: &str, stopwords: &Stopwords) -> Score {
        self.plan(query, stopwords).ceiling
    }

    pub(crate) fn plan(&self, query: &str, stopwords: &Stopwords) -> Plan {
        let mut terms = query_terms(query, stopwords);
        let mut known = Vec::new();
        let mut unmatched = Vec::new();
        for (place, term) in terms.iter().enumerate() {
            match self.entry(term) {
                Some(entry) => known.push((place, term.clone(), entry)),
                None => unmatched.push(term.clone()),
            }
        }
        for Joined { term, parts, .. } in joined_terms(query) {
            let Some(entry) = self.entry(&term).filter(|_| !stopwords.contains(&term)) else { continue };
            unmatched.retain(|unmatched| !parts.contains(unmatched));
            if !terms.contains(&term) {
                known.push((terms.len(), term.clone(), entry));
                terms.push(term);
            }
        }
        known.sort_by_key(|(_, _, entry)| (entry.trusted == 0, entry.trusted));
        let mut passed_over = known.split_off(known.len().min(MAX_QUERY_TERMS));
        known.sort_by_key(|(place, _, _)| *place);
        passed_over.sort_by_key(|(place, _, _)| *place);
        let ranked: Vec<_> = known.into_iter().map(|(_, term, entry)| (term, entry)).collect();
        let passed_over = passed_over.into_iter().map(|(_, term, _)| term).collect();
        let ceiling = self.ceiling(&ranked, unmatched.len());
        Plan { terms, ranked, passed_over, unmatched, ceiling }
    }

    /// The highest score of a document that has all ranked terms, and as many unknown ones as may still rank, everywhere.
    fn ceiling(&self, ranked: &[(String, TermEntry)], unmatched: usize) -> Score {
        let saturated = formula::saturated(formula::highest_x(self.params.length_floor));
        let highest = |with_term: usize| Score::nearest(formula::idf(self.documents.len(), with_term) * saturated);
        let unknown = unmatched.min(MAX_QUERY_TERMS - ranked.len());
        let known = ranked.iter().map(|(_, entry)| highest(entry.document_frequency()));
        known.chain(std::iter::repeat_n(highest(0), unknown)).sum()
    }

    /// The score of every document that has a ranked term, those documents, and how many postings that took.
    fn accumulate(&self, plan: &Plan) -> (Vec<Score>, Vec<u32>, usize) {
        let mut scores = vec![Score::default(); self.documents.len()];
        let mut touched = Vec::new();
        let mut postings = 0;
        for (_, entry) in &plan.ranked {
            postings += entry.document_frequency();
            for (document, impact) in self.postings(*entry) {
                if let Some(score) = scores.get_mut(document as usize) {
                    if *score == Score::default() {
                        touched.push(document);
                    }
                    *score += impact;
                }
            }
        }
        (scores, touched, postings)
    }
}
