//! The index against the slow model.

#[expect(dead_code, reason = "explanations are compared with it elsewhere")]
#[path = "../../../crates/bm25f-index/tests/model/mod.rs"]
mod model;

use std::collections::BTreeMap;

use model::{Found, Model};
use toolsift_bm25f_index::{Index, IndexError, Params, Scratch};
use toolsift_core::{Ranking, SearchDoc, Standing, ToolId};
use toolsift_tokenizer::Stopwords;

/// What is read of an input.
const MAX_DOCS: usize = 40;
const MAX_QUERIES: usize = 4;

/// The index finds what the model finds: ids, scores to the unit, names, unmatched terms; and so does the way without allocations, and an index of the documents in
/// another order. An explanation comes to the score.
///
/// A line `?…` is a query, `#floorless`, `#guarded`, `#stopless` and `#limit N` are settings, any other is a document: `id|description|tags|aliases|parameters|namespace`, lists with
/// commas between, of an untrusted one with `!` before its id.
pub(crate) fn index_differential(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut case = Case::read(&text);
    let params = Params::default().with_length_floor(case.floor).with_ranking(case.ranking);
    let distinct: BTreeMap<ToolId, SearchDoc> = case.docs.iter().map(|doc| (doc.id.clone(), doc.clone())).collect();
    if distinct.len() < case.docs.len() {
        assert!(matches!(Index::build(&case.docs, &params), Err(IndexError::DuplicateId { .. })));
        case.docs = distinct.into_values().collect();
    }
    let index = Index::build(&case.docs, &params).expect("each id once");
    let mut model = Model::new(&case.docs, case.floor);
    model.guarded = case.ranking == Ranking::Guarded;
    let stats = index.stats();
    assert_eq!((stats.tokens, stats.postings, stats.terms), model.sizes());
    case.docs.reverse();
    let reversed = Index::build(&case.docs, &params).expect("as before");
    assert_eq!(index.fingerprint(), reversed.fingerprint());
    let mut scratch = Scratch::default();
    for query in &case.queries {
        let answer = index.search(query, &case.stopwords, case.limit);
        assert_eq!(answer, reversed.search(query, &case.stopwords, case.limit), "{query:?}");
        let Found { hits, terms, unmatched, postings, .. } = model.search(query, &case.stopwords, case.limit);
        let top = index.top(query, &case.stopwords, case.limit, &mut scratch);
        let top: Vec<_> = top.map(|hit| (hit.id.to_string(), f64::from(hit.score.units()), hit.exact)).collect();
        assert_eq!(top, hits, "{query:?}");
        let found = answer.hits.iter().map(|hit| (hit.id.to_string(), f64::from(hit.score.units()), hit.exact));
        assert_eq!(found.collect::<Vec<_>>(), hits, "{query:?}");
        assert_eq!((answer.terms, answer.postings), (terms, postings), "{query:?}");
        assert_eq!((index.unmatched(query, &case.stopwords), answer.unmatched), (unmatched.clone(), unmatched));
        for hit in &answer.hits {
            let doc = case.docs.iter().find(|doc| doc.id == hit.id).expect("a document");
            let why = index.explain(query, &case.stopwords, doc).expect("the document that was built");
            assert_eq!((why.score, why.exact), (hit.score, hit.exact), "{query:?}");
            assert!(hit.score <= answer.ceiling || !case.floor, "{query:?}");
        }
    }
}

struct Case {
    docs: Vec<SearchDoc>,
    queries: Vec<String>,
    stopwords: Stopwords,
    limit: usize,
    floor: bool,
    ranking: Ranking,
}

impl Case {
    fn read(text: &str) -> Self {
        let (docs, queries) = (Vec::new(), Vec::new());
        let (stopwords, ranking) = (Stopwords::default(), Ranking::Plain);
        let mut case = Self { docs, queries, stopwords, limit: usize::MAX, floor: true, ranking };
        for line in text.lines() {
            if let Some(query) = line.strip_prefix('?') {
                case.queries.push(query.to_owned());
            } else if let Some(setting) = line.strip_prefix('#') {
                case.set(setting);
            } else {
                case.docs.extend(document(line));
            }
        }
        case.docs.truncate(MAX_DOCS);
        case.queries.truncate(MAX_QUERIES);
        case
    }

    fn set(&mut self, setting: &str) {
        match setting.split_once(' ') {
            Some(("limit", limit)) => self.limit = limit.parse().unwrap_or(self.limit),
            _ if setting == "floorless" => self.floor = false,
            _ if setting == "guarded" => self.ranking = Ranking::Guarded,
            _ if setting == "stopless" => self.stopwords = Stopwords::none(),
            _ => {}
        }
    }
}

fn document(line: &str) -> Option<SearchDoc> {
    let mut fields = line.split('|').map(|field| Some(field).filter(|field| !field.is_empty()));
    let id = fields.next().flatten()?;
    let untrusted = id.strip_prefix('!');
    let mut doc = SearchDoc::new(ToolId::new(untrusted.unwrap_or(id)).ok()?);
    doc.standing = if untrusted.is_some() { Standing::Untrusted } else { Standing::Trusted };
    let mut text = || fields.next().flatten().map(str::to_owned);
    let list = |text: Option<String>| text.iter().flat_map(|text| text.split(',')).map(str::to_owned).collect();
    doc.description = text();
    (doc.tags, doc.aliases, doc.parameters) = (list(text()), list(text()), list(text()));
    doc.namespace = text();
    Some(doc)
}
