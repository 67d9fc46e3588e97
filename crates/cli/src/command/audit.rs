//! `toolsift audit`: what an operator should know of a catalogue.

use serde::Serialize;

use crate::Outcome;
use crate::args;
use crate::audit::{Finding, Severity, Totals, findings, totals};
use crate::error::CliError;
use crate::output::{DIM, GOOD, Output, STRONG, WARN, harmless, styled};
use crate::sources::{annotations, entries, skills, vouch_for};

/// The audit as a machine reads it.
#[derive(Serialize)]
struct Json<'a> {
    totals: &'a Totals,
    findings: &'a [Finding],
}

pub(crate) fn run(args: &args::Audit, output: &mut Output) -> Result<Outcome, CliError> {
    let mut entries = entries(&args.sources)?;
    let prefixes = &args.sources.namespace;
    entries.retain(|entry| {
        prefixes.is_empty() || prefixes.iter().any(|prefix| entry.tool.id.as_str().starts_with(prefix.as_str()))
    });
    if entries.is_empty() && !prefixes.is_empty() {
        return Err(CliError::NoTools(format!("{prefixes:?}")));
    }
    let annotations = annotations(&args.sources.policy)?;
    vouch_for(entries.iter_mut().map(|entry| &mut entry.tool), &args.sources.policy);
    let totals = totals(&entries);
    let findings = findings(&entries, &annotations, &skills(&args.skills)?, usize::from(args.examples));
    if output.is_json() {
        output.json(&Json { totals: &totals, findings: &findings })?;
    } else {
        print(&totals, &findings, output)?;
    }
    let mend = findings.iter().any(|finding| finding.severity == Severity::Mend);
    Ok(if mend { Outcome::NoHit } else { Outcome::Hit })
}

fn print(totals: &Totals, findings: &[Finding], output: &mut Output) -> Result<(), CliError> {
    output.line(&format!(
        "{} tools: {} the host's own, {} third-party and vouched for, {} third-party ({} characters of description withheld)",
        styled(STRONG, &totals.tools.to_string()),
        totals.own,
        totals.vouched,
        totals.third_party,
        totals.withheld_chars
    ))?;
    for finding in findings {
        let (style, mark) = match finding.severity {
            Severity::Mend => (WARN, "mend"),
            Severity::Note => (DIM, "note"),
        };
        output.line(&format!(
            "\n{} {} {}",
            styled(style, mark),
            styled(STRONG, &finding.count.to_string()),
            finding.title
        ))?;
        for example in &finding.examples {
            output.line(&format!("     {}", harmless(example)))?;
        }
        let more = finding.count - finding.examples.len();
        if more > 0 {
            output.line(&styled(DIM, &format!("     and {more} more")))?;
        }
    }
    if !findings.iter().any(|finding| finding.severity == Severity::Mend) {
        output.line(&format!("\n{}", styled(GOOD, "nothing to mend")))?;
    }
    Ok(())
}
