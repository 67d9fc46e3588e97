//! Folders of skills.

#![cfg(test)]

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use toolsift_catalog::{MAX_SKILL_BYTES, MAX_SKILL_FOLDERS, Skills, load_skills};

fn folder(skills: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for (path, name) in skills {
        write(root.path(), path, &format!("---\nname: {name}\ndescription: Does {name}.\n---\n# {name}\n"));
    }
    root
}

fn write(root: &Path, path: &str, text: &str) {
    let folder = root.join(path);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("SKILL.md"), text).unwrap();
}

fn ids(skills: &Skills) -> Vec<&str> {
    skills.skills.iter().map(|skill| skill.definition.id.as_str()).collect()
}

#[test]
fn skills_come_in_the_order_of_their_paths() {
    let root = folder(&[
        ("b", "b"),
        ("a/z", "z"),
        ("a/deep/er/still", "still"),
        ("c", "other"),
        // Below a skill, hidden, in a package folder, or too deep.
        ("b/references/inner", "inner"),
        (".hidden", "hidden"),
        (".git/x", "git"),
        ("node_modules/x", "package"),
        ("d/1/2/3/4", "deep"),
    ]);
    fs::write(root.path().join("README.md"), "no skill").unwrap();
    fs::create_dir_all(root.path().join("e/SKILL.md")).unwrap();
    let skills = load_skills(root.path()).unwrap();
    assert_eq!(ids(&skills), ["still", "z", "b", "other"]);
    assert!(skills.failures.is_empty());
    let places: Vec<_> = skills.skills.iter().map(|skill| skill.place.to_string()).collect();
    assert_eq!(places[1], format!("{} line 1", root.path().join("a/z/SKILL.md").display()));
    let notes: Vec<_> = skills.skills.iter().flat_map(|skill| &skill.diagnostics).map(ToString::to_string).collect();
    assert_eq!(notes, ["field `name`: differs from the name of the folder"]);
    assert_eq!(skills.skills[2].definition.instructions.as_str(), "# b\n");
}

#[test]
fn a_folder_may_be_one_skill_or_none() {
    let root = folder(&[("month-end", "month-end")]);
    let skills = load_skills(&root.path().join("month-end")).unwrap();
    assert_eq!(ids(&skills), ["month-end"]);
    assert!(skills.skills[0].diagnostics.is_empty());
    let empty = tempfile::tempdir().unwrap();
    let skills = load_skills(empty.path()).unwrap();
    assert!(skills.skills.is_empty() && skills.failures.is_empty());
    let missing = empty.path().join("missing");
    let error = load_skills(&missing).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}: ", missing.display())), "{error}");
}

/// One bad skill takes no other with it, and is not lost silently.
#[test]
fn failures_stand_beside_the_skills() {
    let root = folder(&[("a", "a"), ("d", "d")]);
    write(root.path(), "b", "---\nname: b\n---\n");
    write(root.path(), "c", &"x".repeat(MAX_SKILL_BYTES + 1));
    write(root.path(), "e", "no front matter");
    let skills = load_skills(root.path()).unwrap();
    assert_eq!(ids(&skills), ["a", "d"]);
    let path = |name: &str| root.path().join(name).join("SKILL.md").display().to_string();
    assert_eq!(
        skills.failures.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            format!("{} line 1: field `description`: missing", path("b")),
            format!("{}: more than 1048576 bytes", path("c")),
            format!("{} line 1: expected front matter, which begins with a line `---`", path("e")),
        ]
    );
}

#[test]
fn two_skills_of_one_name_are_an_error_that_names_both() {
    let root = folder(&[("a", "same"), ("b", "same")]);
    let path = |name: &str| root.path().join(name).join("SKILL.md").display().to_string();
    assert_eq!(
        load_skills(root.path()).unwrap_err().to_string(),
        format!("the skill \"same\" stands in {} line 1 and in {} line 1", path("a"), path("b"))
    );
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let elsewhere = folder(&[("x", "x")]);
    let root = folder(&[("a", "a")]);
    symlink(elsewhere.path(), root.path().join("linked")).unwrap();
    symlink(root.path(), root.path().join("loop")).unwrap();
    fs::create_dir(root.path().join("b")).unwrap();
    symlink(elsewhere.path().join("x/SKILL.md"), root.path().join("b/SKILL.md")).unwrap();
    let skills = load_skills(root.path()).unwrap();
    assert_eq!(ids(&skills), ["a"]);
    let link = root.path().join("b/SKILL.md");
    assert_eq!(
        skills.failures.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [format!("{}: a symbolic link, which is not followed", link.display())]
    );
    // The folder that the caller names is the caller's own word.
    assert_eq!(ids(&load_skills(&root.path().join("linked")).unwrap()), ["x"]);
}

#[test]
fn the_search_is_bounded() {
    let root = tempfile::tempdir().unwrap();
    for number in 1..MAX_SKILL_FOLDERS {
        fs::create_dir(root.path().join(format!("{number}"))).unwrap();
    }
    assert!(load_skills(root.path()).is_ok(), "the folder itself is one of them");
    fs::create_dir(root.path().join("one-more")).unwrap();
    assert_eq!(
        load_skills(root.path()).unwrap_err().to_string(),
        format!("{}: more than 2000 folders to look into", root.path().display())
    );
}
