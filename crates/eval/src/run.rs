//! Asking a ranker every query of a data set.

use toolsift_core::{RankError, ToolId, ToolRanker};

use crate::dataset::Query;
use crate::error::EvalError;
use crate::metrics::GroupRanks;
use crate::report::{Report, Row, Scores};

/// The least depth of an evaluation: the deepest cut-off of a [`Report`].
pub const MIN_DEPTH: usize = 10;

/// Asks the ranker for the best `depth` hits of each query and measures them.
///
/// The cut-offs of the report are fixed. A `depth` above [`MIN_DEPTH`] only shows the first relevant rank and the number
/// of hits of a [`Row`] in longer lists; one below it is taken as [`MIN_DEPTH`]. Hits past the depth are not looked at.
///
/// # Errors
///
/// [`EvalError::Rank`] at the first query that the ranker does not answer: a mean over the others would be another number.
///
/// # Complexity
///
/// One call of the ranker for each query.
pub fn evaluate(ranker: &dyn ToolRanker, queries: &[Query], depth: usize) -> Result<Report, EvalError> {
    evaluate_pages(queries, depth, |query, depth| {
        Ok(ranker.rank(query, depth)?.into_iter().map(|hit| hit.id).collect())
    })
}

/// As [`evaluate`], for whatever gives a page of at most so many ids for a query: what is measured is that page, its first ids where a cut-off is smaller.
///
/// # Errors
///
/// As [`evaluate`].
///
/// # Complexity
///
/// One page for each query.
pub fn evaluate_pages(
    queries: &[Query],
    depth: usize,
    mut page: impl FnMut(&str, usize) -> Result<Vec<ToolId>, RankError>,
) -> Result<Report, EvalError> {
    let depth = depth.max(MIN_DEPTH);
    let mut rows = Vec::with_capacity(queries.len());
    for (index, query) in queries.iter().enumerate() {
        let ids = page(&query.query, depth).map_err(|source| EvalError::Rank { query: index, source })?;
        rows.push(row(index, query, ids.get(..depth).unwrap_or(&ids)));
    }
    Ok(Report::new(rows))
}

