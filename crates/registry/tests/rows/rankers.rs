//! What rankers get to know, and when they are built.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use toolsift_core::{Hit, RankError, SearchDoc, ToolRanker, ToolRankerFactory};
use toolsift_registry::{
    DeferredRegistry, EmptyReason, RegistryError, Restriction, SEARCH_TOOL, Status, SubstringRanker,
};

use crate::toys::{Host, ask, assert_refused, found, id, ids, input, plain, registry};

/// A factory that notes what it is given, fails a number of times, and builds rankers that answer these ids, or the document's.
#[derive(Debug, Default)]
struct Spy {
    built: Mutex<Vec<Vec<String>>>,
    asked: Arc<Mutex<Vec<(String, usize)>>>,
    failures: Mutex<usize>,
    answer: Option<Vec<&'static str>>,
}

#[derive(Debug)]
struct Spied {
    inner: SubstringRanker,
    asked: Arc<Mutex<Vec<(String, usize)>>>,
    answer: Option<Vec<&'static str>>,
}

impl ToolRanker for Spied {
    fn kind(&self) -> &str {
        "spied"
    }

    fn rank(&self, query: &str, limit: usize) -> Result<Vec<Hit>, RankError> {
        self.asked.lock().unwrap().push((query.to_owned(), limit));
        match &self.answer {
            Some(ids) => Ok(ids.iter().map(|text| Hit::new(id(text), f64::NAN)).collect()),
            None => self.inner.rank(query, limit),
        }
    }
}

impl ToolRankerFactory for Spy {
    fn build(&self, docs: &[SearchDoc]) -> Result<Arc<dyn ToolRanker>, RankError> {
        self.built.lock().unwrap().push(docs.iter().map(|doc| doc.id.to_string()).collect());
        let mut failures = self.failures.lock().unwrap();
        if *failures > 0 {
            *failures -= 1;
            return Err(RankError::Unavailable("down".into()));
        }
        let inner = SubstringRanker::new(docs).map_err(|error| RankError::Unavailable(error.into()))?;
        Ok(Arc::new(Spied { inner, asked: self.asked.clone(), answer: self.answer.clone() }))
    }
}

fn spied(spy: Spy) -> (Arc<Spy>, DeferredRegistry) {
    let spy = Arc::new(spy);
    let registry = DeferredRegistry::new(spy.clone(), SEARCH_TOOL).unwrap();
    (spy, registry)
}

/// DSH-010, S55: a ranker is built of what a scope can search: neither of hidden tools, nor of those that are always loaded, nor of those of a scope beside.
#[test]
fn what_it_knows() {
    let (spy, registry) = spied(Spy::default());
    let (agent, sibling) = (registry.open_scope().unwrap(), registry.open_scope().unwrap());
    let _all = ["z", "hidden", "denied"].map(|name| registry.register(plain(name)).unwrap());
    let _core = registry.register(plain("core").always_loaded()).unwrap();
    let _own = agent.register(plain("own")).unwrap();
    let _beside = sibling.register(plain("beside")).unwrap();
    agent.restrict(Restriction::deny([id("hidden")])).unwrap();
    agent.restrict(Restriction::deny([id("denied")]).explained()).unwrap();
    found(&agent, "q");
    assert_eq!(
        *spy.built.lock().unwrap(),
        [ids(["denied", "own", "z"]).iter().map(ToString::to_string).collect::<Vec<_>>()]
    );
}

