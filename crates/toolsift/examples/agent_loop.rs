//! A whole host in little: plugins whose tools come and go, a gate, a scripted model, a session, and the replay of what it did.
//!
//! `cargo run --example agent_loop -p toolsift --features registry`

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolsift::prelude::*;
use toolsift::session::{Code, Menu, MenuEntry, Origin, Outcome, Output, Settled};

type Fault = Box<dyn std::error::Error>;

/// What can really be called: where activations register, and what their guards take away again.
#[derive(Debug, Clone, Default)]
struct Connected(Arc<Mutex<BTreeSet<String>>>);

impl Connected {
    /// The names.
    fn set(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Registers a tool that connects when it is asked for.
    fn offer(&self, scope: &DeferredRegistry, name: &str, what: &str, aliases: &[&str]) -> Result<Registration, Fault> {
        let mut tool = ToolDefinition::new(ToolId::new(name)?);
        tool.description = Some(what.into());
        tool.aliases = aliases.iter().map(ToString::to_string).collect();
        let (connected, name) = (self.clone(), name.to_owned());
        let connect = move || {
            connected.set().insert(name.clone());
            let (connected, name) = (connected.clone(), name.clone());
            Ok(Guard::new(move || {
                connected.set().remove(&name);
            }))
        };
        let tool = deferred(tool, &Annotations::new(), connect).ok_or("a tool of the host's own can be searched")?;
        Ok(scope.register(tool)?)
    }
}

/// One agent of the host.
struct Agent {
    scope: DeferredRegistry,
    session: Session,
    journal: MemoryJournal,
    /// The catalogues of the turns, for the replay.
    catalogs: Vec<CatalogSnapshot>,
}

impl Agent {
    /// One turn: what the model calls is settled, gated and carried out.
    fn turn(&mut self, turn: u64, calls: &[Call]) -> Result<Vec<String>, Fault> {
        self.session.refresh(self.scope.catalog()?);
        self.catalogs.push(self.session.run().catalog().clone());
        let settled = self.session.settle(turn, calls, &mut self.journal)?;
        // What came onto the menu is loaded. Where that fails, the call of it tries again.
        loaded(&settled).iter().for_each(|name| drop(self.scope.activate(name)));
        let mut results = Vec::new();
        for (place, call) in calls.iter().enumerate() {
            results.push(match settled.outcomes.get(&place) {
                Some(outcome) => outcome.output.to_json(),
                None => self.carry_out(call)?,
            });
        }
        Ok(results)
    }

    /// A call of a tool: the session's gate first, then whether the registry has it, which it may have anew.
    fn carry_out(&self, call: &Call) -> Result<String, Fault> {
        let is_refused = match self.session.run().is_callable(&call.name) {
            Ok(entry) => (!self.is_loaded(entry)).then_some(Code::ToolUnavailable),
            Err(code) => Some(code),
        };
        match is_refused {
            Some(code) => Ok(Outcome::refused(code).output.to_json()),
            None => Ok(serde_json::to_string(&json!({ "ok": true }))?),
        }
    }

