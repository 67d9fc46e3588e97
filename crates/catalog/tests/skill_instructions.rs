//! Instructions that are read again when a model asks for them.

#![cfg(test)]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use toolsift_catalog::{FolderInstructions, MAX_SKILL_BYTES, Skill, load_skills, parse_skill};
use toolsift_core::{InstructionLoader, LoadError, SkillDefinition, SkillId, Text, ToolDefinition, ToolId};

/// A folder with one skill, `month-end`.
fn folder() -> (TempDir, PathBuf, Skill) {
    let root = tempfile::tempdir().unwrap();
    let file = write(&root.path().join("finance/month-end"), "month-end", "Close the books.\n");
    let skill = load_skills(root.path()).unwrap().skills.remove(0);
    (root, file, skill)
}

fn write(folder: &Path, name: &str, instructions: &str) -> PathBuf {
    fs::create_dir_all(folder).unwrap();
    let file = folder.join("SKILL.md");
    fs::write(&file, format!("---\nname: {name}\ndescription: Closes the books.\n---\n{instructions}")).unwrap();
    file
}

/// The cause of an activation that finds nothing.
fn cause(loader: &FolderInstructions, skill: &SkillDefinition) -> String {
    match loader.load(skill) {
        Err(LoadError::Unavailable(cause)) => cause.to_string(),
        other => panic!("{other:?}"),
    }
}

/// What stands in the file when the model asks is delivered, byte for byte and without its front matter.
#[test]
fn the_file_is_read_again() {
    let (_root, file, skill) = folder();
    let loader = FolderInstructions::new([&skill]).unwrap();
    assert_eq!(loader.load(&skill.definition).unwrap(), Text::from("Close the books.\n"));
    for (text, instructions) in [
        ("---\nname: month-end\ndescription: Other words.\ntags: [x]\n---\n# Month end\n", "# Month end\n"),
        ("---\r\nname: month-end\r\ndescription: d\r\n---\r\nOne\r\n---\r\nTwo", "One\r\n---\r\nTwo"),
        ("---\nname: month-end\ndescription: d\n---\n", ""),
        ("---\nname: month-end\ndescription: d\n---", ""),
    ] {
        fs::write(&file, text).unwrap();
        let loaded = loader.load(&skill.definition).unwrap();
        assert_eq!((loaded.as_str(), loaded.is_tainted()), (instructions, false), "{text:?}");
    }
}

/// A file that is gone, unreadable, too large, no skill any more or another skill's is unavailable for now, and the cause names the file and quotes nothing of it.
#[test]
fn what_cannot_be_read_is_unavailable() {
    let (_root, file, skill) = folder();
    let loader = FolderInstructions::new([&skill]).unwrap();
    let path = file.display();
    let head = "---\nname: month-end\ndescription: d\n---\n";
    let exactly = |bytes: usize| format!("{head}{}", "x".repeat(bytes - head.len()));
    for (text, expected) in [
        (exactly(MAX_SKILL_BYTES + 1).into_bytes(), format!("{path}: more than 1048576 bytes")),
        (b"---\nname: month-end\ndescription: d\n---\n\xff".to_vec(), format!("{path} line 5: not valid UTF-8")),
        (b"SECRET".to_vec(), format!("{path} line 1: expected front matter, which begins with a line `---`")),
        (b"---\nname: month-end\n---\nSECRET".to_vec(), format!("{path} line 1: field `description`: missing")),
        (
            b"---\nname: SECRET\ndescription: d\n---\nSECRET".to_vec(),
            format!("{path} line 1: field `name`: another one than when it was read"),
        ),
        (
            b"---\nname: Month-End\ndescription: d\n---\nSECRET".to_vec(),
            format!("{path} line 1: field `name`: another one than when it was read"),
        ),
    ] {
        fs::write(&file, text).unwrap();
        assert_eq!(cause(&loader, &skill.definition), expected);
    }
    fs::write(&file, exactly(MAX_SKILL_BYTES)).unwrap();
    assert_eq!(
        loader.load(&skill.definition).unwrap().as_str().len(),
        MAX_SKILL_BYTES - head.len(),
        "a later call may succeed"
    );

    fs::remove_file(&file).unwrap();
    let error = cause(&loader, &skill.definition);
    assert!(error.starts_with(&format!("{path}: No such file")), "{error}");
    fs::create_dir(&file).unwrap();
    assert_eq!(cause(&loader, &skill.definition), format!("{path}: not a regular file"));
}

