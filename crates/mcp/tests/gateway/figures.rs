//! What a task costs with the gateway and without it, printed for `docs/performance.md`.
//!
//! ```console
//! $ cargo xtask interop    # installs the servers and writes target/interop/servers.json
//! $ TOOLSIFT_SERVERS=target/interop/servers.json cargo test -p toolsift-mcp --test gateway figures -- --ignored --nocapture
//! ```
//!
//! The model is a script, which makes no mistake; servers, gateway and calls are real.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{CallToolRequestParams, CallToolResult};
use rmcp::service::{ClientLifecycleMode, RoleClient, RunningService, ServiceExt};
use serde_json::{Map, Value, json};
use toolsift_mcp::{Config, Gateway};

use crate::common::ready;
use crate::protocol::{call, piped, text};

fn tokens(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len()
}

/// A tool as it stands on a request: name, description and schema.
fn on_a_request(tool: &Value) -> String {
    json!({ "name": tool["name"], "description": tool["description"], "inputSchema": tool["inputSchema"] }).to_string()
}

fn on_every_request(tools: impl IntoIterator<Item = Value>) -> usize {
    tools.into_iter().map(|tool| tokens(&on_a_request(&tool))).sum()
}

/// The list of the gateway, which is on every request, stays below a thousand tokens.
#[tokio::test]
async fn the_fixed_list_is_short() {
    let gateway = ready(&[], json!({})).await;
    let list = on_every_request(gateway.tools().iter().map(|tool| json!(tool)));
    assert!((200..600).contains(&list), "{list}");
}

/// A conversation, and what the model reads and writes of it. Every request has the tools and all messages before it.
#[derive(Default)]
struct Conversation {
    tools: usize,
    messages: usize,
    requests: usize,
    read: usize,
    written: usize,
}

impl Conversation {
    fn begin(tools: usize, sentence: &str) -> Self {
        Self { tools, messages: tokens(sentence), ..Self::default() }
    }

    /// A request whose answer is a call, and the call's result.
    fn called(&mut self, name: &str, arguments: &Value, result: &str) {
        self.request();
        let call = tokens(&json!({ "name": name, "arguments": arguments }).to_string());
        self.written += call;
        self.messages += call + tokens(result);
    }

    fn request(&mut self) {
        self.requests += 1;
        self.read += self.tools + self.messages;
    }
}

/// What the scripted model does for one need: what it searches for, the server and the tool it calls, and the answer, known by hand.
struct Step {
    query: &'static str,
    server: &'static str,
    tool: &'static str,
    arguments: Value,
    answer: &'static str,
}

impl Step {
    fn check(&self, result: &str) {
        assert!(result.contains(self.answer), "{}: {result}", self.tool);
    }
}

fn all_text(result: &CallToolResult) -> String {
    result.content.iter().filter_map(|block| block.as_text()).map(|text| &*text.text).collect()
}

type Client = RunningService<RoleClient, ()>;

/// A server itself, as a client without a gateway sees it.
async fn connect(entry: &Value) -> (Client, tokio::process::Child) {
    let mut command = tokio::process::Command::new(entry["command"].as_str().unwrap());
    let list = |key: &str| entry[key].as_array().cloned().unwrap_or_default();
    command.args(list("args").iter().map(|arg| arg.as_str().unwrap()));
    let environment = entry["env"].as_object().cloned().unwrap_or_default();
    command.envs(environment.iter().map(|(name, value)| (name, value.as_str().unwrap())));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
    let mut child = command.spawn().unwrap();
    let client = ().serve((child.stdout.take().unwrap(), child.stdin.take().unwrap())).await.unwrap();
    (client, child)
}

/// The task with the tools of all servers on every request; how many tools these are, too.
async fn directly(servers: &Map<String, Value>, sentence: &str, steps: &[Step]) -> (Conversation, usize) {
    let mut clients = BTreeMap::new();
    let mut tools = Vec::new();
    for (name, entry) in servers {
        let connected = connect(entry).await;
        tools.extend(connected.0.list_all_tools().await.unwrap().into_iter().map(|tool| json!(tool)));
        clients.insert(name.as_str(), connected);
    }
    let count = tools.len();
    let mut conversation = Conversation::begin(on_every_request(tools), sentence);
    for step in steps {
        let call = CallToolRequestParams::new(step.tool).with_arguments(step.arguments.as_object().unwrap().clone());
        let text = all_text(&clients[step.server].0.call_tool(call).await.unwrap());
        step.check(&text);
        conversation.called(step.tool, &step.arguments, &text);
    }
    conversation.request();
    (conversation, count)
}

