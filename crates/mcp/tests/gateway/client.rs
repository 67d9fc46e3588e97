//! A client that others wrote.

use serde_json::json;

use crate::common::ready;
use crate::protocol::listen;

/// S5, S17, S64: the official Python client searches, describes and calls; what it checks stands in `client.py`.
#[tokio::test]
#[ignore = "it needs a Python with the client; `cargo xtask test` has one"]
async fn search_describe_call() {
    let Some(python) = std::env::var_os("TOOLSIFT_PYTHON") else { return };
    let gateway = ready(&[("hub", "plain")], json!({ "servers": { "hub": { "vouch": true } } })).await;
    let url = format!("http://{}/mcp", listen(gateway).await);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gateway/client.py");
    let client = tokio::process::Command::new(python).arg(script).arg(url).output().await.unwrap();
    assert!(client.status.success(), "{}", String::from_utf8_lossy(&client.stderr));
    assert_eq!(String::from_utf8_lossy(&client.stderr), "", "the client complains of nothing");
}
