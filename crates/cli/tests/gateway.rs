//! The commands that speak MCP. The servers behind the gateway are gateways themselves.
#![cfg(feature = "gateway")]

#[cfg(test)]
mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use common::{Run, Temp, json_of, toolsift};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_toolsift");

/// A configuration with one server, which is this program, and one that cannot be started.
fn config(temp: &Temp, with_broken: bool) -> String {
    let inner = temp.file("inner.json", r#"{ "mcpServers": {} }"#);
    let mut servers = serde_json::Map::new();
    let args = json!(["serve", "--config", inner]);
    let inner = json!({ "command": PROGRAM, "args": args, "env": { "X": "${X:-sesame-open-9}" } });
    servers.insert("inner".to_owned(), inner);
    if with_broken {
        let gone = json!({ "command": "/no/such/program", "args": ["sesame-open-9"] });
        servers.insert("gone".to_owned(), gone);
    }
    let own = json!({ "servers": { "inner": { "vouch": true, "tools": { "call_tool": { "aliases": ["run something"] } } } } });
    temp.file(".mcp.json", json!({ "mcpServers": servers, "toolsift": own }).to_string())
}

#[test]
fn doctor_says_what_to_mend() {
    let temp = Temp::new();
    let well = config(&temp, false);
    let Run(code, out, err) = toolsift(&["doctor", "--config", &well]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("inner   ready  2026-07-28      3        3") && out.ends_with("nothing to mend\n"), "{out}");
    let broken = config(&temp, true);
    let Run(code, out, err) = toolsift(&["doctor", "--config", &broken]);
    assert_eq!(code, 1);
    assert!(out.contains("mend gone: not_started") && out.contains("check `command`"), "{out}");
    assert!(!format!("{out}{err}").contains("sesame"));
    let servers = json_of(&["doctor", "--json", "--config", &broken]);
    assert_eq!(servers[0]["fault"]["code"], "not_started");
    assert_eq!(servers[1]["tools"][0]["id"], "inner__call_tool");
    assert_eq!(servers[1]["tools"][0]["sha256"].as_str().map(str::len), Some(64));
}

#[test]
fn search_over_live_servers() {
    let temp = Temp::new();
    let config = config(&temp, true);
    let Run(code, out, err) = toolsift(&["search", "run something", "--config", &config]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("inner__call_tool") && err.contains("server gone: not_started"), "{out} {err}");
    let hits = json_of(&["search", "shows the schemas of arguments", "--json", "--config", &config]);
    assert_eq!(hits["hits"][0]["id"], "inner__describe_tools");
}

/// What is saved is what was listed, and is a catalogue like any other.
#[test]
fn pull_saves_what_is_listed() {
    let temp = Temp::new();
    let (file, out) = (config(&temp, false), temp.0.path().join("lists").display().to_string());
    let saved = json_of(&["catalog", "pull", "--json", "--config", &file, "--out", &out]);
    assert_eq!(saved, json!([{ "server": "inner", "file": format!("{out}/inner.json"), "tools": 3 }]));
    let hits = json_of(&["search", "call tool", "--json", "--catalog", &out]);
    assert_eq!(hits["hits"][0]["id"], "call_tool");
    let file = config(&temp, true);
    let Run(code, ..) = toolsift(&["catalog", "pull", "--config", &file, "--out", &out]);
    assert_eq!(code, 1, "a server is missing");
}

/// A client that knows nothing but the older wire, on a pipe, with lines written by hand.
#[test]
fn serve_on_a_pipe_and_replay() {
    let temp = Temp::new();
    let records = temp.0.path().join("records");
    let file = temp.file("empty.json", json!({ "mcpServers": {}, "toolsift": { "records": records } }).to_string());
    let mut child = Command::new(PROGRAM)
        .args(["serve", "--config", &file])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut ask = |message: Value| {
        writeln!(input, "{message}").unwrap();
        let mut line = String::new();
        if !message["id"].is_null() {
            output.read_line(&mut line).unwrap();
        }
        serde_json::from_str::<Value>(&line).unwrap_or_default()
    };
    let hello =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let hello = ask(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello }));
    assert_eq!(hello["result"]["serverInfo"]["name"], "toolsift");
    ask(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let list = ask(json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }));
    assert_eq!(list["result"]["tools"].as_array().map(Vec::len), Some(3));
    let call = json!({ "name": "search_tools", "arguments": { "query": "anything" } });
    let page = ask(json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": call }));
    let handle = page["result"]["structuredContent"]["handle"].as_str().unwrap().to_owned();
    drop(input);
    assert!(child.wait().unwrap().success());
    let folder = records.join(&handle).display().to_string();
    let Run(code, out, err) = toolsift(&["replay", &folder]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        out.contains("turn 0 search_tools {\"query\":\"anything\"}") && out.ends_with("record and definitions agree\n"),
        "{out}"
    );
    assert_eq!(json_of(&["replay", "--json", &folder])["handle"], handle);
}

#[test]
fn wrong_configurations_name_the_field() {
    let temp = Temp::new();
    for (own, problem) in [
        (json!({ "limits": { "pages": 0 } }), "field `toolsift.limits.pages` must be from 1 to 10000"),
        (json!({ "limit": {} }), "field `toolsift.limit` has no key `limit`"),
        (
            json!({ "servers": { "other": {} } }),
            "server \"other\": field `toolsift.servers` names a server that the file does not have",
        ),
        (json!({ "servers": { "a": { "vouch": { "t": "sesame" } } } }), "has no SHA-256 for \"t\""),
        (
            json!({ "http": { "token": "${NO_SUCH_VARIABLE_9}" } }),
            "needs the environment variable NO_SUCH_VARIABLE_9, which is not set",
        ),
    ] {
        let file = json!({ "mcpServers": { "a": { "command": "x" } }, "toolsift": own }).to_string();
        let Run(code, _, err) = toolsift(&["doctor", "--config", &temp.file("c.json", file)]);
        assert!(code == 2 && err.contains(problem) && !err.contains("sesame"), "{err}");
    }
    let wide = temp.file("d.json", r#"{ "mcpServers": {} }"#);
    let Run(code, _, err) = toolsift(&["serve", "--config", &wide, "--http", "0.0.0.0:0"]);
    assert!(code == 2 && err.contains("not a loopback address"), "{err}");
}
