//! What a host answers.

use std::sync::Arc;

use serde_json::{Value, json};
use toolsift_retrieval::{
    Cancel, Ceiling, Code, CommandOutput, CommandRequest, CommandRunner, HandleTable, HostCommand, Label, Outcome,
    Retrieval, RetrievalConfig, RunError, Token, Transport, limits,
};

/// A host that prints an input.
#[derive(Debug)]
struct Host(CommandOutput);

impl CommandRunner for Host {
    fn run(&self, _: &CommandRequest, _: &Cancel) -> Result<CommandOutput, RunError> {
        Ok(self.0.clone())
    }
}

/// The first byte of an input chooses a command and how it ends, the others are what it prints. Whatever that is, the result is bounded as a whole and in its parts, the
/// same each time, and of known form; under the ceiling of what is public a row is shown exactly where a model says so; a refusal says nothing of what was printed; and
/// what is held can be kept and read again.
pub(crate) fn row_payload(data: &[u8]) {
    let Some((&choice, stdout)) = data.split_first() else { return };
    let command = HostCommand::ALL[usize::from(choice) % 8];
    let exit = i32::from(choice / 8 % 4);
    let (public, retrieval) = call(command, exit, stdout, Ceiling::public_only());
    assert_eq!(call(command, exit, stdout, Ceiling::public_only()).0, public);
    check(&public, stdout);
    check(&call(command, exit, stdout, Ceiling::Unlimited).0, stdout);
    verdicts(command, stdout, &public);
    let table = retrieval.handles();
    let kept = HandleTable::parse(table.to_json().as_bytes()).expect("what was written");
    assert_eq!(kept.to_json(), table.to_json());
    assert!(public.handles.iter().all(|token| table.referent(token).is_some()));
}

fn call(command: HostCommand, exit: i32, stdout: &[u8], ceiling: Ceiling) -> (Outcome, Retrieval) {
    let config = RetrievalConfig::new("/host", Transport::Broker { queue_path: "/queue".into() });
    let retrieval = Retrieval::open("run", Some(config), [ceiling]).expect("a configuration");
    let retrieval = retrieval.with_runner(Arc::new(Host(CommandOutput::new(stdout, Some(exit)))));
    let arguments = match command {
        HostCommand::Search => json!({ "query": "q", "person": "p" }),
        HostCommand::PageInspect | HostCommand::PageRead => json!({ "target": "t" }),
        HostCommand::People => json!({ "query": "a@b" }),
        HostCommand::Context => json!({ "read": "where" }),
        _ => json!({}),
    };
    (retrieval.call(command, &arguments, &Label::default(), &Cancel::new()), retrieval)
}

fn check(outcome: &Outcome, stdout: &[u8]) {
    for text in [&outcome.model, &outcome.artifact] {
        assert!(text.chars().count() <= limits::MAX_RESULT_CHARS);
    }
    let result: Value = serde_json::from_str(&outcome.model).expect("JSON");
    let Some(code) = outcome.code else { return rows(outcome, &result) };
    assert!(Code::ALL.contains(&code) && outcome.observation.is_none() && outcome.handles.is_empty());
    assert_eq!((&result["status"], &result["code"]), (&json!("error"), &json!(code.as_str())));
    assert_eq!(result["message"], code.message(), "a fixed text");
    let mut members = 3;
    if let Some(host_code) = result.get("hostCode") {
        members += 1;
        let host_code = host_code.as_str().expect("a text");
        assert!(code == Code::HostRefused && (1..=64).contains(&host_code.len()));
        assert!(host_code.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte)));
        // It may be written with escapes.
        assert!(stdout.contains(&b'\\') || stdout.windows(host_code.len()).any(|text| text == host_code.as_bytes()));
    }
    assert_eq!(result.as_object().map(|members| members.len()), Some(members));
}

fn rows(outcome: &Outcome, result: &Value) {
    let entries = result["entries"].as_array().expect("entries");
    let count = |name: &str| result[name].as_u64().expect("a count");
    assert_eq!(entries.len() as u64, count("admitted") + count("withheld"));
    assert!(result["truncated"] == true || count("omitted") == 0);
    assert_eq!(outcome.observation.is_some(), count("admitted") > 0);
    let mut handles = outcome.handles.iter();
    for entry in entries {
        if entry["status"] == "withheld" {
            assert_eq!(entry.as_object().map(|members| members.len()), Some(2));
        } else {
            assert_eq!(entry["handle"].as_str(), handles.next().map(Token::as_str));
            assert!(entry["value"].get("ifc").is_none());
        }
        bounded(entry);
    }
    bounded(&result["envelope"]);
}

fn bounded(value: &Value) {
    match value {
        Value::String(text) => assert!(text.chars().count() <= limits::MAX_STRING_CHARS),
        Value::Array(values) => values.iter().for_each(bounded),
        Value::Object(members) => {
            assert!(members.keys().all(|name| name.chars().count() <= limits::MAX_KEY_CHARS));
            members.values().for_each(bounded);
        }
        _ => {}
    }
}

/// Under the ceiling of what is public a row is shown where it has no label, or one without clauses that can be read.
fn verdicts(command: HostCommand, stdout: &[u8], outcome: &Outcome) {
    if outcome.code.is_some() {
        return;
    }
    let payload: Value = serde_json::from_slice(stdout).expect("what was read is JSON");
    let rows = match command {
        HostCommand::Search => payload["hits"].as_array().cloned().expect("hits"),
        HostCommand::PageDiscover => payload["pages"].as_array().cloned().expect("pages"),
        HostCommand::CalendarList => payload.as_array().cloned().expect("events"),
        _ => vec![payload],
    };
    let result: Value = serde_json::from_str(&outcome.model).expect("JSON");
    let entries = result["entries"].as_array().expect("entries");
    assert_eq!(entries.len() as u64 + result["omitted"].as_u64().expect("a count"), rows.len() as u64);
    for (row, entry) in rows.iter().zip(entries) {
        let ifc = row.get("ifc");
        let expected = match ifc {
            _ if !row.is_object() => false,
            None => true,
            Some(label) => {
                let is_atom = |atom: &Value| atom.is_string() || (atom.is_object() && atom["type"].is_string());
                let has_integrity = match label.get("integrity") {
                    None => true,
                    Some(atoms) => atoms.as_array().is_some_and(|atoms| atoms.len() <= 64 && atoms.iter().all(is_atom)),
                };
                let is_public = label.is_object() && label["confidentiality"].as_array().is_some_and(Vec::is_empty);
                // An atom that is too long for a label makes it unreadable.
                is_public && has_integrity && label.to_string().len() <= 1_000
            }
        };
        let is_shown = entry["status"] == "admitted";
        let is_long = ifc.is_some_and(|label| label.to_string().len() > 1_000);
        assert!(is_shown == expected || is_long, "{row} {entry}");
        assert!(!is_shown || entry["labelSource"] == if ifc.is_some() { "row" } else { "query" });
    }
}
