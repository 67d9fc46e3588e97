//! The command line, parsed and nothing more.

#[cfg(feature = "gateway")]
mod gateway;
#[cfg(feature = "rows")]
mod rows;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use toolsift::prelude::Ranking;
use toolsift::trust_policy::{PolicyError, Vouch};

#[cfg(feature = "gateway")]
pub(crate) use self::gateway::*;
#[cfg(feature = "rows")]
pub(crate) use self::rows::*;

/// Finds the tool that a request needs, in any number of MCP catalogues, and shows why.
#[derive(Debug, Parser)]
#[command(name = "toolsift", version, max_term_width = 120)]
pub(crate) struct Args {
    /// Print JSON instead of text.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colours. `auto` heeds `NO_COLOR` and whether a terminal is there.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    pub(crate) fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::AlwaysAnsi,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find tools for a request. Exit code 0: found, 1: nothing found, 2: wrong usage or input.
    Search(Search),
    /// Show how the score of one tool comes about. Exit code 1 where it has no score.
    Explain(Explain),
    /// Show what is indexed, shown and withheld of each tool, and why.
    Docs(Docs),
    /// Look for what an operator should know of a catalogue: duplicate ids and look-alikes, hidden characters, odd names,
    /// cut schemas. Exit code 0: nothing to mend, 1: something.
    Audit(Audit),
    /// Run a scenario: what a model called, over which tools. Exit code 1 where the run broke off.
    Run(Run),
    /// Replay a recorded run from its journal, without ranking. Exit code 1 where record and run differ.
    Replay(Replay),
    /// Check golden logs: live and replayed runs give what was pinned, and tampering widens nothing. Exit code 1 where one does not hold.
    ReplayCheck(ReplayCheck),
    /// Show the terms that a text becomes.
    Tokens(Tokens),
    /// Measure the ranking, or a selector, on labelled queries.
    Eval(Eval),
    /// Show which tools would ride a request on which a selector decides, and what that saves. Exit code 1 where it cannot tell and all of them would.
    Select(Select),
    /// Rows of a store with labels, and what a model may be shown of them.
    #[cfg(feature = "rows")]
    #[command(subcommand)]
    Rows(Rows),
    /// Serve the tools of all servers of a client's file as four fixed ones, over MCP: on standard input and output, or with `--http` on an address of this machine.
    #[cfg(feature = "gateway")]
    Serve(Serve),
    /// Connect to each server of a client's file and say what is to be mended. Exit code 0: nothing, 1: something.
    #[cfg(feature = "gateway")]
    Doctor(Doctor),
    /// Catalogues of live servers.
    #[cfg(feature = "gateway")]
    Catalog(Catalog),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Search {
    /// What to look for; `-` reads it from standard input.
    pub(crate) query: String,
    /// How many tools, and with `--skills` skills, to show.
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) limit: u16,
    /// Search the tools of live servers: those of the file in which your client lists them.
    #[cfg(feature = "gateway")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["catalog", "own"])]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) skills: Skills,
    #[command(flatten)]
    pub(crate) sources: Sources,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    /// The request; `-` reads it from standard input.
    pub(crate) query: String,
    /// The id of the tool.
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) sources: Sources,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Docs {
    /// The ids of the tools to show; without any, all of them.
    pub(crate) ids: Vec<String>,
    #[command(flatten)]
    pub(crate) skills: Skills,
    #[command(flatten)]
    pub(crate) sources: Sources,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Audit {
    /// How many examples to name of each finding.
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) examples: u16,
    #[command(flatten)]
    pub(crate) skills: Skills,
    #[command(flatten)]
    pub(crate) sources: Sources,
}

/// Skills of the host.
#[derive(Debug, clap::Args)]
pub(crate) struct Skills {
    /// A folder of skills in the Agent Skills format (`SKILL.md`). May be repeated.
    #[arg(long = "skills", value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
}

