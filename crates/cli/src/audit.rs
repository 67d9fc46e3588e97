//! What an operator should know of a catalogue before a model sees it.
//!
//! Findings name ids, places and code points, and never quote a third party's text.

mod hidden;
mod lookalike;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use toolsift::catalog::{Entry, Skills};
use toolsift::contracts::SearchDoc;
use toolsift::session::wire::MAX_NAME_CHARS;
use toolsift::trust_policy::{Annotations, Trust, is_searchable, tool_spec, trust};

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    /// To be mended.
    Mend,
    /// Good to know.
    Note,
}

/// Something of which there may be many cases.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) title: &'static str,
    pub(crate) count: usize,
    pub(crate) examples: Vec<String>,
}

/// How many tools there are of each author.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Totals {
    pub(crate) tools: usize,
    pub(crate) own: usize,
    pub(crate) vouched: usize,
    pub(crate) third_party: usize,
    /// Characters of descriptions that are withheld.
    pub(crate) withheld_chars: usize,
}

/// Counts the tools.
pub(crate) fn totals(entries: &[Entry]) -> Totals {
    let mut totals = Totals { tools: entries.len(), ..Totals::default() };
    for Entry { tool, .. } in entries {
        match trust(tool) {
            Trust::FirstParty => totals.own += 1,
            Trust::Vouched => totals.vouched += 1,
            _ => {
                totals.third_party += 1;
                totals.withheld_chars += tool.description.as_ref().map_or(0, |text| text.as_str().chars().count());
            }
        }
    }
    totals
}

/// Everything that was found, the grave first; kinds without a case are left out.
pub(crate) fn findings(
    entries: &[Entry],
    annotations: &Annotations,
    skills: &[Skills],
    examples: usize,
) -> Vec<Finding> {
    use Severity::{Mend, Note};
    let finding = |code, severity, title, cases: Vec<String>| Finding {
        code,
        severity,
        title,
        count: cases.len(),
        examples: cases.into_iter().take(examples).collect(),
    };
    let all = [
        finding("duplicate_id", Mend, "ids that stand in two places", duplicates(entries)),
        finding(
            "look_alike",
            Mend,
            "ids that look alike or are one character apart, across servers",
            lookalike::cases(entries),
        ),
        finding(
            "hidden_characters",
            Mend,
            "characters that nobody sees, or that control a terminal",
            hidden::cases(entries),
        ),
        finding(
            "not_searched",
            Mend,
            "third-party ids with odd characters or over 128, so not searched unless annotated",
            not_searched(entries, annotations),
        ),
        finding("skill_failure", Mend, "skills that could not be read", skill_failures(skills)),
        finding("skill_warning", Note, "skills outside the standard's limits", skill_warnings(skills)),
        finding("long_name", Note, "names over 64 characters, which some providers refuse", long_names(entries)),
        finding("shared_name", Note, "names that several servers use", shared_names(entries)),
        finding("schema_cut", Note, "schemas that lose a part on the menu", schema_cuts(entries)),
    ];
    all.into_iter().filter(|finding| finding.count > 0).collect()
}

fn duplicates(entries: &[Entry]) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for entry in entries {
        places.entry(entry.tool.id.as_str()).or_default().push(entry.place.to_string());
    }
    let twice = places.into_iter().filter(|(_, places)| places.len() > 1);
    twice.map(|(id, places)| format!("{id}: {}", places.join(", "))).collect()
}

fn not_searched(entries: &[Entry], annotations: &Annotations) -> Vec<String> {
    let odd = |entry: &&Entry| !is_searchable(&entry.tool, annotations.contains_key(&entry.tool.id));
    entries.iter().filter(odd).map(|entry| format!("{} ({})", entry.tool.id, entry.place)).collect()
}

fn long_names(entries: &[Entry]) -> Vec<String> {
    let long = |entry: &&Entry| entry.tool.id.as_str().chars().nth(MAX_NAME_CHARS).is_some();
    entries.iter().filter(long).map(|entry| entry.tool.id.to_string()).collect()
}

fn shared_names(entries: &[Entry]) -> Vec<String> {
    let mut servers: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for entry in entries {
        let mut doc = SearchDoc::new(entry.tool.id.clone());
        doc.namespace.clone_from(&entry.tool.namespace);
        if let Some(namespace) = doc.namespace() {
            servers.entry(doc.local_name().to_owned()).or_default().insert(namespace.to_owned());
        }
    }
    let mut shared: Vec<_> = servers.into_iter().filter(|(_, servers)| servers.len() > 1).collect();
    shared.sort_by_key(|(_, servers)| std::cmp::Reverse(servers.len()));
    shared.into_iter().map(|(name, servers)| format!("{name}: {} servers", servers.len())).collect()
}

fn schema_cuts(entries: &[Entry]) -> Vec<String> {
    let cut = |entry: &&Entry| tool_spec(&entry.tool).is_ok_and(|spec| spec.cut);
    entries.iter().filter(cut).map(|entry| entry.tool.id.to_string()).collect()
}

fn skill_failures(skills: &[Skills]) -> Vec<String> {
    skills.iter().flat_map(|skills| &skills.failures).map(ToString::to_string).collect()
}

fn skill_warnings(skills: &[Skills]) -> Vec<String> {
    let skills = skills.iter().flat_map(|skills| &skills.skills);
    skills
        .flat_map(|skill| skill.diagnostics.iter().map(|warning| format!("{}: {warning}", skill.definition.id)))
        .collect()
}
