//! Tables: for each number of documents what building takes, what queries take, and the ratios.

use std::fmt::Write;

use super::numbers::{digits, grouped, head, row};
use crate::engines::{FLOOR, OURS};
use crate::heap::Memories;
use crate::measure::{Figures, Measured};
use crate::plan::{Length, TOPS};

/// Percentiles shown, in this order.
const PERCENTILES: [usize; 2] = [50, 99];

/// All tables of one number of documents.
#[must_use]
pub fn tables(measured: &Measured, memories: &Memories) -> String {
    let n = measured.documents;
    let bytes = measured.text_bytes as f64 / n as f64;
    let mut text = format!("### {} documents\n\n", grouped(n as f64));
    let _ = writeln!(text, "{bytes:.0} bytes of text a document.\n");
    text += &building(measured, memories);
    for top in TOPS {
        let _ = writeln!(text, "\nTop {top}, p50 / p99 in microseconds:\n");
        text += &times(measured, top, |times, percentile, _| times.percentile(percentile));
        for base in [OURS, FLOOR] {
            let _ = writeln!(text, "\nTop {top}, p50 / p99 as a multiple of {base}:\n");
            text += &times(measured, top, |times, percentile, length| {
                let base = measured.engine(base).and_then(|base| base.times(length, top));
                times.percentile(percentile) / base.map_or(f64::NAN, |base| base.percentile(percentile))
            });
        }
    }
    if measured.engines.iter().flat_map(|engine| &engine.times).any(is_short) {
        text += "\n\\* Fewer than 100 queries, since the time for them was up: p99 is the slowest.\n";
    }
    text
}

fn building(measured: &Measured, memories: &Memories) -> String {
    let n = measured.documents as f64;
    let or_dash = |value: Option<f64>, show: fn(f64) -> String| value.map_or_else(|| "–".to_owned(), show);
    let mut table = head(&[
        "engine",
        "build, ms",
        "heap, bytes a document",
        "files, bytes a document",
        "allocations a query",
        "hit@5, 3 terms",
    ]);
    for engine in &measured.engines {
        let memory = memories.of(measured.documents, engine.name);
        table += &row([
            engine.name.to_owned(),
            digits(engine.build.as_secs_f64() * 1_000.0),
            or_dash(memory.map(|memory| memory.bytes as f64 / n), grouped),
            or_dash(engine.disk_bytes.map(|bytes| bytes as f64 / n), grouped),
            or_dash(memory.map(|memory| memory.allocations), |mean| format!("{mean:.1}")),
            format!("{:.2}", engine.hit_at_5),
        ]);
    }
    table
}

/// One row an engine, one column a length, `figure` of each percentile in the cells.
fn times(measured: &Measured, top: usize, figure: impl Fn(&crate::measure::Times, usize, Length) -> f64) -> String {
    let mut columns = vec!["engine".to_owned()];
    columns.extend(Length::ALL.map(|length| length.to_string()));
    let mut table = head(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    for engine in &measured.engines {
        let cells = Length::ALL.map(|length| {
            let Some(times) = engine.times(length, top) else { return "–".to_owned() };
            let mark = if is_short(times) { "\\*" } else { "" };
            PERCENTILES.map(|percentile| digits(figure(times, percentile, length))).join(" / ") + mark
        });
        table += &row(std::iter::once(engine.name.to_owned()).chain(cells));
    }
    table
}

/// Whether the time was up before a hundred queries were asked. There are only sixteen worst ones.
fn is_short(times: &crate::measure::Times) -> bool {
    times.length != Length::Worst && times.best.len() < 100
}

impl Measured {
    /// The figures of an engine.
    #[must_use]
    pub fn engine(&self, name: &str) -> Option<&Figures> {
        self.engines.iter().find(|engine| engine.name == name)
    }
}
