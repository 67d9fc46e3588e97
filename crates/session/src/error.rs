//! What a host can do wrong, and what may end a run.

use toolsift_core::{CoreError, LoadError, RankError, SkillId, ToolId};
use toolsift_replay::JournalError;
use toolsift_trust_policy::PolicyError;

/// A configuration that makes no sense. It names the field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A cap of nothing, or above its ceiling.
    #[error("{field}: {actual} is not between 1 and {ceiling}")]
    Cap {
        /// The field.
        field: &'static str,
        /// What was given.
        actual: usize,
        /// The highest value that is allowed.
        ceiling: usize,
    },
    /// A name that no provider's wire takes.
    #[error("{field}: a name has 1 to 64 characters of A-Z a-z 0-9 _ -")]
    Name {
        /// The field.
        field: &'static str,
    },
    /// A list that must hold something.
    #[error("{field}: must not be empty, leave it out to allow everything")]
    EmptyList {
        /// The field.
        field: &'static str,
    },
    /// A prefix that every id begins with.
    #[error("{field}: a prefix must not be empty")]
    EmptyPrefix {
        /// The field.
        field: &'static str,
    },
    /// A tool that is to be on the menu and is not in the catalogue.
    #[error("{field}: the catalogue has no tool {id:?}")]
    UnknownTool {
        /// The field.
        field: &'static str,
        /// The id.
        id: ToolId,
    },
    /// Two tools on one menu, or a tool with the name of a meta-tool.
    #[error("{field}: the name {name:?} is taken")]
    NameTaken {
        /// Whose name it is.
        field: &'static str,
        /// The name.
        name: String,
    },
    /// A selected skill that the registry does not have.
    #[error("{field}: there is no skill {id:?}")]
    UnknownSkill {
        /// The field.
        field: &'static str,
        /// The id.
        id: SkillId,
    },
    /// Skills that make no catalogue.
    #[error("{field}: {source}")]
    Skills {
        /// The field.
        field: &'static str,
        /// Why.
        source: CoreError,
    },
    /// The skills of a registry that is not there.
    #[error("{field}: \"registry\", but the host has no registry of skills")]
    NoRegistry {
        /// The field.
        field: &'static str,
    },
    /// A skill that would bring too many tools.
    #[error("{field}: the skill {skill:?} brings {actual} tools, {limit} are allowed")]
    SkillTools {
        /// The field.
        field: &'static str,
        /// The skill.
        skill: SkillId,
        /// How many.
        actual: usize,
        /// The cap.
        limit: usize,
    },
    /// An index that has room for no skill, where only listed ones can be activated.
    #[error("{field}: {limit} bytes are too few for a single skill")]
    IndexTooSmall {
        /// The field.
        field: &'static str,
        /// What was given.
        limit: usize,
    },
    /// Skills that are to be found by searches, without searches.
    #[error("skillActivation.discovery: \"search\" and \"both\" need toolSearch")]
    DiscoveryWithoutSearch,
    /// A tool whose id begins like the keys of skills, so that it could not be found.
    #[error("{field}: the id {id:?} begins like the key of a skill")]
    SkillKey {
        /// The field.
        field: &'static str,
        /// The id.
        id: ToolId,
    },
    /// A ranker of skills, and no searches that find skills.
    #[error("skillActivation.skillRanker: needs discovery \"search\" or \"both\"")]
    SkillRankerWithoutDiscovery,
    /// A ranker of tools that is not the built-in one ranks tools only.
    #[error("skillActivation.skillRanker: a custom ranker ranks no skills, so that they need a ranker of their own")]
    NoSkillRanker,
    /// Two lists, and a ranker that was built already, over both.
    #[error(
        "toolSearch.ranking: \"guarded\" needs a factory of rankers, since it ranks trusted and un-vouched tools apart"
    )]
    GuardedRanker,
    /// A ranker that does not say of which kind it is.
    #[error("ranker: the kind must not be empty")]
    EmptyKind,
    /// A tool that cannot be on a menu.
    #[error("{field}: {source}")]
    Policy {
        /// The list that holds it.
        field: &'static str,
        /// Why.
        source: PolicyError,
    },
}

/// What ends a turn without results. A model never sees it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The ranker asked for the end of the run.
    #[error("the run was ended by its ranker")]
    Terminal(#[source] RankError),
    /// The loader of instructions asked for the end of the run.
    #[error("the run was ended by its loader of instructions")]
    Instructions(#[source] LoadError),
    /// Instructions could not be kept, so they were neither recorded nor delivered.
    #[error("the instructions of a skill could not be kept")]
    InstructionStore(#[source] std::io::Error),
    /// A decision could not be kept, so it did not take effect.
    #[error("a decision could not be recorded")]
    Journal(#[from] JournalError),
    /// A turn that was settled, or that comes before one that was.
    #[error("turn {turn} was settled after turn {latest}")]
    TurnOrder {
        /// The turn.
        turn: u64,
        /// The latest one that was settled.
        latest: u64,
    },
}