    /// Whether what is called is there: the definition's own tools are; those of the catalogue once they are loaded.
    fn is_loaded(&self, entry: &MenuEntry) -> bool {
        let status = || self.scope.activate(&entry.spec.name);
        matches!(entry.origin, Origin::Definition) || matches!(status(), Ok(Status::Loaded | Status::AlreadyLoaded))
    }
}

/// The tools that a turn put on the menu.
fn loaded(settled: &Settled) -> Vec<String> {
    let pages = settled.outcomes.values().filter_map(|outcome| match &outcome.output {
        Output::Search(page) => Some(&page.tools),
        _ => None,
    });
    pages.flatten().filter(|tool| tool.loaded).map(|tool| tool.name.to_string()).collect()
}

fn call(name: &str, arguments: Value) -> Call {
    Call::new(name, arguments)
}

/// What the model says, turn by turn.
fn script() -> [Vec<Call>; 5] {
    let search = |query: &str| call(SEARCH_TOOL, json!({ "query": query }));
    let other = |name: &str| call(name, json!({}));
    [
        vec![search("find an old message"), other("read_archive"), other("wipe_archive")],
        vec![other("read_archive"), search("wipe the archive")],
        vec![other("read_archive"), search("plan a meeting")],
        vec![search("plan a meeting"), other("plan_meeting")],
        vec![search("read the archive"), other("read_archive"), other("finish")],
    ]
}

/// What there is to say of the whole run: a line for each turn, one for each call, and what the replay came to.
pub(crate) fn transcript() -> Result<Vec<String>, Fault> {
    let connected = Connected::default();
    let registry = deferred_registry(SEARCH_TOOL, Stopwords::default())?;
    let archive = "Searches and reads archived mail.";
    let mut mail = Some(connected.offer(&registry, "read_archive", archive, &["find old messages"])?);
    let wipe = connected.offer(&registry, "wipe_archive", "Deletes archived mail for good.", &[])?;
    let mut calendar = None;

    // The agent has a scope of its own, from which a tool is hidden that others may use.
    let scope = registry.open_scope()?;
    scope.restrict(Restriction::deny([wipe.id().clone()]))?;
    let setup = || -> Result<Setup, Fault> {
        let mut setup = Setup::new(LoopName::new("main")?);
        setup.tools = vec![ToolDefinition::new(ToolId::new("finish")?)];
        setup.search = Some(ToolSearchConfig::default());
        Ok(setup)
    };
    let first = over_scope(setup()?, &scope)?;
    let (replayed_setup, session) = (first.clone(), Session::new(first, built_in_ranker(Stopwords::default()))?);
    let mut agent = Agent { scope, session, journal: MemoryJournal::new(), catalogs: Vec::new() };

    let (mut lines, mut searches) = (Vec::new(), Vec::new());
    for (turn, calls) in (0..).zip(script()) {
        match turn {
            // The plugin for mail is unloaded: its tool is taken out and disconnected.
            2 => drop(mail.take()),
            // One for the calendar comes.
            3 => calendar = Some(connected.offer(&registry, "plan_meeting", "Plans a meeting.", &[])?),
            // And that for mail comes back: its tool, which is on the menu, is loaded anew when it is called.
            4 => mail = Some(connected.offer(&registry, "read_archive", archive, &["find old messages"])?),
            _ => {}
        }
        let before = agent.session.run().menu().clone();
        let results = agent.turn(turn, &calls)?;
        let menu = agent.session.run().menu();
        lines.push(format!("turn {turn}: {}", names(menu)));
        let is_prefix = menu.prefix_digest(before.entries().len()) == before.prefix_digest(before.entries().len());
        if !is_prefix {
            lines.push("  the menu has changed".to_owned());
        }
        for (call, result) in calls.iter().zip(results) {
            lines.push(format!("  {} -> {result}", call.name));
            searches.extend((call.name == SEARCH_TOOL).then_some(result));
        }
    }
    agent.session.finish(&mut agent.journal)?;
    drop((mail, calendar));

    // The replay needs the journal and the catalogues, but neither plugins nor a ranker.
    let mut replayer = Replayer::new(replayed_setup, Recorded::from_lines(agent.journal.lines())?)?;
    let mut replayed = Vec::new();
    for ((turn, calls), catalog) in (0..).zip(script()).zip(agent.catalogs) {
        replayer.refresh(catalog);
        replayed.extend(replayer.settle(turn, &calls)?.outcomes.values().map(|outcome| outcome.output.to_json()));
    }
    let is_same = replayed == searches && names(replayer.run().menu()) == names(agent.session.run().menu());
    let same = if is_same { "the same results" } else { "other results" };
    lines.push(format!("replay: {same}, {} differences", replayer.finish().len()));
    lines.push(format!("left behind: {} tools", connected.set().len()));
    Ok(lines)
}

fn names(menu: &Menu) -> String {
    menu.names().collect::<Vec<_>>().join(", ")
}

#[cfg_attr(test, expect(dead_code, reason = "the test of this example calls what it prints"))]
#[cfg_attr(not(test), expect(clippy::print_stdout, reason = "an example for people"))]
fn main() -> Result<(), Fault> {
    for line in transcript()? {
        println!("{line}");
    }
    Ok(())
}
