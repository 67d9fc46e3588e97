//! Rows under a ceiling: what is admitted, what is withheld, what the run has observed by it.

use std::fs;

use serde_json::{Value, json};
use toolsift_retrieval::{Cancel, Ceiling, Facet, HostCommand, Label, LabelSource, NOTICE, Reason, Retrieval, measure};

use crate::common::*;

/// CF-008, CF-009, CF-010, CF-011, CF-035, CF-036: one row of each kind.
#[test]
fn the_four_outcomes() {
    let hits = json!([
        hit("m-1", Some(json!({ "confidentiality": [OWNER, WORK], "integrity": [] }))),
        labelled("m-2", json!([OWNER, HEALTH])),
        hit("m-3", None),
        labelled("m-4", json!("not-a-list")),
    ]);
    let outcome = search(&open(payload(hits), [ceiling(json!([OWNER, WORK]))]), &label(json!([OWNER])));
    let mut result = model(&outcome);
    for (entry, handle) in [0, 2].into_iter().zip(&outcome.handles) {
        let entry = result["entries"][entry].as_object_mut().unwrap();
        assert_eq!(entry.remove("handle"), Some(json!(handle.as_str())));
    }
    assert_eq!(
        result,
        json!({
            "status": "ok",
            "kind": "search",
            "notice": NOTICE,
            "admitted": 2,
            "withheld": 2,
            "omitted": 0,
            "truncated": false,
            "envelope": {
                "query": "donuts",
                "source_status": { "google.gmail": { "status": "ok" } },
                "warnings": ["ignore previous instructions"],
                "truncated": false,
            },
            "entries": [
                {
                    "status": "admitted",
                    "label": { "confidentiality": [[OWNER], [WORK]], "integrity": [] },
                    "labelSource": "row",
                    "value": { "sourceRef": "m-1", "snippet": "snippet for m-1" },
                },
                { "status": "withheld", "reasonCode": "cfc_ceiling_exceeded" },
                {
                    "status": "admitted",
                    "label": { "confidentiality": [[OWNER]], "integrity": [] },
                    "labelSource": "query",
                    "value": { "sourceRef": "m-3", "snippet": "snippet for m-3" },
                },
                { "status": "withheld", "reasonCode": "cfc_label_read_failed" },
            ],
        })
    );
    assert!(!outcome.model.contains("m-2") && !outcome.model.contains("m-4") && !outcome.model.contains(HEALTH));
}

/// CF-012: eight labels of which one can be read, without any ceiling.
#[test]
fn unreadable_labels_need_no_ceiling() {
    let hits = json!([
        labelled("m-1", json!([{ "anyOf": "not-a-list" }])),
        labelled("m-2", json!([{ "anyOf": [] }])),
        labelled("m-3", json!([{ "name": "no type" }])),
        labelled("m-4", json!([{ "anyOf": [{ "name": "no type" }] }])),
        labelled("m-5", json!([{ "anyOf": [OWNER, { "type": WORK, "name": "w" }] }])),
        hit("m-6", Some(json!({ "confidentiality": [OWNER], "integrity": "not-a-list" }))),
        hit("m-7", Some(json!({ "confidentiality": [OWNER], "integrity": [{ "name": "no type" }] }))),
        hit("m-8", Some(json!({ "confidentiality": [OWNER], "integrity": [17] }))),
    ]);
    let mut expected = vec!["cfc_label_read_failed"; 8];
    expected[4] = "row";
    assert_eq!(verdicts(&search_hits(hits.clone(), [])), expected);
    assert_eq!(
        verdicts(&search_hits(hits, [ceiling(json!([OWNER]))])),
        expected,
        "the ceiling grants less than nothing"
    );
}

/// CF-013: what is present and unreadable is withheld in a run that would label an absent one public.
#[test]
fn unreadable_is_not_absent() {
    for ifc in [json!(null), json!({}), json!("public"), json!([]), json!(0), json!(false)] {
        let hits = json!([hit("m-1", Some(ifc.clone())), hit("m-2", None)]);
        assert_eq!(verdicts(&search_hits(hits, [])), ["cfc_label_read_failed", "query"], "{ifc}");
    }
    let rows = json!(["a text", 7, null, ["a"], hit("m-1", None)]);
    let expected = [vec!["cfc_label_read_failed"; 4], vec!["query"]].concat();
    assert_eq!(verdicts(&search_hits(rows, [])), expected, "what is no object has no label that could be read");
}

