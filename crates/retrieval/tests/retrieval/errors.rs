//! Refusals: a closed set, in a fixed order, without a word of the host's.

use serde_json::{Value, json};
use toolsift_retrieval::{
    Cancel, CommandOutput, HostCommand, Label, Outcome, Retrieval, RetrievalConfig, RunError, limits,
};

use HostCommand::{CalendarList, PageDiscover, PageInspect, People, Profile, Search};

use crate::common::*;

/// A command whose host answers so, with arguments of its own.
fn call_with(command: HostCommand, input: &Value, stdout: impl Into<Vec<u8>>, exit: Option<i32>) -> Outcome {
    let host = Host::answering(Ok(CommandOutput::new(stdout, exit)));
    let retrieval = Retrieval::open("run-1", Some(broker()), []).unwrap().with_runner(host.clone());
    let outcome = retrieval.call(command, input, &Label::default(), &Cancel::new());
    assert_eq!(host.count(), 1);
    outcome
}

fn call(command: HostCommand, stdout: &str, exit: i32) -> Outcome {
    call_with(command, &arguments(command), stdout, Some(exit))
}

/// CF-051: a turn that was given up starts nothing.
#[test]
fn cancelled() {
    let host = Host::new(payload(json!([])), 0);
    let retrieval = Retrieval::open("run-1", Some(broker()), []).unwrap().with_runner(host.clone());
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(code(&retrieval.call(Search, &json!({ "query": "q" }), &Label::default(), &cancel)), "cancelled");
    assert_eq!(host.count(), 0);
    let stopped =
        Retrieval::open("run-1", Some(broker()), []).unwrap().with_runner(Host::answering(Err(RunError::Cancelled)));
    assert_eq!(code(&search(&stopped, &Label::default())), "cancelled");
}

/// CF-042, CF-052: arguments that are wrong start nothing, and the answer says what is right.
#[test]
fn invalid_input() {
    let host = Host::new(payload(json!([])), 0);
    let retrieval = Retrieval::open("run-1", Some(broker()), []).unwrap().with_runner(host.clone());
    let outcome = retrieval.call(People, &json!({ "query": "revoke" }), &Label::default(), &Cancel::new());
    assert_eq!(code(&outcome), "invalid_input");
    let outcome = retrieval.call(PageDiscover, &json!({ "kind": "loom" }), &Label::default(), &Cancel::new());
    assert_eq!(
        outcome.model,
        r#"{"status":"error","code":"invalid_input","message":"`kind` must be one of all, project, projects, entity, entities."}"#
    );
    assert_eq!(outcome.artifact, outcome.model);
    assert_eq!(host.count(), 0);
}

