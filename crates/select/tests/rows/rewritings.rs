//! Selection by a small model.

use std::collections::VecDeque;
use std::future::{pending, ready};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use toolsift_select::{
    AsyncToolSelector, BoxError, BoxFuture, Budget, Completed, Completion, DEFAULT_TIMEOUT, MAX_REWRITE_TOOLS, Message,
    RewritingSelector, Role, SelectionContext, SelectorSlot, Timer, ToolSchema, Usage,
};

use crate::logs::{logged, warning};
use crate::toys::{block_on, never, prompt, read_write_search, shown, tool};

const MS: Duration = Duration::from_millis(1);

/// What a model does when it is asked.
#[derive(Debug, Clone)]
enum Turn {
    Says(&'static str),
    /// And reports so many tokens of prompt and answer.
    Costs(&'static str, u64, u64),
    Fails,
    Hangs,
}

/// Plays a script and keeps the prompts.
#[derive(Debug)]
struct Model {
    turns: Mutex<VecDeque<Turn>>,
    prompts: Mutex<Vec<String>>,
}

impl Completion for Model {
    fn complete<'a>(&'a self, prompt: &'a str) -> BoxFuture<'a, Result<Completed, BoxError>> {
        self.prompts.lock().unwrap().push(prompt.to_owned());
        match self.turns.lock().unwrap().pop_front().unwrap() {
            Turn::Says(text) => Box::pin(ready(Ok(Completed::new(text)))),
            Turn::Costs(text, input, output) => {
                Box::pin(ready(Ok(Completed::new(text).with_usage(Usage::new(input, output)))))
            }
            Turn::Fails => Box::pin(ready(Err("secret: https://backend".into()))),
            Turn::Hangs => Box::pin(pending()),
        }
    }
}

/// A clock that a test moves, and on which every time that is waited for has come at once, if it is short enough.
#[derive(Debug)]
struct Clock {
    now: Mutex<Duration>,
    patience: Duration,
    waits: Mutex<Vec<Duration>>,
}

impl Timer for Clock {
    fn now(&self) -> Duration {
        *self.now.lock().unwrap()
    }
    fn sleep(&self, duration: Duration) -> BoxFuture<'_, ()> {
        self.waits.lock().unwrap().push(duration);
        if duration <= self.patience { Box::pin(ready(())) } else { Box::pin(pending()) }
    }
}

impl Clock {
    fn set(&self, now: Duration) {
        *self.now.lock().unwrap() = now;
    }
}

struct Toy {
    model: Arc<Model>,
    clock: Arc<Clock>,
    selector: RewritingSelector,
}

impl Toy {
    fn new(turns: impl IntoIterator<Item = Turn>) -> Self {
        let turns = Mutex::new(turns.into_iter().collect());
        let model = Arc::new(Model { turns, prompts: Mutex::default() });
        let clock = Arc::new(Clock { now: Mutex::default(), patience: DEFAULT_TIMEOUT, waits: Mutex::default() });
        let selector = RewritingSelector::new(model.clone(), clock.clone());
        Self { model, clock, selector }
    }

    fn with(self, configure: impl FnOnce(RewritingSelector) -> RewritingSelector) -> Self {
        Self { selector: configure(self.selector), ..self }
    }

    fn select(&self, context: &SelectionContext<'_>, all: &[ToolSchema]) -> String {
        shown(&block_on(self.selector.select(context, all)))
    }

    /// A selection of the document's three tools.
    fn ask(&self) -> String {
        self.select(&prompt("any news?"), &read_write_search())
    }

