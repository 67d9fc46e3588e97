//! `tidy`: what the workspace promises about itself and no compiler checks.
//!
//! The checks are textual and know no Rust syntax: a line that only looks like an attribute counts as one.

mod docs;
mod imports;
mod layers;
mod manifests;
mod sources;
mod texts;

use std::path::Path;

use crate::failure::{self, Failure};
use crate::{files, metadata, output};

/// Runs every check and prints everything it finds.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let files = files::all(root)?;
    let packages = metadata::packages(root)?;
    for note in sources::long_files(&files) {
        output::line(format_args!("note: {note}"));
    }
    let mut problems = imports::check(&packages);
    problems.extend(manifests::check(&packages, &files));
    problems.extend(sources::check(&files));
    problems.extend(docs::check(&packages, &files));
    problems.extend(texts::check(&files));
    failure::report("tidy", problems)?;
    output::line(format_args!("tidy: {} files and {} packages are in order", files.len(), packages.len()));
    Ok(())
}
