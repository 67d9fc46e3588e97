//! Per-turn selection as users of the program meet it: shown, and measured.

#![cfg(test)]

mod common;

use common::{Run, Temp, json_of, toolsift, toolsift_with};
use serde_json::{Value, json};

struct Files {
    temp: Temp,
    own: String,
    theirs: String,
}

impl Files {
    fn new() -> Self {
        let temp = Temp::new();
        let own = temp.file(
            "own.json",
            r#"[{"id":"charge_invoice","description":"Charges it.","aliases":["bill the customer"]},{"id":"finish","description":"Ends."}]"#,
        );
        let theirs = temp.file("t.json", r#"{"tools":[{"name":"crm__customer","description":"bill SECRET"}]}"#);
        Self { temp, own, theirs }
    }

    fn run(&self, args: &[&str]) -> Run {
        toolsift(&[&["select"], args, &["--own", &self.own, "--catalog", &self.theirs]].concat())
    }

    fn json(&self, args: &[&str]) -> Value {
        json_of(&[&["select", "--json"], args, &["--own", &self.own, "--catalog", &self.theirs]].concat())
    }
}

/// LOOP-001, LOOP-050: what is advertised, what is registered and what is saved, in characters of what a model would read.
#[test]
fn a_selection_is_shown() {
    let files = Files::new();
    let Run(code, out, err) = files.run(&["bill the customer"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "tool            characters  standing   description\n\
         charge_invoice          85  trusted    Charges it.\n\
         crm__customer          111  untrusted  Third-party tool; description withheld\n\
         advertised 2 of 3 tools, 196 of 267 characters: 71 saved\n"
    );
    let Run(_, out, _) = files.run(&["bill the customer", "--json"]);
    assert_eq!(
        out,
        concat!(
            r#"{"selector":"bm25f","opened":null,"advertised":["charge_invoice","crm__customer"],"registered":3,"#,
            r#""advertisedChars":196,"registeredChars":267,"savedChars":71,"#,
            r#""surface":"86e6df88a5f6f2f43bb9b0462cfc13ef2353ff3a9fb1dd0dbf80ddbf260d7d6b"}"#,
            "\n"
        )
    );
    let k = files.json(&["bill the customer", "--k", "1", "--core", "finish", "--core", "absent"]);
    assert_eq!(k["advertised"], json!(["charge_invoice", "finish"]));
    let guarded = files.json(&["customer", "--k", "1", "--ranking", "guarded"]);
    assert_eq!(guarded["advertised"], json!(["charge_invoice"]));
}

/// LOOP-018, LOOP-007, LOOP-019: each selector by its name; nothing that is withheld selects a tool.
#[test]
fn each_selector() {
    let files = Files::new();
    let keyword = |prompt: &str| files.json(&[prompt, "--selector", "keyword"]);
    assert_eq!(keyword("invoice the customer")["advertised"], json!(["charge_invoice", "crm__customer"]));
    assert_eq!(keyword("a third party description of a secret bill")["opened"], "no_match");
    let every = files.json(&["bill", "--selector", "static"]);
    assert_eq!((&every["opened"], &every["savedChars"]), (&Value::Null, &json!(0)));
    assert_eq!(every["advertised"], json!(["charge_invoice", "crm__customer", "finish"]));
    for selector in ["keyword", "bm25f"] {
        let Run(code, out, _) = files.run(&["zebra", "--selector", selector]);
        assert_eq!(code, 1);
        assert_eq!(
            out,
            "every tool, because the selector cannot tell: no_match\n\
             advertised 3 of 3 tools, 267 of 267 characters: 0 saved\n"
        );
    }
}

#[test]
fn a_prompt_must_be_there() {
    let files = Files::new();
    let Run(code, out, err) = files.run(&[" "]);
    assert_eq!((code, out.as_str(), err.as_str()), (2, "", "error: the prompt must not be empty\n"));
    let args = ["select", "-", "--own", &files.own, "--json"];
    let Run(_, out, _) = toolsift_with(&args, b"please finish");
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["advertised"], json!(["finish"]));
}

/// How often the right tools are advertised, by hand: of three queries with answers one is found, one is not, and one opens; a fourth has no answer and opens.
#[test]
fn a_selector_is_measured() {
    let files = Files::new();
    let tools = files.temp.file(
        "tools.json",
        r#"[{"name":"alpha","description":"Folds napkins."},{"name":"beta","description":"Sings."},{"name":"gamma","description":"Sings songs."},{"name":"delta"}]"#,
    );
    let queries = [
        json!({ "query": "fold the napkins", "relevant": ["alpha"] }),
        json!({ "query": "sings", "relevant": ["alpha", "beta"], "groups": [["alpha"], ["beta", "gamma"]] }),
        json!({ "query": "zebra", "relevant": ["alpha", "delta"] }),
        json!({ "query": "zebra", "relevant": [] }),
    ];
    let queries = files.temp.file("q.jsonl", queries.map(|query| query.to_string()).join("\n"));
    let eval = |more: &[&str]| {
        json_of(&[&["eval", "--json", "--vouch", "*", "--tools", &tools, "--queries", &queries], more].concat())
    };
    // Advertised are alpha; beta and gamma; all; all. Sent are 79, 70 + 77, 291 and 291 of 291 characters.
    let found = eval(&["--selector", "keyword"]);
    let close = |field: &str, expected: f64| {
        let value = found[field].as_f64().unwrap();
        assert!((value - expected).abs() < 1e-12, "{field}: {value}");
    };
    assert_eq!((&found["selector"], &found["n"]), (&json!("keyword"), &json!(4)));
    close("recall", (1.0 + 0.5 + 1.0) / 3.0);
    close("recallNarrowed", 0.75);
    close("opened", 0.5);
    close("advertised", (1.0 + 2.0 + 4.0 + 4.0) / 4.0);
    close("saved", (212.0 / 291.0 + 144.0 / 291.0) / 4.0);
    let advertised = |more: &[&str]| eval(&[&["--selector", "bm25f"], more].concat())["advertised"].as_f64();
    assert_eq!(advertised(&["--k", "1"]), Some(2.5), "one, one, all, all");
    assert_eq!(advertised(&[]), Some(2.75));
    assert_eq!(eval(&["--selector", "static"])["recall"], 1.0);
    let Run(code, out, _) = toolsift(&["eval", "--tools", &tools, "--queries", &queries, "--selector", "keyword"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("selector  n  recall  recall, narrowed  opened  advertised  saved\nkeyword   4 "), "{out}");
    assert_eq!(eval(&["--k", "3"]), eval(&[]), "a ranked list has ten places at least");
}
