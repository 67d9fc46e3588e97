//! Documents to index: count, then weigh.

use toolsift_core::{SearchDoc, Standing, limits::MAX_DOCUMENTS};

use crate::dictionary::Dictionary;
use crate::error::IndexError;
use crate::field::{Field, for_each_kept_term_of, texts};
use crate::fingerprint::Fingerprint;
use crate::formula::{self, Frequencies, PerField, count};
use crate::identifiers::Identifiers;
use crate::index::{Document, Index, Params};
use crate::postings::{BLOCK, Counted, Postings, Writer};
use crate::score::Score;

pub(crate) fn build(documents: &[SearchDoc], params: &Params) -> Result<Index, IndexError> {
    build_up_to(MAX_DOCUMENTS, documents, params)
}

fn build_up_to(max_documents: usize, documents: &[SearchDoc], params: &Params) -> Result<Index, IndexError> {
    if documents.len() > max_documents {
        return Err(IndexError::TooManyDocuments { actual: documents.len(), limit: max_documents });
    }
    let mut sorted: Vec<&SearchDoc> = documents.iter().collect();
    sorted.sort_unstable_by_key(|doc| &doc.id);
    for pair in sorted.windows(2) {
        if let [one, other] = pair {
            if one.id == other.id {
                return Err(IndexError::DuplicateId { id: one.id.clone() });
            }
        }
    }
    let mut counts = Counts::default();
    let mut fingerprint = Fingerprint::new(sorted.len(), params);
    sorted.iter().try_for_each(|doc| counts.add(doc, &mut fingerprint))?;
    let averages = counts.averages();
    let tokens = counts.lengths.iter().flat_map(|lengths| lengths.0).map(|length| length as usize).sum();
    let postings = counts.weigh(&sorted, &averages, params);
    let documents: Vec<Document> = sorted.iter().map(|doc| Document::new(doc)).collect();
    counts.dictionary.shrink();
    Ok(Index {
        identifiers: Identifiers::new(&documents, counts.dictionary.hasher().clone()),
        highest_unknown: highest(documents.len(), 0, params),
        documents,
        dictionary: counts.dictionary,
        postings,
        averages,
        params: params.clone(),
        tokens,
        fingerprint: fingerprint.finish(),
    })
}

/// The most that a term of so many documents can add to one.
fn highest(documents: usize, with_term: usize, params: &Params) -> u16 {
    let saturated = formula::saturated(formula::highest_x(params.length_floor));
    Score::nearest(formula::idf(documents, with_term) * saturated).to_impact()
}

/// One term in one document, before its weight is known.
struct Occurrence {
    term: u32,
    document: u32,
    frequencies: Frequencies,
}

/// The first pass: which term stands how often in which field of which document.
#[derive(Default)]
struct Counts {
    dictionary: Dictionary,
    /// In how many documents, and in how many trusted ones, each term occurs.
    terms: Vec<Counted>,
    /// The same for each block.
    in_blocks: Vec<Vec<u32>>,
    occurrences: Vec<Occurrence>,
    /// The kept terms of each document's fields.
    lengths: Vec<PerField<u32>>,
    /// For each term, one past the place of its occurrence in the current document.
    latest: Vec<u32>,
}

impl Counts {
    fn add(&mut self, doc: &SearchDoc, fingerprint: &mut Fingerprint) -> Result<(), IndexError> {
        if self.lengths.len() % BLOCK == 0 {
            self.in_blocks.push(vec![0; self.terms.len()]);
        }
        let document = u32::try_from(self.lengths.len()).map_err(|_| IndexError::TooLarge)?;
        let first = self.occurrences.len();
        let is_trusted = doc.standing == Standing::Trusted;
        let mut fits = true;
        fingerprint.add_document(doc);
        let lengths = PerField::from_fn(|field| {
            let texts = texts(doc, field);
            fingerprint.add_texts(&texts);
            for_each_kept_term_of(&texts, field.max_terms(doc.standing), |term| {
                match self.occurrence(term, document, first, is_trusted) {
                    Some(frequencies) => frequencies.add(field),
                    None => fits = false,
                }
            })
        });
        self.lengths.push(lengths);
        if fits { Ok(()) } else { Err(IndexError::TooLarge) }
    }

