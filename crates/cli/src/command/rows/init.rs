//! `toolsift rows init`: a sample store.

use std::path::Path;

use serde::Serialize;

use crate::Outcome;
use crate::error::CliError;
use crate::output::{DIM, Output, harmless, styled};
use crate::rows::sample::Sample;

/// The files as a machine reads them.
#[derive(Serialize)]
struct Json {
    store: String,
    ceiling: String,
    host: String,
}

pub(super) fn run(dir: &Path, output: &mut Output) -> Result<Outcome, CliError> {
    let Sample { store, ceiling, host } = Sample::make(dir)?;
    let [store, ceiling, host] = [store, ceiling, host].map(|path| path.display().to_string());
    if output.is_json() {
        output.json(&Json { store, ceiling, host })?;
    } else {
        for (path, what) in [(store, "the rows"), (ceiling, "what may be read"), (host, "what asks for them")] {
            output.line(&format!("{}  {}", harmless(&path), styled(DIM, what)))?;
        }
    }
    Ok(Outcome::Hit)
}
