//! The bars: what the index must reach beside the floor and the peers, and whether it does.

use super::numbers::{digits, grouped, head, row};
use crate::engines::{FLOOR, OURS, PEERS};
use crate::heap::Memories;
use crate::measure::{Figures, Measured};
use crate::plan::Length;

/// What the real tokenizer may take on top of the floor's, in microseconds.
const TOKENIZER: f64 = 0.3;

/// What users ask; a single term is shown beside it.
const LONGER: [Length; 3] = [Length::Terms(3), Length::Terms(8), Length::Terms(16)];

const ALL_TERMS: [Length; 4] = [Length::Terms(1), Length::Terms(3), Length::Terms(8), Length::Terms(16)];

/// One bar with what was reached.
struct Bar {
    documents: usize,
    what: String,
    /// The goal as it is printed.
    goal: String,
    /// What was reached, where it was worst.
    reached: String,
    is_met: bool,
}

/// The table of all bars.
#[must_use]
pub fn bars(measured: &[Measured], memories: &Memories) -> String {
    let bars: Vec<Bar> = measured.iter().flat_map(|measured| of(measured, memories)).collect();
    let met = bars.iter().filter(|bar| bar.is_met).count();
    let mut text = format!("{met} of {} bars are met.\n\n", bars.len());
    text += &head(&["documents", "bar", "goal", "worst case of it", "met"]).replace("---:", "---");
    for bar in bars {
        let met = if bar.is_met { "met" } else { "**not met**" };
        text += &row([grouped(bar.documents as f64), bar.what, bar.goal, bar.reached, met.to_owned()]);
    }
    text
}

fn of(measured: &Measured, memories: &Memories) -> Vec<Bar> {
    let (Some(ours), Some(floor)) = (measured.engine(OURS), measured.engine(FLOOR)) else { return Vec::new() };
    let n = measured.documents;
    let mut bars = Vec::new();
    for percentile in [50, 99] {
        for (top, factor, allowed, lengths) in [
            (5, 1.5, TOKENIZER, &ALL_TERMS[..]),
            (50, 2.0, TOKENIZER, &ALL_TERMS[..]),
            (5, 2.0, 0.0, &[Length::Worst][..]),
        ] {
            bars.extend(beside_floor(n, ours, floor, percentile, top, factor, allowed, lengths));
        }
    }
    let peers: Vec<&Figures> = PEERS.iter().filter_map(|name| measured.engine(name)).collect();
    let of_length = |length: Length| match length {
        _ if n < 1_000 => None,
        Length::Terms(3) if n > 10_000 => Some(2.0),
        Length::Terms(8 | 16) if n > 10_000 => Some(5.0),
        Length::Terms(1) if n > 10_000 => None,
        _ => Some(4.0),
    };
    for length in ALL_TERMS {
        bars.extend(of_length(length).and_then(|goal| ahead(n, ours, &peers, 50, goal, length)));
    }
    if n >= 1_000 {
        bars.extend(LONGER.into_iter().filter_map(|length| ahead(n, ours, &peers, 99, 5.0, length)));
    }
    bars.extend(building(measured, ours, floor));
    bars.extend(memory(n, memories));
    bars
}

/// Beside the floor: the length at which it is furthest from the goal.
#[expect(clippy::too_many_arguments, reason = "one row of the table of bars")]
fn beside_floor(
    documents: usize,
    ours: &Figures,
    floor: &Figures,
    percentile: usize,
    top: usize,
    factor: f64,
    allowed: f64,
    lengths: &[Length],
) -> Option<Bar> {
    let times = lengths.iter().filter_map(|&length| {
        let time = |figures: &Figures| figures.times(length, top).map(|times| times.percentile(percentile));
        let (ours, floor) = (time(ours)?, time(floor)?);
        Some((ours / (floor * factor + allowed), length, ours, floor))
    });
    let (share, length, ours, floor) = times.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let kind = if lengths == [Length::Worst] { ", 16 most frequent terms" } else { "" };
    let allowance = if allowed > 0.0 { format!(" + {allowed} µs") } else { String::new() };
    Some(Bar {
        documents,
        what: format!("p{percentile} beside the floor, top {top}{kind}"),
        goal: format!("≤ {factor}×{allowance}"),
        reached: format!("{length}: {} µs, floor {} ({}×)", digits(ours), digits(floor), digits(ours / floor)),
        is_met: share <= 1.0,
    })
}

/// Ahead of the fastest peer.
fn ahead(
    documents: usize,
    ours: &Figures,
    peers: &[&Figures],
    percentile: usize,
    goal: f64,
    length: Length,
) -> Option<Bar> {
    let time = |figures: &Figures| Some(figures.times(length, 5)?.percentile(percentile));
    let ours = time(ours)?;
    let peers = peers.iter().filter_map(|peer| Some((time(peer)?, peer.name)));
    let (fastest, name) = peers.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Bar {
        documents,
        what: format!("p{percentile} ahead of every peer, {length}, top 5"),
        goal: format!("≥ {goal}×"),
        reached: format!("{name}: {} µs, {OURS} {} ({}×)", digits(fastest), digits(ours), digits(fastest / ours)),
        is_met: fastest >= goal * ours,
    })
}