/// A link is not followed, be it the file itself or a folder above it that the caller did not name.
#[cfg(unix)]
#[test]
fn a_link_is_unavailable() {
    use std::os::unix::fs::symlink;
    let elsewhere = tempfile::tempdir().unwrap();
    let other = write(&elsewhere.path().join("month-end"), "month-end", "SECRET");
    let (root, file, skill) = folder();
    let loader = FolderInstructions::new([&skill]).unwrap();

    fs::remove_file(&file).unwrap();
    symlink(&other, &file).unwrap();
    let expected = |path: &Path| format!("{}: a symbolic link, which is not followed", path.display());
    assert_eq!(cause(&loader, &skill.definition), expected(&file));

    let finance = root.path().join("finance");
    fs::remove_dir_all(&finance).unwrap();
    symlink(elsewhere.path(), &finance).unwrap();
    assert_eq!(cause(&loader, &skill.definition), expected(&finance));

    // The folder that the caller names is the caller's own word.
    let named = root.path().join("named");
    symlink(elsewhere.path().join("month-end"), &named).unwrap();
    let own = load_skills(&named).unwrap().skills.remove(0);
    assert_eq!(FolderInstructions::new([&own]).unwrap().load(&own.definition).unwrap().as_str(), "SECRET");
}

/// Only what was read from a folder is read again. A definition that the host has changed or marked, or that has no folder, speaks for itself, and what is tainted stays so.
#[test]
fn other_definitions_speak_for_themselves() {
    let (_root, file, skill) = folder();
    let parsed = parse_skill(b"---\nname: refunds\ndescription: d\n---\nPay back.", "refunds/SKILL.md", None).unwrap();
    let loader = FolderInstructions::new([&skill, &parsed]).unwrap();
    write(file.parent().unwrap(), "month-end", "Changed.");
    let with = |instructions: Text| {
        let mut edited = skill.definition.clone();
        edited.instructions = instructions;
        edited
    };
    let host = SkillDefinition::new(SkillId::new("host").unwrap(), "Of the host.");
    let mut renamed = skill.definition.clone();
    renamed.description = None;
    for (definition, expected) in [
        (&skill.definition, Text::from("Changed.")),
        (&renamed, Text::from("Changed.")),
        (&with("Edited.".into()), Text::from("Edited.")),
        (&with(Text::tainted("Close the books.\n")), Text::tainted("Close the books.\n")),
        (&parsed.definition, Text::from("Pay back.")),
        (&host, Text::from("Of the host.")),
    ] {
        assert_eq!(loader.load(definition).unwrap(), expected, "{definition:?}");
    }
    let mut gone = skill.definition.clone();
    gone.unavailable = true;
    assert_eq!(cause(&loader, &gone), "the definition says so");
}

/// `allowed-tools` allows nothing: a skill that is read from a file is its words and brings no tools, whatever its front matter says, then or later.
#[test]
fn allowed_tools_widen_nothing() {
    let root = tempfile::tempdir().unwrap();
    let file = write(&root.path().join("a"), "a", "");
    for allowed in [
        "allowed-tools: Bash(rm:*) charge_invoice",
        "allowed-tools: [charge_invoice, \"*\"]",
        "allowed-tools: { charge_invoice: true }",
        "tools: [{ id: charge_invoice }]",
    ] {
        fs::write(&file, format!("---\nname: a\ndescription: d\n{allowed}\n---\nBody.")).unwrap();
        let skill = load_skills(root.path()).unwrap().skills.remove(0);
        let mut expected = SkillDefinition::new(SkillId::new("a").unwrap(), "Body.");
        expected.description = Some("d".into());
        assert_eq!(skill.definition, expected, "{allowed}");
        assert_eq!(skill.diagnostics, [], "{allowed}");
        let loader = FolderInstructions::new([&skill]).unwrap();
        assert_eq!(loader.load(&skill.definition).unwrap(), Text::from("Body."), "{allowed}");
    }
    // Tools that the host gave a skill are its own, and a file takes none away.
    let mut skill = load_skills(root.path()).unwrap().skills.remove(0);
    skill.definition.tools = vec![ToolDefinition::new(ToolId::new("charge_invoice").unwrap())];
    assert_eq!(FolderInstructions::new([&skill]).unwrap().load(&skill.definition).unwrap(), Text::from("Body."));
}

#[test]
fn two_of_one_name_are_an_error_that_names_both() {
    let ((_a, first, one), (_b, second, two)) = (folder(), folder());
    let error = FolderInstructions::new([&one, &two]).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("the skill \"month-end\" stands in {} line 1 and in {} line 1", first.display(), second.display())
    );
    assert!(error.source().is_none());
}
