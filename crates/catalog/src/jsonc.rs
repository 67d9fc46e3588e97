//! JSON with comments and trailing commas, made plain JSON of the same length: lines and columns stay what they were.

/// Comments and trailing commas as spaces. Line breaks stay; nothing inside a string changes.
///
/// # Errors
///
/// The offset of a `/*` that no `*/` follows.
///
/// # Complexity
///
/// Linear in the text.
pub(crate) fn plain(text: &str) -> Result<String, usize> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.char_indices().peekable();
    let mut state = State::default();
    while let Some((at, c)) = chars.next() {
        match (c, chars.peek().map(|&(_, next)| next)) {
            ('"', _) => {
                state.token(&mut out, '"');
                let mut escaped = false;
                for (_, c) in chars.by_ref() {
                    out.push(c);
                    if c == '"' && !escaped {
                        break;
                    }
                    escaped = c == '\\' && !escaped;
                }
            }
            ('/', Some('/')) => {
                blank(&mut out, c);
                while let Some((_, c)) = chars.next_if(|&(_, c)| c != '\n') {
                    blank(&mut out, c);
                }
            }
            ('/', Some('*')) => {
                blank(&mut out, c);
                // The star that opens is not the star that closes.
                chars.next();
                blank(&mut out, '*');
                let mut star = false;
                loop {
                    let (_, c) = chars.next().ok_or(at)?;
                    blank(&mut out, c);
                    if star && c == '/' {
                        break;
                    }
                    star = c == '*';
                }
            }
            (' ' | '\t' | '\r' | '\n', _) => out.push(c),
            _ => state.token(&mut out, c),
        }
    }
    Ok(out)
}

/// What stands before: a comma trails only behind an element and ahead of a closing bracket.
#[derive(Default)]
struct State {
    last: Option<char>,
    comma: Option<usize>,
}

impl State {
    fn token(&mut self, out: &mut String, c: char) {
        let comma = self.comma.take();
        match c {
            ',' if !matches!(self.last, None | Some(',' | ':' | '[' | '{')) => self.comma = Some(out.len()),
            ']' | '}' => {
                if let Some(at) = comma {
                    out.replace_range(at..=at, " ");
                }
            }
            _ => {}
        }
        self.last = Some(c);
        out.push(c);
    }
}

/// As many spaces as the character has bytes, or the line break itself.
fn blank(out: &mut String, c: char) {
    if c == '\n' {
        out.push(c);
    } else {
        out.extend(std::iter::repeat_n(' ', c.len_utf8()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_become_spaces() {
        for (text, expected) in [
            ("{}", "{}"),
            ("[1,]", "[1 ]"),
            ("[1 , // é\n]", "[1        \n]"),
            ("[1,/* ] */2]", "[1,       2]"),
            ("{\"a\":1,}", "{\"a\":1 }"),
            ("{\"a\":\"b\",\n/**/}", "{\"a\":\"b\" \n    }"),
            ("[[1,],]", "[[1 ] ]"),
            ("/*/ */1", "      1"),
            ("/*a\nb**/1", "   \n    1"),
            // Strings are left alone, whatever they hold.
            (r#"["//", "/*", ",]", "\"//,]", "\\"]"#, r#"["//", "/*", ",]", "\"//,]", "\\"]"#),
            (r#"["\\",]"#, r#"["\\" ]"#),
            // What is wrong stays wrong.
            ("[,]", "[,]"),
            ("[1,,]", "[1,,]"),
            ("{\"a\":,}", "{\"a\":,}"),
            (",]", ",]"),
            ("1,", "1,"),
            ("[1,/", "[1,/"),
            ("\"//", "\"//"),
            ("//", "  "),
        ] {
            assert_eq!(plain(text).as_deref(), Ok(expected), "{text}");
        }
        assert_eq!(plain("[1] /* never closed"), Err(4));
        assert_eq!(plain("/*/"), Err(0));
    }
}
