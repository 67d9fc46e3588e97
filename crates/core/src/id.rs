//! Identities of tools and skills.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::CoreError;
use crate::limits::MAX_ID_CHARS;

/// Makes a newtype over a checked, cheaply cloned text.
macro_rules! identity {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// Takes a text as an id.
            ///
            /// # Errors
            ///
            /// [`CoreError::EmptyId`] for an empty text and [`CoreError::IdTooLong`] for one of more than [`MAX_ID_CHARS`] characters.
            pub fn new(id: impl AsRef<str>) -> Result<Self, CoreError> {
                checked(id.as_ref()).map(Self)
            }

            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&*self.0, f)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let id = String::deserialize(deserializer)?;
                Self::new(id).map_err(serde::de::Error::custom)
            }
        }
    };
}

identity! {
    /// The identity of a tool: what the model calls, what a record names, what breaks a tie.
    ///
    /// An id is opaque and compared byte for byte, which for UTF-8 is the order of its Unicode scalar values.
    /// (The seed document orders by UTF-16 code unit; the two differ only where a character beyond U+FFFF meets one of U+E000 to U+FFFF.)
    /// Which ids may be *searched* is a question of trust and not answered here. Cloning is cheap.
    ///
    /// ```
    /// use toolsift_core::ToolId;
    ///
    /// let id = ToolId::new("github__create_issue")?;
    /// assert_eq!(id.as_str(), "github__create_issue");
    /// assert!(ToolId::new("").is_err());
    /// # Ok::<(), toolsift_core::CoreError>(())
    /// ```
    ToolId
}

identity! {
    /// The identity of a skill. Skills and tools have ids of their own: one of each may have the same text.
    SkillId
}

impl From<&SkillId> for ToolId {
    /// The id under which a skill is ranked where only skills are.
    fn from(id: &SkillId) -> Self {
        Self(id.0.clone())
    }
}

/// What the key of a skill begins with, where skills and tools are ranked together (ADR 0125, D12). No tool that may be searched begins so.
pub const SKILL_KEY_PREFIX: &str = "\0skill:";

impl ToolId {
    /// The key of a skill where skills and tools are ranked together, so that one of each with the same id never meet.
    ///
    /// ```
    /// use toolsift_core::{SkillId, ToolId};
    ///
    /// let key = ToolId::skill_key(&SkillId::new("month-end")?);
    /// assert_eq!((key.as_skill(), key.name()), (Some("month-end"), "month-end"));
    /// assert_eq!(ToolId::new("skill:month-end")?.as_skill(), None);
    /// # Ok::<(), toolsift_core::CoreError>(())
    /// ```
    #[must_use]
    pub fn skill_key(id: &SkillId) -> Self {
        Self(format!("{SKILL_KEY_PREFIX}{id}").into())
    }

    /// The skill's id, where this is the key of a skill.
    #[must_use]
    pub fn as_skill(&self) -> Option<&str> {
        self.0.strip_prefix(SKILL_KEY_PREFIX)
    }

    /// What is read as the name: the id, and of a skill's key the skill's id.
    #[must_use]
    pub fn name(&self) -> &str {
        self.as_skill().unwrap_or(&self.0)
    }
}

fn checked(id: &str) -> Result<Arc<str>, CoreError> {
    if id.is_empty() {
        return Err(CoreError::EmptyId);
    }
    let actual = id.chars().take(MAX_ID_CHARS + 1).count();
    if actual > MAX_ID_CHARS {
        return Err(CoreError::IdTooLong { actual, limit: MAX_ID_CHARS });
    }
    Ok(id.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cap_counts_scalars_and_admits_its_own_length() {
        let id = "é".repeat(MAX_ID_CHARS);
        assert_eq!(ToolId::new(&id).unwrap().as_str(), id);
        let longer = "é".repeat(MAX_ID_CHARS + 1);
        assert_eq!(ToolId::new(longer), Err(CoreError::IdTooLong { actual: 513, limit: 512 }));
    }

    #[test]
    fn an_id_is_a_json_string_and_checked_on_the_way_in() {
        let id: ToolId = serde_json::from_str("\"a:b\"").unwrap();
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"a:b\"");
        let error = serde_json::from_str::<ToolId>("\"\"").unwrap_err();
        assert_eq!(error.to_string(), "an id must not be empty");
    }
}
