//! A replay gives what the run gave, and asks nobody.

use proptest::prelude::*;
use toolsift_replay::MemoryJournal;
use toolsift_session::{Replayer, Session, Settled};

use crate::plans::{Ran, plans};
use crate::rankers::never;
use crate::toys::{recorded, specs};

/// What a host sees of a turn, without what only a live run has.
fn seen(settled: &Settled) -> Settled {
    let mut settled = settled.clone();
    settled.recorded.clear();
    for outcome in settled.outcomes.values_mut() {
        outcome.strengths.clear();
    }
    settled
}

fn all_seen(ran: &Ran) -> Vec<Settled> {
    ran.settled.iter().map(seen).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    /// ADR-033, ADR-034, ADR-035, ADR-039, ADR-041, LOOP-035: a closed replay of any run gives the same results, sizes and menus, turn by turn, without a divergence.
    #[test]
    fn closed(plan in plans()) {
        let ran = plan.run();
        let mut replayer = Replayer::new(plan.setup.clone(), recorded(ran.journal.lines())).unwrap();
        prop_assert_eq!(specs(replayer.run()), ran.menus[0].clone());
        for (turn, calls) in plan.turns.iter().enumerate() {
            let settled = replayer.settle(turn as u64, calls).unwrap();
            prop_assert_eq!(&settled, &seen(&ran.settled[turn]));
            prop_assert!(settled.outcomes.values().all(|outcome| outcome.strengths.is_empty()));
            prop_assert_eq!(specs(replayer.run()), ran.menus[turn + 1].clone());
        }
        prop_assert_eq!(replayer.run().menu(), ran.session.run().menu());
        prop_assert_eq!(replayer.run().searches(), ran.session.run().searches());
        prop_assert_eq!(replayer.finish(), []);
        prop_assert_eq!(replayer.divergences(), []);
    }

    /// ADR-032, ADR-033, ADR-034, ADR-229, CF-057: a session that resumes over all of a run serves it: it asks no ranker, builds none, and writes nothing.
    #[test]
    fn resumed(plan in plans()) {
        let ran = plan.run();
        // A failed last turn ends with a mark, which is served as well.
        for source in never() {
            let session = Session::resume(plan.setup.clone(), source, recorded(ran.journal.lines())).unwrap();
            let again = plan.go_on(session, ran.journal.clone());
            prop_assert_eq!(all_seen(&again), all_seen(&ran));
            prop_assert_eq!(&again.menus, &ran.menus);
            prop_assert_eq!(again.journal.lines(), ran.journal.lines());
            prop_assert_eq!(again.session.divergences(), []);
            prop_assert_eq!(again.session.run().searches(), ran.session.run().searches());
            prop_assert!(again.settled.iter().all(|settled| settled.recorded.is_empty()));
        }
    }

    /// ADR-038, C1-4: lines in any order are the same record: turn and call count, not the place in the file.
    #[test]
    fn in_any_order(plan in plans(), by in any::<prop::sample::Index>()) {
        let ran = plan.run();
        let mut lines = ran.journal.lines().to_vec();
        if !lines.is_empty() {
            let by = by.index(lines.len());
            lines.rotate_left(by);
            lines.reverse();
        }
        let mut replayer = Replayer::new(plan.setup.clone(), recorded(&lines)).unwrap();
        for (turn, calls) in plan.turns.iter().enumerate() {
            prop_assert_eq!(replayer.settle(turn as u64, calls).unwrap(), seen(&ran.settled[turn]));
        }
        prop_assert_eq!(replayer.finish(), []);
    }

    /// C1-2, ADR-036, ADR-029: a log that was cut after any line resumes: what it has is served, what comes after it is live, and the whole is a log that replays.
    #[test]
    fn cut_anywhere(plan in plans(), cut in any::<prop::sample::Index>(), other in plans()) {
        let ran = plan.run();
        let kept = cut.index(ran.journal.lines().len() + 1);
        let mut journal = MemoryJournal::new();
        for line in &ran.journal.lines()[..kept] {
            toolsift_replay::Journal::append(&mut journal, line).unwrap();
        }
        let script = std::sync::Arc::new(crate::rankers::Script::new([crate::rankers::hits(&["c__more", "a__one", "b__peer"])]));
        let source = toolsift_session::RankerSource::Custom(script);
        let session = Session::resume(plan.setup.clone(), source, recorded(journal.lines())).unwrap();
        let again = plan.go_on(session, journal);
        prop_assert_eq!(&again.journal.lines()[..kept], &ran.journal.lines()[..kept]);
        let mut replayer = Replayer::new(plan.setup.clone(), recorded(again.journal.lines())).unwrap();
        for (turn, calls) in plan.turns.iter().enumerate() {
            prop_assert_eq!(replayer.settle(turn as u64, calls).unwrap(), seen(&again.settled[turn]), "turn {}", turn);
        }
        prop_assert_eq!(replayer.run().menu(), again.session.run().menu());
        prop_assert!(recorded(again.journal.lines()).duplicates().is_empty());
        // Another run's setup over this log may narrow it; it never panics.
        let mut replayer = Replayer::new(other.setup.clone(), recorded(again.journal.lines())).unwrap();
        for (turn, calls) in plan.turns.iter().enumerate() {
            replayer.settle(turn as u64, calls).unwrap();
        }
        for entry in replayer.run().menu().entries().iter().filter(|entry| entry.origin == toolsift_session::Origin::Search) {
            prop_assert!(other.may_be_found(&entry.spec.name));
        }
    }
}
