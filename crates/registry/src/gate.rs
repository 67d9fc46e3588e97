//! The gate: which names a scope and its descendants may see.

use std::collections::BTreeSet;

use toolsift_core::ToolId;

/// Names in all lists of one scope's restrictions together.
pub const MAX_RESTRICTED_NAMES: usize = 100_000;

/// What a scope takes away from its own view and its descendants'. Restrictions only add up: a name is admitted if every one of every scope of the chain admits it.
///
/// ```
/// use toolsift_core::ToolId;
/// use toolsift_registry::Restriction;
///
/// let read_only = Restriction::allow([ToolId::new("read_file")?, ToolId::new("list_files")?]);
/// let explained = Restriction::deny([ToolId::new("delete_file")?]).explained();
/// # Ok::<(), toolsift_core::CoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restriction {
    rule: Rule,
    is_explained: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Rule {
    Allow(BTreeSet<ToolId>),
    Deny(BTreeSet<ToolId>),
}

impl Restriction {
    /// These names and no others.
    #[must_use]
    pub fn allow(names: impl IntoIterator<Item = ToolId>) -> Self {
        Self { rule: Rule::Allow(names.into_iter().collect()), is_explained: false }
    }

    /// All names but these.
    #[must_use]
    pub fn deny(names: impl IntoIterator<Item = ToolId>) -> Self {
        Self { rule: Rule::Deny(names.into_iter().collect()), is_explained: false }
    }

    /// The same, but a model may know of it: a search that finds a name that is taken away names it and says so, and nothing else of it. A name that any
    /// other restriction takes away without explaining stays hidden.
    #[must_use]
    pub fn explained(mut self) -> Self {
        self.is_explained = true;
        self
    }

    /// The names it speaks of.
    pub(crate) fn names(&self) -> &BTreeSet<ToolId> {
        match &self.rule {
            Rule::Allow(names) | Rule::Deny(names) => names,
        }
    }

    fn admits(&self, name: &str) -> bool {
        match &self.rule {
            Rule::Allow(names) => names.contains(name),
            Rule::Deny(names) => !names.contains(name),
        }
    }
}

/// What a chain of restrictions says of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Admission {
    /// It is there.
    Admitted,
    /// It is not, and a model may know it.
    Explained,
    /// It is as if it did not exist.
    Hidden,
}

impl Admission {
    /// What all restrictions together say: the strictest of them.
    pub(crate) fn of<'r>(restrictions: impl IntoIterator<Item = &'r Restriction>, name: &str) -> Self {
        let verdict = |restriction: &Restriction| match (restriction.admits(name), restriction.is_explained) {
            (true, _) => Self::Admitted,
            (false, true) => Self::Explained,
            (false, false) => Self::Hidden,
        };
        restrictions.into_iter().map(verdict).max().unwrap_or(Self::Admitted)
    }
}
