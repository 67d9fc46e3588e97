//! `toolsift rows`: a store, and the commands by which a host asks it.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Subcommand, ValueEnum};
use toolsift::retrieval::HostCommand;

#[derive(Debug, Subcommand)]
pub(crate) enum Rows {
    /// Make a sample store in a folder, with a read ceiling and the configuration of a host beside it. Nothing is overwritten.
    Init {
        /// The folder; it is made where there is none.
        dir: PathBuf,
    },
    /// Call a tool of retrieval as a model would, and show what of the host's rows is admitted, withheld and left out.
    /// Exit code 0: something is admitted, 1: nothing, 2: refused, 3: more than one person is meant.
    Query(StoreQuery),
    /// Answer one command of a retrieval host from the store in the folder that `LOOM_INSTANCE_DIR` names: one JSON payload.
    /// Exit code 0: answered, 1: nobody found, or a stand-in for a profile, 2: refused, 3: more than one person is meant.
    Serve {
        #[command(subcommand)]
        command: Serve,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct StoreQuery {
    /// The arguments of the tool, a JSON object; `-` reads it from standard input.
    #[arg(default_value = "{}")]
    pub(crate) arguments: String,
    /// The configuration of the host.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: PathBuf,
    /// The tool.
    #[arg(long, value_name = "NAME", value_parser = tool())]
    pub(crate) tool: HostCommand,
    /// What may be read at most, a JSON list of clauses, besides the ceiling of the configuration; `[]` is only what is public. Of several, what all of them grant.
    #[arg(long, value_name = "JSON")]
    pub(crate) max_confidentiality: Vec<String>,
    /// The label of what was observed before, `{"confidentiality":[…]}`: rows without a label are taken for as confidential.
    #[arg(long, value_name = "JSON")]
    pub(crate) observed: Option<String>,
}

/// One of the names of the tools.
fn tool() -> impl TypedValueParser<Value = HostCommand> {
    let names = HostCommand::ALL.map(HostCommand::tool_name);
    PossibleValuesParser::new(names).try_map(|name| HostCommand::of_tool(&name).ok_or("no such tool"))
}

/// The commands, as `toolsift-retrieval` builds them. They print JSON with or without `--json`.
#[derive(Debug, Subcommand)]
pub(crate) enum Serve {
    /// Find rows.
    Search(StoreSearch),
    /// List or read pages.
    Page {
        #[command(subcommand)]
        command: Page,
    },
    /// Look a person or a group up.
    People {
        /// An address, a phone number, `handle:…`, `person:…`, `group:…`, a name, or the path of a page.
        query: String,
        /// How much to tell; without it, the card.
        #[arg(long)]
        shape: Option<PersonShape>,
    },
    /// List events.
    Calendar {
        #[command(subcommand)]
        command: Calendar,
    },
    /// Where the owner is, or what they do.
    Context(Context),
    /// Whose store this is.
    Profile {
        /// Changes nothing: the store is read anew each time.
        #[arg(long)]
        fresh: bool,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct StoreSearch {
    /// Any words; without them, `--person`.
    #[arg(required_unless_present = "person")]
    pub(crate) query: Option<String>,
    /// Names of sources, with commas.
    #[arg(long)]
    pub(crate) sources: Option<String>,
    /// A date, or a date with a time.
    #[arg(long)]
    pub(crate) since: Option<String>,
    /// A date, or a date with a time; a date lasts for the whole day.
    #[arg(long)]
    pub(crate) until: Option<String>,
    /// `UTC`, or an offset such as `+02:00`, of times without one.
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) tz: Option<String>,
    /// Only rows that name this person.
    #[arg(long)]
    pub(crate) person: Option<String>,
    /// How many rows; never more than 200.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// The order; without it, by score.
    #[arg(long)]
    pub(crate) rank: Option<Rank>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Rank {
    Recency,
    Score,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Page {
    /// List pages.
    Discover {
        /// Changes nothing: a list is concise.
        #[arg(long)]
        concise: bool,
        /// Of which kind.
        #[arg(long)]
        kind: Option<PageKind>,
        /// How many pages; never more than 500.
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
        limit: Option<u64>,
    },
    /// Say what a page is about.
    Inspect {
        /// The id of the page.
        target: String,
        /// Changes nothing: there is no longer form.
        #[arg(long)]
        concise: bool,
    },
    /// Give the text of a page.
    Read {
        /// The id of the page.
        target: String,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum PageKind {
    All,
    #[value(alias = "projects")]
    Project,
    #[value(alias = "entities")]
    Entity,
}

impl PageKind {
    /// The value of the column, if there is one to compare with.
    pub(crate) const fn column(self) -> Option<&'static str> {
        match self {
            Self::All => None,
            Self::Project => Some("project"),
            Self::Entity => Some("entity"),
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum PersonShape {
    Summary,
    Card,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Calendar {
    /// List events by their beginnings.
    List(CalendarList),
}

#[derive(Debug, clap::Args)]
pub(crate) struct CalendarList {
    /// The first day.
    #[arg(long)]
    pub(crate) from: Option<String>,
    /// The last day.
    #[arg(long)]
    pub(crate) to: Option<String>,
    /// All events, which is so without days, too.
    #[arg(long, conflicts_with_all = ["from", "to"])]
    pub(crate) all: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Context {
    /// What to read.
    pub(crate) read: ContextRead,
    /// The state at this time.
    #[arg(long)]
    pub(crate) at: Option<String>,
    /// The latest state not over by this time.
    #[arg(long)]
    pub(crate) since: Option<String>,
    /// The latest state begun by this time.
    #[arg(long)]
    pub(crate) until: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ContextRead {
    Where,
    Activity,
}

impl ContextRead {
    /// The value of the column.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Where => "where",
            Self::Activity => "activity",
        }
    }
}
