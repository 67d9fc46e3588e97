//! Instructions in a folder and in memory: what is kept, what a crash leaves, and what nobody may be given.

#![cfg(test)]

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use tempfile::TempDir;
use toolsift_core::{InstructionStore, SkillId, chars_prefix};
use toolsift_replay::{FolderStore, MAX_STORED_BYTES, MemoryStore, instructions_digest};

/// The SHA-256 of `abc` and of the empty text, as FIPS 180-2 has them, of `pay` and of `xyz`.
const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const PAY: &str = "9350872d712a127c494d7dc35e46b0bc9e62e288239708e581dfc3a1400154a4";
const XYZ: &str = "3608bca1e44ea6c4d268eb6db02260269892c0b42b86bbf1e77a6fa16c3c9282";

fn id(text: &str) -> SkillId {
    SkillId::new(text).unwrap()
}

fn store() -> (TempDir, FolderStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = FolderStore::open(folder.path().join("texts")).unwrap();
    (folder, store)
}

/// Where the text `abc` of the skill `pay` lies.
fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("texts").join(PAY).join(ABC)
}

fn text(store: &dyn InstructionStore, skill: &str, digest: &str) -> Option<String> {
    store.text(&id(skill), digest).unwrap()
}

/// ADR-183: a text is kept under its digest, a file a text in a folder a skill, and is there for whoever opens the folder next.
#[test]
fn kept() {
    let (folder, store) = store();
    assert_eq!(text(&store, "pay", ABC), None);
    store.keep(&id("pay"), ABC, "abc").unwrap();
    store.keep(&id("pay"), ABC, "abc").unwrap();
    store.keep(&id("pay"), EMPTY, "").unwrap();
    assert_eq!(fs::read(file(&folder)).unwrap(), b"abc");
    let opened = FolderStore::open(folder.path().join("texts")).unwrap();
    assert_eq!(text(&opened, "pay", ABC).as_deref(), Some("abc"));
    assert_eq!(text(&opened, "pay", EMPTY).as_deref(), Some(""));
    let names: Vec<_> = fs::read_dir(file(&folder).parent().unwrap()).unwrap().collect();
    assert_eq!(names.len(), 2, "nothing unfinished is left");
    let long = "é\u{0}\n".repeat(1_000);
    store.keep(&id("pay"), &instructions_digest(&long), &long).unwrap();
    assert_eq!(text(&store, "pay", &instructions_digest(&long)), Some(long));
}

/// ADR-121, ADR-185: the text of another skill is never given, in a folder and in memory; ids are no paths.
#[test]
fn never_the_text_of_another() {
    let (folder, on_disk) = store();
    let in_memory = MemoryStore::new();
    let stores: [&dyn InstructionStore; 2] = [&on_disk, &in_memory];
    for store in stores {
        store.keep(&id("pay"), ABC, "abc").unwrap();
        for odd in ["sell", "Pay", "pay ", "../pay", PAY, "pay/", "..", "/", "C:\\", "a\u{0}b"] {
            assert_eq!(text(store, odd, ABC), None, "{odd:?}");
            store.keep(&id(odd), XYZ, "xyz").unwrap();
            assert_eq!(text(store, odd, XYZ).as_deref(), Some("xyz"), "{odd:?}");
            assert_eq!(text(store, odd, ABC), None, "{odd:?}");
        }
        assert_eq!(text(store, "pay", XYZ), None);
    }
    let above: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(above, ["texts"], "nothing lies beside the store");
}

/// ADR-185: a digest that is none is the name of no file, whatever lies there.
#[test]
fn digests_that_are_none() {
    let (folder, store) = store();
    store.keep(&id("pay"), ABC, "abc").unwrap();
    let below = file(&folder).parent().unwrap().to_owned();
    fs::write(below.join("x"), "abc").unwrap();
    fs::write(folder.path().join("texts").join("x"), "abc").unwrap();
    fs::write(folder.path().join("x"), "abc").unwrap();
    let upper = ABC.to_uppercase();
    let rest = ABC.strip_prefix("ba").unwrap();
    let (short, long, dotted, multi) =
        (chars_prefix(ABC, 63), format!("{ABC}0"), format!("./{rest}"), format!("é{rest}"));
    for odd in ["", "x", "../x", "../../x", "/etc/hostname", ".", "..", &upper, short, &long, &dotted, &multi, "\u{0}"]
    {
        assert_eq!(text(&store, "pay", odd), None, "{odd:?}");
        let error = store.keep(&id("pay"), odd, "abc").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{odd:?}");
        assert_eq!(error.to_string(), "the digest is not that of the text");
    }
    assert_eq!(store.keep(&id("pay"), XYZ, "abc").unwrap_err().kind(), ErrorKind::InvalidInput);
    assert_eq!(text(&store, "pay", XYZ), None);
}

