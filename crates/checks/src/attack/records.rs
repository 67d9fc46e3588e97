//! Tampered records against catalogues of which not everything may be found any more.

mod exhaustive;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};
use toolsift::prelude::*;
use toolsift::session::{Origin, Output};
use toolsift_replay::Line;
use toolsift_scenario::{Scenario, TAMPERINGS, tampered};

use super::Found;
use super::random::Random;
use super::row::Tally;

/// Live sets that each tampering is tried on.
const LIVE_SETS: u64 = 271;

const TOOLS: [&str; 12] = [
    "a__refund_payment",
    "a__charge_invoice",
    "a__list_payments",
    "a__cancel_payment",
    "a__export_invoice",
    "a__create_refund",
    "b__refund_order",
    "b__list_invoices",
    "b__archive_payment",
    "b__search_payment",
    "b__assign_invoice",
    "b__delete_refund",
];
const SKILLS: [&str; 3] = ["refunds", "month-end", "payroll"];

/// A run over everything: searches, activations, and one call that is refused.
fn scenario() -> Result<Scenario, Box<dyn std::error::Error>> {
    let tools: Vec<Value> = TOOLS.iter().map(|id| json!({ "id": id })).collect();
    let skill = |id: &str| json!({ "id": id, "instructions": format!("How to do {id}."), "tools": [{ "id": format!("{id}_tool") }] });
    let skills: Vec<Value> = SKILLS.into_iter().map(skill).collect();
    let search = |query: &str| json!({ "name": "search_tools", "arguments": { "query": query } });
    let activate = |name: &str| json!({ "name": "activate_skill", "arguments": { "name": name } });
    let turns = json!([
        { "calls": [search("refund payment"), activate("refunds")] },
        { "calls": [activate("month-end"), search("invoice")] },
        { "calls": [search("payment refunds"), search("")] },
        { "calls": [search("list archive assign"), activate("nothing")] },
    ]);
    let scenario = json!({
        "version": 1, "loop": "main", "catalog": tools, "skills": skills, "turns": turns,
        "toolSearch": {}, "skillActivation": { "discovery": "both" }, "compaction": { "afterBytes": 300 },
    });
    Ok(Scenario::parse(&scenario.to_string())?)
}

/// What may be found and activated now, and the caps.
struct Live {
    tools: BTreeSet<&'static str>,
    skills: BTreeSet<&'static str>,
    limit: usize,
    loaded: usize,
}

