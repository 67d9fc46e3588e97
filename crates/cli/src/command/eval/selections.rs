//! A selector measured: how often the right tools are advertised, and what is not sent.

use serde::Serialize;
use toolsift::eval::Query;
use toolsift::eval::metrics::GroupRanks;
use toolsift::prelude::*;
use toolsift::select::DEFAULT_TOP_K;

use super::share;
use crate::Outcome;
use crate::args::SelectorName;
use crate::error::CliError;
use crate::output::Output;
use crate::sources::Tools;

/// The means over all queries.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    selector: &'static str,
    n: usize,
    /// The share of what answers a query that is advertised, over the queries that something answers. A selection that opened has all of it.
    recall: Option<f64>,
    /// The same over the queries for which the selector did not open.
    recall_narrowed: Option<f64>,
    /// The share of the queries for which the selector could not tell.
    opened: Option<f64>,
    /// How many tools are advertised.
    advertised: Option<f64>,
    /// The share of the characters of all tools that is not sent.
    saved: Option<f64>,
}

/// A mean that is built up.
#[derive(Default)]
struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

pub(super) fn run(
    name: SelectorName,
    k: Option<u16>,
    tools: Tools,
    queries: &[Query],
    output: &mut Output,
) -> Result<Outcome, CliError> {
    let all = tool_schemas(&tools.tools);
    let selector = name.build(k.map_or(DEFAULT_TOP_K, usize::from), &[], tools.searcher);
    let registered: usize = all.iter().map(ToolSchema::chars).sum();
    let [mut recall, mut narrowed, mut opened, mut advertised, mut saved] = [(); 5].map(|()| Mean::default());
    for query in queries {
        let selection = selector.select(&SelectionContext::new(0).with_prompt(&query.query), &all);
        let ids: Vec<&str> = selection.subset().ids().collect();
        let is_open = selection.why_opened().is_some();
        let wanted = query.wanted();
        if !wanted.is_empty() {
            let found = GroupRanks::new(&ids, &wanted).recall_at(ids.len());
            recall.add(found);
            if !is_open {
                narrowed.add(found);
            }
        }
        opened.add(if is_open { 1.0 } else { 0.0 });
        advertised.add(ids.len() as f64);
        if registered > 0 {
            let sent: usize = selection.subset().tools().map(ToolSchema::chars).sum();
            saved.add(1.0 - sent as f64 / registered as f64);
        }
    }
    let report = Report {
        selector: name.as_str(),
        n: queries.len(),
        recall: recall.value(),
        recall_narrowed: narrowed.value(),
        opened: opened.value(),
        advertised: advertised.value(),
        saved: saved.value(),
    };
    if output.is_json() {
        output.json(&report)?;
    } else {
        let header = ["selector", "n", "recall", "recall, narrowed", "opened", "advertised", "saved"];
        let row = vec![
            report.selector.to_owned(),
            report.n.to_string(),
            share(report.recall),
            share(report.recall_narrowed),
            share(report.opened),
            report.advertised.map_or_else(|| share(None), |mean| format!("{mean:.1}")),
            share(report.saved),
        ];
        output.table(&header, vec![row], &[1, 2, 3, 4, 5, 6])?;
    }
    Ok(Outcome::Hit)
}
