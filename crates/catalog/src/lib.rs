//! Readers for tool catalogues: MCP `tools/list` answers, arrays of tools, JSON Lines, and folders of them.
//!
//! # Should I use this crate?
//!
//! Yes, if tool definitions come to you as bytes or files. It reads what exists without believing any of it: every file
//! is a third party's unless you say that the [`Author`] is the host.
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
//!   never quotes the source's text, ids excepted.
//! * **Bounded**: a file has at most [`MAX_FILE_BYTES`]; JSON nests at most 128 deep.
//! * **No panic** on any bytes, and no `unsafe`. The parsers work on bytes; only [`load`] touches files.
//!
//! # What it does not do
//!
//! It decides no trust: it says who wrote a definition, and the trust policy says what follows.

mod catalog;
mod error;
mod load;
mod parse;
mod place;
mod wire;

pub use catalog::{Catalog, Entry};
pub use error::CatalogError;
pub use load::{MAX_FILE_BYTES, load};
pub use parse::parse;
pub use place::Place;
pub use wire::Author;
