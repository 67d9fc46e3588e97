//! Why a document has its score, by the code that gave it.

use serde::Serialize;
use toolsift_core::{SearchDoc, Standing, ToolId};
use toolsift_tokenizer::Stopwords;

use crate::error::IndexError;
use crate::field::{Field, TERM_FREQUENCY_CLAMP, for_each_kept_term};
use crate::formula::{self, Frequencies, PerField, length_ratio};
use crate::identifiers;
use crate::index::Index;
use crate::lookup::Looked;
use crate::score::Score;

/// Why a document has its score for a query. The contributions sum to the score exactly.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Explanation {
    /// The document.
    pub id: ToolId,
    /// Whether it is trusted.
    pub standing: Standing,
    /// Whether the query names it by an identifier, which puts it before all others whatever its score.
    pub exact: bool,
    /// Its score.
    pub score: Score,
    /// The highest score that the query could give.
    pub ceiling: Score,
    /// The terms that rank, those that the document does not have included.
    pub terms: Vec<TermExplanation>,
    /// Known terms that do not rank, since 16 rarer ones do.
    pub passed_over: Vec<String>,
    /// Terms that no document has.
    pub unmatched: Vec<String>,
}

/// What one term adds.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TermExplanation {
    /// The term.
    pub term: String,
    /// In how many documents it occurs.
    pub document_frequency: usize,
    /// How rare that is.
    pub idf: f64,
    /// What the term adds to the score.
    pub score: Score,
    /// The fields that have it.
    pub fields: Vec<FieldExplanation>,
}

/// What one field adds.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FieldExplanation {
    /// The field.
    pub field: Field,
    /// How often the term counts in it, at most 2.
    pub term_frequency: u8,
    /// Whether it may stand there more often than it counts.
    pub clamped: bool,
    /// The kept terms of the field.
    pub length: u32,
    /// The mean over the documents that have the field.
    pub average_length: f64,
    /// The one against the other, as the formula uses it.
    pub length_ratio: f64,
    /// What an occurrence is worth.
    pub weight: f64,
    /// What the field adds to the weighted frequency, the text pool's cut included.
    pub weighted_frequency: f64,
    /// The field's share of the term's score, in proportion to that.
    pub contribution: Score,
}

impl Index {
    /// Why `doc` has its score for a query.
    ///
    /// # Errors
    ///
    /// [`IndexError::UnknownDocument`] where no document has the id, [`IndexError::ChangedDocument`] where the
    /// query's terms have another score in it than was indexed. The index keeps no texts, so it must be the very document that was indexed.
    ///
    /// # Complexity
    ///
    /// One document is read again; O(log n) a term to find its posting.
    ///
    /// ```
    /// use toolsift_bm25f_index::{Index, Params, Score};
    /// use toolsift_core::{SearchDoc, ToolId};
    /// use toolsift_tokenizer::Stopwords;
    ///
    /// let doc = SearchDoc::new(ToolId::new("refund_payment")?);
    /// let index = Index::build(std::slice::from_ref(&doc), &Params::default())?;
    /// let why = index.explain("refund", &Stopwords::default(), &doc)?;
    /// let fields = why.terms.iter().flat_map(|term| &term.fields);
    /// assert_eq!(fields.map(|field| field.contribution).sum::<Score>(), why.score);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&self, query: &str, stopwords: &Stopwords, doc: &SearchDoc) -> Result<Explanation, IndexError> {
        let number = self.number(&doc.id).ok_or_else(|| IndexError::UnknownDocument { id: doc.id.clone() })?;
        let mut looked = Looked::default();
        self.look_up(query, stopwords, &mut looked);
        let mut frequencies = vec![Frequencies::default(); looked.ranked.len()];
        let lengths = PerField::from_fn(|field| {
            for_each_kept_term(doc, field, |term| {
                let ranked = looked.ranked.iter().zip(&mut frequencies);
                let ranked = ranked.into_iter().find(|((_, entry), _)| self.dictionary.term(entry.number) == term);
                ranked.into_iter().for_each(|(_, frequencies)| frequencies.add(field));
            })
        });
        let ratios = PerField::from_fn(|field| {
            length_ratio(lengths.of(field), self.averages.of(field), self.params.length_floor)
        });
        let standing = self.documents.found(number).standing();
        let weights = PerField::from_fn(|field| self.params.weight(field, standing));
        let shares_of = PerField::from_fn(|field| formula::shares(weights.of(field), formula::norm(ratios.of(field))));
        let mut terms = Vec::new();
        for ((_, entry), frequencies) in looked.ranked.iter().zip(frequencies) {
            let document_frequency = entry.documents as usize;
            let idf = self.params.idf(self.documents.len(), document_frequency);
            let weighted = formula::weighted(frequencies, &shares_of);
            let occurs = frequencies != Frequencies::default();
            let score = if occurs { formula::impact(idf, &weighted) } else { Score::default() };
            if Score::of_impact(self.postings.impact(*entry, number)) != score {
                return Err(IndexError::ChangedDocument { id: doc.id.clone() });
            }
            let shares = shares(score, &weighted);
            let fields = Field::ALL
                .into_iter()
                .filter(|&field| frequencies.of(field) > 0)
                .map(|field| FieldExplanation {
                    field,
                    term_frequency: frequencies.of(field),
                    clamped: frequencies.of(field) == TERM_FREQUENCY_CLAMP,
                    length: lengths.of(field),
                    average_length: self.averages.of(field),
                    length_ratio: ratios.of(field),
                    weight: weights.of(field),
                    weighted_frequency: weighted.of(field),
                    contribution: shares.of(field),
                })
                .collect();
            let term = self.dictionary.term(entry.number).to_owned();
            terms.push(TermExplanation { term, document_frequency, idf, score, fields });
        }
        let mut named = Vec::new();
        identifiers::named(self, query, &looked, usize::MAX, &mut named);
        Ok(Explanation {
            id: doc.id.clone(),
            standing,
            exact: named.contains(&number),
            score: terms.iter().map(|term| term.score).sum(),
            ceiling: self.ceiling(&looked),
            terms,
            passed_over: self.texts(&looked, &looked.passed_over),
            unmatched: self.texts(&looked, &looked.unmatched),
        })
    }
}

/// Divides a score among the fields in proportion to their weighted frequencies. The rounded running totals are taken
/// apart, so that the shares sum to the score exactly.
fn shares(score: Score, weighted: &PerField<f64>) -> PerField<Score> {
    let all: f64 = weighted.0.iter().sum();
    let mut running = 0.0;
    let mut given = 0;
    PerField::from_fn(|field| {
        running += weighted.of(field);
        let total = if all > 0.0 { Score::nearest(score.as_f64() * (running / all)).units() } else { 0 };
        let share = total.saturating_sub(given);
        given = total.max(given);
        Score::from_units(share)
    })
}
