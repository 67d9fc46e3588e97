//! `SKILL.md` files.

use toolsift_catalog::{Skill, parse_skill};

/// The folder in which the file is said to lie.
const FOLDER: Option<&str> = Some("month-end");

/// The instructions are the end of the file, byte for byte, and what stands in them changes nothing else; a skill of a file brings no tools; neither an error nor a
/// diagnostic quotes more of the file than an id.
pub(crate) fn skill_front_matter(data: &[u8]) {
    let skill = match parse_skill(data, "SKILL.md", FOLDER) {
        Ok(skill) => skill,
        Err(error) => return quotes_nothing(&error.to_string()),
    };
    assert_eq!(parse_skill(data, "SKILL.md", FOLDER).expect("as before"), skill);
    let definition = &skill.definition;
    assert!(definition.tools.is_empty() && !definition.unavailable && !definition.instructions.is_tainted());
    let text = std::str::from_utf8(data).expect("it was read");
    let front = text.strip_suffix(definition.instructions.as_str()).expect("the instructions are its end");
    let fences = front.split_inclusive('\n').map(|line| line.trim_end_matches([' ', '\t', '\r', '\n']) == "---");
    let fences: Vec<bool> = fences.skip(1).collect();
    assert!(fences.ends_with(&[true]) && fences.iter().filter(|fence| **fence).count() == 1, "it ends with a fence");
    skill.diagnostics.iter().for_each(|diagnostic| quotes_nothing(&diagnostic.to_string()));
    if front.ends_with('\n') {
        for instructions in ["", "---\nname: other\n---\n", "\r\n\t# é\0"] {
            let other = parse_skill(format!("{front}{instructions}").as_bytes(), "SKILL.md", FOLDER);
            assert_eq!(with(&other.expect("the same front matter"), ""), with(&skill, ""));
        }
    }
}

/// The skill with other instructions.
fn with(skill: &Skill, instructions: &str) -> Skill {
    let mut skill = skill.clone();
    skill.definition.instructions = instructions.into();
    skill
}

/// The word stands in seeds, where no id is.
fn quotes_nothing(message: &str) {
    assert!(!message.contains("CANARY") && !message.contains('\n'), "{message}");
    assert!(message.chars().count() < 400, "{message}");
}
