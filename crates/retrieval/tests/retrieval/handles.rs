//! Rows as they are held.

use serde_json::{Value, json};
use toolsift_core::ToolId;
use toolsift_retrieval::{
    Ceiling, HandleTable, Label, LabelSource, Measured, Observed, RetrievalError, Token, measure, swap_addresses,
};

use crate::common::*;

fn source() -> ToolId {
    ToolId::new("loom_search").unwrap()
}

fn row(value: Value) -> Measured {
    measure(value, &Ceiling::Unlimited, &label(json!([WORK])))
}

fn table() -> HandleTable {
    HandleTable::new("run-referents").unwrap()
}

/// CF-067, CF-068: a token is a function of run and row, whatever else is held, and of nothing else.
#[test]
fn tokens() {
    let mail = || row(json!({ "title": "Mail 1", "snippet": "donuts on friday" }));
    let mut one = table();
    let token = one.hold(&source(), &mail()).unwrap();
    assert!(Token::read(token.as_str()).is_some() && token.is_row());
    assert_eq!(one.hold(&source(), &mail()), Some(token.clone()));
    assert_eq!(one.len(), 1);
    let others = [
        one.hold(&source(), &row(json!({ "title": "Mail 2" }))),
        one.hold(&ToolId::new("loom_people").unwrap(), &mail()),
        // The same words under a label of its own, and under another one.
        one.hold(
            &source(),
            &row(json!({ "title": "Mail 1", "snippet": "donuts on friday", "ifc": { "confidentiality": [WORK] } })),
        ),
        one.hold(
            &source(),
            &row(json!({ "title": "Mail 1", "snippet": "donuts on friday", "ifc": { "confidentiality": [] } })),
        ),
    ];
    let mut all: Vec<Token> = others.into_iter().map(Option::unwrap).chain([token.clone()]).collect();
    all.sort();
    all.dedup();
    assert_eq!((all.len(), one.len()), (5, 5));
    let mut two = table();
    two.hold(&source(), &row(json!({ "title": "Mail 2" })));
    assert_eq!(two.hold(&source(), &mail()), Some(token.clone()), "the order does not matter");
    assert_ne!(HandleTable::new("run-2").unwrap().hold(&source(), &mail()), Some(token));
}

