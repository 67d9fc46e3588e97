//! What `cargo metadata` says about the packages of the workspace.

use std::path::Path;

use serde_json::Value;

use crate::cargo;
use crate::failure::Failure;

/// A package of the workspace.
#[derive(Debug)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// Its folder relative to the root, with `/`.
    pub(crate) folder: String,
    /// The oldest toolchain it promises to build with.
    pub(crate) rust_version: Option<String>,
    /// What its manifest asks for.
    pub(crate) dependencies: Vec<Dependency>,
    /// The names of its bench targets.
    pub(crate) benches: Vec<String>,
}

impl Package {
    /// Where its manifest lies, relative to the root.
    pub(crate) fn manifest(&self) -> String {
        format!("{}/Cargo.toml", self.folder)
    }

    /// The folder's name where it lies directly under `crates`.
    pub(crate) fn crate_dir(&self) -> Option<&str> {
        self.folder.strip_prefix("crates/").filter(|dir| !dir.contains('/'))
    }
}

/// One line of a manifest's dependency tables.
#[derive(Debug)]
pub(crate) struct Dependency {
    /// The package asked for, whatever it is called locally.
    pub(crate) name: String,
    /// Whether only tests, examples and benches see it. A build dependency is not one of these.
    pub(crate) dev: bool,
}

/// Asks cargo for the packages of the workspace, by folder.
pub(crate) fn packages(root: &Path) -> Result<Vec<Package>, Failure> {
    let mut command = cargo::cargo(root);
    command.args(["metadata", "--format-version", "1", "--no-deps", "--locked"]);
    let json = cargo::stdout_of(&mut command)?;
    parse(&json).ok_or_else(|| Failure::Failed("cargo metadata is not of the expected form".to_owned()))
}

/// Reads what cargo prints.
pub(crate) fn parse(json: &[u8]) -> Option<Vec<Package>> {
    let json: Value = serde_json::from_slice(json).ok()?;
    let root = slashes(json.get("workspace_root")?.as_str()?);
    let packages = json.get("packages")?.as_array()?;
    let mut packages = packages.iter().map(|package| read(package, &root)).collect::<Option<Vec<_>>>()?;
    packages.sort_by(|a, b| a.folder.cmp(&b.folder));
    Some(packages)
}

fn read(package: &Value, root: &str) -> Option<Package> {
    let manifest = slashes(package.get("manifest_path")?.as_str()?);
    let folder = manifest.strip_prefix(root)?.trim_start_matches('/').strip_suffix("/Cargo.toml")?;
    let dependencies = package.get("dependencies")?.as_array()?.iter().map(|dependency| {
        let dev = dependency.get("kind").and_then(Value::as_str) == Some("dev");
        Some(Dependency { name: dependency.get("name")?.as_str()?.to_owned(), dev })
    });
    let targets = package.get("targets").and_then(Value::as_array).into_iter().flatten();
    let benches = targets.filter(|target| {
        let kinds = target.get("kind").and_then(Value::as_array);
        kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "bench"))
    });
    Some(Package {
        name: package.get("name")?.as_str()?.to_owned(),
        version: package.get("version").and_then(Value::as_str).unwrap_or_default().to_owned(),
        folder: folder.to_owned(),
        rust_version: package.get("rust_version").and_then(Value::as_str).map(str::to_owned),
        dependencies: dependencies.collect::<Option<_>>()?,
        benches: benches.filter_map(|target| Some(target.get("name")?.as_str()?.to_owned())).collect(),
    })
}

fn slashes(path: &str) -> String {
    path.replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_that_are_used_are_read() {
        let json = br#"{ "workspace_root": "/w", "packages": [ { "name": "toolsift-core", "rust_version": "1.85",
            "manifest_path": "/w/crates/core/Cargo.toml",
            "dependencies": [ { "name": "serde", "kind": null }, { "name": "proptest", "kind": "dev" } ],
            "targets": [ { "kind": ["lib"], "name": "toolsift_core" }, { "kind": ["bench"], "name": "cut" } ] } ] }"#;
        let packages = parse(json).unwrap();
        let [core] = packages.as_slice() else { panic!("one package") };
        assert_eq!(core.name, "toolsift-core");
        assert_eq!(core.crate_dir(), Some("core"));
        assert_eq!(core.manifest(), "crates/core/Cargo.toml");
        assert_eq!(core.rust_version.as_deref(), Some("1.85"));
        assert_eq!(
            core.dependencies.iter().map(|d| (d.name.as_str(), d.dev)).collect::<Vec<_>>(),
            [("serde", false), ("proptest", true)]
        );
        assert_eq!(core.benches, ["cut"]);
    }

    #[test]
    fn another_form_is_refused() {
        assert!(parse(b"{}").is_none());
        assert!(parse(b"not json").is_none());
    }
}
