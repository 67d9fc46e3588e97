//! Eight threads at once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use toolsift_registry::{Deferred, DeferredRegistry, Guard, RegistryError, Restriction, Status};

use crate::toys::{described, id, input, registry};

/// How many real registrations there are of a tool, by owner and name, and whether there ever were two.
#[derive(Default)]
struct Ledger {
    live: Mutex<BTreeMap<String, usize>>,
    doubled: AtomicUsize,
    made: AtomicUsize,
}

impl Ledger {
    fn deferred(self: &Arc<Self>, owner: &str, name: &str, fails: bool) -> Deferred {
        let (ledger, key) = (self.clone(), format!("{owner}/{name}"));
        let (definition, doc) = described(name, "data", "");
        Deferred::new(definition, doc, move || {
            if fails {
                return Err("told to fail".into());
            }
            ledger.made.fetch_add(1, Ordering::Relaxed);
            let mut live = ledger.live.lock().unwrap();
            let count = live.entry(key.clone()).or_default();
            *count += 1;
            ledger.doubled.fetch_add(usize::from(*count > 1), Ordering::Relaxed);
            let (ledger, key) = (ledger.clone(), key.clone());
            Ok(Guard::new(move || *ledger.live.lock().unwrap().get_mut(&key).unwrap() -= 1))
        })
        .with_listing(owner)
    }

    fn live(&self) -> usize {
        self.live.lock().unwrap().values().sum()
    }
}

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % most as u64).unwrap()
    }
}

/// What one thread does for a while: in a scope of its own, which it opens and closes, and in the global one, which all share.
fn work(registry: &DeferredRegistry, ledger: &Arc<Ledger>, thread: u64, rounds: usize) {
    let mut numbers = Numbers(thread * 7_919 + 1);
    let me = format!("thread{thread}");
    let mut agent = registry.open_scope().unwrap();
    let (mut own, mut shared, mut stale) = (Vec::new(), Vec::new(), Vec::new());
    let mut generation = 0;
    for round in 0..rounds {
        let name = format!("tool{}", numbers.below(6));
        match numbers.below(12) {
            0 | 1 => own.extend(agent.register(ledger.deferred(&me, &name, false))),
            2 => shared.extend(registry.register(ledger.deferred("global", &name, round % 7 == 0))),
            3 if !own.is_empty() => drop(own.swap_remove(numbers.below(own.len()))),
            4 if !shared.is_empty() => drop(shared.swap_remove(numbers.below(shared.len()))),
            5 => own.extend(agent.register(ledger.deferred(&me, &name, round % 5 == 0).always_loaded())),
            6 => {
                let below = agent.open_scope().unwrap();
                let _ = below.restrict(Restriction::deny([id(&name)]));
                if !below.is_admitted(&name) {
                    assert_eq!(below.activate(&name).unwrap(), Status::Unknown);
                    assert!(below.search(&input("data")).unwrap().iter().all(|hit| hit.id.as_str() != name));
                }
            }
            7 => {
                agent.close();
                assert!(matches!(agent.activate(&name), Err(RegistryError::ScopeClosed)));
                agent = registry.open_scope().unwrap();
                generation = 0;
                // Guards of a scope that is closed do nothing, whenever they are dropped.
                stale.append(&mut own);
            }
            8 | 9 => match agent.activate(&name) {
                Ok(Status::Denied) => panic!("nobody explains anything here"),
                Ok(_) | Err(RegistryError::Activation { .. }) => {}
                Err(other) => panic!("{other}"),
            },
            _ => {
                let told = agent.search_and_load(&input("data")).unwrap();
                for tool in &told.result.results {
                    assert!([me.as_str(), "global"].contains(&tool.description.as_str()), "another scope's: {tool:?}");
                }
            }
        }
        let catalog = agent.catalog().unwrap();
        assert!(catalog.generation() >= generation, "generations never fall");
        generation = catalog.generation();
        let ids: Vec<_> = catalog.tools().map(|tool| tool.id.clone()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
        // What this thread registered in its own scope it sees, since nobody else can change that.
        for registration in &own {
            assert!(catalog.get(registration.id().as_str()).is_some());
        }
    }
}

fn stress(threads: u64, rounds: usize) {
    let registry = registry();
    let ledger = Arc::new(Ledger::default());
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (registry, ledger) = (&registry, &ledger);
            scope.spawn(move || work(registry, ledger, thread, rounds));
        }
    });
    assert_eq!(ledger.doubled.load(Ordering::Relaxed), 0, "no tool of a scope was ever registered twice at once");
    assert!(ledger.made.load(Ordering::Relaxed) > rounds / 10);
    assert_eq!(ledger.live(), 0, "every scope and every guard is gone, and so is all that they loaded");
    assert_eq!(registry.catalog().unwrap().tools().len(), 0);
    for n in 0..6 {
        drop(registry.reserve(id(&format!("tool{n}"))).unwrap());
    }
}

/// DSH-003, DSH-012, DSH-022, DSH-038, DSH-040: eight threads register, dispose, search, load, open, restrict and close: no tool is loaded twice, none of another scope is seen, and nothing is left.
#[test]
fn eight_threads() {
    stress(8, 600);
}

/// The same at length.
#[test]
#[ignore = "long: cargo xtask nightly"]
fn eight_threads_at_length() {
    stress(8, 60_000);
}
