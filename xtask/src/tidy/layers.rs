//! The import table: which crate may import which.
//!
//! A crate is added here first, then to the workspace; an import that is missing here is refused.

/// One row of the table.
#[derive(Debug)]
pub(super) struct Layer {
    /// The folder under `crates`, or `xtask`.
    pub(super) dir: &'static str,
    /// What it may link.
    pub(super) imports: Imports,
    /// What its tests and benches may link on top of that.
    pub(super) dev_imports: &'static [&'static str],
    /// Whether it may depend on the [`PROGRAM_ONLY`] packages.
    pub(super) is_program: bool,
}

/// What a crate may link.
#[derive(Debug)]
pub(super) enum Imports {
    /// These.
    Only(&'static [&'static str]),
    /// Every other crate of the table.
    All,
}

/// Packages that weigh on every user of a library, or take the type away from its errors.
pub(super) const PROGRAM_ONLY: [&str; 4] = ["tokio", "rmcp", "anyhow", "clap"];

/// The table. A library comes after everything it imports.
pub(super) const LAYERS: [Layer; 17] = [
    library("core", &[]),
    library("tokenizer", &[]),
    Layer { dev_imports: &["eval"], ..library("bm25f-index", &["core", "tokenizer"]) },
    library("trust-policy", &["core", "tokenizer"]),
    library("catalog", &["core"]),
    library("replay", &["core"]),
    library("session", &["core", "trust-policy", "replay"]),
    Layer { dev_imports: &["eval"], ..library("registry", &["core"]) },
    library("select", &["core", "tokenizer"]),
    library("retrieval", &["core"]),
    library("scenario", &["core", "bm25f-index", "trust-policy", "replay", "session", "registry"]),
    library("eval", &["core"]),
    library(
        "toolsift",
        &[
            "core",
            "tokenizer",
            "bm25f-index",
            "trust-policy",
            "catalog",
            "replay",
            "session",
            "registry",
            "select",
            "retrieval",
            "scenario",
            "eval",
        ],
    ),
    Layer { is_program: true, ..library("mcp", &["toolsift", "catalog"]) },
    Layer { is_program: true, imports: Imports::All, ..library("cli", &[]) },
    Layer { is_program: true, imports: Imports::All, ..library("checks", &[]) },
    library("xtask", &[]),
];

const fn library(dir: &'static str, imports: &'static [&'static str]) -> Layer {
    Layer { dir, imports: Imports::Only(imports), dev_imports: &[], is_program: false }
}

impl Layer {
    /// The row of a folder.
    pub(super) fn of(dir: &str) -> Option<&'static Self> {
        LAYERS.iter().find(|layer| layer.dir == dir)
    }

    /// The name that its package must have: the facade and `xtask` are called like their folders.
    pub(super) fn package(&self) -> String {
        match self.dir {
            "toolsift" | "xtask" => self.dir.to_owned(),
            dir => format!("toolsift-{dir}"),
        }
    }

    /// Whether the crate may link another.
    pub(super) fn may_import(&self, dir: &str, dev: bool) -> bool {
        let normal = match self.imports {
            Imports::Only(list) => list.contains(&dir),
            Imports::All => dir != self.dir && dir != "xtask",
        };
        normal || (dev && self.dev_imports.contains(&dir))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_comes_after_what_it_imports() {
        for (at, layer) in LAYERS.iter().enumerate() {
            let Imports::Only(imports) = layer.imports else { continue };
            for import in imports {
                assert!(LAYERS[..at].iter().any(|before| before.dir == *import), "{} imports {import}", layer.dir);
            }
        }
    }

    #[test]
    fn a_replay_links_no_ranker() {
        let replay = Layer::of("replay").unwrap();
        for ranker in ["bm25f-index", "select", "session", "toolsift"] {
            assert!(!replay.may_import(ranker, false), "{ranker}");
        }
    }
}
