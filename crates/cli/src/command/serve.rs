//! `toolsift serve`: the gateway.

use toolsift_mcp::{Gateway, HTTP_PATH, HttpServer, serve_stdio};
use tracing_subscriber::filter::LevelFilter;

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::gateway::{block_on, config, log};
use crate::output::note_line;

pub(crate) fn run(args: &args::Serve) -> Result<Outcome, CliError> {
    log(if args.verbose { LevelFilter::INFO } else { LevelFilter::WARN });
    let config = config(&args.config.config)?;
    block_on(async {
        let gateway = Gateway::start(config)?;
        match args.http {
            None => tokio::select! {
                served = serve_stdio(gateway) => served?,
                stopped = tokio::signal::ctrl_c() => stopped?,
            },
            Some(address) => {
                let server = HttpServer::bind(gateway, address).await?;
                note_line(&format!("listening on http://{}{HTTP_PATH}", server.address()));
                tokio::select! {
                    () = server.serve() => {}
                    stopped = tokio::signal::ctrl_c() => stopped?,
                }
            }
        }
        Ok(Outcome::Hit)
    })
}
