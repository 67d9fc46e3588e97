//! The lines of a journal.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::choice::SearchChoice;
use crate::error::JournalError;
use crate::id::{DecisionKind, LoopName, Position, compaction_id, decision_id, number, turn_id};
use crate::lenient;
use crate::skill_choice::SkillChoice;
use crate::version::Header;

/// Longest line, in bytes; checked before it is parsed (`docs/formats.md`).
pub const MAX_LINE_BYTES: usize = 256 << 10;

/// Who makes a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Source {
    /// A search.
    ToolSearch,
    /// An activation of a skill.
    SkillActivation,
    /// A compaction of the transcript.
    Compaction,
}

impl Source {
    /// Its name in a record (ADR 0125, D4 and D11).
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ToolSearch => "agent-tool-search",
            Self::SkillActivation => "agent-skill-activation",
            Self::Compaction => "agent-compaction",
        }
    }
}

/// The sources whose records are facts: nothing was chosen among alternatives, so nothing is to be rewarded (ADR 0125, D4 and D11).
pub const RECORDED_FACT_SOURCES: [&str; 2] = [Source::ToolSearch.as_str(), Source::SkillActivation.as_str()];

/// A line of a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Line {
    /// The first one.
    Header(Header),
    /// A decision.
    Decision(Decision),
    /// What became of the meta-calls of a turn that ended without a decision.
    Mark(Mark),
    /// The end of a finished run.
    End(End),
}

/// A recorded decision. Its choice is kept as it was written: reading it is a matter of its source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decision {
    /// The decision's id.
    pub id: String,
    /// Who made it.
    pub source: String,
    /// What was chosen, as JSON.
    pub choice: String,
}

/// What became of the meta-calls of a turn that ended without a decision: they were refused or failed. It can only refuse.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// The turn's id.
    pub turn: String,
    /// The code of each such call, by its place.
    pub outcomes: BTreeMap<u64, String>,
}

/// The end of a finished run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct End {
    /// The loop's name.
    pub name: String,
    /// How many lines the journal has before this one, the header included.
    pub lines: u64,
}

impl Line {
    /// A search decision.
    #[must_use]
    pub fn search(name: &LoopName, at: Position, choice: &SearchChoice) -> Self {
        Self::Decision(Decision {
            id: decision_id(name, at, DecisionKind::Search),
            source: Source::ToolSearch.as_str().to_owned(),
            choice: choice.to_json(),
        })
    }

    /// An activation of a skill.
    #[must_use]
    pub fn skill(name: &LoopName, at: Position, choice: &SkillChoice) -> Self {
        Self::Decision(Decision {
            id: decision_id(name, at, DecisionKind::Skill),
            source: Source::SkillActivation.as_str().to_owned(),
            choice: choice.to_json(),
        })
    }

    /// A compaction ahead of a turn. It chooses nothing.
    #[must_use]
    pub fn compaction(name: &LoopName, turn: u64) -> Self {
        Self::Decision(Decision {
            id: compaction_id(name, turn),
            source: Source::Compaction.as_str().to_owned(),
            choice: "{}".to_owned(),
        })
    }

    /// A mark.
    #[must_use]
    pub fn mark(name: &LoopName, turn: u64, outcomes: BTreeMap<u64, String>) -> Self {
        Self::Mark(Mark { turn: turn_id(name, turn), outcomes })
    }

    /// An end.
    #[must_use]
    pub fn end(name: &LoopName, lines: u64) -> Self {
        Self::End(End { name: name.to_string(), lines })
    }

    /// The line as JSON, without a line end, its keys in their order.
    ///
    /// # Errors
    ///
    /// [`JournalError::LineTooLong`] over [`MAX_LINE_BYTES`].
    pub fn to_json(&self) -> Result<String, JournalError> {
        #[derive(Serialize)]
        struct DecisionJson<'a> {
            id: &'a str,
            source: &'a str,
            choice: &'a RawValue,
        }
        #[derive(Serialize)]
        struct MarkJson<'a> {
            mark: &'a str,
            outcomes: &'a BTreeMap<u64, String>,
        }
        #[derive(Serialize)]
        struct EndJson<'a> {
            end: &'a str,
            lines: u64,
        }
        let json = match self {
            Self::Header(header) => serde_json::to_string(header),
            // A line end outside of a text is white space to JSON and the end of a line to a journal.
            Self::Decision(Decision { id, source, choice }) => serde_json::from_str(&choice.replace(['\n', '\r'], " "))
                .and_then(|choice: &RawValue| serde_json::to_string(&DecisionJson { id, source, choice })),
            Self::Mark(Mark { turn, outcomes }) => serde_json::to_string(&MarkJson { mark: turn, outcomes }),
            Self::End(End { name, lines }) => serde_json::to_string(&EndJson { end: name, lines: *lines }),
        }
        .map_err(|error| JournalError::Io(error.into()))?;
        if json.len() > MAX_LINE_BYTES {
            return Err(JournalError::LineTooLong { actual: json.len(), limit: MAX_LINE_BYTES });
        }
        Ok(json)
    }

    /// Reads a line: an object of one of the four shapes. Keys that are not known are ignored, as later versions may add some.
    ///
    /// # Errors
    ///
    /// What is wrong, in fixed words.
    pub fn read(json: &str) -> Result<Self, &'static str> {
        if json.len() > MAX_LINE_BYTES {
            return Err("longer than a line may be");
        }
        let fields = lenient::object(json).ok_or("not an object that gives each key once")?;
        if fields.raw("format").is_some() {
            return serde_json::from_str(json).map(Self::Header).map_err(|_| "not a header");
        }
        if fields.raw("id").is_some() {
            let text = |key, problem| fields.text(key).ok_or(problem);
            return Ok(Self::Decision(Decision {
                id: text("id", "`id` is no text")?,
                source: text("source", "`source` is no text")?,
                choice: fields.raw("choice").ok_or("no `choice`")?.to_owned(),
            }));
        }
        if fields.raw("mark").is_some() {
            let outcomes = fields.raw("outcomes").and_then(lenient::object).ok_or("`outcomes` is no object")?;
            let outcome = |place: &str| Some((number(place)?, outcomes.text(place)?));
            return Ok(Self::Mark(Mark {
                turn: fields.text("mark").ok_or("`mark` is no text")?,
                outcomes: outcomes
                    .keys()
                    .map(outcome)
                    .collect::<Option<_>>()
                    .ok_or("an outcome is no code of a call")?,
            }));
        }
        if fields.raw("end").is_some() {
            return Ok(Self::End(End {
                name: fields.text("end").ok_or("`end` is no text")?,
                lines: fields.integer("lines").ok_or("`lines` is no number")?,
            }));
        }
        Err("neither a header nor a decision, mark or end")
    }
}
