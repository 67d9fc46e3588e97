//! The closed set of errors that a model may see, each with one fixed text.

use serde::Serialize;

/// Why a call has no result. The texts name no tool, no host and no cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Code {
    /// The arguments of a meta-tool are wrong.
    InvalidToolInput,
    /// The run has used its searches up.
    SearchLimitReached,
    /// The ranker has no answer.
    SearchUnavailable,
    /// The called tool is not on the menu.
    ToolNotOnMenu,
    /// The called tool is on the menu and its server no longer confirms it.
    ToolUnavailable,
    /// No skill of that name can be activated.
    UnknownSkill,
    /// As many skills are active as may be.
    SkillLimitReached,
    /// The instructions are longer than may be delivered.
    InstructionsTooLarge,
    /// The instructions are tainted: they came out of a run.
    InstructionsRefused,
    /// The instructions could not be loaded, or are no longer fit to be delivered.
    InstructionsUnavailable,
    /// The instructions are not the ones that were recorded.
    InstructionsChanged,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 11] = [
        Self::InvalidToolInput,
        Self::SearchLimitReached,
        Self::SearchUnavailable,
        Self::ToolNotOnMenu,
        Self::ToolUnavailable,
        Self::UnknownSkill,
        Self::SkillLimitReached,
        Self::InstructionsTooLarge,
        Self::InstructionsRefused,
        Self::InstructionsUnavailable,
        Self::InstructionsChanged,
    ];

    /// Its name in results and records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidToolInput => "invalid_tool_input",
            Self::SearchLimitReached => "search_limit_reached",
            Self::SearchUnavailable => "search_unavailable",
            Self::ToolNotOnMenu => "tool_not_on_menu",
            Self::ToolUnavailable => "tool_unavailable",
            Self::UnknownSkill => "unknown_skill",
            Self::SkillLimitReached => "skill_limit_reached",
            Self::InstructionsTooLarge => "instructions_too_large",
            Self::InstructionsRefused => "instructions_refused",
            Self::InstructionsUnavailable => "instructions_unavailable",
            Self::InstructionsChanged => "instructions_changed",
        }
    }

    /// What the model reads.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::InvalidToolInput => "The arguments are not valid: they must match the input schema of this tool.",
            Self::SearchLimitReached => "This run has no searches left. Use the tools that are on the menu.",
            Self::SearchUnavailable => "The search is not available now. Use the tools that are on the menu.",
            Self::ToolNotOnMenu => "This tool is not on the menu. Search for tools first.",
            Self::ToolUnavailable => "This tool is not available now.",
            Self::UnknownSkill => "No skill of this name can be loaded.",
            Self::SkillLimitReached => "This run can load no more skills. Use those that are active.",
            Self::InstructionsTooLarge => "The instructions of this skill are too long. The skill was not loaded.",
            Self::InstructionsRefused => "The instructions of this skill cannot be trusted. The skill was not loaded.",
            Self::InstructionsUnavailable => "The instructions of this skill are not available now.",
            Self::InstructionsChanged => {
                "The instructions of this skill have changed since it was loaded, so they are not given."
            }
        }
    }

    /// The code of a name in a record. A name that is not known can only refuse, as [`SearchUnavailable`](Self::SearchUnavailable).
    #[must_use]
    pub fn from_record(name: &str) -> Self {
        Self::known(name).unwrap_or(Self::SearchUnavailable)
    }

    /// The code of a name in the record of an activation. A name that is not known can only refuse, as
    /// [`InstructionsUnavailable`](Self::InstructionsUnavailable).
    #[must_use]
    pub fn from_skill_record(name: &str) -> Self {
        Self::known(name).unwrap_or(Self::InstructionsUnavailable)
    }

    fn known(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == name)
    }
}
