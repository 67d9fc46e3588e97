//! `toolsift rows serve`: one command of a retrieval host, answered.

use std::path::Path;

use serde::Serialize;

use crate::Outcome;
use crate::args::{Calendar, Page, Serve};
use crate::error::CliError;
use crate::output::Output;
use crate::rows::{Refusal, Reply, Store, calendar, context, page, people, profile, search};

/// The variable that names the folder of the store.
const FOLDER: &str = "LOOM_INSTANCE_DIR";

/// A refusal as the host's protocol has it.
#[derive(Serialize)]
struct Refused {
    ok: bool,
    code: &'static str,
}

pub(super) fn run(command: &Serve, output: &mut Output) -> Result<Outcome, CliError> {
    match reply(command) {
        Ok(Reply::Payload(payload)) => output.json(&payload).map(|()| Outcome::Hit),
        Ok(Reply::Fallback(payload)) => output.json(&payload).map(|()| Outcome::NoHit),
        Err(Refusal::NotFound) => Ok(Outcome::NoHit),
        Err(Refusal::Contested) => Ok(Outcome::Contested),
        Err(refusal) => {
            output.json(&Refused { ok: false, code: refusal.code() })?;
            Ok(Outcome::Refused)
        }
    }
}

fn reply(command: &Serve) -> Result<Reply, Refusal> {
    let folder = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()).ok_or(Refusal::NoStore)?;
    let store = Store::open(Path::new(&folder))?;
    match command {
        Serve::Search(args) => search::reply(&store, args),
        Serve::Page { command: Page::Discover { kind, limit, .. } } => page::discover(&store, *kind, *limit),
        Serve::Page { command: Page::Inspect { target, .. } } => page::inspect(&store, target),
        Serve::Page { command: Page::Read { target } } => page::read(&store, target),
        Serve::People { query, shape } => people::reply(&store, query, *shape),
        Serve::Calendar { command: Calendar::List(args) } => calendar::reply(&store, args),
        Serve::Context(args) => context::reply(&store, args),
        Serve::Profile { .. } => profile::reply(&store),
    }
}