/// DSH-015: loading builds nothing anew: a ranker is asked for as many more hits as there are loaded tools.
#[test]
fn loading_rebuilds_nothing() {
    let (spy, registry) = spied(Spy::default());
    let (host, agent) = (Host::default(), registry.open_scope().unwrap());
    let _tools: Vec<_> =
        (0..4).map(|n| registry.register(host.deferred(&format!("t{n}"), "data", "")).unwrap()).collect();
    let one = input("data").with_max_results(1).unwrap();
    for (n, scope) in [&registry, &agent, &registry, &agent].into_iter().enumerate() {
        let told = scope.search_and_load(&one).unwrap();
        assert_eq!(told.result.results[0].name, id(&format!("t{n}")));
    }
    assert_eq!(spy.built.lock().unwrap().len(), 1, "and a scope that sees the same has the same ranker");
    assert_eq!(spy.asked.lock().unwrap().iter().map(|(_, limit)| *limit).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(ask(&registry, "data").empty, Some(EmptyReason::AllLoaded));
    assert_eq!(spy.asked.lock().unwrap().len(), 4, "nothing is left to ask for");
}

/// DSH-010: a ranker is built at the first search, again only after a change of what the scope sees, and again after a failure.
#[test]
fn when_it_is_built() {
    let (spy, registry) = spied(Spy { failures: Mutex::new(2), ..Spy::default() });
    let builds = || spy.built.lock().unwrap().len();
    found(&registry, "a");
    assert_eq!(builds(), 0, "nothing to search");
    let a = registry.register(plain("a")).unwrap();
    assert_eq!(builds(), 0);
    assert_refused!(registry.search(&input("a")), RegistryError::Ranker(RankError::Unavailable(_)));
    assert_refused!(registry.search_and_load(&input("a")), RegistryError::Ranker(_));
    assert_eq!((found(&registry, "a"), builds()), (vec!["a".to_owned()], 3));
    found(&registry, "b");
    assert_eq!(builds(), 3);
    let beside = registry.open_scope().unwrap();
    let _beside = beside.register(plain("beside")).unwrap();
    found(&registry, "a");
    assert_eq!(builds(), 3, "a change beside is none");
    let _b = registry.register(plain("b")).unwrap();
    found(&registry, "a");
    assert_eq!(builds(), 4);
    drop(a);
    assert!(found(&registry, "a").is_empty());
    assert_eq!(*spy.built.lock().unwrap().last().unwrap(), ["b"]);
}

/// DSH-016, DSH-021: a ranker that answers what it likes widens nothing: unknown, hidden, loaded and always loaded tools and repeated ones are dropped, and the page is cut.
#[test]
fn a_hostile_ranker() {
    let answer = vec!["nobody", "hidden", "core", "loaded", "b", "b", "beside", "a", "c", "search_tools"];
    let (_, registry) = spied(Spy { answer: Some(answer), ..Spy::default() });
    let (agent, sibling) = (registry.open_scope().unwrap(), registry.open_scope().unwrap());
    let _tools = ["a", "b", "c", "hidden", "loaded"].map(|name| registry.register(plain(name)).unwrap());
    let _core = registry.register(plain("core").always_loaded()).unwrap();
    let _beside = sibling.register(plain("beside")).unwrap();
    agent.restrict(Restriction::deny([id("hidden")])).unwrap();
    registry.activate("loaded").unwrap();
    let found = |most: usize| {
        let hits = agent.search(&input("q").with_max_results(most).unwrap()).unwrap();
        hits.into_iter().map(|hit| hit.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(found(50), ["b", "a", "c"]);
    assert_eq!(found(7), ["b", "a"], "of an answer as much is read as was asked for: 7 and one that is loaded");
}

/// DSH-006: a ranker that leaves the loaded tools out itself makes no page longer.
#[test]
fn a_ranker_that_knows_better() {
    let (_, registry) = spied(Spy { answer: Some(vec!["a", "b", "c"]), ..Spy::default() });
    let _tools = ["a", "b", "c", "loaded"].map(|name| registry.register(plain(name)).unwrap());
    registry.activate("loaded").unwrap();
    assert_eq!(registry.search(&input("q").with_max_results(1).unwrap()).unwrap().len(), 1);
}

/// DSH-042: what reaches a ranker is bounded.
#[test]
fn what_it_is_asked() {
    let (spy, registry) = spied(Spy::default());
    let _a = registry.register(plain("a")).unwrap();
    registry.search(&input(&"é".repeat(1 << 20)).with_max_results(usize::MAX).unwrap()).unwrap();
    let asked = spy.asked.lock().unwrap();
    assert_eq!((asked[0].0.chars().count(), asked[0].1), (512, 50));
}

/// DSH-036: a document that no ranker of its scope can be built of is the searcher's error, and no panic; tools can be loaded by name all the same.
#[test]
fn a_ranker_that_is_down() {
    let (_, registry) = spied(Spy { failures: Mutex::new(usize::MAX), ..Spy::default() });
    let _a = registry.register(plain("a")).unwrap();
    assert_refused!(registry.search_and_load(&input("a")), RegistryError::Ranker(_));
    assert_eq!(registry.activate("a").unwrap(), Status::Loaded);
    assert_eq!(ask(&registry, "a").empty, Some(EmptyReason::AllLoaded), "and nothing that is left needs no ranker");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// DSH-010, S31: what is found does not depend on the order in which tools were registered, on what came and went, or on which were loaded in between.
    #[test]
    fn the_order_of_registration(
        names in proptest::collection::btree_set("[a-c]{1,4}", 1..8),
        order in Just((0..8_usize).collect::<Vec<_>>()).prop_shuffle(),
        query in "[a-c ]{0,6}z",
    ) {
        let names: Vec<&String> = names.iter().collect();
        let (sorted, shuffled) = (registry(), registry());
        let _sorted: Vec<_> = names.iter().map(|name| sorted.register(plain(name)).unwrap()).collect();
        let mut kept = Vec::new();
        for name in order.iter().filter_map(|n| names.get(*n)) {
            drop(shuffled.register(plain(name)).unwrap());
            kept.push(shuffled.register(plain(name)).unwrap());
            found(&shuffled, &query);
        }
        prop_assert_eq!(found(&sorted, &query), found(&shuffled, &query));
        for round in 0..3 {
            let first = found(&sorted, &query).into_iter().next();
            prop_assert_eq!(&first, &found(&shuffled, &query).into_iter().next(), "round {}", round);
            if let Some(first) = first {
                sorted.activate(&first).unwrap();
                shuffled.activate(&first).unwrap();
            }
        }
    }
}
