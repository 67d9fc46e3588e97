//! The guarded ranking: trusted and un-vouched tools as two lists, and what of each is on a page.

use std::sync::Arc;

use serde_json::{Value, json};
use toolsift_core::{Origin, ToolDefinition};
use toolsift_replay::MemoryJournal;
use toolsift_session::{RankerSource, Rankers, Replayer, Run, Session, Setup};

use crate::rankers::{Answer, Build, Factory, Log, Script, hits};
use crate::toys::{
    code, configured, id, limited, lines, live, own, page, recorded, search, skills, texts, told, tools,
};

/// Tools `u0`, `u1` and so on, of a server that nobody vouches for.
fn peers(count: usize) -> Vec<ToolDefinition> {
    let remote = |mut tool: ToolDefinition| {
        tool.origin = Some(Origin::Remote);
        tool
    };
    (0..count).map(|number| remote(own(&format!("u{number}"), ""))).collect()
}

/// So many trusted tools and un-vouched ones, ranked apart.
fn guarded(trusted: usize, others: usize, activation: Value) -> Setup {
    let all = [tools(trusted), peers(others)].concat();
    configured(&all, &skills(9), json!({ "ranking": "guarded", "maxPerSearch": 50 }), activation)
}

/// A factory of two rankers in turn.
fn factory(trusted: Script, others: Script) -> Arc<Factory> {
    Factory::new([Build::Ranker(Arc::new(trusted)), Build::Ranker(Arc::new(others))])
}

fn numbered(name: &str, count: usize) -> Vec<String> {
    (0..count).map(|number| format!("{name}{number}")).collect()
}

/// Rankers that know every tool of their kind.
fn all(trusted: usize, others: usize) -> Arc<Factory> {
    let script = |name, count| Script::new("bm25f", [hits(&numbered(name, count))]);
    factory(script("t", trusted), script("u", others))
}

