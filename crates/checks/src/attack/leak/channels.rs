//! Twelve ways in which something of a tool could be read.

use std::error::Error;
use std::fmt::Write;
use std::sync::Arc;

use serde_json::json;
use toolsift::catalog::{Author, Catalog, parse};
use toolsift::contracts::ToolRankerFactory;
use toolsift::prelude::*;
use toolsift::session::{Output, wire};
use toolsift::trust_policy::definition_digest;

use super::super::world::remote;

mod events;

/// A channel: its name, the letters of the table under which it shows something, and what was read there.
pub(super) type Channel = (&'static str, &'static str, String);

/// A ranker whose complaint is a third party's.
#[derive(Debug)]
struct Complaining(String);

impl ToolRankerFactory for Complaining {
    fn build(&self, _: &[SearchDoc]) -> Result<Arc<dyn ToolRanker>, RankError> {
        Err(RankError::Unavailable(self.0.as_str().into()))
    }
}

/// Everything that comes out for a tool.
pub(super) fn read(
    tool: &ToolDefinition,
    annotations: &Annotations,
    canary: &str,
) -> Result<[Channel; 12], Box<dyn Error>> {
    let (events, told) = events::during(|| runs(tool, annotations, canary));
    let mut told = told?;
    let (errors, debugged) = errors(tool)?;
    let docs = tool_search_docs([tool], annotations);
    let ranker = build_ranker(&docs, Stopwords::default())?;
    let mut index = format!("{} {}", serde_json::to_string(&docs[..])?, ranker.index().fingerprint());
    // The words of an index cannot be listed: they are asked for.
    if !ranker.index().search(canary, ranker.stopwords(), 5).hits.is_empty() {
        index.push_str(canary);
    }
    write!(told.debugged, "{docs:?} {ranker:?} {:?}", ranker.rank("refund", 5))?;
    write!(told.diagnostics, " {} {:?}", definition_digest(tool), vouch(&mut [tool.clone()], &[Vouch::new("x*")?]))?;
    Ok([
        ("results", "r", told.results),
        ("notes", "", told.notes),
        ("specs", "s", told.specs),
        ("errors", "", errors),
        ("errors as debugged", "", debugged),
        ("what is debugged", "rsi", told.debugged),
        ("events", "", events),
        ("records", "", told.records),
        ("the index", "i", index),
        ("an activation", "s", told.activation),
        ("an unknown skill", "", told.unknown),
        ("diagnostics", "", told.diagnostics),
    ])
}

/// What runs tell.
#[derive(Default)]
struct Told {
    results: String,
    notes: String,
    specs: String,
    debugged: String,
    records: String,
    activation: String,
    unknown: String,
    diagnostics: String,
}

fn search(query: &str) -> Call {
    Call::new("search_tools", json!({ "query": query }))
}

fn activate(name: &str) -> Call {
    Call::new("activate_skill", json!({ "name": name }))
}

/// The tools of a run: the one with the canary among others.
fn setup(tool: &ToolDefinition, annotations: &Annotations) -> Result<Setup, Box<dyn Error>> {
    let mut setup = Setup::new(LoopName::new("main")?);
    let other = ToolDefinition::new(ToolId::new("calendar__create_event")?);
    setup.catalog = CatalogSnapshot::new(1, vec![tool.clone(), other])?;
    let mut config = ToolSearchConfig::default();
    config.annotations.clone_from(annotations);
    setup.search = Some(config);
    Ok(setup)
}

fn runs(tool: &ToolDefinition, annotations: &Annotations, canary: &str) -> Result<Told, Box<dyn Error>> {
    let mut told = Told::default();
    let mut journal = MemoryJournal::new();
    let plain = setup(tool, annotations)?;
    let mut session = Session::new(plain.clone(), built_in_ranker(Stopwords::default()))?;
    let mut turn = 0;
    for query in ["refund", "refund", "pay__refund", "nothing of the kind"] {
        let settled = session.settle(turn, &[search(query)], &mut journal)?;
        turn += 1;
        write!(told.debugged, "{settled:?}")?;
        write!(told.diagnostics, "{:?} {:?}", settled.warnings, settled.recorded)?;
        let Some(Output::Search(result)) = settled.outcomes.get(&0).map(|outcome| &outcome.output) else {
            return Err("a search has no result".into());
        };
        write!(told.notes, "{:?}", result.note)?;
        write!(told.results, "{}", Output::Search(result.clone()).to_json())?;
    }
    told.specs = specs(&session)?;
    write!(told.debugged, "{:?}", session.run().menu().specs().collect::<Vec<_>>())?;
    session.settle(turn, &[search("refund"), search("")], &mut journal)?;
    write!(told.diagnostics, "{}", serde_json::to_string(&session.export())?)?;
    journal.lines().iter().try_for_each(|line| write!(told.records, "{}", line.to_json().unwrap_or_default()))?;
    let mut replayer = Replayer::new(plain.clone(), Recorded::from_lines(journal.lines())?)?;
    let settled = replayer.settle(0, &[search("refund")])?;
    write!(told.results, "{:?}", settled.outcomes.get(&0).map(|outcome| outcome.output.to_json()))?;
    told.diagnostics.extend(replayer.finish().iter().map(|divergence| format!("{divergence} {divergence:?}")));

    let mut failing = Session::new(plain, RankerSource::Factory(Arc::new(Complaining(canary.to_owned()))))?;
    let settled = failing.settle(0, &[search("refund")], &mut journal)?;
    write!(told.diagnostics, "{settled:?}")?;
    skills(tool, annotations, &mut told)?;
    Ok(told)
}

