//! Characters that nobody sees, that turn a line around, that grow, or that look like others, at five places of five fields.

use serde_json::{Value, json};
use toolsift::prelude::*;
use toolsift::session::Output;

use super::Found;
use super::row::Tally;
use super::world::remote;

/// What must hold of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Promise {
    /// Nobody sees it: it comes out nowhere, and a word is found with and without it.
    Ignored,
    /// It comes out nowhere.
    Silent,
    /// A word is found by the plain letters that these stand for.
    Folded,
    /// Nothing panics, and what comes out is bounded.
    Bounded,
}

/// A family of characters, examples of it, and what must hold. The examples of [`Promise::Folded`] are whole words that mean `refund`.
#[rustfmt::skip]
const FAMILIES: [(&str, &[&str], Promise); 24] = [
    ("tags", &["\u{e0001}", "\u{e0041}\u{e0042}", "\u{e007f}"], Promise::Ignored),
    ("tags behind a flag", &["\u{e0067}\u{e0062}\u{e007f}"], Promise::Ignored),
    ("variation selectors", &["\u{fe00}", "\u{fe0f}"], Promise::Ignored),
    ("more variation selectors", &["\u{e0100}", "\u{e01ef}"], Promise::Ignored),
    ("zero-width space", &["\u{200b}"], Promise::Ignored),
    ("zero-width non-joiner", &["\u{200c}"], Promise::Ignored),
    ("zero-width joiner", &["\u{200d}"], Promise::Ignored),
    ("word joiner", &["\u{2060}", "\u{2064}"], Promise::Ignored),
    ("byte-order mark", &["\u{feff}"], Promise::Ignored),
    ("soft hyphen", &["\u{ad}"], Promise::Ignored),
    ("grapheme joiner", &["\u{34f}"], Promise::Ignored),
    ("bidirectional embeddings", &["\u{202a}", "\u{202b}", "\u{202c}", "\u{202d}", "\u{202e}"], Promise::Ignored),
    ("bidirectional isolates", &["\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}"], Promise::Ignored),
    ("bidirectional marks", &["\u{200e}", "\u{200f}", "\u{61c}"], Promise::Ignored),
    ("fillers", &["\u{115f}", "\u{1160}", "\u{3164}", "\u{ffa0}"], Promise::Ignored),
    ("line separators", &["\u{2028}", "\u{2029}"], Promise::Silent),
    ("NUL", &["\u{0}"], Promise::Silent),
    ("controls", &["\u{1}", "\u{7}", "\u{1b}", "\u{7f}", "\u{85}", "\u{9b}"], Promise::Silent),
    ("private use", &["\u{e000}", "\u{f8ff}", "\u{f0000}"], Promise::Bounded),
    ("noncharacters", &["\u{fdd0}", "\u{fffe}", "\u{10ffff}"], Promise::Bounded),
    ("letters of other widths", &["ｒｅｆｕｎｄ", "𝐫𝐞𝐟𝐮𝐧𝐝", "ⓡⓔⓕⓤⓝⓓ", "ＲＥＦＵＮＤ"], Promise::Folded),
    ("many marks", &["\u{301}\u{327}"], Promise::Bounded),
    ("letters that grow", &["\u{fdfa}", "㌻", "㍑"], Promise::Bounded),
    ("mixed scripts", &["rеfund", "геfund"], Promise::Bounded),
];

const FIELDS: [&str; 5] = ["name", "description", "labels", "schema", "query"];

/// Where in a field: ahead of its first word, in it, behind it, alone, at the end.
const PLACES: [&str; 5] = ["ahead", "within", "behind", "alone", "last"];

/// A text about refunds with something at a place.
fn text(hidden: &str, place: &str, promise: Promise) -> String {
    let hidden = if promise == Promise::Bounded { hidden.repeat(300) } else { hidden.to_owned() };
    if promise == Promise::Folded {
        return format!("{hidden} payments");
    }
    match place {
        "ahead" => format!("{hidden}refund payments"),
        "within" => format!("ref{hidden}und payments"),
        "behind" => format!("refund{hidden} payments"),
        "alone" => format!("refund {hidden} payments"),
        _ => format!("refund payments{hidden}"),
    }
}

