//! A small loop: it builds requests, reckons with their size, sends them, and lets through what was advertised.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolsift_select::{
    Estimate, KeywordSelector, Message, Role, Selection, SelectionContext, SelectorSlot, Subset, Surface, ToolSchema,
    ToolSelector,
};

use crate::toys::{block_on, never, read_write_search, tool};

/// A request that was built and not yet sent.
struct Prepared {
    body: Value,
    /// What its tools count in the window.
    figure: usize,
    /// What is reserved for a turn behind a compaction.
    reserved: usize,
    advertised: Vec<String>,
}

/// A loop in which the model narrates and a person steers.
struct Host {
    slot: SelectorSlot,
    tools: Vec<ToolSchema>,
    prompt: String,
    transients: Vec<Message>,
    history: Vec<Message>,
    turn: u64,
    /// Whether the answer is to have a fixed form, for which requests carry no tools.
    has_format: bool,
    prepared: Option<Prepared>,
    last: Option<Surface>,
    /// Whether the provider's own figure of the last request still tells something of the next.
    is_anchored: bool,
    sent: Vec<String>,
}

impl Host {
    fn new(slot: SelectorSlot, prompt: &str) -> Self {
        Self {
            slot,
            tools: read_write_search(),
            prompt: prompt.to_owned(),
            transients: Vec::new(),
            history: vec![Message::new(Role::User, prompt)],
            turn: 0,
            has_format: false,
            prepared: None,
            last: None,
            is_anchored: false,
            sent: Vec::new(),
        }
    }

    /// The request of this turn, built where it is not yet.
    fn prepare(&mut self) -> &Prepared {
        if self.prepared.is_none() {
            let view: Vec<Message> = self.transients.iter().chain(&self.history).cloned().collect();
            let context = SelectionContext::new(self.turn).with_prompt(&self.prompt).with_conversation(&view);
            let selection = block_on(self.slot.select(&context, &self.tools, never()));
            let texts: Vec<&str> = view.iter().map(|message| message.text.as_str()).collect();
            let mut body = json!({ "messages": texts });
            let Estimate { mut advertised_chars, registered_chars, surface, .. } = selection.estimate();
            if self.has_format {
                advertised_chars = 0;
            } else if let Some(tools) = selection.subset().json() {
                body["tools"] = serde_json::from_str(&tools).unwrap();
            }
            if surface.is_changed_since(self.last.as_ref()) {
                self.is_anchored = false;
            }
            self.last = Some(surface);
            self.prepared = Some(Prepared {
                body,
                figure: advertised_chars,
                reserved: registered_chars,
                advertised: selection.subset().ids().map(str::to_owned).collect(),
            });
        }
        self.prepared.as_ref().unwrap()
    }

    fn send(&mut self) {
        let body = self.prepare().body.to_string();
        self.sent.push(body);
        self.is_anchored = true;
    }

    /// A call of the model, under a strict constraint.
    fn call(&mut self, name: &str) -> &'static str {
        if self.prepare().advertised.iter().any(|id| id == name) { "done" } else { "not advertised" }
    }

    /// The end of a turn: the model said something, a tool gave something.
    fn next_turn(&mut self, result: &str) {
        self.history.push(Message::new(Role::Assistant, "working"));
        self.history.push(Message::new(Role::Tool, result));
        self.turn += 1;
        self.prepared = None;
    }

    /// A compaction, or a word from the user in between: what was prepared no longer holds.
    fn rebuild(&mut self) {
        self.history.truncate(1);
        self.prepared = None;
    }
}

/// Selects by its rule, and keeps what it was told.
struct Spy<F> {
    told: Mutex<Vec<(u64, Option<String>)>>,
    rule: F,
}

impl<F> std::fmt::Debug for Spy<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Spy")
    }
}