/// What a run gets besides its scenario.
#[derive(Debug, clap::Args)]
pub(crate) struct Additions {
    #[command(flatten)]
    pub(crate) skills: Skills,
    /// A folder that keeps instructions of skills as they were delivered: `run` fills it and `replay` takes them from there, whatever has become of them since.
    #[arg(long, value_name = "DIR")]
    pub(crate) store: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Run {
    /// The scenario's file.
    pub(crate) scenario: PathBuf,
    /// Write the journal to a new file.
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Give the journal a hash chain.
    #[arg(long, requires = "journal")]
    pub(crate) chained: bool,
    #[command(flatten)]
    pub(crate) additions: Additions,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Replay {
    /// The folder of a golden log or of a gateway's session, or with JOURNAL the scenario's file.
    pub(crate) run: PathBuf,
    /// The journal that `run --journal` wrote.
    pub(crate) journal: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) additions: Additions,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ReplayCheck {
    /// Folders with golden logs in them, at any depth up to six.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Instead, tell what the journals would lose on another catalogue, third-party like any other.
    #[arg(long, value_name = "CATALOG")]
    pub(crate) against: Option<PathBuf>,
    /// Print problems as annotations of GitHub's workflows.
    #[arg(long)]
    pub(crate) github: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Tokens {
    /// The text; `-` reads it from standard input.
    pub(crate) text: String,
    #[command(flatten)]
    pub(crate) stopwords: StopwordsArg,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Eval {
    /// The catalogue: a file or folder, third-party like any other.
    #[arg(long, value_name = "PATH")]
    pub(crate) tools: PathBuf,
    /// Labelled queries, one JSON object a line: `query`, `relevant`, and optionally `groups` and `kind`.
    #[arg(long, value_name = "FILE")]
    pub(crate) queries: PathBuf,
    /// How many hits to fetch a query, 10 or more and by default 10; the cut-offs of the measures are fixed. With `--selector bm25f` how many tools to select, by default 8.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) k: Option<u16>,
    /// Instead of a ranked list measure what a selector advertises: how often the right tools are among it, and what is not sent.
    #[arg(long, value_enum, value_name = "SELECTOR", conflicts_with_all = ["per_query", "by_kind", "vouch_half"])]
    pub(crate) selector: Option<SelectorName>,
    /// Show each query.
    #[arg(long)]
    pub(crate) per_query: bool,
    /// Show each kind of query.
    #[arg(long)]
    pub(crate) by_kind: bool,
    /// Vouch for half of the tools, which half being a matter of the number, and show apart the queries that trusted tools answer, that the others answer, and that need both.
    #[arg(long, value_name = "SEED", conflicts_with_all = ["vouch", "by_kind"])]
    pub(crate) vouch_half: Option<u64>,
    #[command(flatten)]
    pub(crate) policy: Policy,
    #[command(flatten)]
    pub(crate) stopwords: StopwordsArg,
    #[command(flatten)]
    pub(crate) ranking: RankingArg,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Select {
    /// What the run was opened with; `-` reads it from standard input.
    pub(crate) prompt: String,
    /// Who decides.
    #[arg(long, value_enum, value_name = "SELECTOR", default_value_t = SelectorName::Bm25f)]
    pub(crate) selector: SelectorName,
    /// How many tools `bm25f` selects.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) k: u16,
    /// A tool that joins whatever is selected. May be repeated.
    #[arg(long, value_name = "ID")]
    pub(crate) core: Vec<String>,
    #[command(flatten)]
    pub(crate) sources: Sources,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SelectorName {
    /// Tools that share a word with the prompt.
    Keyword,
    /// The best tools of the index.
    Bm25f,
    /// Every tool.
    Static,
}

/// Where tools come from and what is believed of them.
#[derive(Debug, clap::Args)]
pub(crate) struct Sources {
    /// A third-party catalogue: a tools/list answer, an array, JSON Lines, or a folder of them. May be repeated.
    /// Without any catalogue an invented company's tools are searched.
    #[arg(long, value_name = "PATH")]
    pub(crate) catalog: Vec<PathBuf>,
    /// A catalogue that you wrote yourself, so that its texts, tags and aliases are believed. May be repeated.
    #[arg(long, value_name = "PATH")]
    pub(crate) own: Vec<PathBuf>,
    /// Search only tools whose id begins so. May be repeated.
    #[arg(long, value_name = "PREFIX", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) namespace: Vec<String>,
    #[command(flatten)]
    pub(crate) policy: Policy,
    #[command(flatten)]
    pub(crate) stopwords: StopwordsArg,
    #[command(flatten)]
    pub(crate) ranking: RankingArg,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RankingArg {
    /// Whether un-vouched tools are ranked among the trusted ones, or apart: then trusted hits come first, and of five places two are kept for others.
    /// Left out: plain, or what the configuration of live servers says.
    #[arg(long, value_enum)]
    pub(crate) ranking: Option<RankingName>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum RankingName {
    Plain,
    Guarded,
}

impl RankingArg {
    /// What was asked for, or else this.
    pub(crate) fn or(&self, otherwise: Ranking) -> Ranking {
        match self.ranking {
            Some(RankingName::Plain) => Ranking::Plain,
            Some(RankingName::Guarded) => Ranking::Guarded,
            None => otherwise,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Policy {
    /// Believe the texts of third-party tools whose id matches; `*` stands for any characters. With `=` and a SHA-256, as
    /// `docs --json` prints it, only while the definition is that one. May be repeated.
    #[arg(long, value_name = "PATTERN[=SHA256]", value_parser = parse_vouch)]
    pub(crate) vouch: Vec<Vouch>,
    /// Your own tags and aliases for tools of anybody: `{ "id": { "tags": [], "aliases": [] } }`. They are always believed.
    #[arg(long, value_name = "FILE")]
    pub(crate) annotations: Option<PathBuf>,
}

fn parse_vouch(arg: &str) -> Result<Vouch, PolicyError> {
    match arg.rsplit_once('=') {
        Some((pattern, digest)) => Vouch::new(pattern)?.bound_to(digest),
        None => Vouch::new(arg),
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct StopwordsArg {
    /// Words to leave out of queries: `none`, or a file with one entry a line, at most 256. The default is a short English list.
    #[arg(long, value_name = "none|FILE")]
    pub(crate) stopwords: Option<PathBuf>,
}