/// A vouched tool with a text in a field. A name with blanks is no name.
fn tool(field: &str, text: &str) -> Option<ToolDefinition> {
    let name = if field == "name" { text.replace(' ', "_") } else { "bank__tool".to_owned() };
    let mut tool = remote(ToolId::new(name).ok()?);
    tool.trust_json_schema_text = true;
    match field {
        "description" => tool.description = Some(text.into()),
        "labels" => tool.tags = vec![text.to_owned()],
        "schema" => {
            tool.json_input_schema = Some(json!({
                "type": "object", "description": text, "properties": { "a": { "description": text, "title": text } },
            }));
        }
        _ => {}
    }
    Some(tool)
}

/// All that a model reads of a run in which a tool is found.
fn read(tool: &ToolDefinition, query: &str) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let mut setup = Setup::new(LoopName::new("main")?);
    let by_name = ToolDefinition::new(ToolId::new("z__refund")?);
    setup.catalog = CatalogSnapshot::new(1, vec![tool.clone(), by_name])?;
    setup.search = Some(ToolSearchConfig::default());
    let mut session = Session::new(setup, built_in_ranker(Stopwords::default()))?;
    let call = || Call::new("search_tools", json!({ "query": query }));
    let mut texts = Vec::new();
    for turn in 0..2 {
        let settled = session.settle(turn, &[call()], &mut MemoryJournal::new())?;
        let outputs = settled.outcomes.values().map(|outcome| &outcome.output);
        outputs.map(Output::to_value).for_each(|value| strings(&value, &mut texts));
    }
    for spec in session.run().menu().specs() {
        texts.extend([spec.name.clone(), spec.description.clone()]);
        strings(&spec.input_schema, &mut texts);
    }
    Ok(texts)
}

/// The texts of a value, keys included.
fn strings(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| strings(item, texts)),
        Value::Object(members) => members.iter().for_each(|(key, value)| {
            texts.push(key.clone());
            strings(value, texts);
        }),
        _ => {}
    }
}

/// What a query finds in an index over one tool, and what it misses.
fn found(tool: &ToolDefinition, query: &str) -> Result<(Vec<Score>, Vec<String>), Box<dyn std::error::Error>> {
    let ranker = build_ranker(&tool_search_docs([tool], &Annotations::new()), Stopwords::default())?;
    let answer = ranker.index().search(query, ranker.stopwords(), 5);
    Ok((answer.hits.into_iter().map(|hit| hit.score).collect(), answer.unmatched))
}

pub(super) fn run() -> Found {
    let (mut shown, mut equal) = (Tally::default(), Tally::default());
    for (family, examples, promise) in FAMILIES {
        for field in FIELDS {
            for place in PLACES {
                for hidden in examples {
                    let example = || format!("{family} {hidden:?} {place} in the {field}");
                    let text = text(hidden, place, promise);
                    let (written, query) = match field {
                        "query" => (tool("name", "refund payments"), text.as_str()),
                        _ => (tool(field, &text), "refund payments"),
                    };
                    let plain =
                        tool(if field == "query" { "name" } else { field }, "refund payments").ok_or("no tool")?;
                    // What has no id is refused where it comes in.
                    let Some(written) = written else {
                        shown.check(field == "name", example);
                        continue;
                    };
                    let texts = read(&written, query)?;
                    let hides = matches!(promise, Promise::Ignored | Promise::Silent);
                    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or_default();
                    let is_there = |text: &String| text.chars().any(|c| hidden.contains(c));
                    shown.check(!(hides && texts.iter().any(is_there)) && longest <= 1_000, || {
                        format!("{}: {:?}", example(), texts.iter().find(|text| is_there(text)))
                    });
                    if field == "name" && promise == Promise::Ignored {
                        // A name is not mended: nobody finds it.
                        equal.check(found(&written, query)?.0.is_empty(), example);
                    } else if matches!(promise, Promise::Ignored | Promise::Folded) {
                        let (one, other) = (found(&written, query)?, found(&plain, "refund payments")?);
                        equal.check(one == other && one.0.len() == 1, || format!("{}: {one:?} {other:?}", example()));
                    }
                }
            }
        }
    }
    Ok(vec![
        shown.row("texts for a model with a hidden character, or unbounded", 1_425),
        equal.row("words that a hidden character or another width changes, and names with one", 900),
    ])
}
