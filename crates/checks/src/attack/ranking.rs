//! A tool that wants to be found for another one's requests, by each lever that its author has.

use toolsift::prelude::*;

use super::Found;
use super::random::Random;
use super::row::{Row, Tally};
use super::world::{PAGE, World, page, remote};

/// Places of a page that un-vouched tools may take while others match.
const UNTRUSTED_PLACES: usize = 2;

/// Requests that are attacked.
const TARGETS: usize = 200;

/// What the author of one or many tools does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lever {
    /// A description without anybody's word for it, full of likely words.
    Unvouched,
    /// A vouched description: so many likely words, each so many times.
    Described(usize, usize),
    /// A vouched description that is the request.
    DescribedAsRequest,
    /// An un-vouched name of so many likely words.
    Named(usize),
    /// An un-vouched name that is the request.
    NamedAsRequest,
    /// So many un-vouched names.
    Flood(usize),
    /// An un-vouched tool under the local name of the one that is meant.
    Clone,
}

const LEVERS: [(Lever, &str); 12] = [
    (Lever::Unvouched, "un-vouched description, 40 likely words"),
    (Lever::Described(40, 1), "vouched description, 40 likely words"),
    (Lever::Described(10, 1), "vouched description, 10 likely words"),
    (Lever::Described(10, 12), "vouched description, 10 likely words 12 times"),
    (Lever::DescribedAsRequest, "vouched description, the request itself"),
    (Lever::Named(3), "un-vouched name, 3 likely words"),
    (Lever::Named(6), "un-vouched name, 6 likely words"),
    (Lever::Named(16), "un-vouched name, 16 likely words"),
    (Lever::NamedAsRequest, "un-vouched name, the request itself"),
    (Lever::Flood(50), "50 un-vouched names"),
    (Lever::Flood(200), "200 un-vouched names"),
    (Lever::Clone, "un-vouched clone"),
];

/// A request and the tool that it means.
pub(super) struct Target<'w> {
    pub(super) tool: &'w ToolDefinition,
    pub(super) query: &'w str,
    /// Other requests for the tool, which is what an attacker can guess.
    others: Vec<&'w str>,
}

/// Some requests of a world, from a fixed start.
pub(super) fn targets(world: &World, count: usize) -> Vec<Target<'_>> {
    let mut random = Random::new(43);
    let pick = |_| {
        let place = random.below(world.tools.len());
        let (tool, queries) = (world.tools.get(place)?, world.queries.get(place)?);
        let chosen = random.below(queries.len());
        let others = queries.iter().enumerate().filter(|(other, _)| *other != chosen).map(|(_, query)| query.as_str());
        Some(Target { tool, query: queries.get(chosen)?, others: others.collect() })
    };
    (0..count).filter_map(pick).collect()
}

impl Target<'_> {
    /// Words that its requests are likely to have, the likeliest first; then any.
    pub(super) fn likely(&self, random: &mut Random) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let texts = self.others.iter().copied().chain([self.tool.id.as_str()]);
        for word in texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric())).filter(|word| word.len() > 3) {
            if !words.iter().any(|other| other == word) {
                words.push(word.to_owned());
            }
        }
        random.shuffle(&mut words);
        words
    }
}

impl Lever {
    /// The attacker's tools.
    fn tools(self, target: &Target<'_>, random: &mut Random) -> Vec<ToolDefinition> {
        let likely = target.likely(random);
        let some = |count: usize| likely.iter().cycle().take(count).cloned().collect::<Vec<_>>();
        let called = |name: &str| ToolId::new(name).map(remote).ok();
        let named = |words: &[String], number: usize| called(&format!("a{number}__{}", words.join("_")));
        let described = |text: String, is_vouched| {
            let mut tool = called("a__helper")?;
            tool.description = Some(text.into());
            tool.trust_json_schema_text = is_vouched;
            Some(tool)
        };
        match self {
            Self::Unvouched => described(some(40).join(" "), false).into_iter().collect(),
            Self::Described(words, times) => {
                described(vec![some(words.min(likely.len())).join(" "); times].join(" "), true).into_iter().collect()
            }
            Self::DescribedAsRequest => described(target.query.to_owned(), true).into_iter().collect(),
            Self::Named(words) => named(&some(words.min(likely.len())), 0).into_iter().collect(),
            Self::NamedAsRequest => called(&format!("a__{}", target.query.replace(' ', "_"))).into_iter().collect(),
            Self::Flood(count) => (0..count)
                .filter_map(|number| {
                    let words: Vec<String> = (0..4).filter_map(|_| random.one(&likely).cloned()).collect();
                    named(&words, number)
                })
                .collect(),
            Self::Clone => {
                let doc = SearchDoc::new(target.tool.id.clone());
                called(&format!("a__{}", doc.local_name())).into_iter().collect()
            }
        }
    }
}

/// What became of the requests under one lever.
#[derive(Default)]
struct Effect {
    /// The attacker has a place on the page, or the first.
    on_page: usize,
    first: usize,
    /// The tool that is meant has one.
    found: usize,
    cases: usize,
}

