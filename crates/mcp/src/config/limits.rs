//! What bounds a gateway, with defaults and ceilings.

use std::time::Duration;

use serde::Deserialize;

/// The bounds of a gateway. Each has a range, and a value outside of it is an error of the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Limits {
    /// Hits of one search, 1 to 50. The default is that of a session (ADR 0125, D6).
    pub per_search: u64,
    /// Searches and activations a minute under one handle, 1 to 10,000. A model that needs more than two a second searches in a circle.
    pub searches_per_minute: u64,
    /// New handles a minute, 1 to 100,000: what a client without handles can make the gateway remember.
    pub handles_per_minute: u64,
    /// Handles at once, 1 to 1,000,000. When one more is needed, the one that was used longest ago goes. In mode growing the connections at once, of which one more is refused.
    pub handles: u64,
    /// How long a handle lives without being used, in minutes, 1 to 10,080 (a week).
    pub handle_minutes: u64,
    /// Tools that the searches of one connection may add to its menu, 1 to 200; in mode growing. Models choose worse beyond 30 to 50 (`tool_search_tool` of Anthropic).
    pub max_loaded: u64,
    /// Searches of one connection, 1 to 200; in mode growing. The default is the highest, since a connection lasts as long as its client.
    pub max_searches: u64,
    /// How long a server may take to connect, in seconds, 1 to 600. Servers in Python take up to 20 for a cold start.
    pub connect_seconds: u64,
    /// How long a server may take to list its tools, in seconds, 1 to 600.
    pub list_seconds: u64,
    /// How long a call may take, in seconds, 1 to 86,400.
    pub call_seconds: u64,
    /// Tools of one server, 1 to 100,000. The largest that was tried has 171.
    pub tools: u64,
    /// Pages of one list, 1 to 10,000.
    pub pages: u64,
    /// Bytes of one list of tools, in all of its pages, 1 KiB to 256 MiB. The largest that was tried has 115 kB.
    pub list_bytes: u64,
    /// Bytes of one message of a server, 1 KiB to 256 MiB: a page of a list, or a result. The default is that of `rmcp`.
    pub message_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            per_search: 5,
            searches_per_minute: 120,
            handles_per_minute: 600,
            handles: 1_024,
            handle_minutes: 120,
            max_loaded: 40,
            max_searches: 200,
            connect_seconds: 60,
            list_seconds: 30,
            call_seconds: 120,
            tools: 5_000,
            pages: 200,
            list_bytes: 32 << 20,
            message_bytes: 16 << 20,
        }
    }
}

/// The name, the least and the highest value of each limit, in the order of the fields of [`Limits`].
pub const LIMIT_RANGES: [(&str, u64, u64); 14] = [
    ("perSearch", 1, 50),
    ("searchesPerMinute", 1, 10_000),
    ("handlesPerMinute", 1, 100_000),
    ("handles", 1, 1_000_000),
    ("handleMinutes", 1, 10_080),
    ("maxLoaded", 1, 200),
    ("maxSearches", 1, 200),
    ("connectSeconds", 1, 600),
    ("listSeconds", 1, 600),
    ("callSeconds", 1, 86_400),
    ("tools", 1, 100_000),
    ("pages", 1, 10_000),
    ("listBytes", 1 << 10, 256 << 20),
    ("messageBytes", 1 << 10, 256 << 20),
];

impl Limits {
    /// The name and range of the first limit that is out of its range.
    pub(super) fn out_of_range(&self) -> Option<(&'static str, u64, u64)> {
        let values = [
            self.per_search,
            self.searches_per_minute,
            self.handles_per_minute,
            self.handles,
            self.handle_minutes,
            self.max_loaded,
            self.max_searches,
            self.connect_seconds,
            self.list_seconds,
            self.call_seconds,
            self.tools,
            self.pages,
            self.list_bytes,
            self.message_bytes,
        ];
        let ranges = LIMIT_RANGES.into_iter();
        ranges.zip(values).find(|((_, least, most), value)| !(least..=most).contains(&value)).map(|(range, _)| range)
    }

    pub(crate) fn connect(&self) -> Duration {
        Duration::from_secs(self.connect_seconds)
    }

    pub(crate) fn list(&self) -> Duration {
        Duration::from_secs(self.list_seconds)
    }

    pub(crate) fn handle_life(&self) -> Duration {
        Duration::from_secs(60 * self.handle_minutes)
    }

    pub(crate) fn max_per_search(&self) -> usize {
        count(self.per_search)
    }

    pub(crate) fn max_message(&self) -> usize {
        count(self.message_bytes)
    }
}

/// A limit as a size. None is larger than what fits.
pub(crate) fn count(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}
