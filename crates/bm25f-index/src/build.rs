//! Documents to index: count, then weigh.

use ahash::AHashMap;
use toolsift_core::{SearchDoc, Standing, limits::MAX_DOCUMENTS};

use crate::error::IndexError;
use crate::field::{Field, for_each_kept_term};
use crate::fingerprint::fingerprint;
use crate::formula::{self, Frequencies, PerField, count, length_ratio};
use crate::identifiers::Identifiers;
use crate::index::{Document, Index, Params, TermEntry};
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
    sorted.iter().for_each(|doc| counts.add(doc));
    let averages = counts.averages();
    let tokens = counts.lengths.iter().flat_map(|lengths| lengths.0).map(|length| length as usize).sum();
    let Postings { entries, documents: posting_documents, impacts: posting_impacts } =
        counts.weigh(&sorted, &averages, params);
    Ok(Index {
        documents: sorted.iter().map(|doc| Document { id: doc.id.clone(), standing: doc.standing }).collect(),
        dictionary: counts.numbers,
        entries,
        posting_documents,
        posting_impacts,
        identifiers: Identifiers::new(&sorted),
        averages,
        params: params.clone(),
        tokens,
        fingerprint: fingerprint(&sorted, params),
    })
}

/// One term in one document, before its weight is known.
struct Occurrence {
    term: usize,
    document: u32,
    frequencies: Frequencies,
}

/// The first pass: which term stands how often in which field of which document.
#[derive(Default)]
struct Counts {
    numbers: AHashMap<Box<str>, usize>,
    /// In how many documents each term occurs.
    document_frequencies: Vec<usize>,
    occurrences: Vec<Occurrence>,
    /// The kept terms of each document's fields.
    lengths: Vec<PerField<u32>>,
    /// For each term, one past the place of its occurrence in the current document.
    latest: Vec<usize>,
}

impl Counts {
    fn add(&mut self, doc: &SearchDoc) {
        let document = u32::try_from(self.lengths.len()).unwrap_or(u32::MAX);
        let first = self.occurrences.len();
        let lengths = PerField::from_fn(|field| {
            for_each_kept_term(doc, field, |term| self.occurrence(term, document, first).add(field))
        });
        self.lengths.push(lengths);
    }

    /// The frequencies of a term in the document whose occurrences begin at `first`.
    fn occurrence(&mut self, term: &str, document: u32, first: usize) -> &mut Frequencies {
        let number = match self.numbers.get(term) {
            Some(&number) => number,
            None => {
                let number = self.numbers.len();
                self.numbers.insert(term.into(), number);
                self.document_frequencies.push(0);
                self.latest.push(0);
                number
            }
        };
        let known = self.latest.get(number).copied().unwrap_or_default();
        let place = if known > first { known - 1 } else { self.occurrences.len() };
        if place == self.occurrences.len() {
            self.occurrences.push(Occurrence { term: number, document, frequencies: Frequencies::default() });
            if let (Some(latest), Some(frequency)) =
                (self.latest.get_mut(number), self.document_frequencies.get_mut(number))
            {
                *latest = place + 1;
                *frequency += 1;
            }
        }
        #[expect(clippy::indexing_slicing, reason = "the place was found or filled just now")]
        &mut self.occurrences[place].frequencies
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

    /// The second pass: postings in the order of terms, each with its final impact.
    fn weigh(&self, documents: &[&SearchDoc], averages: &PerField<f64>, params: &Params) -> Postings {
        let idfs: Vec<f64> =
            self.document_frequencies.iter().map(|&with_term| formula::idf(documents.len(), with_term)).collect();
        let mut entries = Vec::with_capacity(idfs.len());
        let mut start = 0;
        for frequency in &self.document_frequencies {
            // `end` moves up as the postings arrive.
            entries.push(TermEntry { start, end: start, trusted: 0 });
            start += frequency;
        }
        let mut posting_documents = vec![0; start];
        let mut posting_impacts = vec![Score::default(); start];
        for occurrence in &self.occurrences {
            let document = occurrence.document as usize;
            let (Some(entry), Some(idf), Some(lengths), Some(doc)) = (
                entries.get_mut(occurrence.term),
                idfs.get(occurrence.term),
                self.lengths.get(document),
                documents.get(document),
            ) else {
                continue;
            };
            let ratios = PerField::from_fn(|field: Field| {
                length_ratio(lengths.of(field), averages.of(field), params.length_floor)
            });
            let impact = formula::impact(*idf, &formula::weighted(occurrence.frequencies, &ratios));
            if let (Some(number), Some(score)) =
                (posting_documents.get_mut(entry.end), posting_impacts.get_mut(entry.end))
            {
                (*number, *score) = (occurrence.document, impact);
            }
            entry.end += 1;
            entry.trusted += usize::from(doc.standing == Standing::Trusted);
        }
        Postings { entries, documents: posting_documents, impacts: posting_impacts }
    }
}

/// What the second pass gives.
struct Postings {
    entries: Vec<TermEntry>,
    documents: Vec<u32>,
    impacts: Vec<Score>,
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
