//! Files of MCP servers, and that no secret comes out of them.

#![cfg(test)]

use proptest::prelude::*;
use toolsift_catalog::{Server, Transport, parse_servers};

fn servers(source: &str) -> Vec<Server> {
    parse_servers(source.as_bytes(), "s").unwrap()
}

#[test]
fn both_shapes_are_read_in_the_order_of_names() {
    let claude = r#"{ "mcpServers": {
        "web": { "type": "http", "url": "https://mcp.example.test/v1", "headers": { "X-Key": "v", "Authorization": "v" } },
        "files": { "command": "npx", "args": ["-y", "files"], "env": { "B": "v", "A": "v" }, "disabled": true, "cwd": 7 }
    }, "theme": "dark" }"#;
    let vs_code = "// My servers.\n{ \"inputs\": [{ \"id\": \"key\" }], /* two\nlines */ \"servers\": {\n\
        \"web\": { \"type\": \"http\", \"url\": \"https://mcp.example.test/v1\", \"headers\": { \"X-Key\": \"${input:key}\", \"Authorization\": 1, }, },\n\
        \"files\": { \"type\": \"stdio\", \"command\": \"npx\", \"args\": [\"-y\", \"files\",], \"env\": { \"A\": null, \"B\": \"v\" }, \"disabled\": true },\n\
        }, }";
    for source in [claude, vs_code] {
        let servers = servers(source);
        assert_eq!(servers.iter().map(|server| server.name.as_str()).collect::<Vec<_>>(), ["files", "web"]);
        assert_eq!(servers.iter().map(|server| server.disabled).collect::<Vec<_>>(), [true, false]);
        let Transport::Stdio { command, args, env_keys } = &servers[0].transport else { panic!("{servers:?}") };
        assert_eq!(
            (command.as_str(), &args[..], &env_keys[..]),
            ("npx", &["-y".into(), "files".into()][..], &["A".into(), "B".into()][..])
        );
        let Transport::Http { url, header_keys } = &servers[1].transport else { panic!("{servers:?}") };
        assert_eq!(
            (url.as_str(), &header_keys[..]),
            ("https://mcp.example.test/v1", &["Authorization".into(), "X-Key".into()][..])
        );
    }
    assert!(servers("{\"mcpServers\":{}}").is_empty());
    let plain = servers(
        "\u{FEFF}{\"mcpServers\":{\"a\":{\"command\":\"c\",\"args\":null,\"env\":null,\"url\":null,\"disabled\":null}}}",
    );
    assert!(!plain[0].disabled);
    assert!(
        matches!(&plain[0].transport, Transport::Stdio { args, env_keys, .. } if args.is_empty() && env_keys.is_empty())
    );
}

/// A comment or a comma inside a string is text.
#[test]
fn strings_are_respected() {
    let servers = servers(r#"{"servers":{"a":{"command":"c","args":["https://x","/* no */",",]","\"//",],}}}"#);
    assert!(
        matches!(&servers[0].transport, Transport::Stdio { args, .. } if args == &["https://x", "/* no */", ",]", "\"//"])
    );
}

#[test]
fn debug_shows_no_secret() {
    let servers = servers(
        r#"{"servers":{"a":{"command":"env TOKEN=SECRET x","args":["--key=SECRET"],"env":{"TOKEN":"SECRET"}},
        "b":{"url":"https://me:SECRET@x.test/SECRET?key=SECRET","headers":{"Authorization":"Bearer SECRET"}}}}"#,
    );
    assert_eq!(
        format!("{servers:?}"),
        r#"[Server { name: "a", transport: Stdio { env_keys: ["TOKEN"], .. }, disabled: false }, Server { name: "b", transport: Http { header_keys: ["Authorization"], .. }, disabled: false }]"#
    );
}

