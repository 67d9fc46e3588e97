//! A server at an address: the client of `rmcp`, except that lists of tools are read here, so that their raw text is kept.

// `rmcp`'s trait has these types in its signatures.
#![expect(clippy::disallowed_types, reason = "the trait's own types")]

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt, TryStreamExt};
use http::{HeaderName, HeaderValue, StatusCode};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, JsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    AuthRequiredError, HttpStatusError, SseError, StreamableHttpClient, StreamableHttpError,
    StreamableHttpPostResponse, StreamableHttpResponseLimits,
};
use sse_stream::{Sse, SseStream};
use tokio::sync::Notify;

use super::tap::Tap;

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const SESSION: &str = "mcp-session-id";

/// The client.
#[derive(Debug, Clone)]
pub(super) struct TappedClient {
    inner: reqwest::Client,
    tap: Tap,
    max_message: usize,
    /// Rung when the server cannot be reached for a stream that broke off: `rmcp` asks for it again and again, and nobody else would notice.
    lost: Arc<Notify>,
}

type Failure = StreamableHttpError<reqwest::Error>;

impl TappedClient {
    pub(super) fn new(inner: reqwest::Client, tap: Tap, max_message: usize, lost: Arc<Notify>) -> Self {
        Self { inner, tap, max_message, lost }
    }

    /// Asks for a list of tools.
    async fn list(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        let mut request = self.inner.post(uri.as_ref()).header(http::header::ACCEPT, format!("{EVENTS}, {JSON}"));
        request = request.headers(headers.into_iter().collect());
        let has_session = session.is_some();
        if let Some(session) = session {
            request = request.header(SESSION, session.as_ref());
        }
        let response = request.json(&message).send().await.map_err(StreamableHttpError::Client)?;
        let status = response.status();
        if status == StatusCode::UNAUTHORIZED {
            let challenge = response.headers().get(http::header::WWW_AUTHENTICATE);
            let challenge = challenge.and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
            return Err(StreamableHttpError::AuthRequired(AuthRequiredError::new(challenge)));
        }
        if status == StatusCode::NOT_FOUND && has_session {
            return Err(StreamableHttpError::SessionExpired);
        }
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let (kind, session) = (header("content-type").unwrap_or_default(), header(SESSION));
        let is = |kind: &str, wanted: &str| kind.split(';').next().is_some_and(|kind| kind.trim() == wanted);
        let is_json = is(&kind, JSON);
        if !status.is_success() && !is_json {
            return Err(HttpStatusError::new(status.as_u16(), None).into());
        }
        let body = bounded(response.bytes_stream(), self.max_message, self.tap.clone());
        if is_json {
            let body: Vec<u8> = body
                .try_fold(Vec::new(), |mut all, piece: Bytes| async move {
                    all.extend_from_slice(&piece);
                    Ok(all)
                })
                .await?;
            self.tap.message(&body);
            return Ok(StreamableHttpPostResponse::Json(serde_json::from_slice(&body)?, session));
        }
        if !is(&kind, EVENTS) {
            return Err(StreamableHttpError::UnexpectedContentType(Some(kind)));
        }
        let tap = self.tap.clone();
        let events = SseStream::from_bytes_stream(body).inspect_ok(move |event: &Sse| {
            event.data.iter().for_each(|data| tap.message(data.as_bytes()));
        });
        Ok(StreamableHttpPostResponse::Sse(events.boxed(), session))
    }
}

/// A body that fails when it has more bytes than it may.
fn bounded(
    body: impl Stream<Item = Result<Bytes, reqwest::Error>>,
    most: usize,
    tap: Tap,
) -> impl Stream<Item = Result<Bytes, std::io::Error>> {
    let mut left = most;
    body.map(move |piece| {
        let piece = piece.map_err(|_| std::io::Error::other("the body broke off"))?;
        left = left.checked_sub(piece.len()).ok_or_else(|| {
            tap.overlong();
            std::io::Error::other("the body is too long")
        })?;
        Ok(piece)
    })
}

fn is_list(message: &ClientJsonRpcMessage) -> bool {
    matches!(message, JsonRpcMessage::Request(request) if matches!(request.request, ClientRequest::ListToolsRequest(_)))
}

impl StreamableHttpClient for TappedClient {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        let mut limits = StreamableHttpResponseLimits::default();
        limits.max_sse_event_size = self.max_message;
        limits.max_json_response_size = self.max_message;
        self.post_message_with_response_limits(uri, message, session, auth, headers, limits).await
    }

    async fn post_message_with_response_limits(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
        limits: StreamableHttpResponseLimits,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        if is_list(&message) {
            return self.list(uri, message, session, headers).await;
        }
        self.inner.post_message_with_response_limits(uri, message, session, auth, headers, limits).await
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        auth: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), Failure> {
        self.inner.delete_session(uri, session, auth, headers).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        auth: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<Sse, SseError>>, Failure> {
        let most = self.max_message;
        let stream = self.inner.get_stream_with_max_sse_event_size(uri, session, last_event, auth, headers, most).await;
        if let Err(StreamableHttpError::Client(_)) = &stream {
            self.lost.notify_one();
        }
        stream
    }
}
