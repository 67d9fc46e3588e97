//! The writer of the crash check: `crash-writer PATH [--chained]`. It is made to be killed.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use toolsift_checks::crash;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let path = args.next().map(PathBuf::from);
    let chained = args.next().is_some_and(|arg| arg == "--chained");
    let Some(path) = path else { return ExitCode::from(2) };
    match crash::write(&path, chained) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            drop(writeln!(std::io::stderr().lock(), "{error}"));
            ExitCode::FAILURE
        }
    }
}
