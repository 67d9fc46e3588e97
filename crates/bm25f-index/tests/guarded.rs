//! The guarded ranking: what un-vouched documents cannot do to trusted ones.

#[cfg(test)]
mod catalogues;

#[cfg(test)]
mod generated {
    use std::collections::BTreeMap;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use toolsift_bm25f_index::{Hit, Params, Searcher, Stopwords};
    use toolsift_core::{Ranking, SearchDoc, Standing, ToolId};

    use crate::catalogues::{catalogue, limit, query, spelled};

    fn searcher(docs: &[SearchDoc]) -> Searcher {
        Searcher::build(docs, &Params::default().with_ranking(Ranking::Guarded), Stopwords::default()).unwrap()
    }

    /// So many documents that the trusted ones are sometimes fewer than 50 and sometimes more.
    fn large() -> impl Strategy<Value = Vec<SearchDoc>> {
        vec(catalogue(), 1..4).prop_map(|parts| {
            let docs = parts.into_iter().flatten().map(|doc| (doc.id.clone(), doc));
            docs.collect::<BTreeMap<_, _>>().into_values().collect()
        })
    }

    /// Tools of a server whose names are made of words that are asked for.
    fn attack() -> impl Strategy<Value = Vec<Vec<usize>>> {
        vec(vec(0..12_usize, 1..6), 0..60)
    }

    /// The catalogue and a server's tools beside it, each named after words of the query, or of the catalogue where it has few.
    fn attacked(docs: &[SearchDoc], attack: &[Vec<usize>], query: &str) -> Vec<SearchDoc> {
        let mut words: Vec<&str> =
            query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        words.extend(["issue", "create", "refund"]);
        let named = attack.iter().enumerate().map(|(at, picks)| {
            let name: Vec<&str> = picks.iter().map(|pick| words[pick % words.len()]).collect();
            let mut doc = SearchDoc::new(ToolId::new(format!("{}_{at}", name.join("_"))).unwrap());
            doc.standing = Standing::Untrusted;
            doc
        });
        let ours = |attacker: &SearchDoc| docs.iter().all(|doc| doc.id != attacker.id);
        docs.iter().cloned().chain(named.filter(ours)).collect()
    }

    fn trusted(hits: Vec<Hit>) -> Vec<(ToolId, u32, bool)> {
        let trusted = hits.into_iter().filter(|hit| hit.standing == Standing::Trusted);
        trusted.map(|hit| (hit.id, hit.score.units(), hit.exact)).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

        /// R2: whatever a server adds, the trusted hits are the same in the same order, to the last bit of their scores.
        #[test]
        fn no_untrusted_document_moves_a_trusted_one(docs in large(), attack in attack(), query in query()) {
            let query = spelled(&query, &docs);
            let all = |docs: &[SearchDoc]| searcher(docs).search(&query, usize::MAX);
            let (quiet, loud) = (all(&docs), all(&attacked(&docs, &attack, &query)));
            prop_assert_eq!(quiet.ceiling, loud.ceiling);
            prop_assert_eq!(trusted(quiet.hits), trusted(loud.hits), "{:?}", query);
        }

        /// R3: on a page they keep three places in five, and only the others wait behind them; none stays empty.
        #[test]
        fn a_flood_leaves_trusted_hits_their_places(
            docs in large(), attack in attack(), query in query(), limit in limit(),
        ) {
            let query = spelled(&query, &docs);
            let loud = searcher(&attacked(&docs, &attack, &query));
            let (page, all) = (loud.search(&query, limit).hits, loud.search(&query, usize::MAX).hits);
            prop_assert_eq!(page.len(), limit.min(all.len()));
            prop_assert!(page.iter().is_sorted_by_key(|hit| hit.standing != Standing::Trusted));
            let (page, all) = (trusted(page), trusted(all));
            prop_assert!(page.len() >= all.len().min((limit.min(1_000) * 3).div_ceil(5)));
            prop_assert_eq!(&page[..], &all[..page.len()], "{:?}", query);
        }
    }
}