/// CF-054: whatever keeps a program from ending well is one code with one text.
#[test]
fn command_failed() {
    for error in [RunError::NotStarted, RunError::TimedOut, RunError::TooMuchOutput] {
        let retrieval = Retrieval::open("run-1", Some(broker()), []).unwrap().with_runner(Host::answering(Err(error)));
        let outcome = search(&retrieval, &Label::default());
        assert_eq!(outcome.model, r#"{"status":"error","code":"command_failed","message":"The command failed."}"#);
    }
    for (stdout, exit) in [
        ("", 0),
        ("", 2),
        ("not json /private/path", 0),
        (r#"{"hits":[]} /private/path"#, 0),
        (r#"{"hits":[],"hits":[]}"#, 0),
        (r#"{"hits":[1e999]}"#, 0),
        (r#"{"hits":[]}"#, 2),
        (r#"{"hits":[]}"#, -1),
        (r#"{"hits":[]}"#, 1),
    ] {
        assert_eq!(code(&call(Search, stdout, exit)), "command_failed", "{stdout} {exit}");
    }
    let deep = format!(r#"{{"hits":[{}{}]}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(code(&call(Search, &deep, 0)), "command_failed");
    let input = arguments(Search);
    assert_eq!(code(&call_with(Search, &input, payload(json!([])), None)), "command_failed", "a signal ended it");
    assert_eq!(code(&call_with(Search, &input, b"{\"hits\":[\"\xff\"]}".to_vec(), Some(0))), "command_failed");
    let mut long = payload(json!([]));
    long.push_str(&" ".repeat(limits::MAX_OUTPUT_BYTES));
    assert_eq!(code(&call(Search, &long, 0)), "command_failed", "a runner of the host's may give more than is read");
}

/// CF-056: of a person nobody and several are told apart, where the command names one and prints no JSON.
#[test]
fn not_found_and_contested() {
    let person = json!({ "person": "alice@example.com" });
    for (command, input, exit, expected) in [
        (People, arguments(People), 1, "not_found"),
        (People, arguments(People), 3, "contested"),
        (People, arguments(People), 2, "command_failed"),
        (People, arguments(People), 0, "command_failed"),
        (Search, person.clone(), 1, "not_found"),
        (Search, person.clone(), 3, "contested"),
        (Search, arguments(Search), 1, "command_failed"),
        (Search, arguments(Search), 3, "command_failed"),
        (Profile, arguments(Profile), 1, "command_failed"),
        (CalendarList, arguments(CalendarList), 3, "command_failed"),
    ] {
        assert_eq!(
            code(&call_with(command, &input, "Error: unknown person", Some(exit))),
            expected,
            "{command:?} {exit}"
        );
    }
    assert_eq!(
        code(&call_with(People, &arguments(People), "{}", Some(1))),
        "command_failed",
        "with JSON it is another failure"
    );
    assert_eq!(code(&call_with(Search, &person, payload(json!([])), Some(3))), "command_failed");
}

/// CF-055: of a host that says no its code is passed on, where it has the form of one, and nothing else.
#[test]
fn host_refused() {
    let refusal = json!({ "ok": false, "code": "unknown_page", "error": "no page at /private/path" }).to_string();
    for exit in [0, 1, 3] {
        let outcome = call(PageInspect, &refusal, exit);
        assert_eq!(
            outcome.model,
            r#"{"status":"error","code":"host_refused","message":"The host refused the command.","hostCode":"unknown_page"}"#
        );
    }
    for code in [json!("E.404-a_B"), json!("a".repeat(64))] {
        let outcome = call(Search, &json!({ "ok": false, "code": code }).to_string(), 0);
        assert_eq!(model(&outcome)["hostCode"], code);
    }
    let sentences = [
        json!(""),
        json!("no page at /private/path"),
        json!("ignore\u{a0}this"),
        json!("a".repeat(65)),
        json!("é"),
        json!("a\n"),
        json!(7),
        json!(null),
        json!(["a"]),
        json!({ "code": "a" }),
    ];
    for code in sentences {
        let outcome = call(Search, &json!({ "ok": false, "code": code }).to_string(), 0);
        assert_eq!(
            outcome.model, r#"{"status":"error","code":"host_refused","message":"The host refused the command."}"#,
            "{code}"
        );
    }
    for ok in [json!(true), json!(null), json!(0), json!("false")] {
        let outcome = call(Search, &json!({ "ok": ok, "hits": [] }).to_string(), 0);
        assert_eq!(outcome.code, None, "only `false` is a refusal: {ok}");
    }
    let outcome = call(CalendarList, r#"[{"ok":false,"code":"x"}]"#, 0);
    assert_eq!(verdicts(&outcome), ["query"], "a row is no refusal");
}

/// CF-048: a profile that a fallback supplied is a profile, and nothing else that ends badly is.
#[test]
fn fallback_profile() {
    let payload = r#"{"name":"Me","hasProfile":false,"source":"basename"}"#;
    let outcome = call(Profile, payload, 1);
    assert_eq!(
        model(&outcome)["entries"][0]["value"],
        json!({ "name": "Me", "hasProfile": false, "source": "basename" })
    );
    for (stdout, exit) in [
        (r#"{"name":"Me"}"#, 1),
        (r#"{"hasProfile":true}"#, 1),
        (r#"{"hasProfile":null}"#, 1),
        (r#"{"hasProfile":"false"}"#, 1),
        (payload, 2),
        (payload, 3),
    ] {
        assert_eq!(code(&call(Profile, stdout, exit)), "command_failed", "{stdout} {exit}");
    }
    assert_eq!(code(&call(PageInspect, payload, 1)), "command_failed", "of another command it is a failure");
}

/// CF-040: a version that is stated is the number one; one that is not stated is read as that; other commands have none.
#[test]
fn schema_version() {
    for (version, is_taken) in [
        (json!(1), true),
        (json!(1.0), true),
        (json!(null), false),
        (json!(2), false),
        (json!(0), false),
        (json!("1"), false),
        (json!(true), false),
        (json!([1]), false),
    ] {
        let outcome = call(Search, &json!({ "schemaVersion": version, "hits": [] }).to_string(), 0);
        if is_taken {
            assert_eq!(outcome.code, None, "{version}");
        } else {
            assert_eq!(code(&outcome), "schema_version_mismatch", "{version}");
        }
    }
    assert_eq!(call(Search, r#"{"hits":[]}"#, 0).code, None);
    assert_eq!(call(CalendarList, "[]", 0).code, None);
    assert_eq!(call(PageInspect, r#"{"schemaVersion":2}"#, 0).code, None);
}

/// CF-057: JSON of another shape than the command's.
#[test]
fn malformed_payload() {
    for (command, stdout) in [
        (Search, r#"{"schemaVersion":1,"hits":"none"}"#),
        (Search, r#"{"hits":{"0":{}}}"#),
        (Search, "{}"),
        (Search, "[]"),
        (Search, "null"),
        (Search, r#""hits""#),
        (PageDiscover, r#"{"pages":null}"#),
        (PageDiscover, r#"{"hits":[]}"#),
        (CalendarList, r#"{"events":[]}"#),
        (CalendarList, "7"),
        (PageInspect, "[]"),
        (People, "null"),
        (Profile, r#""me""#),
    ] {
        let outcome = call(command, stdout, 0);
        assert_eq!(code(&outcome), "malformed_payload", "{command:?} {stdout}");
    }
}

/// CF-058: of several faults at once the first is told; each step mends that one.
#[test]
fn order() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("ceiling.json");
    let bad_answer = json!({ "ok": false, "schemaVersion": 2, "hits": 7 }).to_string();
    let told =
        |config: Option<RetrievalConfig>, is_cancelled: bool, input: Value, answer: Result<CommandOutput, RunError>| {
            let retrieval = Retrieval::open("run-1", config, []).unwrap().with_runner(Host::answering(answer));
            let cancel = Cancel::new();
            if is_cancelled {
                cancel.cancel();
            }
            retrieval.call(Search, &input, &Label::default(), &cancel).code.map(|code| code.as_str())
        };
    let mut config = broker();
    config.read_ceiling_file = Some(record.clone());
    let (config, bad, good) = (Some(config), json!({ "x": 1 }), json!({ "person": "p" }));
    let output = |stdout: &str, exit| Ok(CommandOutput::new(stdout, Some(exit)));
    assert_eq!(told(None, true, bad.clone(), Err(RunError::NotStarted)), Some("not_configured"));
    assert_eq!(told(config.clone(), true, bad.clone(), Err(RunError::NotStarted)), Some("cancelled"));
    assert_eq!(told(config.clone(), false, bad.clone(), Err(RunError::NotStarted)), Some("ceiling_unavailable"));
    std::fs::write(record, json!({ "loomReadCeiling": [OWNER], "facets": ["a"], "facetSource": "s" }).to_string())
        .unwrap();
    assert_eq!(told(config.clone(), false, bad, Err(RunError::NotStarted)), Some("invalid_input"));
    assert_eq!(told(config.clone(), false, good.clone(), Err(RunError::NotStarted)), Some("command_failed"));
    assert_eq!(told(config.clone(), false, good.clone(), output("no", 1)), Some("not_found"));
    assert_eq!(told(config.clone(), false, good.clone(), output("no", 3)), Some("contested"));
    assert_eq!(told(config.clone(), false, good.clone(), output(&bad_answer, 1)), Some("host_refused"));
    let bad_answer = bad_answer.replace("\"ok\":false,", "");
    assert_eq!(told(config.clone(), false, good.clone(), output(&bad_answer, 1)), Some("command_failed"));
    assert_eq!(told(config.clone(), false, good.clone(), output(&bad_answer, 0)), Some("schema_version_mismatch"));
    let bad_answer = bad_answer.replace(":2", ":1");
    assert_eq!(told(config.clone(), false, good.clone(), output(&bad_answer, 0)), Some("malformed_payload"));
    assert_eq!(told(config, false, good, output(&bad_answer.replace('7', "[]"), 0)), None);
}

/// CF-049: nothing that a host prints, and no path of the configuration, is in a refusal.
#[test]
fn no_word_of_the_host() {
    const CANARY: &str = "CANARY/private/path";
    let mut config = broker();
    config.cli_path = format!("/{CANARY}/loom").into();
    for stdout in [
        CANARY.to_owned(),
        json!({ "ok": false, "code": CANARY, "error": CANARY, "message": CANARY }).to_string(),
        json!({ "schemaVersion": CANARY, CANARY: CANARY }).to_string(),
        json!({ "hits": CANARY, "query": CANARY }).to_string(),
        json!([CANARY]).to_string(),
        json!(CANARY).to_string(),
    ] {
        for exit in [0, 1, 2, 3] {
            for command in HostCommand::ALL {
                let retrieval = Retrieval::open("run-1", Some(config.clone()), [])
                    .unwrap()
                    .with_runner(Host::new(stdout.clone(), exit));
                let outcome = retrieval.call(command, &arguments(command), &Label::default(), &Cancel::new());
                if outcome.code.is_some() {
                    assert!(
                        !outcome.model.contains("CANARY") && !outcome.artifact.contains("CANARY"),
                        "{}",
                        outcome.model
                    );
                }
            }
        }
    }
}

/// CF-049: each code has a name and a text of its own, and the names are the documented ones.
#[test]
fn the_set_is_closed() {
    let names: Vec<&str> = toolsift_retrieval::Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(
        names,
        [
            "not_configured",
            "cancelled",
            "ceiling_unavailable",
            "invalid_input",
            "command_failed",
            "not_found",
            "contested",
            "host_refused",
            "schema_version_mismatch",
            "malformed_payload",
        ]
    );
    let texts: std::collections::BTreeSet<&str> =
        toolsift_retrieval::Code::ALL.iter().map(|code| code.message()).collect();
    assert_eq!(texts.len(), names.len());
    assert!(texts.iter().all(|text| text.ends_with('.') && text.len() < 100));
}
