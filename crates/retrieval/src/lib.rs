//! Read-only retrieval under a ceiling: labels, measured and bounded rows, handles, and host commands that a model cannot change.
//!
//! # Should I use this crate?
//!
//! Yes, if an agent is to read what a host holds (mail, pages, people, a calendar) without holding a credential and without a way to widen what it reads. The eight tools are ordinary
//! definitions: put them into a catalogue, and `toolsift-session` defers, finds and records them like any other.
//!
//! If your rows come from elsewhere, take the parts: [`measure`] a row against a [`Ceiling`], [`HandleTable`] for handles.
//!
//! # Example
//!
//! A runner stands for the host's program; [`HostProcess`] is the one that starts processes.
//!
//! ```
//! use std::sync::Arc;
//! use serde_json::json;
//! use toolsift_retrieval::{
//!     Cancel, Ceiling, CommandOutput, CommandRequest, CommandRunner, HostCommand, Label, Retrieval, RetrievalConfig, RunError, Transport,
//! };
//!
//! #[derive(Debug)]
//! struct TwoHits;
//!
//! impl CommandRunner for TwoHits {
//!     fn run(&self, _: &CommandRequest, _: &Cancel) -> Result<CommandOutput, RunError> {
//!         Ok(CommandOutput::new(
//!             r#"{ "hits": [ { "title": "Plan", "ifc": { "confidentiality": ["work"] } },
//!                            { "title": "Results", "ifc": { "confidentiality": ["health"] } } ] }"#,
//!             Some(0),
//!         ))
//!     }
//! }
//!
//! # if cfg!(unix) {
//! let config = RetrievalConfig::new("/opt/loom/bin/loom", Transport::Broker { queue_path: "/private/queue".into() });
//! let ceiling = Ceiling::read(&json!(["work"])).ok_or("no ceiling")?;
//! let retrieval = Retrieval::open("run-1", Some(config), [ceiling])?.with_runner(Arc::new(TwoHits));
//!
//! let outcome = retrieval.call(HostCommand::Search, &json!({ "query": "plan" }), &Label::default(), &Cancel::new());
//! let result: serde_json::Value = serde_json::from_str(&outcome.model)?;
//! assert_eq!(result["entries"][0]["value"]["title"], "Plan");
//! assert_eq!(result["entries"][1], json!({ "status": "withheld", "reasonCode": "cfc_ceiling_exceeded" }));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! * **Measured before it is shown**: a result is made of [`Measured`] rows, and only [`measure`] makes one. A label that is there and cannot be read is not an absent one.
//! * **Nothing widens a ceiling**: not the model (no argument names one), not the host's answer, not a record that cannot be read, not the order in which ceilings are met.
//! * **Bounded**: what is read of a host and what is shown of it have caps ([`limits`]), the latter over the whole text. All lengths are Unicode scalar values.
//! * **Typed refusals**: a model reads one of a closed set of [`Code`]s with a fixed text, never what a host printed. The one thing of a host's that is passed on is its code, where that has the form of one.
//! * **No shell, no inherited environment, no standard error**, and no process that outlives its time.
//! * **Deterministic**: a result is a function of the arguments, the rows, the ceiling, the context and what the run held before.
//!
//! # The known deviation
//!
//! The label of a row that has none is *assumed* ([`assumed_label`]), and that is not sound: what a row holds is decided by its store and not by who asks.
//!
//! # What it does not do
//!
//! It ranks nothing, keeps nothing on disk and writes nothing: [`write_result`] hands a result to a store of the host's.

mod ceiling;
mod code;
mod command;
mod error;
mod fields;
mod file;
mod handle;
mod host;
mod json;
mod label;
pub mod limits;
mod result;
mod retrieval;
mod row;
mod tools;

pub use ceiling::{Ceiling, Clauses, fits, outside};
pub use code::Code;
pub use command::{Built, HostCommand, InputFault};
pub use error::RetrievalError;
pub use handle::{
    Address, Description, HandleTable, Observed, Referent, ResultStore, Token, WriteError, Written, swap_addresses,
    write_result,
};
pub use host::{
    Cancel, CommandOutput, CommandRequest, CommandRunner, Facet, HostProcess, RetrievalConfig, RunError, Transport,
};
pub use label::{
    Atom, Clause, Confidentiality, DisclosedLabel, EXPIRES, Label, READ_FAILED, RowLabel, assumed_label, entails,
};
pub use result::{NOTICE, Observation, Outcome};
pub use retrieval::Retrieval;
pub use row::{LabelSource, Measured, Reason, measure};
pub use tools::{Descriptor, Effect, FAMILY};