fn names(told: &str) -> Vec<String> {
    let value: Value = serde_json::from_str(told).unwrap();
    value["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// R3: trusted hits come first; two places in five are for the others, and those that trusted ones leave free. The journal replays without a ranker.
#[test]
fn pages() {
    for (trusted, others, limit, of_trusted, of_others) in [
        (9, 9, 5, 3, 2),
        (9, 1, 5, 4, 1),
        (9, 0, 5, 5, 0),
        (1, 9, 5, 1, 4),
        (0, 9, 5, 0, 5),
        (9, 9, 1, 1, 0),
        (9, 9, 2, 2, 0),
        (9, 9, 8, 5, 3),
        (2, 2, 50, 2, 2),
        (9, 40, 20, 9, 11),
    ] {
        for source in [RankerSource::BuiltIn(all(trusted, others)), RankerSource::Factory(all(trusted, others))] {
            let setup = guarded(trusted, others, Value::Null);
            let mut session = live(setup.clone(), source);
            let mut journal = MemoryJournal::new();
            let calls = [limited("q", limit)];
            let settled = session.settle(0, &calls, &mut journal).unwrap();
            let told = settled.outcomes[&0].output.to_json();
            let expected = [numbered("t", of_trusted), numbered("u", of_others)].concat();
            assert_eq!(names(&told), expected, "{trusted} and {others} of {limit}");
            let strengths = settled.outcomes[&0].strengths.iter().map(|(id, _)| id.to_string());
            assert_eq!(strengths.collect::<Vec<_>>(), numbered("t", of_trusted), "of the ranker of tools alone");
            let mut replayer = Replayer::new(setup, recorded(journal.lines())).unwrap();
            assert_eq!(replayer.settle(0, &calls).unwrap().outcomes[&0].output.to_json(), told);
        }
    }
}

/// R2: each ranker knows the documents of its kind, skills among the trusted ones where it ranks both; the un-vouched are built and asked behind the trusted.
#[test]
fn who_ranks_what() {
    let asked = |activation, of_skills: fn(Log) -> Option<RankerSource>| {
        let log = Log::default();
        let script = |kind, name| Script::new(kind, [hits(&numbered(name, 1))]).logging(&log);
        let factory = factory(script("first", "t"), script("second", "u"));
        let mut rankers = Rankers::from(RankerSource::BuiltIn(factory.clone()));
        rankers.skills = of_skills(log.clone());
        let mut session = live(guarded(2, 1, activation), rankers);
        told(&mut session, 0, limited("q", 5));
        let log = log.lock().unwrap().clone();
        (factory.seen_ids(), log)
    };
    let (seen, log) = asked(Value::Null, |_| None);
    assert_eq!(seen, [texts(&["t0", "t1"]), texts(&["u0"])]);
    assert_eq!(log, ["first q 5", "second q 5"]);
    let keys: Vec<String> = (0..9).map(|number| format!("\0skill:s{number}")).collect();
    let (seen, log) = asked(json!({ "discovery": "search" }), |_| None);
    assert_eq!(seen, [[texts(&["t0", "t1"]), keys].concat(), texts(&["u0"])]);
    assert_eq!(log, ["first q 5", "second q 5"]);
    let of_skills = |log| Some(Script::new("third", [hits(&["s0"])]).logging(&log).custom());
    let (seen, log) = asked(json!({ "discovery": "search" }), of_skills);
    assert_eq!(seen, [texts(&["t0", "t1"]), texts(&["u0"])]);
    assert_eq!(log, ["first q 5", "second q 5", "third q 5"]);
}

/// R2, ADR-170: where every tool is on the menu, neither ranker of tools is asked; that of skills has the whole page.
#[test]
fn no_tool_is_left() {
    let log = Log::default();
    let script = |kind, name, count| Script::new(kind, [hits(&numbered(name, count))]).logging(&log);
    let mut setup = guarded(1, 1, json!({ "discovery": "search" }));
    setup.search.as_mut().unwrap().always_loaded = vec![id("t0"), id("u0")];
    let of_tools = RankerSource::BuiltIn(factory(script("first", "t", 1), script("second", "u", 1)));
    let mut session = live(setup, Rankers::new(of_tools, script("third", "s", 2).custom()));
    assert_eq!(page(&told(&mut session, 0, limited("q", 2))), (vec![], numbered("s", 2)));
    assert_eq!(*log.lock().unwrap(), ["third q 2"]);
}

/// R2, ADR-169: a hit counts in the list of its kind alone, whichever ranker names it; each list widens for itself.
#[test]
fn no_ranker_speaks_for_the_other() {
    let mut first = numbered("u", 9);
    first.extend(texts(&["t1", "\0skill:s0", "t0"]));
    let second = texts(&["t0", "\0skill:s0", "u3", "t1", "u3", "u2"]);
    let scripts = factory(Script::new("bm25f", [hits(&first)]), Script::new("bm25f", [hits(&second)]));
    let mut session = live(guarded(2, 9, Value::Null), RankerSource::BuiltIn(scripts));
    assert_eq!(names(&told(&mut session, 0, limited("q", 3))), ["t1", "t0", "u3"]);
}

/// R3: skills that are ranked among trusted tools have their places by the order of the hits, ahead of un-vouched tools.
#[test]
fn skills_among_trusted_tools() {
    let first = texts(&["\0skill:s1", "t0", "\0skill:s0", "t1", "\0skill:s2"]);
    for (limit, of_tools, of_skills) in [
        (5, texts(&["t0", "u0", "u1"]), texts(&["s1", "s0"])),
        (2, texts(&["t0"]), texts(&["s1"])),
        (7, texts(&["t0", "t1", "u0", "u1"]), texts(&["s1", "s0", "s2"])),
    ] {
        let others = Script::new("bm25f", [hits(&numbered("u", 9))]);
        let scripts = factory(Script::new("bm25f", [hits(&first)]), others);
        let setup = guarded(2, 9, json!({ "discovery": "search" }));
        let mut session = live(setup, RankerSource::BuiltIn(scripts));
        assert_eq!(page(&told(&mut session, 0, limited("q", limit))), (of_tools, of_skills), "{limit}");
    }
}

/// R3, ADR-168: beside a ranker of skills, tools and skills take turns; un-vouched tools have two in five of what tools have.
#[test]
fn skills_beside_two_lists() {
    for (limit, skills, of_tools, of_skills) in [
        (10, 9, texts(&["t0", "t1", "t2", "u0", "u1"]), 5),
        (10, 1, texts(&["t0", "t1", "t2", "t3", "t4", "t5", "u0", "u1", "u2"]), 1),
        (1, 9, texts(&["t0"]), 0),
    ] {
        let of_skills_ranker = Script::new("skills", [hits(&numbered("s", skills))]).custom();
        let rankers = Rankers::new(RankerSource::BuiltIn(all(9, 9)), of_skills_ranker);
        let mut session = live(guarded(9, 9, json!({ "discovery": "search" })), rankers);
        let told = told(&mut session, 0, limited("q", limit));
        assert_eq!(page(&told), (of_tools, numbered("s", of_skills)), "{limit} with {skills}");
    }
}

/// R2, S11: what any ranker knows is not unmatched, and the record names the ranker of trusted tools.
#[test]
fn unmatched_in_neither() {
    let trusted = Script::new("first", [hits::<&str>(&[])]).knowing_nothing_of(&["wombat", "lookup"]);
    let others = Script::new("second", [hits::<&str>(&[])]).knowing_nothing_of(&["wombat", "refund"]);
    let mut session = live(guarded(1, 1, Value::Null), RankerSource::Factory(factory(trusted, others)));
    let mut journal = MemoryJournal::new();
    session.settle(0, &[search("wombat lookup refund")], &mut journal).unwrap();
    let line = lines(&journal).remove(0);
    assert!(line.contains(r#""ranker":"first""#) && line.contains(r#""unmatched":["wombat"]"#), "{line}");
}

/// ADR-173, ADR-175, ADR-230: a search without one of its rankers fails as a whole and is not recorded; the list of the others is not built where that of trusted tools fails.
#[test]
fn failures() {
    let works = || Build::Ranker(Arc::new(Script::new("bm25f", [hits(&["t0"])])));
    let fails = || Build::Ranker(Arc::new(Script::new("bm25f", [Answer::Unavailable])));
    for (builds, seen) in [
        ([works(), Build::Unavailable], 2),
        ([works(), fails()], 2),
        ([Build::Unavailable, works()], 1),
        ([fails(), works()], 1),
    ] {
        let factory = Factory::new(builds);
        let mut session = live(guarded(1, 1, Value::Null), RankerSource::Factory(factory.clone()));
        let told = told(&mut session, 0, search("q"));
        assert_eq!(code(&told).as_deref(), Some("search_unavailable"));
        assert_eq!(factory.seen().len(), seen);
        assert_eq!(names_on_the_menu(&session), ["search_tools"]);
    }
}

fn names_on_the_menu(session: &Session) -> Vec<&str> {
    session.run().menu().names().collect()
}

/// A ranker that was built over everything cannot rank two lists; without a guarded ranking it can be used as ever.
#[test]
fn custom_rankers_are_refused() {
    let custom = || Script::new("mine", [hits(&["t0"])]).custom();
    let error = Session::new(guarded(1, 1, Value::Null), custom()).unwrap_err().to_string();
    assert_eq!(
        error,
        r#"toolSearch.ranking: "guarded" needs a factory of rankers, since it ranks trusted and un-vouched tools apart"#
    );
    let plain = configured(&tools(1), &skills(1), json!({ "ranking": "plain" }), Value::Null);
    assert!(Session::new(plain, custom()).is_ok());
    let run = Run::new(guarded(1, 1, Value::Null)).unwrap();
    assert_eq!(run.search_docs().len(), 2, "for a host that ranks itself: documents of both, each with its standing");
}

/// ADR-018: tools that are on the menu are not found again, and those behind them are; the note names trusted ones first.
#[test]
fn what_is_on_the_menu() {
    let mut session = live(guarded(2, 4, Value::Null), RankerSource::BuiltIn(all(1, 3)));
    assert_eq!(names(&told(&mut session, 0, limited("q", 2))), ["t0", "u0"]);
    assert_eq!(names(&told(&mut session, 1, limited("q", 2))), ["u1", "u2"]);
    let output = told(&mut session, 2, limited("q", 5));
    assert!(output.contains("call by name: t0, u0, u1, u2."), "{output}");
}
