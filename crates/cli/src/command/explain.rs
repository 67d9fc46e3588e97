//! `toolsift explain`: how the score of a tool comes about.

use toolsift::bm25f_index::Explanation;
use toolsift::prelude::*;

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::output::{DIM, GOOD, Output, STRONG, harmless, styled};
use crate::sources::{Tools, query};

pub(crate) fn run(args: &args::Explain, output: &mut Output) -> Result<Outcome, CliError> {
    let query = query(&args.query)?;
    let tools = Tools::read(&args.sources)?;
    let tool = tools.tool(&args.id).ok_or_else(|| CliError::UnknownTool(args.id.clone()))?;
    let doc = tools.doc(&args.id).ok_or_else(|| CliError::NotSearchable(tool.id.clone()))?;
    let why = tools.searcher.explain(&query, doc)?;
    if output.is_json() {
        output.json(&why)?;
    } else {
        print(&why, output)?;
    }
    Ok(if why.score == Score::default() && !why.exact { Outcome::NoHit } else { Outcome::Hit })
}

fn print(why: &Explanation, output: &mut Output) -> Result<(), CliError> {
    let share = if why.ceiling == Score::default() { 0.0 } else { why.score.as_f64() / why.ceiling.as_f64() * 100.0 };
    let standing = if why.standing == Standing::Trusted { "trusted" } else { "untrusted" };
    output.line(&format!(
        "{}  {standing}  score {} of {} ({share:.0} %)",
        styled(STRONG, &harmless(why.id.as_str())),
        why.score,
        why.ceiling
    ))?;
    if why.exact {
        output.line(&styled(GOOD, "named by its identifier, so it comes before all that are not"))?;
    }
    let mut rows = Vec::new();
    for term in &why.terms {
        let mut head = vec![
            styled(STRONG, &harmless(&term.term)),
            term.document_frequency.to_string(),
            format!("{:.3}", term.idf),
        ];
        if term.fields.is_empty() {
            head.extend([styled(DIM, "not in this tool")]);
            rows.push(head);
            continue;
        }
        for field in &term.fields {
            let mut row = std::mem::replace(&mut head, vec![String::new(); 3]);
            row.extend([
                field.field.as_str().to_owned(),
                format!("{}{}", field.term_frequency, if field.clamped { "+" } else { "" }),
                format!("{} of {:.1}", field.length, field.average_length),
                format!("{:.2}", field.length_ratio),
                format!("{:.3}", field.weighted_frequency),
                field.contribution.to_string(),
            ]);
            rows.push(row);
        }
    }
    let header = ["term", "tools", "idf", "field", "count", "length", "ratio", "weighted", "score"];
    if !rows.is_empty() {
        output.table(&header, rows, &[1, 2, 4, 5, 6, 7, 8])?;
    }
    for (title, terms) in [("not ranked, 16 rarer terms are", &why.passed_over), ("in no tool", &why.unmatched)] {
        if !terms.is_empty() {
            let terms = terms.iter().take(16).map(|term| harmless(term)).collect::<Vec<_>>().join(", ");
            output.line(&styled(DIM, &format!("{title}: {terms}")))?;
        }
    }
    Ok(())
}
