//! Labels and ceilings.

use serde_json::{Value, json};
use toolsift_core::canonical_json;
use toolsift_retrieval::{Ceiling, EXPIRES, Label, READ_FAILED, Reason, RowLabel, fits, measure};

/// An input is a label and then ceilings, a line of JSON each. A label is read whole or not at all and is written as it is read; what fits is what a model says; a label
/// fits under a meet exactly where it fits under each ceiling, in whatever order they are met; and a row with something that is no label is shown under no ceiling.
pub(crate) fn label(data: &[u8]) {
    let mut lines = data.split(|byte| *byte == b'\n').map(|line| serde_json::from_slice::<Value>(line).ok());
    let Some(Some(written)) = lines.next() else { return };
    let row = json!({ "title": "t", "ifc": written });
    let Some(label) = Label::read(&written) else {
        assert_eq!(RowLabel::of(&row), RowLabel::Unreadable);
        let measured = measure(row, &Ceiling::Unlimited, &Label::default());
        assert_eq!(measured.reason(), Some(Reason::LabelReadFailed));
        return;
    };
    assert_eq!(Label::read(&label.to_value()).as_ref(), Some(&label));
    let types = serde_json::to_string(&label.disclosed()).expect("texts");
    assert!(types.len() <= 6 * canonical_json(&written).len() + 100, "no more than the types");

    let mut ceilings = vec![Ceiling::Unlimited];
    for line in lines.take(3).flatten() {
        let Some(ceiling) = Ceiling::read(&line) else { continue };
        if !line.to_string().contains("digestOf") && !written.to_string().contains("digestOf") {
            assert_eq!(fits(&label.confidentiality, &ceiling), is_granted(&written["confidentiality"], &line));
        }
        let measured = measure(row.clone(), &ceiling, &Label::default());
        assert_eq!(measured.reason().is_none(), fits(&label.confidentiality, &ceiling));
        ceilings.push(ceiling);
    }
    let fits_each = ceilings.iter().all(|ceiling| fits(&label.confidentiality, ceiling));
    let met = Ceiling::meet_all(&ceilings);
    assert_eq!(met, Ceiling::meet_all(ceilings.iter().rev()));
    if let Ok(met) = met {
        assert_eq!(fits(&label.confidentiality, &met), fits_each);
    }
}

/// The rule once more, from the words of the document: on JSON, and with equality of canonical texts.
fn is_granted(label: &Value, ceiling: &Value) -> bool {
    let (label, ceiling) = (label.as_array().expect("a label"), ceiling.as_array().expect("a ceiling"));
    label.iter().all(|clause| {
        let wanted = alternatives(clause);
        let is_marked = wanted.iter().any(|atom| atom.as_str() == Some(READ_FAILED));
        !is_marked
            && ceiling.iter().any(|granted| {
                alternatives(granted).iter().all(|granted| wanted.iter().any(|wanted| implies(granted, wanted)))
            })
    })
}

fn alternatives(clause: &Value) -> Vec<&Value> {
    match clause.get("anyOf") {
        Some(Value::Array(atoms)) if clause.get("type").is_none() => atoms.iter().collect(),
        _ => vec![clause],
    }
}

fn implies(granted: &Value, wanted: &Value) -> bool {
    let time = |atom: &Value| {
        let is_plain = atom.as_object().is_some_and(|members| members.len() == 2) && atom["type"] == EXPIRES;
        atom["timestamp"].as_f64().filter(|time| is_plain && time.abs() <= 9_007_199_254_740_991.0)
    };
    canonical_json(granted) == canonical_json(wanted)
        || matches!((time(granted), time(wanted)), (Some(granted), Some(wanted)) if granted <= wanted)
}
