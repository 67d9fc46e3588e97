//! A run's result, written into a store of the host's.

use serde_json::{Value, json};
use toolsift_core::ToolId;
use toolsift_retrieval::{
    Ceiling, HandleTable, Label, Referent, ResultStore, Token, WriteError, Written, measure, write_result,
};

use crate::common::{HEALTH, OWNER, WORK};

/// Remembers what it was asked, and refuses what it is told to refuse.
#[derive(Debug, Default)]
struct Store {
    documents: Vec<(Value, Value)>,
    observed: Vec<String>,
    written: Vec<(Value, Value, usize)>,
    refuses: Option<&'static str>,
}

impl Store {
    fn may(&self, what: &'static str) -> Result<(), &'static str> {
        if self.refuses == Some(what) { Err(what) } else { Ok(()) }
    }
}

impl ResultStore for Store {
    type Receipt = String;
    type Link = usize;
    type Error = &'static str;

    fn mint(&mut self, row: &Referent) -> Result<Value, Self::Error> {
        self.may("mint")?;
        self.documents.push((row.value.clone(), row.label.to_value()));
        Ok(json!({ "link": self.documents.len() }))
    }

    fn observe(&mut self, row: &Referent) -> Result<String, Self::Error> {
        self.may("observe")?;
        self.observed.push(row.token.to_string());
        Ok(format!("receipt for {}", row.token))
    }

    fn link(&mut self, address: &str) -> Result<Value, Self::Error> {
        self.may("link")?;
        Ok(json!({ "cell": address }))
    }

    fn write(&mut self, result: &Value, label: &Label, receipts: Vec<String>) -> Result<usize, Self::Error> {
        self.may("write")?;
        self.written.push((result.clone(), label.to_value(), receipts.len()));
        Ok(self.written.len())
    }
}

/// A run that has read an order from work, a recipe of the owner's, and a result of health.
fn run() -> (HandleTable, Vec<Token>) {
    let mut table = HandleTable::new("run-1").unwrap();
    let source = ToolId::new("loom_search").unwrap();
    let tokens = [("Donut order", WORK), ("Donut recipe", OWNER), ("Result", HEALTH)].map(|(title, atom)| {
        let row = json!({ "title": title, "ifc": { "confidentiality": [atom], "integrity": ["verified"] } });
        table.hold(&source, &measure(row, &Ceiling::Unlimited, &Label::default())).unwrap()
    });
    (table, tokens.into())
}

/// CF-034, CF-073: a row that is named becomes a document under its own label and a link; the others leave receipts, and the result carries the label of all of them.
#[test]
fn named_rows_become_documents() {
    let (table, tokens) = run();
    let mut store = Store::default();
    let order = tokens[0].as_str();
    let result =
        json!({ "summary": format!("see {order}"), "source": order, "again": [order], order: "a name stays a name" });
    let written = write_result(&mut store, &table, result).unwrap();
    let label = json!({ "confidentiality": [WORK, OWNER, HEALTH], "integrity": ["verified"] });
    let Written { link, minted, .. } = &written;
    assert_eq!((*link, minted.as_slice()), (1, &tokens[..1]));
    assert_eq!(written.label.to_value(), label);
    assert_eq!(
        store.documents,
        [(json!({ "title": "Donut order" }), json!({ "confidentiality": [WORK], "integrity": ["verified"] }))]
    );
    assert_eq!(store.observed, [tokens[1].as_str(), tokens[2].as_str()]);
    let text = json!({ "summary": format!("see {order}"), "source": { "link": 1 }, "again": [{ "link": 1 }], order: "a name stays a name" });
    assert_eq!(store.written, [(text, label, 2)]);
}

/// CF-034: a result that names nothing leaves no document and carries every label all the same.
#[test]
fn rows_that_are_not_named_leave_receipts() {
    let (table, tokens) = run();
    let mut store = Store::default();
    let written = write_result(&mut store, &table, json!({ "summary": "Nothing to cite." })).unwrap();
    assert_eq!((store.documents.len(), store.observed.len(), written.minted.len()), (0, tokens.len(), 0));
    assert_eq!(written.label.confidentiality.clauses().len(), 3);
}

/// CF-073: a handle that the run does not hold fails the write, as a value and as a name, before anything reaches the store.
#[test]
fn an_unheld_handle_fails() {
    let (mut table, tokens) = run();
    let cell = table.hold_address("/of:fid1:abc").unwrap();
    for result in [
        json!({ "source": "cfh:v:zzzzz" }),
        json!({ "cfh:v:zzzzz": 1 }),
        json!([tokens[0].as_str(), [{ "deep": "cfh:a:zzzzz" }]]),
        // A longer run is no shorter token with a tail.
        json!(format!("{}2", tokens[0])),
        json!({ format!("{}2", tokens[0]): 1 }),
        json!("cfh:v:222222222222222222222222222222222"),
    ] {
        let mut store = Store::default();
        let error = write_result(&mut store, &table, result.clone()).unwrap_err();
        assert_eq!(error.code(), Some("unheld_handle"), "{result}");
        assert!(matches!(error, WriteError::Unheld { .. }));
        assert!(store.documents.is_empty() && store.observed.is_empty() && store.written.is_empty(), "{result}");
    }
    let mut store = Store::default();
    let texts = json!(["cfh:v:zzzz", "see cfh:v:zzzzz", "cfh:v:ZZZZZ", " cfh:v:zzzzz"]);
    write_result(&mut store, &table, texts.clone()).unwrap();
    assert_eq!(store.written[0].0, texts, "what only holds something like a handle is a text");
    write_result(&mut store, &table, json!({ "cell": cell.as_str() })).unwrap();
    assert_eq!(store.written[1].0, json!({ "cell": { "cell": "/of:fid1:abc" } }));
}

#[test]
fn what_the_store_refuses_is_refused() {
    let (mut table, tokens) = run();
    let cell = table.hold_address("/of:fid1:abc").unwrap();
    for refuses in ["mint", "observe", "link", "write"] {
        let mut store = Store { refuses: Some(refuses), ..Store::default() };
        let error = write_result(&mut store, &table, json!([tokens[0].as_str(), cell.as_str()])).unwrap_err();
        assert_eq!(error, WriteError::Store(refuses));
        assert_eq!(error.code(), None);
        assert!(store.written.is_empty());
    }
}

#[test]
fn a_result_has_a_depth() {
    let (table, _) = run();
    let nested = |depth: usize| (0..depth).fold(json!(1), |value, _| json!([value]));
    assert!(write_result(&mut Store::default(), &table, nested(64)).is_ok());
    assert_eq!(write_result(&mut Store::default(), &table, nested(65)).unwrap_err(), WriteError::TooDeep { limit: 64 });
}
