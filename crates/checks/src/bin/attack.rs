//! The attack suite: `attack [--json] [CLASS…]` runs every class, or those named, and prints a table, run by `cargo xtask attack`.
//!
//! `attack --digest ORDER QUERIES` is what it starts itself with, to compare processes.

use std::alloc::System;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use toolsift_checks::attack::{CLASSES, Row, Settings, Verdict, digest};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["--digest", shuffle, count] => own_digest(shuffle, count),
        ["--json", names @ ..] => attack(true, names),
        names => attack(false, names),
    };
    match done {
        Some(true) => ExitCode::SUCCESS,
        Some(false) => ExitCode::FAILURE,
        None => ExitCode::from(2),
    }
}

fn own_digest(shuffle: &str, count: &str) -> Option<bool> {
    say(digest(shuffle.parse().ok()?, count.parse().ok()?).ok()?);
    Some(true)
}

/// Runs the named classes, or all. The `toolsift` program is expected beside this one.
fn attack(as_json: bool, names: &[&str]) -> Option<bool> {
    if let Some(unknown) = names.iter().find(|name| CLASSES.iter().all(|class| class.name != **name)) {
        let known = CLASSES.map(|class| class.name).join(", ");
        drop(writeln!(std::io::stderr().lock(), "no class is called `{unknown}`; there are: {known}"));
        return None;
    }
    let program = std::env::current_exe().ok()?;
    let toolsift = program.with_file_name(format!("toolsift{}", std::env::consts::EXE_SUFFIX));
    let settings = Settings::new(program, toolsift, || ALLOCATOR.stats().bytes_allocated);
    let table = Table { is_colored: !as_json && std::io::stdout().is_terminal() };
    let mut rows: Vec<Row> = Vec::new();
    if !as_json {
        table.head();
    }
    for class in CLASSES.iter().filter(|class| names.is_empty() || names.contains(&class.name)) {
        let found = class.run(&settings);
        if !as_json {
            found.iter().filter(|row| row.verdict != Verdict::Figure).for_each(|row| table.row(row));
        }
        rows.extend(found);
    }
    let missed = rows.iter().filter(|row| row.is_missed()).count();
    if as_json {
        say(json!({ "missed": missed, "rows": rows.iter().map(Row::to_json).collect::<Vec<Value>>() }));
    } else {
        table.foot(&rows, missed);
    }
    Some(missed == 0)
}

struct Table {
    is_colored: bool,
}

impl Table {
    fn head(&self) {
        say(format_args!("{:<10} {:>7}  {:<76} {:>14} {:>8}", "class", "cases", "what is counted", "bar", "reached"));
    }

    fn row(&self, row: &Row) {
        let (color, verdict) = match row.verdict {
            Verdict::Met => ("32", "met"),
            Verdict::Missed => ("31", "MISSED"),
            _ => ("33", "needs guarded ranking"),
        };
        let verdict = if self.is_colored { format!("\u{1b}[{color}m{verdict}\u{1b}[0m") } else { verdict.to_owned() };
        let Row { class, cases, counted, bar, reached, .. } = row;
        say(format_args!("{class:<10} {cases:>7}  {counted:<76} {bar:>14} {reached:>8}  {verdict}"));
        if let Some(example) = row.example.as_ref().filter(|_| row.is_missed()) {
            say(format_args!("{:>20}{example}", ""));
        }
    }

    fn foot(&self, rows: &[Row], missed: usize) {
        say("\nFigures, without a bar:");
        for row in rows.iter().filter(|row| row.verdict == Verdict::Figure) {
            say(format_args!("{:<10} {:>7}  {:<46} {}", row.class, row.cases, row.counted, row.reached));
        }
        let cases: usize = rows.iter().map(|row| row.cases).sum();
        let guarded = rows.iter().filter(|row| row.verdict == Verdict::NeedsGuarded).count();
        say(format_args!("\n{cases} cases; bars missed: {missed}; bars that wait for guarded ranking: {guarded}"));
    }
}

/// A closed pipe is no error.
fn say(text: impl std::fmt::Display) {
    drop(writeln!(std::io::stdout().lock(), "{text}"));
}
