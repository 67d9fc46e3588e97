//! The import table against the manifests.

use super::layers::{LAYERS, Layer, PROGRAM_ONLY};
use crate::failure::Problem;
use crate::metadata::Package;

/// Every package stands in the table under the right name, and no manifest asks for what its row does not allow.
pub(super) fn check(packages: &[Package]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for package in packages {
        let mut problem = |text: String| problems.push(Problem::in_file(package.manifest(), text));
        let dir = package.crate_dir().unwrap_or(&package.folder);
        let Some(layer) = Layer::of(dir) else {
            problem(format!("`{}` is not in the import table (xtask/src/tidy/layers.rs)", package.folder));
            continue;
        };
        let name = layer.package();
        if package.name != name {
            problem(format!("the package of `{dir}` must be called `{name}`, not `{}`", package.name));
        }
        for dependency in &package.dependencies {
            if let Some(import) = LAYERS.iter().find(|layer| layer.package() == dependency.name) {
                if !layer.may_import(import.dir, dependency.dev) {
                    let kind = if dependency.dev { "not even in tests" } else { "see the import table" };
                    problem(format!("`{dir}` must not import `{}` ({kind})", import.dir));
                }
            } else if dependency.name.starts_with("toolsift") {
                problem(format!("`{dir}` imports `{}`, which is not in the import table", dependency.name));
            } else if !dependency.dev && !layer.is_program && PROGRAM_ONLY.contains(&dependency.name.as_str()) {
                problem(format!("`{dir}` is a library and must not depend on `{}`", dependency.name));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata;

    /// The problems of one package whose manifest has these dependencies, written as cargo's JSON.
    fn problems(folder: &str, name: &str, dependencies: &str) -> Vec<String> {
        let json = format!(
            r#"{{ "workspace_root": "/w", "packages": [ {{ "name": "{name}", "manifest_path": "/w/{folder}/Cargo.toml",
                "dependencies": [ {dependencies} ], "targets": [] }} ] }}"#
        );
        check(&metadata::parse(json.as_bytes()).unwrap()).iter().map(Problem::to_string).collect()
    }

    #[test]
    fn a_forbidden_import_is_found() {
        let found = problems(
            "crates/replay",
            "toolsift-replay",
            r#"{ "name": "toolsift-core", "kind": null }, { "name": "toolsift-bm25f-index", "kind": null }"#,
        );
        assert_eq!(found, ["crates/replay/Cargo.toml: `replay` must not import `bm25f-index` (see the import table)"]);
    }

    #[test]
    fn a_build_dependency_is_an_import() {
        let found = problems("crates/core", "toolsift-core", r#"{ "name": "toolsift-tokenizer", "kind": "build" }"#);
        assert_eq!(found, ["crates/core/Cargo.toml: `core` must not import `tokenizer` (see the import table)"]);
    }

    #[test]
    fn tests_may_import_what_the_table_lists_for_them() {
        let eval = r#"{ "name": "toolsift-eval", "kind": "dev" }"#;
        assert_eq!(problems("crates/bm25f-index", "toolsift-bm25f-index", eval), [""; 0]);
        assert_eq!(
            problems("crates/catalog", "toolsift-catalog", eval),
            ["crates/catalog/Cargo.toml: `catalog` must not import `eval` (not even in tests)"]
        );
        let eval = r#"{ "name": "toolsift-eval", "kind": null }"#;
        assert_eq!(problems("crates/bm25f-index", "toolsift-bm25f-index", eval).len(), 1, "tests only");
    }

    #[test]
    fn the_program_may_import_everything_and_xtask_nothing() {
        let all = r#"{ "name": "toolsift", "kind": null }, { "name": "toolsift-mcp", "kind": null }, { "name": "clap", "kind": null }"#;
        assert_eq!(problems("crates/cli", "toolsift-cli", all), [""; 0]);
        assert_eq!(problems("xtask", "xtask", all).len(), 3);
    }

    #[test]
    fn a_library_stays_light() {
        for name in PROGRAM_ONLY {
            let normal = format!(r#"{{ "name": "{name}", "kind": null }}"#);
            assert_eq!(
                problems("crates/session", "toolsift-session", &normal),
                [format!("crates/session/Cargo.toml: `session` is a library and must not depend on `{name}`")]
            );
            let dev = format!(r#"{{ "name": "{name}", "kind": "dev" }}"#);
            assert_eq!(problems("crates/session", "toolsift-session", &dev), [""; 0]);
            assert_eq!(problems("crates/mcp", "toolsift-mcp", &normal), [""; 0]);
        }
    }

    #[test]
    fn a_package_is_in_the_table_under_its_name() {
        assert_eq!(
            problems("crates/utils", "toolsift-utils", ""),
            ["crates/utils/Cargo.toml: `crates/utils` is not in the import table (xtask/src/tidy/layers.rs)"]
        );
        assert_eq!(problems("crates/core/macros", "toolsift-core", "").len(), 1, "no crates inside crates");
        assert_eq!(
            problems("crates/core", "core", ""),
            ["crates/core/Cargo.toml: the package of `core` must be called `toolsift-core`, not `core`"]
        );
        assert_eq!(problems("crates/toolsift", "toolsift", ""), [""; 0]);
        let unknown = r#"{ "name": "toolsift-utils", "kind": null }"#;
        assert_eq!(problems("crates/toolsift", "toolsift", unknown).len(), 1);
    }
}
