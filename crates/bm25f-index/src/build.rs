//! Documents to index: [count](crate::count), then weigh.

use std::hint::black_box;

use toolsift_core::limits::{MAX_DOCUMENTS, MAX_POSTINGS};
use toolsift_core::{SearchDoc, Standing};

use crate::count::Counts;
use crate::dictionary::Full;
use crate::error::IndexError;
use crate::field::Field;
use crate::formula::{self, PerField, Shares};
use crate::identifiers::Identifiers;
use crate::index::{Index, Params};
use crate::postings::{Counted, Postings, Writer};
use crate::score::Score;

pub(crate) fn build(documents: &[SearchDoc], params: &Params) -> Result<Index, IndexError> {
    build_up_to(&Caps { documents: MAX_DOCUMENTS, postings: MAX_POSTINGS }, documents, params)
}

/// How much an index holds.
struct Caps {
    documents: usize,
    postings: usize,
}

fn build_up_to(caps: &Caps, documents: &[SearchDoc], params: &Params) -> Result<Index, IndexError> {
    if documents.len() > caps.documents {
        return Err(IndexError::TooManyDocuments { actual: documents.len(), limit: caps.documents });
    }
    let mut counts = Counts::new(documents.len(), params);
    let sorted = sorted(documents)?;
    for (place, doc) in sorted.iter().enumerate() {
        sorted.get(place + AHEAD).into_iter().for_each(|doc| look_at(doc));
        counts.add(doc).map_err(|Full| IndexError::TooLarge)?;
        if counts.found.occurrences.len() > caps.postings {
            return Err(IndexError::TooManyPostings { limit: caps.postings });
        }
    }
    let averages = counts.averages();
    let postings = weigh(&counts, &averages, params);
    counts.found.dictionary.shrink();
    Ok(Index {
        identifiers: Identifiers::new(&counts.documents, &counts.hashes, counts.found.dictionary.hasher().clone()),
        highest_unknown: highest(params.idf(documents.len(), 0), params),
        tokens: counts.tokens(),
        documents: counts.documents,
        dictionary: counts.found.dictionary,
        postings,
        averages,
        params: params.clone(),
        fingerprint: counts.fingerprint.finish(),
    })
}

/// So many documents before it is read, a document is looked at.
const AHEAD: usize = 2;

/// Touches the texts of a document, so that they are in a near cache when it is read: with 100,000 documents that takes a fifth off a build (`docs/performance.md`).
fn look_at(doc: &SearchDoc) {
    /// Bytes that come near together.
    const LINE: usize = 64;
    let texts = doc.description.iter().chain(&doc.parameters).chain(&doc.tags).chain(&doc.aliases);
    let bytes =
        texts.flat_map(|text| [0, LINE, 2 * LINE].map(|place| text.as_bytes().get(place).copied().unwrap_or_default()));
    black_box(bytes.fold(0, |all, byte| all ^ byte) | doc.id.as_str().as_bytes().first().copied().unwrap_or_default());
}

/// The documents in the order of their ids, each of which is there once.
fn sorted(documents: &[SearchDoc]) -> Result<Vec<&SearchDoc>, IndexError> {
    let mut sorted: Vec<&SearchDoc> = documents.iter().collect();
    if sorted.is_sorted_by(|one, next| one.id < next.id) {
        return Ok(sorted);
    }
    sorted.sort_unstable_by_key(|doc| &doc.id);
    let twice = sorted.iter().zip(sorted.iter().skip(1)).find(|(one, next)| one.id == next.id);
    match twice {
        Some((doc, _)) => Err(IndexError::DuplicateId { id: doc.id.clone() }),
        None => Ok(sorted),
    }
}

/// The most that a term so rare can add to a document.
fn highest(idf: f64, params: &Params) -> u16 {
    Score::nearest(idf * formula::saturated(formula::highest_x(params.length_floor))).to_impact()
}

/// How rare terms are. Most terms are in a few documents, so that few logarithms are many terms'.
fn idfs(counts: &Counts, params: &Params) -> Vec<f64> {
    const FEW: usize = 64;
    let documents = counts.documents.len();
    let of_few: Vec<f64> = (0..=FEW.min(documents)).map(|with_term| params.idf(documents, with_term)).collect();
    let idf = |with_term: usize| of_few.get(with_term).copied().unwrap_or_else(|| params.idf(documents, with_term));
    counts.found.terms.iter().map(|term| idf(term.documents as usize)).collect()
}

/// What a term adds by standing in a field of some length of a document of some standing, for each field and each length that it has.
fn shares(counts: &Counts, averages: &PerField<f64>, params: &Params, standing: Standing) -> [Vec<Shares>; 5] {
    let longest = counts.longest();
    Field::ALL.map(|field| {
        let ratio = |length| formula::length_ratio(length, averages.of(field), params.length_floor);
        let lengths = 0..=u32::from(longest.of(field));
        lengths.map(|length| formula::shares(params.weight(field, standing), formula::norm(ratio(length)))).collect()
    })
}

/// The second pass: postings, each with its final impact.
fn weigh(counts: &Counts, averages: &PerField<f64>, params: &Params) -> Postings {
    let idfs = idfs(counts, params);
    let counted = counts.found.terms.iter().zip(&idfs).map(|(term, idf)| Counted {
        documents: term.documents,
        trusted: term.trusted,
        highest: highest(*idf, params),
    });
    let mut writer = Writer::new(counts.documents.len(), counted, &counts.up_to_block);
    let of_trusted = shares(counts, averages, params, Standing::Trusted);
    let of_others = shares(counts, averages, params, Standing::Untrusted);
    let mut occurrences = counts.found.occurrences.iter();
    for (document, row) in (0..).zip(&counts.rows) {
        writer.begin(document);
        let is_trusted = counts.documents.found(document).standing() == Standing::Trusted;
        let shares = if is_trusted { &of_trusted } else { &of_others };
        let share = |field: Field| shares.get(field as usize)?.get(usize::from(row.lengths.of(field))).copied();
        let shares = PerField::from_fn(|field| share(field).unwrap_or_default());
        for occurrence in occurrences.by_ref().take(row.terms.into()) {
            let Some(idf) = idfs.get(occurrence.term as usize) else { continue };
            let impact = formula::impact(*idf, &formula::weighted(occurrence.frequencies, &shares));
            writer.add(occurrence.term, impact.to_impact());
        }
    }
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolsift_core::ToolId;

    /// S80, R9: a catalogue above the cap is a loud error, not a silent loss.
    #[test]
    fn too_many_documents_or_postings_are_an_error() {
        let docs: Vec<SearchDoc> = ["a", "b", "c"].map(|id| SearchDoc::new(ToolId::new(id).unwrap())).into();
        let build = |documents, postings| build_up_to(&Caps { documents, postings }, &docs, &Params::default());
        assert!(build(3, 3).is_ok());
        assert_eq!(build(2, 3).unwrap_err().to_string(), "3 documents, an index holds at most 2");
        assert_eq!(build(3, 2).unwrap_err().to_string(), "the documents have more postings than an index holds: 2");
    }
}
