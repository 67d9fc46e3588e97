//! The ids that a golden log pins.

use std::collections::BTreeSet;

use serde_json::Value;

use super::ids;

/// Whether a file describes a golden log: `golden/**/<case>/log.json`.
pub(super) fn is_log(path: &str) -> bool {
    let mut folders = path.split('/');
    folders.next_back() == Some("log.json") && folders.next_back().is_some() && folders.any(|folder| folder == "golden")
}

/// Its `pins`: a list of ids, empty where it has none.
pub(super) fn pins(text: &str) -> Result<BTreeSet<String>, String> {
    let log: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    let Some(pins) = log.get("pins") else { return Ok(BTreeSet::new()) };
    let pins = pins.as_array().ok_or("`pins` is not a list")?;
    let id = |pin: &Value| {
        let id = pin.as_str().filter(|id| ids::is_id(id));
        id.map(str::to_owned).ok_or_else(|| format!("`pins` holds {pin}, which is not an id"))
    };
    pins.iter().map(id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_lies_in_a_case_under_golden() {
        for path in ["crates/scenario/golden/v1/a/log.json", "golden/a/log.json"] {
            assert!(is_log(path), "{path}");
        }
        for path in ["crates/scenario/data/a/log.json", "golden/log.json", "golden/a/journal.json", "log.json"] {
            assert!(!is_log(path), "{path}");
        }
    }

    #[test]
    fn pins_are_ids() {
        let own = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect::<BTreeSet<_>>();
        assert_eq!(pins(r#"{"pins":["ADR-186","S1"]}"#), Ok(own(&["ADR-186", "S1"])));
        assert_eq!(pins("{}"), Ok(own(&[])));
        for bad in [r#"{"pins":"ADR-186"}"#, r#"{"pins":["ADR 186"]}"#, r#"{"pins":[1]}"#, "{"] {
            assert!(pins(bad).is_err(), "{bad}");
        }
    }
}
