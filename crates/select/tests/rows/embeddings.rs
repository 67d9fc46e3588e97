//! Selection by vectors.

use std::future::{pending, ready};
use std::sync::{Arc, Mutex};

use toolsift_select::{
    AsyncToolSelector, BoxError, BoxFuture, Embedder, EmbeddingSelector, MAX_EMBED_CHARS, SelectionContext,
    SelectorSlot, ToolSchema,
};

use crate::logs::{logged, warning};
use crate::toys::{block_on, prompt, shown, tool, tools};

/// The vector of a text; `None` fails, and an empty one is left out.
type Rule = fn(&str) -> Option<Vec<f32>>;

/// Embeds by a rule and keeps the batches.
#[derive(Debug)]
struct Vectors {
    rule: Rule,
    batches: Mutex<Vec<Vec<String>>>,
}

impl Embedder for Vectors {
    fn embed<'a>(&'a self, texts: &'a [String]) -> BoxFuture<'a, Result<Vec<Vec<f32>>, BoxError>> {
        self.batches.lock().unwrap().push(texts.to_vec());
        let vectors: Option<Vec<Vec<f32>>> = texts.iter().map(|text| (self.rule)(text)).collect();
        let vectors = vectors.map(|vectors| vectors.into_iter().filter(|vector| !vector.is_empty()).collect());
        Box::pin(ready(vectors.ok_or_else(|| "secret: https://backend".into())))
    }
}

struct Toy {
    embedder: Arc<Vectors>,
    selector: EmbeddingSelector,
}

impl Toy {
    fn new(rule: Rule) -> Self {
        let embedder = Arc::new(Vectors { rule, batches: Mutex::default() });
        Self { selector: EmbeddingSelector::new(embedder.clone()), embedder }
    }

    fn top(rule: Rule, top_k: usize) -> Self {
        let toy = Self::new(rule);
        Self { selector: toy.selector.with_top_k(top_k), ..toy }
    }

    fn select(&self, text: &str, all: &[ToolSchema]) -> String {
        shown(&block_on(self.selector.select(&prompt(text), all)))
    }

    /// How many texts were embedded.
    fn embedded(&self) -> usize {
        self.embedder.batches.lock().unwrap().iter().map(Vec::len).sum()
    }

    /// How many texts each call had.
    fn calls(&self) -> Vec<usize> {
        self.embedder.batches.lock().unwrap().iter().map(Vec::len).collect()
    }
}

/// The weather along one axis, the web along the other, a prompt beside the first; `poison` fails.
fn plane(text: &str) -> Option<Vec<f32>> {
    match text {
        text if text.contains("poison") => None,
        text if text.contains("zero") => Some(vec![0.0, 0.0]),
        text if text.contains("missing") => Some(vec![]),
        text if text.contains("cube") => Some(vec![1.0, 0.0, 0.0]),
        text if text.contains("endless") => Some(vec![f32::INFINITY, 0.0]),
        text if text.starts_with("weather") => Some(vec![1.0, 0.0]),
        text if text.starts_with("web_search") => Some(vec![0.0, 1.0]),
        _ => Some(vec![0.95, 0.05]),
    }
}

fn two() -> Vec<ToolSchema> {
    tools(&[("web_search", "Search the web"), ("weather", "The forecast")])
}

/// LOOP-040: the nearest rides, and with more to take than there are, all.
#[test]
fn the_nearest() {
    assert_eq!(Toy::top(plane, 1).select("is it going to rain", &two()), "weather");
    assert_eq!(Toy::top(plane, 9).select("is it going to rain", &two()), "web_search weather");
    let many: Vec<ToolSchema> = (0..20).map(|number| tool(&format!("t{number}"), "")).collect();
    assert_eq!(Toy::new(|_| Some(vec![1.0])).select("q", &many), "t0 t1 t2 t3 t4 t5 t6 t7", "eight by default");
}

/// LOOP-041: the order is that of the tools, and of equally near ones the first are taken, whatever their sign of zero.
#[test]
fn equals_keep_their_order() {
    let all = tools(&[("d", ""), ("c", ""), ("b", ""), ("a", "")]);
    assert_eq!(Toy::top(|_| Some(vec![1.0, 1.0]), 2).select("q", &all), "d c");
    let zeros: Rule = |text| {
        Some(match text {
            "q" => vec![1.0, 0.0],
            "d " => vec![-0.0, 1.0],
            "b " => vec![0.5, 0.5],
            _ => vec![0.0, 1.0],
        })
    };
    assert_eq!(Toy::top(zeros, 3).select("q", &all), "d c b");
}

