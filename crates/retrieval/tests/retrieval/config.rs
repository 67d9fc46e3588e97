//! What an operator writes, checked before anything is advertised.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use toolsift_core::ToolId;
use toolsift_retrieval::{
    Cancel, Ceiling, HandleTable, HostCommand, Label, Retrieval, RetrievalConfig, RetrievalError, Transport, limits,
};

use crate::common::*;

fn full() -> Value {
    json!({
        "cliPath": "/opt/loom/bin/loom",
        "cliArgs": ["rows", "serve"],
        "transport": { "kind": "broker", "queuePath": "/private/queue" },
        "readCeilingFile": "/private/ceiling.json",
        "facets": ["work", "family-2"],
    })
}

fn direct() -> Value {
    json!({ "kind": "direct", "instanceDir": "/private/instance", "runId": "run-1", "actor": "agent:a" })
}

fn parse(config: &Value) -> Result<RetrievalConfig, RetrievalError> {
    RetrievalConfig::parse(config.to_string().as_bytes())
}

/// CF-006: both transports, with everything that is optional and with nothing of it.
#[test]
fn what_is_taken() {
    let config = parse(&full()).unwrap();
    assert_eq!(config.cli_path, Path::new("/opt/loom/bin/loom"));
    assert_eq!(config.cli_args, ["rows", "serve"]);
    assert_eq!(config.transport, Transport::Broker { queue_path: "/private/queue".into() });
    assert_eq!(config.read_ceiling_file.as_deref(), Some(Path::new("/private/ceiling.json")));
    let facets: Vec<&str> = config.facets.iter().flatten().map(|facet| facet.as_str()).collect();
    assert_eq!(facets, ["work", "family-2"]);
    let small = parse(&json!({ "cliPath": "/l", "transport": direct() })).unwrap();
    let transport = Transport::Direct {
        instance_dir: "/private/instance".into(),
        run_id: "run-1".into(),
        actor: Some("agent:a".into()),
    };
    assert_eq!(small, RetrievalConfig::new("/l", transport));
    // A host keeps it in a configuration of its own.
    assert_eq!(serde_json::from_value::<RetrievalConfig>(full()).unwrap(), config);
    let error =
        serde_json::from_value::<RetrievalConfig>(json!({ "cliPath": "loom", "transport": direct() })).unwrap_err();
    assert!(error.to_string().starts_with("cliPath: must be an absolute path"), "{error}");
}

