//! From a configuration to a running connection.

#![expect(clippy::disallowed_types, reason = "the types of the client's configuration")]

use std::collections::HashMap;

use http::{HeaderName, HeaderValue};
use rmcp::model::ProtocolVersion;
use rmcp::service::{ClientInitializeError, ClientLifecycleMode, ClientServiceExt, RoleClient, RunningService};
use rmcp::transport::streamable_http_client::{StreamableHttpClientTransport, StreamableHttpClientTransportConfig};

use super::fault::{Fault, FaultCode};
use super::handler::Handler;
use super::http_client::TappedClient;
use super::stdio::Process;
use super::tap::Tap;
use crate::config::{Endpoint, Limits, ServerConfig};

/// A connection. Dropping it closes it, and ends the process behind it.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) service: RunningService<RoleClient, Handler>,
    pub(super) process: Option<Process>,
}

/// Connects to a server, in whichever era it lives: `server/discover` of 2026-07-28 is tried first, `initialize` where that is not known.
///
/// `rmcp` gives a probe ten seconds and takes an answer that comes later for one to `initialize`. So a server whose start is slower is asked once more, in the era that its late answer speaks of.
/// It gives up, too, where a server knows the probe and none of the revisions that came with it; then `initialize` is asked for.
pub(super) async fn connect(
    config: &ServerConfig,
    limits: &Limits,
    tap: &Tap,
    handler: Handler,
) -> Result<Connection, Fault> {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    let auto = ClientLifecycleMode::Auto { preferred_versions: preferred_versions.clone(), legacy_version: None };
    let failure = match attempt(config, limits, tap, handler.clone(), auto).await {
        Ok(connection) => return Ok(connection),
        Err(failure) => failure,
    };
    let era = match failure.speaks {
        Some(Era::Modern) => ClientLifecycleMode::Discover { preferred_versions },
        Some(Era::Older) => ClientLifecycleMode::Initialize,
        None => return Err(failure.fault),
    };
    attempt(config, limits, tap, handler, era).await.map_err(|failure| failure.fault)
}

/// Why an attempt failed.
struct Failure {
    fault: Fault,
    /// What the server's answer to the probe tells all the same.
    speaks: Option<Era>,
}

/// Which of the two a server lives in.
enum Era {
    /// It answered the probe.
    Modern,
    /// It refused the probe, or the revisions that came with it.
    Older,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self { fault, speaks: None }
    }
}

impl Failure {
    fn of_start(config: &ServerConfig, error: &ClientInitializeError) -> Self {
        Self { fault: Fault::of_start(config, error), speaks: Era::of(error) }
    }
}

impl Era {
    fn of(error: &ClientInitializeError) -> Option<Self> {
        match error {
            ClientInitializeError::ConflictInitResponseId(..) => Some(Self::Modern),
            ClientInitializeError::UncorrelatedErrorResponse { .. }
            | ClientInitializeError::NoCompatibleProtocolVersion { .. } => Some(Self::Older),
            ClientInitializeError::LegacyFallbackFailed { fallback, .. } => Self::of(fallback),
            _ => None,
        }
    }
}

/// One attempt to connect.
async fn attempt(
    config: &ServerConfig,
    limits: &Limits,
    tap: &Tap,
    handler: Handler,
    era: ClientLifecycleMode,
) -> Result<Connection, Failure> {
    let late = |said: &str| Failure::from(Fault::of(config, FaultCode::TimedOut, said));
    match &config.endpoint {
        Endpoint::Stdio { command, args, env, cwd } => {
            let started = Process::start(command, args, env, cwd.as_ref(), tap, limits.max_message());
            let (mut process, transport) =
                started.map_err(|error| Fault::of(config, FaultCode::NotStarted, &error.kind().to_string()))?;
            let serving = handler.serve_with_lifecycle(transport, era);
            match tokio::time::timeout(limits.connect(), serving).await {
                Ok(Ok(service)) => Ok(Connection { service, process: Some(process) }),
                Ok(Err(error)) => {
                    let mut failure = Failure::of_start(config, &error);
                    if matches!(failure.fault.code, FaultCode::Closed | FaultCode::Unreachable) {
                        failure.fault = Fault::of(config, FaultCode::Closed, &process.last_words().await);
                    }
                    Err(failure)
                }
                Err(_) => Err(late(&process.last_words().await)),
            }
        }
        Endpoint::Http { url, headers } => {
            let client = client(limits);
            let client = client.map_err(|error| Fault::of(config, FaultCode::Unreachable, &error.to_string()))?;
            let tapped = TappedClient::new(client, tap.clone(), limits.max_message(), handler.stale.clone());
            let custom: HashMap<HeaderName, HeaderValue> = headers
                .iter()
                .filter_map(|(name, value)| {
                    let mut value = HeaderValue::from_str(value.expose()).ok()?;
                    value.set_sensitive(true);
                    Some((HeaderName::from_bytes(name.as_bytes()).ok()?, value))
                })
                .collect();
            let transport = StreamableHttpClientTransport::with_client(
                tapped,
                StreamableHttpClientTransportConfig::with_uri(url.expose())
                    .custom_headers(custom)
                    .max_sse_event_size(limits.max_message())
                    .max_json_response_size(limits.max_message()),
            );
            let serving = handler.serve_with_lifecycle(transport, era);
            match tokio::time::timeout(limits.connect(), serving).await {
                Ok(Ok(service)) => Ok(Connection { service, process: None }),
                Ok(Err(error)) => Err(Failure::of_start(config, &error)),
                Err(_) => Err(late("")),
            }
        }
    }
}

/// The HTTP client. It follows no redirects: the headers of a server, which hold its token, are for that server alone.
fn client(limits: &Limits) -> Result<reqwest::Client, reqwest::Error> {
    // A process has one provider of cryptography; a second call changes nothing.
    drop(rustls::crypto::ring::default_provider().install_default());
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).connect_timeout(limits.connect()).build()
}