/// The same through the gateway. The model gives the handle wherever it may, which costs most.
async fn through(gateway: &Gateway, sentence: &str, steps: &[Step]) -> Conversation {
    let tools = on_every_request(gateway.tools().iter().map(|tool| json!(tool)));
    let mut conversation = Conversation::begin(tools, sentence);
    let mut handle = None;
    for step in steps {
        let mut ask = async |tool: &str, mut arguments: Value, handle: &Option<Value>| {
            if let Some(handle) = handle {
                arguments["handle"] = handle.clone();
            }
            let text = gateway.ask(tool, arguments.as_object().unwrap()).await.unwrap().text();
            conversation.called(tool, &arguments, &text);
            text
        };
        let id = format!("{}__{}", step.server, step.tool);
        let page: Value =
            serde_json::from_str(&ask("search_tools", json!({ "query": step.query }), &handle).await).unwrap();
        assert!(page["tools"].as_array().unwrap().iter().any(|tool| tool["id"] == *id), "{page}");
        handle = Some(page["handle"].clone());
        let described = ask("describe_tools", json!({ "ids": [id] }), &handle).await;
        assert!(described.contains("inputSchema"), "{described}");
        step.check(&ask("call_tool", json!({ "id": id, "arguments": step.arguments }), &handle).await);
    }
    conversation.request();
    conversation
}

/// The same in mode growing: what a search finds is on every request behind it, and is called by its name.
async fn growing(gateway: &Arc<Gateway>, sentence: &str, steps: &[Step]) -> Conversation {
    let (client, _) = piped(gateway, ClientLifecycleMode::Initialize).await;
    let listed = async || on_every_request(client.list_all_tools().await.unwrap().into_iter().map(|tool| json!(tool)));
    let mut conversation = Conversation::begin(listed().await, sentence);
    for step in steps {
        let query = json!({ "query": step.query });
        let page = call(client.peer(), "search_tools", query.clone()).await;
        let id = format!("{}__{}", step.server, step.tool);
        assert!(text(&page)["tools"].as_array().unwrap().iter().any(|tool| tool["name"] == *id), "{page:?}");
        conversation.called("search_tools", &query, &text(&page).to_string());
        conversation.tools = listed().await;
        let params = CallToolRequestParams::new(id.clone()).with_arguments(step.arguments.as_object().unwrap().clone());
        let result = all_text(&client.call_tool(params).await.unwrap());
        step.check(&result);
        conversation.called(&id, &step.arguments, &result);
    }
    conversation.request();
    conversation
}

/// Tasks done to their end, in three ways, with the tokens of all their requests and calls.
#[tokio::test]
#[ignore = "it needs the servers of `cargo xtask interop`"]
async fn tokens_of_a_task() {
    let Some(file) = std::env::var_os("TOOLSIFT_SERVERS") else { return };
    let all: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let note = format!("{}/note.txt", all["mcpServers"]["files"]["args"][0].as_str().unwrap());
    let time = || Step {
        query: "convert a time between timezones",
        server: "time",
        tool: "convert_time",
        arguments: json!({ "source_timezone": "Asia/Tokyo", "time": "12:00", "target_timezone": "UTC" }),
        // Tokyo is nine hours ahead, all year.
        answer: "T03:00:00+00:00",
    };
    let memory = Step {
        query: "read the knowledge graph",
        server: "memory",
        tool: "read_graph",
        arguments: json!({}),
        answer: "it is lit",
    };
    let file = || Step {
        query: "read a text file",
        server: "files",
        tool: "read_text_file",
        arguments: json!({ "path": note }),
        answer: "a line",
    };
    let divisor = Step {
        query: "greatest common divisor",
        server: "sympy",
        tool: "sympy_gcd",
        arguments: json!({ "a": "84", "b": "36" }),
        answer: "12",
    };
    let five = &["everything", "files", "memory", "git", "time"][..];
    let six = &["everything", "files", "memory", "git", "time", "sympy"][..];
    let when = "When it is noon in Tokyo, what time is it in UTC?";
    let three =
        "What stands in note.txt, when is noon in Tokyo in UTC, and what is the greatest common divisor of 84 and 36?";
    for (only, sentence, steps) in [
        (&["time"][..], when, vec![time()]),
        (&["memory"], "What do you remember?", vec![memory]),
        (&["files"], "What stands in note.txt?", vec![file()]),
        (five, when, vec![time()]),
        (five, "What stands in note.txt, and when is noon in Tokyo in UTC?", vec![file(), time()]),
        (six, when, vec![time()]),
        (six, three, vec![file(), time(), divisor]),
    ] {
        let mut text = all.clone();
        for part in ["/mcpServers", "/toolsift/servers"] {
            text.pointer_mut(part).unwrap().as_object_mut().unwrap().retain(|name, _| only.contains(&name.as_str()));
        }
        let (alone, count) = directly(text["mcpServers"].as_object().unwrap(), sentence, &steps).await;
        let start = async |mode: &str| {
            let mut text = text.clone();
            text["toolsift"]["mode"] = json!(mode);
            let config = Config::parse(text.to_string().as_bytes(), "servers.json", Path::new("."), &|_| None).unwrap();
            let gateway = Gateway::start(config).unwrap();
            gateway.settled(Duration::from_secs(120)).await;
            gateway
        };
        let fixed = through(&*start("fixed").await, sentence, &steps).await;
        let grown = growing(&start("growing").await, sentence, &steps).await;
        let told = |way: &Conversation| format!("{} | {} | {}", way.requests, way.read, way.written);
        let with = |way: &Conversation| format!("{} | {:.2}", told(way), way.read as f64 / alone.read as f64);
        let (steps, only) = (steps.len(), only.join(", "));
        println!("| {only} | {count} | {steps} | {} | {} | {} |", told(&alone), with(&fixed), with(&grown));
    }
}
