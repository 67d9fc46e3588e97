//! Golden logs: `add` makes one, `bless` writes what a wanted change of behaviour makes of those that are there.
//!
//! Both print the difference, and both refuse to run on a build machine: what is pinned is for a person to decide.
#![expect(clippy::print_stdout, reason = "a program for people")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use toolsift_replay::read_lines;
use toolsift_scenario::{Golden, GoldenHeader, Regenerated, ReplayPlan, Scenario, find_logs};

/// Where golden logs live.
const LOGS: &str = "crates/scenario/golden/v1";

const USAGE: &str = "golden bless [NAME…]
golden add NAME --pins ROW[,ROW…] --why TEXT --scenario FILE [--replay FILE] [--journal FILE]
    With --journal the log is not live: its journal is kept as it is.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    #[expect(clippy::disallowed_methods, reason = "whether this is a build machine")]
    if std::env::var("CI").is_ok() {
        println!("golden logs are not written on a build machine");
        return ExitCode::from(2);
    }
    let done = match args.first().map(String::as_str) {
        Some("bless") => bless(args.get(1..).unwrap_or_default()),
        Some("add") => add(args.get(1..).unwrap_or_default()),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::from(2)
        }
    }
}

fn bless(names: &[String]) -> Result<(), Box<dyn Error>> {
    let mut changed = 0;
    for path in find_logs(Path::new(LOGS))? {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let log = Golden::load(&path)?;
        let kept = (!log.header.live).then_some(log.lines.as_slice());
        let new = Golden::regenerate(&log.scenario, log.plan.as_ref(), kept)?;
        let files = [
            ("journal.jsonl", log.journal.as_str(), if log.header.live { new.journal } else { log.journal.clone() }),
            ("transcript.json", &log.transcript, new.transcript),
            (
                "replay-transcript.json",
                log.replay_transcript.as_deref().unwrap_or_default(),
                new.replay_transcript.unwrap_or_default(),
            ),
        ];
        for (file, old, new) in files {
            if old != new {
                changed += 1;
                println!("{name}/{file}");
                print_difference(old, &new);
                fs::write(path.join(file), new)?;
            }
        }
    }
    println!("{changed} files changed");
    Ok(())
}

fn add(args: &[String]) -> Result<(), Box<dyn Error>> {
    let name = args.first().filter(|name| !name.starts_with('-')).ok_or(USAGE)?;
    let option = |flag: &str| {
        let place = args.iter().position(|arg| arg == flag)?;
        args.get(place + 1)
    };
    let path = PathBuf::from(LOGS).join(name);
    if path.exists() {
        return Err(format!("{} is there already", path.display()).into());
    }
    let scenario_text = fs::read_to_string(option("--scenario").ok_or(USAGE)?)?;
    let scenario = Scenario::parse(&scenario_text)?;
    let plan_text = option("--replay").map(fs::read_to_string).transpose()?;
    let plan: Option<ReplayPlan> = plan_text.as_deref().map(serde_json::from_str).transpose()?;
    let kept_text = option("--journal").map(fs::read_to_string).transpose()?;
    let kept = kept_text.as_deref().map(|text| read_lines(text.as_bytes())).transpose()?;
    let Regenerated { journal, transcript, replay_transcript, .. } =
        Golden::regenerate(&scenario, plan.as_ref(), kept.as_deref())?;
    let pins: Vec<String> = option("--pins").ok_or(USAGE)?.split(',').map(str::to_owned).collect();
    let header = GoldenHeader::new(pins, kept.is_none(), option("--why").ok_or(USAGE)?);
    let mut files = vec![
        ("log.json", format!("{}\n", serde_json::to_string_pretty(&header)?)),
        ("scenario.json", scenario_text),
        ("journal.jsonl", kept_text.unwrap_or(journal)),
        ("transcript.json", transcript),
    ];
    files.extend(plan_text.map(|plan| ("replay.json", plan)));
    files.extend(replay_transcript.map(|transcript| ("replay-transcript.json", transcript)));
    fs::create_dir_all(&path)?;
    for (file, text) in files {
        println!("{name}/{file}");
        print_difference("", &text);
        fs::write(path.join(file), text)?;
    }
    Ok(())
}

/// The lines that only one side has, in order, between the common head and tail.
fn print_difference(old: &str, new: &str) {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let left = (old.len() - head).min(new.len() - head);
    let tail = old.iter().rev().zip(new.iter().rev()).take(left).take_while(|(a, b)| a == b).count();
    for (mark, lines) in [('-', &old), ('+', &new)] {
        for line in lines.iter().skip(head).take(lines.len() - head - tail) {
            println!("  {mark} {line}");
        }
    }
}
