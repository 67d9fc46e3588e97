//! What a selection comes to.

use serde_json::json;
use sha2::{Digest, Sha256};
use toolsift_core::{ToolId, lower_hex};
use toolsift_select::{Estimate, Subset, ToolSchema};

use crate::toys::{tool, tools};

/// LOOP-050, LOOP-051: the estimate counts the tools that are sent, the reservation counts all, in characters and not in bytes.
#[test]
fn sizes() {
    let all = [
        ToolSchema::new(ToolId::new("a").unwrap(), "é", json!({})),
        ToolSchema::new(ToolId::new("b").unwrap(), "", json!({ "type": "object" })),
    ];
    // {"description":"é","inputSchema":{},"name":"a"} and {"description":"","inputSchema":{"type":"object"},"name":"b"}
    let (a, b) = (47, 61);
    for (wanted, advertised) in [(vec![], 0), (vec!["a"], a), (vec!["b"], b), (vec!["a", "b"], a + b)] {
        let estimate = Estimate::of(&Subset::of_ids(&all, wanted));
        assert_eq!((estimate.advertised_chars, estimate.registered_chars), (advertised, a + b));
        assert_eq!(estimate.saved_chars(), a + b - advertised);
    }
}

/// LOOP-052: other tools, another order or another wording is another surface, the same bytes are the same one, and the first request changes it.
#[test]
fn surfaces() {
    let all = tools(&[("a", "First."), ("b", "Second.")]);
    let surface = |subset: &Subset<'_>| Estimate::of(subset).surface;
    let both = surface(&Subset::full(&all));
    assert!(both.is_changed_since(None));
    assert!(!both.is_changed_since(Some(&surface(&Subset::of_places(&all.clone(), [1, 0])))));
    for other in [
        surface(&Subset::of_ids(&all, ["a"])),
        surface(&Subset::empty(&all)),
        surface(&Subset::full(&[all[1].clone(), all[0].clone()])),
        surface(&Subset::full(&[all[0].clone(), tool("b", "Second!")])),
    ] {
        assert!(other.is_changed_since(Some(&both)) && both.is_changed_since(Some(&other)));
    }
    let lines: String = all.iter().map(|tool| format!("{}\n", tool.json())).collect();
    assert_eq!(both.to_string(), lower_hex(&Sha256::digest(lines)));
}
