//! The index against a model that has no postings, no heap and no shared arithmetic: random catalogues, random queries.

#[cfg(test)]
mod catalogues;
#[cfg(test)]
mod million;
#[cfg(test)]
mod model;

#[cfg(test)]
mod generated {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::Index as Pick;
    use proptest::test_runner::TestCaseResult;
    use toolsift_bm25f_index::{Explanation, Field, Index, IndexError, Params, Score, Strength};
    use toolsift_core::{Ranking, SearchDoc, ToolId};
    use toolsift_tokenizer::Stopwords;

    use crate::catalogues::{Piece, catalogue, document, limit, query, spelled, word};
    use crate::model::{Found, Model};

    /// Cases of each property. The number stands here and not in the environment, so that every machine tries as many.
    const CASES: u32 = 160;

    /// Cases of the long run, which is asked for by name.
    const MANY_CASES: u32 = 8_000;

    fn config(cases: u32) -> ProptestConfig {
        ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
    }

    fn stopwords(on: bool) -> Stopwords {
        if on { Stopwords::default() } else { Stopwords::none() }
    }

    fn params(floor: bool, guarded: bool) -> Params {
        let ranking = if guarded { Ranking::Guarded } else { Ranking::Plain };
        Params::default().with_length_floor(floor).with_ranking(ranking)
    }

    /// As the model counts them.
    fn units(score: Score) -> f64 {
        f64::from(score.units())
    }

    /// The index finds what the model finds.
    fn agree(index: &Index, model: &Model, query: &str, stopwords: &Stopwords, limit: usize) -> TestCaseResult {
        let answer = index.search(query, stopwords, limit);
        let Found { hits, terms, unmatched, postings, .. } = model.search(query, stopwords, limit);
        let got: Vec<_> = answer.hits.iter().map(|hit| (hit.id.to_string(), units(hit.score), hit.exact)).collect();
        prop_assert_eq!(got, hits, "{:?}", query);
        prop_assert_eq!(answer.terms, terms);
        prop_assert_eq!(&answer.unmatched, &unmatched);
        prop_assert_eq!(index.unmatched(query, stopwords), unmatched);
        prop_assert_eq!(answer.postings, postings);
        for hit in &answer.hits {
            let (score, ceiling) = (hit.score, answer.ceiling);
            prop_assert!(score <= ceiling || !model.floor, "{score} above {ceiling}: {query:?}");
            let strong = u64::from(score.units()) * 5 >= u64::from(ceiling.units()) * 2;
            let strength = match (hit.exact, strong) {
                (true, _) => Strength::Exact,
                (false, true) => Strength::Strong,
                (false, false) => Strength::Weak,
            };
            prop_assert_eq!(hit.strength, strength);
        }
        Ok(())
    }

    fn check_search(
        docs: &[SearchDoc],
        queries: &[Vec<Piece>],
        stopwords: &Stopwords,
        limit: usize,
        (floor, guarded): (bool, bool),
    ) -> TestCaseResult {
        let index = Index::build(docs, &params(floor, guarded)).unwrap();
        let mut model = Model::new(docs, floor);
        model.guarded = guarded;
        let stats = index.stats();
        prop_assert_eq!(stats.documents, docs.len());
        prop_assert_eq!((stats.tokens, stats.postings, stats.terms), model.sizes());
        for query in queries {
            agree(&index, &model, &spelled(query, docs), stopwords, limit)?;
        }
        Ok(())
    }

    /// The sums of an explanation and what it says of each term and field, against the model.
    fn check_explanation(why: &Explanation, model: &Model, found: &Found) -> TestCaseResult {
        let id = why.id.as_str();
        let terms: BTreeSet<&str> = why.terms.iter().map(|term| term.term.as_str()).collect();
        prop_assert_eq!(terms.len(), why.terms.len());
        prop_assert_eq!(terms, found.ranked.iter().map(String::as_str).collect::<BTreeSet<_>>());
        prop_assert_eq!(why.terms.iter().map(|term| term.score).sum::<Score>(), why.score);
        let hit = found.hits.iter().find(|hit| hit.0 == id);
        prop_assert_eq!((units(why.score), why.exact), hit.map_or((0.0, false), |hit| (hit.1, hit.2)));
        for term in &why.terms {
            prop_assert_eq!(term.document_frequency, model.frequency(&term.term));
            prop_assert!((term.idf - model.idf(&term.term)).abs() < 1e-12);
            let impact = model.impact(id, &term.term);
            prop_assert!((units(term.score) - impact).abs() < 0.5, "{} in {}: {}", &term.term, id, term.score);
            prop_assert_eq!(term.fields.iter().map(|field| field.contribution).sum::<Score>(), term.score);
            let shares = model.shares(id, &term.term);
            prop_assert_eq!(term.fields.len(), shares.len());
            for (field, (at, count, length, average, _)) in term.fields.iter().zip(shares) {
                prop_assert_eq!(field.field, Field::ALL[at]);
                prop_assert_eq!((usize::from(field.term_frequency), field.length as usize), (count, length));
                prop_assert!((field.average_length - average).abs() < 1e-9);
            }
        }
        let known = |term: &&String| model.frequency(term) > 0;
        let left: BTreeSet<&String> =
            found.terms.iter().filter(known).filter(|term| !found.ranked.contains(term)).collect();
        prop_assert_eq!(why.passed_over.iter().collect::<BTreeSet<_>>(), left);
        prop_assert_eq!(&why.unmatched, &found.unmatched);
        Ok(())
    }

