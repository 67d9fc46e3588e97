//! The gateway over servers that misbehave, and under clients of both eras.

#[cfg(test)]
mod client;
#[cfg(test)]
mod common;
#[cfg(test)]
mod config;
#[cfg(test)]
mod figures;
#[cfg(test)]
mod growing;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod kill;
#[cfg(test)]
mod load;
#[cfg(test)]
mod newer;
#[cfg(test)]
mod protocol;
#[cfg(test)]
mod records;
#[cfg(test)]
mod servers;

/// Not a test: what a server of the tests runs.
#[test]
#[ignore = "a server of the other tests"]
fn serve_when_asked() {
    if let Some(kind) = std::env::var_os(common::fixture::KIND) {
        let kind = kind.to_string_lossy();
        match kind.split(' ').collect::<Vec<_>>()[..] {
            ["modern", kind] => common::modern::serve(kind),
            ["http", mode, port] => kill::serve_http(mode, port),
            _ => common::fixture::serve(&kind),
        }
    }
}
