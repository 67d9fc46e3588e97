//! The crash check: `crash KILLS` kills so many writers and prints one line, run by `cargo xtask crash`.
//!
//! The writer is expected beside this program.

use std::io::Write;
use std::process::ExitCode;

use toolsift_checks::crash::{self, CrashError, Report};

fn main() -> ExitCode {
    let kills = std::env::args().nth(1).and_then(|arg| arg.parse().ok());
    let Some(kills) = kills else { return ExitCode::from(2) };
    match check(kills) {
        Ok(report) => {
            drop(writeln!(std::io::stdout().lock(), "{report}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            drop(writeln!(std::io::stderr().lock(), "{error}"));
            ExitCode::FAILURE
        }
    }
}

fn check(kills: u64) -> Result<Report, CrashError> {
    let program = std::env::current_exe()?;
    let writer = program.with_file_name(format!("crash-writer{}", std::env::consts::EXE_SUFFIX));
    let folder = std::env::temp_dir().join(format!("toolsift-crash-{}", std::process::id()));
    crash::run(&writer, &folder, kills)
}
