//! An agent with 160 tools of four servers: what the menu costs on each turn with a search, and what all tools on the menu would cost.
//!
//! `cargo run --example large_menu -p toolsift`

use serde_json::json;
use toolsift::prelude::*;

/// What a turn's menu costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cost {
    /// The characters of its specs.
    pub(crate) chars: usize,
    /// How many of its first entries are those of the turn before, byte for byte: what a prompt's cache keeps.
    pub(crate) kept: usize,
}

/// The tools of four servers: ten verbs for four objects each.
fn tools() -> Vec<ToolDefinition> {
    const SERVERS: [(&str, [&str; 4]); 4] = [
        ("ledger", ["invoice", "payment", "account", "journal entry"]),
        ("tracker", ["issue", "sprint", "release", "comment"]),
        ("depot", ["shipment", "container", "carrier", "pallet"]),
        ("people", ["employee", "contract", "absence", "payslip"]),
    ];
    const VERBS: [&str; 10] =
        ["create", "list", "get", "update", "delete", "search", "export", "assign", "archive", "approve"];
    let mut tools = Vec::new();
    for (server, objects) in SERVERS {
        for (object, verb) in objects.iter().flat_map(|object| VERBS.map(|verb| (object, verb))) {
            let Ok(id) = ToolId::new(format!("{server}__{verb}_{}", object.replace(' ', "_"))) else { continue };
            let mut tool = ToolDefinition::new(id);
            tool.description =
                Some(format!("Use this to {verb} one {object} of the {server}, with its history.").into());
            tool.input_schema = Some(json!({
                "type": "object",
                "properties": { "id": { "type": "string", "description": format!("The number of the {object}.") } },
                "required": ["id"]
            }));
            tools.push(tool);
        }
    }
    tools
}

/// The cost of all tools on the menu, and that of each turn of a run in which they are searched.
pub(crate) fn costs() -> Result<(usize, Vec<Cost>), Box<dyn std::error::Error>> {
    let mut all = Setup::new(LoopName::new("main")?);
    all.tools = tools();
    let everything = Session::new(all, built_in_ranker(Stopwords::default()))?.run().menu().spec_chars();

    let mut setup = Setup::new(LoopName::new("main")?);
    setup.catalog = CatalogSnapshot::new(1, tools())?;
    setup.search = Some(ToolSearchConfig::default());
    let mut session = Session::new(setup, built_in_ranker(Stopwords::default()))?;
    let mut journal = MemoryJournal::new();
    let mut costs = Vec::new();
    for (turn, query) in (0..).zip(["approve a payment", "create an issue", "export payslips"]) {
        let before = session.run().menu().clone();
        let call = Call::new("search_tools", json!({ "query": query, "limit": 3 }));
        session.settle(turn, &[call], &mut journal)?;
        let menu = session.run().menu();
        let same = before.specs().zip(menu.specs()).take_while(|(a, b)| a.canonical_json() == b.canonical_json());
        costs.push(Cost { chars: menu.spec_chars(), kept: same.count() });
    }
    Ok((everything, costs))
}

#[cfg_attr(test, expect(dead_code, reason = "the test of this example calls what it prints"))]
#[cfg_attr(not(test), expect(clippy::print_stdout, reason = "an example for people"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (everything, costs) = costs()?;
    println!("all tools on the menu: {everything} characters on every turn");
    for (turn, cost) in costs.iter().enumerate() {
        let share = cost.chars * 100 / everything;
        println!("turn {turn}: {} characters ({share} %), the first {} entries as before", cost.chars, cost.kept);
    }
    Ok(())
}
