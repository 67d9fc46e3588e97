//! What holds for every run: the menu only grows, within its caps, and by what may be found.

use proptest::prelude::*;
use toolsift_core::CatalogSnapshot;
use toolsift_replay::{Line, Position, SearchChoice, parse_decision_id};
use toolsift_session::{Begin, Origin, Output};

use crate::plans::{Plan, limit, plans};
use crate::toys::search;

fn keeps_every_prefix(plan: &Plan) -> Result<(), TestCaseError> {
    let ran = plan.run();
    for menus in ran.menus.windows(2) {
        let (before, after) = (menus[0].concat(), menus[1].concat());
        prop_assert!(after.starts_with(&before));
    }
    let menu = ran.session.run().menu();
    for (turn, specs) in ran.menus.iter().enumerate() {
        let last = &ran.menus[ran.menus.len() - 1];
        prop_assert_eq!(&last[..specs.len()], &specs[..], "turn {}", turn);
    }
    let chars: usize = menu.specs().map(|spec| spec.canonical_json().chars().count()).sum();
    prop_assert_eq!(menu.spec_chars(), chars);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100_000, ..ProptestConfig::default() })]

    /// The same over a hundred thousand runs.
    #[test]
    #[ignore = "long: cargo xtask nightly"]
    fn menus_are_prefixes_at_length(plan in plans()) {
        keeps_every_prefix(&plan)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_200, ..ProptestConfig::default() })]

    /// ADR-010, ADR-012, ADR-013, DSH-031, LOOP-055, S32: the specs of every earlier menu are the first bytes of every later one.
    #[test]
    fn menus_are_prefixes(plan in plans()) {
        keeps_every_prefix(&plan)?;
    }

    /// ADR-020, ADR-021, ADR-022, ADR-024, ADR-094, ADR-096: whatever a ranker answers, only what may be found comes onto the menu, within every cap, and never more than the worst case.
    #[test]
    fn growth_is_bounded(plan in plans()) {
        let worst = toolsift_session::Run::new(plan.setup.clone()).unwrap().worst_case_chars();
        let ran = plan.run();
        let (run, config) = (ran.session.run(), plan.config());
        let menu = run.menu();
        let found: Vec<&str> =
            menu.entries().iter().filter(|entry| entry.origin == Origin::Search).map(|entry| entry.spec.name.as_str()).collect();
        prop_assert!(found.iter().all(|id| plan.may_be_found(id)), "{:?}", found);
        prop_assert!(found.len() <= config.max_loaded && found.len() == menu.found());
        prop_assert!(menu.found_chars() <= config.max_menu_chars.unwrap_or(usize::MAX));
        prop_assert!(menu.spec_chars() <= worst);
        prop_assert!(run.searches() <= config.max_searches);
        for tool in plan.setup.catalog.tools() {
            prop_assert_eq!(run.is_callable(tool.id.as_str()).is_ok(), menu.contains(tool.id.as_str()));
        }
    }

    /// ADR-007, ADR-018, ADR-029, ADR-040, CF-060: every valid search has one record and every record one search; a page is within its limit and names nothing twice, nothing hidden and nothing that was on the menu.
    #[test]
    fn results_and_records(plan in plans()) {
        let ran = plan.run();
        let mut decisions = Vec::new();
        for line in ran.journal.lines() {
            match line {
                Line::Decision(decision) => decisions.push((decision.id.clone(), SearchChoice::read(&decision.choice))),
                Line::Mark(_) => {}
                other => prop_assert!(false, "{:?}", other),
            }
        }
        let answered: usize = ran.settled.iter().flat_map(|settled| settled.outcomes.values())
            .filter(|outcome| matches!(outcome.output, Output::Search(_))).count();
        prop_assert_eq!(decisions.len(), answered);
        let written: Vec<&String> = ran.settled.iter().flat_map(|settled| &settled.recorded).collect();
        prop_assert_eq!(written, decisions.iter().map(|(id, _)| id).collect::<Vec<_>>());
        for (id, choice) in &decisions {
            let (_, at, _) = parse_decision_id(id).unwrap();
            let place = usize::try_from(at.call).unwrap();
            let turn = usize::try_from(at.turn).unwrap();
            let outcome = &ran.settled[turn].outcomes[&place];
            let Output::Search(result) = &outcome.output else { panic!("a record is a search's") };
            let limit = limit(&plan.turns[turn][place]);
            prop_assert!(result.tools.len() <= limit.min(plan.config().max_per_search));
            let names: Vec<&str> = result.tools.iter().map(|tool| tool.name.as_str()).collect();
            prop_assert_eq!(&names, &choice.results);
            let loaded: Vec<&str> = result.tools.iter().filter(|tool| tool.loaded).map(|tool| tool.name.as_str()).collect();
            prop_assert_eq!(&loaded, &choice.loaded);
            prop_assert!(names.iter().all(|name| plan.may_be_found(name)), "{:?}", names);
            let before = ran.menus[turn].concat();
            for name in &names {
                let spelled = format!(r#""name":"{name}""#);
                prop_assert!(!before.contains(&spelled));
                prop_assert_eq!(names.iter().filter(|other| *other == name).count(), 1);
            }
            prop_assert_eq!(outcome.accounted_bytes, outcome.output.to_json().len() as u64);
            prop_assert_eq!(choice.result_bytes, Some(outcome.accounted_bytes));
            let text = outcome.output.to_json();
            for secret in ["Not believed", "nor this", "came out of a run", "Ignore", "/home"] {
                prop_assert!(!text.contains(secret), "{}", text);
            }
        }
    }

    /// ADR-280, DSH-027, DSH-032: at any moment a ranker is asked for the page and all that it may know and the run may not find, and for nothing where nothing is left, also over another catalogue.
    #[test]
    fn the_ask_follows_the_menu(plan in plans(), other in plans()) {
        let ran = plan.run();
        let mut run = ran.session.run().clone();
        let mut now = plan.clone();
        for catalog in [plan.setup.catalog.clone(), other.setup.catalog.clone(), CatalogSnapshot::empty(), plan.setup.catalog.clone()] {
            now.setup.catalog = catalog.clone();
            run.refresh(catalog.clone());
            let left = catalog.tools().filter(|tool| now.may_be_found(tool.id.as_str()) && !run.menu().contains(tool.id.as_str())).count();
            prop_assert!(left == 0 || run.menu().contains("search_tools"));
            let Begin::Pending(pending) = run.begin(Position { turn: 9, call: 0 }, &search("q")) else { continue };
            let expected = (left > 0).then_some(plan.config().max_per_search + catalog.tools().len() - left);
            prop_assert_eq!(pending.ask().map(|ask| ask.limit), expected);
        }
    }
}
