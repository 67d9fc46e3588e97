//! Random runs of one and of two rankers, held against a page that is made by hand, hit for hit.

use proptest::prelude::*;
use serde_json::json;
use toolsift_replay::MemoryJournal;
use toolsift_session::{Call, Output, RankerSource, Rankers, Replayer, Setup};

use crate::rankers::{Script, hits};
use crate::toys::{activate, active, configured, limited, live, own, page, recorded, selecting, skills, tools};

/// What a ranker may name: tools, hidden ones, skills, keys, and what there is not.
fn vocabulary() -> Vec<String> {
    let numbered = |name: &str, count: usize| (0..count).map(|number| format!("{name}{number}")).collect::<Vec<_>>();
    let keys = numbered("\0skill:s", 9);
    let odd = ["nobody", "search_tools", "activate_skill", "\0skill:", "\0skill:t0", "T0", "S0"].map(String::from);
    [numbered("t", 9), numbered("h", 3), numbered("s", 9), keys, odd.to_vec()].concat()
}

/// A run before it is run.
#[derive(Debug, Clone)]
struct Plan {
    most: usize,
    max_loaded: usize,
    two: bool,
    tools: Vec<String>,
    skills: Vec<String>,
    /// Searches with a limit, and activations of a skill by its number.
    turns: Vec<Result<usize, usize>>,
}

fn plans() -> impl Strategy<Value = Plan> {
    let names = vocabulary();
    let list = || {
        let places = prop::collection::vec(0..names.len(), 0..40);
        let names = names.clone();
        let chosen = places.prop_map(move |places| places.into_iter().map(|place| names[place].clone()).collect());
        prop_oneof![4 => chosen, 1 => Just(Vec::new())]
    };
    let turn = prop_oneof![3 => (1..12_usize).prop_map(Ok), 1 => (0..9_usize).prop_map(Err)];
    let turns = prop::collection::vec(turn, 1..6);
    (1..9_usize, 1..9_usize, any::<bool>(), list(), list(), turns)
        .prop_map(|(most, max_loaded, two, tools, skills, turns)| Plan { most, max_loaded, two, tools, skills, turns })
}

impl Plan {
    /// Tools `t0` to `t8`, three outside the namespace, skills `s0` to `s8`, of which the last was selected up front.
    fn setup(&self) -> Setup {
        let mut all = tools(9);
        all.extend((0..3).map(|number| own(&format!("h{number}"), "")));
        let search = json!({ "maxPerSearch": self.most, "maxLoaded": self.max_loaded, "namespaces": ["t"] });
        let activation = json!({ "discovery": "search", "maxActive": 50 });
        selecting(configured(&all, &skills(9), search, activation), &["s8"])
    }

    fn rankers(&self) -> Rankers {
        let tools = Script::new("tools", [hits(&self.tools)]);
        if self.two {
            Rankers::new(tools.custom(), Script::new("skills", [hits(&self.skills)]).custom())
        } else {
            tools.built_in().into()
        }
    }

    fn calls(&self) -> Vec<Call> {
        let call = |turn: &Result<usize, usize>| match turn {
            Ok(limit) => limited("q", *limit),
            Err(number) => activate(&format!("s{number}")),
        };
        self.turns.iter().map(call).collect()
    }
}

/// What a run has come to, as a model of its own knows it.
#[derive(Debug, Default)]
struct Model {
    loaded: Vec<String>,
    active: Vec<String>,
}

impl Model {
    fn is_tool(&self, name: &str) -> bool {
        matches!(name.as_bytes(), [b't', b'0'..=b'8']) && !self.loaded.iter().any(|loaded| loaded == name)
    }

    fn is_skill(&self, name: &str) -> bool {
        matches!(name.as_bytes(), [b's', b'0'..=b'7']) && !self.active.iter().any(|active| active == name)
    }

    /// Whether nothing of a kind is left.
    fn is_out_of(&self, kind: char) -> bool {
        if kind == 't' { self.loaded.len() == 9 } else { self.active.len() == 8 }
    }

    /// The hits that a ranker is read for: it is asked for `first`, then for twice as many, four times at most, while too few of them are good.
    fn read(hits: &[String], first: usize, limit: usize, is_good: impl Fn(&str) -> bool) -> Vec<String> {
        let mut good: Vec<String> = Vec::new();
        for round in 0..4 {
            let ask = first << round;
            good.clear();
            for hit in hits.iter().take(ask) {
                if is_good(hit) && !good.contains(hit) && good.len() < limit {
                    good.push(hit.clone());
                }
            }
            if good.len() == limit || hits.len() < ask {
                break;
            }
        }
        good
    }