/// CF-005, CF-076: what is refused names its field.
#[test]
fn what_is_refused() {
    let set = |pointer: &str, value: Value| {
        let mut config = full();
        if pointer.starts_with("/transport/") && pointer != "/transport/queuePath" && pointer != "/transport/kind" {
            config["transport"] = direct();
        }
        match pointer.rsplit_once('/') {
            Some((parent, name)) => config.pointer_mut(parent).unwrap()[name] = value,
            None => config = value,
        }
        config
    };
    let long = format!("/{}", "a".repeat(5_000));
    for (pointer, value, field) in [
        ("/cliPath", json!("relative/loom"), "cliPath"),
        ("/cliPath", json!(""), "cliPath"),
        ("/cliPath", json!(7), "cliPath"),
        ("/cliPath", json!(null), "cliPath"),
        ("/cliPath", json!("/a\nb"), "cliPath"),
        ("/cliPath", json!("/a\u{0}b"), "cliPath"),
        ("/cliPath", json!(long), "cliPath"),
        ("/cliArgs", json!("rows"), "cliArgs"),
        ("/cliArgs", json!(["rows", 7]), "cliArgs"),
        ("/cliArgs", json!(["a\tb"]), "cliArgs"),
        ("/cliArgs", json!([""]), "cliArgs"),
        ("/cliArgs", json!(vec!["a"; limits::MAX_CLI_ARGS + 1]), "cliArgs"),
        ("/readCeilingFile", json!("relative/ceiling.json"), "readCeilingFile"),
        ("/readCeilingFile", json!(null), "readCeilingFile"),
        ("/facets", json!([]), "facets"),
        ("/facets", json!(["Work Stuff"]), "facets"),
        ("/facets", json!(["-work"]), "facets"),
        ("/facets", json!(["a".repeat(65)]), "facets"),
        ("/facets", json!(null), "facets"),
        ("/transport", json!({ "kind": "unknown" }), "transport.kind"),
        ("/transport", json!({ "queuePath": "/q" }), "transport.kind"),
        ("/transport", json!("broker"), "transport.kind"),
        ("/transport", json!(["broker", "/q"]), "transport.kind"),
        ("/transport", json!({ "kind": "broker" }), "transport.queuePath"),
        ("/transport/queuePath", json!("queue"), "transport.queuePath"),
        ("/transport/queuePath", json!(7), "transport.queuePath"),
        ("/transport/instanceDir", json!("relative"), "transport.instanceDir"),
        ("/transport/runId", json!(" run-1"), "transport.runId"),
        ("/transport/runId", json!("run-1\u{a0}"), "transport.runId"),
        ("/transport/runId", json!("run\u{7f}1"), "transport.runId"),
        ("/transport/runId", json!(""), "transport.runId"),
        ("/transport/runId", json!("r".repeat(129)), "transport.runId"),
        ("/transport/runId", json!(1), "transport.runId"),
        ("/transport/actor", json!(""), "transport.actor"),
        ("/transport/actor", json!(null), "transport.actor"),
        ("/transport/more", json!(1), "transport.more"),
        ("/readCeiling", json!("/a"), "readCeiling"),
        ("/facet", json!(["work"]), "facet"),
    ] {
        let error = parse(&set(pointer, value.clone())).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{field}: ")), "{pointer} {value}: {error}");
    }
    for name in ["cliPath", "transport"] {
        let mut config = full();
        config.as_object_mut().unwrap().remove(name);
        assert_eq!(parse(&config).unwrap_err().to_string(), format!("{name}: is required"));
    }
    for text in ["", "null", "[]", "\"/a\"", "{", r#"{"cliPath":"/a","cliPath":"/b"}"#] {
        assert_eq!(RetrievalConfig::parse(text.as_bytes()), Err(RetrievalError::NotAnObject), "{text}");
    }
    assert!(parse(&set("/transport/runId", json!("é".repeat(128)))).is_ok());
}

/// CF-005: a configuration that a program made is checked where it is opened.
#[test]
fn a_made_configuration_is_checked() {
    let mut config = broker();
    config.cli_path = "loom".into();
    assert!(Retrieval::open("run-1", Some(config.clone()), []).is_err());
    assert!(RetrievalConfig::tools_of(Some(&config), &[]).is_err());
    config = broker();
    config.facets = Some(Vec::new());
    assert!(Retrieval::open("run-1", Some(config), []).is_err());
    for run in ["", "a\nb", &"r".repeat(129)] {
        assert!(Retrieval::open(run, Some(broker()), []).is_err(), "{run:?}");
        assert!(HandleTable::new(run).is_err());
    }
    let clauses = |name: &str| ceiling((0..64).map(|number| json!(format!("{name}{number}"))).collect());
    let error = Retrieval::open("run-1", Some(broker()), [clauses("a"), clauses("b"), clauses("c")]).unwrap_err();
    assert_eq!(error, RetrievalError::CeilingTooLarge { limit: 4_096 });
}

