//! `toolsift eval`: the ranking, or a selector, measured on labelled queries.

mod selections;

use serde::Serialize;
use toolsift::catalog::{Author, Catalog, load};
use toolsift::eval::{MIN_DEPTH, Query, Report, evaluate_pages, parse_queries};
use toolsift::prelude::*;

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::output::{DIM, Output, harmless, styled, warning};
use crate::sources::{Tools, read, stopwords};

/// The report as a machine reads it.
#[derive(Serialize)]
struct Json<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    kinds: Option<std::collections::BTreeMap<String, Report>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    queries: Option<Vec<JsonQuery<'a>>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonQuery<'a> {
    query: &'a str,
    kind: Option<&'a str>,
    hits: usize,
    first_relevant_rank: Option<usize>,
    #[serde(rename = "recall@10")]
    recall_at_10: Option<f64>,
    #[serde(rename = "ndcg@10")]
    ndcg_at_10: Option<f64>,
}

pub(crate) fn run(args: &args::Eval, output: &mut Output) -> Result<Outcome, CliError> {
    let mut queries = parse_queries(&read(&args.queries)?, &args.queries.display().to_string())?;
    let mut catalog = Catalog::new();
    catalog.add(load(&args.tools, Author::ThirdParty)?)?;
    warn_of_unknown(&queries, &catalog);
    let mut tools: Vec<ToolDefinition> = catalog.tools().cloned().collect();
    if let Some(seed) = args.vouch_half {
        vouch_for_half(&mut tools, seed);
    }
    let tools = Tools::new(tools, &args.policy, stopwords(&args.stopwords)?, args.ranking.or(Ranking::Plain))?;
    if let Some(selector) = args.selector {
        return selections::run(selector, args.k, tools, &queries, output);
    }
    if args.vouch_half.is_some() {
        queries.iter_mut().for_each(|query| query.kind = standing(query, &tools).map(str::to_owned));
    }
    let report = evaluate_pages(&queries, args.k.map_or(MIN_DEPTH, usize::from), |query, depth| {
        Ok(tools.searcher.search(query, depth).hits.into_iter().map(|hit| hit.id).collect())
    })?;
    let by_kind = args.by_kind || args.vouch_half.is_some();
    let rows = || {
        report.rows().iter().zip(&queries).map(|(row, query)| JsonQuery {
            query: &query.query,
            kind: query.kind.as_deref(),
            hits: row.hits,
            first_relevant_rank: row.scores.and_then(|scores| scores.first_relevant_rank),
            recall_at_10: row.scores.map(|scores| scores.recall_at_10),
            ndcg_at_10: row.scores.map(|scores| scores.ndcg_at_10),
        })
    };
    if output.is_json() {
        output.json(&Json {
            report: &report,
            kinds: by_kind.then(|| report.by_kind()),
            queries: args.per_query.then(|| rows().collect()),
        })?;
    } else {
        if args.per_query {
            let table = rows().map(|row| {
                vec![
                    row.first_relevant_rank.map_or_else(|| styled(DIM, "–"), |rank| rank.to_string()),
                    share(row.recall_at_10),
                    share(row.ndcg_at_10),
                    row.kind.unwrap_or_default().to_owned(),
                    harmless(row.query),
                ]
            });
            output.table(&["rank", "recall@10", "ndcg@10", "kind", "query"], table.collect(), &[0, 1, 2])?;
            output.line("")?;
        }
        let mut table = vec![line("all", &report)];
        if by_kind {
            table.extend(report.by_kind().iter().map(|(kind, report)| line(&harmless(kind), report)));
        }
        let header = ["queries", "n", "recall@1", "recall@5", "recall@10", "ndcg@10", "mrr@10", "no match"];
        output.table(&header, table, &[1, 2, 3, 4, 5, 6, 7])?;
    }
    Ok(Outcome::Hit)
}

fn line(title: &str, report: &Report) -> Vec<String> {
    let mean = |value: f64| share((report.scored() > 0).then_some(value));
    vec![
        title.to_owned(),
        report.n.to_string(),
        mean(report.recall_at_1),
        mean(report.recall_at_5),
        mean(report.recall_at_10),
        mean(report.ndcg_at_10),
        mean(report.mrr_at_10),
        share(report.no_match_rate),
    ]
}

fn share(value: Option<f64>) -> String {
    value.map_or_else(|| styled(DIM, "–"), |value| format!("{value:.3}"))
}

/// Vouches for every other tool of a shuffled list.
fn vouch_for_half(tools: &mut [ToolDefinition], seed: u64) {
    // SplitMix64, so that a number means the same half everywhere.
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let mut drawn: Vec<(u64, &mut ToolDefinition)> = tools.iter_mut().map(|tool| (random(), tool)).collect();
    drawn.sort_by_key(|(lot, _)| *lot);
    drawn.into_iter().step_by(2).for_each(|(_, tool)| tool.trust_json_schema_text = true);
}

/// Whose tools answer a query.
fn standing(query: &Query, tools: &Tools) -> Option<&'static str> {
    let is_trusted = |id: &str| tools.doc(id).is_some_and(|doc| doc.standing == Standing::Trusted);
    let wanted: Vec<bool> = query.wanted().into_iter().flatten().map(is_trusted).collect();
    match (wanted.contains(&true), wanted.contains(&false)) {
        (true, true) => Some("mixed"),
        (true, false) => Some("trusted"),
        (false, true) => Some("untrusted"),
        (false, false) => None,
    }
}

/// A label that no tool has can never be found: most likely the wrong catalogue.
fn warn_of_unknown(queries: &[Query], catalog: &Catalog) {
    let unknown =
        queries.iter().flat_map(|query| query.wanted()).flatten().filter(|id| catalog.get(id).is_none()).count();
    if unknown > 0 {
        warning(&format!("{unknown} of the labels name no tool of the catalogue"));
    }
}