    /// The page of a search, hit for hit.
    fn page(&self, plan: &Plan, limit: usize) -> (Vec<String>, Vec<String>) {
        let limit = limit.min(plan.most);
        let hidden = 3 + self.loaded.len();
        let (mut tools, mut skills) = (Vec::new(), Vec::new());
        if !plan.two {
            if self.is_out_of('t') && self.is_out_of('s') {
                return (tools, skills);
            }
            let is_good = |hit: &str| match hit.strip_prefix("\0skill:") {
                Some(skill) => self.is_skill(skill),
                None => self.is_tool(hit),
            };
            for hit in Self::read(&plan.tools, limit + hidden + self.active.len(), limit, is_good) {
                match hit.strip_prefix("\0skill:") {
                    Some(skill) => skills.push(skill.to_owned()),
                    None => tools.push(hit),
                }
            }
            return (tools, skills);
        }
        let mut left_tools = Self::read(&plan.tools, limit + hidden, limit, |hit| self.is_tool(hit)).into_iter();
        let of_skills = Self::read(&plan.skills, limit + self.active.len(), limit, |hit| self.is_skill(hit));
        let mut left_skills = of_skills.into_iter();
        loop {
            let before = tools.len() + skills.len();
            if tools.len() + skills.len() < limit {
                tools.extend(left_tools.next());
            }
            if tools.len() + skills.len() < limit {
                skills.extend(left_skills.next());
            }
            if tools.len() + skills.len() == before {
                return (tools, skills);
            }
        }
    }

    fn load(&mut self, plan: &Plan, page: &[String]) {
        for tool in page {
            if self.loaded.len() < plan.max_loaded {
                self.loaded.push(tool.clone());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// ADR-151, ADR-152, ADR-168, ADR-170, ADR-177: over random rankings, limits and activations every page is the one that is made by hand; none is longer than it may be, none activates anything; and a replay, without a ranker, gives the same bytes.
    #[test]
    fn pages_as_by_hand(plan in plans()) {
        let mut session = live(plan.setup(), plan.rankers());
        let mut journal = MemoryJournal::new();
        let mut model = Model::default();
        let mut outcomes = Vec::new();
        for (turn, (call, what)) in (0..).zip(plan.calls().into_iter().zip(&plan.turns)) {
            let settled = session.settle(turn, &[call], &mut journal).unwrap();
            let outcome = settled.outcomes[&0].clone();
            match what {
                Ok(limit) => {
                    // Once nothing is left the search tool stays on the menu.
                    let (tools, skills) = page(&outcome.output.to_json());
                    prop_assert!(tools.len() + skills.len() <= plan.most.min(*limit));
                    let expected = model.page(&plan, *limit);
                    prop_assert_eq!((&tools, &skills), (&expected.0, &expected.1));
                    model.load(&plan, &tools);
                }
                Err(8) => prop_assert!(outcome.output.code().is_some()),
                Err(number) => {
                    prop_assert!(matches!(outcome.output, Output::Skill(_)));
                    let name = format!("s{number}");
                    if !model.active.contains(&name) {
                        model.active.push(name);
                    }
                }
            }
            prop_assert_eq!(active(session.run()), model.active.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert_eq!(&crate::toys::names(session.run())[2..], &model.loaded[..]);
            outcomes.push(outcome);
        }
        let mut replayer = Replayer::new(plan.setup(), recorded(journal.lines())).unwrap();
        for (turn, (call, outcome)) in (0..).zip(plan.calls().into_iter().zip(&outcomes)) {
            let settled = replayer.settle(turn, &[call]).unwrap();
            prop_assert_eq!(&settled.outcomes[&0].output, &outcome.output);
            prop_assert_eq!(settled.outcomes[&0].accounted_bytes, outcome.accounted_bytes);
        }
        prop_assert_eq!((replayer.run().menu(), replayer.finish()), (session.run().menu(), vec![]));
    }
}

/// ADR-177: a resumed run asks no ranker for what is recorded, and builds none.
#[test]
fn a_resumed_run_asks_nobody() {
    let turns = vec![Ok(3), Err(1), Ok(2), Ok(5)];
    let names = |letter: &str| (0..9).map(|number| format!("{letter}{number}")).collect::<Vec<_>>();
    let plan = Plan { most: 5, max_loaded: 9, two: true, tools: names("t"), skills: names("s"), turns };
    let mut session = live(plan.setup(), plan.rankers());
    let mut journal = MemoryJournal::new();
    for (turn, call) in (0..).zip(plan.calls()) {
        session.settle(turn, &[call], &mut journal).unwrap();
    }
    let never = || Script::new("never", [crate::rankers::Answer::Terminal]);
    let (of_tools, of_skills) = (never().factory(), never().factory());
    let factories = Rankers::new(RankerSource::Factory(of_tools.clone()), RankerSource::Factory(of_skills.clone()));
    for rankers in [factories, Rankers::new(never().custom(), never().custom()), never().built_in().into()] {
        let mut resumed = toolsift_session::Session::resume(plan.setup(), rankers, recorded(journal.lines())).unwrap();
        for (turn, call) in (0..).zip(plan.calls()) {
            resumed.settle(turn, &[call], &mut MemoryJournal::new()).unwrap();
        }
        assert_eq!(resumed.run().menu(), session.run().menu());
    }
    assert_eq!((of_tools.seen().len(), of_skills.seen().len()), (0, 0));
}
