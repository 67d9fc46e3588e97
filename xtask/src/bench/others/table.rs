//! Tables of what the programs print.

use std::collections::BTreeSet;

use serde_json::Value;

/// The engine that the others are held against.
const OURS: &str = "toolsift";

/// Sixteen queries, however long the time is.
const WORST: &str = "worst case";

/// The figures of one kind of query.
#[derive(Debug)]
struct Line {
    engine: String,
    documents: u64,
    build_ms: f64,
    hit_at_5: f64,
    length: String,
    top: u64,
    queries: u64,
    /// p50 and p99 in microseconds.
    times: [f64; 2],
}

/// Everything that was printed.
#[derive(Debug, Default)]
struct Printed {
    lines: Vec<Line>,
    /// Engines that are not there, and why.
    missing: Vec<(String, String)>,
}

/// Markdown of everything that was printed, or what is wrong with it.
pub(super) fn tables(printed: &str) -> Result<String, String> {
    let mut all = Printed::default();
    for line in printed.lines().filter(|line| !line.trim().is_empty()) {
        read(line, &mut all).ok_or_else(|| format!("not a line of figures: {line}"))?;
    }
    if !all.lines.iter().any(|line| line.engine == OURS) {
        return Err(format!("no figures of {OURS}"));
    }
    let sizes: BTreeSet<u64> = all.lines.iter().map(|line| line.documents).collect();
    let mut text = sizes.into_iter().map(|documents| of_size(&all, documents)).collect::<Vec<_>>().join("\n");
    if all.lines.iter().any(Line::is_short) {
        text += "\n\\* Fewer than 100 queries, since the time for them was up: p99 is the slowest.\n";
    }
    for (engine, why) in &all.missing {
        text += &format!("\nNot measured: {engine} ({why}).\n");
    }
    Ok(text)
}

fn read(line: &str, all: &mut Printed) -> Option<()> {
    let json: Value = serde_json::from_str(line).ok()?;
    let text = |key: &str| json.get(key)?.as_str().map(str::to_owned);
    let number = |key: &str| json.get(key)?.as_f64();
    let whole = |key: &str| json.get(key)?.as_u64();
    let engine = text("engine")?;
    if let Some(why) = text("missing") {
        all.missing.push((engine, why));
        return Some(());
    }
    all.lines.push(Line {
        engine,
        documents: whole("documents")?,
        build_ms: number("build_ms")?,
        hit_at_5: number("hit_at_5")?,
        length: text("length")?,
        top: whole("top")?,
        queries: whole("queries")?,
        times: [number("p50")?, number("p99")?],
    });
    Some(())
}

impl Line {
    /// Whether the time was up before a hundred queries were asked.
    fn is_short(&self) -> bool {
        self.queries < 100 && self.length != WORST
    }
}

fn of_size(all: &Printed, documents: u64) -> String {
    let lines: Vec<&Line> = all.lines.iter().filter(|line| line.documents == documents).collect();
    let engines = in_order(lines.iter().map(|line| line.engine.as_str()));
    let lengths = in_order(lines.iter().map(|line| line.length.as_str()));
    let find = |engine: &str, length: &str, top: u64| {
        lines.iter().find(|line| line.engine == engine && line.length == length && line.top == top)
    };
    let build = |engine: &str| lines.iter().find(|line| line.engine == engine).map_or(f64::NAN, |line| line.build_ms);
    let mut text = format!("### Python and JavaScript, {} documents\n\n", digits(documents as f64));
    text += &head(&["engine", "build, ms", "multiple of toolsift", "hit@5, 3 terms"]);
    for &engine in &engines {
        let hits = lines.iter().find(|line| line.engine == engine).map_or(f64::NAN, |line| line.hit_at_5);
        let multiple = digits(build(engine) / build(OURS));
        text += &row([engine.to_owned(), digits(build(engine)), multiple, format!("{hits:.2}")]);
    }
    let tops: BTreeSet<u64> = lines.iter().map(|line| line.top).collect();
    for top in tops {
        for is_ratio in [false, true] {
            let unit = if is_ratio { "as a multiple of toolsift" } else { "in microseconds" };
            text += &format!("\nTop {top}, p50 / p99 {unit}:\n\n");
            text += &head(&[&["engine"], lengths.as_slice()].concat());
            for &engine in &engines {
                let cells = lengths.iter().map(|length| {
                    let Some(line) = find(engine, length, top) else { return "–".to_owned() };
                    let ours = find(OURS, length, top).filter(|_| is_ratio).map_or([1.0; 2], |ours| ours.times);
                    let [p50, p99] = line.times;
                    let [ours50, ours99] = ours;
                    let mark = if line.is_short() { "\\*" } else { "" };
                    format!("{} / {}{mark}", digits(p50 / ours50), digits(p99 / ours99))
                });
                text += &row(std::iter::once(engine.to_owned()).chain(cells));
            }
        }
    }
    text
}

