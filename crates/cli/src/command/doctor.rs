//! `toolsift doctor`: each server of a client's file, and what is to be mended.

use serde::Serialize;
use toolsift_mcp::{ListProblem, ServerHealth, State};

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::gateway::{block_on, settled};
use crate::output::{DIM, GOOD, Output, STRONG, WARN, harmless, styled};

/// A server as a machine reads it.
#[derive(Serialize)]
struct Json<'h> {
    server: &'h str,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'h toolsift_mcp::Fault>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<&'static str>,
    protocol: Option<&'h str>,
    tools: Vec<JsonTool<'h>>,
    problems: &'h [ListProblem],
}

#[derive(Serialize)]
struct JsonTool<'h> {
    id: &'h str,
    name: &'h str,
    vouched: bool,
    /// What the operator's word may be bound to.
    sha256: &'h str,
}

pub(crate) fn run(args: &args::Doctor, output: &mut Output) -> Result<Outcome, CliError> {
    let health = block_on(async { Ok(settled(&args.config.config).await?.health()) })?;
    if output.is_json() {
        output.json(&health.iter().map(json).collect::<Vec<_>>())?;
    } else {
        print(&health, output)?;
    }
    let is_well =
        |server: &ServerHealth| server.health.state == State::Ready && server.health.problems.iter().all(is_harmless);
    Ok(if health.iter().all(is_well) { Outcome::Hit } else { Outcome::NoHit })
}

fn json(server: &ServerHealth) -> Json<'_> {
    let health = &server.health;
    let fault = match &health.state {
        State::Down(fault) => Some(fault),
        _ => None,
    };
    let tools = health.tools.iter().map(|tool| JsonTool {
        id: tool.definition.id.as_str(),
        name: &tool.name,
        vouched: tool.definition.trust_json_schema_text,
        sha256: &tool.digest,
    });
    Json {
        server: &server.name,
        state: health.state.as_str(),
        fault,
        advice: fault.map(|fault| fault.code.advice()),
        protocol: health.protocol.as_deref(),
        tools: tools.collect(),
        problems: &health.problems,
    }
}

/// Whether there is nothing to mend: apps' tools are left out as their servers want it.
fn is_harmless(problem: &ListProblem) -> bool {
    matches!(problem, ListProblem::AppOnly { .. })
}

fn print(servers: &[ServerHealth], output: &mut Output) -> Result<(), CliError> {
    let row = |server: &ServerHealth| {
        let health = &server.health;
        let (tools, vouched) =
            (health.tools.len(), health.tools.iter().filter(|tool| tool.definition.trust_json_schema_text).count());
        let state = health.state.as_str();
        let state = if health.state == State::Ready { styled(GOOD, state) } else { styled(WARN, state) };
        let protocol = health.protocol.as_deref().unwrap_or("-");
        vec![styled(STRONG, &harmless(&server.name)), state, harmless(protocol), tools.to_string(), vouched.to_string()]
    };
    output.table(&["server", "state", "protocol", "tools", "vouched"], servers.iter().map(row).collect(), &[3, 4])?;
    let mut is_well = true;
    for server in servers {
        let name = harmless(&server.name);
        match &server.health.state {
            State::Down(fault) => {
                is_well = false;
                output.line(&format!(
                    "\n{} {}: {}",
                    styled(WARN, "mend"),
                    styled(STRONG, &name),
                    harmless(&fault.to_string())
                ))?;
                output.line(&format!("     {}", fault.code.advice()))?;
            }
            State::Ready => {}
            _ => {
                is_well = false;
                output.line(&format!(
                    "\n{} {}: it did not answer in time",
                    styled(WARN, "mend"),
                    styled(STRONG, &name)
                ))?;
            }
        }
        for problem in server.health.problems.iter() {
            let (style, mark) = if is_harmless(problem) { (DIM, "note") } else { (WARN, "mend") };
            is_well &= is_harmless(problem);
            output.line(&format!(
                "\n{} {}: {}",
                styled(style, mark),
                styled(STRONG, &name),
                harmless(&said(problem))
            ))?;
        }
    }
    if is_well {
        output.line(&format!("\n{}", styled(GOOD, "nothing to mend")))?;
    }
    Ok(())
}

/// A problem of a list in words.
fn said(problem: &ListProblem) -> String {
    match problem {
        ListProblem::RepeatedCursor => {
            "its list repeats a cursor, so that it would never end; what came before counts".to_owned()
        }
        ListProblem::TooManyPages { limit } => {
            format!("its list has more than {limit} pages (`toolsift.limits.pages`)")
        }
        ListProblem::TooManyTools { limit } => format!("it has more than {limit} tools (`toolsift.limits.tools`)"),
        ListProblem::TooManyBytes { limit } => {
            format!("its list has more than {limit} bytes (`toolsift.limits.listBytes`)")
        }
        ListProblem::TooSlow { seconds } => {
            format!("its list took more than {seconds} s (`toolsift.limits.listSeconds`)")
        }
        ListProblem::DuplicateName { id } => format!("it has two tools that come to {id}; the first counts"),
        ListProblem::Unusable { place, reason } => format!("definition {place} cannot be used: {reason}"),
        ListProblem::AppOnly { count } => format!("{count} of its tools are for apps only and left out"),
        ListProblem::InvalidHeaders { count } => {
            format!("{count} of its tools have invalid `x-mcp-header` marks and are left out")
        }
        ListProblem::Changed { tool, digest } => {
            format!("{tool} is not the definition that you vouched for, so that it is un-vouched; it is {digest} now")
        }
        ListProblem::UnknownTool { tool } => format!("the configuration names {tool}, which it does not have"),
        _ => "its list is not as it should be".to_owned(),
    }
}
