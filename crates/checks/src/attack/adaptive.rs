//! An attacker who sees every page and improves, step by step.

use toolsift::prelude::*;

use super::Found;
use super::random::Random;
use super::row::{Row, Tally};
use super::world::{PAGE, World, page, remote};

/// Improvements that are tried for each target.
const STEPS: usize = 200;

/// Targets, half of them by a vouched description and half by un-vouched names.
const TARGETS: usize = 50;

/// Names of an attacker who has no description.
const NAMES: usize = 10;

/// Words of a text.
const WORDS: usize = 12;

/// Words that an attacker may take: those of the target, and some others.
fn pool(tool: &ToolDefinition, query: &str, world: &World, random: &mut Random) -> Vec<String> {
    let mut texts = vec![query.to_owned(), tool.id.as_str().replace('_', " ")];
    texts.extend(tool.description.iter().map(|text| text.as_str().to_owned()));
    for _ in 0..4 {
        texts.extend(random.one(&world.queries).into_iter().flatten().cloned());
    }
    texts.iter().flat_map(|text| text.split_whitespace()).map(str::to_lowercase).collect()
}

/// The attacker's tools of some words: one with a vouched description, or many with names.
fn tools(words: &[Vec<String>], is_vouched: bool) -> Vec<ToolDefinition> {
    let tool = |(number, words): (usize, &Vec<String>)| {
        if is_vouched {
            let mut tool = remote(ToolId::new("zz__helper").ok()?);
            tool.trust_json_schema_text = true;
            tool.description = Some(words.join(" ").into());
            return Some(tool);
        }
        let plain: Vec<String> =
            words.iter().map(|word| word.chars().filter(char::is_ascii_alphanumeric).collect()).collect();
        ToolId::new(format!("a{number}__{}", plain.join("_"))).map(remote).ok()
    };
    words.iter().enumerate().filter_map(tool).collect()
}

/// The place of the target and the best of the attacker, from 0; those off the list come last.
fn places(
    (world, ranking): (&World, Ranking),
    attackers: &[ToolDefinition],
    target: &ToolId,
    query: &str,
) -> Result<(usize, usize), Box<dyn std::error::Error>> {
    let found = page(&world.searcher(ranking, attackers)?, query, usize::MAX);
    let place = |is: &dyn Fn(&ToolId) -> bool| found.iter().position(is).unwrap_or(found.len());
    Ok((place(&|id| id == target), place(&|id| attackers.iter().any(|tool| tool.id == *id))))
}

/// The best that an attacker finds.
struct Best {
    /// The place of the target, from 0.
    target: usize,
    /// Its own.
    attacker: usize,
    words: Vec<Vec<String>>,
}

fn climb(
    (world, ranking): (&World, Ranking),
    target: &ToolDefinition,
    query: &str,
    is_vouched: bool,
    random: &mut Random,
) -> Result<Best, Box<dyn std::error::Error>> {
    let pool = pool(target, query, world, random);
    let (count, length) = if is_vouched { (1, WORDS) } else { (NAMES, 4) };
    let mut draw = |count: usize| (0..count).filter_map(|_| random.one(&pool).cloned()).collect::<Vec<_>>();
    let mut words: Vec<Vec<String>> = (0..count).map(|_| draw(length)).collect();
    let mut best = places((world, ranking), &tools(&words, is_vouched), &target.id, query)?;
    for _ in 0..STEPS {
        let mut next = words.clone();
        let number = random.below(next.len());
        if let Some(text) = next.get_mut(number) {
            let place = random.below(text.len());
            if text.len() > 1 && random.one_in(6) {
                // Short texts count more.
                text.remove(place);
            } else if let (Some(old), Some(new)) = (text.get_mut(place), random.one(&pool)) {
                old.clone_from(new);
            }
        }
        let found = places((world, ranking), &tools(&next, is_vouched), &target.id, query)?;
        // The target further down, or at least the attacker further up.
        if found.0 > best.0 || found.0 == best.0 && found.1 <= best.1 {
            (best, words) = (found, next);
        }
    }
    Ok(Best { target: best.0, attacker: best.1, words })
}

pub(super) fn run(ranking: Ranking) -> Found {
    let world = World::realistic();
    let clean = world.searcher(ranking, [])?;
    let mut random = Random::new(59);
    let (mut overtaken, mut displaced) = (Tally::default(), Tally::default());
    let mut furthest = 0;
    for number in 0..TARGETS {
        let (tool, queries) = (world.tools.get(number).ok_or("no tool")?, world.queries.get(number).ok_or("no query")?);
        let is_vouched = number % 2 == 0;
        // Against a description stands the promise that no description outweighs the name that a request spells.
        let local = SearchDoc::new(tool.id.clone()).local_name().replace('_', " ");
        let query = if is_vouched { local } else { queries.first().cloned().unwrap_or_default() };
        let before = page(&clean, &query, PAGE).iter().position(|id| *id == tool.id);
        let Best { target, attacker, words } = climb((&world, ranking), tool, &query, is_vouched, &mut random)?;
        let told = || format!("`{query}` finds {} at {target}, the attacker at {attacker} by {words:?}", tool.id);
        if is_vouched {
            overtaken.check(attacker > target, told);
        } else {
            furthest = furthest.max(target);
            // Two of five places are the attacker's at most.
            displaced.check(before.is_none_or(|before| before >= PAGE - 2) || target < PAGE, told);
        }
    }
    Ok(vec![
        overtaken.row("tuned vouched descriptions before the name that a request spells", TARGETS / 2),
        displaced
            .row("tools pushed off the page from its first 3 places by 10 tuned names", TARGETS / 2)
            .needs_guarded(ranking),
        Row::figure("the worst place of a tool under 10 tuned names", TARGETS / 2, (furthest + 1).to_string()),
    ])
}
