//! Decision ids: pure functions of the recorded model response.

use std::fmt;

use crate::error::JournalError;

/// Longest name of a loop, in characters.
pub const MAX_LOOP_NAME_CHARS: usize = 128;

/// The name of a loop, which begins the ids of its decisions: 1 to 128 characters without `#` and control characters.
///
/// ```
/// use toolsift_replay::LoopName;
///
/// assert!(LoopName::new("main").is_ok());
/// assert!(LoopName::new("a#b").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoopName(String);

impl LoopName {
    /// Takes a text as a name.
    ///
    /// # Errors
    ///
    /// [`JournalError::LoopName`] for an empty or too long one, and for one with `#` or a control character.
    pub fn new(name: impl Into<String>) -> Result<Self, JournalError> {
        let name = name.into();
        let fits = !name.is_empty() && name.chars().nth(MAX_LOOP_NAME_CHARS).is_none();
        if fits && !name.chars().any(|c| c == '#' || c.is_control()) {
            Ok(Self(name))
        } else {
            Err(JournalError::LoopName { limit: MAX_LOOP_NAME_CHARS })
        }
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LoopName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where in a loop a call stands: its turn, and its place among *all* calls of the turn's response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_structs, reason = "a pair of coordinates")]
pub struct Position {
    /// The turn, from 0; it never restarts in a loop.
    pub turn: u64,
    /// The call, from 0.
    pub call: u64,
}

/// What kind of decision an id is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DecisionKind {
    /// A search.
    Search,
    /// An activation of a skill.
    Skill,
}

impl DecisionKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Skill => "skill",
        }
    }
}

/// The id of a decision: `<loop>#turn:<i>:tool:<j>:search` or `:skill`.
///
/// ```
/// use toolsift_replay::{DecisionKind, LoopName, Position, decision_id};
///
/// let main = LoopName::new("main")?;
/// let id = decision_id(&main, Position { turn: 2, call: 1 }, DecisionKind::Search);
/// assert_eq!(id, "main#turn:2:tool:1:search");
/// # Ok::<(), toolsift_replay::JournalError>(())
/// ```
#[must_use]
pub fn decision_id(name: &LoopName, at: Position, kind: DecisionKind) -> String {
    format!("{name}#turn:{}:tool:{}:{}", at.turn, at.call, kind.as_str())
}

/// The id of a turn: `<loop>#turn:<i>`, under which its mark stands.
#[must_use]
pub fn turn_id(name: &LoopName, turn: u64) -> String {
    format!("{name}#turn:{turn}")
}

/// The id of a compaction ahead of a turn: `<loop>#turn:<i>:compact`.
#[must_use]
pub fn compaction_id(name: &LoopName, turn: u64) -> String {
    format!("{name}#turn:{turn}:compact")
}

/// What a decision id says, if it is one in its only spelling.
///
/// ```
/// use toolsift_replay::parse_decision_id;
///
/// let id = parse_decision_id("main#turn:2:tool:1:search");
/// assert!(id.is_some_and(|(name, at, _)| (name.as_str(), at.turn, at.call) == ("main", 2, 1)));
/// assert!(parse_decision_id("main#turn:02:tool:1:search").is_none());
/// ```
#[must_use]
pub fn parse_decision_id(id: &str) -> Option<(LoopName, Position, DecisionKind)> {
    let (name, rest) = id.split_once("#turn:")?;
    let (turn, rest) = rest.split_once(":tool:")?;
    let (call, kind) = rest.split_once(':')?;
    let kind = match kind {
        "search" => DecisionKind::Search,
        "skill" => DecisionKind::Skill,
        _ => return None,
    };
    let name = LoopName::new(name).ok()?;
    let at = Position { turn: number(turn)?, call: number(call)? };
    Some((name, at, kind))
}

/// A number in its only spelling: digits without leading zeros.
pub(crate) fn number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ADR-030, ADR-038, C1-4: an id is a function of loop, turn and call, and of nothing else.
    #[test]
    fn ids_by_hand() {
        let main = LoopName::new("main").unwrap();
        let ids: Vec<String> = [(1, 0), (1, 1), (2, 0), (2, 1)]
            .map(|(turn, call)| decision_id(&main, Position { turn, call }, DecisionKind::Search))
            .into();
        assert_eq!(
            ids,
            [
                "main#turn:1:tool:0:search",
                "main#turn:1:tool:1:search",
                "main#turn:2:tool:0:search",
                "main#turn:2:tool:1:search"
            ]
        );
        for id in &ids {
            let (name, at, kind) = parse_decision_id(id).unwrap();
            assert_eq!(&decision_id(&name, at, kind), id);
        }
    }

    #[test]
    fn only_one_spelling_is_an_id() {
        for id in [
            "",
            "main",
            "main#turn:1",
            "main#turn:1:tool:1",
            "main#turn:1:tool:1:find",
            "#turn:1:tool:1:search",
            "main#turn:+1:tool:1:search",
            "main#turn:1:tool:01:search",
            "main#turn:1:tool:1:search ",
            "a#b#turn:1:tool:1:search",
            "main#turn:99999999999999999999:tool:1:search",
        ] {
            assert!(parse_decision_id(id).is_none(), "{id}");
        }
    }

    #[test]
    fn names_are_bounded() {
        assert!(LoopName::new("é".repeat(128)).is_ok());
        for name in [String::new(), "é".repeat(129), "a\nb".into(), "a#".into(), "\u{0}".into()] {
            let error = LoopName::new(name).unwrap_err();
            assert_eq!(error.to_string(), "loop: a name has 1 to 128 characters without `#` and control characters");
        }
    }
}
