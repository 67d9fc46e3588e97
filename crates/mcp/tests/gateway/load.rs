//! Many clients at once.

use serde_json::json;

use crate::common::ready;
use crate::protocol::{call, piped, text};

const CLIENTS: usize = 64;
const CALLS: usize = 200;

/// The memory of this process, in bytes; 0 where the system does not tell.
fn memory() -> u64 {
    const PAGE: u64 = 4_096;
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * PAGE
}

/// 64 clients with 200 calls each get 12,800 answers, each its own, and the second half of them needs no more memory than the first, but for 16 MiB that the allocator may keep.
#[tokio::test]
#[ignore = "it takes a minute without optimisation; nightly runs it"]
async fn many_clients_lose_nothing() {
    let gateway = ready(&[("hub", "plain")], json!({ "limits": { "handles": 100, "handlesPerMinute": 100000 } })).await;
    let mut clients = Vec::new();
    for _ in 0..CLIENTS {
        clients.push(piped(&gateway, rmcp::service::ClientLifecycleMode::Initialize).await.0);
    }
    let mut held = Vec::new();
    for half in 0..2 {
        let work = clients.iter().enumerate().map(|(number, client)| async move {
            for turn in 0..CALLS / 2 {
                let mark = format!("{half}-{number}-{turn}");
                let result = if turn % 4 == 0 {
                    let page = call(client.peer(), "search_tools", json!({ "query": "create issue" })).await;
                    assert_eq!(text(&page)["tools"][0]["id"], "hub__create_issue");
                    continue;
                } else {
                    call(client.peer(), "call_tool", json!({ "id": "hub__echo", "arguments": { "mark": mark } })).await
                };
                assert_eq!(text(&result)["arguments"]["mark"], mark);
            }
        });
        futures_util::future::join_all(work).await;
        held.push(memory());
    }
    assert!(gateway.handle_count() <= 100);
    const SLACK: u64 = 16 << 20;
    assert!(held[1] <= held[0] + SLACK, "{held:?}");
}