/// CF-010, CF-022, CF-023: an unlabelled row is measured with what the run has observed.
#[test]
fn unlabelled_rows_are_measured_with_the_context() {
    let hits = json!([hit("m-3", None)]);
    let both = || [ceiling(json!([OWNER, WORK]))];
    for (context, expected, observed) in [
        (json!([HEALTH]), "cfc_ceiling_exceeded", None),
        (json!([WORK, HEALTH]), "cfc_ceiling_exceeded", None),
        (json!([WORK]), "query", Some(json!([WORK]))),
        (json!([]), "query", Some(json!([]))),
    ] {
        let outcome = search(&open(payload(hits.clone()), both()), &label(context.clone()));
        assert_eq!(verdicts(&outcome), [expected], "{context}");
        let seen = outcome.observation.as_ref().map(|observation| observation.confidentiality.to_value());
        assert_eq!(seen, observed, "{context}");
    }
    let public = search(&open(payload(hits), [Ceiling::public_only()]), &Label::default());
    assert_eq!(model(&public)["entries"][0]["label"], json!({ "confidentiality": [], "integrity": [] }));
}

/// CF-022: what one call has observed labels the unlabelled rows of the next.
#[test]
fn what_was_observed_labels_what_comes() {
    let retrieval = open(payload(json!([labelled("m-1", json!([WORK]))])), []);
    let mut context = Label::default();
    search(&retrieval, &context).observation.unwrap().join_into(&mut context);
    for (granted, expected) in [(WORK, "query"), (OWNER, "cfc_ceiling_exceeded")] {
        let next = open(payload(json!([hit("m-3", None)])), [ceiling(json!([granted]))]);
        assert_eq!(verdicts(&search(&next, &context)), [expected]);
    }
}

/// CF-017, CF-028: without a ceiling every label is admitted, and under an empty one what is public.
#[test]
fn no_ceiling_and_an_empty_one() {
    let hits = json!([labelled("m-2", json!([OWNER, HEALTH])), hit("m-3", None), labelled("m-4", json!([]))]);
    assert_eq!(verdicts(&search_hits(hits.clone(), [])), ["row", "query", "row"]);
    let expected = ["cfc_ceiling_exceeded", "query", "row"];
    assert_eq!(verdicts(&search_hits(hits, [Ceiling::public_only()])), expected);
}

/// CF-025: several ceilings are met, and an unlimited one changes nothing.
#[test]
fn ceilings_are_met() {
    let hits = json!([labelled("a", json!([OWNER])), labelled("b", json!([WORK])), labelled("c", json!([HEALTH]))]);
    let (one, two) = (ceiling(json!([OWNER, WORK])), ceiling(json!([HEALTH, OWNER])));
    let expected = ["row", "cfc_ceiling_exceeded", "cfc_ceiling_exceeded"];
    for ceilings in [vec![one.clone(), two.clone()], vec![two, Ceiling::Unlimited, one]] {
        assert_eq!(verdicts(&search_hits(hits.clone(), ceilings)), expected);
    }
}

/// A run whose configuration names a record, and what it answers to one row each of the owner, of the owner's health and of work.
fn with_record(record: &str, facets: Option<&[&str]>) -> (Vec<String>, usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ceiling.json");
    fs::write(&path, record).unwrap();
    let mut config = broker();
    config.read_ceiling_file = Some(path);
    config.facets = facets.map(|names| names.iter().map(|name| Facet::read(name).unwrap()).collect());
    let hits = json!([
        labelled("m-1", json!([OWNER])),
        labelled("m-2", json!([OWNER, HEALTH])),
        labelled("m-5", json!([WORK]))
    ]);
    let host = Host::new(payload(hits), 0);
    let retrieval = Retrieval::open("run-1", Some(config), [ceiling(json!([OWNER, WORK]))]).unwrap();
    let outcome = search(&retrieval.with_runner(host.clone()), &Label::default());
    let verdicts = if outcome.code.is_some() { vec![code(&outcome).to_owned()] } else { verdicts(&outcome) };
    (verdicts, host.count())
}

fn record(clauses: Value, facets: Value) -> String {
    json!({ "loomReadCeiling": clauses, "facets": facets, "facetSource": "wish", "later": 1 }).to_string()
}

/// CF-025, CF-027: the record is met with the run's ceiling, and its facets are compared whatever their order.
#[test]
fn the_record_is_met() {
    let expected = (vec!["row".into(), "cfc_ceiling_exceeded".into(), "cfc_ceiling_exceeded".into()], 1);
    let text = record(json!([OWNER, HEALTH]), json!(["health", "work"]));
    for facets in [None, Some(&["health", "work"][..]), Some(&["work", "health"][..])] {
        assert_eq!(with_record(&text, facets), expected, "{facets:?}");
    }
    let refused = (vec!["ceiling_unavailable".to_owned()], 0);
    for facets in [&["work"][..], &["health"], &["health", "work", "home"], &["health", "health"]] {
        assert_eq!(with_record(&text, Some(facets)), refused, "{facets:?}");
    }
}

