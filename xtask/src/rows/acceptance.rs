//! The list of rows: `docs/acceptance.tsv`.

use std::collections::BTreeSet;

use super::ids;
use crate::failure::Problem;

/// Where the list lies.
pub(super) const PATH: &str = "docs/acceptance.tsv";

/// Its first line.
const HEADER: &str = "id\tissue\twording";

/// One behaviour that a test must show.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// What a test calls it.
    pub(super) id: String,
    /// The issue that asks for it.
    pub(super) issue: u32,
    /// The behaviour in one sentence.
    pub(super) wording: String,
}

/// The rows, in the order of the file, each id once.
#[derive(Debug, Default)]
pub(super) struct Acceptance {
    rows: Vec<Row>,
    ids: BTreeSet<String>,
}

impl Acceptance {
    /// Whether the list has an id.
    pub(super) fn knows(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// The rows, in the order of the file.
    pub(super) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter()
    }

    /// The issues that have rows, in ascending order.
    pub(super) fn issues(&self) -> BTreeSet<u32> {
        self.rows.iter().map(|row| row.issue).collect()
    }
}

/// Reads the list. A line with a problem is reported and left out.
pub(super) fn parse(text: &str) -> (Acceptance, Vec<Problem>) {
    let mut acceptance = Acceptance::default();
    let mut problems = Vec::new();
    let mut lines = (1..).zip(text.lines());
    if lines.next().map(|(_, line)| line) != Some(HEADER) {
        problems.push(Problem::at(PATH, 1, "the first line is not `id`, `issue`, `wording`, separated by tabs"));
    }
    for (number, line) in lines {
        match row(line) {
            Ok(row) if acceptance.ids.insert(row.id.clone()) => acceptance.rows.push(row),
            Ok(row) => problems.push(Problem::at(PATH, number, format!("{} is listed twice", row.id))),
            Err(fault) => problems.push(Problem::at(PATH, number, fault)),
        }
    }
    (acceptance, problems)
}

fn row(line: &str) -> Result<Row, String> {
    let mut fields = line.split('\t');
    let (Some(id), Some(issue), Some(wording), None) = (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err("a row has three fields, separated by tabs".to_owned());
    };
    if !ids::is_id(id) {
        return Err(format!("`{id}` is not of the form of an id"));
    }
    let issue = issue.parse().map_err(|_| format!("`{issue}` is not the number of an issue"))?;
    if wording.trim().is_empty() {
        return Err(format!("{id} has no wording"));
    }
    Ok(Row { id: id.to_owned(), issue, wording: wording.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        parse(text).1.iter().map(Problem::to_string).collect()
    }

    #[test]
    fn rows_keep_the_order_of_the_file() {
        let (acceptance, problems) = parse("id\tissue\twording\nS3\t3\tLater.\nADR-043\t2\tSooner.\n");
        assert_eq!(problems, []);
        assert_eq!(acceptance.rows().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["S3", "ADR-043"]);
        assert_eq!(acceptance.issues().into_iter().collect::<Vec<_>>(), [2, 3]);
        assert!(acceptance.knows("S3") && !acceptance.knows("S4"));
    }

    #[test]
    fn what_is_not_a_row_is_reported_with_its_line() {
        assert_eq!(problems("").len(), 1);
        let header = "id\tissue\twording\n";
        for (line, fault) in [
            ("S1 2 words", "a row has three fields, separated by tabs"),
            ("S1\t2\twords\tmore", "a row has three fields, separated by tabs"),
            ("S1x\t2\twords", "`S1x` is not of the form of an id"),
            ("S1\ttwo\twords", "`two` is not the number of an issue"),
            ("S1\t2\t ", "S1 has no wording"),
        ] {
            assert_eq!(problems(&format!("{header}{line}\n")), [format!("docs/acceptance.tsv:2: {fault}")]);
        }
        assert_eq!(problems(&format!("{header}S1\t2\ta\nS1\t2\tb\n")), ["docs/acceptance.tsv:3: S1 is listed twice"]);
    }
}
