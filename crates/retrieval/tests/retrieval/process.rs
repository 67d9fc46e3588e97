//! Processes, and hosts that misbehave. `tests/stand-in/host.sh` stands for the host's program.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;
use toolsift_retrieval::{
    Cancel, HostCommand, HostProcess, Label, Outcome, Retrieval, RetrievalConfig, Transport, limits,
};

use crate::common::{OWNER, WORK, arguments, ceiling, code, labelled, model, payload, verdicts};

/// A host's folder and a configuration of its program.
struct Stand {
    folder: TempDir,
    config: RetrievalConfig,
}

impl Stand {
    fn new(behaviour: &str, answer: &str, exit: i32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("behaviour"), behaviour).unwrap();
        fs::write(folder.path().join("answer"), answer).unwrap();
        fs::write(folder.path().join("exit"), exit.to_string()).unwrap();
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stand-in/host.sh");
        let transport = Transport::Direct { instance_dir: folder.path().into(), run_id: "run-1".into(), actor: None };
        let mut config = RetrievalConfig::new("/bin/sh", transport);
        config.cli_args = vec![program.to_owned()];
        Self { folder, config }
    }

    fn written(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    fn call(&self, command: HostCommand, time_out: Duration, cancel: &Cancel) -> Outcome {
        let retrieval = Retrieval::open("run-1", Some(self.config.clone()), [ceiling(json!([OWNER]))]).unwrap();
        let retrieval = retrieval.with_runner(Arc::new(HostProcess::with_time_out(time_out)));
        retrieval.call(command, &arguments(command), &Label::default(), cancel)
    }

    /// A search within a time that no test waits for.
    fn search(&self) -> Outcome {
        self.call(HostCommand::Search, Duration::from_secs(60), &Cancel::new())
    }

    /// The processes that the host wrote down, once none of them is there any more.
    fn ended(&self) {
        let numbers = self.written("numbers");
        for number in numbers.split_whitespace() {
            let start = now();
            while is_running(number) {
                assert!(start.elapsed() < Duration::from_secs(10), "{number} is still there");
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "how long a call took is what is tested")]
fn now() -> Instant {
    Instant::now()
}

/// Whether there is a process of a number that has not ended.
fn is_running(number: &str) -> bool {
    // Of one that has ended and that nobody has waited for, the state is Z.
    let state = match fs::read_to_string(format!("/proc/{number}/stat")) {
        Ok(stat) => stat.rsplit(") ").next().unwrap().to_owned(),
        Err(_) if Path::new("/proc/self/stat").exists() => return false,
        Err(_) => {
            let ps = Command::new("ps").args(["-o", "stat=", "-p", number]).output().unwrap();
            String::from_utf8(ps.stdout).unwrap()
        }
    };
    !state.is_empty() && !state.starts_with('Z')
}

/// CF-007, CF-036: the program runs with its arguments, the variables of its transport and a path, and nothing of this process's environment; what it prints is measured.
#[test]
fn an_answer() {
    let mut stand =
        Stand::new("answer", &payload(json!([labelled("m-1", json!([OWNER])), labelled("m-2", json!([WORK]))])), 0);
    stand.config.cli_args.extend(["rows".to_owned(), "se rve".to_owned()]);
    assert!(std::env::vars_os().count() > 3, "there is something to clear");
    let outcome = stand.search();
    assert_eq!(verdicts(&outcome), ["row", "cfc_ceiling_exceeded"]);
    assert_eq!(stand.written("argv"), "rows\nse rve\nsearch\ndonuts\n--json\n");
    let env = stand.written("env");
    let mut variables: BTreeMap<&str, &str> = env.lines().filter_map(|line| line.split_once('=')).collect();
    // The shell that runs the stand-in sets these itself.
    for own in ["PWD", "OLDPWD", "SHLVL", "_"] {
        variables.remove(own);
    }
    assert_eq!(variables.keys().copied().collect::<Vec<_>>(), ["LOOM_DISPATCH_ID", "LOOM_INSTANCE_DIR", "PATH"]);
    assert_eq!(
        (variables["LOOM_DISPATCH_ID"], Path::new(variables["LOOM_INSTANCE_DIR"])),
        ("run-1", stand.folder.path())
    );
    assert!(!outcome.model.contains("secret of the host"));
}

/// CF-007: through a broker the program gets the queue under both names.
#[test]
fn a_broker() {
    let mut stand = Stand::new("answer", &payload(json!([])), 0);
    stand.config.transport = Transport::Broker { queue_path: stand.folder.path().into() };
    assert_eq!(stand.search().code, None);
    let env = stand.written("env");
    for name in ["LOOM_PAGE_RPC_QUEUE", "LOOM_SEARCH_BROKER_QUEUE"] {
        assert!(env.contains(&format!("{name}={}\n", stand.folder.path().display())), "{env}");
    }
    assert!(!env.contains("LOOM_INSTANCE_DIR") && !env.contains("LOOM_DISPATCH_ID"));
}

/// CF-049, CF-056, CF-058: answers and ends that are wrong, each with its code, and no word of what was printed.
#[test]
fn wrong_answers() {
    for (command, answer, exit, expected) in [
        (HostCommand::Search, "not json /private/path", 0, "command_failed"),
        (HostCommand::Search, "", 0, "command_failed"),
        (HostCommand::People, "", 1, "not_found"),
        (HostCommand::People, "Error", 3, "contested"),
        (HostCommand::PageRead, r#"{"ok":false,"code":"unknown_page","error":"/private/path"}"#, 1, "host_refused"),
        (HostCommand::PageRead, r#"{"title":"/private/path"}"#, 1, "command_failed"),
        (HostCommand::Search, r#"{"schemaVersion":2,"hits":[]}"#, 0, "schema_version_mismatch"),
        (HostCommand::CalendarList, r#"{"events":["/private/path"]}"#, 0, "malformed_payload"),
    ] {
        let stand = Stand::new("answer", answer, exit);
        let outcome = stand.call(command, Duration::from_secs(60), &Cancel::new());
        assert_eq!(code(&outcome), expected, "{answer} {exit}");
        assert!(!outcome.model.contains("/private") && !outcome.model.contains("secret"), "{}", outcome.model);
    }
    let signal = Stand::new("signal", &payload(json!([])), 0);
    assert_eq!(code(&signal.search()), "command_failed");
    let profile = Stand::new("answer", r#"{"name":"Me","hasProfile":false}"#, 1);
    assert_eq!(profile.call(HostCommand::Profile, Duration::from_secs(60), &Cancel::new()).code, None);
}

/// CF-054: what is not there does not start.
#[test]
fn no_program() {
    let mut stand = Stand::new("answer", "[]", 0);
    for program in
        [stand.folder.path().join("missing"), stand.folder.path().join("answer"), stand.folder.path().to_owned()]
    {
        stand.config.cli_path = program;
        assert_eq!(code(&stand.search()), "command_failed");
    }
}

/// What prints without an end is stopped at the cap, long before its hundred megabytes are read.
#[test]
fn floods() {
    for behaviour in ["flood", "endless"] {
        let stand = Stand::new(behaviour, "", 0);
        let start = now();
        assert_eq!(code(&stand.search()), "command_failed", "{behaviour}");
        assert!(start.elapsed() < Duration::from_secs(30));
    }
    // The cap itself is read.
    let rows = payload(json!([labelled("m-1", json!([OWNER]))]));
    let filled = format!("{rows}{}", " ".repeat(limits::MAX_OUTPUT_BYTES - rows.len()));
    assert_eq!(verdicts(&Stand::new("answer", &filled, 0).search()), ["row"]);
    assert_eq!(code(&Stand::new("answer", &format!("{filled} "), 0).search()), "command_failed");
}

/// A program that does not end is stopped, and so is what it started.
#[test]
fn hangs() {
    for behaviour in ["hang", "mute"] {
        let stand = Stand::new(behaviour, "", 0);
        let start = now();
        let outcome = stand.call(HostCommand::Search, Duration::from_secs(4), &Cancel::new());
        assert_eq!(code(&outcome), "command_failed", "{behaviour}");
        assert!(start.elapsed() < Duration::from_secs(30));
        stand.ended();
    }
}

/// CF-051: a turn that is given up while the program runs stops it.
#[test]
fn cancelled_while_it_runs() {
    let stand = Stand::new("hang", "", 0);
    let cancel = Cancel::new();
    let outcome = std::thread::scope(|scope| {
        scope.spawn(|| {
            let start = now();
            while !stand.folder.path().join("numbers").exists() && start.elapsed() < Duration::from_secs(20) {
                std::thread::sleep(Duration::from_millis(5));
            }
            cancel.cancel();
        });
        stand.call(HostCommand::Search, Duration::from_secs(60), &cancel)
    });
    assert_eq!(code(&outcome), "cancelled");
    stand.ended();
}

/// What a program leaves behind with its output open is not waited for.
#[test]
fn a_grandchild_holds_the_output() {
    let stand = Stand::new("leave", &payload(json!([labelled("m-1", json!([OWNER]))])), 0);
    let start = now();
    let outcome = stand.search();
    assert_eq!(verdicts(&outcome), ["row"]);
    assert!(start.elapsed() < Duration::from_secs(30));
    let number = stand.written("numbers");
    Command::new("kill").arg(number.trim()).status().unwrap();
}

/// An answer may come in pieces, and nothing can be asked of whoever started the program.
#[test]
fn pieces_and_input() {
    let stand = Stand::new("slow", &payload(json!([labelled("m-1", json!([OWNER]))])), 0);
    assert_eq!(verdicts(&stand.search()), ["row"]);
    let stand = Stand::new("read", "", 0);
    let outcome = stand.search();
    assert_eq!(model(&outcome)["entries"][0]["value"]["input"], "");
}

/// CF-031, CF-060, CF-065: a hostile host gets neither past the caps nor above the ceiling.
#[test]
fn a_hostile_host() {
    let rows = [
        // Above the ceiling, in spellings that might be taken for below.
        json!({ "t": "CANARY", "ifc": { "confidentiality": [WORK] } }),
        json!({ "t": "CANARY", "ifc": { "confidentiality": [OWNER, WORK] } }),
        json!({ "t": "CANARY", "ifc": { "confidentiality": [[OWNER]] } }),
        json!({ "t": "CANARY", "ifc": { "confidentiality": [{ "anyOf": [{ "anyOf": [OWNER] }] }] } }),
        json!({ "t": "CANARY", "ifc": { "confidentiality": [{ "anyOf": [] }] } }),
        json!({ "t": "CANARY", "ifc": { "confidentiality": ["cfc:label-read-failed"] } }),
        json!({ "t": "CANARY", "ifc": { "confidentiality": vec![OWNER; 100] } }),
        json!({ "t": "CANARY", "ifc": "" }),
        json!(["CANARY"]),
        json!("CANARY"),
        // Below it, and wide.
        json!({ "k".repeat(100_000): "v".repeat(100_000), "ifc": { "confidentiality": [OWNER] } }),
    ];
    let answer =
        json!({ "ceiling": null, "hits": rows, "ifc": { "confidentiality": [] }, "warnings": ["w".repeat(1_000_000)] });
    let stand = Stand::new("answer", &answer.to_string(), 0);
    let outcome = stand.search();
    assert!(!outcome.artifact.contains("CANARY"));
    assert!(outcome.artifact.chars().count() <= limits::MAX_RESULT_CHARS);
    let result = model(&outcome);
    assert_eq!((&result["admitted"], &result["withheld"], &result["truncated"]), (&json!(1), &json!(10), &json!(true)));
    assert_eq!(result["entries"][10]["value"], json!({ "k".repeat(200): "v".repeat(4_000) }));
    // An object that gives its label twice has no label that counts.
    let twice = r#"{"hits":[{"t":"CANARY","ifc":{"confidentiality":["work"]},"ifc":{"confidentiality":[]}}]}"#;
    assert_eq!(code(&Stand::new("answer", twice, 0).search()), "command_failed");
}