/// LOOP-038, LOOP-040: two tools are one batch, once; the prompt is embedded every time; fewer tools are another batch.
#[test]
fn one_batch_for_a_state_of_the_tools() {
    let toy = Toy::new(plane);
    let all = two();
    toy.select("one", &all);
    toy.select("two", &all);
    assert_eq!((toy.embedded(), toy.calls()), (4, vec![2, 1, 1]));
    let batches = toy.embedder.batches.lock().unwrap().clone();
    assert_eq!(batches, [vec!["web_search Search the web", "weather The forecast"], vec!["one"], vec!["two"]]);
    toy.select("three", &all[..1]);
    assert_eq!((toy.embedded(), toy.calls()), (6, vec![2, 1, 1, 1, 1]));
}

/// LOOP-039: another wording, another order or another tool is another state, and an equal copy is the same one.
#[test]
fn the_state_is_the_texts_in_order() {
    let first = two();
    let reworded = tools(&[("web_search", "Search the web"), ("weather", "The forecast, daily")]);
    let reordered = tools(&[("weather", "The forecast"), ("web_search", "Search the web")]);
    let renamed = tools(&[("web_search", "Search the web"), ("climate", "The forecast")]);
    for (second, embedded) in [(&reworded, 6), (&reordered, 6), (&renamed, 6), (&two(), 4)] {
        let toy = Toy::new(plane);
        toy.select("q", &first);
        toy.select("q", second);
        assert_eq!(toy.embedded(), embedded);
    }
    let toy = Toy::new(plane);
    for all in [&first, &reworded, &first] {
        toy.select("q", all);
    }
    assert_eq!(toy.embedded(), 9, "one state is kept");
}

/// LOOP-042: an embedder that fails, or leaves a text out, and a prompt without an angle open to every tool, with a code in the log and nothing else.
#[test]
fn failures_open() {
    for (text, code) in [
        ("poison", "embedding_failed"),
        ("missing", "embedding_failed"),
        ("zero", "not_rankable"),
        ("cube", "not_rankable"),
        ("endless", "not_rankable"),
    ] {
        let toy = Toy::top(plane, 1);
        let events = logged(|| assert_eq!(toy.select(text, &two()), format!("web_search weather ({code})")));
        assert_eq!(events, [warning(code)]);
        assert_eq!(toy.select("rain", &two()), "weather", "the next one is as good as ever");
        assert_eq!(toy.calls(), [2, 1, 1], "the tools are not embedded again");
    }
}

/// LOOP-042, LOOP-038: tools that could not be embedded are not kept, and no prompt is embedded for them; those without an angle are never near.
#[test]
fn tools_that_fail() {
    let toy = Toy::new(plane);
    let all = tools(&[("web_search", ""), ("poison", "")]);
    assert_eq!(toy.select("q", &all), "web_search poison (embedding_failed)");
    assert_eq!(toy.select("q", &all), "web_search poison (embedding_failed)");
    assert_eq!(toy.calls(), [2, 2]);
    let all = tools(&[("zero", ""), ("web_search", ""), ("cube", ""), ("endless", "")]);
    assert_eq!(Toy::new(plane).select("q", &all), "web_search");
}

/// LOOP-043, LOOP-020: to take none is meant and costs nothing; without a prompt or tools nothing is embedded.
#[test]
fn none_on_purpose() {
    let toy = Toy::top(plane, 0);
    assert_eq!(toy.select("q", &two()), "");
    let context = SelectionContext::new(3);
    assert_eq!(shown(&block_on(toy.selector.select(&context, &two()))), "web_search weather (no_prompt)");
    assert_eq!(toy.select("q", &[]), "");
    assert_eq!(toy.embedded(), 0);
}

/// LOOP-046: what is embedded is bounded, of a tool and of a prompt; a placeholder is not embedded.
#[test]
fn what_is_embedded_is_bounded() {
    let toy = Toy::new(plane);
    let long = "é".repeat(MAX_EMBED_CHARS * 3);
    toy.select(&long, &[tool("weather", &long), tool("web_search", "withheld").with_placeholder()]);
    let batches = toy.embedder.batches.lock().unwrap();
    assert_eq!(batches[0][0], format!("weather {}", "é".repeat(MAX_EMBED_CHARS - 8)));
    assert_eq!(batches[0][1], "web_search ");
    assert_eq!(batches[1][0], "é".repeat(MAX_EMBED_CHARS));
}

#[derive(Debug)]
struct Hung;

impl Embedder for Hung {
    fn embed<'a>(&'a self, _: &'a [String]) -> BoxFuture<'a, Result<Vec<Vec<f32>>, BoxError>> {
        Box::pin(pending())
    }
}

/// LOOP-037: a cancelled run does not wait for an embedder.
#[test]
fn cancelled() {
    let slot = SelectorSlot::of_async(Arc::new(EmbeddingSelector::new(Arc::new(Hung))));
    let (context, all) = (prompt("q"), two());
    assert_eq!(shown(&block_on(slot.select(&context, &all, ready(())))), "web_search weather (cancelled)");
}