/// Each word once, where it first stood.
fn in_order<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut once = Vec::new();
    for word in words {
        if !once.contains(&word) {
            once.push(word);
        }
    }
    once
}

/// Three digits that count, thousands with commas.
fn digits(value: f64) -> String {
    match value {
        value if value.is_nan() => return "–".to_owned(),
        value if value < 9.995 => return format!("{value:.2}"),
        value if value < 99.95 => return format!("{value:.1}"),
        _ => {}
    }
    let whole = format!("{value:.0}");
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn row(cells: impl IntoIterator<Item = String>) -> String {
    format!("| {} |\n", cells.into_iter().collect::<Vec<_>>().join(" | "))
}

/// A column of names, then numbers.
fn head(columns: &[&str]) -> String {
    let rules = columns.iter().enumerate().map(|(at, _)| if at == 0 { "---" } else { "---:" }.to_owned());
    row(columns.iter().map(|&column| column.to_owned())) + &row(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOLSIFT: &str = r#"{"engine": "toolsift", "documents": 1000, "build_ms": 2.0, "hit_at_5": 1.0, "length": "3 terms", "top": 5, "queries": 400, "p50": 0.5, "p99": 2.0}"#;
    const OTHER: &str = r#"{"engine": "x (Python)", "documents": 1000, "build_ms": 30.5, "hit_at_5": 0.995, "length": "3 terms", "top": 5, "queries": 12, "p50": 1234.5, "p99": 3000.0}"#;
    const MISSING: &str = r#"{"engine": "y (Python)", "missing": "no such package"}"#;

    #[test]
    fn ratios_are_to_toolsift() {
        let text = tables(&[TOOLSIFT, OTHER, "", MISSING].join("\n")).unwrap();
        let expected = "\
### Python and JavaScript, 1,000 documents

| engine | build, ms | multiple of toolsift | hit@5, 3 terms |
| --- | ---: | ---: | ---: |
| toolsift | 2.00 | 1.00 | 1.00 |
| x (Python) | 30.5 | 15.2 | 0.99 |

Top 5, p50 / p99 in microseconds:

| engine | 3 terms |
| --- | ---: |
| toolsift | 0.50 / 2.00 |
| x (Python) | 1,234 / 3,000\\* |

Top 5, p50 / p99 as a multiple of toolsift:

| engine | 3 terms |
| --- | ---: |
| toolsift | 1.00 / 1.00 |
| x (Python) | 2,469 / 1,500\\* |

\\* Fewer than 100 queries, since the time for them was up: p99 is the slowest.

Not measured: y (Python) (no such package).
";
        assert_eq!(text, expected);
    }

    #[test]
    fn what_is_no_figure_is_refused() {
        for (printed, error) in [
            (OTHER.to_owned(), "no figures of toolsift".to_owned()),
            (format!("{TOOLSIFT}\nhello"), "not a line of figures: hello".to_owned()),
            (format!("{TOOLSIFT}\n{{}}"), "not a line of figures: {}".to_owned()),
        ] {
            assert_eq!(tables(&printed), Err(error));
        }
    }
}
