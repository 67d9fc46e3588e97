//! `toolsift serve`: the gateway.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use toolsift_mcp::{Gateway, HTTP_PATH, HttpServer, Reloaded, serve_stdio};
use tracing_subscriber::filter::LevelFilter;

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::gateway::{block_on, config, log};
use crate::output::note_line;

pub(crate) fn run(args: &args::Serve) -> Result<Outcome, CliError> {
    log(if args.verbose { LevelFilter::INFO } else { LevelFilter::WARN });
    let config = config(&args.config.config)?;
    block_on(async {
        let gateway = Gateway::start(config)?;
        let _watch = Watch(tokio::spawn(reload_on_change(gateway.clone(), args.config.config.clone())));
        match args.http {
            None => tokio::select! {
                served = serve_stdio(gateway) => served?,
                stopped = tokio::signal::ctrl_c() => stopped?,
            },
            Some(address) => {
                let server = HttpServer::bind(gateway, address).await?;
                note_line(&format!("listening on http://{}{HTTP_PATH}", server.address()));
                tokio::select! {
                    () = server.serve() => {}
                    stopped = tokio::signal::ctrl_c() => stopped?,
                }
            }
        }
        Ok(Outcome::Hit)
    })
}

/// The task that watches the file; it ends with the command.
struct Watch(tokio::task::JoinHandle<()>);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Gives the gateway its configuration anew whenever the file changes, or, so that skills are read again, when a hang-up signal comes. A file that is wrong changes nothing.
async fn reload_on_change(gateway: Arc<Gateway>, file: PathBuf) {
    /// How often the file is looked at.
    const LOOK: Duration = Duration::from_secs(1);
    let mut seen = stamp(&file);
    let mut hang_up = HangUp::new();
    loop {
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {
                let now = stamp(&file);
                // An editor takes the file away for a moment.
                if now == seen || now.is_none() {
                    continue;
                }
                seen = now;
            }
            () = hang_up.next() => {}
        }
        match config(&file).and_then(|config| Ok(gateway.reload(&config)?)) {
            Ok(reloaded) => {
                let Reloaded { added, removed, changed, kept, restart, .. } = reloaded;
                tracing::info!(?added, ?removed, ?changed, kept = kept.len(), "configuration read again");
                if !restart.is_empty() {
                    tracing::warn!(?restart, "these take effect when the gateway is started anew");
                }
            }
            Err(error) => tracing::warn!(%error, "the configuration is wrong; the one before stays"),
        }
    }
}

fn stamp(file: &Path) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// Hang-up signals, where the system has them.
struct HangUp(#[cfg(unix)] Option<tokio::signal::unix::Signal>);

impl HangUp {
    fn new() -> Self {
        #[cfg(unix)]
        return Self(tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup()).ok());
        #[cfg(not(unix))]
        Self()
    }

    async fn next(&mut self) {
        #[cfg(unix)]
        if let Some(signal) = &mut self.0
            && signal.recv().await.is_some()
        {
            return;
        }
        std::future::pending().await
    }
}
