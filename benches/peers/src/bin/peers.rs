//! Measures every engine and prints the tables. Progress goes to stderr.

use std::error::Error;
use std::process::{Command, ExitCode, Stdio};

use peers::heap::Memories;
use peers::measure::measure;
use peers::plan::Plan;
use peers::report::{bars, tables};

fn main() -> ExitCode {
    peers::exit(run())
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut is_quick = false;
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "--quick" => is_quick = true,
            _ => return Err(format!("`{arg}` is not known; there is --quick").into()),
        }
    }
    let plan = if is_quick { Plan::QUICK } else { Plan::FULL };
    let memories = memories(is_quick)?;
    let mut progress = |text: &str| eprintln!("{text}");
    let measured: Vec<_> = plan.sizes.iter().map(|&documents| measure(&plan, documents, &mut progress)).collect();
    println!("## Bars\n\n{}", bars(&measured, &memories));
    println!("## Figures\n");
    println!("{}\n", machine());
    println!("{} queries of each length, the best of {} rounds.\n", plan.queries, plan.rounds);
    let tables: Vec<String> = measured.iter().map(|measured| tables(measured, &memories)).collect();
    print!("{}", tables.join("\n"));
    Ok(())
}

/// What this was measured on, as far as the system tells.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let facts = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = facts.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split(": ").nth(1));
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    format!("Measured on one core of {cores} ({}), {os}, {arch}.", model.unwrap_or("an unknown processor"))
}

/// Runs the counting program, which lies beside this one.
fn memories(is_quick: bool) -> Result<Memories, Box<dyn Error>> {
    let program = std::env::current_exe()?.with_file_name(format!("peers-heap{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(&program);
    command.args(is_quick.then_some("--quick")).stderr(Stdio::inherit());
    let output = command.output().map_err(|error| format!("failed to start {}: {error}", program.display()))?;
    if !output.status.success() {
        return Err(format!("{} ended with {}", program.display(), output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?.parse()?)
}
