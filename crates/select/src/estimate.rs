//! What a selection comes to, and whether it is the one of the request before.

use std::fmt;

use sha2::{Digest, Sha256};
use toolsift_core::lower_hex;

use crate::schema::ToolSchema;
use crate::subset::Subset;

/// The sizes that a host reckons with, in characters of the tools' canonical JSON.
///
/// ```
/// use serde_json::json;
/// use toolsift_core::ToolId;
/// use toolsift_select::{Estimate, Subset, ToolSchema};
///
/// let tool = |id| Ok::<_, toolsift_core::CoreError>(ToolSchema::new(ToolId::new(id)?, "", json!({})));
/// let all = [tool("read")?, tool("write")?];
/// let (one, both) = (Estimate::of(&Subset::of_ids(&all, ["read"])), Estimate::of(&Subset::full(&all)));
/// assert_eq!((one.advertised_chars, one.registered_chars, one.saved_chars()), (49, 99, 50));
/// assert!(one.surface.is_changed_since(Some(&both.surface)));
/// # Ok::<(), toolsift_core::CoreError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Estimate {
    /// What the request carries: the figure for whoever asks whether the coming request fits. 0 without tools.
    pub advertised_chars: usize,
    /// What all tools come to: the figure to reserve where a later request may carry every tool again, as after a compaction.
    pub registered_chars: usize,
    /// The identity of what the request carries.
    pub surface: Surface,
}

impl Estimate {
    /// The sizes of a subset and of the slice that it is drawn from.
    ///
    /// # Complexity
    ///
    /// Linear in the rendered subset and the number of tools.
    #[must_use]
    pub fn of(subset: &Subset<'_>) -> Self {
        Self {
            advertised_chars: subset.tools().map(ToolSchema::chars).sum(),
            registered_chars: subset.registered().iter().map(ToolSchema::chars).sum(),
            surface: Surface::of(subset),
        }
    }

    /// What is not sent.
    #[must_use]
    pub fn saved_chars(&self) -> usize {
        self.registered_chars.saturating_sub(self.advertised_chars)
    }
}

/// The identity of the tools of a request: equal ones are the same bytes in the same order.
///
/// It is the SHA-256 of the tools' canonical JSON, each with a line end; a session's menu has the same digest for the same specs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Surface([u8; 32]);

impl Surface {
    /// The identity of a subset.
    #[must_use]
    pub fn of(subset: &Subset<'_>) -> Self {
        let mut hash = Sha256::new();
        for tool in subset.tools() {
            hash.update(tool.json());
            hash.update("\n");
        }
        Self(hash.finalize().into())
    }

    /// Whether the last request carried other tools, or there was none. Then the prefix that a provider has cached, and every figure that was
    /// measured with it, are no longer those of this request.
    #[must_use]
    pub fn is_changed_since(&self, last: Option<&Self>) -> bool {
        last != Some(self)
    }
}

impl fmt::Display for Surface {
    /// In lower-case hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&lower_hex(&self.0))
    }
}

impl fmt::Debug for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Surface({self})")
    }
}
