//! Input without measure against ceilings of time and memory.

use std::hint::black_box;
use std::time::Instant;

use serde_json::{Value, json};
use toolsift::catalog::{Author, parse};
use toolsift::prelude::*;
use toolsift::session::Begin;
use toolsift::trust_policy::skill_index_line;
use toolsift_replay::{Line, MAX_LINE_BYTES, Position, SearchChoice};

use super::Found;
use super::row::Tally;
use super::world::remote;
use crate::generated;

/// Bytes of a text without measure.
const HUGE: usize = 64 << 20;

/// Entries of a list without measure.
const MANY: usize = 100_000;

/// What is measured: a name, the most milliseconds, the most kibibytes, and the work.
struct Case<'w> {
    name: &'static str,
    millis: u128,
    kib: usize,
    work: Box<dyn Fn() + 'w>,
}

fn case<'w, T>(name: &'static str, millis: u128, kib: usize, work: impl Fn() -> T + 'w) -> Case<'w> {
    Case { name, millis, kib, work: Box::new(move || drop(black_box(work()))) }
}

impl Case<'_> {
    /// The fastest of some tries, since others use the machine, too, and the bytes that were allocated, freed ones included.
    #[expect(clippy::disallowed_methods, reason = "time is what is measured")]
    fn measured(&self, allocated: fn() -> usize) -> (u128, usize) {
        let tries = (0..5).map(|_| {
            let (bytes, start) = (allocated(), Instant::now());
            (self.work)();
            (start.elapsed().as_micros(), allocated() - bytes)
        });
        tries.min().unwrap_or_default()
    }
}

/// A vouched tool.
fn tool() -> Result<ToolDefinition, Box<dyn std::error::Error>> {
    let mut tool = remote(ToolId::new("bank__refund")?);
    tool.trust_json_schema_text = true;
    Ok(tool)
}

fn with(edit: impl FnOnce(&mut ToolDefinition)) -> Result<ToolDefinition, Box<dyn std::error::Error>> {
    let mut tool = tool()?;
    edit(&mut tool);
    Ok(tool)
}

