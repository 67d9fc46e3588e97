//! What the suite says of a class: cases, a bar, and whether it is met.

use serde_json::{Value, json};

use toolsift::prelude::Ranking;

/// Whether a bar is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// It is.
    Met,
    /// It is not.
    Missed,
    /// It is not, and only guarded ranking can meet it, which this version does not have.
    NeedsGuarded,
    /// There is no bar: a figure to look at.
    Figure,
}

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The class.
    pub class: &'static str,
    /// How many cases were looked at.
    pub cases: usize,
    /// What is counted.
    pub counted: String,
    /// What it must come to.
    pub bar: String,
    /// What it comes to.
    pub reached: String,
    /// Whether that is enough.
    pub verdict: Verdict,
    /// The first case that does not hold.
    pub example: Option<String>,
}

impl Row {
    fn new(counted: &str, cases: usize, bar: String, reached: String, verdict: Verdict) -> Self {
        Self { class: "", cases, counted: counted.to_owned(), bar, reached, verdict, example: None }
    }

    /// A class that could not look.
    pub(super) fn broken(why: String) -> Self {
        let row = Self::new("whether it ran", 0, "it runs".to_owned(), "it did not".to_owned(), Verdict::Missed);
        Self { example: Some(why), ..row }
    }

    /// A figure without a bar.
    pub(super) fn figure(counted: &str, cases: usize, reached: String) -> Self {
        Self::new(counted, cases, String::new(), reached, Verdict::Figure)
    }

    /// A share of the cases that must not be smaller than another one.
    pub(super) fn at_least(counted: &str, cases: usize, reached: f64, bar: f64) -> Self {
        let verdict = if reached >= bar { Verdict::Met } else { Verdict::Missed };
        Self::new(counted, cases, format!("at least {bar:.3}"), format!("{reached:.3}"), verdict)
    }

    /// The row of a class.
    pub(super) fn of(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    /// Where only guarded ranking can meet the bar, a miss is none without it.
    pub(super) fn needs_guarded(mut self, ranking: Ranking) -> Self {
        if self.verdict == Verdict::Missed && ranking == Ranking::Plain {
            self.verdict = Verdict::NeedsGuarded;
        }
        self
    }

    /// Whether the suite fails because of this row.
    #[must_use]
    pub fn is_missed(&self) -> bool {
        self.verdict == Verdict::Missed
    }

    /// The row for machines.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let verdict = match self.verdict {
            Verdict::Met => "met",
            Verdict::Missed => "missed",
            Verdict::NeedsGuarded => "needs guarded ranking",
            Verdict::Figure => "figure",
        };
        json!({
            "class": self.class,
            "cases": self.cases,
            "counted": self.counted,
            "bar": self.bar,
            "reached": self.reached,
            "verdict": verdict,
            "example": self.example,
        })
    }
}

/// Counts cases, and those that do not hold.
#[derive(Debug, Default)]
pub(super) struct Tally {
    cases: usize,
    failures: usize,
    example: Option<String>,
}

impl Tally {
    /// Takes a case that must hold.
    pub(super) fn check(&mut self, holds: bool, example: impl FnOnce() -> String) {
        self.cases += 1;
        if !holds {
            self.failures += 1;
            self.example.get_or_insert_with(example);
        }
    }

    /// The row: no case may fail, and there must be at least so many of them.
    pub(super) fn row(self, counted: &str, at_least: usize) -> Row {
        let holds = self.failures == 0 && self.cases >= at_least;
        let verdict = if holds { Verdict::Met } else { Verdict::Missed };
        let row = Row::new(counted, self.cases, format!("0 of {at_least}"), self.failures.to_string(), verdict);
        Row { example: self.example, ..row }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(failures: usize, cases: usize) -> Tally {
        let mut tally = Tally::default();
        (0..cases).for_each(|case| tally.check(case >= failures, || format!("case {case}")));
        tally
    }

    #[test]
    fn a_failure_or_too_few_cases_miss_the_bar() {
        let row = tally(0, 10).row("leaks", 10);
        assert_eq!((row.verdict, row.reached.as_str(), row.example), (Verdict::Met, "0", None));
        let row = tally(2, 10).row("leaks", 10);
        assert_eq!((row.verdict, row.reached.as_str()), (Verdict::Missed, "2"));
        assert_eq!(row.example.as_deref(), Some("case 0"));
        assert!(tally(0, 9).row("leaks", 10).is_missed(), "a table that shrank");
    }

    #[test]
    fn what_needs_guarded_ranking_fails_once_it_is_there() {
        let missed = || Row::at_least("found", 10, 0.5, 0.6);
        assert_eq!(missed().verdict, Verdict::Missed);
        assert_eq!(missed().needs_guarded(Ranking::Plain).verdict, Verdict::NeedsGuarded);
        assert_eq!(missed().needs_guarded(Ranking::Guarded).verdict, Verdict::Missed);
        assert_eq!(Row::at_least("found", 10, 0.6, 0.6).needs_guarded(Ranking::Plain).verdict, Verdict::Met);
    }
}
