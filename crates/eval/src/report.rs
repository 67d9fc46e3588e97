//! What an evaluation found, query by query and in the mean.

use std::collections::BTreeMap;

use serde::Serialize;

/// The result of an evaluation.
///
/// In JSON it is the seven means and counts, in this order:
/// `{"n","recall@1","recall@5","recall@10","ndcg@10","mrr@10","noMatchRate"}`. The rows are not part of it.
///
/// The five measures are means over the queries that have something relevant ([`Report::scored`] of them), each query
/// counting the same; where there is no such query they are 0. The rest of the queries count in `noMatchRate` alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// All queries, with or without anything relevant.
    pub n: usize,
    /// The mean of [`Scores::recall_at_1`].
    #[serde(rename = "recall@1")]
    pub recall_at_1: f64,
    /// The mean of [`Scores::recall_at_5`].
    #[serde(rename = "recall@5")]
    pub recall_at_5: f64,
    /// The mean of [`Scores::recall_at_10`].
    #[serde(rename = "recall@10")]
    pub recall_at_10: f64,
    /// The mean of [`Scores::ndcg_at_10`].
    #[serde(rename = "ndcg@10")]
    pub ndcg_at_10: f64,
    /// The mean of [`Scores::mrr_at_10`].
    #[serde(rename = "mrr@10")]
    pub mrr_at_10: f64,
    /// The share of the queries without anything relevant that got no hit, or nothing where there is no such query.
    #[serde(rename = "noMatchRate")]
    pub no_match_rate: Option<f64>,
    #[serde(skip)]
    rows: Vec<Row>,
}

impl Report {
    /// The report over some rows.
    pub(crate) fn new(rows: Vec<Row>) -> Self {
        let scored: Vec<&Scores> = rows.iter().filter_map(|row| row.scores.as_ref()).collect();
        let mean = |measure: fn(&Scores) -> f64| share(scored.iter().map(|scores| measure(scores)).sum(), scored.len());
        let others = rows.len() - scored.len();
        let silent = rows.iter().filter(|row| row.scores.is_none() && row.hits == 0).count();
        Self {
            n: rows.len(),
            recall_at_1: mean(|scores| scores.recall_at_1),
            recall_at_5: mean(|scores| scores.recall_at_5),
            recall_at_10: mean(|scores| scores.recall_at_10),
            ndcg_at_10: mean(|scores| scores.ndcg_at_10),
            mrr_at_10: mean(|scores| scores.mrr_at_10),
            no_match_rate: (others > 0).then(|| share(silent as f64, others)),
            rows,
        }
    }

    /// One row for each query, in the order of the queries.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// How many queries have something relevant: those that the five measures are means over.
    #[must_use]
    pub fn scored(&self) -> usize {
        self.rows.iter().filter(|row| row.scores.is_some()).count()
    }

    /// A report for each kind of query, in the order of the kinds' names. A query without a kind is in none of them.
    ///
    /// # Complexity
    ///
    /// `O(n log k)` for `n` queries of `k` kinds; the rows are copied.
    #[must_use]
    pub fn by_kind(&self) -> BTreeMap<String, Self> {
        let mut rows: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
        for row in &self.rows {
            if let Some(kind) = &row.kind {
                rows.entry(kind).or_default().push(row.clone());
            }
        }
        rows.into_iter().map(|(kind, rows)| (kind.to_owned(), Self::new(rows))).collect()
    }
}

/// A sum divided by a count, or 0 where nothing was counted.
fn share(sum: f64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// What became of one query.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// The index of the query in the slice that was evaluated.
    pub query: usize,
    /// The kind of the query.
    pub kind: Option<String>,
    /// The measures, or nothing where the query has nothing relevant.
    pub scores: Option<Scores>,
    /// How many hits the ranker gave, at most the depth.
    pub hits: usize,
}

/// The measures of one query. The cut-offs 1, 5 and 10 are fixed, so that reports can be compared.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Scores {
    /// The share of the groups that the first hit finds.
    pub recall_at_1: f64,
    /// The share of the groups that the first 5 hits find.
    pub recall_at_5: f64,
    /// The share of the groups that the first 10 hits find.
    pub recall_at_10: f64,
    /// The normalised discounted cumulative gain of the first 10 hits.
    pub ndcg_at_10: f64,
    /// The reciprocal of the rank of the first relevant hit among the first 10, else 0.
    pub mrr_at_10: f64,
    /// The rank of the first relevant hit, counted from 1 and as deep as the list was fetched.
    pub first_relevant_rank: Option<usize>,
}