#[test]
fn refusals() {
    let deep = format!("{{\"servers\":{}{}}}", "[".repeat(5_000), "]".repeat(5_000));
    let long = format!("{{\"servers\":{{\"{}\":{{}}}}}}", "n".repeat(513));
    for (source, message) in [
        ("", "s line 1: not valid JSON at column 0: EOF while parsing a value"),
        ("[]", "s line 1: expected an object with `mcpServers` or `servers`"),
        ("\n{\"SECRET\":{}}", "s line 2: expected an object with `mcpServers` or `servers`"),
        ("{\"servers\":{},\"mcpServers\":{}}", "s line 1: expected one of `mcpServers` and `servers`, and once"),
        ("{\"servers\":{},\"servers\":{}}", "s line 1: expected one of `mcpServers` and `servers`, and once"),
        ("{\"servers\":\n[\"SECRET\"]}", "s line 2: expected servers to be an object by their names"),
        (&deep, "s line 1: expected servers to be an object by their names"),
        ("{\"servers\":{\"\\ud800\":{}}}", "s line 1: expected servers to be an object by their names"),
        ("{\"servers\":{\"\":{}}}", "s line 1: field `servers`: an id must not be empty"),
        (&long, "s line 1: field `servers`: an id has 513 characters, 512 are allowed"),
        ("{\"servers\":{\n\"a\":\"SECRET\"}}", "s line 2: expected a server, which is an object"),
        ("{\"servers\":{\n\"a\":{}}}", "s line 2: server \"a\": field `command`: missing, and so is `url`"),
        (
            "{\"servers\":{\"a\":{\"command\":\"SECRET\",\"url\":\"SECRET\"}}}",
            "s line 1: server \"a\": field `url`: must not stand beside `command`",
        ),
        (
            "{\"servers\":{\"a\":{\"command\":[\"SECRET\"]}}}",
            "s line 1: server \"a\": field `command`: must be a valid string",
        ),
        (
            "{\"servers\":{\"a\":{\"command\":\"x\",\"command\":\"SECRET\"}}}",
            "s line 1: server \"a\": field `command`: given twice",
        ),
        (
            "{\"servers\":{\"a\":{\"command\":\"x\",\"args\":\"SECRET\"}}}",
            "s line 1: server \"a\": field `args`: must be a list of valid strings",
        ),
        (
            "{\"servers\":{\"a\":{\"command\":\"x\",\"args\":[7]}}}",
            "s line 1: server \"a\": field `args`: must be a list of valid strings",
        ),
        (
            "{\"servers\":{\"a\":{\"command\":\"x\",\"env\":[\"SECRET\"]}}}",
            "s line 1: server \"a\": field `env`: must be an object",
        ),
        ("{\"servers\":{\"a\":{\"url\":7}}}", "s line 1: server \"a\": field `url`: must be a valid string"),
        (
            "{\"servers\":{\"a\":{\"url\":\"x\",\"headers\":\"SECRET\"}}}",
            "s line 1: server \"a\": field `headers`: must be an object",
        ),
        (
            "{\"servers\":{\"a\":{\"url\":\"x\",\"disabled\":\"SECRET\"}}}",
            "s line 1: server \"a\": field `disabled`: must be `true` or `false`",
        ),
        (
            "{\"servers\":{\"a\":{\"url\":\"SECRET\"},\n\"a\":{\"url\":\"x\"}}}",
            "the server \"a\" stands in s line 1 and in s line 2",
        ),
        ("{\"servers\":{}} SECRET", "s line 1: not valid JSON at column 16: trailing characters"),
        ("{\"servers\":{,}}", "s line 1: not valid JSON at column 13: key must be a string"),
        ("// x\n{} /* SECRET", "s line 2: not valid JSON at column 4: a comment without an end"),
        ("/* x\n*/ {\"servers\": SECRET}", "s line 2: not valid JSON at column 16: expected value"),
    ] {
        let error = parse_servers(source.as_bytes(), "s").unwrap_err();
        assert_eq!(error.to_string(), message, "{source:.60}");
        assert!(!format!("{error:?}").contains("SECRET"), "{error:?}");
    }
    assert_eq!(parse_servers(b"{\n\xff}", "s").unwrap_err().to_string(), "s line 2: not valid UTF-8");
    assert!(parse_servers(b"{\"servers\":{\"a\0b\":{}}}", "s").is_err());
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..256)) {
        let _ = parse_servers(&bytes, "s");
    }

    #[test]
    fn no_pieces_panic(pieces in proptest::collection::vec(proptest::sample::select(vec![
        "{", "}", "[", "]", ",", ":", "\"servers\"", "\"mcpServers\"", "\"a\"", "\"command\"", "\"url\"", "\"é", "\\\"", "//", "/*", "*/", "\n", " ", "null",
    ]), 0..32)) {
        let _ = parse_servers(pieces.concat().as_bytes(), "s");
    }
}
