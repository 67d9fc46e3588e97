//! What is measured: how many documents, which queries, how often.

use std::fmt;
use std::time::Duration;

/// How long a query is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// So many terms, drawn from a document.
    Terms(usize),
    /// The sixteen most frequent terms.
    Worst,
}

impl Length {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Terms(1), Self::Terms(3), Self::Terms(8), Self::Terms(16), Self::Worst];
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Terms(1) => f.write_str("1 term"),
            Self::Terms(terms) => write!(f, "{terms} terms"),
            Self::Worst => f.write_str("worst case"),
        }
    }
}

/// How many hits are asked for.
pub const TOPS: [usize; 2] = [5, 50];

/// How thorough a run is.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Numbers of documents.
    pub sizes: &'static [usize],
    /// Queries of each length.
    pub queries: usize,
    /// How often everything is asked. The best time of each query counts.
    pub rounds: usize,
    /// An engine whose queries of one kind take longer than this answers only as many as fit.
    pub budget: Duration,
    /// An index is built again and again for so long, at most ten times.
    pub build_budget: Duration,
}

impl Plan {
    /// The one whose figures are kept.
    pub const FULL: Self = Self {
        sizes: &[100, 1_000, 10_000, 100_000],
        queries: 400,
        rounds: 7,
        budget: Duration::from_millis(1_500),
        build_budget: Duration::from_secs(3),
    };

    /// One that shows within a minute whether everything works.
    pub const QUICK: Self = Self {
        sizes: &[1_000, 10_000],
        queries: 100,
        rounds: 3,
        budget: Duration::from_millis(150),
        build_budget: Duration::from_millis(300),
    };
}