/// CF-003: no path is no configuration; a relative one, or a file that cannot be read, is an error.
#[test]
fn files() {
    assert_eq!(RetrievalConfig::load(None), Ok(None));
    assert!(RetrievalConfig::load(Some(Path::new("relative.json"))).is_err());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("retrieval.json");
    let missing = RetrievalConfig::load(Some(&path)).unwrap_err();
    assert!(matches!(missing, RetrievalError::Unreadable { .. }), "{missing}");
    fs::write(&path, full().to_string()).unwrap();
    assert_eq!(RetrievalConfig::load(Some(&path)), parse(&full()).map(Some));
    fs::write(&path, r#"{"cliPath":"/trusted/loom"}"#).unwrap();
    assert_eq!(RetrievalConfig::load(Some(&path)).unwrap_err().to_string(), "transport: is required");
    assert!(matches!(RetrievalConfig::load(Some(folder.path())), Err(RetrievalError::Unreadable { .. })));
}

/// CF-003, CF-004, CF-050: without a configuration there are no tools, to ask for one by name contradicts itself, and a call is refused.
#[test]
fn no_configuration_is_no_tools() {
    let ids = |names: &[&str]| -> Vec<ToolId> { names.iter().map(|name| ToolId::new(name).unwrap()).collect() };
    assert_eq!(RetrievalConfig::tools_of(None, &ids(&["read_file", "loom"])), Ok(Vec::new()));
    for command in HostCommand::ALL {
        let asked = ids(&["read_file", command.tool_name()]);
        let error = RetrievalConfig::tools_of(None, &asked).unwrap_err();
        assert_eq!(error.to_string(), format!("{}: the tool needs a retrieval configuration", command.tool_name()));
        assert_eq!(RetrievalConfig::tools_of(Some(&broker()), &asked).unwrap().len(), 8);
    }
    let host = Host::new(payload(json!([])), 0);
    let retrieval = Retrieval::open("run-1", None, []).unwrap().with_runner(host.clone());
    assert!(retrieval.tools().is_empty());
    for command in HostCommand::ALL {
        let outcome = retrieval.call(command, &arguments(command), &Label::default(), &Cancel::new());
        assert_eq!(code(&outcome), "not_configured");
    }
    assert_eq!(host.count(), 0);
}

/// CF-001, CF-006, CF-007, CF-030: program, leading arguments and environment are the configuration's, whatever the model passes, and no ceiling is among them.
#[test]
fn what_the_host_is_asked() {
    let asked = |config: RetrievalConfig| {
        let host = Host::new(r#"{ "hits": [] }"#, 0);
        let retrieval = Retrieval::open("run-1", Some(config), [ceiling(json!([OWNER]))])
            .unwrap()
            .with_runner(Arc::clone(&host) as _);
        search(&retrieval, &Label::default());
        let asked = host.asked.lock().unwrap();
        assert_eq!(asked.len(), 1);
        asked[0].clone()
    };
    let request = asked(parse(&json!({ "cliPath": "/opt/loom", "transport": full()["transport"] })).unwrap());
    assert_eq!(
        (request.program.as_path(), request.args.join(" ").as_str()),
        (Path::new("/opt/loom"), "search donuts --json")
    );
    let queue = OsStr::new("/private/queue").to_owned();
    assert_eq!(request.env, [("LOOM_PAGE_RPC_QUEUE", queue.clone()), ("LOOM_SEARCH_BROKER_QUEUE", queue)]);
    let request = asked(
        parse(&json!({ "cliPath": "/opt/toolsift", "cliArgs": ["rows", "serve"], "transport": direct() })).unwrap(),
    );
    assert_eq!(request.args, ["rows", "serve", "search", "donuts", "--json"]);
    assert_eq!(
        request.env,
        [
            ("LOOM_INSTANCE_DIR", OsStr::new("/private/instance").to_owned()),
            ("LOOM_DISPATCH_ID", OsStr::new("run-1").to_owned())
        ]
    );
}

/// CF-001, CF-002: no tool takes an argument that names a program, an instance, a ceiling or a facet, and calls change nothing but what is held.
#[test]
fn nothing_a_model_passes_is_a_rule() {
    let forbidden = [
        "cliPath",
        "cliArgs",
        "transport",
        "queuePath",
        "instanceDir",
        "runId",
        "actor",
        "readCeilingFile",
        "facets",
        "ceiling",
        "label",
        "ifc",
        "rpc-queue",
        "instance",
        "engine",
        "peek",
        "list-sources",
        "person-ref",
        "chat",
    ];
    let retrieval = open(payload(json!([labelled("m-1", json!([HEALTH]))])), [ceiling(json!([OWNER]))]);
    for command in HostCommand::ALL {
        for name in forbidden {
            let mut input = arguments(command);
            input[name] = json!("/tmp/q");
            let outcome = retrieval.call(command, &input, &Label::default(), &Cancel::new());
            assert_eq!(code(&outcome), "invalid_input", "{command:?} {name}");
        }
    }
    let before = format!("{retrieval:?}");
    assert_eq!(verdicts(&search(&retrieval, &Label::default())), ["cfc_ceiling_exceeded"]);
    assert_eq!(format!("{retrieval:?}"), before);
    assert_eq!(retrieval.tools(), broker().tools());
    assert!(Ceiling::public_only() != Ceiling::Unlimited);
}
