//! `dependencies`: licences, sources, bans and known vulnerabilities of everything that is linked, as `deny.toml` wants them.

use std::path::Path;

use crate::cargo::{self, cargo, has_subcommand};
use crate::failure::Failure;
use crate::output;

/// Runs `cargo deny`. Without a connection the advisories are left out, which is said.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    if !has_subcommand(root, "deny") {
        return Err(Failure::Failed("`cargo deny` is missing: `cargo install cargo-deny --locked`".to_owned()));
    }
    cargo::run(cargo(root).args(["deny", "check", "--hide-inclusion-graph", "licenses", "bans", "sources"]))?;
    match cargo::run(cargo(root).args(["deny", "fetch", "db"])) {
        Ok(()) => cargo::run(cargo(root).args(["deny", "check", "--disable-fetch", "advisories"])),
        Err(_) => {
            output::line("advisories were NOT checked: their database cannot be fetched from here");
            Ok(())
        }
    }
}
