//! The one place where a label is assumed instead of read.

use super::Label;

/// The label of a row that has none: the confidentiality of what the run has observed so far, and no integrity. A run that has observed nothing labelled makes it public.
///
/// **This is not sound**, and it is the known deviation of this crate: what a row holds is decided by the store that it comes from and not by who asks for it, so a row
/// can be admitted under a label below the one that its store has for it. Whoever can, has the host label every row (`ifc`), after which this is never called; until then
/// the host's own filter, which runs first, is the only thing that keeps such a row back. Nothing else in this crate makes a label up.
///
/// ```
/// use serde_json::json;
/// use toolsift_retrieval::{Label, assumed_label};
///
/// let context = Label::read(&json!({ "confidentiality": ["work"], "integrity": ["prompt"] })).unwrap();
/// let assumed = assumed_label(&context);
/// assert_eq!(assumed.confidentiality, context.confidentiality);
/// assert!(assumed.integrity.is_empty());
/// ```
#[must_use]
pub fn assumed_label(context: &Label) -> Label {
    Label::new(context.confidentiality.clone(), Vec::new())
}
