//! Skills through searches with the built-in ranker: what is found, beside which tools, and by which of two rankers.

#![cfg(test)]

use std::sync::Arc;

use serde_json::{Value, json};
use toolsift::contracts::{SkillDefinition, SkillId, SkillSnapshot};
use toolsift::prelude::*;
use toolsift::session::Rankers;

fn tool(id: &str, description: &str) -> ToolDefinition {
    let mut tool = ToolDefinition::new(ToolId::new(id).unwrap());
    tool.description = Some(description.into());
    tool
}

fn skill(id: &str, description: &str) -> SkillDefinition {
    let mut skill = SkillDefinition::new(SkillId::new(id).unwrap(), format!("Steps of {id}."));
    skill.description = Some(description.into());
    skill
}

fn setup(tools: &[ToolDefinition], skills: &[SkillDefinition], activation: Value) -> Setup {
    let mut setup = Setup::new(LoopName::new("main").unwrap());
    setup.catalog = CatalogSnapshot::new(1, tools.to_vec()).unwrap();
    setup.skills = Some(SkillSnapshot::new(skills.to_vec()).unwrap());
    setup.search = Some(ToolSearchConfig::default());
    setup.activation = Some(serde_json::from_value(activation).unwrap());
    setup
}

fn built_in() -> RankerSource {
    built_in_ranker(Stopwords::default())
}

fn search(query: &str) -> Call {
    Call::new("search_tools", json!({ "query": query }))
}

fn activate(name: &str) -> Call {
    Call::new("activate_skill", json!({ "name": name }))
}

/// The result of one call in a turn of its own, and what was recorded of it.
fn told(session: &mut Session, turn: u64, call: Call) -> (Value, Vec<String>) {
    let mut journal = MemoryJournal::new();
    let settled = session.settle(turn, &[call], &mut journal).unwrap();
    let lines = journal.lines().iter().map(|line| line.to_json().unwrap()).collect();
    (settled.outcomes[&0].output.to_value(), lines)
}

/// The tools and the skills that a first search finds.
fn found(setup: Setup, rankers: impl Into<Rankers>, call: Call) -> (Vec<String>, Vec<String>) {
    page(&told(&mut Session::new(setup, rankers).unwrap(), 0, call).0)
}

