//! The commands that speak MCP. The servers behind the gateway are gateways themselves.
#![cfg(test)]
#![cfg(feature = "gateway")]

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

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

/// Live servers are ranked as their configuration says, unless the command line says otherwise; with skills among them, too.
#[test]
fn the_ranking_of_live_servers() {
    let temp = Temp::new();
    let mut file: Value = serde_json::from_slice(&std::fs::read(config(&temp, false)).unwrap()).unwrap();
    file["mcpServers"]["copy"] = file["mcpServers"]["inner"].clone();
    file["toolsift"]["ranking"] = json!("guarded");
    let file = temp.file("guarded.json", file.to_string());
    let folder = temp.0.path().join("skills/copying");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("SKILL.md"), "---\nname: copying\ndescription: Makes another.\n---\n").unwrap();
    let skills = temp.0.path().join("skills").display().to_string();
    for (more, first) in [
        (&[][..], "inner__search_tools"),
        (&["--ranking", "plain"], "copy__search_tools"),
        (&["--ranking", "guarded"], "inner__search_tools"),
        (&["--skills", &skills], "inner__search_tools"),
    ] {
        let arguments = [&["search", "search tools of the copy", "--json", "--config", &file], more].concat();
        let hits = json_of(&arguments);
        assert_eq!(hits["hits"][0]["id"], first, "{more:?} {hits}");
    }
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
struct Served {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    id: u64,
}

impl Served {
    /// A gateway to which the client has introduced itself.
    fn start(file: &str) -> Self {
        Self::of(Command::new(PROGRAM).args(["serve", "--config", file]))
    }

    fn of(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut served = Self { child, input, output, id: 0 };
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
        let hello = served.ask("initialize", hello).unwrap();
        assert_eq!(hello["serverInfo"]["name"], "toolsift");
        served.say(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        served
    }

    fn say(&mut self, message: Value) {
        // One that is gone reads nothing; what it does not answer shows that.
        let _ = writeln!(self.input, "{message}");
    }

    /// The result of a request; nothing, where the gateway is gone. What it says unasked is passed over.
    fn ask(&mut self, method: &str, params: Value) -> Option<Value> {
        self.id += 1;
        self.say(json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params }));
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            let message: Value = serde_json::from_str(&line).ok()?;
            if message["id"] == self.id {
                return Some(message["result"].clone());
            }
        }
    }

    fn call(&mut self, name: &str, arguments: Value) -> Option<Value> {
        let result = self.ask("tools/call", json!({ "name": name, "arguments": arguments }))?;
        Some(result["structuredContent"].clone())
    }
}

#[test]
fn serve_on_a_pipe_and_replay() {
    let temp = Temp::new();
    let records = temp.0.path().join("records");
    let file = temp.file("empty.json", json!({ "mcpServers": {}, "toolsift": { "records": records } }).to_string());
    let mut served = Served::start(&file);
    let list = served.ask("tools/list", json!({})).unwrap();
    assert_eq!(list["tools"].as_array().map(Vec::len), Some(3));
    let page = served.call("search_tools", json!({ "query": "anything" })).unwrap();
    let handle = page["handle"].as_str().unwrap().to_owned();
    let Served { mut child, input, .. } = served;
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

/// A gateway that is killed with searches under way leaves a record that replays, in either mode: all that the client has read is in it.
#[test]
#[cfg(unix)]
fn a_killed_gateway_replays() {
    for mode in ["fixed", "growing"] {
        let temp = Temp::new();
        let records = temp.0.path().join("records");
        let file: Value = serde_json::from_slice(&std::fs::read(config(&temp, false)).unwrap()).unwrap();
        let own = json!({ "mode": mode, "records": records, "servers": { "inner": { "vouch": true } } });
        let file = json!({ "mcpServers": file["mcpServers"], "toolsift": own }).to_string();
        let mut served = Served::start(&temp.file("recorded.json", file));
        served.ask("tools/list", json!({})).unwrap();
        let killer = format!("sleep 0.7; kill -9 {}", served.child.id());
        let mut killer = Command::new("sh").args(["-c", &killer]).spawn().unwrap();
        let mut read = Vec::new();
        let mut arguments = json!({ "query": "finds tools" });
        while let Some(page) = served.call("search_tools", arguments.clone()) {
            if mode == "fixed" && read.is_empty() {
                arguments["handle"] = page["handle"].clone();
            }
            read.push(page);
        }
        killer.wait().unwrap();
        assert!(!served.child.wait().unwrap().success() && !read.is_empty());
        let mut folders = std::fs::read_dir(&records).unwrap().map(|entry| entry.unwrap().path());
        let folder = folders.find(|folder| folder.join("turns.jsonl").is_file()).unwrap().display().to_string();
        let Run(code, out, err) = toolsift(&["replay", &folder]);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        let replayed = json_of(&["replay", "--json", &folder]);
        let turns = replayed["turns"].as_array().unwrap();
        // The kill may fall behind a decision that nobody read.
        assert!((read.len()..=read.len() + 1).contains(&turns.len()), "{} {}", read.len(), turns.len());
        for (turn, page) in turns.iter().zip(&read) {
            match turn["result"].as_str() {
                Some(result) => assert_eq!(serde_json::from_str::<Value>(result).unwrap(), *page),
                None => assert_eq!(turn["refused"], page["error"]["code"]),
            }
        }
    }
}

/// A line that finds no room is taken back: what is asked is refused, and a shorter one behind it is written and replayed.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_whole_lines() {
    let temp = Temp::new();
    let records = temp.0.path().join("records");
    let file = temp.file("full.json", json!({ "mcpServers": {}, "toolsift": { "records": records } }).to_string());
    // No file may be longer than 8 or 16 KiB, as the shell counts, and who writes more is told so.
    let command = format!("trap '' XFSZ; ulimit -f 16; exec {PROGRAM} serve --config {file}");
    let mut served = Served::of(Command::new("sh").args(["-c", &command]));
    let handle = served.call("search_tools", json!({ "query": "anything" })).unwrap()["handle"].clone();
    let mut describe = |id: String| {
        let described = served.call("describe_tools", json!({ "ids": [id], "handle": handle })).unwrap();
        described["error"]["code"].as_str().map(str::to_owned)
    };
    let long = (0..20).take_while(|_| describe("x".repeat(1_500)).is_none()).count();
    assert!((4..12).contains(&long), "{long}");
    assert_eq!(describe("x".repeat(1_500)).as_deref(), Some("record_unavailable"));
    assert_eq!(describe("x".to_owned()), None);
    let folder = records.join(handle.as_str().unwrap()).display().to_string();
    let replayed = json_of(&["replay", "--json", &folder]);
    assert_eq!(replayed["turns"].as_array().map(Vec::len), Some(1 + long + 1), "{replayed}");
    assert_eq!(replayed["divergences"], json!([]));
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
