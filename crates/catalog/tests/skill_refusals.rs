//! `SKILL.md`: what is refused with which words, the caps, and hostile bytes.

#![cfg(test)]

use proptest::prelude::*;
use toolsift_catalog::{MAX_FRONT_MATTER_BYTES, MAX_FRONT_MATTER_DEPTH, MAX_SKILL_BYTES, parse_skill};

fn refusal(text: impl AsRef<[u8]>) -> String {
    parse_skill(text.as_ref(), "s", None).unwrap_err().to_string()
}

#[test]
fn refusals() {
    let d = "description: SECRET";
    let deep = format!("---\nname: a\n{d}\nx: {}{}\n---\n", "[".repeat(5_000), "]".repeat(5_000));
    let blocks = format!("---\nname: a\nx:\n  {}y\n---\n", "- ".repeat(5_000));
    let bomb = "---\na: &SECRET [x, x]\nb: &b [*SECRET, *SECRET]\nc: [*b, *b]\n---\n";
    for (text, message) in [
        ("", "s line 1: expected front matter, which begins with a line `---`"),
        ("# SECRET\n---\n", "s line 1: expected front matter, which begins with a line `---`"),
        ("----\nname: a\n---\n", "s line 1: expected front matter, which begins with a line `---`"),
        ("---", "s line 1: expected front matter that ends with a line `---`"),
        ("---\nname: SECRET\n", "s line 1: expected front matter that ends with a line `---`"),
        ("---\n---\n", "s line 1: field `name`: missing"),
        ("---\n# SECRET\n---\n", "s line 1: field `name`: missing"),
        (&format!("---\n{d}\n---\n"), "s line 1: field `name`: missing"),
        (&format!("---\nname:\n{d}\n---\n"), "s line 1: field `name`: missing"),
        (&format!("---\n{d}\nname: ' '\n---\n"), "s line 3: field `name`: empty"),
        (&format!("---\n{d}\nname: [SECRET]\n---\n"), "s line 3: field `name`: must be a string"),
        (&format!("---\n{d}\nname: SECRET\nname: SECRET\n---\n"), "s line 4: field `name`: given twice"),
        (
            &format!("---\n{d}\nname: {}\n---\n", "n".repeat(513)),
            "s line 1: field `name`: an id has 513 characters, 512 are allowed",
        ),
        ("---\nname: SECRET\n---\n", "s line 1: field `description`: missing"),
        ("---\nname: a\ndescription: null\n---\n", "s line 1: field `description`: missing"),
        ("---\nname: a\ndescription: ''\n---\n", "s line 3: field `description`: empty"),
        ("---\nname: a\ndescription: { SECRET: x }\n---\n", "s line 3: field `description`: must be a string"),
        (&format!("---\nname: a\n{d}\n{d}\n---\n"), "s line 4: field `description`: given twice"),
        ("---\n- SECRET\n---\n", "s line 2: expected front matter to be a mapping"),
        ("---\nSECRET\n---\n", "s line 2: expected front matter to be a mapping"),
        (bomb, "s line 2: an anchor is not allowed in front matter"),
        ("---\nname: &SECRET a\n---\n", "s line 2: an anchor is not allowed in front matter"),
        ("---\n&SECRET name: a\n---\n", "s line 2: an anchor is not allowed in front matter"),
        ("---\nname: !SECRET a\n---\n", "s line 2: a tag is not allowed in front matter"),
        ("---\nname: a\nx: !!binary SECRET\n---\n", "s line 3: a tag is not allowed in front matter"),
        ("---\nname: a\n<<: { SECRET: x }\n---\n", "s line 3: a merge key is not allowed in front matter"),
        ("---\n? [SECRET]\n: x\n---\n", "s line 2: a key that is no string is not allowed in front matter"),
        ("---\nname: a\n...\nSECRET: b\n---\n", "s line 4: a second document is not allowed in front matter"),
        ("---\nname: a: &SECRET\nx: &y z\n---\n", "s line 3: an anchor is not allowed in front matter"),
        (
            "---\nname: a\nx: *SECRET\n---\n",
            "s line 3: not valid YAML at column 4: while parsing node, found unknown anchor",
        ),
        ("---\nname: @SECRET\n---\n", "s line 2: not valid YAML at column 7: unexpected character"),
        (
            "---\nname: \"SECRET\": a\n---\n",
            "s line 2: not valid YAML at column 15: mapping values are not allowed in this context",
        ),
        // So deep that the parser gives up before the first of them is ours to count.
        (&deep, "s line 4: not valid YAML at column 259: recursion limit exceeded"),
        (&blocks, "s line 4: nested more than 16 deep"),
    ] {
        let error = parse_skill(text.as_bytes(), "s", None).unwrap_err();
        assert_eq!(error.to_string(), message, "{text:.60}");
        assert!(!format!("{error:?}").contains("SECRET"), "{error:?}");
    }
    assert_eq!(refusal(b"---\nname: a\n---\nb\n\xff"), "s line 5: not valid UTF-8");
    assert!(refusal("---\nname: a\0b\ndescription: d\n---\n").starts_with("s line 2: not valid YAML"));
    assert_eq!(refusal("\0".repeat(100)), "s line 1: expected front matter, which begins with a line `---`");
}