/// ADR-185, ADR-186: a file that was edited, cut, emptied or blown up counts as not kept, and keeping the text again repairs it.
#[test]
fn edited_files() {
    let (folder, store) = store();
    store.keep(&id("pay"), ABC, "abc").unwrap();
    let huge = vec![b'a'; usize::try_from(MAX_STORED_BYTES).unwrap() + 1];
    for bytes in [&b"abd"[..], b"ab", b"abc\n", b"", b"\xff\xfe", b"abc\0\0\0\0", &huge] {
        fs::write(file(&folder), bytes).unwrap();
        assert_eq!(text(&store, "pay", ABC), None, "{} bytes", bytes.len());
        store.keep(&id("pay"), ABC, "abc").unwrap();
        assert_eq!(text(&store, "pay", ABC).as_deref(), Some("abc"));
    }
    fs::remove_file(file(&folder)).unwrap();
    assert_eq!(text(&store, "pay", ABC), None);
    fs::create_dir(file(&folder)).unwrap();
    assert!(store.text(&id("pay"), ABC).is_err() || text(&store, "pay", ABC).is_none(), "a folder is no text");
}

/// ADR-183: what a crash leaves unfinished is no text and is in nobody's way.
#[test]
fn leftovers_of_a_crash() {
    let (folder, store) = store();
    let below = file(&folder).parent().unwrap().to_owned();
    fs::create_dir_all(&below).unwrap();
    let process = std::process::id();
    for number in 0..200 {
        fs::write(below.join(format!("{ABC}.{process}-{number}.part")), "ab").unwrap();
    }
    assert_eq!(text(&store, "pay", ABC), None);
    assert_eq!(text(&store, "pay", &format!("{ABC}.{process}-0.part")), None);
    store.keep(&id("pay"), ABC, "abc").unwrap();
    assert_eq!(text(&store, "pay", ABC).as_deref(), Some("abc"));
}

/// ADR-114: a text of the highest cap is kept and given, one byte more is neither.
#[test]
fn the_longest_text() {
    let (folder, store) = store();
    let most = usize::try_from(MAX_STORED_BYTES).unwrap();
    assert_eq!(most, 1_048_576);
    let text_of = |length: usize| "x".repeat(length);
    let digest = instructions_digest(&text_of(most));
    store.keep(&id("pay"), &digest, &text_of(most)).unwrap();
    assert_eq!(text(&store, "pay", &digest).map(|text| text.len()), Some(most));
    let longer = instructions_digest(&text_of(most + 1));
    let error = store.keep(&id("pay"), &longer, &text_of(most + 1)).unwrap_err();
    assert_eq!(error.to_string(), "the text is longer than a stored one may be");
    fs::write(file(&folder).with_file_name(&longer), text_of(most + 1)).unwrap();
    assert_eq!(text(&store, "pay", &longer), None);
    // What was put behind the longest text is an edit, too.
    fs::write(file(&folder).with_file_name(&digest), text_of(most + 1)).unwrap();
    assert_eq!(text(&store, "pay", &digest), None);
}

/// ADR-183: threads that keep the same text, and others that read it meanwhile, find the whole of it or nothing.
#[test]
fn threads() {
    let (_folder, store) = store();
    let long = "0123456789".repeat(20_000);
    let digest = instructions_digest(&long);
    for round in 0..10 {
        let skill = id(&format!("skill-{round}"));
        std::thread::scope(|scope| {
            let writers: Vec<_> =
                (0..4).map(|_| scope.spawn(|| store.clone().keep(&skill, &digest, &long).unwrap())).collect();
            let reader = scope.spawn(|| {
                for _ in 0..50 {
                    let found = store.text(&skill, &digest).unwrap();
                    assert!(found.is_none_or(|found| found == long));
                }
            });
            writers.into_iter().for_each(|writer| writer.join().unwrap());
            reader.join().unwrap();
        });
        assert_eq!(store.text(&skill, &digest).unwrap().as_deref(), Some(long.as_str()));
    }
}

/// ADR-183: what could not be written is an error, and nothing is kept.
#[test]
fn a_folder_that_cannot_be_written() {
    let (folder, store) = store();
    // A file where the skill's folder would be.
    fs::write(folder.path().join("texts").join(PAY), "in the way").unwrap();
    assert!(store.keep(&id("pay"), ABC, "abc").is_err());
    // Not a text that was never kept, where a system tells that from a folder that is none.
    assert!(store.text(&id("pay"), ABC).is_err() || !cfg!(unix));
    let beside = folder.path().join("file");
    fs::write(&beside, "").unwrap();
    assert!(FolderStore::open(&beside).is_err());
    assert!(FolderStore::open(beside.join("below")).is_err());
}

/// ADR-185: the first text that memory has under a name stays, as it does in a folder.
#[test]
fn in_memory() {
    let store = MemoryStore::new();
    assert_eq!(text(&store, "pay", ABC), None);
    store.keep(&id("pay"), ABC, "abc").unwrap();
    store.keep(&id("pay"), ABC, "something else").unwrap();
    assert_eq!(text(&store, "pay", ABC).as_deref(), Some("abc"));
    assert_eq!(text(&store, "pay", "../x"), None);
}
