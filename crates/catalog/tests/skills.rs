//! `SKILL.md`: what is read and what is forgiven.

#![cfg(test)]

use toolsift_catalog::{Skill, parse_skill};

fn skill(front: &str) -> Skill {
    parse_skill(format!("---\n{front}\n---\nbody").as_bytes(), "s", Some("a")).unwrap()
}

fn diagnostics(front: &str) -> Vec<String> {
    skill(front).diagnostics.iter().map(ToString::to_string).collect()
}

#[test]
fn every_field_of_the_standard_is_read_or_left_alone() {
    let skill = skill(
        "name: a\ndescription: >-\n  Closes\n  the books.\nlicense: MIT\ncompatibility: any\nallowed-tools: Bash(git:*) Read\n\
         metadata:\n  version: 1.10\n  tags: finance, , month end\n  aliases: \"close the books\"\n\
         tags: [ledger, no, 1.10, 2024-01-01]\naliases:\n  - reconcile\nhooks: { a: [{ b: c }] }",
    );
    let definition = &skill.definition;
    assert_eq!(definition.id.as_str(), "a");
    assert_eq!(definition.description.as_ref().unwrap().as_str(), "Closes the books.");
    assert_eq!(definition.tags, ["finance", "month end", "ledger", "no", "1.10", "2024-01-01"]);
    assert_eq!(definition.aliases, ["close the books", "reconcile"]);
    assert!(definition.tools.is_empty() && !definition.unavailable);
    assert_eq!(definition.instructions.as_str(), "body");
    assert_eq!(skill.place.to_string(), "s line 1");
    assert_eq!(skill.diagnostics, []);
}

/// No value is anything but the text that was written.
#[test]
fn a_value_is_its_text() {
    for (front, name, description) in [
        ("name: no\ndescription: yes", "no", "yes"),
        ("name: 1.10\ndescription: 007", "1.10", "007"),
        ("name: 2024-01-01\ndescription: 1e3", "2024-01-01", "1e3"),
        ("name: 'null'\ndescription: \"~\"", "null", "~"),
        ("name: true\ndescription: 'it''s'", "true", "it's"),
        ("\"name\": x\ndescription: |\n  two\n\n  parts", "x", "two\n\nparts\n"),
        ("# a comment\nname: x # another\ndescription: see http://a.test # not this", "x", "see http://a.test"),
        ("{ name: x, description: \"\\u00e9 \\\"quoted\\\"\" }", "x", "é \"quoted\""),
    ] {
        let skill = skill(front);
        assert_eq!(skill.definition.id.as_str(), name, "{front}");
        assert_eq!(skill.definition.description.unwrap().as_str(), description, "{front}");
    }
}

#[test]
fn the_instructions_are_the_bytes_behind_the_front_matter() {
    let front = "name: a\ndescription: d";
    for (text, body) in [
        (format!("---\n{front}\n---\n\n# A\r\n\0---\n  end"), "\n# A\r\n\0---\n  end"),
        (format!("\u{FEFF}---\r\n{}\r\n---\r\n\r\nbody\r\n", front.replace('\n', "\r\n")), "\r\nbody\r\n"),
        (format!("---  \n{front}\n---\t\nbody"), "body"),
        (format!("---\n{front}\n---"), ""),
        (format!("---\n{front}\n---\n"), ""),
        // Only a line of nothing but `---` ends the front matter.
        (format!("---\n{front}\nx: a\n ---\n---\nbody"), "body"),
        (format!("---\n{front}\nx: ---y\n---\n----\n"), "----\n"),
    ] {
        let skill = parse_skill(text.as_bytes(), "s", None).unwrap();
        assert_eq!(skill.definition.instructions.as_str(), body, "{text:?}");
        assert_eq!(skill.definition.description.unwrap().as_str(), "d", "{text:?}");
        assert!(skill.diagnostics.is_empty(), "{text:?}");
    }
}

