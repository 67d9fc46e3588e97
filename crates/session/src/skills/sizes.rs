//! What a result came to in the run that was recorded.

use toolsift_replay::SkillChoice;

use crate::result::Output;

/// The length of a text as a JSON string, quotes and escapes included, in bytes.
pub(super) fn json_bytes(text: &str) -> u64 {
    // A text: nothing that could fail.
    serde_json::to_string(text).map_or(0, |json| json.len() as u64)
}

/// The length of a result whose instructions, here empty, had a length as a JSON string.
pub(super) fn with_instructions_of(envelope: &Output, bytes: u64) -> u64 {
    const EMPTY: u64 = 2;
    (envelope.to_json().len() as u64).saturating_sub(EMPTY).saturating_add(bytes)
}

/// The sizes of a record, as far as they can be true.
pub(super) struct Sizes {
    pub(super) bytes: Option<u64>,
    pub(super) result_bytes: Option<u64>,
}

impl Sizes {
    /// The bounds of ADR 0125, D14, review rounds 1 and 2.
    pub(super) fn of(choice: &SkillChoice, max_instruction_bytes: u64) -> Self {
        /// The most that the list of tools can add, in bytes.
        const TOOLS: u64 = 1 << 20;
        let most = most_bytes(max_instruction_bytes);
        let bytes = choice.bytes.filter(|bytes| *bytes <= most);
        let result_bytes =
            choice.result_bytes.filter(|whole| bytes.is_some_and(|bytes| (bytes..=most + TOOLS).contains(whole)));
        Self { bytes, result_bytes }
    }
}

/// The longest that instructions can be as a JSON string: each byte escaped, and the quotes.
pub(super) fn most_bytes(max_instruction_bytes: u64) -> u64 {
    6 * max_instruction_bytes + 2
}