fn building(measured: &Measured, ours: &Figures, floor: &Figures) -> Vec<Bar> {
    let milliseconds = |figures: &Figures| figures.build.as_secs_f64() * 1_000.0;
    let bar = |what: &str, goal: &str, other: &Figures, is_met: bool| Bar {
        documents: measured.documents,
        what: what.to_owned(),
        goal: goal.to_owned(),
        reached: format!("{} ms, {} {} ms", digits(milliseconds(ours)), other.name, digits(milliseconds(other))),
        is_met,
    };
    let mut bars = vec![bar("build beside the floor", "≤ 2×", floor, milliseconds(ours) <= 2.0 * milliseconds(floor))];
    if let Some(tantivy) = measured.engine(PEERS[0]) {
        let is_met = 2.0 * milliseconds(ours) <= milliseconds(tantivy);
        bars.push(bar("build ahead of tantivy's four fields", "≥ 2×", tantivy, is_met));
    }
    bars
}

fn memory(documents: usize, memories: &Memories) -> Vec<Bar> {
    let Some(memory) = memories.of(documents, OURS) else { return Vec::new() };
    let mut bars = Vec::new();
    if documents >= 100_000 {
        let bytes = memory.bytes as f64 / documents as f64;
        bars.push(Bar {
            documents,
            what: "heap of the index, five fields".to_owned(),
            goal: "≤ 150 bytes a document".to_owned(),
            reached: format!("{bytes:.0}"),
            is_met: bytes <= 150.0,
        });
    }
    if let Some(of_answer) = memory.of_answer {
        bars.push(Bar {
            documents,
            what: "allocations of a query beside its answer's".to_owned(),
            goal: "none".to_owned(),
            reached: format!("{:.1} more", memory.allocations - of_answer),
            is_met: memory.allocations <= of_answer,
        });
    }
    bars
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::measure::Times;

    fn figures(name: &'static str, nanoseconds: u64) -> Figures {
        let times = |top: usize| Length::ALL.map(|length| Times { length, top, best: vec![nanoseconds] });
        Figures {
            name,
            build: Duration::from_nanos(nanoseconds),
            disk_bytes: None,
            hit_at_5: 1.0,
            times: times(5).into_iter().chain(times(50)).collect(),
        }
    }

    /// The words of each bar that is not met.
    fn missed(documents: usize, ours: u64, floor: u64, peer: u64) -> Vec<String> {
        let engines = vec![figures(OURS, ours), figures(FLOOR, floor), figures(PEERS[0], peer)];
        let measured = Measured { documents, text_bytes: 1, engines };
        let line = format!("{documents}\t{}\t1\t1\t{OURS}", documents * 150);
        let bars = of(&measured, &line.parse().unwrap());
        bars.into_iter().filter(|bar| !bar.is_met).map(|bar| bar.what).collect()
    }

    #[test]
    fn on_the_bar_is_met() {
        // 1.5 × 10 µs + 0.3 µs, and five times that for the peer.
        assert_eq!(missed(1_000, 15_300, 10_000, 76_500), [""; 0]);
        assert_eq!(missed(100_000, 15_300, 10_000, 76_500), [""; 0]);
    }

    #[test]
    fn a_nanosecond_beside_it_is_not() {
        assert_eq!(
            missed(1_000, 15_301, 10_000, 100_000),
            ["p50 beside the floor, top 5", "p99 beside the floor, top 5"]
        );
        assert_eq!(
            missed(10_000, 10_000, 10_000, 39_999),
            [
                "p50 ahead of every peer, 1 term, top 5",
                "p50 ahead of every peer, 3 terms, top 5",
                "p50 ahead of every peer, 8 terms, top 5",
                "p50 ahead of every peer, 16 terms, top 5",
                "p99 ahead of every peer, 3 terms, top 5",
                "p99 ahead of every peer, 8 terms, top 5",
                "p99 ahead of every peer, 16 terms, top 5",
            ]
        );
        assert_eq!(
            missed(100_000, 10_000, 10_000, 49_999)[..2],
            ["p50 ahead of every peer, 8 terms, top 5", "p50 ahead of every peer, 16 terms, top 5"]
        );
    }

    #[test]
    fn an_allocation_too_many_is_seen() {
        let memories: Memories = format!("100000\t15000001\t3\t1\t{OURS}").parse().unwrap();
        let bars = memory(100_000, &memories);
        assert_eq!(bars.iter().map(|bar| bar.is_met).collect::<Vec<_>>(), [false, false]);
        assert_eq!(bars[1].reached, "2.0 more");
    }
}
