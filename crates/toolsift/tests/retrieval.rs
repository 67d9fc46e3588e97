//! A run whose model searches for a tool of retrieval, finds it, and reads rows under a ceiling. `crates/retrieval/tests/stand-in/host.sh` stands for the host's program.

#![cfg(test)]
#![cfg(all(unix, feature = "retrieval"))]

use std::fs;

use serde_json::{Value, json};
use toolsift::prelude::*;
use toolsift::retrieval::{
    Cancel, Ceiling, HostCommand, Label, Outcome, Referent, ResultStore, Retrieval, RetrievalConfig, Transport,
    write_result,
};

/// What the host has: mail of the owner's, of work, and of the owner's health, and one without a label.
fn answer() -> String {
    json!({
        "query": "donuts",
        "hits": [
            { "title": "Donut order", "ifc": { "confidentiality": ["owner"] } },
            { "title": "Donut budget", "ifc": { "confidentiality": ["owner", "work"] } },
            { "title": "Blood sugar", "ifc": { "confidentiality": ["owner", "health"] } },
            { "title": "Donut recipe" },
        ],
    })
    .to_string()
}

fn shown(outcome: &Outcome) -> Vec<String> {
    let result: Value = serde_json::from_str(&outcome.model).unwrap();
    let entries = result["entries"].as_array().unwrap();
    let word =
        |entry: &Value| entry.pointer("/value/title").or(entry.get("reasonCode")).unwrap().as_str().unwrap().to_owned();
    entries.iter().map(word).collect()
}

/// A store that keeps nothing but how much it was asked.
#[derive(Default)]
struct Counts {
    minted: usize,
    observed: usize,
}

impl ResultStore for Counts {
    type Receipt = ();
    type Link = Value;
    type Error = ();

    fn mint(&mut self, row: &Referent) -> Result<Value, ()> {
        self.minted += 1;
        Ok(json!({ "document": row.value["title"] }))
    }

    fn observe(&mut self, _: &Referent) -> Result<(), ()> {
        self.observed += 1;
        Ok(())
    }

    fn link(&mut self, address: &str) -> Result<Value, ()> {
        Ok(json!({ "cell": address }))
    }

    fn write(&mut self, result: &Value, _: &Label, _: Vec<()>) -> Result<Value, ()> {
        Ok(result.clone())
    }
}

/// CF-031, CF-037, CF-073: the tools of retrieval are deferred and found like any other, what they give is measured, and a row may be cited by its handle.
#[test]
fn a_run_finds_a_tool_and_reads_under_a_ceiling() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("answer"), answer()).unwrap();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../retrieval/tests/stand-in/host.sh");
    let transport = Transport::Direct { instance_dir: folder.path().into(), run_id: "run-1".into(), actor: None };
    let mut config = RetrievalConfig::new("/bin/sh", transport);
    config.cli_args = vec![program.to_owned()];
    let session_ceiling = Ceiling::read(&json!(["owner", "work"])).unwrap();
    let retrieval = Retrieval::open("run-1", Some(config), [session_ceiling]).unwrap();

    // The eight tools are in the catalogue, and none is on the menu.
    let mut setup = Setup::new(LoopName::new("main").unwrap());
    let mut tools = retrieval.tools();
    tools.push(ToolDefinition::new(ToolId::new("charge_invoice").unwrap()));
    setup.catalog = CatalogSnapshot::new(1, tools).unwrap();
    setup.search = Some(ToolSearchConfig::default());
    let mut session = Session::new(setup, built_in_ranker(Stopwords::default())).unwrap();
    let mut journal = MemoryJournal::new();
    assert!(session.run().is_callable("loom_search").is_err());

    // The model asks for what it needs, and may call what was found from then on.
    let calls = [Call::new("search_tools", json!({ "query": "find mail about donuts" }))];
    let settled = session.settle(0, &calls, &mut journal).unwrap();
    assert!(settled.outcomes[&0].output.to_json().contains("loom_search"));
    assert!(session.run().is_callable("loom_search").is_ok());

    // It reads rows: two fit, one is above the ceiling, and one without a label is measured with what the run has seen, which is nothing.
    let command = HostCommand::of_tool("loom_search").unwrap();
    let mut context = Label::default();
    let outcome = retrieval.call(command, &json!({ "query": "donuts" }), &context, &Cancel::new());
    assert_eq!(shown(&outcome), ["Donut order", "Donut budget", "cfc_ceiling_exceeded", "Donut recipe"]);
    assert!(!outcome.artifact.contains("Blood sugar"));
    outcome.observation.as_ref().unwrap().join_into(&mut context);
    assert_eq!(context.confidentiality.to_value(), json!(["owner", "work"]));
    assert_eq!(fs::read_to_string(folder.path().join("argv")).unwrap(), "search\ndonuts\n--json\n");

    // It cites the first row, and its result carries the labels of all that it has read.
    let table = retrieval.handles();
    let result = json!({ "summary": "Ordered on Friday.", "source": outcome.handles[0].as_str() });
    let mut store = Counts::default();
    let written = write_result(&mut store, &table, result).unwrap();
    assert_eq!(written.link["source"], json!({ "document": "Donut order" }));
    assert_eq!((store.minted, store.observed), (1, 2));
    assert_eq!(written.label.confidentiality.to_value(), json!(["owner", "work"]));
}

/// CF-037: the golden log of a run that searches for these tools has them in its catalogue as they are.
#[test]
fn the_golden_log_has_the_tools_as_they_are() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenario/golden/v1/retrieval-tools-are-found/scenario.json");
    let scenario: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let tools = HostCommand::ALL.map(|command| serde_json::to_value(command.descriptor().definition).unwrap());
    assert_eq!(scenario["catalog"].as_array().unwrap()[..8], tools);
}
