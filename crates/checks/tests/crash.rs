//! The crash check in small, and what it says of journals that are wrong.

#![cfg(test)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use toolsift_checks::crash;

const WRITER: &str = env!("CARGO_BIN_EXE_crash-writer");

/// An empty folder under the build's own, by name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A journal that a writer left when nobody read on, with at least so many decisions.
fn written(path: &Path, least: u64) -> u64 {
    let mut child = Command::new(WRITER).arg(path).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    let last = lines.by_ref().map(Result::unwrap).find(|line| *line == (least - 1).to_string());
    assert!(last.is_some(), "the writer ended early");
    drop(lines);
    child.kill().unwrap();
    child.wait().unwrap();
    let text = fs::read_to_string(path).unwrap();
    text.lines().count() as u64 - 1
}

/// ADR-036, C1-2: five killed writers lose nothing.
#[test]
fn five_kills() {
    let report = crash::run(Path::new(WRITER), &folder("five-kills"), 5).unwrap();
    assert_eq!(report.kills, 5);
    assert!(report.to_string().starts_with("crash: 5 kills, "), "{report}");
}

/// The check finds what it is there to find.
#[test]
fn what_is_wrong_is_found() {
    let path = folder("wrong").join("journal.jsonl");
    let count = written(&path, 20);
    let acknowledged: Vec<u64> = (0..count).collect();
    assert_eq!(crash::check(&path, 0, &acknowledged).unwrap(), count);
    assert_eq!(crash::check(&path, count, &[]).unwrap(), count);
    assert!(crash::check(&path, 0, &acknowledged[1..]).is_err(), "a number is missing");

    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let check = |text: String, expected: &str| {
        fs::write(&path, text).unwrap();
        let error = crash::check(&path, 0, &acknowledged).unwrap_err().to_string();
        assert!(error.starts_with(&format!("crash: {expected}")), "{error}");
    };
    let lost = format!("{count} decisions were acknowledged and {} are there", count - 1);
    check(lines[..lines.len() - 1].concat(), &lost);
    check(text.trim_end().to_owned(), &lost);
    check(text.replacen('\n', "", 3).replacen("{\"id\"", "\n{\"id\"", 1), "journal line 2: not an object");
    check([&lines[..5], &lines[6..]].concat().concat(), "decision 4 is ");
    check([&lines[..5], &lines[4..]].concat().concat(), "decision 4 is ");
    check(text.replacen("tool_5_0", "tool_6_0", 1), "decision 5 is ");
    let ahead = crash::check(&path, 0, &acknowledged[..2]).unwrap_err().to_string();
    assert!(ahead.contains("decision 5 is"), "{ahead}");
    fs::write(&path, &text).unwrap();
    let ahead = crash::check(&path, 0, &acknowledged[..2]).unwrap_err().to_string();
    assert!(ahead.contains("more than one ahead"), "{ahead}");
}

/// ADR-036, C3-37: a store that is full in the midst of a line refuses it: no half of it stays, a shorter line may follow, all
/// that was accepted is there, and with room again the journal goes on.
#[test]
#[cfg(unix)]
fn a_full_store_keeps_whole_lines() {
    // In units of 512 or 1,024 bytes, as the shell counts; over the limit a write is cut short and then fails.
    for (limit, chained) in [(16, false), (32, false), (32, true), (64, true)] {
        let path = folder(&format!("full-{limit}-{chained}")).join("journal.jsonl");
        let script = format!(r#"trap "" XFSZ; ulimit -f {limit}; exec "$0" "$@""#);
        let mut command = Command::new("sh");
        command.args(["-c", &script, WRITER]).arg(&path).args(chained.then_some("--chained"));
        let output = command.output().unwrap();
        let (stdout, stderr) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.starts_with("crash: journal: "), "the store's own words: {stderr}");
        let numbers = stdout.strip_suffix("end\n").expect("a shorter line finds room");
        let acknowledged: Vec<u64> = numbers.lines().map(|line| line.parse().unwrap()).collect();
        assert!(acknowledged.len() > 5, "{stdout}");

        let text = fs::read_to_string(&path).unwrap();
        let last = format!(r#"{{"end":"main","lines":{}"#, acknowledged.len() + 1);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        assert!(lines.last().is_some_and(|line| line.starts_with(&last) && line.ends_with("}\n")), "{lines:?}");
        fs::write(&path, lines[..lines.len() - 1].concat()).unwrap();
        let found = crash::check(&path, 0, &acknowledged).unwrap();
        assert_eq!(found, acknowledged.len() as u64, "the refused line is not there");
        assert!(written(&path, found + 5) >= found + 5, "with room again it goes on");
    }
}
