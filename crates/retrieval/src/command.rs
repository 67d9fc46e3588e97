//! The eight commands that a model may have run, and the arguments that each takes.

mod arguments;
mod calendar;
mod context;
mod fault;
mod page;
mod people;
mod profile;
mod search;

use serde_json::Value;
use toolsift_core::ToolId;

use arguments::Arguments;
pub(crate) use context::READS;
pub use fault::InputFault;
pub(crate) use page::{KINDS, MOST as MOST_PAGES};
pub(crate) use people::SHAPES;
pub(crate) use search::{MOST as MOST_HITS, RANKS};

/// A command of the host. All of them read; there is none that writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum HostCommand {
    /// Searches everything that is connected.
    Search,
    /// Lists the pages of projects and entities.
    PageDiscover,
    /// The context of one page.
    PageInspect,
    /// The source of one page or document.
    PageRead,
    /// The person of an identifier.
    People,
    /// Events of a calendar.
    CalendarList,
    /// Where the user is and what they do.
    Context,
    /// Who the user is.
    Profile,
}

impl HostCommand {
    /// Every command, in the order in which their tools are registered.
    pub const ALL: [Self; 8] = [
        Self::Search,
        Self::PageDiscover,
        Self::PageInspect,
        Self::PageRead,
        Self::People,
        Self::CalendarList,
        Self::Context,
        Self::Profile,
    ];

    /// Its name, as a result states it.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::PageDiscover => "page.discover",
            Self::PageInspect => "page.inspect",
            Self::PageRead => "page.read",
            Self::People => "people",
            Self::CalendarList => "calendar.list",
            Self::Context => "context",
            Self::Profile => "profile",
        }
    }

    /// The id of its tool.
    #[must_use]
    pub const fn tool_name(self) -> &'static str {
        match self {
            Self::Search => "loom_search",
            Self::PageDiscover => "loom_page_discover",
            Self::PageInspect => "loom_page_inspect",
            Self::PageRead => "loom_page_read",
            Self::People => "loom_people",
            Self::CalendarList => "loom_calendar_list",
            Self::Context => "loom_context",
            Self::Profile => "loom_profile",
        }
    }

    /// The command of a tool.
    ///
    /// ```
    /// use toolsift_retrieval::HostCommand;
    ///
    /// assert_eq!(HostCommand::of_tool("loom_page_read"), Some(HostCommand::PageRead));
    /// assert_eq!(HostCommand::of_tool("loom_page_write"), None);
    /// ```
    #[must_use]
    pub fn of_tool(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|command| command.tool_name() == name)
    }

    pub(crate) fn tool_id(self) -> ToolId {
        #[expect(clippy::unreachable, reason = "each name is a constant within the cap of an id")]
        ToolId::new(self.tool_name()).unwrap_or_else(|_| unreachable!())
    }

    /// Builds the arguments that the host's program gets for what a model passed, or says what is wrong with that. Nothing that a model writes becomes a flag, another
    /// verb, or an argument that is not listed here.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolsift_retrieval::HostCommand;
    ///
    /// let built = HostCommand::Search.build(&json!({ "query": "donuts", "limit": 5 })).unwrap();
    /// assert_eq!(built.args, ["search", "donuts", "--json", "--limit", "5"]);
    /// let fault = HostCommand::People.build(&json!({ "query": "revoke" })).unwrap_err();
    /// assert!(fault.message().starts_with("`query` must be"));
    /// ```
    ///
    /// # Errors
    ///
    /// The first thing that is wrong: not an object, an unknown name, then what each argument must be.
    pub fn build(self, input: &Value) -> Result<Built, InputFault> {
        match self {
            Self::Search => search::build(input),
            Self::PageDiscover => page::discover(input),
            Self::PageInspect => page::inspect(input),
            Self::PageRead => page::read(input),
            Self::People => people::build(input),
            Self::CalendarList => calendar::build(input),
            Self::Context => context::build(input),
            Self::Profile => profile::build(input),
        }
    }
}

/// What the host's program is to be called with.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// Its arguments.
    pub args: Vec<String>,
    /// Whether it looks a person up, so that it can end with nobody or with several.
    pub names_a_person: bool,
}

impl Built {
    /// The words of a command.
    fn new(words: &[&str]) -> Self {
        Self { args: words.iter().map(|&word| word.to_owned()).collect(), names_a_person: false }
    }

    fn push(&mut self, argument: impl Into<String>) {
        self.args.push(argument.into());
    }

    /// A flag with its value, where there is one.
    fn option(&mut self, flag: &str, value: Option<impl Into<String>>) {
        if let Some(value) = value {
            self.push(flag);
            self.push(value);
        }
    }
}
