//! A server that is a process.

use std::collections::VecDeque;
use std::pin::Pin;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use rmcp::RoleClient;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncRead, AsyncReadExt, ReadBuf};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

use super::tap::Tap;
use crate::config::Secret;

/// How much is kept of what a process writes to its standard error, in bytes.
const MAX_STDERR_BYTES: usize = 4_096;

/// A running process. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    stderr: Tail,
}

/// The transport that speaks to a process.
pub(super) type ProcessTransport = AsyncRwTransport<RoleClient, Tapped<ChildStdout>, ChildStdin>;

impl Process {
    /// Starts a program.
    pub(super) fn start(
        command: &Secret,
        args: &[Secret],
        env: &std::collections::BTreeMap<String, Secret>,
        cwd: Option<&Secret>,
        tap: &Tap,
        max_message: usize,
    ) -> std::io::Result<(Self, ProcessTransport)> {
        let mut program = Command::new(command.expose());
        program.args(args.iter().map(Secret::expose));
        program.envs(env.iter().map(|(key, value)| (key, value.expose())));
        if let Some(cwd) = cwd {
            program.current_dir(cwd.expose());
        }
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        // A signal for the gateway's group is not for the servers: they end when their input does.
        #[cfg(unix)]
        program.process_group(0);
        let mut child = program.spawn()?;
        let closed = || std::io::Error::other("a pipe is missing");
        let (stdin, stdout) = (child.stdin.take().ok_or_else(closed)?, child.stdout.take().ok_or_else(closed)?);
        let stderr = Tail::default();
        if let Some(source) = child.stderr.take() {
            tokio::spawn(stderr.clone().fill(source));
        }
        let tapped = Tapped { inner: stdout, line: Vec::new(), skipping: false, tap: tap.clone(), max_message };
        let transport = AsyncRwTransport::new_client(tapped, stdin).with_max_line_length(max_message);
        Ok((Self { child, stderr }, transport))
    }

    /// How it ended, and the last that it wrote to its standard error.
    pub(super) async fn last_words(&mut self) -> String {
        // What it wrote arrives a little after its output has closed.
        const PATIENCE: std::time::Duration = std::time::Duration::from_millis(300);
        let status = tokio::time::timeout(PATIENCE, self.child.wait()).await;
        tokio::task::yield_now().await;
        let ended = match status {
            Ok(Ok(status)) => status.to_string(),
            _ => "it still runs".to_owned(),
        };
        let wrote = self.stderr.text();
        if wrote.is_empty() { ended } else { format!("{ended}; it wrote: {wrote}") }
    }
}

/// The end of what a process writes to its standard error.
#[derive(Debug, Clone, Default)]
struct Tail(Arc<Mutex<VecDeque<u8>>>);

impl Tail {
    async fn fill(self, mut source: ChildStderr) {
        let mut buffer = [0; 1_024];
        while let Ok(read @ 1..) = source.read(&mut buffer).await {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend(buffer.get(..read).unwrap_or_default());
            let over = kept.len().saturating_sub(MAX_STDERR_BYTES);
            kept.drain(..over);
        }
    }

    /// The last lines, as one.
    fn text(&self) -> String {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = lines.len().saturating_sub(5);
        lines.get(last..).unwrap_or_default().join(" | ")
    }
}

/// The output of a process, whose lines are also given to a tap.
#[derive(Debug)]
pub(super) struct Tapped<R> {
    inner: R,
    line: Vec<u8>,
    /// Whether the rest of an overlong line is passing.
    skipping: bool,
    tap: Tap,
    max_message: usize,
}

impl<R> Tapped<R> {
    fn see(&mut self, bytes: &[u8]) {
        let mut pieces = bytes.split_inclusive(|byte| *byte == b'\n');
        for piece in &mut pieces {
            let ends = piece.ends_with(b"\n");
            if !self.skipping && self.line.len() + piece.len() > self.max_message {
                self.skipping = true;
                self.line = Vec::new();
                self.tap.overlong();
            }
            // A line is kept from its beginning, or not at all.
            if !self.skipping && (self.tap.is_open() || !self.line.is_empty()) {
                self.line.extend_from_slice(piece);
            }
            if ends {
                if !self.skipping {
                    self.tap.message(&self.line);
                }
                self.line.clear();
                self.skipping = false;
            }
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Tapped<R> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<std::io::Result<()>> {
        let this = self.get_mut();
        let before = buf.filled().len();
        ready!(Pin::new(&mut this.inner).poll_read(cx, buf))?;
        let read = buf.filled().get(before..).unwrap_or_default().to_vec();
        this.see(&read);
        Poll::Ready(Ok(()))
    }
}