/// What clients of the standard forgive is read, and the author is told.
#[test]
fn what_is_forgiven_is_said() {
    let long = |chars| "é".repeat(chars);
    let form = "field `name`: should hold only lower-case letters, digits and single hyphens between them";
    let folder = "field `name`: differs from the name of the folder";
    for (front, expected) in [
        ("name: a\ndescription: d".to_owned(), &[][..]),
        ("name: B\ndescription: d".to_owned(), &[form, folder]),
        ("name: a--b\ndescription: d".to_owned(), &[form, folder]),
        ("name: -a\ndescription: d".to_owned(), &[form, folder]),
        ("name: a-\ndescription: d".to_owned(), &[form, folder]),
        ("name: a b\ndescription: d".to_owned(), &[form, folder]),
        ("name: a-2\ndescription: d".to_owned(), &[folder]),
        (format!("name: {}\ndescription: d", "n".repeat(64)), &[folder]),
        (format!("name: {}\ndescription: d", "n".repeat(65)), &["field `name`: has more than 64 characters", folder]),
        (format!("name: a\ndescription: {}", long(1_024)), &[]),
        (format!("name: a\ndescription: {}", long(1_025)), &["field `description`: has more than 1024 characters"]),
        (format!("name: a\ndescription: d\ncompatibility: {}", long(500)), &[]),
        (
            format!("name: a\ndescription: d\ncompatibility: {}", long(501)),
            &["field `compatibility`: has more than 500 characters"],
        ),
        (
            "name: a\ndescription: d\nlicense: x\nlicense: y\nfoo: 1\nfoo: 2".to_owned(),
            &[
                "line 5: field `license`: given again, the first one counts",
                "line 7: a field that is not read is given again",
            ],
        ),
        (
            "name: a\ndescription: d\nmetadata:\n  tags: x\n  tags: y\n  z: 1\n  z: 2".to_owned(),
            &[
                "line 6: field `metadata.tags`: given again, the first one counts",
                "line 8: a field that is not read is given again",
            ],
        ),
        (
            "name: a\ndescription: d\ntags: x, y\naliases: [x, [y]]\nmetadata: [x]\ncompatibility: {}".to_owned(),
            &[
                "line 4: field `tags`: ignored because it is not a list of strings",
                "line 5: field `aliases`: ignored because it is not a list of strings",
                "line 6: field `metadata`: ignored because it is not a mapping",
                "line 7: field `compatibility`: ignored because it is not a string",
            ],
        ),
        (
            "name: a\ndescription: d\nmetadata:\n  aliases: [x]".to_owned(),
            &["line 5: field `metadata.aliases`: ignored because it is not a string"],
        ),
        ("name: a\ndescription: d\ntags:\naliases: ~\nmetadata: null\ncompatibility:".to_owned(), &[]),
    ] {
        assert_eq!(diagnostics(&front), expected, "{front:.60}");
    }
    assert_eq!(skill("name: a\ndescription: d\ntags: [x]\ntags: [y]").definition.tags, ["x"]);
    let kept = skill(&format!("name: a\ndescription: {}", long(2_000))).definition.description.unwrap();
    assert_eq!(kept.as_str().chars().count(), 2_000, "kept whole");
}

#[test]
fn an_unquoted_colon_is_read_as_if_it_were_quoted() {
    for (front, description, lines) in [
        ("name: a\ndescription: Use when: it's: month end", "Use when: it's: month end", &[3][..]),
        ("description: one\n  two: three\nname: a\nlicense: a: b", "one two: three", &[2, 5]),
        ("name: a\r\ndescription: Use when: x\r", "Use when: x", &[3]),
    ] {
        let skill = skill(front);
        assert_eq!(skill.definition.description.unwrap().as_str(), description, "{front}");
        let expected: Vec<_> = lines
            .iter()
            .map(|line| format!("line {line}: an unquoted colon in a value, which was read as if it were quoted"))
            .collect();
        assert_eq!(skill.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>(), expected, "{front}");
    }
}
