//! A client that started the gateway as its child.

use std::sync::Arc;

use rmcp::ServiceExt;

use super::server::GatewayServer;
use crate::error::GatewayError;
use crate::gateway::Gateway;

/// Serves one client over standard input and output, until it closes its end.
///
/// # Errors
///
/// [`GatewayError::Transport`] where the handshake fails. A client that goes away before it is no error.
pub async fn serve_stdio(gateway: Arc<Gateway>) -> Result<(), GatewayError> {
    let transport = (tokio::io::stdin(), tokio::io::stdout());
    let failed = |error: &dyn std::fmt::Display| GatewayError::Transport(error.to_string());
    let service = match GatewayServer::new(gateway).serve(transport).await {
        Ok(service) => service,
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(failed(&error)),
    };
    service.waiting().await.map(drop).map_err(|error| failed(&error))
}
