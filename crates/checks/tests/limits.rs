//! Input without measure costs no more memory than its caps say, and work that is counted, never timed.
//!
//! The allocator counts for the whole process, so that the tests take turns.

#![cfg(test)]

use std::alloc::System;
use std::hint::black_box;
use std::mem::take;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use toolsift::bm25f_index::{IndexError, Scratch};
use toolsift::contracts::Origin;
use toolsift::contracts::limits::{MAX_DOCUMENTS, MAX_POSTINGS, MAX_QUERY_TERMS};
use toolsift::prelude::*;
use toolsift::session::{Begin, MAX_RANK_ASK, MAX_RANK_ROUNDS, Output, Run};
use toolsift::tokenizer::{MAX_FIELD_CHARS, MAX_QUERY_CHARS, query_terms, terms};
use toolsift::trust_policy::{definition_digest, is_searchable, skill_index_line};
use toolsift_replay::{JournalError, Line, MAX_LINE_BYTES, Position, SearchChoice, SkillChoice};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;
const GIB: usize = 1 << 30;

/// What the thread of the test harness may ask for meanwhile.
const HARNESS: usize = 4 * KIB;

/// One test at a time. What one has broken does not keep the next from its turn.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many bytes some work asked for, those that it gave back included.
fn allocated<T>(work: impl FnOnce() -> T) -> usize {
    let region = Region::new(ALLOCATOR);
    drop(black_box(work()));
    region.change().bytes_allocated
}

/// A gibibyte of text that begins with a word over and over, for longer than any cap. The rest is NULs, which the system makes when they are read.
fn gibibyte(word: &str) -> String {
    let head = word.repeat(64 * KIB / word.len());
    let mut bytes = vec![0; GIB];
    bytes[..head.len()].copy_from_slice(head.as_bytes());
    String::from_utf8(bytes).unwrap()
}

/// Ceilings, and what broke one.
#[derive(Default)]
struct Ceilings {
    checked: usize,
    broken: Vec<String>,
}

impl Ceilings {
    /// Some work that may ask for so many bytes.
    fn check<T>(&mut self, what: &str, bytes: usize, work: impl FnOnce() -> T) {
        let actual = allocated(work);
        self.checked += 1;
        if actual > bytes + HARNESS {
            self.broken.push(format!("{what}: {actual} bytes, {bytes} are allowed"));
        }
    }

    fn assert(self, checked: usize) {
        assert!(self.broken.is_empty(), "{:#?}", self.broken);
        assert_eq!(self.checked, checked, "each is checked");
    }
}

