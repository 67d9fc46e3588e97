//! Whether a searchable catalogue is worth it.

/// From so many tools on a model chooses worse: Anthropic's page on the tool search tool says 30 to 50, and the seed document of this
/// library recommends a search from about 30.
pub const MANY_TOOLS: usize = 30;

/// From this share of the context window on, in percent, Claude Code defers definitions by itself (`ENABLE_TOOL_SEARCH=auto`).
pub const MANY_WINDOW_PERCENT: usize = 10;

/// From so many tokens of definitions on Anthropic's page on the tool search tool recommends one.
pub const MANY_TOKENS: usize = 10_000;

/// Below so many tools the same page advises against it. Here the share of the window alone can outweigh that, as in Claude Code.
pub const FEW_TOOLS: usize = 10;

/// MCP's best practices for clients (2026-07-28) say to switch on at 1 to 5 percent of the context window; this is the end of that range.
pub const GUIDANCE_WINDOW_PERCENT: usize = 5;

/// Whether to search, and what decided it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Advice {
    /// Whether to give the model a search instead of all definitions.
    pub enable: bool,
    /// The first reason that holds.
    pub reason: Reason,
}

/// What decided, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// [`MANY_TOOLS`] or more.
    ManyTools,
    /// [`MANY_WINDOW_PERCENT`] of the window or more.
    WindowShare,
    /// [`MANY_TOKENS`] or more, of at least [`FEW_TOOLS`].
    ManyTokens,
    /// [`GUIDANCE_WINDOW_PERCENT`] of the window or more, of at least [`FEW_TOOLS`].
    ClientGuidance,
    /// None of these: give the model all of them at once.
    FitsAsItIs,
}

/// What the published thresholds say about a catalogue: how many tools, the tokens of all their definitions together, and the tokens of
/// the model's context window (0 if it is not known: then no share is looked at).
///
/// They are other people's experience and no measurement of yours.
///
/// ```
/// use toolsift_session::wire::{Reason, should_enable};
///
/// let advice = should_enable(58, 55_000, 200_000);
/// assert!(advice.enable);
/// assert_eq!(advice.reason, Reason::ManyTools);
/// assert_eq!(should_enable(8, 4_000, 200_000).reason, Reason::FitsAsItIs);
/// ```
#[must_use]
pub fn should_enable(tools: usize, definition_tokens: usize, context_window: usize) -> Advice {
    let reaches = |percent: usize| {
        let (tokens, window) = (definition_tokens as u128, context_window as u128);
        window > 0 && tokens * 100 >= window * percent as u128
    };
    let reason = if tools >= MANY_TOOLS {
        Reason::ManyTools
    } else if tools > 0 && reaches(MANY_WINDOW_PERCENT) {
        Reason::WindowShare
    } else if tools >= FEW_TOOLS && definition_tokens >= MANY_TOKENS {
        Reason::ManyTokens
    } else if tools >= FEW_TOOLS && reaches(GUIDANCE_WINDOW_PERCENT) {
        Reason::ClientGuidance
    } else {
        Reason::FitsAsItIs
    };
    Advice { enable: reason != Reason::FitsAsItIs, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each threshold from both sides.
    #[test]
    fn thresholds() {
        use Reason::{ClientGuidance, FitsAsItIs, ManyTokens, ManyTools, WindowShare};
        for (tools, tokens, window, reason) in [
            (0, 0, 0, FitsAsItIs),
            (0, 90_000, 100_000, FitsAsItIs),
            (29, 0, 0, FitsAsItIs),
            (30, 0, 0, ManyTools),
            (30, usize::MAX, usize::MAX, ManyTools),
            (1, 9_999, 100_000, FitsAsItIs),
            (1, 10_000, 100_000, WindowShare),
            (1, usize::MAX, usize::MAX, WindowShare),
            (1, usize::MAX, 0, FitsAsItIs),
            (9, 10_000, 1_000_000, FitsAsItIs),
            (10, 10_000, 1_000_000, ManyTokens),
            (10, 10_000, 0, ManyTokens),
            (10, 9_999, 0, FitsAsItIs),
            (10, 5_000, 100_000, ClientGuidance),
            (10, 4_999, 100_000, FitsAsItIs),
            (9, 5_000, 100_000, FitsAsItIs),
        ] {
            let advice = should_enable(tools, tokens, window);
            assert_eq!(advice.reason, reason, "{tools} {tokens} {window}");
            assert_eq!(advice.enable, reason != FitsAsItIs, "{tools} {tokens} {window}");
        }
    }
}
