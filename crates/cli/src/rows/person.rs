//! Who is meant.

use rusqlite::named_params;

use super::{Refusal, Store};

/// The id of the one live person or group that a text names: by id, name, address, handle, phone number or the path of its page.
pub(super) fn resolve(store: &Store, text: &str) -> Result<String, Refusal> {
    let sql = "
        SELECT id FROM person WHERE live AND (id = :key OR name = :key)
        UNION
        SELECT person.id FROM person_key JOIN person ON person.id = person_key.person WHERE live AND key = :key
        LIMIT 2";
    let mut found = store.rows(sql, named_params! { ":key": key(text) }, |row| row.get(0))?;
    match (found.pop(), found.is_empty()) {
        (Some(id), true) => Ok(id),
        (Some(_), false) => Err(Refusal::Contested),
        (None, _) => Err(Refusal::NotFound),
    }
}

/// What a text is looked up as: the name in the path of a page, the digits of a phone number, or the text itself.
fn key(text: &str) -> String {
    let text = text.trim();
    if let Some(name) = text.strip_prefix("People/").and_then(|path| path.strip_suffix("/about.md")) {
        return name.to_owned();
    }
    let is_phone = text.contains(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | ' ' | '.' | '-' | '(' | ')'));
    if is_phone { text.chars().filter(char::is_ascii_digit).collect() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_is_looked_up_as() {
        for (text, expected) in [
            ("+49 (40) 555-01.20", "49405550120"),
            ("People/Maren Holt/about.md", "Maren Holt"),
            ("People/about.md", "People/about.md"),
            ("maren@harbourline.example", "maren@harbourline.example"),
            ("handle:sam ", "handle:sam"),
            ("+", "+"),
        ] {
            assert_eq!(key(text), expected, "{text}");
        }
    }
}
