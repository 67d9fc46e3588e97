//! What speaks MCP: `toolsift serve`, `doctor` and `catalog`.

use std::path::PathBuf;

use clap::Subcommand;

#[derive(Debug, clap::Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) config: ConfigArg,
    /// Listen for HTTP clients on this address, which must be a loopback one, at the path `/mcp`. Port 0 takes a free one, which is said on standard error.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) http: Option<std::net::SocketAddr>,
    /// Say on standard error when servers come and go, too, and not only what goes wrong.
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) config: ConfigArg,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Catalog {
    #[command(subcommand)]
    pub(crate) command: CatalogCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CatalogCommand {
    /// Save what each server lists, a file a server, as it was written. Exit code 1 where a server is not there.
    Pull {
        #[command(flatten)]
        config: ConfigArg,
        /// The folder, which is made if it is not there.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

/// The servers.
#[derive(Debug, clap::Args)]
pub(crate) struct ConfigArg {
    /// The file in which your client lists its MCP servers: `mcpServers`, or VS Code's `servers`; beside them our own keys, under `toolsift`.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: PathBuf,
}
