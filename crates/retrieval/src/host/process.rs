//! Processes: bounded in time and output, and never waited for without an end.

mod child;
mod deadline;

use std::time::Duration;

use child::{Event, Running};
use deadline::Deadline;

use super::runner::{Cancel, CommandOutput, CommandRequest, CommandRunner, RunError};
use crate::limits::MAX_OUTPUT_BYTES;

/// How often a process is looked at that says nothing.
const POLL: Duration = Duration::from_millis(5);

/// How long after its end a process's output may be held open by what it left behind, and say nothing.
const GRACE: Duration = Duration::from_secs(1);

/// Starts programs as processes: no shell, no standard input, standard error thrown away, and an environment of the request's variables and this process's `PATH` alone.
/// On Unix a program gets a process group of its own, which is stopped with it.
///
/// What a program leaves behind when it ends by itself is not stopped, and not waited for: its output counts as complete when a second
/// has brought nothing more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostProcess {
    /// How long a program may take.
    pub time_out: Duration,
    /// How many bytes it may print: [`MAX_OUTPUT_BYTES`], or less.
    pub max_output_bytes: usize,
}

impl Default for HostProcess {
    fn default() -> Self {
        Self { time_out: Duration::from_secs(60), max_output_bytes: MAX_OUTPUT_BYTES }
    }
}

impl HostProcess {
    /// Programs that may take so long.
    #[must_use]
    pub fn with_time_out(time_out: Duration) -> Self {
        Self { time_out, ..Self::default() }
    }
}

impl CommandRunner for HostProcess {
    fn run(&self, request: &CommandRequest, cancel: &Cancel) -> Result<CommandOutput, RunError> {
        if cancel.is_cancelled() {
            return Err(RunError::Cancelled);
        }
        let deadline = Deadline::after(self.time_out);
        let mut running = Running::start(request)?;
        let most = self.max_output_bytes.min(MAX_OUTPUT_BYTES);
        let (mut stdout, mut is_complete) = (Vec::new(), false);
        let mut grace: Option<Deadline> = None;
        // Each way out of this loop drops what is running, and that stops it.
        loop {
            if cancel.is_cancelled() {
                return Err(RunError::Cancelled);
            }
            if deadline.is_past() {
                return Err(RunError::TimedOut);
            }
            if is_complete {
                std::thread::sleep(POLL);
            } else {
                match running.next(POLL) {
                    Event::Bytes(bytes) if stdout.len() + bytes.len() > most => return Err(RunError::TooMuchOutput),
                    Event::Bytes(bytes) => {
                        stdout.extend(bytes);
                        grace = None;
                    }
                    Event::End => is_complete = true,
                    Event::Nothing => {}
                }
            }
            if let Some(exit) = running.exit() {
                let grace = grace.get_or_insert_with(|| Deadline::after(GRACE));
                if is_complete || grace.is_past() {
                    return Ok(CommandOutput { stdout, exit });
                }
            }
        }
    }
}