    /// The frequencies of a term in the document whose occurrences begin at `first`.
    fn occurrence(&mut self, term: &str, document: u32, first: usize, is_trusted: bool) -> Option<&mut Frequencies> {
        let term = self.dictionary.number(term).ok()?;
        if term as usize == self.terms.len() {
            self.terms.push(Counted::default());
            self.latest.push(0);
        }
        let latest = self.latest.get_mut(term as usize)?;
        if *latest as usize <= first {
            self.occurrences.push(Occurrence { term, document, frequencies: Frequencies::default() });
            *latest = u32::try_from(self.occurrences.len()).ok()?;
            let counted = self.terms.get_mut(term as usize)?;
            counted.documents += 1;
            counted.trusted += u32::from(is_trusted);
            let in_block = self.in_blocks.last_mut()?;
            if in_block.len() <= term as usize {
                in_block.resize(term as usize + 1, 0);
            }
            *in_block.get_mut(term as usize)? += 1;
        }
        let place = (*self.latest.get(term as usize)? as usize).checked_sub(1)?;
        self.occurrences.get_mut(place).map(|occurrence| &mut occurrence.frequencies)
    }

    /// The mean length of each field over the documents that have it.
    fn averages(&self) -> PerField<f64> {
        PerField::from_fn(|field| {
            let lengths = self.lengths.iter().map(|lengths| lengths.of(field)).filter(|&length| length > 0);
            let (documents, terms) =
                lengths.fold((0, 0), |(documents, terms), length| (documents + 1, terms + length as usize));
            if documents == 0 { 0.0 } else { count(terms) / count(documents) }
        })
    }

    /// The second pass: postings, each with its final impact.
    fn weigh(&mut self, documents: &[&SearchDoc], averages: &PerField<f64>, params: &Params) -> Postings {
        let mut idfs = Vec::with_capacity(self.terms.len());
        for counted in &mut self.terms {
            counted.highest = highest(documents.len(), counted.documents as usize, params);
            idfs.push(formula::idf(documents.len(), counted.documents as usize));
        }
        // A block knows no terms that came behind it.
        self.in_blocks.iter_mut().for_each(|block| block.resize(self.terms.len(), 0));
        let mut writer = Writer::new(documents.len(), &self.terms, &self.in_blocks);
        let mut of_document = (u32::MAX, PerField::default());
        for occurrence in &self.occurrences {
            if of_document.0 != occurrence.document {
                let lengths = self.lengths.get(occurrence.document as usize).copied().unwrap_or_default();
                let norm = |field: Field| {
                    formula::norm(formula::length_ratio(lengths.of(field), averages.of(field), params.length_floor))
                };
                of_document = (occurrence.document, PerField::from_fn(norm));
            }
            let Some(idf) = idfs.get(occurrence.term as usize) else { continue };
            let impact = formula::impact(*idf, &formula::weighted(occurrence.frequencies, &of_document.1));
            writer.add(occurrence.term, occurrence.document, impact.to_impact());
        }
        writer.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolsift_core::ToolId;

    /// S80: a catalogue above the cap is a loud error, not a silent loss.
    #[test]
    fn too_many_documents_are_an_error() {
        let docs: Vec<SearchDoc> = ["a", "b", "c"].map(|id| SearchDoc::new(ToolId::new(id).unwrap())).into();
        assert!(build_up_to(3, &docs, &Params::default()).is_ok());
        let error = build_up_to(2, &docs, &Params::default()).unwrap_err();
        assert_eq!(error.to_string(), "3 documents, an index holds at most 2");
    }
}
