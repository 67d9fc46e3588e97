//! What came of the mutants: the file that cargo-mutants writes, counted and set beside a bar.

use std::path::Path;

use serde_json::Value;

use crate::failure::Failure;

/// The file, relative to the folder of a crate's results.
const FILE: &str = "mutants.out/outcomes.json";

/// How many mutants came to what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Those that do not compile, and say nothing of the tests.
    pub(super) unviable: u64,
    /// Those with which a test fails.
    pub(super) caught: u64,
    /// Those with which the tests do not come to an end, as nobody could overlook.
    pub(super) timeout: u64,
    /// Those with which every test passes.
    pub(super) missed: u64,
}

impl Counts {
    fn mutants(self) -> u64 {
        self.unviable + self.viable()
    }

    fn viable(self) -> u64 {
        self.noticed() + self.missed
    }

    fn noticed(self) -> u64 {
        self.caught + self.timeout
    }

    /// Whether the share of viable mutants that are noticed is so many percent.
    pub(super) fn reaches(self, percent: u64) -> bool {
        self.noticed() * 100 >= self.viable() * percent
    }

    /// The share as `98.5 %`, cut and not rounded so that it never looks like a bar it does not reach; nothing where there is no viable mutant.
    fn share(self) -> String {
        let tenths = (self.noticed() * 1_000).checked_div(self.viable());
        tenths.map_or_else(String::new, |tenths| format!("{}.{} %", tenths / 10, tenths % 10))
    }
}

/// Reads and counts the outcomes of a crate.
pub(super) fn read(results: &Path) -> Result<Counts, Failure> {
    let path = results.join(FILE);
    let text = std::fs::read_to_string(&path)
        .map_err(|error| Failure::Failed(format!("failed to read `{}`: {error}", path.display())))?;
    counts_of(&text).ok_or_else(|| Failure::Failed(format!("`{}` is not of the expected form", path.display())))
}

/// Nothing where it is not of the expected form, or an outcome is of a kind that nobody knows.
fn counts_of(text: &str) -> Option<Counts> {
    let json: Value = serde_json::from_str(text).ok()?;
    let mut counts = Counts::default();
    for outcome in json.get("outcomes")?.as_array()? {
        if outcome.get("scenario")?.as_str() == Some("Baseline") {
            continue;
        }
        let count = match outcome.get("summary")?.as_str()? {
            "Unviable" => &mut counts.unviable,
            "CaughtMutant" => &mut counts.caught,
            "Timeout" => &mut counts.timeout,
            "MissedMutant" => &mut counts.missed,
            _ => return None,
        };
        *count += 1;
    }
    Some(counts)
}

/// A row a crate.
pub(super) fn table(rows: &[(&str, u64, Counts)]) -> String {
    let header = ["crate", "mutants", "unviable", "caught", "timeout", "missed", "share", "bar"].map(str::to_owned);
    let mut lines = vec![line(&header)];
    for (name, bar, counts) in rows {
        let Counts { unviable, caught, timeout, missed } = counts;
        let numbers = [counts.mutants(), *unviable, *caught, *timeout, *missed].map(|number| number.to_string());
        let [mutants, unviable, caught, timeout, missed] = numbers;
        lines.push(line(&[
            (*name).to_owned(),
            mutants,
            unviable,
            caught,
            timeout,
            missed,
            counts.share(),
            format!("{bar} %"),
        ]));
    }
    lines.join("\n")
}

fn line([name, mutants, unviable, caught, timeout, missed, share, bar]: &[String; 8]) -> String {
    format!("{name:<12}  {mutants:>7}  {unviable:>8}  {caught:>6}  {timeout:>7}  {missed:>6}  {share:>7}  {bar:>4}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(outcomes: &[(&str, &str)]) -> String {
        let outcomes: Vec<_> = outcomes
            .iter()
            .map(|(scenario, summary)| format!(r#"{{ "scenario": {scenario}, "summary": "{summary}" }}"#))
            .collect();
        format!(r#"{{ "outcomes": [{}], "missed": 0 }}"#, outcomes.join(", "))
    }

    #[test]
    fn outcomes_are_counted_without_the_baseline() {
        let mutant = r#"{ "Mutant": { "name": "replace + with -" } }"#;
        let text = of(&[
            (r#""Baseline""#, "Success"),
            (mutant, "CaughtMutant"),
            (mutant, "MissedMutant"),
            (mutant, "CaughtMutant"),
            (mutant, "Timeout"),
            (mutant, "Unviable"),
            (mutant, "CaughtMutant"),
        ]);
        assert_eq!(counts_of(&text), Some(Counts { unviable: 1, caught: 3, timeout: 1, missed: 1 }));
        for summary in ["Success", "Failure", ""] {
            assert_eq!(counts_of(&of(&[(mutant, summary)])), None, "{summary}");
        }
        assert_eq!(counts_of("{}"), None);
    }

    #[test]
    fn a_share_is_of_the_viable_and_never_rounded_up() {
        let counts = Counts { unviable: 50, caught: 187, timeout: 2, missed: 10 };
        assert_eq!((counts.mutants(), counts.share().as_str()), (249, "94.9 %"));
        assert!(counts.reaches(94) && !counts.reaches(95));
        assert!(Counts { missed: 9, ..counts }.reaches(95), "189 of 198");
        assert_eq!(Counts { unviable: 3, ..Counts::default() }.share(), "");
    }

    #[test]
    fn a_row_has_every_number() {
        let counts = Counts { unviable: 11, caught: 222, timeout: 3, missed: 44 };
        let table = table(&[("replay", 95, counts)]);
        let row: Vec<_> = table.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(row, ["replay", "280", "11", "222", "3", "44", "83.6", "%", "95", "%"]);
    }
}
