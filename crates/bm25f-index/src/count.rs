//! The first pass of a build: which term stands how often in which field of which document.

use std::ops::ControlFlow;

use toolsift_core::{SearchDoc, Standing};
use toolsift_tokenizer::{Labels, MAX_FIELD_CHARS, for_each_term};

use crate::dictionary::{Dictionary, Full, hash};
use crate::field::{Field, for_each_text, keep_terms};
use crate::fingerprint::Fingerprint;
use crate::formula::{Frequencies, PerField, count};
use crate::identifiers::{Hashes, hash_of_terms};
use crate::index::{Document, Documents, Params};
use crate::lookup::and_then;
use crate::postings::BLOCK;

/// What the documents come to.
pub(crate) struct Counts {
    pub(crate) found: Found,
    pub(crate) rows: Vec<Row>,
    /// For each block but the last, in how many documents up to its end each term occurs.
    pub(crate) up_to_block: Vec<Vec<u32>>,
    pub(crate) documents: Documents,
    /// By which each document is found.
    pub(crate) hashes: Vec<Hashes>,
    pub(crate) fingerprint: Fingerprint,
    totals: [Total; 5],
    labels: Labels,
}

/// The terms of the documents.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) dictionary: Dictionary,
    /// By their numbers.
    pub(crate) terms: Vec<Term>,
    /// Document by document, in it by the terms' first appearance.
    pub(crate) occurrences: Vec<Occurrence>,
    /// Where those of the latest document begin.
    first: usize,
    /// Whether it is trusted.
    is_trusted: bool,
    /// Whether there are more terms or occurrences than can be numbered.
    is_full: bool,
}

/// In which documents a term occurs.
#[derive(Clone, Copy, Default)]
pub(crate) struct Term {
    /// In how many.
    pub(crate) documents: u32,
    /// How many of them are trusted.
    pub(crate) trusted: u32,
    /// One past the place of its occurrence in the latest of them.
    latest: u32,
}

/// One term in one document.
pub(crate) struct Occurrence {
    pub(crate) term: u32,
    pub(crate) frequencies: Frequencies,
}

/// One document.
pub(crate) struct Row {
    /// Its distinct terms.
    pub(crate) terms: u16,
    /// The kept terms of its fields.
    pub(crate) lengths: PerField<u16>,
}

/// How long a field is.
#[derive(Clone, Copy, Default)]
struct Total {
    /// How many documents have it.
    documents: usize,
    /// In all of them together.
    terms: usize,
    longest: u16,
}

impl Counts {
    /// Of so many documents, none of which has come yet.
    pub(crate) fn new(documents: usize, params: &Params) -> Self {
        /// Distinct terms of most documents.
        const EXPECTED: usize = 24;
        Self {
            found: Found { occurrences: Vec::with_capacity(documents * EXPECTED), ..Found::default() },
            rows: Vec::with_capacity(documents),
            up_to_block: Vec::new(),
            documents: Documents::with_capacity(documents),
            hashes: Vec::with_capacity(documents),
            fingerprint: Fingerprint::new(documents, params),
            totals: [Total::default(); 5],
            labels: Labels::default(),
        }
    }

    /// Takes the next document.
    pub(crate) fn add(&mut self, doc: &SearchDoc) -> Result<(), Full> {
        if self.rows.len() % BLOCK == 0 && !self.rows.is_empty() {
            self.up_to_block.push(self.found.terms.iter().map(|term| term.documents).collect());
        }
        self.fingerprint.add_document(doc);
        self.found.begin(doc.standing);
        let document = Document::new(doc);
        let lengths = PerField::from_fn(|field| match field {
            Field::Name => self.add_name(document),
            _ => self.add_field(doc, field),
        });
        for (total, length) in self.totals.iter_mut().zip(lengths.0) {
            total.add(length);
        }
        self.rows.push(Row { terms: self.found.end()?, lengths });
        self.documents.push(document);
        Ok(())
    }

