//! Readers for what exists: tool catalogues (MCP `tools/list` answers, arrays of tools, JSON Lines, and folders of them),
//! folders of skills, files of MCP servers, and annotations.
//!
//! # Should I use this crate?
//!
//! Yes, if definitions come to you as bytes or files. It reads what exists without believing any of it: every file of tools
//! is a third party's unless you say that the [`Author`] is the host.
//!
//! | you have | take | you get |
//! | --- | --- | --- |
//! | tools | [`parse`], [`load`], [`Catalog`] | [`Entry`] |
//! | a `SKILL.md`, or a folder of skills | [`parse_skill`], [`load_skills`] | [`Skill`] |
//! | skills of a folder that a model activates | [`FolderInstructions`] | their instructions as they are then |
//! | `mcpServers`, or VS Code's `servers` | [`parse_servers`] | [`Server`] |
//! | a host's own words for tools | [`parse_annotations`] | [`Annotations`] |
//!
//! # Example
//!
//! ```
//! use toolsift_catalog::{Author, Catalog, parse};
//!
//! let answer = br#"{ "tools": [{ "name": "github__create_issue", "description": "Opens an issue." }] }"#;
//! let mut catalog = Catalog::new();
//! catalog.add(parse(answer, "github.json", Author::ThirdParty)?)?;
//! assert_eq!(catalog.tools().next().map(|tool| tool.id.as_str()), Some("github__create_issue"));
//!
//! let error = catalog.add(parse(answer, "copy.json", Author::ThirdParty)?).unwrap_err();
//! assert_eq!(error.to_string(), r#"the id "github__create_issue" stands in github.json line 1 and in copy.json line 1"#);
//! # Ok::<(), toolsift_catalog::CatalogError>(())
//! ```
//!
//! # Guarantees
//!
//! * **All or nothing**: a source is read whole or is an error that names the source, the line and the field. An error
//!   never quotes the source's text, ids and the names of servers excepted. Of a skill, what the standard's clients forgive is a [`Diagnostic`].
//! * **Bounded**: a file has at most [`MAX_FILE_BYTES`]; JSON nests at most 128 deep. A `SKILL.md` has at most [`MAX_SKILL_BYTES`], its front
//!   matter [`MAX_FRONT_MATTER_BYTES`] and [`MAX_FRONT_MATTER_DEPTH`] levels.
//! * **No secrets**: the values of a server's environment and headers are not kept, and `Debug` shows no arguments or addresses.
//! * **No panic** on any bytes, and no `unsafe`. The parsers work on bytes; only [`load`], [`load_skills`] and [`FolderInstructions`] touch files.
//!
//! # What it does not do
//!
//! It decides no trust: it says who wrote a definition, and the trust policy says what follows. Whether a folder's skills may
//! be believed at all is the host's to know before it loads them. It starts no server and expands no variable.

mod annotations;
mod catalog;
mod error;
mod jsonc;
mod load;
mod pairs;
mod parse;
mod place;
mod servers;
mod skill;
mod source;
mod wire;

pub use annotations::parse_annotations;
pub use catalog::{Catalog, Entry};
pub use error::CatalogError;
pub use load::{MAX_FILE_BYTES, load};
pub use parse::parse;
pub use place::Place;
pub use servers::{Server, Transport, parse_servers, plain_json};
pub use skill::{
    Diagnostic, FolderInstructions, MAX_FRONT_MATTER_BYTES, MAX_FRONT_MATTER_DEPTH, MAX_SKILL_BYTES,
    MAX_SKILL_FOLDER_DEPTH, MAX_SKILL_FOLDERS, Skill, Skills, load_skills, parse_skill,
};
pub use toolsift_core::Annotations;
pub use wire::Author;
