//! The fuzzer as a process: its options, and what it says at its end.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::output;

/// How long one input may take, in seconds, and how much memory a run may have, in MiB.
const INPUT_SECONDS: u64 = 5;
const MEMORY: u64 = 1_024;

/// How a run ended.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Ended {
    pub(super) executions: u64,
    pub(super) seconds: u64,
    /// Whether the process says so.
    pub(super) success: bool,
    /// The input that was found, if one was.
    pub(super) input: Option<String>,
}

/// The options of a run of so many seconds.
pub(super) fn options(seconds: u64) -> [String; 4] {
    [
        format!("-max_total_time={seconds}"),
        format!("-timeout={INPUT_SECONDS}"),
        format!("-rss_limit_mb={MEMORY}"),
        "-print_final_stats=1".to_owned(),
    ]
}

/// Runs the fuzzer, passes on what it says and reads it.
pub(super) fn run(command: &mut Command) -> Result<Ended, Failure> {
    let failed = |error| Failure::Failed(format!("failed to run the fuzzer: {error}"));
    let mut process = command.stderr(Stdio::piped()).spawn().map_err(failed)?;
    let mut ended = Ended::default();
    if let Some(stderr) = process.stderr.take() {
        // Bytes of an input may be among it.
        for line in BufReader::new(stderr).split(b'\n') {
            let line = line.map_err(failed)?;
            let line = String::from_utf8_lossy(&line);
            output::line(&line);
            ended.hear(&line);
        }
    }
    ended.success = process.wait().map_err(failed)?.success();
    Ok(ended)
}

impl Ended {
    /// Takes what a line says.
    fn hear(&mut self, line: &str) {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        if let Some(executions) = line.strip_prefix("stat::number_of_executed_units:").and_then(number) {
            self.executions = executions;
        } else if let Some(done) = line.strip_prefix("Done ") {
            // `Done 123 runs in 11 second(s)`
            let seconds = done.split_once(" runs in ").and_then(|(_, rest)| number(rest.split(' ').next()?));
            self.seconds = seconds.unwrap_or(self.seconds);
        } else if let Some(speed) = line.strip_prefix("stat::average_exec_per_sec:").and_then(number) {
            // A run that ends with a finding does not say how long it was.
            let seconds = if self.seconds == 0 { self.executions.checked_div(speed) } else { None };
            self.seconds = seconds.unwrap_or(self.seconds);
        } else if let Some((_, path)) = line.split_once("Test unit written to ") {
            self.input = Some(path.trim().to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &str) -> Ended {
        let mut ended = Ended::default();
        text.lines().for_each(|line| ended.hear(line));
        ended
    }

    #[test]
    fn a_run_says_what_it_executed() {
        let ended = heard(
            "#123\tDONE cov: 5\nDone 123 runs in 11 second(s)\nstat::number_of_executed_units: 123\nstat::average_exec_per_sec: 12\n",
        );
        assert_eq!(ended, Ended { executions: 123, seconds: 11, success: false, input: None });
    }

    #[test]
    fn a_finding_is_named() {
        let ended = heard(
            "artifact_prefix='a/'; Test unit written to /w/fuzz/artifacts/a/crash-1\nstat::number_of_executed_units: 700\n\
             stat::average_exec_per_sec:     70",
        );
        assert_eq!((ended.executions, ended.seconds), (700, 10));
        assert_eq!(ended.input.as_deref(), Some("/w/fuzz/artifacts/a/crash-1"));
        assert_eq!(heard("stat::number_of_executed_units: many\nDone\nDone 5"), Ended::default());
    }
}