    /// Reads the id, by whose words the document is also found. Answers how many terms are kept.
    fn add_name(&mut self, document: Document<'_>) -> u16 {
        let (name, local_name) = (document.name(), document.local_name());
        self.fingerprint.add_text(name);
        self.fingerprint.end_field();
        let is_ascii = name.is_ascii();
        // A separator stands before the local name: in ASCII, where nothing joins, both parts have the terms of the whole.
        let divided = name.split_at_checked(name.len().saturating_sub(local_name.len())).filter(|_| is_ascii);
        let (before, rest) = divided.unwrap_or(("", name));
        let found = &mut self.found;
        let of = |text| hash(found.dictionary.hasher(), text);
        let mut hashes = Hashes {
            name: of(name),
            local_name: of(local_name),
            name_terms: 0,
            local_terms: 0,
            terms: 0,
            terms_of_local: 0,
        };
        let (most, mut kept) = (Field::Name.max_terms(document.standing()), 0);
        for part in [before, rest] {
            (hashes.local_terms, hashes.terms_of_local) = (0, 0);
            for_each_term(part, MAX_FIELD_CHARS, |term| {
                let hash = found.dictionary.hash(term);
                hashes.terms += 1;
                hashes.terms_of_local += 1;
                hashes.name_terms = and_then(hashes.name_terms, hash);
                hashes.local_terms = and_then(hashes.local_terms, hash);
                if kept < most {
                    kept += 1;
                    found.add(hash, term, Field::Name);
                }
                ControlFlow::Continue(())
            });
        }
        if !is_ascii {
            hashes.terms_of_local = 0;
            hashes.local_terms = hash_of_terms(found.dictionary.hasher(), local_name);
        }
        self.hashes.push(hashes);
        at_most_u16(kept)
    }

    /// Reads another field.
    fn add_field(&mut self, doc: &SearchDoc, field: Field) -> u16 {
        let (most, mut kept) = (field.max_terms(doc.standing), 0);
        for_each_text(doc, field, &mut self.labels, |text| {
            self.fingerprint.add_text(text);
            keep_terms(text, most, &mut kept, |term| {
                self.found.add(self.found.dictionary.hash(term), term, field);
            });
        });
        self.fingerprint.end_field();
        at_most_u16(kept)
    }

    /// The mean length of each field over the documents that have it.
    pub(crate) fn averages(&self) -> PerField<f64> {
        PerField(self.totals.map(Total::mean))
    }

    /// The longest of each field.
    pub(crate) fn longest(&self) -> PerField<u16> {
        PerField(self.totals.map(|total| total.longest))
    }

    /// Kept terms, repeats counted.
    pub(crate) fn tokens(&self) -> usize {
        self.totals.iter().map(|total| total.terms).sum()
    }
}

impl Found {
    /// Begins the next document.
    fn begin(&mut self, standing: Standing) {
        self.first = self.occurrences.len();
        self.is_trusted = standing == Standing::Trusted;
    }

    /// Ends it, and answers how many terms it has.
    fn end(&self) -> Result<u16, Full> {
        let terms = u16::try_from(self.occurrences.len() - self.first).map_err(|_| Full)?;
        if self.is_full { Err(Full) } else { Ok(terms) }
    }

    /// Takes a term of the document with its hash.
    #[inline]
    fn add(&mut self, hash: u64, term: &str, field: Field) {
        match self.frequencies(hash, term) {
            Some(frequencies) => frequencies.add(field),
            None => self.is_full = true,
        }
    }

    /// How often a term stands where in the document.
    #[inline]
    fn frequencies(&mut self, hash: u64, term: &str) -> Option<&mut Frequencies> {
        let number = self.dictionary.number(hash, term).ok()?;
        if number as usize == self.terms.len() {
            self.terms.push(Term::default());
        }
        let term = self.terms.get_mut(number as usize)?;
        if term.latest as usize <= self.first {
            self.occurrences.push(Occurrence { term: number, frequencies: Frequencies::default() });
            term.latest = u32::try_from(self.occurrences.len()).ok()?;
            term.documents += 1;
            term.trusted += u32::from(self.is_trusted);
        }
        let place = (term.latest as usize).checked_sub(1)?;
        self.occurrences.get_mut(place).map(|occurrence| &mut occurrence.frequencies)
    }
}

impl Total {
    fn add(&mut self, length: u16) {
        self.documents += usize::from(length > 0);
        self.terms += usize::from(length);
        self.longest = self.longest.max(length);
    }

    fn mean(self) -> f64 {
        if self.documents == 0 { 0.0 } else { count(self.terms) / count(self.documents) }
    }
}

/// No field keeps more terms.
fn at_most_u16(kept: usize) -> u16 {
    u16::try_from(kept).unwrap_or(u16::MAX)
}