/// Who wrote a tool, and who believes it.
type Class = (&'static str, fn(&mut ToolDefinition));

const CLASSES: [Class; 3] = [
    ("own", |_| {}),
    ("vouched", |tool| (tool.origin, tool.trust_json_schema_text) = (Some(Origin::Remote), true)),
    ("un-vouched", |tool| tool.origin = Some(Origin::Remote)),
];

/// Where a text of an author may stand: how it gets there, and how it gets out again.
type Slot = (&'static str, fn(&mut ToolDefinition, String), fn(&mut ToolDefinition) -> Option<String>);

const SLOTS: [Slot; 5] = [
    ("tag", |tool, text| tool.tags = vec![text], |tool| tool.tags.pop()),
    ("alias", |tool, text| tool.aliases = vec![text], |tool| tool.aliases.pop()),
    ("namespace", |tool, text| tool.namespace = Some(text), |tool| tool.namespace.take()),
    ("parameter", in_schema, out_of_schema),
    ("description", |tool, text| tool.description = Some(text.into()), |_| None),
];

/// The schema of a third party: one of the host's is its own to send.
fn in_schema(tool: &mut ToolDefinition, text: String) {
    let mut schema = json!({ "type": "object", "properties": { "amount": { "type": "number", "description": null } } });
    schema["properties"]["amount"]["description"] = Value::String(text);
    tool.json_input_schema = Some(schema);
}

fn out_of_schema(tool: &mut ToolDefinition) -> Option<String> {
    match tool.json_input_schema.take()?["properties"]["amount"]["description"].take() {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn tool(id: &str) -> ToolDefinition {
    ToolDefinition::new(ToolId::new(id).unwrap())
}

fn setup(tools: Vec<ToolDefinition>) -> Setup {
    let mut setup = Setup::new(LoopName::new("main").unwrap());
    setup.catalog = CatalogSnapshot::new(1, tools).unwrap();
    setup.search = Some(ToolSearchConfig::default());
    setup
}

fn built_in() -> RankerSource {
    built_in_ranker(Stopwords::default())
}

fn search(query: impl Into<Value>) -> Call {
    Call::new("search_tools", json!({ "query": query.into() }))
}

const START: Position = Position { turn: 0, call: 0 };

/// ADR-068, ADR-095: a gibibyte in any slot of a definition is neither copied nor hashed: it is read up to its cap, whoever wrote it, by all that makes something of it.
#[test]
fn a_gibibyte_in_a_definition() {
    let _turn = turn();
    let mut ceilings = Ceilings::default();
    let mut text = gibibyte("refund ");
    let (none, all) = (Annotations::new(), |tool: &ToolDefinition| tool_search_docs([tool], &Annotations::new()));
    let digest = definition_digest(&tool("bank__refund"));
    let bound = Vouch::new("*").unwrap().bound_to(digest).unwrap();
    for (slot, put, take_out) in SLOTS {
        let mut tool = tool("bank__refund");
        put(&mut tool, take(&mut text));
        for (class, set) in CLASSES {
            (tool.origin, tool.trust_json_schema_text) = (None, false);
            set(&mut tool);
            let name = |work: &str| format!("the {work} of an {class} tool with a large {slot}");
            ceilings.check(&name("line"), 64 * KIB, || listing(&tool));
            ceilings.check(&name("spec"), 64 * KIB, || tool_spec(&tool).unwrap());
            ceilings.check(&name("document"), 64 * KIB, || all(&tool));
            ceilings.check(&name("standing"), KIB, || is_searchable(&tool, false));
            let docs = tool_search_docs([&tool], &none);
            ceilings.check(&name("index"), MIB, || Index::build(&docs, &Params::default()).unwrap());
            ceilings.check(&name("vouching"), KIB, || assert!(!bound.holds_for(&tool)));
            ceilings.check(&name("vouching by pattern"), KIB, || Vouch::new("*").unwrap().holds_for(&tool));
        }
        match take_out(&mut tool) {
            Some(taken) => text = taken,
            None => assert_eq!(slot, "description", "the last one"),
        }
        if slot != "description" {
            continue;
        }
        (tool.origin, tool.trust_json_schema_text) = (Some(Origin::Remote), true);
        // A whole run: it is found, it joins the menu, and it is there after the catalogue has changed and in what goes on elsewhere.
        let setup = setup(vec![tool]);
        let mut journal = MemoryJournal::new();
        ceilings.check("a run that loads it", MIB, || {
            let mut session = Session::new(setup.clone(), built_in()).unwrap();
            session.settle(0, &[search("refund")], &mut journal).unwrap();
            assert!(session.run().is_callable("bank__refund").is_ok());
            session.refresh(CatalogSnapshot::empty());
            assert!(session.run().is_callable("bank__refund").is_err());
            session.export()
        });
        let recorded = Recorded::from_lines(journal.lines()).unwrap();
        ceilings.check("a replay of it", MIB, || {
            let mut replayer = Replayer::new(setup.clone(), recorded.clone()).unwrap();
            replayer.settle(0, &[search("refund")]).unwrap();
            assert!(replayer.run().is_callable("bank__refund").is_ok());
        });
        let mut setup = setup;
        setup.search.as_mut().unwrap().always_loaded = vec![ToolId::new("bank__refund").unwrap()];
        ceilings.check("a run that has it always", MIB, || Run::new(setup).unwrap());
    }
    ceilings.assert(5 * 3 * 7 + 3);
}

/// ADR-060, CF-044: a gibibyte as a query, as the name of a tool or of a skill: no more of it is read than its cap, and what a model reads of an unknown name is nothing.
#[test]
fn a_gibibyte_in_a_call() {
    let _turn = turn();
    let mut ceilings = Ceilings::default();
    let docs = tool_search_docs(&[tool("bank__refund"), tool("bank__pay")], &Annotations::new());
    let ranker = build_ranker(&docs, Stopwords::default()).unwrap();
    let mut setup = setup(vec![tool("bank__refund"), tool("bank__pay")]);
    setup.skills =
        Some(SkillSnapshot::new(vec![SkillDefinition::new(SkillId::new("refunds").unwrap(), "Ask.")]).unwrap());
    setup.activation = Some(SkillActivationConfig::default());
    let mut session = Session::new(setup, RankerSource::Custom(Arc::new(ranker.clone()))).unwrap();
    session.settle(0, &[search("warm")], &mut MemoryJournal::new()).unwrap();
    let mut text = gibibyte("zzyzx ");
    ceilings.check("the ranking", 64 * KIB, || ranker.rank(&text, 5).unwrap());
    ceilings.check("the unmatched", 64 * KIB, || ranker.unmatched(&text));
    ceilings.check("the ceiling", 64 * KIB, || ranker.ceiling(&text));
    ceilings.check("the gate", 0, || assert!(session.run().is_callable(&text).is_err()));
    for (turn, name, argument) in
        [(1, "search_tools", "query"), (2, "activate_skill", "name"), (3, "search_tools", "more")]
    {
        let mut arguments = json!({ argument: null });
        arguments[argument] = Value::String(take(&mut text));
        let calls = [Call::new(name, arguments)];
        let mut journal = MemoryJournal::new();
        let mut shown = String::new();
        ceilings.check(&format!("a call of {name} with `{argument}`"), 64 * KIB, || {
            shown = session.settle(turn, &calls, &mut journal).unwrap().outcomes[&0].output.to_json();
        });
        // Of a query that finds nothing its unknown words are named, each of at most 32 characters.
        let named = if argument == "query" { 1 } else { 0 };
        assert_eq!(shown.matches("zzyzx").count(), named, "{shown}");
        assert!(shown.len() < 200, "{shown}");
        assert!(journal.lines().iter().all(|line| line.to_json().unwrap().len() < KIB));
        let [Call { arguments, .. }] = calls;
        if let Value::Object(mut members) = arguments {
            text = match members.remove(argument) {
                Some(Value::String(text)) => text,
                _ => String::new(),
            };
        }
    }
    assert_eq!(text.len(), GIB, "it came back each time");
    ceilings.assert(7);
}

/// C2-13, C2-15, ADR-050: text that grows under normalisation is cut again behind it, and a flood of marks costs what its cap costs, however long it is.
#[test]
fn text_that_grows() {
    let _turn = turn();
    let growing = "\u{fdfa}".repeat(2_000);
    // Eighteen characters each, three of them spaces, the last word joined to the first of the next: 111 whole ones and a piece.
    assert_eq!(terms(&growing, MAX_FIELD_CHARS).len(), 111 * 3 + 1);
    let query = "\u{fdfa}".repeat(MAX_QUERY_CHARS);
    let stopwords = Stopwords::default();
    // 28 whole ones and the first two words of the next.
    assert_eq!(query_terms(&query, &stopwords), ["صلى", "الله", "عليه", "وسلمصلى"]);
    let mut doc = SearchDoc::new(ToolId::new("a").unwrap());
    doc.description = Some((0..600).map(|number| format!("word{number} ")).collect());
    let index = Index::build(&[doc], &Params::default()).unwrap();
    let many: String = (0..600).map(|number| format!("word{number} ")).collect();
    let explained = index.search(&many, &stopwords, 5);
    assert!(explained.terms.len() > MAX_QUERY_TERMS && explained.postings <= MAX_QUERY_TERMS, "{}", explained.postings);

    let mut ceilings = Ceilings::default();
    let mut scratch = Scratch::default();
    let marks = |count: usize| format!("a{}", "\u{301}\u{327}".repeat(count));
    let (one, two) = (marks(256 * KIB), marks(512 * KIB));
    let field = |text: &str| allocated(|| terms(text, MAX_FIELD_CHARS));
    // The tables of characters are filled when they are first needed.
    field(&one);
    assert!(field(&one).abs_diff(field(&two)) <= HARNESS, "what lies behind the cap costs nothing");
    let mut asked = |text: &str| allocated(|| index.top(text, &stopwords, 5, &mut scratch).count());
    asked(&one);
    assert!(asked(&one).abs_diff(asked(&two)) <= HARNESS, "nor in a query");
    for (what, text) in [("letters that grow", &growing), ("marks", &one), ("more marks", &two)] {
        ceilings.check(&format!("a field of {what}"), 256 * KIB, || terms(text, MAX_FIELD_CHARS));
        ceilings.check(&format!("a query of {what}"), 64 * KIB, || query_terms(text, &stopwords));
        ceilings.check(&format!("a search for {what}"), 64 * KIB, || index.search(text, &stopwords, 5));
    }
    ceilings.assert(9);
}

/// ADR-259, C3-33: a line over its cap is refused before it is read; of a longer choice the first ids are kept and nothing else; nesting costs neither stack nor memory beside its own.
#[test]
fn records() {
    let _turn = turn();
    let mut ceilings = Ceilings::default();
    let line = |choice: &str| {
        format!(r##"{{"id":"main#turn:0:tool:0:search","source":"agent-tool-search","choice":{choice}}}"##)
    };
    let ids = |count: usize| format!(r#"{{"results":[{}"x"]}}"#, r#""tool_number","#.repeat(count));
    for count in [100_000, 1_000_000] {
        let choice = ids(count);
        let line = line(&choice);
        assert!(line.len() > MAX_LINE_BYTES);
        ceilings.check("a line over its cap", 0, || assert!(Line::read(&line).is_err()));
        ceilings.check("a choice of many ids", 64 * KIB, || assert_eq!(SearchChoice::read(&choice).results.len(), 256));
        ceilings.check("a choice of a skill with many ids", 64 * KIB, || SkillChoice::read(&choice));
    }
    // The longest line that is read.
    let full = line(&ids((MAX_LINE_BYTES - 200) / r#""tool_number","#.len()));
    assert!((MAX_LINE_BYTES - KIB..=MAX_LINE_BYTES).contains(&full.len()));
    ceilings.check("a line at its cap", 2 * MAX_LINE_BYTES, || Line::read(&full).unwrap());
    let short = line(&format!(r#"{{"results":["a"],"more":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000)));
    let deep = format!(r#"{{"results":[{}"a"{}]}}"#, r#"{"a":"#.repeat(100_000), "}".repeat(100_000));
    // A page of a stack per level would be 400 megabytes.
    let read = move || {
        let Ok(Line::Decision(decision)) = Line::read(&short) else { return None };
        Some((
            SearchChoice::read(&decision.choice).results,
            SearchChoice::read(&deep).results,
            SkillChoice::read(&deep),
        ))
    };
    ceilings.check("records nested 100,000 deep", 4 * MIB, || {
        let thread = std::thread::Builder::new().stack_size(128 * KIB).spawn(read).unwrap();
        let (nested, inside, skill) = thread.join().unwrap().unwrap();
        assert_eq!((nested, inside, skill), (vec!["a".to_owned()], Vec::new(), SkillChoice::default()));
    });
    ceilings.assert(8);
}

/// S80, ADR-046: a catalogue over the cap is refused before anything is built of it.
#[test]
fn a_million_tools_and_one() {
    let _turn = turn();
    let docs = vec![SearchDoc::new(ToolId::new("bank__refund").unwrap()); MAX_DOCUMENTS + 1];
    let mut error = None;
    let asked = allocated(|| error = Index::build(&docs, &Params::default()).err());
    assert_eq!(error, Some(IndexError::TooManyDocuments { actual: MAX_DOCUMENTS + 1, limit: MAX_DOCUMENTS }));
    assert!(asked <= HARNESS, "{asked} bytes");
}

/// A journal that keeps nothing but the number of its lines.
#[derive(Default)]
struct Counted {
    lines: u64,
    decisions: usize,
    bytes: usize,
}

impl Journal for Counted {
    fn append(&mut self, line: &Line) -> Result<(), JournalError> {
        self.bytes += line.to_json()?.len();
        self.lines += 1;
        self.decisions += usize::from(matches!(line, Line::Decision(_)));
        Ok(())
    }

    fn line_count(&self) -> u64 {
        self.lines
    }
}

/// A ranker that says whatever it was told to say, once, and counts.
#[derive(Debug, Default)]
struct Scripted {
    hits: Mutex<Vec<Hit>>,
    asked: AtomicUsize,
}

impl ToolRanker for Scripted {
    fn kind(&self) -> &str {
        "scripted"
    }

    fn rank(&self, _: &str, _: usize) -> Result<Vec<Hit>, RankError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Ok(take(&mut *self.hits.lock().unwrap()))
    }

    fn unmatched(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

/// ADR-072, CF-058: a run with 25 searches that is asked for a million makes 25: no ranker is asked for the others, no decision is written, and the run is not a byte larger.
#[test]
fn a_million_searches() {
    let _turn = turn();
    /// As many as the compiled test can do in about a second.
    const SEARCHES: u64 = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };
    let ranker = Arc::new(Scripted::default());
    let mut session = Session::new(setup(vec![tool("bank__refund")]), RankerSource::Custom(ranker.clone())).unwrap();
    let (mut journal, call) = (Counted::default(), [search("refund")]);
    for turn in 0..100 {
        session.settle(turn, &call, &mut journal).unwrap();
    }
    assert_eq!((ranker.asked.load(Ordering::Relaxed), journal.decisions, session.run().searches()), (25, 25, 25));
    let one = allocated(|| session.settle(100, &call, &mut journal).unwrap());
    let region = Region::new(ALLOCATOR);
    for turn in 101..SEARCHES {
        let settled = session.settle(turn, &call, &mut journal).unwrap();
        assert_eq!(settled.outcomes[&0].output.code().map(|code| code.as_str()), Some("search_limit_reached"));
    }
    let change = region.change();
    let grown = change.bytes_allocated.saturating_sub(change.bytes_deallocated);
    assert!(grown <= HARNESS, "the run has grown by {grown} bytes");
    assert!(
        change.bytes_allocated <= (one + 64) * usize::try_from(SEARCHES).unwrap(),
        "each costs what one costs, {one} bytes"
    );
    assert_eq!((ranker.asked.load(Ordering::Relaxed), journal.decisions, session.run().searches()), (25, 25, 25));
    assert_eq!(journal.lines, SEARCHES, "a line a turn: a record or a mark");
    assert!(journal.bytes < 256 * usize::try_from(SEARCHES).unwrap());
}

/// ADR-191, ADR-021: of a million hits as many are looked at as were asked for, and a page costs the same however many there are.
#[test]
fn a_million_hits() {
    let _turn = turn();
    const HITS: usize = 1_000_000;
    let tools = || (0..40).map(|number| tool(&format!("t{number}"))).collect::<Vec<_>>();
    // Hits that may not be found, so that more is asked for.
    let foreign = ToolId::new("nowhere").unwrap();
    let mut run = Run::new(setup(tools())).unwrap();
    let mut looked = 0;
    let Begin::Pending(mut pending) = run.begin(START, &search("refund")) else { panic!("no search") };
    let mut asks = Vec::new();
    while let Some(ask) = pending.ask() {
        asks.push(ask.limit);
        pending.offer((0..HITS).map(|_| Hit::new(foreign.clone(), 1.0)).inspect(|_| looked += 1));
    }
    assert!(asks.len() <= MAX_RANK_ROUNDS as usize && asks.iter().all(|ask| *ask <= MAX_RANK_ASK), "{asks:?}");
    assert!(looked <= asks.iter().sum::<usize>(), "{looked} of {asks:?}");

    let settled = |hits: Vec<Hit>| {
        let ranker = Arc::new(Scripted { hits: Mutex::new(hits), ..Scripted::default() });
        let mut session = Session::new(setup(tools()), RankerSource::Custom(ranker)).unwrap();
        let mut page = Vec::new();
        let asked = allocated(|| {
            let settled = session.settle(0, &[search("refund")], &mut Counted::default()).unwrap();
            if let Output::Search(result) = &settled.outcomes[&0].output {
                page = result.tools.iter().map(|tool| tool.name.clone()).collect();
            }
        });
        (asked, page)
    };
    let hits = |count: usize| -> Vec<Hit> {
        let ids: Vec<ToolId> = tools().into_iter().map(|tool| tool.id).collect();
        ids.iter().cycle().take(count).map(|id| Hit::new(id.clone(), 1.0)).collect()
    };
    let (few, many) = (settled(hits(40)), settled(hits(HITS)));
    assert_eq!(few.1, many.1);
    assert!(few.0.abs_diff(many.0) <= HARNESS, "{} and {} bytes for the same page", few.0, many.0);
    assert_eq!(few.1.len(), 5);
}

/// S76: a query, an id or a schema's pattern that would keep an engine of patterns busy is text: a pattern of stars goes over an id once, and nothing of the others is run.
#[test]
fn patterns_are_text() {
    let _turn = turn();
    let mut ceilings = Ceilings::default();
    let hostile =
        ["(a+)+$", "(.*)*x", "(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "a{1,99999}{1,99999}", "[[[[", "\\1\\9"];
    let docs = tool_search_docs(&[tool("aaaa_refund"), tool("x")], &Annotations::new());
    let ranker = build_ranker(&docs, Stopwords::none()).unwrap();
    let many = "a".repeat(MIB);
    for pattern in hostile {
        let query = format!("{pattern} {many}! refund");
        ceilings.check(pattern, 64 * KIB, || ranker.rank(&query, 5).unwrap());
        assert!(ranker.rank(pattern, 5).unwrap().iter().all(|hit| hit.id.as_str() == "x"), "a letter of it is a word");
        let mut tool = tool("bank__refund");
        tool.json_input_schema =
            Some(json!({ "type": "object", "properties": { "a": { "type": "string", "pattern": pattern } } }));
        ceilings.check(pattern, 64 * KIB, || tool_spec(&tool).unwrap());
    }
    let (stars, id) = (Vouch::new(format!("{}b", "*a".repeat(20_000))).unwrap(), "a".repeat(40_000));
    ceilings.check("stars", 0, || assert!(!stars.covers(&id)));
    ceilings.assert(7 * 2 + 1);
}

/// What skills are made of is bounded like what tools are made of: index, search and activation.
#[test]
fn a_large_skill() {
    let _turn = turn();
    let mut ceilings = Ceilings::default();
    let mut skill = SkillDefinition::new(SkillId::new("refunds").unwrap(), "Ask first.");
    let text = "refund ".repeat(64 * MIB / 7);
    (skill.tags, skill.aliases) = (vec![text.clone()], vec![text.clone()]);
    skill.description = Some(text.into());
    ceilings.check("the line of a skill", 64 * KIB, || skill_index_line(&skill));
    ceilings.check("the document of a skill", 64 * KIB, || skill_search_docs([&skill]));
    let mut setup = setup(vec![tool("bank__refund")]);
    setup.skills = Some(SkillSnapshot::new(vec![skill]).unwrap());
    let mut activation = SkillActivationConfig::default();
    activation.discovery = Discovery::Both;
    setup.activation = Some(activation);
    ceilings.check("a run that finds and loads it", MIB, || {
        let mut session = Session::new(setup, built_in()).unwrap();
        let calls = [search("refund"), Call::new("activate_skill", json!({ "name": "refunds" }))];
        session.settle(0, &calls, &mut MemoryJournal::new()).unwrap();
        assert_eq!(session.run().active_skills().len(), 1);
    });
    ceilings.assert(3);
}

/// R9, S80: a million small tools are an index of a bounded size, and tools that are as large as they may be are refused at the document that goes over the cap of postings.
#[test]
#[ignore = "takes gigabytes and, compiled for tests, minutes"]
fn the_largest_indexes() {
    let _turn = turn();
    let docs: Vec<SearchDoc> = (0..MAX_DOCUMENTS)
        .map(|number| SearchDoc::new(ToolId::new(format!("bank__refund_{number}")).unwrap()))
        .collect();
    let region = Region::new(ALLOCATOR);
    let index = Index::build(&docs, &Params::default()).unwrap();
    let change = region.change();
    let kept = change.bytes_allocated - change.bytes_deallocated;
    assert!(kept <= 200 * MAX_DOCUMENTS, "{} bytes a document", kept / MAX_DOCUMENTS);
    assert!(
        change.bytes_allocated <= KIB * MAX_DOCUMENTS,
        "{} bytes a document",
        change.bytes_allocated / MAX_DOCUMENTS
    );
    drop((index, docs));

    // As many distinct terms as a document can have: those of a name, of a description, of parameters and of labels.
    let words = |kind: char, count: usize| (0..count).map(|number| format!("{kind}{number}")).collect::<Vec<_>>();
    let mut doc = SearchDoc::new(ToolId::new("a").unwrap());
    doc.description = Some(words('d', 128).join(" "));
    doc.parameters = vec![words('p', 128).join(" ")];
    doc.tags = words('t', 64).chunks(8).map(|words| words.join(" ")).collect();
    doc.aliases = words('l', 96).chunks(8).map(|words| words.join(" ")).collect();
    let terms = 128 + 128 + 64 + 96 + 1;
    let docs: Vec<SearchDoc> = (0..MAX_POSTINGS / terms + 1)
        .map(|number| {
            let mut doc = doc.clone();
            doc.id = ToolId::new(format!("n{number}")).unwrap();
            doc
        })
        .collect();
    let mut error = None;
    let asked = allocated(|| error = Index::build(&docs, &Params::default()).err());
    assert_eq!(error, Some(IndexError::TooManyPostings { limit: MAX_POSTINGS }));
    // Eight bytes each while they are counted, in a list that doubles.
    assert!(asked <= 20 * MAX_POSTINGS, "{} bytes a posting", asked / MAX_POSTINGS);
}