    fn calls(&self) -> usize {
        self.model.prompts.lock().unwrap().len()
    }
}

const OPEN: &str = "read_file write_file web_search";

/// LOOP-044, LOOP-047: what the model names is selected, in the order of the tools; one call, whose prompt has names and first sentences and no word of a schema.
#[test]
fn what_it_names() {
    let toy = Toy::new([Turn::Says("web_search"), Turn::Says("web_search, banana; READ_FILE")]);
    let all = [tool("read_file", "Read a file. Carefully."), tool("web_search", "Search the web. Slowly.")];
    assert_eq!(toy.select(&prompt("any news?"), &all), "web_search");
    assert_eq!(toy.calls(), 1);
    let told = toy.model.prompts.lock().unwrap()[0].clone();
    for part in ["read_file: Read a file\n", "web_search: Search the web\n", "any news?"] {
        assert!(told.contains(part), "{part} in {told}");
    }
    for part in ["Carefully", "Slowly", "xylophone", "inputSchema", "object"] {
        assert!(!told.contains(part), "{part} in {told}");
    }
    assert_eq!(toy.select(&prompt("any news?"), &all), "read_file web_search");
}

/// LOOP-048, LOOP-036: a failure, a late answer and one without a known name open to every tool, each with its code in the result and in the log and nothing else there.
#[test]
fn failures_open() {
    for (turn, code) in [
        (Turn::Fails, "completion_failed"),
        (Turn::Hangs, "timed_out"),
        (Turn::Says("banana"), "no_known_name"),
        (Turn::Says(""), "no_known_name"),
    ] {
        let toy = Toy::new([turn]);
        let events = logged(|| assert_eq!(toy.ask(), format!("{OPEN} ({code})")));
        assert_eq!(events, [warning(code)]);
        assert_eq!(toy.calls(), 1);
    }
}

/// LOOP-048: ten seconds by default, or what is configured; an answer that is there with the end of its time counts.
#[test]
fn how_long_it_takes() {
    let toy = Toy::new([Turn::Says("read_file"), Turn::Hangs]);
    assert_eq!(toy.ask(), "read_file");
    assert_eq!(*toy.clock.waits.lock().unwrap(), [Duration::from_secs(10)]);
    let toy = Toy::new([Turn::Hangs]).with(|selector| selector.with_timeout(MS * 5));
    assert_eq!(toy.ask(), format!("{OPEN} (timed_out)"));
    assert_eq!(*toy.clock.waits.lock().unwrap(), [MS * 5]);
}

/// LOOP-049, LOOP-048: without tokens no call is made; what calls report is added up, and the call that reaches the limit is the last.
#[test]
fn a_budget_of_tokens() {
    let budget =
        |tokens| move |selector: RewritingSelector| selector.with_budget(Budget::default().with_tokens(tokens));
    let toy = Toy::new([]).with(budget(0));
    let events = logged(|| assert_eq!(toy.ask(), format!("{OPEN} (over_budget)")));
    assert_eq!((toy.calls(), events), (0, vec![warning("over_budget")]));

    let script =
        [Turn::Costs("read_file", 60, 30), Turn::Fails, Turn::Says("read_file"), Turn::Costs("read_file", 8, 2)];
    let toy = Toy::new(script).with(budget(100));
    let results: Vec<String> = (0..6).map(|_| toy.ask()).collect();
    let over = format!("{OPEN} (over_budget)");
    let failed = format!("{OPEN} (completion_failed)");
    assert_eq!(results, ["read_file", &failed, "read_file", "read_file", &over, &over]);
    assert_eq!(toy.calls(), 4);
    // An answer that names nobody costs what it costs.
    let toy = Toy::new([Turn::Costs("banana", 100, 0)]).with(budget(100));
    assert_eq!([toy.ask(), toy.ask()], [format!("{OPEN} (no_known_name)"), over]);
}

/// LOOP-049: the time runs from the first call, whenever that is.
#[test]
fn a_budget_of_time() {
    let toy = Toy::new([Turn::Says("web_search"), Turn::Says("web_search")])
        .with(|selector| selector.with_budget(Budget::default().with_duration(MS)));
    toy.clock.set(MS * 500);
    assert_eq!(toy.select(&SelectionContext::new(0), &read_write_search()), format!("{OPEN} (no_prompt)"));
    toy.clock.set(MS * 1_000);
    assert_eq!(toy.ask(), "web_search");
    toy.clock.set(MS * 1_020);
    assert_eq!(toy.ask(), format!("{OPEN} (over_budget)"));
    assert_eq!(toy.calls(), 1);
}

/// LOOP-045, LOOP-046: a message of 15 kB leaves a prompt of less than 4, with its beginning; so does a prompt of a megabyte.
#[test]
fn a_flood() {
    let toy = Toy::new([Turn::Says("read_file"), Turn::Says("read_file")]);
    let history = [Message::new(Role::User, format!("the head {}", "flood ".repeat(2_500)))];
    let context = prompt("any news?").with_conversation(&history);
    assert_eq!(toy.select(&context, &read_write_search()), "read_file");
    let megabyte = format!("the task {}", "é".repeat(1 << 19));
    assert_eq!(toy.select(&prompt(&megabyte), &read_write_search()), "read_file");
    let prompts = toy.model.prompts.lock().unwrap();
    assert!(prompts.iter().all(|prompt| prompt.len() < 4_096), "{:?}", prompts.iter().map(String::len));
    assert!(prompts[0].contains("user: the head flood") && prompts[1].contains("the task éé"));
}

/// LOOP-020, LOOP-046: without a prompt, without tools, or with more of them than may be told, no call is made.
#[test]
fn no_call() {
    let toy = Toy::new([Turn::Says("t0")]);
    assert_eq!(toy.select(&SelectionContext::new(0), &read_write_search()), format!("{OPEN} (no_prompt)"));
    assert_eq!(toy.select(&prompt("q"), &[]), "");
    let mut many: Vec<ToolSchema> = (0..=MAX_REWRITE_TOOLS).map(|number| tool(&format!("t{number}"), "")).collect();
    assert!(toy.select(&prompt("q"), &many).ends_with(" t512 (too_many_tools)"));
    assert_eq!(toy.calls(), 0);
    many.pop();
    assert_eq!(toy.select(&prompt("q"), &many), "t0");
}

/// LOOP-044, LOOP-012: two turns of a loop make two calls, both about the opening prompt.
#[test]
fn one_call_a_turn() {
    let Toy { model, selector, .. } = Toy::new([Turn::Says("read_file"), Turn::Says("web_search")]);
    let slot = SelectorSlot::of_async(Arc::new(selector));
    let all = read_write_search();
    let history = [Message::new(Role::Tool, "a result")];
    let mut selected = Vec::new();
    for (turn, view) in (0..).zip([&history[..0], &history]) {
        let context = SelectionContext::new(turn).with_prompt("the task").with_conversation(view);
        selected.push(shown(&block_on(slot.select(&context, &all, never()))));
    }
    assert_eq!(selected, ["read_file", "web_search"]);
    let prompts = model.prompts.lock().unwrap();
    assert_eq!(prompts.len(), 2);
    assert!(prompts.iter().all(|prompt| prompt.contains("The task:\nthe task\n")));
    assert!(!prompts[0].contains("a result") && prompts[1].contains("tool: a result"));
}

/// LOOP-037: a cancelled run does not wait for a model.
#[test]
fn cancelled() {
    let Toy { selector, .. } = Toy::new([Turn::Hangs]).with(|selector| selector.with_timeout(Duration::MAX));
    let slot = SelectorSlot::of_async(Arc::new(selector));
    let (context, all) = (prompt("q"), read_write_search());
    assert_eq!(shown(&block_on(slot.select(&context, &all, ready(())))), format!("{OPEN} (cancelled)"));
}