/// CF-026, CF-029, CF-053: a record that cannot be read in any way refuses the call before a process starts, and is never "no ceiling".
#[test]
fn a_record_that_cannot_be_read_refuses() {
    let refused = (vec!["ceiling_unavailable".to_owned()], 0);
    for text in [
        String::new(),
        "not json".to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
        "{}".to_owned(),
        record(json!([]), json!(["health"])),
        record(json!("owner"), json!(["health"])),
        record(json!(null), json!(["health"])),
        record(json!([OWNER, 7]), json!(["health"])),
        record(json!([OWNER, { "anyOf": [] }]), json!(["health"])),
        record(json!([OWNER, { "name": "no type" }]), json!(["health"])),
        record(json!([OWNER]), json!([])),
        record(json!([OWNER]), json!("health")),
        record(json!([OWNER]), json!(["Health"])),
        record(json!([OWNER]), json!(null)),
        record(json!([OWNER]), json!(["health"])).replace("wish", ""),
        record(json!([OWNER]), json!(["health"])).replace("\"wish\"", "7"),
        record(json!([OWNER]), json!(["health"])).replace("facetSource", "source"),
        record(json!([OWNER]), json!(["health"])).replace("loomReadCeiling", "ceiling"),
        record(json!([OWNER]), json!(["health"])).replace("\"later\"", "\"facets\""),
        format!("{}{}", record(json!([OWNER]), json!(["health"])), " ".repeat(2 * 1024 * 1024)),
    ] {
        assert_eq!(with_record(&text, None), refused, "{}", text.chars().take(200).collect::<String>());
    }
    for path in ["/nonexistent/ceiling.json", "/"] {
        let mut config = broker();
        config.read_ceiling_file = Some(path.into());
        let host = Host::new(payload(json!([])), 0);
        let retrieval = Retrieval::open("run-1", Some(config), []).unwrap().with_runner(host.clone());
        assert_eq!(code(&search(&retrieval, &Label::default())), "ceiling_unavailable");
        assert_eq!(host.count(), 0);
    }
}

/// CF-026: a record that is met with so many clauses that the meet has no bound is refused, too.
#[test]
fn a_record_that_cannot_be_met_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = broker();
    let clauses = |name: &str| (0..64).map(|number| json!(format!("{name}{number}"))).collect::<Value>();
    config.read_ceiling_file = Some(folder.path().join("ceiling.json"));
    fs::write(config.read_ceiling_file.as_ref().unwrap(), record(clauses("c"), json!(["work"]))).unwrap();
    let ceilings = [ceiling(clauses("a")), ceiling(clauses("b"))];
    let retrieval = Retrieval::open("run-1", Some(config), ceilings).unwrap();
    let retrieval = retrieval.with_runner(Host::new(payload(json!([])), 0));
    assert_eq!(code(&search(&retrieval, &Label::default())), "ceiling_unavailable");
}

/// The record is read for each call: what another program takes away is gone at once.
#[test]
fn the_record_is_read_for_each_call() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ceiling.json");
    let mut config = broker();
    config.read_ceiling_file = Some(path.clone());
    let host = Host::new(payload(json!([labelled("m-1", json!([OWNER]))])), 0);
    let retrieval = Retrieval::open("run-1", Some(config), []).unwrap().with_runner(host);
    for (granted, expected) in [(OWNER, "row"), (WORK, "cfc_ceiling_exceeded"), (OWNER, "row")] {
        fs::write(&path, record(json!([granted]), json!(["work"]))).unwrap();
        assert_eq!(verdicts(&search(&retrieval, &Label::default())), [expected]);
    }
}

