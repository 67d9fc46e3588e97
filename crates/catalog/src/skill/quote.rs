//! The one slip in YAML that everybody makes: `description: Use when: always`.

/// Front matter with every value of the top level quoted that has a colon YAML would have wanted in quotes, and the lines
/// of the file on which these values begin; or nothing where there is no such value.
///
/// A value that begins with a quote, a bracket or another sign of YAML is left alone. The lines stay the lines.
pub(super) fn colons(front: &str) -> Option<(String, Vec<usize>)> {
    let mut out = String::with_capacity(front.len() + 64);
    let mut lines = Vec::new();
    for (line, field) in fields(front) {
        match quoted(&field) {
            Some(quoted) => {
                out.push_str(&quoted);
                lines.push(line);
            }
            None => out.push_str(&field),
        }
    }
    if lines.is_empty() { None } else { Some((out, lines)) }
}

/// The lines of a text, each together with the indented and empty ones that follow it, and their numbers in the file.
fn fields(front: &str) -> Vec<(usize, String)> {
    let mut fields: Vec<(usize, String)> = Vec::new();
    // The first line of the file is the `---`.
    for (number, line) in (2..).zip(front.split_inclusive('\n')) {
        let continues = line.starts_with([' ', '\t', '\r', '\n']);
        match fields.last_mut() {
            Some((_, field)) if continues => field.push_str(line),
            _ => fields.push((number, line.to_owned())),
        }
    }
    fields
}

/// A field with its value quoted, if that is what it lacks.
fn quoted(field: &str) -> Option<String> {
    let (key, rest) = field.split_once(": ")?;
    if !key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') {
        return None;
    }
    let value = rest.trim_start_matches(' ').trim_end_matches([' ', '\t', '\r', '\n']);
    let behind = rest.get(rest.len() - (rest.trim_start_matches(' ').len() - value.len())..)?;
    let signs = ['\r', '\n', '"', '\'', '[', ']', '{', '}', '|', '>', '&', '*', '!', '#', '%', '@', '`'];
    if value.starts_with(signs) || !value.lines().any(has_colon) {
        return None;
    }
    Some(format!("{key}: '{}'{behind}", value.replace('\'', "''")))
}

/// Whether a line has a colon that divides a key from a value, the comment at its end apart.
fn has_colon(line: &str) -> bool {
    let line = line.split(" #").next().unwrap_or(line).trim_end();
    line.ends_with(':') || line.contains(": ") || line.contains(":\t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_value_with_a_colon_is_quoted() {
        for (front, expected) in [
            ("d: Use when: always\n", Some(("d: 'Use when: always'\n", vec![2]))),
            ("a: b\nd:  it's: so  \r\n", Some(("a: b\nd: 'it''s: so'  \r\n", vec![3]))),
            ("d: one\n  two: three\n\ne: f:\n", Some(("d: 'one\n  two: three'\n\ne: 'f:'\n", vec![2, 5]))),
            ("d: a: b", Some(("d: 'a: b'", vec![2]))),
            // Nothing to mend, or nothing that quotes would mend.
            ("d: plain\n", None),
            ("d: http://example.test # see: this\n", None),
            ("d: \"a\": b\n", None),
            ("d: |\n  a: b\n", None),
            ("metadata:\n  a: b: c\n", None),
            ("metadata: \n  a: b\n", None),
            ("  d: a: b\n", None),
            ("# note: a: b\n", None),
            ("two words: a: b\n", None),
            ("", None),
        ] {
            let expected = expected.map(|(text, lines)| (text.to_owned(), lines));
            assert_eq!(colons(front), expected, "{front:?}");
        }
    }
}
