//! The targets, a file each.

mod catalogue_json;
mod docs;
mod index_differential;
mod journal;
mod label;
mod query_terms;
mod record;
mod row_payload;
mod scenario;
mod skill_front_matter;
mod tokenize;

pub(crate) use catalogue_json::catalogue_json;
pub(crate) use docs::docs;
pub(crate) use index_differential::index_differential;
pub(crate) use journal::journal;
pub(crate) use label::label;
pub(crate) use query_terms::queries as query_terms;
pub(crate) use record::record;
pub(crate) use row_payload::row_payload;
pub(crate) use scenario::scenario;
pub(crate) use skill_front_matter::skill_front_matter;
pub(crate) use tokenize::tokenize;