pub(super) fn run(allocated: fn() -> usize) -> Found {
    let huge = "refund ".repeat(HUGE / 7);
    let marks = format!("a{}", "\u{301}\u{327}".repeat(256 << 10));
    let growing = "\u{fdfa}".repeat(2_000);
    let none = Annotations::new();
    let described = with(|tool| tool.description = Some(huge.as_str().into()))?;
    let marked = with(|tool| tool.description = Some(marks.as_str().into()))?;
    let grown = with(|tool| tool.description = Some(growing.as_str().into()))?;
    let schema = |schema: Value| with(|tool| tool.json_input_schema = Some(schema));
    let properties: serde_json::Map<String, Value> =
        (0..MANY).map(|number| (format!("p{number}"), json!({}))).collect();
    let wide = schema(json!({ "type": "object", "properties": properties }))?;
    let listed = schema(json!({ "enum": (0..MANY).map(|number| format!("v{number}")).collect::<Vec<_>>() }))?;
    let spoken = schema(json!({ "type": "object", "properties": { "a": { "description": huge } } }))?;
    let deep = schema((0..120).fold(json!({}), |inner, _| json!({ "type": "object", "properties": { "a": inner } })))?;
    let docs = |tool: &ToolDefinition| tool_search_docs([tool], &none);
    let [big_doc, marked_doc, grown_doc] = [&described, &marked, &grown].map(docs);
    let build = |docs: &[SearchDoc]| Index::build(docs, &Params::default()).is_ok();
    let index = Index::build(&generated::docs(1_000), &Params::default())?;
    let stopwords = Stopwords::default();
    let search = |query: &str| index.search(query, &stopwords, 5);
    let ids = format!("{{\"results\":[{}\"x\"]}}", "\"a\",".repeat(MANY));
    let nested = format!("{{\"x\":{}{}}}", "[".repeat(MANY), "]".repeat(MANY));
    let line = format!("{{\"id\":\"main#turn:0:tool:0:search\",\"source\":\"s\",\"choice\":{ids}}}");
    let deep_source = "[".repeat(1 << 20);
    let mut skill = SkillDefinition::new(SkillId::new("refunds")?, "Ask first.");
    skill.description = Some(huge.as_str().into());
    let mut setup = Setup::new(LoopName::new("main")?);
    setup.catalog = CatalogSnapshot::new(1, vec![tool()?])?;
    setup.search = Some(ToolSearchConfig::default());
    setup.skills = Some(SkillSnapshot::new(vec![skill.clone()])?);
    setup.activation = Some(SkillActivationConfig::default());
    let run = toolsift::session::Run::new(setup)?;
    let begin = |name: &str, arguments: Value, times: usize| {
        let (mut run, call) = (run.clone(), Call::new(name, arguments));
        let at = Position { turn: 0, call: 0 };
        (0..times).filter(|_| matches!(run.begin(at, &call), Begin::Refused(_))).count()
    };
    let unknown = "x".repeat(1 << 20);
    let cases = [
        case("the line of a description of 64 MiB", 1, 1 << 10, || listing(&described)),
        case("the spec of a description of 64 MiB", 1, 1 << 10, || tool_spec(&described)),
        case("the document of a description of 64 MiB", 1, 1 << 10, || docs(&described)),
        case("an index over a description of 64 MiB", 5, 1 << 10, || build(&big_doc)),
        case("an index over a MiB of marks", 50, 4 << 10, || build(&marked_doc)),
        case("an index over 2,000 letters that grow", 10, 1 << 10, || build(&grown_doc)),
        case("a query of 64 MiB", 1, 64, || search(&huge)),
        case("a query of a MiB of marks", 50, 1 << 10, || search(&marks)),
        case("a query of letters that grow", 5, 1 << 10, || search(&growing)),
        case("the terms of a query that nobody knows", 1, 1 << 10, || index.unmatched(&huge, &stopwords)),
        case("the spec of 100,000 properties", 50, 8 << 10, || tool_spec(&wide)),
        case("the document of 100,000 properties", 50, 8 << 10, || docs(&wide)),
        case("the spec of 100,000 values", 50, 8 << 10, || tool_spec(&listed)),
        case("the spec of a property with 64 MiB of text", 1, 1 << 10, || tool_spec(&spoken)),
        case("the document of a property with 64 MiB of text", 1, 1 << 10, || docs(&spoken)),
        case("the spec of a schema 120 deep", 5, 1 << 10, || tool_spec(&deep)),
        case("a record of 100,000 ids", 50, 16 << 10, || SearchChoice::read(&ids)),
        case("a record nested 100,000 deep", 50, 1 << 10, || SearchChoice::read(&nested)),
        case("a line over its cap", 1, 1, || Line::read(&line)),
        case("a source nested a million deep", 50, 4 << 10, || parse(deep_source.as_bytes(), "s", Author::ThirdParty)),
        case("the line of a skill of 64 MiB", 1, 1 << 10, || skill_index_line(&skill)),
        case("an unknown skill of a MiB", 10, 4 << 10, || begin("activate_skill", json!({ "name": unknown }), 1)),
        case("an unknown tool of a MiB", 1, 64, || run.is_callable(&unknown).is_err()),
        case("100,000 searches of a run that has 25", 1_000, 64 << 10, || {
            begin("search_tools", json!({ "query": "x" }), MANY)
        }),
    ];
    let mut tally = Tally::default();
    tally.check(line.len() > MAX_LINE_BYTES, || "a line that is not over its cap".to_owned());
    for case in cases {
        let (micros, bytes) = case.measured(allocated);
        let holds = micros <= case.millis * 1_000 && bytes <= case.kib << 10;
        tally.check(holds, || format!("{}: {micros} µs, {} KiB", case.name, bytes >> 10));
    }
    Ok(vec![tally.row("ceilings of time or memory that are broken", 25)])
}
