//! What the commands that speak MCP share: the runtime, the log, and a gateway whose servers have been reached.

use std::collections::BTreeMap;
use std::future::Future;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use toolsift::prelude::*;
use toolsift_mcp::{Config, Gateway, Replayed, State};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::output::{DIM, GOOD, Output, STRONG, WARN, harmless, styled, warning};
use crate::sources::{Tools, stopwords};

/// Runs what waits for servers and clients.
pub(crate) fn block_on<T>(work: impl Future<Output = Result<T, CliError>>) -> Result<T, CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(work);
    // A thread that still reads standard input must not keep the program.
    runtime.shutdown_background();
    result
}

/// Logs to standard error what this program's own crates say. Those of others may write values of the configuration.
pub(crate) fn log(level: LevelFilter) {
    // A prefix: this program and the crates of the family.
    let ours = Targets::new().with_target("toolsift", level);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false).with_target(false);
    // A second call would be a mistake of this program and harms nobody.
    drop(tracing_subscriber::registry().with(lines.without_time()).with(ours).try_init());
}

/// The configuration of a file.
pub(crate) fn config(path: &Path) -> Result<Config, CliError> {
    let variable = |name: &str| std::env::var_os(name).and_then(|value| value.into_string().ok());
    Ok(Config::load(path, &variable)?)
}

/// A gateway over the servers of a file, each of which has been reached or found not to be there.
pub(crate) async fn settled(path: &Path) -> Result<Arc<Gateway>, CliError> {
    let mut config = config(path)?;
    // Nothing is asked that would be worth a record.
    config.records = None;
    let limits = config.limits;
    let gateway = Gateway::start(config)?;
    gateway.settled(Duration::from_secs(limits.connect_seconds + limits.list_seconds)).await;
    Ok(gateway)
}

/// The tools of live servers, searchable.
pub(crate) fn tools(path: &Path, sources: &args::Sources) -> Result<Tools, CliError> {
    block_on(async {
        let gateway = settled(path).await?;
        let (mut tools, mut annotations, mut origins) = (BTreeMap::new(), Annotations::new(), BTreeMap::new());
        for server in gateway.health() {
            if let State::Down(fault) = &server.health.state {
                warning(&format!("server {}: {}", harmless(&server.name), harmless(&fault.to_string())));
            }
            let config = gateway.config().servers.iter().find(|config| config.name == server.name);
            let words = config.map(|config| &config.tools);
            for tool in server.health.tools.iter().filter(|_| server.health.state == State::Ready) {
                let id = tool.definition.id.clone();
                if let Some(words) = words.and_then(|words| words.get(&tool.name)) {
                    annotations.entry(id.clone()).or_insert_with(|| words.clone());
                }
                origins.entry(id.clone()).or_insert_with(|| Arc::<str>::from(server.name.as_str()));
                tools.entry(id).or_insert_with(|| ToolDefinition::clone(&tool.definition));
            }
        }
        let prefixes = &sources.namespace;
        let is_wanted =
            |id: &ToolId| prefixes.is_empty() || prefixes.iter().any(|prefix| id.as_str().starts_with(prefix.as_str()));
        tools.retain(|id, _| is_wanted(id));
        annotations.retain(|id, _| tools.contains_key(id));
        let ranking = sources.ranking.or(gateway.config().ranking);
        let stopwords = stopwords(&sources.stopwords)?;
        let tools = Tools::annotated(tools.into_values().collect(), annotations, &sources.policy, stopwords, ranking)?;
        Ok(Tools { origins, ..tools })
    })
}

/// Replays a recorded session of a gateway.
pub(crate) fn replay(folder: &Path, output: &mut Output) -> Result<Outcome, CliError> {
    let replayed = toolsift_mcp::replay(folder)?;
    if output.is_json() {
        output.json(&replayed)?;
    } else {
        show(&replayed, output)?;
    }
    Ok(if replayed.divergences.is_empty() { Outcome::Hit } else { Outcome::NoHit })
}

fn show(replayed: &Replayed, output: &mut Output) -> Result<(), CliError> {
    for turn in &replayed.turns {
        let arguments = harmless(&turn.arguments.to_string());
        output.line(&format!(
            "{} {} {arguments}",
            styled(STRONG, &format!("turn {}", turn.turn)),
            harmless(&turn.call)
        ))?;
        match (&turn.result, &turn.refused) {
            (Some(result), _) => output.line(&format!("  {}", harmless(result)))?,
            (None, Some(code)) => output.line(&styled(WARN, &format!("  refused: {}", harmless(code))))?,
            (None, None) if turn.unfinished => output.line(&styled(WARN, "  not decided: the process ended"))?,
            (None, None) => output.line(&styled(DIM, "  not a decision: no result is recorded"))?,
        }
    }
    if !replayed.menu.is_empty() {
        output.line(&format!("{} {}", styled(STRONG, "menu"), harmless(&replayed.menu.join(" "))))?;
    }
    for divergence in &replayed.divergences {
        output.line(&styled(WARN, &harmless(divergence)))?;
    }
    if replayed.divergences.is_empty() {
        output.line(&styled(GOOD, "record and definitions agree"))?;
    }
    Ok(())
}
