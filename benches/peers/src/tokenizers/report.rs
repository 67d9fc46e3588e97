//! What was measured, as Markdown.

use std::fmt::Write;

use super::contestants::{BM25, OURS, TANTIVY};
use super::rates::Rate;

/// Beside whom, on which lines, and by what factor at least.
const BARS: [(&str, &str, f64); 3] = [(TANTIVY, "ASCII", 1.5), (BM25, "ASCII", 10.0), (TANTIVY, "mixed", 1.0)];

/// The bars, then all rates with what toolsift's are a multiple of them.
#[must_use]
pub fn report(rates: &[Rate]) -> String {
    let mut text = String::new();
    let of = |name: &str| rates.iter().find(|rate| rate.name == name);
    let Some(ours) = of(OURS) else { return text };
    text += "| bar | goal | reached | met |\n| --- | ---: | ---: | --- |\n";
    for (name, lines, goal) in BARS {
        let Some(peer) = of(name) else { continue };
        let ratio = if lines == "ASCII" { ours.ascii / peer.ascii } else { ours.mixed / peer.mixed };
        let met = if ratio >= goal { "met" } else { "**not met**" };
        let _ = writeln!(text, "| beside {name}, {lines} | ≥ {goal}× | {} | {met} |", times(ratio));
    }
    text += "\n| tokenizer | ASCII, MB/s | toolsift's as a multiple | mixed, MB/s | toolsift's as a multiple |\n";
    text += "| --- | ---: | ---: | ---: | ---: |\n";
    for Rate { name, ascii, mixed } in rates {
        let ratios = [times(ours.ascii / ascii), times(ours.mixed / mixed)];
        let _ = writeln!(text, "| {name} | {ascii:.0} | {} | {mixed:.0} | {} |", ratios[0], ratios[1]);
    }
    text
}

fn times(ratio: f64) -> String {
    format!("{ratio:.2}×")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(ours: [f64; 2]) -> Vec<bool> {
        let rate = |name, [ascii, mixed]: [f64; 2]| Rate { name, ascii, mixed };
        let text = report(&[rate(OURS, ours), rate(TANTIVY, [200.0, 100.0]), rate(BM25, [30.0, 30.0])]);
        text.lines().filter(|line| line.starts_with("| beside")).map(|line| line.ends_with("| met |")).collect()
    }

    #[test]
    fn on_the_bar_is_met() {
        assert_eq!(met([300.0, 100.0]), [true; 3]);
        assert_eq!(met([299.0, 99.0]), [false; 3]);
    }
}
