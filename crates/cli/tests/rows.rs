//! A store in SQLite as a host's runner meets it: what it prints for each command, and what it says to bad input.

#![cfg(test)]
#![cfg(feature = "rows")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Run, Temp, json_of, toolsift};
use rusqlite::Connection;
use serde_json::{Value, json};

/// Runs a command of the host as its runner does: nothing in the environment but the folder.
fn serve(folder: &Path, args: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolsift"));
    command.env_clear().env("LOOM_INSTANCE_DIR", folder).args(["rows", "serve"]).args(args);
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run(output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A sample store.
fn sample(temp: &Temp) -> PathBuf {
    let folder = temp.0.path().join("store");
    let made = json_of(&["rows", "init", folder.to_str().unwrap(), "--json"]);
    let folder = fs::canonicalize(folder).unwrap();
    for (key, name) in [("store", "rows.db"), ("ceiling", "ceiling.json"), ("host", "host.json")] {
        assert_eq!(made[key], folder.join(name).to_str().unwrap());
    }
    folder
}

/// A store with nothing in it but what the statements insert.
fn store(temp: &Temp, sql: &str) -> PathBuf {
    let folder = sample(temp);
    let connection = Connection::open(folder.join("rows.db")).unwrap();
    let empty = "DELETE FROM hit_person; DELETE FROM hit; DELETE FROM person_key; DELETE FROM person; DELETE FROM page; DELETE FROM event;
                 DELETE FROM state; DELETE FROM profile;";
    connection.execute_batch(&format!("{empty}{sql}")).unwrap();
    folder
}

fn parsed(run: Run) -> Value {
    serde_json::from_str(&run.1).unwrap_or_else(|error| panic!("{error}: {} {}", run.1, run.2))
}

/// The ids of the hits, in their order.
fn hits(folder: &Path, args: &[&str]) -> Vec<String> {
    let run = serve(folder, &[&["search"], args].concat());
    assert_eq!(run.0, 0, "{args:?}: {} {}", run.1, run.2);
    let found = parsed(run);
    let hits = found["hits"].as_array().unwrap().iter();
    hits.map(|hit| hit["id"].as_str().unwrap().to_owned()).collect()
}

const HITS: &str = "
    INSERT INTO hit (id, source, at, title, text, label) VALUES
        ('a', 'mail', 1772323200, 'Berth', 'The pilot comes.', NULL),
        ('b', 'notes', 1772409600, 'Crane', 'At the berth stands a crane.', NULL),
        ('c', 'mail', 1772496000, 'Title', 'Nothing near.', NULL),
        ('d', 'chat', 1772582400, 'Köln', 'Ein Kran AND ein OR.', NULL);
    INSERT INTO person (id, kind, name, live) VALUES
        ('person:x', 'person', 'Xenia', 1), ('person:y', 'person', 'Yann', 1), ('person:y2', 'person', 'Yann', 1), ('person:z', 'person', 'Zoe', 0);
    INSERT INTO person_key (key, person) VALUES ('x@harbourline.example', 'person:x'), ('4940555', 'person:x'), ('handle:z', 'person:z');
    INSERT INTO hit_person (person, hit) VALUES ('person:x', 'b'), ('person:x', 'd');";

/// CF-038, CF-039: every form of every command, as the runner builds it.
#[test]
fn each_command_has_its_payload() {
    let temp = Temp::new();
    let folder = store(
        &temp,
        r##"
        INSERT INTO hit (id, source, at, title, text, label) VALUES ('m', 'mail', 1772323200, 'Berth', 'At six.', '{"confidentiality":["work"]}');
        INSERT INTO person (id, kind, name, note, label) VALUES
            ('person:x', 'person', 'Xenia', 'Pilot.', '{"confidentiality":[]}'), ('group:g', 'group', 'Desk', '', NULL);
        INSERT INTO person_key (key, person) VALUES ('x@harbourline.example', 'person:x'), ('4940555', 'person:x');
        INSERT INTO hit_person (person, hit) VALUES ('person:x', 'm');
        INSERT INTO page (id, kind, title, source, updated, label) VALUES
            ('p', 'project', 'Yard', '# Yard' || char(10) || '## Open ' || char(10) || 'Ä', 1772323200, '{"confidentiality":["owner"]}'),
            ('e', 'entity', 'Crane', '', 0, NULL);
        INSERT INTO event (id, starts, ends, title, place, label) VALUES
            ('1', 1772323200, 1772326800, 'Plan', 'Room 2', NULL), ('2', 1772409600, 1772413200, 'Call', '', '{"confidentiality":["work"]}');
        INSERT INTO state (id, read, since, until, text, label) VALUES
            ('1', 'where', 1772323200, 1772326800, 'Yard', NULL), ('2', 'where', 1772409600, NULL, 'Office', '{"confidentiality":["owner"]}'),
            ('3', 'activity', 1772323200, 1772326800, 'Planning', NULL);
        INSERT INTO profile (only, name, email, zone, label) VALUES (1, 'Maren', 'm@harbourline.example', 'UTC', '{"confidentiality":["owner"]}');"##,
    );
    let hit = json!({ "id": "m", "source": "mail", "at": "2026-03-01T00:00:00Z", "title": "Berth", "text": "At six.", "ifc": { "confidentiality": ["work"] } });
    let found = |query: &str| json!({ "schemaVersion": 1, "query": query, "hits": [hit], "source_status": { "mail": "ok" }, "warnings": [], "truncated": false });
    let yard = json!({ "id": "p", "kind": "project", "title": "Yard", "updated": "2026-03-01T00:00:00Z", "ifc": { "confidentiality": ["owner"] } });
    let crane = json!({ "id": "e", "kind": "entity", "title": "Crane", "updated": "1970-01-01T00:00:00Z" });
    let and = |value: &Value, more: Value| {
        let mut value = value.clone();
        value.as_object_mut().unwrap().append(&mut more.as_object().unwrap().clone());
        value
    };
    let xenia = json!({ "id": "person:x", "kind": "person", "name": "Xenia", "ifc": { "confidentiality": [] } });
    let card = and(&xenia, json!({ "note": "Pilot.", "keys": ["4940555", "x@harbourline.example"], "hits": 1 }));
    let plan = json!({ "id": "1", "starts": "2026-03-01T00:00:00Z", "ends": "2026-03-01T01:00:00Z", "title": "Plan", "place": "Room 2" });
    let call = json!({ "id": "2", "starts": "2026-03-02T00:00:00Z", "ends": "2026-03-02T01:00:00Z", "title": "Call", "place": "", "ifc": { "confidentiality": ["work"] } });
    let at_yard =
        json!({ "read": "where", "since": "2026-03-01T00:00:00Z", "until": "2026-03-01T01:00:00Z", "text": "Yard" });
    let office = json!({ "read": "where", "since": "2026-03-02T00:00:00Z", "until": null, "text": "Office", "ifc": { "confidentiality": ["owner"] } });
    let planning = json!({ "read": "activity", "since": "2026-03-01T00:00:00Z", "until": "2026-03-01T01:00:00Z", "text": "Planning" });
    let maren = json!({ "hasProfile": true, "name": "Maren", "email": "m@harbourline.example", "zone": "UTC", "about": "", "ifc": { "confidentiality": ["owner"] } });
    #[rustfmt::skip]
    let rows: Vec<(&[&str], Value)> = vec![
        (&["search", "berth", "--json"], found("berth")),
        (&["search", "berths", "--json", "--sources", "mail", "--since", "2026-03-01", "--until", "2026-03-01", "--tz", "+00:00", "--person", "x@harbourline.example", "--limit", "1", "--rank", "recency"], found("berths")),
        (&["search", "--json", "--person", "+49 40 555"], found("")),
        (&["page", "discover", "--json", "--concise"], json!({ "pages": [crane, yard], "totalPages": 2 })),
        (&["page", "discover", "--json", "--concise", "--kind", "all", "--limit", "1"], json!({ "pages": [crane], "totalPages": 2 })),
        (&["page", "discover", "--json", "--concise", "--kind", "project"], json!({ "pages": [yard], "totalPages": 1 })),
        (&["page", "discover", "--json", "--concise", "--kind", "projects"], json!({ "pages": [yard], "totalPages": 1 })),
        (&["page", "discover", "--json", "--concise", "--kind", "entity"], json!({ "pages": [crane], "totalPages": 1 })),
        (&["page", "discover", "--json", "--concise", "--kind", "entities"], json!({ "pages": [crane], "totalPages": 1 })),
        (&["page", "inspect", "p", "--json", "--concise"], and(&yard, json!({ "chars": 17, "headings": ["Yard", "Open"] }))),
        (&["page", "read", "p", "--json"], and(&yard, json!({ "source": "# Yard\n## Open \nÄ" }))),
        (&["people", "x@harbourline.example", "--json"], card.clone()),
        (&["people", "X@Harbourline.example", "--json", "--shape", "card"], card.clone()),
        (&["people", "person:x", "--json", "--shape", "summary"], xenia),
        (&["people", "People/Xenia/about.md", "--json"], card.clone()),
        (&["people", "(4940) 555", "--json"], card),
        (&["people", "group:g", "--json", "--shape", "summary"], json!({ "id": "group:g", "kind": "group", "name": "Desk" })),
        (&["calendar", "list", "--json"], json!([plan, call])),
        (&["calendar", "list", "--json", "--all"], json!([plan, call])),
        (&["calendar", "list", "--json", "--from", "2026-03-02"], json!([call])),
        (&["calendar", "list", "--json", "--from", "2026-03-01", "--to", "2026-03-01"], json!([plan])),
        (&["calendar", "list", "--json", "--to", "2026-02-28"], json!([])),
        (&["context", "where", "--json"], office.clone()),
        (&["context", "where", "--json", "--at", "2026-03-01T00:30"], at_yard),
        (&["context", "where", "--json", "--at", "2026-03-09"], office),
        (&["context", "activity", "--json", "--since", "2026-03-01", "--until", "2026-03-02"], planning),
        (&["profile", "--json"], maren.clone()),
        (&["profile", "--json", "--fresh"], maren),
    ];
    for (args, expected) in rows {
        let run = serve(&folder, args);
        assert_eq!((run.0, run.2.as_str()), (0, ""), "{args:?}: {}", run.1);
        assert_eq!(run.1.lines().count(), 1, "{args:?}");
        assert_eq!(parsed(run), expected, "{args:?}");
    }
}

/// What is not found, not clear, or not there is said in the host's words.
#[test]
fn what_has_no_payload() {
    let temp = Temp::new();
    let folder = store(&temp, HITS);
    let refused = |code: &str| format!("{{\"ok\":false,\"code\":\"{code}\"}}\n");
    #[rustfmt::skip]
    let rows: Vec<(&[&str], i32, String)> = vec![
        (&["people", "nobody@harbourline.example", "--json"], 1, String::new()),
        (&["people", "handle:z", "--json"], 1, String::new()),
        (&["people", "People/Yann/about.md", "--json"], 3, String::new()),
        (&["search", "crane", "--json", "--person", "Yann"], 3, String::new()),
        (&["search", "--json", "--person", "Zoe"], 1, String::new()),
        (&["profile", "--json"], 1, "{\"hasProfile\":false}\n".to_owned()),
        (&["page", "read", "p", "--json"], 2, refused("unknown_page")),
        (&["page", "inspect", "p", "--json", "--concise"], 2, refused("unknown_page")),
        (&["context", "where", "--json"], 2, refused("no_state")),
        (&["search", "crane", "--json", "--sources", "mail,fax"], 2, refused("unknown_source")),
        (&["search", "crane", "--json", "--sources", ","], 2, refused("unknown_source")),
        (&["search", "crane", "--json", "--since", "yesterday"], 2, refused("bad_time")),
        (&["search", "crane", "--json", "--until", "2026-02-30"], 2, refused("bad_time")),
        (&["search", "crane", "--json", "--tz", "Europe/Berlin"], 2, refused("bad_zone")),
        (&["calendar", "list", "--json", "--from", "2026-13-01"], 2, refused("bad_time")),
        (&["context", "where", "--json", "--at", "now"], 2, refused("bad_time")),
    ];
    for (args, code, expected) in rows {
        let Run(found, out, err) = serve(&folder, args);
        assert_eq!((found, out, err.as_str()), (code, expected, ""), "{args:?}");
    }
    for args in
        [&["search", "--json"][..], &["page"], &["context", "hosted", "--json"], &["people", "a@b", "--shape", "all"]]
    {
        let Run(code, out, _) = serve(&folder, args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
    }
}

/// A label goes out as it stands there; what is no JSON is there, too, and only NULL is no label.
#[test]
fn labels_in_all_three_states() {
    let temp = Temp::new();
    let folder = store(&temp, "");
    let connection = Connection::open(folder.join("rows.db")).unwrap();
    let read = r#"{"integrity":["z","a"],"confidentiality":["owner",{"anyOf":["b","a"]},{"type":"t","n":1e2}]}"#;
    let rows: [(Option<&str>, Option<&str>); 7] = [
        (None, None),
        (Some(read), Some(read)),
        (Some(r#"{"confidentiality":"work"}"#), Some(r#"{"confidentiality":"work"}"#)),
        (Some("null"), Some("null")),
        (Some("{}"), Some("{}")),
        (Some(""), Some(r#""unreadable""#)),
        (Some(r#"{"confidentiality":["work""#), Some(r#""unreadable""#)),
    ];
    for (label, expected) in rows {
        connection.execute("DELETE FROM hit", []).unwrap();
        let insert = "INSERT INTO hit (id, source, at, title, text, label) VALUES ('a', 'mail', 0, 'Berth', '', ?1)";
        connection.execute(insert, [label]).unwrap();
        let Run(code, out, _) = serve(&folder, &["search", "berth", "--json"]);
        let member = expected.map(|label| format!(",\"ifc\":{label}")).unwrap_or_default();
        let hit =
            format!(r#"{{"id":"a","source":"mail","at":"1970-01-01T00:00:00Z","title":"Berth","text":""{member}}}"#);
        assert_eq!(code, 0);
        assert!(out.contains(&format!("\"hits\":[{hit}]")), "{label:?}: {out}");
    }
    connection.execute("UPDATE hit SET label = x'7b7d'", []).unwrap();
    assert!(serve(&folder, &["search", "berth", "--json"]).1.contains(r#""ifc":"unreadable""#));
}

/// A query is words and an argument is a value, whatever FTS5 or SQL would make of it.
#[test]
fn nothing_that_is_asked_for_is_syntax() {
    let temp = Temp::new();
    let folder = store(&temp, HITS);
    for (query, expected) in [
        ("berth", &["a", "b"][..]),
        ("\"", &[]),
        ("\"berth", &["a", "b"]),
        ("berth\" AND \"zzz", &["a", "b"]),
        ("NEAR(pilot berth, 1)", &["a", "b", "c"]),
        ("pilot OR near", &["a", "c"]),
        ("berth NOT pilot", &["a", "b"]),
        ("ber*", &[]),
        ("*", &[]),
        ("^crane", &["b"]),
        ("text:title", &["c"]),
        ("{title}: pilot", &["a", "c"]),
        (". {text} : crane", &["b"]),
        ("pilot; DROP TABLE hit; --", &["a"]),
        ("') OR 1=1 --", &[]),
        ("koln", &["d"]),
        ("KRAN", &["d"]),
    ] {
        let mut found = hits(&folder, &[query, "--json"]);
        found.sort();
        assert_eq!(found, expected, "{query}");
    }
    for (args, code, expected) in [
        (&["people", "' OR '1'='1@"][..], 1, ""),
        (&["search", "--person", "person:x' --"], 1, ""),
        (&["search", "berth", "--sources", "mail') OR ('1'='1"], 2, r#"{"ok":false,"code":"unknown_source"}"#),
        (&["search", "berth", "--sources", "[\"mail\"]"], 2, r#"{"ok":false,"code":"unknown_source"}"#),
        (&["page", "read", "' OR ''='"], 2, r#"{"ok":false,"code":"unknown_page"}"#),
        (&["calendar", "list", "--from", "' OR 1"], 2, r#"{"ok":false,"code":"bad_time"}"#),
    ] {
        let Run(found, out, _) = serve(&folder, args);
        assert_eq!((found, out.trim_end()), (code, expected), "{args:?}");
    }
}

#[test]
fn what_narrows_a_search() {
    let temp = Temp::new();
    let folder = store(&temp, HITS);
    let words = "berth crane title kran";
    for (args, expected) in [
        (&[words, "--rank", "recency"][..], &["d", "c", "b", "a"][..]),
        (&[words, "--rank", "recency", "--sources", "mail"], &["c", "a"]),
        (&[words, "--rank", "recency", "--sources", " notes, mail"], &["c", "b", "a"]),
        (&[words, "--rank", "recency", "--since", "2026-03-02"], &["d", "c", "b"]),
        (&[words, "--rank", "recency", "--until", "2026-03-02"], &["b", "a"]),
        (&[words, "--rank", "recency", "--since", "2026-03-01T00:00:01Z", "--until", "2026-03-03T00:00"], &["c", "b"]),
        (&[words, "--rank", "recency", "--until", "2026-03-02", "--tz", "+01:00"], &["b", "a"]),
        (&[words, "--rank", "recency", "--until", "2026-03-01", "--tz", "-01:00"], &["b", "a"]),
        (&[words, "--rank", "recency", "--person", "4940555"], &["d", "b"]),
        (&[words, "--rank", "recency", "--limit", "1"], &["d"]),
        (&["--person", "Xenia"], &["d", "b"]),
        // A title weighs more than a text.
        (&["berth"], &["a", "b"]),
        (&["berth", "--rank", "score"], &["a", "b"]),
        (&["zzz"], &[]),
    ] {
        assert_eq!(hits(&folder, args), expected, "{args:?}");
    }
    let found = parsed(serve(&folder, &["search", "!", "--sources", "chat,mail"]));
    assert_eq!(found["warnings"], json!(["the query has no word"]));
    assert_eq!(found["source_status"], json!({ "chat": "ok", "mail": "ok" }));
}

/// However large a store is, an answer is not.
#[test]
fn answers_are_bounded() {
    let temp = Temp::new();
    let folder = store(
        &temp,
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
         INSERT INTO hit (id, source, at, title, text) SELECT 'h' || i, 'mail', i, 'berth ' || i, hex(zeroblob(3000)) FROM n;
         INSERT INTO page (id, kind, title, source, updated) SELECT id, 'project', title, text || text || text || text, at FROM hit;
         INSERT INTO event (id, starts, ends, title) SELECT id, at, at, title FROM hit;",
    );
    for (limit, hits, truncated) in
        [(None, 20, true), (Some("1"), 1, true), (Some("200"), 200, true), (Some("9007199254740991"), 200, true)]
    {
        let args = ["search", "berth", "--limit", limit.unwrap_or("20")];
        let found = parsed(serve(&folder, if limit.is_some() { &args } else { &args[..2] }));
        assert_eq!(
            (found["hits"].as_array().unwrap().len(), &found["truncated"]),
            (hits, &json!(truncated)),
            "{limit:?}"
        );
        assert_eq!(found["hits"][0]["text"].as_str().unwrap().len(), 5_000);
    }
    let found = parsed(serve(&folder, &["search", "7", "--limit", "1"]));
    assert_eq!((found["hits"][0]["id"].as_str(), &found["truncated"]), (Some("h7"), &json!(false)));
    let found = parsed(serve(&folder, &["page", "discover", "--concise", "--limit", "9007199254740991"]));
    assert_eq!((found["pages"].as_array().unwrap().len(), &found["totalPages"]), (500, &json!(600)));
    let found = parsed(serve(&folder, &["page", "read", "h1"]));
    assert_eq!(found["source"].as_str().unwrap().len(), 20_000);
    assert_eq!(parsed(serve(&folder, &["page", "inspect", "h1", "--concise"]))["chars"], 24_000);
    assert_eq!(parsed(serve(&folder, &["calendar", "list", "--all"])).as_array().unwrap().len(), 500);
    let found = parsed(serve(&folder, &["search", &"berth ".repeat(17)]));
    assert_eq!(found["warnings"], json!(["only the first 16 words of the query are searched for"]));
}

/// An empty, a foreign, a broken and a locked database: a code, and no word of where it lies.
#[test]
fn a_store_that_is_none() {
    let temp = Temp::new();
    let folder = sample(&temp);
    let file = folder.join("rows.db");
    let whole = fs::read(&file).unwrap();
    let refused = |folder: &Path, code: &str| {
        for args in
            [&["search", "berth", "--json"][..], &["people", "person:maren-holt", "--json"], &["profile", "--json"]]
        {
            let Run(found, out, err) = serve(folder, args);
            let expected = format!("{{\"ok\":false,\"code\":\"{code}\"}}\n");
            assert_eq!((found, out, err.as_str()), (2, expected, ""), "{args:?}");
        }
    };
    let sql = |sql: &str| {
        Connection::open(&file).unwrap().execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).unwrap()
    };
    refused(&temp.0.path().join("nowhere"), "store_missing");
    refused(Path::new(""), "no_store");
    fs::write(&file, "").unwrap();
    refused(&folder, "store_foreign");
    sql("CREATE TABLE hit (id)");
    refused(&folder, "store_foreign");
    fs::write(&file, "no database ".repeat(1_000)).unwrap();
    refused(&folder, "store_unreadable");
    fs::write(&file, &whole[..8_192]).unwrap();
    refused(&folder, "store_unreadable");
    fs::write(&file, &whole).unwrap();
    sql("PRAGMA user_version = 2");
    refused(&folder, "store_other_version");
    fs::write(&file, &whole).unwrap();
    sql("DROP TABLE hit; DROP TABLE person; DROP TABLE profile");
    refused(&folder, "store_unreadable");
    // A view could compute for as long as it likes.
    let view = "AS SELECT 1 number, 'person:maren-holt' id, 'person' kind, '' source, 0 at, '' title, '' name, '' note, '' text, '' email, '' zone, '' about, '' label, 1 live";
    sql(&format!("CREATE VIEW hit {view}; CREATE VIEW person {view}; CREATE VIEW profile {view}"));
    refused(&folder, "store_unreadable");
    fs::write(&file, &whole).unwrap();
    let large = "hex(zeroblob(1000000))";
    sql(&format!(
        "UPDATE hit SET source = {large}; UPDATE person SET name = {large}; UPDATE profile SET name = {large}"
    ));
    refused(&folder, "store_unreadable");
    fs::write(&file, &whole).unwrap();
    let connection = Connection::open(&file).unwrap();
    connection.execute_batch("BEGIN EXCLUSIVE").unwrap();
    refused(&folder, "store_busy");
    drop(connection);
    assert_eq!(serve(&folder, &["profile", "--json"]).0, 0);
}

/// No command changes a byte, and none leaves a file.
#[test]
fn a_store_is_only_read() {
    let temp = Temp::new();
    let folder = sample(&temp);
    let state = || {
        let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = files.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
        files.sort();
        files
    };
    let before = state();
    assert_eq!(before.len(), 3);
    for args in [
        &["search", "berth"][..],
        &["search", "--person", "person:maren-holt"],
        &["page", "discover"],
        &["page", "read", "project:garden"],
        &["people", "handle:maren"],
        &["calendar", "list"],
        &["context", "where"],
        &["profile", "--fresh"],
    ] {
        assert_eq!(serve(&folder, args).0, 0, "{args:?}");
    }
    assert_eq!(state(), before);
}

/// The sample has labels in all three states; a file that is there already keeps everything as it is.
#[test]
fn a_sample_overwrites_nothing() {
    let temp = Temp::new();
    let folder = sample(&temp);
    let connection = Connection::open(folder.join("rows.db")).unwrap();
    let count = |condition: &str| -> usize {
        connection.query_row(&format!("SELECT count(*) FROM hit WHERE {condition}"), [], |row| row.get(0)).unwrap()
    };
    assert!(count("1") >= 36 && count("label IS NULL") >= 3, "{}", count("1"));
    assert!(
        count("NOT json_valid(label)") >= 1
            && count("label LIKE '%anyOf%'") >= 2
            && count("label LIKE '%Expires%'") >= 2
    );
    let host: Value = serde_json::from_slice(&fs::read(folder.join("host.json")).unwrap()).unwrap();
    let text = |value: &Value| PathBuf::from(value.as_str().unwrap());
    assert_eq!(text(&host["cliPath"]), fs::canonicalize(env!("CARGO_BIN_EXE_toolsift")).unwrap());
    assert_eq!(text(&host["transport"]["instanceDir"]), fs::canonicalize(&folder).unwrap());
    assert_eq!(text(&host["readCeilingFile"]), fs::canonicalize(&folder).unwrap().join("ceiling.json"));
    for name in ["rows.db", "ceiling.json", "host.json"] {
        let other = temp.0.path().join(format!("with-{name}"));
        fs::create_dir(&other).unwrap();
        temp.file(&format!("with-{name}/{name}"), "mine");
        let Run(code, out, err) = toolsift(&["rows", "init", other.to_str().unwrap()]);
        assert_eq!((code, out.as_str()), (2, ""), "{name}");
        assert!(err.contains(&format!("{name}: exists already, and nothing was written")), "{err}");
        assert_eq!(fs::read(other.join(name)).unwrap(), b"mine");
        assert_eq!(fs::read_dir(&other).unwrap().count(), 1);
    }
}
