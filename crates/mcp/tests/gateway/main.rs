//! The gateway over servers that misbehave, and under clients of both eras.

#[cfg(test)]
mod common;
#[cfg(test)]
mod figures;
#[cfg(test)]
mod growing;
#[cfg(test)]
mod load;
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
        common::fixture::serve(&kind.to_string_lossy());
    }
}
