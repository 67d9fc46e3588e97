//! What a selector knows of a turn.

/// What a selector knows of a turn besides the tools.
///
/// ```
/// use toolsift_select::SelectionContext;
///
/// let context = SelectionContext::new(3).with_prompt("search the web");
/// assert_eq!((context.turn, context.prompt), (3, Some("search the web")));
/// assert_eq!(SelectionContext::new(0).with_prompt("").prompt, None, "an empty prompt asks for nothing");
/// ```
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct SelectionContext<'a> {
    /// The number of the turn in the run, from 0.
    pub turn: u64,
    /// What the run was opened with: the same on every turn, never the text of a tool's result.
    pub prompt: Option<&'a str>,
    /// What the request carries: attachments, memories and other transients first, then the history, oldest message first.
    pub conversation: &'a [Message],
}

impl<'a> SelectionContext<'a> {
    /// A turn of which nothing else is known.
    #[must_use]
    pub fn new(turn: u64) -> Self {
        Self { turn, prompt: None, conversation: &[] }
    }

    /// The same with the run's opening prompt. An empty one counts as none.
    #[must_use]
    pub fn with_prompt(self, prompt: &'a str) -> Self {
        Self { prompt: Some(prompt).filter(|prompt| !prompt.is_empty()), ..self }
    }

    /// The same with what the request carries.
    #[must_use]
    pub fn with_conversation(self, conversation: &'a [Message]) -> Self {
        Self { conversation, ..self }
    }
}

/// A message of the conversation, reduced to its text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said. Empty, where a message has calls or images only.
    pub text: String,
}

impl Message {
    /// A message.
    #[must_use]
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self { role, text: text.into() }
    }
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The host.
    System,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// A tool, by its result.
    Tool,
}

impl Role {
    /// The role in lower case.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }
}