/// CF-069: a withheld row is held nowhere, and the entries name what is.
#[test]
fn withheld_rows_are_not_held() {
    let hits = json!([
        labelled("m-1", json!([OWNER])),
        labelled("m-2", json!([HEALTH])),
        hit("m-3", None),
        labelled("m-4", json!(0))
    ]);
    let retrieval = open(payload(hits), [ceiling(json!([OWNER]))]);
    let outcome = search(&retrieval, &Label::default());
    let result = model(&outcome);
    let handles: Vec<Option<&str>> = result["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry.get("handle").map(|handle| handle.as_str().unwrap()))
        .collect();
    assert_eq!(handles, [Some(outcome.handles[0].as_str()), None, Some(outcome.handles[1].as_str()), None]);
    let held = retrieval.handles();
    assert_eq!(held.referents().iter().map(|referent| referent.token.clone()).collect::<Vec<_>>(), outcome.handles);
    let withheld = measure(labelled("m-2", json!([HEALTH])), &Ceiling::public_only(), &Label::default());
    assert_eq!(table().hold(&source(), &withheld), None);
}

/// CF-070: what is held is what the model saw, with the label it was measured with and where that came from.
#[test]
fn what_is_held() {
    let hits = json!([
        { "title": "a".repeat(5_000), "ifc": { "confidentiality": [OWNER], "integrity": ["signed"] } },
        hit("m-3", None),
    ]);
    let retrieval = open(payload(hits), []);
    let outcome = search(&retrieval, &label(json!([WORK])));
    let held = retrieval.handles();
    let first = held.referent(&outcome.handles[0]).unwrap();
    assert_eq!(first.value, json!({ "title": "a".repeat(4_000) }));
    assert_eq!(first.label.to_value(), json!({ "confidentiality": [OWNER], "integrity": ["signed"] }));
    assert_eq!((first.label_source, first.source.as_str()), (LabelSource::Row, "loom_search"));
    let second = held.referent(&outcome.handles[1]).unwrap();
    assert_eq!(second.value, model(&outcome)["entries"][1]["value"]);
    assert_eq!(second.label.to_value(), json!({ "confidentiality": [WORK], "integrity": [] }));
    assert_eq!(second.label_source, LabelSource::Query);
    assert_eq!(search(&retrieval, &label(json!([WORK]))).handles, outcome.handles, "the same row twice is one");
    assert_eq!(retrieval.handles().len(), 2);
}

/// CF-071: in arguments of the host's tools the token of an address becomes the address, and that of a row stays a text.
#[test]
fn rows_stay_texts_in_arguments() {
    let mut table = table();
    let token = table.hold(&source(), &row(json!({ "title": "Mail" }))).unwrap();
    let address = table.hold_address("/of:fid1:abc/title").unwrap();
    assert_eq!(table.hold_address("/of:fid1:abc/title"), Some(address.clone()));
    assert!(!address.is_row() && table.referent(&address).is_none() && table.address(&token).is_none());
    let arguments = json!({ "about": token.as_str(), "cells": [address.as_str(), "cfh:a:22222"], address.as_str(): format!("see {address}") });
    let swapped = json!({ "about": token.as_str(), "cells": ["/of:fid1:abc/title", "cfh:a:22222"], address.as_str(): format!("see {address}") });
    assert_eq!(swap_addresses(&table, arguments), swapped);
    let observed: Vec<bool> = table.observed().map(|observed| matches!(observed, Observed::Cell(_))).collect();
    assert_eq!(observed, [true, false], "addresses are cells and rows documents");
}

/// CF-072: a description names the tool and the types of the label, and never a word of the row.
#[test]
fn descriptions() {
    let mut table = table();
    let content = json!({ "title": "CANARY", "CANARY": ["CANARY"], "ifc": { "confidentiality": [{ "type": "user", "subject": "CANARY" }, WORK], "integrity": ["signed"] } });
    let token = table.hold(&source(), &row(content)).unwrap();
    let description = table.describe(&token).to_json();
    let expected = json!({
        "token": token.as_str(),
        "known": true,
        "kind": "document",
        "source": "loom_search",
        "labelSource": "row",
        "label": { "confidentiality": [["user"], [WORK]], "integrity": ["signed"] },
    });
    assert_eq!(serde_json::from_str::<Value>(&description).unwrap(), expected);
    assert!(!description.contains("CANARY"));
    let cell = table.hold_address("/CANARY").unwrap();
    assert_eq!(table.describe(&cell).to_json(), format!(r#"{{"token":"{cell}","known":true,"kind":"cell"}}"#));
}

/// CF-074: what was kept is read again as it was, and nothing else is.
#[test]
fn kept_tables() {
    let mut table = table();
    table.hold(&source(), &row(json!({ "title": "Mail 1", "n": 1.0, "deep": [{ "é": null }] }))).unwrap();
    table.hold(&source(), &row(json!({ "title": "Mail 2", "ifc": { "confidentiality": [{ "anyOf": ["b", "a"] }], "integrity": ["i"] } }))).unwrap();
    table.hold_address("/of:fid1:abc").unwrap();
    let json = table.to_json();
    let read = HandleTable::parse(json.as_bytes()).unwrap();
    assert_eq!(read.to_json(), json);
    assert_eq!(read.referents().len(), 2);

    let kept: Value = serde_json::from_str(&json).unwrap();
    let with = |pointer: &str, value: Value| {
        let mut kept = kept.clone();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        match kept.pointer_mut(parent).unwrap() {
            Value::Array(values) => values[name.parse::<usize>().unwrap()] = value,
            object => object[name] = value,
        }
        kept.to_string()
    };
    let row = |place: usize| kept["referents"][place].clone();
    let other_token = |place: usize| {
        let mut row = row(place);
        row["token"] = json!("cfh:v:22222");
        row
    };
    for (text, fault) in [
        ("not json".to_owned(), "not valid JSON"),
        ("[]".to_owned(), "a part of it is not an object"),
        (with("/version", json!(2)), "the version is not 1"),
        (with("/version", json!("1")), "the version is not 1"),
        (with("/salt", json!(7)), "the salt is not a text"),
        (with("/salt", json!("")), "the salt is not an identity of a run"),
        (with("/more", json!(1)), "a part of it has an unknown field"),
        (with("/referents", json!({})), "the referents are not a list"),
        (with("/referents", json!(["row"])), "a part of it is not an object"),
        (with("/entries", json!(null)), "the entries are not a list"),
        (with("/referents/0/token", json!("cfh:a:22222")), "a token is none, or of another kind"),
        (with("/referents/0/token", json!("cfh:v:2222")), "a token is none, or of another kind"),
        (with("/referents/0/token", json!("cfh:v:222222")), "a token is none, or of another kind"),
        (with("/referents/0/token", json!("cfh:v:ABCDE")), "a token is none, or of another kind"),
        (with("/entries/0/token", json!("cfh:v:22222")), "a token is none, or of another kind"),
        (with("/referents/0/kind", json!("cell")), "a referent is of no known kind"),
        (with("/referents/0/source", json!("")), "a source is no id of a tool"),
        (with("/referents/0/source", json!(null)), "a source is no id of a tool"),
        (with("/referents/0/label", json!("public")), "a label is none"),
        (with("/referents/0/label", json!({ "confidentiality": [7] })), "a label is none"),
        (with("/referents/0/labelSource", json!("guess")), "the source of a label is neither `row` nor `query`"),
        (with("/referents/0/labelSource", json!(1)), "the source of a label is neither `row` nor `query`"),
        (with("/referents/0/more", json!(1)), "a part of it has an unknown field"),
        (with("/entries/0/address", json!("")), "an address is empty"),
        (with("/referents", json!([row(0), row(0)])), "a token is given twice"),
        (with("/referents", json!([row(0), other_token(0)])), "a row is given twice"),
        (with("/entries", json!([kept["entries"][0], kept["entries"][0]])), "a token is given twice"),
        (
            with("/entries", json!([kept["entries"][0], { "token": "cfh:a:22222", "address": "/of:fid1:abc" }])),
            "an address is given twice",
        ),
    ] {
        assert_eq!(HandleTable::parse(text.as_bytes()), Err(RetrievalError::Table { fault }), "{text}");
    }
    let without_value = with("/referents/0", {
        let mut row = row(0);
        row.as_object_mut().unwrap().remove("value");
        row
    });
    assert!(HandleTable::parse(without_value.as_bytes()).is_err());
    assert!(
        HandleTable::parse(with("/referents", json!([row(0), other_token(1)])).as_bytes()).is_ok(),
        "a row may have had another attempt"
    );
}

/// CF-070: a run that is resumed holds what it held, and not what another one did.
#[test]
fn resumed_runs() {
    let hits = payload(json!([hit("m-1", None)]));
    let before = open(hits.clone(), []);
    let outcome = search(&before, &Label::default());
    let kept = HandleTable::parse(before.handles().to_json().as_bytes()).unwrap();
    let resumed = open(hits.clone(), []).with_handles(kept).unwrap();
    assert_eq!(resumed.handles(), before.handles());
    assert_eq!(search(&resumed, &Label::default()), outcome);
    let error = open(hits, []).with_handles(table()).unwrap_err();
    assert_eq!(error.to_string(), "handle table: it belongs to another run");
}

#[test]
fn one_retrieval_serves_several_threads() {
    let retrieval = open(payload(json!([hit("m-1", None), hit("m-2", None)])), []);
    let outcomes: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| search(&retrieval, &Label::default()))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]));
    assert_eq!(retrieval.handles().len(), 2);
}

/// CF-034: what is made of everything that was observed is labelled with all of it, and vouched for by what vouches for each of it.
#[test]
fn the_label_of_what_was_observed() {
    let mut table = table();
    assert_eq!(table.observed_label(), Label::default());
    for ifc in [
        json!({ "confidentiality": [WORK, OWNER], "integrity": ["signed", "seen"] }),
        json!({ "confidentiality": [OWNER, HEALTH], "integrity": ["seen"] }),
    ] {
        table.hold(&source(), &row(json!({ "ifc": ifc }))).unwrap();
    }
    assert_eq!(
        table.observed_label().to_value(),
        json!({ "confidentiality": [WORK, OWNER, HEALTH], "integrity": ["seen"] })
    );
    table.hold(&source(), &row(json!({}))).unwrap();
    assert!(table.observed_label().integrity.is_empty());
}
