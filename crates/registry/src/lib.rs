//! Deferred tools in scopes: a tool that is costly to load or to show is registered as a name and a few words, searched, and loaded when a model asks for it.
//!
//! # Should I use this crate?
//!
//! Yes, if tools of plugins, servers or agents come and go in your program and not every agent may see every one. A fixed catalogue needs none of it: give `toolsift-session` a
//! `CatalogSnapshot`. The two go together: [`DeferredRegistry::catalog`] is what a session searches, and what it puts on its menu is [activated](DeferredRegistry::activate) here
//! (`cargo run --example agent_loop -p toolsift --features registry`).
//!
//! # Example
//!
//! ```
//! use std::sync::{Arc, Mutex};
//! use toolsift_core::{SearchDoc, ToolDefinition, ToolId};
//! use toolsift_registry::{Deferred, DeferredRegistry, Guard, SEARCH_TOOL, SearchInput, Status, SubstringFactory};
//!
//! let callable = Arc::new(Mutex::new(Vec::new())); // the host's own registry of tools
//! let registry = DeferredRegistry::new(Arc::new(SubstringFactory::new()), SEARCH_TOOL)?;
//!
//! let id = ToolId::new("read_archive")?;
//! let mut doc = SearchDoc::new(id.clone());
//! doc.aliases = vec!["old messages".to_owned()];
//! let host = callable.clone();
//! let registration = registry.register(
//!     Deferred::new(ToolDefinition::new(id), doc, move || {
//!         host.lock().map_err(|_| "poisoned")?.push("read_archive");
//!         let host = host.clone();
//!         Ok(Guard::new(move || host.lock().map(|mut tools| tools.clear()).unwrap_or_default()))
//!     })
//!     .with_listing("Reads the archive."),
//! )?;
//!
//! let found = registry.search_and_load(&SearchInput::new("messages")?)?;
//! assert_eq!(found.result.message, "read_archive: Reads the archive. (available from the next turn on)");
//! assert_eq!(registry.activate("read_archive")?, Status::AlreadyLoaded);
//! drop(registration);
//! assert!(callable.lock().is_ok_and(|tools| tools.is_empty()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! * **Scopes**: a scope sees its own tools and those of the scopes above it, of each name the nearest, and never those of a scope beside it. A handle has no way up.
//! * **The gate**: what any restriction of the chain takes away is neither found nor loaded nor counted nor ranked there, and it answers like a tool that does not exist, unless every restriction
//!   that takes it away [explains itself](Restriction::explained): then its name and a fixed reason are told, and no text of it.
//! * **Once**: an activation runs at most once at a time and succeeds once; threads that want the tool meanwhile wait for it.
//! * **All or nothing**: after a failing registration, reservation or activation the registry is as it was before. A callback that panics has failed.
//! * **Undone by dropping**: a dropped [`Registration`] takes the tool out and undoes its activation, whatever runs at the time; closing a scope does that for all of its own.
//! * **No lock is held while the host's code runs**: callbacks, guards and rankers may call the registry, and a search blocks no registration.
//! * **Deterministic and bounded**: what is found follows from what is registered, not from the order in which it was; queries, names, lists, scopes and results have caps.
//!
//! # What it does not do
//!
//! It makes no document and decides no trust: what is believed of a tool comes with its registration. It lifts no restriction, sends nothing to a model and records nothing. It does not know what a
//! tool does; a host that calls tools asks [`DeferredRegistry::is_admitted`] first.

mod activation;
mod deferred;
mod disposer;
mod entry;
mod error;
mod gate;
mod input;
mod layer;
mod registry;
mod result;
mod search;
mod shared;
mod slot;
mod substring;
mod tree;
mod view;

pub use activation::Status;
pub use deferred::{Deferred, Guard, MAX_NAME_CHARS};
pub use disposer::{Registration, Reservation};
pub use error::{BoxError, RegistryError};
pub use gate::{MAX_RESTRICTED_NAMES, Restriction};
pub use input::{MAX_QUERY_CHARS, MAX_RESULTS, SEARCH_DESCRIPTION, SearchInput};
pub use registry::{DeferredRegistry, SEARCH_TOOL};
pub use result::{DENIED_REASON, EmptyReason, Found, FoundTool, MAX_QUOTED_CHARS, SearchResult};
pub use search::DeferredHit;
pub use shared::{MAX_RESTRICTIONS, MAX_SCOPE_DEPTH, MAX_SCOPES};
pub use substring::{MAX_FIELD_CHARS, SUBSTRING_WEIGHTS, SubstringFactory, SubstringRanker};
