//! Many threads and many processes get what one gets.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toolsift::bm25f_index::{Bm25fFactory, Scratch};
use toolsift::prelude::*;
use toolsift::session::{Menu, Run};
use toolsift_checks::attack::{Together, divergent};

/// G16: what threads share is `Send + Sync`, and a run can go on in another thread. It is checked by compiling.
const _: () = {
    const fn is_shared<T: Send + Sync + ?Sized>() {}
    is_shared::<Index>();
    is_shared::<Bm25fRanker>();
    is_shared::<Bm25fFactory>();
    is_shared::<dyn ToolRanker>();
    is_shared::<Arc<dyn ToolRanker>>();
    is_shared::<RankerSource>();
    is_shared::<Stopwords>();
    is_shared::<Scratch>();
    is_shared::<Arc<[SearchDoc]>>();
    is_shared::<CatalogSnapshot>();
    is_shared::<SkillSnapshot>();
    is_shared::<Annotations>();
    is_shared::<Recorded>();
    is_shared::<Setup>();
    is_shared::<Menu>();
    is_shared::<Run>();
    is_shared::<Session>();
    is_shared::<Replayer>();
};

/// G16: one index under eight threads answers each of them as it answers one. `cargo xtask attack` asks 100,000 times a thread, this asks less.
#[test]
fn threads_get_what_one_gets() {
    let together = Together { documents: 500, threads: 8, queries: 2_000 };
    assert_eq!(together.differences().unwrap(), (0, None));
}

/// G9, C1-7, C1-8: processes that get the documents in other orders answer with the same bytes. `cargo xtask attack` starts 20 of them for 10,000 queries each.
#[test]
fn processes_compute_the_same() {
    let attack = Path::new(env!("CARGO_BIN_EXE_attack"));
    assert_eq!(divergent(attack, 3, 500).unwrap(), [""; 0]);
}

/// The files of a folder and of those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// G16: no code that a query runs through has a lock: what threads share does not change, and what changes is the thread's own. The one exception are
/// the tokenizer's tables of characters outside of ASCII, each of which the first reader makes, once.
#[test]
fn no_lock_is_on_the_path_of_a_query() {
    const WAITING: [&str; 8] = ["Mutex", "RwLock", "Condvar", "Barrier", "OnceLock", "LazyLock", "Once::", "mpsc"];
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut waiting = Vec::new();
    for dir in ["core", "tokenizer", "bm25f-index"] {
        let files = files(&crates.join(dir).join("src"));
        assert!(files.len() > 5, "{dir}");
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let name = || format!("{dir}/{}", file.file_name().unwrap().to_string_lossy());
            waiting
                .extend(WAITING.iter().filter(|word| text.contains(**word)).map(|word| format!("{} {word}", name())));
        }
    }
    assert_eq!(waiting, ["tokenizer/traits.rs OnceLock"]);
}
