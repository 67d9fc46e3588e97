//! Two threads at one tool: every order that matters, forced.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use toolsift_core::{RankError, SearchDoc, ToolRanker, ToolRankerFactory};
use toolsift_registry::{
    Deferred, DeferredRegistry, RegistryError, SEARCH_TOOL, Status, SubstringFactory, SubstringRanker,
};

use crate::toys::{Host, assert_refused, described, found, input, plain, registry};

/// How long a thread waits for one that has failed, instead of for ever.
const PATIENCE: Duration = Duration::from_secs(20);

/// A tool whose activation says that it has begun and waits until it may end.
struct Gated {
    deferred: Deferred,
    begun: Receiver<()>,
    may_end: Sender<Result<(), ()>>,
}

fn gated(host: &Host, name: &str) -> Gated {
    let ((begin, begun), (may_end, end)) = (channel(), channel());
    let (host, tool, ends) = (host.clone(), name.to_owned(), Mutex::new((begin, end)));
    let (definition, doc) = described(name, "data", "");
    let deferred = Deferred::new(definition, doc, move || {
        let ends = ends.lock().unwrap();
        ends.0.send(()).unwrap();
        match ends.1.recv_timeout(PATIENCE).unwrap() {
            Ok(()) => host.add(&tool),
            Err(()) => Err("told to fail".into()),
        }
    });
    Gated { deferred, begun, may_end }
}

/// DSH-012: of several threads that want a tool one runs the callback; the others wait and find it loaded, or load it themselves where that one failed.
#[test]
fn several_want_it() {
    for fails in [false, true] {
        let (registry, host) = (registry(), Host::default());
        let Gated { deferred, begun, may_end } = gated(&host, "tool");
        let _tool = registry.register(deferred).unwrap();
        std::thread::scope(|threads| {
            let first = threads.spawn(|| registry.activate("tool"));
            begun.recv_timeout(PATIENCE).unwrap();
            let others: Vec<_> = (0..3).map(|_| threads.spawn(|| registry.activate("tool").unwrap())).collect();
            may_end.send(if fails { Err(()) } else { Ok(()) }).unwrap();
            if fails {
                assert!(first.join().unwrap().is_err());
                begun.recv_timeout(PATIENCE).unwrap();
                may_end.send(Ok(())).unwrap();
            } else {
                assert_eq!(first.join().unwrap().unwrap(), Status::Loaded);
            }
            let statuses: Vec<Status> = others.into_iter().map(|other| other.join().unwrap()).collect();
            assert_eq!(statuses.iter().filter(|status| **status == Status::Loaded).count(), usize::from(fails));
            assert!(statuses.iter().all(|status| matches!(status, Status::Loaded | Status::AlreadyLoaded)));
        });
        assert_eq!((host.calls(), host.tools().len()), (1, 1));
    }
}

/// DSH-003, DSH-036: a registration that is disposed of while its tool is being activated ends at once; whoever activates undoes it, and only then the name is free.
#[test]
fn disposed_while_activated() {
    for fails in [false, true] {
        let (registry, host) = (registry(), Host::default());
        let Gated { deferred, begun, may_end } = gated(&host, "tool");
        let tool = registry.register(deferred).unwrap();
        std::thread::scope(|threads| {
            let activation = threads.spawn(|| registry.activate("tool"));
            begun.recv_timeout(PATIENCE).unwrap();
            drop(tool);
            assert_eq!(registry.activate("tool").unwrap(), Status::Unknown);
            assert!(found(&registry, "data").is_empty());
            assert_refused!(registry.register(plain("tool")), RegistryError::NameTaken { .. });
            may_end.send(if fails { Err(()) } else { Ok(()) }).unwrap();
            assert_eq!(activation.join().unwrap().unwrap(), Status::Unknown);
        });
        assert!(host.tools().is_empty());
        let _again = registry.register(host.deferred("tool", "", "")).unwrap();
        assert_eq!(registry.activate("tool").unwrap(), Status::Loaded);
    }
}

/// DSH-003, DSH-040: so does a scope that closes meanwhile, and so do those that wait for the tool.
#[test]
fn closed_while_activated() {
    let (registry, host) = (registry(), Host::default());
    let agent = registry.open_scope().unwrap();
    let below = agent.open_scope().unwrap();
    let Gated { deferred, begun, may_end } = gated(&host, "tool");
    agent.register(deferred).unwrap().detach();
    std::thread::scope(|threads| {
        let activation = threads.spawn(|| below.activate("tool").unwrap());
        begun.recv_timeout(PATIENCE).unwrap();
        let waiting = threads.spawn(|| below.activate("tool").unwrap());
        agent.close();
        assert_eq!(waiting.join().unwrap(), Status::Unknown);
        may_end.send(Ok(())).unwrap();
        assert_eq!(activation.join().unwrap(), Status::Unknown);
    });
    assert!(host.tools().is_empty());
    assert_refused!(agent.activate("tool"), RegistryError::ScopeClosed);
}

/// DSH-038, DSH-040: a tool that is always loaded is neither seen nor anybody else's while it is being registered, and is undone where its scope closes meanwhile.
#[test]
fn closed_while_registered() {
    for closes in [false, true] {
        let (registry, host) = (registry(), Host::default());
        let agent = registry.open_scope().unwrap();
        let Gated { deferred, begun, may_end } = gated(&host, "tool");
        std::thread::scope(|threads| {
            let registering = threads.spawn(|| agent.register(deferred.always_loaded()));
            begun.recv_timeout(PATIENCE).unwrap();
            assert_eq!((agent.activate("tool").unwrap(), agent.catalog().unwrap().tools().len()), (Status::Unknown, 0));
            assert_refused!(agent.register(plain("tool")), RegistryError::NameTaken { .. });
            if closes {
                agent.close();
            }
            may_end.send(Ok(())).unwrap();
            let registered = registering.join().unwrap();
            if closes {
                assert_refused!(registered, RegistryError::ScopeClosed);
                assert!(host.tools().is_empty());
                assert!(registry.register(plain("tool")).is_ok());
            } else {
                assert_eq!((host.tools(), registered.unwrap().is_loaded()), (vec!["tool".to_owned()], true));
            }
        });
    }
}

