//! The only part that prints: aligned text for people, JSON for machines.

use std::io::Write;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, ContentArrangement, Row, Table, presets};
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use toolsift::tokenizer::is_ignorable;

use crate::error::CliError;

/// What stands out.
pub(crate) const STRONG: Style = Style::new().bold();
/// What stands back.
pub(crate) const DIM: Style = Style::new().dimmed();
/// Good.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// To be looked at.
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();

/// The narrowest terminal that a table is fitted to, in columns: in less there is nothing left to cut.
const MIN_WIDTH: u16 = 60;

/// Where a command writes its answer.
pub(crate) struct Output {
    json: bool,
    stream: AutoStream<std::io::Stdout>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Self { json, stream: anstream::stdout() }
    }

    /// Whether a machine reads this.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Writes a line of text.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), CliError> {
        Ok(writeln!(self.stream, "{line}")?)
    }

    /// Writes a value as JSON: on one line, with a line end.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), CliError> {
        value.serialize(&mut Serializer::with_formatter(&mut self.stream, Inert))?;
        Ok(writeln!(self.stream)?)
    }

    /// Writes a table without rules. On a terminal of [`MIN_WIDTH`] or more every row is one line: what does not fit is cut.
    pub(crate) fn table(&mut self, header: &[&str], rows: Vec<Vec<String>>, right: &[usize]) -> Result<(), CliError> {
        let mut table = Table::new();
        table.load_preset(presets::NOTHING).set_truncation_indicator("…");
        if table.width().is_some_and(|width| width >= MIN_WIDTH) {
            table.set_content_arrangement(ContentArrangement::Dynamic);
        }
        table.set_header(header.iter().map(|title| styled(DIM, title)));
        for cells in rows {
            let mut row = Row::from(cells);
            row.max_height(1);
            table.add_row(row);
        }
        for (number, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, 2));
            if right.contains(&number) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        for line in table.lines() {
            self.line(line.trim_end())?;
        }
        Ok(())
    }

    /// Makes sure that everything was written.
    pub(crate) fn finish(&mut self) -> Result<(), CliError> {
        Ok(self.stream.flush()?)
    }
}

/// Compact JSON that does nothing wherever it is pasted: `<`, `>`, and what controls or hides are written as escapes.
struct Inert;

impl Formatter for Inert {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> std::io::Result<()> {
        for c in fragment.chars() {
            let mut units = [0; 2];
            if matches!(c, '<' | '>') || c.is_control() || is_ignorable(c) {
                for unit in c.encode_utf16(&mut units) {
                    write!(writer, "\\u{unit:04x}")?;
                }
            } else {
                write!(writer, "{c}")?;
            }
        }
        Ok(())
    }

    /// JSON that was written before: outside of its texts none of these characters can stand.
    fn write_raw_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> std::io::Result<()> {
        self.write_string_fragment(writer, fragment)
    }
}

/// A text in a style.
pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A text that a third party may have had a hand in, so that it can neither move the cursor nor hide anything, and closes
/// no tag where the output is pasted.
pub(crate) fn harmless(text: &str) -> String {
    let shown = |c: char| match c {
        '<' => '‹',
        '>' => '›',
        _ if c.is_control() || is_ignorable(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    };
    text.chars().map(shown).collect()
}

/// Says on standard error why there is no answer.
pub(crate) fn failure(error: &CliError) {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let reason = error.to_string();
        // Most messages hold their cause's already.
        if !text.contains(&reason) {
            text = format!("{text}: {reason}");
        }
        cause = error.source();
    }
    note(AnsiColor::Red.on_default().bold(), "error", &text);
}

/// Says on standard error what a user may want to know about their command line.
pub(crate) fn warning(text: &str) {
    note(WARN.bold(), "warning", text);
}

/// Says on standard error how things stand.
#[cfg(feature = "gateway")]
pub(crate) fn note_line(text: &str) {
    note(DIM, "note", text);
}

fn note(style: Style, kind: &str, text: &str) {
    // Where standard error is gone there is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "{} {}", styled(style, &format!("{kind}:")), harmless(text));
}