impl Effect {
    fn take(&mut self, page: &[ToolId], target: &Target<'_>, attackers: &[ToolDefinition]) {
        let is_attacker = |id: &ToolId| attackers.iter().any(|tool| tool.id == *id);
        self.cases += 1;
        self.on_page += usize::from(page.iter().any(is_attacker));
        self.first += usize::from(page.first().is_some_and(is_attacker));
        self.found += usize::from(page.contains(&target.tool.id));
    }

    fn share(&self, count: usize) -> f64 {
        share(count, self.cases)
    }
}

#[expect(clippy::cast_precision_loss, reason = "some hundreds")]
pub(super) fn share(count: usize, of: usize) -> f64 {
    count as f64 / of.max(1) as f64
}

/// The whole order in which tools are found, with their scores, without those of the attacker.
fn order(searcher: &Searcher, query: &str, without: &[ToolDefinition]) -> Vec<(ToolId, Score)> {
    let hits = searcher.search(query, usize::MAX).hits;
    let others = hits.into_iter().filter(|hit| !without.iter().any(|tool| tool.id == hit.id));
    others.map(|hit| (hit.id, hit.score)).collect()
}

pub(super) fn run(ranking: Ranking) -> Found {
    let world = World::generated();
    let clean = world.searcher(ranking, [])?;
    let targets = targets(&world, TARGETS);
    let found_in = |places: usize| {
        let is_found = |target: &&Target<'_>| page(&clean, target.query, places).contains(&target.tool.id);
        share(targets.iter().filter(is_found).count(), targets.len())
    };
    let bound = found_in(PAGE - UNTRUSTED_PLACES);
    let mut random = Random::new(47);
    let (mut silent, mut unmoved, mut led) = (Tally::default(), Tally::default(), Tally::default());
    let mut rows = Vec::new();
    let mut firsts = [0.0; 2];
    for (lever, name) in LEVERS {
        let mut effect = Effect::default();
        for target in &targets {
            let attackers = lever.tools(target, &mut random);
            let searcher = world.searcher(ranking, &attackers)?;
            let page = page(&searcher, target.query, PAGE);
            effect.take(&page, target, &attackers);
            if lever == Lever::Unvouched {
                let mut quiet = attackers.clone();
                quiet.iter_mut().for_each(|tool| tool.description = None);
                let before = order(&world.searcher(ranking, &quiet)?, target.query, &[]);
                silent.check(order(&searcher, target.query, &[]) == before, || target.query.to_owned());
            }
            if attackers.iter().all(|tool| !tool.trust_json_schema_text) {
                let before = order(&clean, target.query, &[]);
                unmoved.check(order(&searcher, target.query, &attackers) == before, || {
                    format!("{name}: {}", target.query)
                });
            }
            if lever == Lever::Clone {
                let place = |id: &ToolId| page.iter().position(|other| other == id).unwrap_or(usize::MAX);
                let theirs = attackers.iter().map(|tool| place(&tool.id)).min().unwrap_or(usize::MAX);
                // On a guarded page it has one of the last places, which are nobody else's, or stands behind the tool.
                let is_behind = ranking == Ranking::Guarded && theirs >= PAGE - UNTRUSTED_PLACES;
                let is_led = theirs == usize::MAX || place(&target.tool.id) < theirs;
                led.check(is_led || is_behind, || target.query.to_owned());
            }
        }
        let [on_page, first, found] = [effect.on_page, effect.first, effect.found].map(|count| effect.share(count));
        match lever {
            Lever::Described(10, 1) => firsts[0] = first,
            Lever::Described(10, 12) => firsts[1] = first,
            Lever::Flood(_) => {
                let counted = format!("right tool in 5 places among {name}, as in 3 without them");
                let row = Row::at_least(&counted, effect.cases, found, bound);
                rows.push(row.needs_guarded(ranking));
            }
            _ => {}
        }
        let figure = format!("on the page {on_page:.3}, first {first:.3}, the right tool on the page {found:.3}");
        rows.push(Row::figure(name, effect.cases, figure));
    }
    let mut repeated = Tally::default();
    repeated.check(firsts[1] <= firsts[0], || format!("{:.3} against {:.3}", firsts[1], firsts[0]));
    let mut all = vec![
        silent.row("rankings that an un-vouched description changes", TARGETS),
        repeated.row("repeating words 12 times puts a tool first more often", 1),
        unmoved.row("orders of the others that un-vouched tools change", TARGETS * 8).needs_guarded(ranking),
        led.row("un-vouched clones before the tool that they copy", TARGETS).needs_guarded(ranking),
    ];
    let hits = format!("in 5 places {:.3}, in 4 {:.3}, in 3 {bound:.3}", found_in(PAGE), found_in(PAGE - 1));
    all.push(Row::figure("the right tool, nobody attacks", targets.len(), hits));
    all.append(&mut rows);
    Ok(all)
}