fn page(result: &Value) -> (Vec<String>, Vec<String>) {
    let texts = |list: &str, key: &str| -> Vec<String> {
        result[list].as_array().unwrap().iter().map(|entry| entry[key].as_str().unwrap().to_owned()).collect()
    };
    (texts("tools", "name"), texts("skills", "id"))
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// Fifty-four skills, whose ids say nothing, each for one need in one field of work.
fn fifty_four() -> Vec<(SkillDefinition, String)> {
    let needs = ["audit", "draft", "migrate", "plan", "translate", "archive", "benchmark", "negotiate", "forecast"];
    let fields = ["invoices", "contracts", "databases", "releases", "meetings", "warehouses"];
    let all = needs.iter().flat_map(|need| fields.iter().map(move |field| (need, field)));
    all.enumerate()
        .map(|(number, (need, field))| {
            let description =
                format!("How to {need} {field} in this house, whoever asks for it: {}", "step by step, ".repeat(8));
            (skill(&format!("playbook{number:02}"), &description), format!("help me {need} some {field}"))
        })
        .collect()
}

/// S43, ADR-138, ADR-139: of 54 skills over the budget of the index, every one is the first that a search for it finds, and can be activated then; without discovery those behind the budget cannot.
#[test]
fn fifty_four_skills() {
    let skills: Vec<SkillDefinition> = fifty_four().into_iter().map(|(skill, _)| skill).collect();
    assert_eq!(skills.len(), 54);
    let tools: Vec<ToolDefinition> =
        (0..40).map(|number| tool(&format!("tool_{number}"), "Files a step of this house.")).collect();
    for discovery in ["index", "both", "search"] {
        let setup = || setup(&tools, &skills, json!({ "discovery": discovery }));
        let session = Session::new(setup(), built_in()).unwrap();
        let index = session.run().skill_index().unwrap();
        // A line has 2 + 10 + 2 + 160 bytes and its end: 46 of them have room in 8192 bytes.
        let listed = if discovery == "search" { 0 } else { 46 };
        assert_eq!((index.listed.len(), index.unlisted.len()), (listed, if listed == 0 { 0 } else { 8 }));
        for (number, (skill, query)) in fifty_four().into_iter().enumerate() {
            let mut session = Session::new(setup(), built_in()).unwrap();
            let id = skill.id.as_str();
            let (result, _) = told(&mut session, 0, search(&query));
            if discovery != "index" {
                assert_eq!(page(&result).1.first().map(String::as_str), Some(id), "{discovery} {query}");
            } else {
                assert_eq!(result["skills"], Value::Null);
            }
            let (result, _) = told(&mut session, 1, activate(id));
            let expected = if discovery == "index" && number >= 46 {
                json!({ "error": { "code": "unknown_skill", "message": "No skill of this name can be loaded." } })
            } else {
                json!({ "skill": id, "instructions": format!("Steps of {id}.") })
            };
            assert_eq!(result, expected, "{discovery} {id}");
        }
    }
}

/// S19, ADR-143: a skill that is described in Chinese is found in Chinese, by one ranker and by two.
#[test]
fn a_query_in_chinese() {
    let skills = [
        skill("wechat-post", "排版并发布微信公众号文章"),
        skill("weather", "查询天气"),
        skill("month-end", "Closes the books."),
    ];
    let tools = [tool("send_mail", "发送邮件"), tool("get_weather", "查询天气预报")];
    let setup = || setup(&tools, &skills, json!({ "discovery": "search" }));
    for query in ["公众号", "发布公众号", "帮我写一篇微信公众号文章"] {
        for rankers in [Rankers::from(built_in()), Rankers::new(RankerSource::Custom(Arc::new(Own(None))), built_in())]
        {
            let (_, skills) = found(setup(), rankers, search(query));
            assert_eq!(skills.first().map(String::as_str), Some("wechat-post"), "{query}");
        }
    }
    assert_eq!(found(setup(), built_in(), search("天气")), (texts(&["get_weather"]), texts(&["weather"])));
}

/// ADR-141, ADR-151, ADR-152: one index ranks both kinds by the same fields and weights, so that the limit of one leaves the better hit, whatever its kind.
#[test]
fn the_better_hit() {
    let mut aliased = skill("disputes", "Step by step.");
    aliased.aliases = texts(&["give the money back"]);
    let mut tagged = skill("closing", "Step by step.");
    tagged.tags = texts(&["bookkeeping"]);
    let tools = [
        tool("refund_payment", "Returns a payment."),
        tool("list_payments", "Lists money and payments, also back in time."),
        tool("ledger", "For bookkeeping."),
    ];
    let setup = || {
        setup(
            &tools,
            &[aliased.clone(), tagged.clone(), skill("payments-guide", "About ledgers.")],
            json!({ "discovery": "both" }),
        )
    };
    for (query, expected) in [
        ("refund", (&["refund_payment"][..], &[][..])),
        ("give money back", (&[], &["disputes"])),
        ("bookkeeping", (&[], &["closing"])),
        ("ledger", (&["ledger"], &[])),
        ("a guide", (&[], &["payments-guide"])),
    ] {
        let call = Call::new("search_tools", json!({ "query": query, "limit": 1 }));
        assert_eq!(found(setup(), built_in(), call), (texts(expected.0), texts(expected.1)), "{query}");
    }
    assert_eq!(
        found(setup(), built_in(), search("bookkeeping in a ledger")),
        (texts(&["ledger"]), texts(&["closing", "payments-guide"]))
    );
}

/// ADR-144: an identifier that names a tool and a skill finds both, the tool first; a tool that is called like a key is a third.
#[test]
fn one_name_for_both() {
    let tools = [tool("charge_invoice", "Charges."), tool("skill:charge_invoice", "Charges."), tool("pay", "Pays.")];
    let skills = [skill("charge_invoice", "Steps."), skill("pay-bills", "Steps.")];
    let of = |query: &str, limit: usize| {
        let call = Call::new("search_tools", json!({ "query": query, "limit": limit }));
        found(setup(&tools, &skills, json!({ "discovery": "search" })), built_in(), call)
    };
    let both = texts(&["charge_invoice"]);
    assert_eq!(of("charge_invoice", 1), (both.clone(), vec![]));
    assert_eq!(of("charge_invoice", 2), (both.clone(), both.clone()));
    assert_eq!(of("please, charge_invoice now", 2), (both.clone(), both.clone()));
    assert_eq!(of("charge_invoice", 3), (texts(&["charge_invoice", "skill:charge_invoice"]), both));
    assert_eq!(of("skill:charge_invoice", 1), (texts(&["skill:charge_invoice"]), vec![]));
}

/// ADR-144, ADR-150: the word `skill` finds what says it, and no skill for being one.
#[test]
fn the_word_skill() {
    let tools = [tool("send_mail", "Sends a mail.")];
    let skills = [skill("month-end", "Closes the books."), skill("review", "Reviews code.")];
    let mut session = Session::new(setup(&tools, &skills, json!({ "discovery": "search" })), built_in()).unwrap();
    let (result, lines) = told(&mut session, 0, search("skill"));
    assert_eq!(
        result,
        json!({ "tools": [], "skills": [], "note": "No matching tools or skills. In no searchable tool or skill: skill." })
    );
    assert_eq!(
        lines,
        [concat!(
            r#"{"id":"main#turn:0:tool:0:search","source":"agent-tool-search","choice":{"ranker":"bm25f","query":"skill","#,
            r#""results":[],"loaded":[],"skills":[],"note":"no_match","unmatched":["skill"],"resultBytes":101}}"#
        )]
    );
    let with = [skill("writer", "Writes a skill."), skill("review", "Reviews code.")];
    assert_eq!(
        found(setup(&tools, &with, json!({ "discovery": "search" })), built_in(), search("skill")),
        (vec![], texts(&["writer"]))
    );
}

/// ADR-133, ADR-143: in mode `index` no search knows a word of a skill.
#[test]
fn the_default_indexes_no_skill() {
    let setup = setup(&[tool("send_mail", "Sends a mail.")], &[skill("month-end", "Closes the ledger.")], json!({}));
    let (result, _) = told(&mut Session::new(setup, built_in()).unwrap(), 0, search("ledger"));
    assert_eq!(result, json!({ "tools": [], "note": "No matching tools. In no searchable tool: ledger." }));
}

/// A ranker of the host's that finds one thing, whatever is asked, or nothing.
#[derive(Debug)]
struct Own(Option<&'static str>);

impl ToolRanker for Own {
    fn kind(&self) -> &str {
        "own"
    }

    fn rank(&self, _: &str, _: usize) -> Result<Vec<Hit>, RankError> {
        Ok(self.0.iter().map(|name| Hit::new(ToolId::new(name).unwrap(), f64::NAN)).collect())
    }
}

/// ADR-164, ADR-176, ADR-167: beside a ranker of the host's own, of tools or of skills, the built-in one ranks the other kind, and the record names both; alone it names itself.
#[test]
fn beside_a_ranker_of_the_hosts() {
    let tools = [tool("send_mail", "Sends the ledger."), tool("pay", "Pays.")];
    let skills = [skill("month-end", "Closes the ledger."), skill("review", "Reviews code.")];
    let own = |but| RankerSource::Custom(Arc::new(Own(Some(but))));
    for (rankers, kinds, expected) in [
        (Rankers::from(built_in()), r#""ranker":"bm25f","query""#, (&["send_mail"][..], &["month-end"][..])),
        (Rankers::new(built_in(), built_in()), r#""ranker":"bm25f","query""#, (&["send_mail"], &["month-end"])),
        (
            Rankers::new(own("pay"), built_in()),
            r#""ranker":"own","skillRanker":"bm25f","query""#,
            (&["pay"], &["month-end"]),
        ),
        (
            Rankers::new(own("\0skill:month-end"), built_in()),
            r#""ranker":"own","skillRanker":"bm25f","query""#,
            (&[], &["month-end"]),
        ),
        (
            Rankers::new(built_in(), own("review")),
            r#""ranker":"bm25f","skillRanker":"own","query""#,
            (&["send_mail"], &["review"]),
        ),
    ] {
        let mut session = Session::new(setup(&tools, &skills, json!({ "discovery": "search" })), rankers).unwrap();
        let (result, lines) = told(&mut session, 0, search("ledger"));
        assert_eq!(page(&result), (texts(expected.0), texts(expected.1)), "{kinds}");
        assert!(lines[0].contains(kinds), "{}", lines[0]);
    }
}

/// ADR-153, ADR-177: an active skill is found no more, the next best is; and a replay, without a ranker, gives the same pages.
#[test]
fn an_active_skill_leaves_its_place() {
    let tools = [tool("pay_bill", "Pays a bill.")];
    let skills: Vec<SkillDefinition> = (0..9).map(|number| skill(&format!("pay-{number}"), "Pays a bill.")).collect();
    let setup = || setup(&tools, &skills, json!({ "discovery": "search" }));
    let mut session = Session::new(setup(), built_in()).unwrap();
    let mut journal = MemoryJournal::new();
    let turns = [
        vec![search("bill")],
        vec![activate("pay-0"), activate("pay-2"), search("bill")],
        vec![activate("pay-1"), search("pay-2"), search("zebra")],
    ];
    let mut live = Vec::new();
    for (turn, calls) in (0..).zip(&turns) {
        let settled = session.settle(turn, calls, &mut journal).unwrap();
        live.extend(settled.outcomes.into_values().map(|outcome| outcome.output.to_json()));
    }
    let pages: Vec<_> = [0, 3, 5].map(|place| page(&serde_json::from_str(&live[place]).unwrap())).into();
    let of = |numbers: &[u8]| numbers.iter().map(|number| format!("pay-{number}")).collect::<Vec<_>>();
    assert_eq!(
        pages,
        // The tool has the word in its name, and is on the menu from then on.
        [(texts(&["pay_bill"]), of(&[0, 1, 2, 3])), (vec![], of(&[1, 3, 4, 5, 6])), (vec![], of(&[3, 4, 5, 6, 7]))]
    );
    let mut replayer = Replayer::new(setup(), Recorded::from_lines(journal.lines()).unwrap()).unwrap();
    let mut again = Vec::new();
    for (turn, calls) in (0..).zip(&turns) {
        let settled = replayer.settle(turn, calls).unwrap();
        again.extend(settled.outcomes.into_values().map(|outcome| outcome.output.to_json()));
    }
    assert_eq!((again, replayer.finish()), (live, vec![]));
}