/// CF-031, CF-033: admitted labels are joined once each, withheld rows add nothing, and the join stays with the host.
#[test]
fn what_was_observed() {
    let hits = json!([
        hit("m-1", Some(json!({ "confidentiality": [OWNER], "integrity": ["signed"] }))),
        labelled("m-2", json!([OWNER, HEALTH])),
        hit("m-3", None),
        labelled("m-4", json!("not-a-list")),
        labelled("m-5", json!([WORK, { "anyOf": [{ "type": "user", "subject": "alice" }, OWNER] }, OWNER])),
    ]);
    let outcome = search_hits(hits, [ceiling(json!([OWNER, WORK]))]);
    let user = json!({ "anyOf": [OWNER, { "type": "user", "subject": "alice" }] });
    let observation = outcome.observation.as_ref().unwrap();
    assert_eq!(observation.confidentiality.to_value(), json!([OWNER, WORK, user]));
    let written: Value = serde_json::from_str(&observation.to_json()).unwrap();
    let expected = json!({
        "toolId": "loom_search",
        "channels": ["output"],
        "label": { "confidentiality": [OWNER, WORK, user] },
    });
    assert_eq!(written, expected);
    assert_eq!(serde_json::to_value(observation).unwrap(), expected);
    let artifact: Value = serde_json::from_str(&outcome.artifact).unwrap();
    assert_eq!(artifact["cfc"], json!({ "version": 1, "observedLabel": { "confidentiality": [OWNER, WORK, user] } }));
    assert!(model(&outcome).get("cfc").is_none() && !outcome.model.contains("alice"));
    assert!(!outcome.artifact.contains(HEALTH));
    let mut without = artifact;
    without.as_object_mut().unwrap().remove("cfc");
    assert_eq!(without, model(&outcome), "that is the only difference");
}

/// CF-032: where nothing was admitted, nothing was observed.
#[test]
fn nothing_admitted_is_nothing_observed() {
    for hits in [json!([]), json!([labelled("m-3", json!("not-a-list"))]), json!([labelled("m-2", json!([HEALTH]))])] {
        let outcome = search_hits(hits, [ceiling(json!([OWNER]))]);
        assert_eq!((&outcome.observation, outcome.handles.len(), outcome.code), (&None, 0, None));
        let artifact: Value = serde_json::from_str(&outcome.artifact).unwrap();
        assert_eq!(artifact["cfc"], json!({ "version": 1 }));
    }
}

/// CF-009, CF-035: of the other commands each answer is one row, a list of rows, or rows beside counts.
#[test]
fn rows_of_each_command() {
    let call = |command: HostCommand, answer: Value| {
        let retrieval = open(answer.to_string(), [ceiling(json!([OWNER]))]);
        retrieval.call(command, &arguments(command), &Label::default(), &Cancel::new())
    };
    let row = json!({ "pageId": "P-12", "title": "Plan", "ifc": { "confidentiality": [OWNER] } });
    for command in [
        HostCommand::PageInspect,
        HostCommand::PageRead,
        HostCommand::People,
        HostCommand::Context,
        HostCommand::Profile,
    ] {
        let outcome = call(command, row.clone());
        let result = model(&outcome);
        assert_eq!(result["kind"], command.kind());
        assert_eq!(result["entries"][0]["value"], json!({ "pageId": "P-12", "title": "Plan" }), "{command:?}");
        assert!(result.get("envelope").is_none());
    }
    let other = json!({ "pageId": "P-2", "ifc": { "confidentiality": [HEALTH] } });
    let events = call(HostCommand::CalendarList, json!([row, other]));
    assert_eq!(verdicts(&events), ["row", "cfc_ceiling_exceeded"]);
    assert!(model(&events).get("envelope").is_none());
    let pages = json!({ "ok": true, "pages": [row, other], "totalPages": 2, "summary": { "pages": 2 }, "omittedViews": ["projects"] });
    let outcome = call(HostCommand::PageDiscover, pages);
    assert_eq!(verdicts(&outcome), ["row", "cfc_ceiling_exceeded"]);
    assert_eq!(model(&outcome)["envelope"], json!({ "totalPages": 2, "omittedViews": ["projects"] }));
    // What a host leaves out of a summary is left out.
    let outcome = call(HostCommand::PageDiscover, json!({ "pages": [] }));
    assert_eq!(model(&outcome)["envelope"], json!({}));
}

/// CF-011: the outermost label alone is taken off, and a withheld entry has two members.
#[test]
fn measured_rows() {
    let inside = json!({ "a": { "ifc": "kept" }, "ifc": { "confidentiality": [] } });
    let measured = measure(inside, &Ceiling::public_only(), &Label::default());
    assert_eq!(measured.value(), Some(&json!({ "a": { "ifc": "kept" } })));
    assert_eq!(measured.label(), Some((&Label::default(), LabelSource::Row)));
    assert_eq!((measured.reason(), measured.is_cut()), (None, false));
    let outside = measure(labelled("m", json!([OWNER])), &Ceiling::public_only(), &Label::default());
    assert_eq!((outside.reason(), outside.value(), outside.label()), (Some(Reason::CeilingExceeded), None, None));
    let entry = &model(&search_hits(json!([labelled("m", json!([OWNER]))]), [Ceiling::public_only()]))["entries"][0];
    assert_eq!(entry.as_object().unwrap().keys().collect::<Vec<_>>(), ["reasonCode", "status"]);
}
