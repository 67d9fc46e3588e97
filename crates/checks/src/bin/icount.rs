//! Does the work of one case, whose instructions `cargo xtask bench icount` counts: `icount CASE`. Without a name it prints those that there are.

use std::io::Write;
use std::process::ExitCode;

use toolsift_checks::icount::{CASES, counted_work};

fn main() -> ExitCode {
    let Some(wanted) = std::env::args().nth(1) else {
        let names = CASES.map(|(name, _)| name).join("\n");
        drop(writeln!(std::io::stdout().lock(), "{names}"));
        return ExitCode::SUCCESS;
    };
    let case = CASES.iter().find(|(name, _)| *name == wanted);
    let Some(mut work) = case.and_then(|(_, prepare)| prepare()) else { return ExitCode::FAILURE };
    counted_work(&mut work);
    ExitCode::SUCCESS
}