/// What became of a query that got these hits.
fn row(index: usize, query: &Query, hits: &[ToolId]) -> Row {
    let wanted = query.wanted();
    let scores = (!wanted.is_empty()).then(|| {
        let ranked: Vec<&str> = hits.iter().map(ToolId::as_str).collect();
        let ranks = GroupRanks::new(&ranked, &wanted);
        Scores {
            recall_at_1: ranks.recall_at(1),
            recall_at_5: ranks.recall_at(5),
            recall_at_10: ranks.recall_at(10),
            ndcg_at_10: ranks.ndcg_at(10),
            mrr_at_10: ranks.mrr_at(10),
            first_relevant_rank: ranks.first(),
        }
    });
    Row { query: index, kind: query.kind.clone(), scores, hits: hits.len() }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use toolsift_core::Hit;

    use super::*;

    /// Answers a query with the words that it is made of, whatever the limit.
    #[derive(Debug)]
    struct Echo;

    impl ToolRanker for Echo {
        fn kind(&self) -> &str {
            "echo"
        }

        fn rank(&self, query: &str, _limit: usize) -> Result<Vec<Hit>, RankError> {
            if query == "fail" {
                return Err(RankError::Unavailable("no backend".into()));
            }
            let ids = query.split(' ').filter(|word| *word != "nothing");
            Ok(ids.map(|id| Hit::new(ToolId::new(id).unwrap(), 1.0)).collect())
        }
    }

    fn query(text: &str, relevant: &[&str], kind: Option<&str>) -> Query {
        let mut query = Query::new(text, relevant.iter().copied());
        query.kind = kind.map(str::to_owned);
        query
    }

    fn json(report: &Report) -> String {
        serde_json::to_string(report).unwrap()
    }

    fn sample() -> Vec<Query> {
        vec![
            query("a b", &["a"], Some("z")),
            query("1 2 3 4 5 6 a", &["a", "missing"], Some("b")),
            query("x a", &["missing"], Some("z")),
            query("x y a", &["a"], None),
            query("nothing", &[], Some("none")),
            query("x", &[], Some("none")),
            query("y", &[], Some("none")),
            query("z", &[], Some("none")),
        ]
    }

    #[test]
    fn the_report_is_this_json() {
        let report = evaluate(&Echo, &sample(), 10).unwrap();
        assert_eq!(
            json(&report),
            concat!(
                r#"{"n":8,"recall@1":0.25,"recall@5":0.5,"recall@10":0.625,"#,
                // (1 + 1/3 / (1 + 1/log2(3)) + 0 + 1/2) / 4 and (1 + 1/7 + 0 + 1/3) / 4
                r#""ndcg@10":0.42609559939712155,"mrr@10":0.369047619047619,"noMatchRate":0.25}"#
            )
        );
        assert_eq!(report.scored(), 4);
    }

    #[test]
    fn a_data_set_without_such_queries_has_no_rate_and_one_without_others_has_no_measures() {
        let report = evaluate(&Echo, &[query("a", &["a"], None)], 10).unwrap();
        assert_eq!(
            json(&report),
            r#"{"n":1,"recall@1":1.0,"recall@5":1.0,"recall@10":1.0,"ndcg@10":1.0,"mrr@10":1.0,"noMatchRate":null}"#
        );
        let report = evaluate(&Echo, &[query("nothing", &[], None)], 10).unwrap();
        let zeros = r#""recall@1":0.0,"recall@5":0.0,"recall@10":0.0,"ndcg@10":0.0,"mrr@10":0.0"#;
        assert_eq!(json(&report), format!(r#"{{"n":1,{zeros},"noMatchRate":1.0}}"#));
        assert_eq!(report.scored(), 0);
        assert_eq!(json(&evaluate(&Echo, &[], 10).unwrap()), format!(r#"{{"n":0,{zeros},"noMatchRate":null}}"#));
    }

    /// A sum of nothing is -0.0, which JSON would show.
    #[test]
    fn nothing_found_is_a_plain_zero() {
        assert_eq!(
            json(&evaluate(&Echo, &[query("x", &["a"], None)], 10).unwrap()),
            r#"{"n":1,"recall@1":0.0,"recall@5":0.0,"recall@10":0.0,"ndcg@10":0.0,"mrr@10":0.0,"noMatchRate":null}"#
        );
    }

    #[test]
    fn silence_where_something_was_relevant_is_no_part_of_the_rate() {
        let report = evaluate(&Echo, &[query("nothing", &["a"], None), query("x", &[], None)], 10).unwrap();
        assert_eq!((report.n, report.scored(), report.no_match_rate), (2, 1, Some(0.0)));
    }

    #[test]
    fn kinds_come_in_the_order_of_their_names_each_with_its_own_means() {
        let by_kind = evaluate(&Echo, &sample(), 10).unwrap().by_kind();
        let facts: Vec<_> = by_kind
            .iter()
            .map(|(kind, report)| (kind.as_str(), report.n, report.recall_at_10, report.no_match_rate))
            .collect();
        assert_eq!(facts, [("b", 1, 0.5, None), ("none", 4, 0.0, Some(0.25)), ("z", 2, 0.5, None)]);
        let rows: Vec<usize> = by_kind["z"].rows().iter().map(|row| row.query).collect();
        assert_eq!(rows, [0, 2], "a row keeps the index of the whole data set");
    }

    #[test]
    fn a_row_says_what_became_of_its_query() {
        let report = evaluate(&Echo, &sample(), 10).unwrap();
        let scores = Scores {
            recall_at_1: 0.0,
            recall_at_5: 1.0,
            recall_at_10: 1.0,
            ndcg_at_10: 0.5,
            mrr_at_10: 1.0 / 3.0,
            first_relevant_rank: Some(3),
        };
        assert_eq!(report.rows()[3], Row { query: 3, kind: None, scores: Some(scores), hits: 3 });
        assert_eq!(report.rows()[5], Row { query: 5, kind: Some("none".to_owned()), scores: None, hits: 1 });
    }

    /// The ranker gives 12 hits whatever it is asked for, and the relevant one comes last.
    #[test]
    fn depth_moves_the_rank_that_is_shown_and_no_measure() {
        let queries = [query("1 2 3 4 5 6 7 8 9 10 11 a", &["a"], None)];
        for (depth, rank, hits) in
            [(0, None, 10), (10, None, 10), (11, None, 11), (12, Some(12), 12), (99, Some(12), 12)]
        {
            let report = evaluate(&Echo, &queries, depth).unwrap();
            let row = &report.rows()[0];
            assert_eq!((row.scores.unwrap().first_relevant_rank, row.hits), (rank, hits), "depth {depth}");
            assert_eq!((report.recall_at_10, report.ndcg_at_10, report.mrr_at_10), (0.0, 0.0, 0.0), "depth {depth}");
        }
    }

    #[test]
    fn any_member_of_a_group_will_do() {
        let mut query = query("x b a", &["a", "b"], None);
        query.groups = Some(vec![vec!["a".to_owned(), "b".to_owned()]]);
        let report = evaluate(&Echo, &[query], 10).unwrap();
        assert_eq!((report.recall_at_1, report.recall_at_5, report.mrr_at_10), (0.0, 1.0, 0.5));
    }

    #[test]
    fn a_query_without_an_answer_ends_the_evaluation_and_is_named() {
        let error = evaluate(&Echo, &[query("a", &["a"], None), query("fail", &["a"], None)], 10).unwrap_err();
        assert_eq!(error.to_string(), "query 1 could not be ranked");
        let cause = error.source().unwrap();
        assert_eq!(cause.to_string(), "the ranker is unavailable");
        assert_eq!(cause.source().unwrap().to_string(), "no backend");
    }
}