    proptest! {
        #![proptest_config(config(CASES))]

        /// ADR-043, ADR-044, ADR-045, ADR-062, ADR-047, S1: ids, scores, names and unmatched terms, whatever is asked of whatever catalogue.
        #[test]
        fn the_index_finds_what_the_model_finds(
            docs in catalogue(), queries in vec(query(), 1..4), stop: bool, limit in limit(), params: (bool, bool),
        ) {
            check_search(&docs, &queries, &stopwords(stop), limit, params)?;
        }

        /// S12: an explanation of any document adds up exactly, and says of every term and field what the model says.
        #[test]
        fn explanations_add_up(docs in catalogue(), query in query(), stop: bool, floor: bool, guarded: bool) {
            let index = Index::build(&docs, &params(floor, guarded)).unwrap();
            let mut model = Model::new(&docs, floor);
            model.guarded = guarded;
            let (query, stopwords) = (spelled(&query, &docs), stopwords(stop));
            let found = model.search(&query, &stopwords, usize::MAX);
            for doc in &docs {
                let why = index.explain(&query, &stopwords, doc).unwrap();
                prop_assert_eq!((&why.id, why.standing), (&doc.id, doc.standing));
                check_explanation(&why, &model, &found)?;
            }
        }

        /// A document that is not in the index is not explained, and one that was changed never with other figures than those that rank it.
        #[test]
        fn another_document_is_not_explained(mut docs in catalogue(), extra in document(), query in query(), pick: Pick) {
            docs.retain(|doc| doc.id != extra.id);
            let index = Index::build(&docs, &Params::default()).unwrap();
            let query = spelled(&query, &docs);
            let unknown = index.explain(&query, &Stopwords::default(), &extra).unwrap_err();
            prop_assert_eq!(unknown, IndexError::UnknownDocument { id: extra.id.clone() });
            prop_assume!(!docs.is_empty());
            let doc = pick.get(&docs);
            let mut changed = extra;
            changed.id = doc.id.clone();
            match index.explain(&query, &Stopwords::default(), &changed) {
                Ok(why) => prop_assert_eq!(why.score, index.explain(&query, &Stopwords::default(), doc).unwrap().score),
                Err(error) => prop_assert_eq!(error, IndexError::ChangedDocument { id: doc.id.clone() }),
            }
        }

        /// ADR-049, C1-8: the order of the documents changes neither the fingerprint nor an answer.
        #[test]
        fn the_order_of_documents_is_nothing((docs, shuffled) in catalogue().prop_flat_map(|docs| {
            (Just(docs.clone()), Just(docs).prop_shuffle())
        }), query in query(), limit in limit()) {
            let one = Index::build(&docs, &Params::default()).unwrap();
            let other = Index::build(&shuffled, &Params::default()).unwrap();
            prop_assert_eq!(one.fingerprint(), other.fingerprint());
            let query = spelled(&query, &docs);
            let answer = |index: &Index| index.search(&query, &Stopwords::default(), limit);
            prop_assert_eq!(answer(&one), answer(&other));
        }

        /// C1-10: the order of the words changes no score, as long as all of their terms rank.
        #[test]
        fn the_order_of_words_is_nothing(docs in catalogue(), (words, shuffled) in vec(word(), 1..24).prop_flat_map(|words| {
            (Just(words.clone()), Just(words).prop_shuffle())
        })) {
            let index = Index::build(&docs, &Params::default()).unwrap();
            let answer = index.search(&words.join(" "), &Stopwords::default(), usize::MAX);
            prop_assume!(answer.terms.len() - answer.unmatched.len() <= 16);
            let scores = |words: &[String]| -> BTreeMap<String, Score> {
                let answer = index.search(&words.join(" "), &Stopwords::default(), usize::MAX);
                answer.hits.into_iter().map(|hit| (hit.id.to_string(), hit.score)).collect()
            };
            prop_assert_eq!(scores(&words), scores(&shuffled));
        }

        /// More documents are never a reason to fail, unless two have one id; then the error names it.
        #[test]
        fn only_a_second_document_of_one_id_fails(docs in vec(document(), 0..=40)) {
            let mut seen = BTreeSet::new();
            let twice: BTreeSet<ToolId> =
                docs.iter().filter(|doc| !seen.insert(&doc.id)).map(|doc| doc.id.clone()).collect();
            match Index::build(&docs, &Params::default()) {
                Ok(index) => prop_assert!(twice.is_empty() && index.stats().documents == docs.len()),
                Err(IndexError::DuplicateId { id }) => prop_assert!(twice.contains(&id)),
                Err(error) => prop_assert!(false, "{error}"),
            }
        }
    }

    proptest! {
        #![proptest_config(config(MANY_CASES))]

        /// ADR-043, ADR-062: the same, for long.
        #[test]
        #[ignore = "takes minutes: for a change of the ranking"]
        fn the_index_finds_what_the_model_finds_for_long(
            docs in catalogue(), queries in vec(query(), 1..6), stop: bool, limit in limit(), params: (bool, bool),
        ) {
            check_search(&docs, &queries, &stopwords(stop), limit, params)?;
        }
    }
}