/// A skill that brings the tool, and one that nobody has.
fn skills(tool: &ToolDefinition, annotations: &Annotations, told: &mut Told) -> Result<(), Box<dyn Error>> {
    let mut skill = SkillDefinition::new(SkillId::new("refunds")?, "Ask first.");
    skill.tools = vec![tool.clone()];
    let mut setup = setup(tool, annotations)?;
    setup.skills = Some(SkillSnapshot::new(vec![skill])?);
    setup.activation = Some(SkillActivationConfig::default());
    let mut journal = MemoryJournal::new();
    let mut session = Session::new(setup, built_in_ranker(Stopwords::default()))?;
    write!(told.diagnostics, "{:?}", session.run().skill_index())?;
    let settled = session.settle(0, &[activate("pay__refund")], &mut journal)?;
    write!(told.unknown, "{settled:?}")?;
    let settled = session.settle(1, &[activate("refunds")], &mut journal)?;
    write!(told.activation, "{settled:?} {}", specs(&session)?)?;
    journal.lines().iter().try_for_each(|line| write!(told.records, "{}", line.to_json().unwrap_or_default()))?;
    Ok(())
}

/// The menu as the model is told of it, in every provider's words.
fn specs(session: &Session) -> Result<String, Box<dyn Error>> {
    let menu = session.run().menu();
    let names = wire::Names::of(menu.names());
    let mut specs: String = menu.specs().map(MenuSpec::canonical_json).collect();
    write!(specs, "{} {:?}", menu.prefix_digest(usize::MAX), menu.specs().collect::<Vec<_>>())?;
    for tools in [wire::chat::tools(&names, menu.specs())?, wire::mcp::tools(menu.specs())] {
        specs.push_str(&serde_json::Value::from(tools).to_string());
    }
    Ok(specs)
}

/// The errors that a host meets with a tool.
fn errors(tool: &ToolDefinition) -> Result<(String, String), Box<dyn Error>> {
    let mut all = Errors::default();
    let twice = || vec![tool.clone(), tool.clone()];
    all.take(CatalogSnapshot::new(1, twice()).err());
    all.take(tool_spec(tool).err());
    let docs = tool_search_docs(&twice(), &Annotations::new());
    all.take(build_ranker(&docs, Stopwords::default()).err());
    let other = remote(ToolId::new("other")?);
    let others = build_ranker(&tool_search_docs([&other], &Annotations::new()), Stopwords::default())?;
    let explained = docs.first().map(|doc| others.index().explain("refund", others.stopwords(), doc));
    all.take(explained.and_then(Result::err));
    let mut taken = setup(tool, &Annotations::new())?;
    taken.tools = twice();
    let mut unknown = setup(&other, &Annotations::new())?;
    unknown.search.iter_mut().for_each(|config| config.always_loaded = vec![tool.id.clone()]);
    let mut tainted = setup(&other, &Annotations::new())?;
    tainted.tools = vec![tool.clone()];
    for setup in [taken, unknown, tainted] {
        all.take(Session::new(setup, built_in_ranker(Stopwords::default())).err());
    }
    let mut catalog = Catalog::new();
    let entries = |name| parse(br#"{"name":"pay__refund"}"#, name, Author::ThirdParty);
    catalog.add(entries("a.json")?)?;
    let mut again = entries("b.json")?;
    again.iter_mut().for_each(|entry| entry.tool = tool.clone());
    all.take(catalog.add(again).err());
    Ok((all.shown, all.debugged))
}

/// Errors as they are printed, with their causes.
#[derive(Default)]
struct Errors {
    shown: String,
    debugged: String,
}

impl Errors {
    fn take(&mut self, error: Option<impl Error>) {
        let Some(error) = error else { return };
        self.shown.push_str(&error.to_string());
        self.debugged.push_str(&format!("{error:?}"));
        let mut cause = error.source();
        while let Some(error) = cause {
            self.shown.push_str(&error.to_string());
            cause = error.source();
        }
    }
}