impl<F: Fn(&SelectionContext<'_>, &ToolSchema) -> bool + Send + Sync> ToolSelector for Spy<F> {
    fn select<'s>(&self, context: &SelectionContext<'_>, all: &'s [ToolSchema]) -> Selection<'s> {
        self.told.lock().unwrap().push((context.turn, context.prompt.map(str::to_owned)));
        Selection::narrowed(Subset::filter(all, |tool| (self.rule)(context, tool)))
    }
}

fn spy<F: Fn(&SelectionContext<'_>, &ToolSchema) -> bool + Send + Sync + 'static>(rule: F) -> (Arc<Spy<F>>, Host) {
    let spy = Arc::new(Spy { told: Mutex::new(Vec::new()), rule });
    (spy.clone(), Host::new(SelectorSlot::of(spy), "read the config"))
}

fn names(body: &Value) -> Vec<&str> {
    body["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

fn keywords() -> SelectorSlot {
    SelectorSlot::of(Arc::new(KeywordSelector::default()))
}

/// The characters of some tools as they are sent, counted on the wire.
fn chars(tools: &Value) -> usize {
    let tools = tools.as_array().unwrap();
    tools.iter().map(|tool| serde_json::to_string(tool).unwrap().chars().count()).sum()
}

/// LOOP-004, LOOP-050: one question a request, and the estimate counts what the request carries.
#[test]
fn one_selection_for_request_and_estimate() {
    let (spy, mut host) = spy(|_, tool| tool.id().as_str() != "write_file");
    let figure = host.prepare().figure;
    assert_eq!(host.call("read_file"), "done");
    host.send();
    let body: Value = serde_json::from_str(&host.sent[0]).unwrap();
    assert_eq!(names(&body), ["read_file", "web_search"]);
    assert_eq!(figure, chars(&body["tools"]));
    assert_eq!(spy.told.lock().unwrap().len(), 1);
}

/// LOOP-005: a request that is built anew is selected for anew.
#[test]
fn one_selection_for_each_request() {
    let (spy, mut host) = spy(|_, _| true);
    host.prepare();
    host.rebuild();
    host.prepare();
    host.send();
    assert_eq!(spy.told.lock().unwrap().len(), 2);
}

/// LOOP-006, LOOP-054: without a selector the requests are those of a loop that has never heard of one.
#[test]
fn no_selector() {
    let mut host = Host::new(SelectorSlot::default(), "read the config");
    let unaware = |host: &Host| {
        let texts: Vec<&str> = host.history.iter().map(|message| message.text.as_str()).collect();
        let tools: Vec<Value> = host.tools.iter().map(|tool| serde_json::from_str(tool.json()).unwrap()).collect();
        json!({ "messages": texts, "tools": tools }).to_string()
    };
    let mut expected = Vec::new();
    for _ in 0..3 {
        expected.push(unaware(&host));
        host.send();
        host.next_turn("a result");
    }
    assert_eq!(host.sent, expected);
}

/// LOOP-009: a selection of nothing leaves the field out, and counts nothing.
#[test]
fn no_tools() {
    let (_, mut host) = spy(|_, _| false);
    assert_eq!(host.prepare().figure, 0);
    host.send();
    assert_eq!(host.sent[0], r#"{"messages":["read the config"]}"#);
    assert_eq!(host.call("read_file"), "not advertised");
}

/// LOOP-011, S56: what is registered and not advertised is refused, and so is what does not exist.
#[test]
fn a_strict_constraint() {
    let mut host = Host::new(keywords(), "search the web");
    for (name, result) in [("web_search", "done"), ("read_file", "not advertised"), ("nobody", "not advertised")] {
        assert_eq!(host.call(name), result, "{name}");
    }
}

/// LOOP-012: on every turn the question is the run's opening prompt, and no result of a tool becomes one.
#[test]
fn the_opening_prompt() {
    let (spy, mut host) = spy(|_, _| true);
    host.send();
    host.next_turn("search the web instead");
    host.send();
    let prompt = Some("read the config".to_owned());
    assert_eq!(*spy.told.lock().unwrap(), [(0, prompt.clone()), (1, prompt)]);
    let mut host = Host::new(keywords(), "read the config");
    for _ in 0..2 {
        assert_eq!(host.prepare().advertised, ["read_file"]);
        host.next_turn("search the web instead");
    }
}

/// LOOP-013, LOOP-003: what rides along for one request is in the view, ahead of the history, so that a tool that it introduces is there.
#[test]
fn transients() {
    let (_, mut host) = spy(|context, tool| {
        let texts = context.conversation.iter().map(|message| message.text.as_str()).chain(context.prompt);
        let mut names = texts.flat_map(|text| text.split(' '));
        let name = tool.id().as_str();
        names.any(|word| name == word || name.split('_').next() == Some(word))
    });
    assert_eq!(host.prepare().advertised, ["read_file"]);
    host.transients.push(Message::new(Role::User, "attached: use web_search here"));
    host.rebuild();
    assert_eq!(host.prepare().advertised, ["read_file", "web_search"]);
    assert_eq!(host.prepare().body["messages"][0], "attached: use web_search here");
    host.transients.clear();
    host.rebuild();
    assert_eq!(host.prepare().advertised, ["read_file"]);
}

/// LOOP-050, LOOP-051: the figure is the subset's, the reservation that of all tools; on a miss and without a selector the two are one.
#[test]
fn figures() {
    let all: usize = read_write_search().iter().map(|tool| tool.json().chars().count()).sum();
    let one = read_write_search()[2].json().chars().count();
    for (slot, prompt, figure, advertised) in [
        (keywords(), "search the web", one, 1),
        (keywords(), "zebra", all, 3),
        (SelectorSlot::default(), "search the web", all, 3),
    ] {
        let mut host = Host::new(slot, prompt);
        let prepared = host.prepare();
        assert_eq!((prepared.figure, prepared.reserved, prepared.advertised.len()), (figure, all, advertised));
        assert_eq!(chars(&prepared.body["tools"]), figure);
    }
}

/// LOOP-052: a request with other tools ends what was measured on the last one, and one with the same does not.
#[test]
fn the_anchor() {
    let (_, mut host) = spy(|context, tool| context.turn < 2 || tool.id().as_str() == "read_file");
    let mut anchored = Vec::new();
    for _ in 0..4 {
        host.prepare();
        anchored.push(host.is_anchored);
        host.send();
        host.next_turn("a result");
    }
    assert_eq!(anchored, [false, true, false, true]);
}

/// LOOP-053: a request for an answer of fixed form carries no tools and counts none.
#[test]
fn a_fixed_form() {
    let mut host = Host::new(keywords(), "search the web");
    host.has_format = true;
    assert_eq!(host.prepare().figure, 0);
    assert!(host.prepare().body.get("tools").is_none());
}

/// S32, S35, S52, LOOP-055: what is selected follows the tools that there are: one that leaves is in no later request and cannot be called, one that comes is in the next, and nothing else goes.
#[test]
fn tools_come_and_go() {
    let mut host = Host::new(keywords(), "search the web");
    assert_eq!(host.prepare().advertised, ["web_search"]);
    host.next_turn("a result");
    host.tools.push(tool("news_search", "Search the news"));
    assert_eq!(host.prepare().advertised, ["web_search", "news_search"]);
    assert_eq!(host.call("news_search"), "done");
    host.next_turn("a result");
    host.tools.remove(2);
    assert_eq!(host.prepare().advertised, ["news_search"]);
    assert_eq!(host.call("web_search"), "not advertised");
    assert_eq!(host.tools.len(), 3, "the registry is the host's");
}

/// S33: the description of a tool is what it was, whatever is selected beside it.
#[test]
fn descriptions_stand() {
    let mut host = Host::new(keywords(), "search the web");
    let alone = host.prepare().body["tools"][0].clone();
    host.tools.push(tool("news_search", "Search the news"));
    host.rebuild();
    assert_eq!(host.prepare().body["tools"][0], alone);
}
