//! A process and the thread that reads what it prints.

use std::io::Read;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use crate::host::runner::{CommandRequest, RunError};

/// Bytes that are read at once.
const CHUNK: usize = 64 * 1024;

/// Chunks that wait to be taken. Together with the pipe this is all that a process can be ahead.
const AHEAD: usize = 2;

/// A process that is stopped when this is dropped.
pub(super) struct Running {
    child: Child,
    bytes: Receiver<Vec<u8>>,
    exit: Option<Option<i32>>,
}

/// What comes next of a process's output.
pub(super) enum Event {
    Bytes(Vec<u8>),
    /// Nobody holds the output open any more.
    End,
    /// Nothing within the time.
    Nothing,
}

impl Running {
    /// Starts a program and a thread that reads what it prints.
    pub(super) fn start(request: &CommandRequest) -> Result<Self, RunError> {
        let mut command = Command::new(&request.program);
        command.args(&request.args).env_clear();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command.envs(request.env.iter().map(|(name, value)| (name, value)));
        // A group of its own: whoever it starts is stopped with it, and a signal to this process's group does not reach it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|_| RunError::NotStarted)?;
        let stdout = child.stdout.take();
        let (sender, bytes) = sync_channel(AHEAD);
        let running = Self { child, bytes, exit: None };
        // The thread is never joined: it ends with the output, and where something holds that open, when the next bytes find nobody to take them.
        let reader = std::thread::Builder::new().name("host-output".to_owned());
        reader.spawn(move || forward(stdout, &sender)).map_err(|_| RunError::NotStarted)?;
        Ok(running)
    }

    /// What it prints next, if it does within a time.
    pub(super) fn next(&self, within: Duration) -> Event {
        match self.bytes.recv_timeout(within) {
            Ok(bytes) => Event::Bytes(bytes),
            Err(RecvTimeoutError::Disconnected) => Event::End,
            Err(RecvTimeoutError::Timeout) => Event::Nothing,
        }
    }

    /// How it ended, if it has.
    pub(super) fn exit(&mut self) -> Option<Option<i32>> {
        if self.exit.is_none() {
            self.exit = self.child.try_wait().ok().flatten().map(|status| status.code());
        }
        self.exit
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A process that was waited for has no number any more, and neither has its group.
        if self.exit().is_none() {
            stop_group(&self.child);
            // It may have ended by itself in between.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Stops a process's whole group. Without `unsafe` there is no call for that, so the system's own program does it; where there is none, the process alone is stopped.
#[cfg(unix)]
fn stop_group(child: &Child) {
    let mut kill = Command::new("/bin/kill");
    kill.args(["-s", "KILL", "--"]).arg(format!("-{}", child.id())).env_clear();
    kill.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = kill.status();
}

#[cfg(not(unix))]
fn stop_group(_child: &Child) {}

/// Hands on what is read until it ends or nobody takes it.
fn forward(stdout: Option<ChildStdout>, sender: &SyncSender<Vec<u8>>) {
    let Some(mut stdout) = stdout else { return };
    let mut chunk = vec![0; CHUNK];
    loop {
        match stdout.read(&mut chunk) {
            Ok(0) => return,
            Ok(read) => {
                let bytes = chunk.get(..read).unwrap_or_default().to_vec();
                if sender.send(bytes).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