/// Every cap admits its own value and nothing above.
#[test]
fn caps() {
    let of_front = |bytes: usize| {
        let mut front = "name: a\ndescription: d\n# ".to_owned();
        front.push_str(&"x".repeat(bytes - front.len() - 1));
        format!("---\n{front}\n---\n")
    };
    assert!(parse_skill(of_front(MAX_FRONT_MATTER_BYTES).as_bytes(), "s", None).is_ok());
    let message = "s line 1: front matter of more than 16384 bytes";
    for bytes in [MAX_FRONT_MATTER_BYTES + 1, 17 << 10, 900 << 10] {
        assert_eq!(refusal(of_front(bytes)), message, "{bytes}");
    }
    assert_eq!(refusal(format!("---\n{}", "x: y\n".repeat(5_000))), message);

    let of_depth = |depth: usize| {
        let (open, close) = ("[".repeat(depth - 1), "]".repeat(depth - 1));
        format!("---\nname: a\ndescription: d\nx: {open}{close}\n---\n")
    };
    assert!(parse_skill(of_depth(MAX_FRONT_MATTER_DEPTH).as_bytes(), "s", None).is_ok());
    assert_eq!(refusal(of_depth(MAX_FRONT_MATTER_DEPTH + 1)), "s line 4: nested more than 16 deep");

    let mut file = of_front(64);
    file.push_str(&"x".repeat(MAX_SKILL_BYTES - file.len()));
    assert!(parse_skill(file.as_bytes(), "s", None).is_ok());
    file.push('x');
    assert_eq!(refusal(file), "s: more than 1048576 bytes");
}

/// Hostile shapes end, whichever way, and soon.
#[test]
fn a_whole_cap_of_anything_ends() {
    for unit in [
        "- ",
        "? ",
        ": ",
        "[",
        "{",
        "a: ",
        "? - ",
        "&a ",
        "*a ",
        "!",
        "'",
        "\"",
        "|\n",
        "a: b: c\n",
        "\t",
        "\0",
        "\r",
        "'a': [\n",
    ] {
        let text = format!("---\n{}\n---\n", unit.repeat(MAX_FRONT_MATTER_BYTES / unit.len() - 1));
        assert!(parse_skill(text.as_bytes(), "s", None).is_err(), "{unit:?}");
    }
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..256)) {
        let _ = parse_skill(&bytes, "s", None);
        let mut framed = b"---\n".to_vec();
        framed.extend(bytes);
        framed.extend(b"\n---\n");
        let _ = parse_skill(&framed, "s", Some("a"));
    }

    /// Pieces of YAML in any order: never a panic, and what is read has a name, a description and the whole body.
    #[test]
    fn no_yaml_panics(pieces in proptest::collection::vec(proptest::sample::select(vec![
        "name: a", "description: d", "\n", "  ", ": ", ":", "- ", "? ", "[", "]", "{", "}", ",", "&x ", "*x", "!t ", "<<", "'", "\"",
        "|", ">-", "#", " #", "%YAML 1.2", "---", "...", "\t", "\r\n", "\u{feff}", "\u{85}", "\u{2028}", "é", "\\x", "tags", "metadata",
        "~", "\0",
    ]), 0..24)) {
        let front: String = pieces.concat();
        if let Ok(skill) = parse_skill(format!("---\n{front}\n---\nbody").as_bytes(), "s", None) {
            prop_assert!(!skill.definition.id.as_str().trim().is_empty());
            prop_assert!(!skill.definition.description.unwrap().as_str().trim().is_empty());
            prop_assert!(skill.definition.instructions.as_str().ends_with("body"));
        }
    }
}