/// DSH-012: two activations that want each other's tool do not wait for ever: each is refused the other's, and both end.
#[test]
fn two_that_want_each_other() {
    let registry = registry();
    let barrier = Arc::new(std::sync::Barrier::new(2));
    let wants = |name: &str, other: &'static str| {
        let (inner, barrier) = (registry.open_scope().unwrap(), barrier.clone());
        let (definition, doc) = described(name, "", "");
        Deferred::new(definition, doc, move || {
            barrier.wait();
            let refused = matches!(inner.activate(other), Err(RegistryError::Busy { .. }));
            barrier.wait();
            if refused { Ok(toolsift_registry::Guard::nothing()) } else { Err("it was not".into()) }
        })
    };
    let _tools = [wants("one", "other"), wants("other", "one")].map(|deferred| registry.register(deferred).unwrap());
    std::thread::scope(|threads| {
        let one = threads.spawn(|| registry.activate("one").unwrap());
        assert_eq!(registry.activate("other").unwrap(), Status::Loaded);
        assert_eq!(one.join().unwrap(), Status::Loaded);
    });
}

/// A factory that waits while it builds, and rankers that wait while they rank.
#[derive(Debug)]
struct Slow {
    begun: Mutex<Sender<()>>,
    may_end: Mutex<Receiver<()>>,
}

impl ToolRankerFactory for Slow {
    fn build(&self, docs: &[SearchDoc]) -> Result<Arc<dyn ToolRanker>, RankError> {
        self.begun.lock().unwrap().send(()).unwrap();
        self.may_end.lock().unwrap().recv_timeout(PATIENCE).unwrap();
        SubstringRanker::new(docs)
            .map(|ranker| Arc::new(ranker) as Arc<dyn ToolRanker>)
            .map_err(|error| RankError::Unavailable(error.into()))
    }
}

/// DSH-003, DSH-042: a search blocks nobody: while its ranker is built tools are registered, loaded and disposed of; it ends with what it began with, without what is gone or loaded.
#[test]
fn a_search_blocks_nobody() {
    let ((begin, begun), (may_end, end)) = (channel(), channel());
    let slow = Slow { begun: Mutex::new(begin), may_end: Mutex::new(end) };
    let registry = DeferredRegistry::new(Arc::new(slow), SEARCH_TOOL).unwrap();
    let host = Host::default();
    let mut tools: Vec<_> =
        ["w", "x", "y"].into_iter().map(|name| registry.register(host.deferred(name, "data", "")).unwrap()).collect();
    std::thread::scope(|threads| {
        let search = threads.spawn(|| found(&registry, "data"));
        begun.recv_timeout(PATIENCE).unwrap();
        tools.push(registry.register(host.deferred("z", "data", "")).unwrap());
        drop(tools.remove(0));
        assert_eq!(registry.activate("x").unwrap(), Status::Loaded);
        assert_eq!(registry.catalog().unwrap().tools().len(), 3);
        may_end.send(()).unwrap();
        assert_eq!(search.join().unwrap(), ["y"]);
    });
    may_end.send(()).unwrap();
    assert_eq!(found(&registry, "data"), ["y", "z"]);
}

/// DSH-010: threads that search the same for the first time wait for one ranker.
#[test]
fn one_ranker_for_all() {
    let ((begin, begun), (may_end, end)) = (channel(), channel());
    let slow = Slow { begun: Mutex::new(begin), may_end: Mutex::new(end) };
    let registry = DeferredRegistry::new(Arc::new(slow), SEARCH_TOOL).unwrap();
    let _tool = registry.register(plain("tool")).unwrap();
    let scopes: Vec<_> = (0..4).map(|_| registry.open_scope().unwrap()).collect();
    std::thread::scope(|threads| {
        let searches: Vec<_> =
            scopes.iter().map(|scope| threads.spawn(|| scope.search(&input("tool")).unwrap())).collect();
        begun.recv_timeout(PATIENCE).unwrap();
        may_end.send(()).unwrap();
        for search in searches {
            assert_eq!(search.join().unwrap().len(), 1);
        }
    });
    assert!(begun.try_recv().is_err(), "nobody built another one");
}

/// DSH-010: a ranker that panics while it is built takes nobody with it.
#[test]
fn a_factory_that_panics() {
    #[derive(Debug)]
    struct Once(Mutex<bool>);
    impl ToolRankerFactory for Once {
        fn build(&self, docs: &[SearchDoc]) -> Result<Arc<dyn ToolRanker>, RankError> {
            let is_first = std::mem::replace(&mut *self.0.lock().unwrap_or_else(|lock| lock.into_inner()), false);
            assert!(!is_first, "the first build panics");
            SubstringFactory::new().build(docs)
        }
    }
    let registry = DeferredRegistry::new(Arc::new(Once(Mutex::new(true))), SEARCH_TOOL).unwrap();
    let _tool = registry.register(plain("tool")).unwrap();
    let panicked = std::thread::scope(|threads| threads.spawn(|| found(&registry, "tool")).join());
    assert!(panicked.is_err());
    assert_eq!(found(&registry, "tool"), ["tool"]);
}
