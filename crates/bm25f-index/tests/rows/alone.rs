//! The index without anything around it, and other rankers in its place.

use std::sync::{Arc, Mutex};

use toolsift_bm25f_index::{Bm25fRanker, EXACT_SCORE, Index, Params, Strength};
use toolsift_core::{Hit, RankError, SearchDoc, ToolId, ToolRanker};
use toolsift_tokenizer::Stopwords;

use crate::common::{With, doc, found, index};

fn mail() -> Vec<SearchDoc> {
    vec![
        doc("send_mail").described("Sends a mail to somebody."),
        doc("read_mail").described("Reads a mail that came in."),
        doc("create_issue").described("Files a bug."),
    ]
}

/// A ranker that knows what words mean and has no terms; it keeps the queries it was given.
#[derive(Debug, Default)]
struct Semantic(Mutex<Vec<String>>);

impl ToolRanker for Semantic {
    fn kind(&self) -> &str {
        "semantic"
    }

    fn rank(&self, query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
        self.0.lock().unwrap().push(query.to_owned());
        let meant = ToolId::new("send_mail").map_err(|error| RankError::Terminal(error.into()))?;
        Ok([Hit::new(meant, 0.5)].into_iter().take(limit).collect())
    }
}

/// Whoever searches sees the trait and nothing behind it.
fn first(ranker: &dyn ToolRanker, query: &str) -> Option<String> {
    ranker.rank(query, 1).unwrap().first().map(|hit| hit.id.to_string())
}

/// ADR-057, ADR-058, ADR-245: one that works by meaning stands where the built-in one stands, and gets the whole query.
#[test]
fn rankers_are_exchangeable() {
    let semantic = Semantic::default();
    let built_in = Bm25fRanker::new(Arc::new(index(&mail())), Stopwords::default());
    let rankers: [&dyn ToolRanker; 2] = [&built_in, &semantic];
    assert_eq!(rankers.map(ToolRanker::kind), ["bm25f", "semantic"]);
    assert_eq!(
        rankers.map(|ranker| first(ranker, "tell the team by mail")),
        [1, 2].map(|_| Some("send_mail".to_owned()))
    );
    assert_eq!(rankers.map(|ranker| first(ranker, "drop them a line")), [None, Some("send_mail".to_owned())]);
    assert_eq!(rankers.map(|ranker| ranker.unmatched("a line").len()), [1, 0]);
    assert_eq!(*semantic.0.lock().unwrap(), ["tell the team by mail", "drop them a line"]);
}

/// ADR-057: what the ranker answers is what the index finds; hits that the query names stand above every sum.
#[test]
fn the_ranker_tells_what_the_index_finds() {
    let shared = Arc::new(index(&mail()));
    let ranker = Bm25fRanker::new(Arc::clone(&shared), Stopwords::default());
    let answer = shared.search("read_mail or create an issue", &Stopwords::default(), 9);
    let hits = ranker.rank("read_mail or create an issue", 9).unwrap();
    assert_eq!(answer.hits[0].strength, Strength::Exact);
    for (hit, found) in hits.iter().zip(&answer.hits) {
        assert_eq!(hit.id, found.id);
        assert_eq!(hit.score.to_bits(), if found.exact { EXACT_SCORE } else { found.score.as_f64() }.to_bits());
    }
    assert_eq!(hits.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(), ["read_mail", "create_issue", "send_mail"]);
    assert_eq!(ranker.rank("mail", 1).unwrap().len(), 1);
    assert_eq!(ranker.rank("mail", 0).unwrap(), []);
}

/// ADR-059: one index answers two threads at once as it answers one.
#[test]
fn threads_share_an_index() {
    fn shareable<T: Send + Sync + 'static>() {}
    shareable::<Index>();
    shareable::<Bm25fRanker>();
    let ranker = Bm25fRanker::new(Arc::new(index(&mail())), Stopwords::default());
    let ask = |ranker: &Bm25fRanker| {
        (0..200).map(|i| ranker.rank(["mail", "send_mail", "issue", "bug"][i % 4], 3).unwrap()).collect::<Vec<_>>()
    };
    let expected = ask(&ranker);
    std::thread::scope(|scope| {
        let threads = [ranker.clone(), ranker.clone()].map(|ranker| scope.spawn(move || ask(&ranker)));
        for thread in threads {
            assert_eq!(thread.join().unwrap(), expected);
        }
    });
}

/// ADR-099: a capability is an id and an intent, and ranks like a tool.
#[test]
fn capabilities_rank() {
    let capabilities = [
        ("billing.refund", "Give a customer their money back"),
        ("billing.charge", "Charge an open invoice"),
        ("reporting", "Answer questions about sales figures"),
    ];
    let docs = capabilities.map(|(id, intent)| doc(id).described(intent));
    let index = index(&docs);
    assert_eq!(found(&index, "money back for this customer"), ["billing.refund"]);
    assert_eq!(found(&index, "how do sales look"), ["reporting"]);
    assert_eq!(found(&index, "billing"), ["billing.charge", "billing.refund"]);
}

/// ADR-100: an index per catalogue, each asked for the best k when its owner likes; they know nothing of each other.
#[test]
fn an_index_per_catalogue() {
    let tools = Index::build(&mail(), &Params::default()).unwrap();
    let skills = Index::build(&[doc("mail-merge").described("Letters from a table.")], &Params::default()).unwrap();
    assert_eq!(found(&tools, "mail"), ["send_mail", "read_mail"]);
    assert_eq!(found(&skills, "mail"), ["mail-merge"]);
    assert_eq!(tools.search("mail", &Stopwords::default(), 1).hits.len(), 1);
    assert_eq!(skills.unmatched("bug", &Stopwords::default()), ["bug"]);
    drop(tools);
    assert_eq!(found(&skills, "letter"), ["mail-merge"]);
}
