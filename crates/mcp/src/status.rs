//! Which servers are not there, as results say it.

use std::collections::BTreeMap;

use crate::upstream::{State, Upstream};

/// The servers that are not ready, by the names that the configuration gives them: `down` or `connecting`. Empty, where all are.
pub(crate) type Away = BTreeMap<String, String>;

/// The servers that are not ready now.
pub(crate) fn away<'u>(upstreams: impl IntoIterator<Item = &'u Upstream>) -> Away {
    let states = upstreams.into_iter().map(|upstream| (upstream.name().to_owned(), upstream.health().state));
    let away = states.filter(|(_, state)| *state != State::Ready);
    away.map(|(name, state)| (name, state.as_str().to_owned())).collect()
}
