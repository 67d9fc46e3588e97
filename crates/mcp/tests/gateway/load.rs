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

/// 64 clients with 200 calls each get 12,800 answers, each its own, in either mode, and the second half of them needs no more memory than the first, but for 16 MiB that the allocator may keep.
#[tokio::test]
#[ignore = "it takes minutes without optimisation; nightly runs it"]
async fn many_clients_lose_nothing() {
    for mode in ["fixed", "growing"] {
        let own = json!({ "mode": mode, "limits": { "handles": 100, "handlesPerMinute": 100000 } });
        let gateway = ready(&[("hub", "plain")], own).await;
        let mut clients = Vec::new();
        for _ in 0..CLIENTS {
            let (client, _) = piped(&gateway, rmcp::service::ClientLifecycleMode::Initialize).await;
            call(client.peer(), "search_tools", json!({ "query": "echo" })).await;
            clients.push(client);
        }
        let mut held = Vec::new();
        for half in 0..2 {
            let work = clients.iter().enumerate().map(|(number, client)| async move {
                for turn in 0..CALLS / 2 {
                    let mark = format!("{half}-{number}-{turn}");
                    if turn % 4 == 0 {
                        let page = call(client.peer(), "search_tools", json!({ "query": "create issue" })).await;
                        assert!(page.is_error != Some(true) && text(&page).to_string().contains("hub__create_issue"));
                        continue;
                    }
                    let marked = json!({ "mark": mark });
                    let result = match mode {
                        "growing" => call(client.peer(), "hub__echo", marked).await,
                        _ => call(client.peer(), "call_tool", json!({ "id": "hub__echo", "arguments": marked })).await,
                    };
                    assert_eq!(text(&result)["arguments"]["mark"], mark);
                }
            });
            futures_util::future::join_all(work).await;
            held.push(memory());
        }
        assert!(gateway.handle_count() <= 100);
        const SLACK: u64 = 16 << 20;
        assert!(held[1] <= held[0] + SLACK, "{mode}: {held:?}");
    }
}
