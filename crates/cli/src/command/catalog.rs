//! `toolsift catalog pull`: what live servers list, in files.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use toolsift_mcp::{Gateway, State, canonical_id};

use crate::Outcome;
use crate::args::{self, CatalogCommand};
use crate::error::CliError;
use crate::gateway::{block_on, config};
use crate::output::{Output, STRONG, harmless, styled, warning};

/// A saved list as a machine reads it.
#[derive(Serialize)]
struct Json {
    server: String,
    file: String,
    tools: usize,
}

pub(crate) fn run(args: &args::Catalog, output: &mut Output) -> Result<Outcome, CliError> {
    let CatalogCommand::Pull { config: file, out } = &args.command;
    let mut config = config(&file.config)?;
    config.records = None;
    let gateway = block_on(async {
        let limits = config.limits;
        let gateway = Gateway::start(config)?;
        let patience = Duration::from_secs(limits.connect_seconds + limits.list_seconds);
        tokio::select! {
            () = gateway.settled(patience) => {}
            () = show_progress(&gateway) => {}
        }
        Ok(gateway)
    })?;
    let states: BTreeMap<String, State> =
        gateway.health().into_iter().map(|server| (server.name, server.health.state)).collect();
    std::fs::create_dir_all(out).map_err(|source| CliError::File { path: out.display().to_string(), source })?;
    let (mut saved, mut all) = (Vec::new(), true);
    for (server, raw) in gateway.raw_lists() {
        if states.get(&server) != Some(&State::Ready) {
            let why = match states.get(&server) {
                Some(State::Down(fault)) => fault.to_string(),
                _ => "it did not answer in time".to_owned(),
            };
            warning(&format!("server {}: {}", harmless(&server), harmless(&why)));
            all = false;
            continue;
        }
        let path = out.join(format!("{}.json", stem(&server)));
        // Each definition is what the server wrote, byte for byte.
        let definitions: Vec<&str> = raw.iter().map(|tool| tool.get()).collect();
        let text = format!("{{\"tools\":[\n{}\n]}}\n", definitions.join(",\n"));
        std::fs::write(&path, text).map_err(|source| CliError::File { path: path.display().to_string(), source })?;
        saved.push(Json { server, file: path.display().to_string(), tools: raw.len() });
    }
    if output.is_json() {
        output.json(&saved)?;
    } else {
        let row = |saved: &Json| {
            vec![styled(STRONG, &harmless(&saved.server)), saved.tools.to_string(), harmless(&saved.file)]
        };
        output.table(&["server", "tools", "file"], saved.iter().map(row).collect(), &[1])?;
    }
    Ok(if all { Outcome::Hit } else { Outcome::NoHit })
}

/// The name of a server's file: its own where that is a plain one.
fn stem(server: &str) -> String {
    let is_plain =
        server.len() <= 64 && server.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let path = Path::new(server);
    if is_plain && path.components().count() == 1 { server.to_owned() } else { canonical_id(server, "tools") }
}

/// A bar that grows with the servers that have answered, where standard error is a terminal.
async fn show_progress(gateway: &Gateway) {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}");
    let bar = ProgressBar::new(gateway.health().len() as u64);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut changes = gateway.changes();
    loop {
        let health = gateway.health();
        let open: Vec<String> = health
            .iter()
            .filter(|server| server.health.state == State::Connecting)
            .map(|server| harmless(&server.name))
            .collect();
        bar.set_position((health.len() - open.len()) as u64);
        bar.set_message(open.join(", "));
        if open.is_empty() {
            bar.finish_and_clear();
        }
        changes.next().await;
    }
}
