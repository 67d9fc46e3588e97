//! A result made of measured rows, within one bound over all of it.

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use toolsift_core::ToolId;

use super::observation::{Observation, observed_label};
use super::outcome::Outcome;
use super::parts::{Counts, Wire, chars, part};
use crate::ceiling::Ceiling;
use crate::command::HostCommand;
use crate::handle::{HandleTable, Token};
use crate::host::Rows;
use crate::label::{Confidentiality, Join, Label};
use crate::limits::{JOIN_ALLOWANCE_CHARS, MAX_ENVELOPE_CHARS, MAX_RESULT_CHARS};
use crate::row::{Bounded, Measured, measure};

/// Measures rows in their order and makes a result of those that fit into [`MAX_RESULT_CHARS`].
///
/// Whatever is not known yet counts as long as it could become: the counts as if each were all rows, a handle as long as any, the join of labels as its allowance or,
/// where it is longer, as it is. The first row that does not fit ends the result, so that what a model sees is a head of what the host gave, in its order: to skip a wide
/// row and take later ones would hide a row in the middle. Rows behind it are not even measured.
pub(crate) fn assemble(
    command: HostCommand,
    rows: Rows,
    ceiling: &Ceiling,
    context: &Label,
    table: &mut HandleTable,
) -> Outcome {
    let tool = command.tool_id();
    let (envelope, envelope_is_cut) = rows.envelope.map_or((None, false), bound_envelope);
    let total = rows.rows.len();
    let mut page = Page::new(skeleton(command, total, envelope.as_deref()));
    for row in rows.rows {
        if !page.add(&measure(row, ceiling, context), &tool, table) {
            break;
        }
    }
    page.finish(command, tool, total, envelope.as_deref(), envelope_is_cut)
}

/// How long a result without entries can be, in characters: `false` is longer than `true`.
fn skeleton(command: HostCommand, total: usize, envelope: Option<&RawValue>) -> usize {
    let most = Counts { admitted: total, withheld: total, omitted: total, truncated: false };
    chars(&Wire::new(command.kind(), most, envelope, &[]).with_label(Some(RawValue::NULL)).to_json())
}

/// The fields of an envelope with their texts and names cut, as many in their order as fit into [`MAX_ENVELOPE_CHARS`].
fn bound_envelope(fields: Vec<(&'static str, Value)>) -> (Option<Box<RawValue>>, bool) {
    let mut kept = Map::new();
    let (mut size, mut is_cut) = (chars("{}"), false);
    for (name, value) in fields {
        let bounded = Bounded::new(value);
        let added = chars(part(&bounded.value).get()) + chars(name) + chars(r#""":,"#);
        is_cut |= bounded.is_cut || size + added > MAX_ENVELOPE_CHARS;
        if size + added <= MAX_ENVELOPE_CHARS {
            size += added;
            kept.insert(name.to_owned(), bounded.value);
        }
    }
    (Some(part(&Value::Object(kept))), is_cut)
}

/// A result while it grows.
struct Page {
    entries: Vec<Box<RawValue>>,
    handles: Vec<Token>,
    counts: Counts,
    /// Everything but the join, in characters.
    size: usize,
    join: Join,
    join_size: usize,
}

impl Page {
    fn new(skeleton: usize) -> Self {
        let join = Join::default();
        let join_size = chars(part(&observed_label(&Confidentiality::default())).get());
        Self { entries: Vec::new(), handles: Vec::new(), counts: Counts::default(), size: skeleton, join, join_size }
    }

    /// Adds a row, if it fits and can be held.
    fn add(&mut self, row: &Measured, tool: &ToolId, table: &mut HandleTable) -> bool {
        let clauses = row.label().map(|(label, _)| label.confidentiality.clauses()).unwrap_or_default();
        let news = self.join.news(clauses).map(|clause| chars(part(&clause.to_value()).get()) + 1);
        let join_size = self.join_size + news.sum::<usize>();
        let stand_in = row.value().map(|_| Token::stand_in());
        let added = chars(part(&row.entry(stand_in.as_ref())).get()) + 1;
        if self.size + added + join_size.max(JOIN_ALLOWANCE_CHARS) > MAX_RESULT_CHARS {
            return false;
        }
        let handle = match stand_in {
            None => None,
            Some(_) => match table.hold(tool, row) {
                Some(token) => Some(token),
                None => return false,
            },
        };
        self.entries.push(part(&row.entry(handle.as_ref())));
        self.size += added;
        self.join.add(clauses.iter().cloned());
        self.join_size = join_size;
        self.counts.truncated |= row.is_cut();
        if row.value().is_some() {
            self.counts.admitted += 1;
        } else {
            self.counts.withheld += 1;
        }
        self.handles.extend(handle);
        true
    }

    fn finish(
        mut self,
        command: HostCommand,
        tool: ToolId,
        total: usize,
        envelope: Option<&RawValue>,
        envelope_is_cut: bool,
    ) -> Outcome {
        self.counts.omitted = total - self.entries.len();
        self.counts.truncated |= envelope_is_cut || self.counts.omitted > 0;
        let wire = || Wire::new(command.kind(), self.counts, envelope, &self.entries);
        let is_seen = self.counts.admitted > 0;
        let confidentiality = self.join.into_confidentiality();
        let label = is_seen.then(|| part(&observed_label(&confidentiality)));
        let (model, artifact) = (wire().to_json(), wire().with_label(label.as_deref()).to_json());
        let observation = is_seen.then(|| Observation::new(tool, confidentiality, self.counts.truncated));
        Outcome { model, artifact, observation, handles: self.handles, code: None }
    }
}
