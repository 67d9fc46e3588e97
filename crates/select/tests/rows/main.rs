//! The rows of the acceptance list that a selector must meet, and the cases of the document that asks for them.

#![cfg(test)]

#[cfg(feature = "embedding")]
mod embeddings;
mod estimates;
mod host_loop;
mod keyword_rules;
mod keywords;
mod logs;
mod rankers;
mod rewritings;
mod slots;
mod subsets;
mod toys;
