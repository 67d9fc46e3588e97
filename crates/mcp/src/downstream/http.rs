//! Clients over streamable HTTP, on this machine only.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::guard::Guard;
use super::server::GatewayServer;
use crate::config::Mode;
use crate::error::GatewayError;
use crate::gateway::Gateway;

/// Where the protocol is spoken.
pub const HTTP_PATH: &str = "/mcp";
/// The origins of pages of this machine, which a server on it must accept (the conformance suite's `dns-rebinding-protection`); whoever wants to keep them out asks for a token.
const OWN_ORIGINS: [&str; 3] = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];
/// Largest body of a request, in bytes; that of a message of a server by default.
const MAX_REQUEST_BYTES: usize = 16 << 20;
/// Most connections at once. A client holds a few.
const MAX_CONNECTIONS: usize = 1_024;
/// How much longer than a call a silent session lives.
const GRACE: std::time::Duration = std::time::Duration::from_secs(60);
/// How long a client may take for the head of a request.
const HEAD_TIME: std::time::Duration = std::time::Duration::from_secs(15);

type Body = UnsyncBoxBody<Bytes, Infallible>;

/// A gateway that listens for HTTP clients.
#[derive(Debug)]
pub struct HttpServer {
    listener: TcpListener,
    address: SocketAddr,
    gateway: Arc<Gateway>,
}

impl HttpServer {
    /// Listens on an address of this machine; port 0 takes a free one.
    ///
    /// # Errors
    ///
    /// [`GatewayError::NotLoopback`] for any address that others can reach, and where the port is taken.
    pub async fn bind(gateway: Arc<Gateway>, address: SocketAddr) -> Result<Self, GatewayError> {
        if !address.ip().is_loopback() {
            return Err(GatewayError::NotLoopback(address));
        }
        let bind = async {
            let listener = TcpListener::bind(address).await?;
            let address = listener.local_addr()?;
            Ok((listener, address))
        };
        let failed = |error: std::io::Error| GatewayError::Transport(format!("{address}: {error}"));
        let (listener, address) = bind.await.map_err(failed)?;
        Ok(Self { listener, address, gateway })
    }

    /// The address that it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves clients for as long as it is polled.
    pub async fn serve(self) {
        let (config, gateway) = (self.gateway.config(), self.gateway.clone());
        let protocol = StreamableHttpServerConfig::default()
            .with_allowed_hosts(["localhost", "127.0.0.1", "::1"])
            .with_allowed_origins(OWN_ORIGINS.into_iter().map(str::to_owned).chain(config.origins.clone()))
            .enforce_origin_validation()
            .with_max_request_body_bytes(MAX_REQUEST_BYTES);
        let guard = Guard::new(config.token.clone());
        let mut sessions = LocalSessionManager::default();
        if config.mode == Mode::Growing {
            // A client that says nothing for so long has its menu no more, as a handle expires; but no call is cut off by that.
            let longest = config.servers.iter().map(|server| server.call_timeout).max().unwrap_or_default();
            sessions.session_config.keep_alive = Some(config.limits.handle_life().max(longest + GRACE));
        }
        let service = StreamableHttpService::new(
            move || GatewayServer::of_session(gateway.clone()),
            Arc::new(sessions),
            protocol,
        );
        let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        loop {
            let Ok(place) = places.clone().acquire_owned().await else { return };
            let Ok((stream, _)) = self.listener.accept().await else {
                // Out of file descriptors, mostly: others will be closed.
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                continue;
            };
            let (service, guard) = (service.clone(), guard.clone());
            tokio::spawn(async move {
                let answer = service_fn(move |request: Request<Incoming>| {
                    let (service, guard) = (service.clone(), guard.clone());
                    async move { Ok::<_, Infallible>(answer(&service, &guard, request).await) }
                });
                let mut http = hyper::server::conn::http1::Builder::new();
                http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
                // A connection that breaks off is the client's affair.
                drop(http.serve_connection(TokioIo::new(stream), answer).await);
                drop(place);
            });
        }
    }
}

async fn answer(
    service: &StreamableHttpService<GatewayServer, LocalSessionManager>,
    guard: &Guard,
    request: Request<Incoming>,
) -> Response<Body> {
    if request.uri().path() != HTTP_PATH {
        return empty(StatusCode::NOT_FOUND);
    }
    if let Err(status) = guard.admit(request.headers()) {
        let mut refused = empty(status);
        refused.headers_mut().insert(http::header::WWW_AUTHENTICATE, http::HeaderValue::from_static("Bearer"));
        return refused;
    }
    let is_goodbye = request.method() == Method::DELETE;
    let mut response = service.handle(request).await.map(|body| body.boxed_unsync());
    if is_goodbye && response.status() == StatusCode::ACCEPTED {
        // The official Python client takes anything but these for a failure, and says so to its user.
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Full::default().boxed_unsync());
    *response.status_mut() = status;
    response
}
