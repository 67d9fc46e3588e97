//! Numbers as they are printed.

/// Three digits that count.
pub(super) fn digits(value: f64) -> String {
    match value {
        value if value.is_nan() => "–".to_owned(),
        value if value < 9.995 => format!("{value:.2}"),
        value if value < 99.95 => format!("{value:.1}"),
        value => grouped(value),
    }
}

/// A whole number with commas.
pub(super) fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A row of a table.
pub(super) fn row(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().collect();
    format!("| {} |\n", cells.join(" | "))
}

/// The head of a table: a column of names, then numbers.
pub(super) fn head(columns: &[&str]) -> String {
    let rules = columns.iter().enumerate().map(|(at, _)| if at == 0 { "---" } else { "---:" }.to_owned());
    row(columns.iter().map(|&column| column.to_owned())) + &row(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_count() {
        for (value, text) in
            [(0.0449, "0.04"), (9.994, "9.99"), (9.996, "10.0"), (99.96, "100"), (1_234.6, "1,235"), (f64::NAN, "–")]
        {
            assert_eq!(digits(value), text);
        }
        assert_eq!([0.0, 999.0, 1_000.0, 1_234_567.0].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_table_has_a_column_of_names() {
        assert_eq!(head(&["engine", "build"]), "| engine | build |\n| --- | ---: |\n");
    }
}
