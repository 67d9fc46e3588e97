//! What a configuration may say, and where it ends.

use std::path::Path;

use serde_json::{Map, Value, json};
use toolsift_mcp::{Config, LIMIT_RANGES, MAX_CONFIG_BYTES, MAX_SERVER_NAME_CHARS, MAX_SERVERS, VouchRule};

fn parse(file: &Value) -> Result<Config, String> {
    Config::parse(file.to_string().as_bytes(), "c", Path::new("."), &|_| None).map_err(|error| error.to_string())
}

fn own(own: Value) -> Result<Config, String> {
    parse(&json!({ "mcpServers": { "a": { "command": "x" } }, "toolsift": own }))
}

/// Every limit takes the least and the highest value of its range, and nothing beyond.
#[test]
fn limits_have_ranges() {
    for (name, least, most) in LIMIT_RANGES {
        for (value, is_in) in [(least, true), (most, true), (least - 1, false), (most + 1, false)] {
            let parsed = own(json!({ "limits": { name: value } }));
            match is_in {
                true => assert!(parsed.is_ok(), "{name} {value}"),
                false => assert_eq!(
                    parsed.unwrap_err(),
                    format!("c: field `toolsift.limits.{name}` must be from {least} to {most}")
                ),
            }
        }
    }
}

/// What else has a bound or a form, at its edge and beyond; no error quotes a value.
#[test]
fn fields_have_bounds() {
    let digest = "0123456789abcdef".repeat(4);
    let vouch = |digest: &str| json!({ "servers": { "a": { "vouch": { "t": digest } } } });
    let seconds = |seconds: u64| json!({ "servers": { "a": { "callSeconds": seconds } } });
    let none = "c: server \"a\": field `vouch` has no SHA-256 for \"t\": 64 lower-case hexadecimal digits";
    let range = "c: field `toolsift.servers.a.callSeconds` must be from 1 to 86400";
    for (wrote, problem) in [
        (vouch(&digest), None),
        (vouch(digest.strip_prefix('0').unwrap()), Some(none)),
        (vouch(&format!("{digest}0")), Some(none)),
        (vouch(&digest.to_uppercase()), Some(none)),
        (vouch(&digest.replace('f', "g")), Some(none)),
        (seconds(1), None),
        (seconds(86_400), None),
        (seconds(0), Some(range)),
        (seconds(86_401), Some(range)),
        (json!({ "description": "é".repeat(900) }), None),
        (
            json!({ "description": "é".repeat(901) }),
            Some("c: field `toolsift.description` has 901 characters; the limit is 900"),
        ),
        (json!({ "mode": "shrinking" }), Some("c: field `toolsift.mode` is not what it must be")),
        (json!([]), Some("c: field `toolsift` must be an object")),
        (json!({ "http": ["token"] }), Some("c: field `toolsift.http` must be an object")),
        (json!({ "limits": [] }), Some("c: field `toolsift.limits` must be an object")),
        (json!({ "servers": { "a": [] } }), Some("c: field `toolsift.servers.a` must be an object")),
        (
            json!({ "servers": { "a": { "tools": { "t": [["tag"]] } } } }),
            Some("c: field `toolsift.servers.a.tools.t` must be an object"),
        ),
    ] {
        assert_eq!(own(wrote.clone()).err().as_deref(), problem, "{wrote}");
    }
}

#[test]
fn servers_have_bounds() {
    let servers = |count: usize| {
        let servers: Map<String, Value> = (0..count).map(|n| (format!("s{n}"), json!({ "command": "x" }))).collect();
        parse(&json!({ "mcpServers": servers })).map(|config| config.servers.len())
    };
    assert_eq!(servers(MAX_SERVERS), Ok(MAX_SERVERS));
    assert_eq!(servers(MAX_SERVERS + 1), Err("c: field `mcpServers` has more than 256 servers".to_owned()));
    let named = |chars: usize| parse(&json!({ "servers": { "é".repeat(chars): { "command": "x" } } }));
    assert!(named(MAX_SERVER_NAME_CHARS).is_ok());
    assert_eq!(
        named(MAX_SERVER_NAME_CHARS + 1).unwrap_err(),
        "c: field `mcpServers` names a server with more than 64 characters"
    );
    let entry = |entry: Value| parse(&json!({ "mcpServers": { "a": entry } })).map(drop);
    for (wrote, field) in [
        (json!({ "type": "sse", "url": "https://x" }), "type"),
        (json!({ "url": "ftp://x" }), "url"),
        (json!({ "url": "https://x", "headers": { "a b": "c" } }), "headers"),
        (json!({ "url": "https://x", "headers": { "a": "c\nd" } }), "headers"),
    ] {
        let error = entry(wrote.clone()).unwrap_err();
        assert!(error.starts_with(&format!("c: server \"a\": field `{field}` ")), "{error}");
    }
    assert!(entry(json!({ "url": "http://x", "headers": { "a": "c" } })).is_ok());
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("c");
    let load = |bytes: usize| {
        let servers = r#"{"mcpServers":{}}"#;
        std::fs::write(&path, format!("{}{servers}", " ".repeat(bytes - servers.len()))).unwrap();
        Config::load(&path, &|_| None).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(load(MAX_CONFIG_BYTES), Ok(()));
    let error = load(MAX_CONFIG_BYTES + 1).unwrap_err();
    assert!(error.ends_with(": field `(file)` has more than 1048576 bytes"), "{error}");
}

/// What the operator's word covers: nothing without one, everything, or tools with or without a digest. A tool with `false` is not among them.
#[test]
fn words_for_servers() {
    let digest = "0123456789abcdef".repeat(4);
    let rule = |word: Value| own(json!({ "servers": { "a": { "vouch": word } } })).unwrap().servers[0].vouch.clone();
    assert_eq!(own(json!({})).unwrap().servers[0].vouch, VouchRule::Nothing);
    assert_eq!(rule(json!(false)), VouchRule::Nothing);
    assert_eq!(rule(json!(true)), VouchRule::Everything);
    let VouchRule::Tools(tools) = rule(json!({ "x": true, "y": digest, "z": false })) else { panic!() };
    assert_eq!(tools.into_iter().collect::<Vec<_>>(), [("x".to_owned(), None), ("y".to_owned(), Some(digest))]);
}
