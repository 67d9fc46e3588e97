//! What may be said of a handle.

use serde::Serialize;
use toolsift_core::ToolId;

use super::table::HandleTable;
use super::token::Token;
use crate::label::DisclosedLabel;
use crate::row::LabelSource;

/// A handle without what it stands for: never a row's content, an address, or more of a label than the types of its atoms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Description {
    /// The handle.
    pub token: Token,
    /// Whether the run holds it.
    pub known: bool,
    /// `document` of a row, `cell` of an address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The tool that observed a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<ToolId>,
    /// Where a row's label came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_source: Option<LabelSource>,
    /// The types of its atoms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<DisclosedLabel>,
}

impl HandleTable {
    /// Describes a handle.
    ///
    /// ```
    /// use toolsift_retrieval::{HandleTable, Token};
    ///
    /// let unknown = HandleTable::new("run-1")?.describe(&Token::read("cfh:v:22222").unwrap());
    /// assert_eq!(unknown.to_json(), r#"{"token":"cfh:v:22222","known":false}"#);
    /// # Ok::<(), toolsift_retrieval::RetrievalError>(())
    /// ```
    #[must_use]
    pub fn describe(&self, token: &Token) -> Description {
        let referent = self.referent(token);
        Description {
            token: token.clone(),
            known: self.holds(token),
            kind: referent.map(|_| "document").or_else(|| self.address(token).map(|_| "cell")),
            source: referent.map(|referent| referent.source.clone()),
            label_source: referent.map(|referent| referent.label_source),
            label: referent.map(|referent| referent.label.disclosed()),
        }
    }
}

impl Description {
    /// The description as a model reads it.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Texts and a flag: nothing that could fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}