impl Live {
    fn new(random: &mut Random) -> Self {
        let mut some =
            |ids: &[&'static str]| ids.iter().copied().filter(|_| !random.one_in(3)).collect::<BTreeSet<_>>();
        let (mut tools, mut skills) = (some(&TOOLS), some(&SKILLS));
        // Over nothing there would be no tool that searches or activates.
        tools.insert("a__list_payments");
        skills.insert("payroll");
        Self { tools, skills, limit: 1 + random.below(6), loaded: 1 + random.below(8) }
    }

    fn setup(&self) -> Result<Setup, Box<dyn std::error::Error>> {
        let mut setup = Setup::new(LoopName::new("main")?);
        let tools = self.tools.iter().map(|id| ToolId::new(id).map(ToolDefinition::new));
        setup.catalog = CatalogSnapshot::new(1, tools.collect::<Result<_, _>>()?)?;
        let mut config = ToolSearchConfig::default();
        (config.max_per_search, config.max_loaded) = (self.limit, self.loaded);
        setup.search = Some(config);
        let skill = |id: &&str| {
            let mut skill = SkillDefinition::new(SkillId::new(id)?, format!("How to do {id}."));
            skill.tools = vec![ToolDefinition::new(ToolId::new(format!("{id}_tool"))?)];
            Ok::<_, toolsift::contracts::CoreError>(skill)
        };
        setup.skills = Some(SkillSnapshot::new(self.skills.iter().map(skill).collect::<Result<_, _>>()?)?);
        let mut activation = SkillActivationConfig::default();
        activation.discovery = Discovery::Both;
        setup.activation = Some(activation);
        Ok(setup)
    }

    /// What is wrong with a turn's result, if anything is.
    fn wrong(&self, output: &Output, records: &str, menu: &[String]) -> Option<String> {
        let json = output.to_json();
        let wrong = match output {
            Output::Search(result) => {
                let names: Vec<&str> = result.tools.iter().map(|tool| tool.name.as_str()).collect();
                let distinct: BTreeSet<&str> = names.iter().copied().collect();
                let skills = result.skills.iter().flatten().map(|skill| skill.id.as_str());
                names.len() > self.limit
                    || distinct.len() != names.len()
                    || names.iter().any(|id| !self.tools.contains(id) || !is_named(records, id))
                    || names.iter().any(|id| menu.iter().any(|name| name == id))
                    || skills.clone().count() > self.limit
                    || skills.into_iter().any(|id| !self.skills.contains(id))
                    || !is_in_order(records, &names)
            }
            Output::Skill(result) => {
                !self.skills.contains(result.skill.as_str())
                    || result.instructions != format!("How to do {}.", result.skill)
                    || result.tools.iter().any(|tool| tool.as_str() != format!("{}_tool", result.skill))
            }
            _ => false,
        };
        (wrong || json.contains("INJECTED") || json.contains("zz_foreign")).then_some(json)
    }
}

/// Whether the text of the records has an id, as it stands.
fn is_named(records: &str, id: &str) -> bool {
    records.contains(&format!("\"{id}\""))
}

/// Whether some record lists these results in this order, others between them.
fn is_in_order(records: &str, names: &[&str]) -> bool {
    names.is_empty()
        || records.split("\"results\":").skip(1).any(|results| {
            // The list alone: what stands around it may be anything.
            let list = serde_json::Deserializer::from_str(results).into_iter::<Vec<Value>>().next();
            let results = list.and_then(Result::ok).unwrap_or_default();
            let mut results = results.iter().filter_map(Value::as_str);
            names.iter().all(|name| results.any(|result| result == *name))
        })
}

/// Replays tampered records against what is live; answers what got wider.
fn widened(scenario: &Scenario, lines: &[Line], live: &Live) -> Result<Option<String>, Box<dyn std::error::Error>> {
    let choices = lines.iter().filter_map(|line| match line {
        Line::Decision(decision) => Some(decision.choice.replace('\n', " ")),
        _ => None,
    });
    let records = choices.collect::<Vec<_>>().join("\n");
    let mut replayer = Replayer::new(live.setup()?, Recorded::from_lines(lines)?)?;
    for (turn, calls) in (0..).zip(scenario.turns.iter().map(|turn| &turn.calls)) {
        let calls: Vec<Call> = calls.iter().map(|call| Call::new(call.name.as_str(), call.arguments.clone())).collect();
        replayer.compact(turn);
        let menu: Vec<String> = replayer.run().menu().names().map(str::to_owned).collect();
        let settled = replayer.settle(turn, &calls)?;
        for outcome in settled.outcomes.values() {
            if let Some(json) = live.wrong(&outcome.output, &records, &menu) {
                return Ok(Some(json));
            }
        }
        let after: Vec<&str> = replayer.run().menu().names().collect();
        if !after.iter().zip(&menu).all(|(after, before)| after == before) || after.len() < menu.len() {
            return Ok(Some(format!("the menu {menu:?} became {after:?}")));
        }
    }
    let menu = replayer.run().menu();
    let is_allowed = |entry: &toolsift::session::MenuEntry| {
        let id = entry.spec.name.as_str();
        match entry.origin {
            Origin::Meta => true,
            Origin::Search => live.tools.contains(id) && is_named(&records, id),
            Origin::Activation => id.strip_suffix("_tool").is_some_and(|skill| live.skills.contains(skill)),
            _ => false,
        }
    };
    let wide = menu.found() > live.loaded || !menu.entries().iter().all(is_allowed);
    Ok(wide.then(|| format!("{:?}", menu.names().collect::<Vec<_>>())))
}

pub(super) fn run() -> Found {
    let scenario = scenario()?;
    let mut journal = MemoryJournal::new();
    scenario.run(&mut journal)?;
    let mut random = Random::new(53);
    let mut tally = Tally::default();
    for tampering in TAMPERINGS {
        let lines = tampered(journal.lines(), tampering, &scenario);
        for number in 0..LIVE_SETS {
            let live = Live::new(&mut random);
            let found = catch_unwind(AssertUnwindSafe(|| widened(&scenario, &lines, &live)));
            let problem = match found {
                Ok(Ok(problem)) => problem,
                Ok(Err(error)) => Some(error.to_string()),
                Err(_) => Some("it panicked".to_owned()),
            };
            tally.check(problem.is_none(), || format!("{tampering}, {number}: {}", problem.unwrap_or_default()));
        }
    }
    Ok(vec![tally.row("tampered records that widen a menu or a result", 20_000), exhaustive::row()?])
}
