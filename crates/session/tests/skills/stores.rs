//! Instructions that are kept by what they are.

use std::io;
use std::sync::Arc;

use toolsift_core::{InstructionStore, SkillId, Text, chars_prefix};
use toolsift_replay::{Journal, JournalError, Line, MemoryJournal, MemoryStore};
use toolsift_session::{Session, SessionError, Setup};

use crate::toys::{
    ABC, CHANGED, Loader, UNAVAILABLE, activate, active, always, bringing, configured, decision, lines, live, names,
    output, pay, recorded, replay, setup, skill, skill_id, warned, with_loader,
};

/// The SHA-256 of `xyz`.
const XYZ: &str = "3608bca1e44ea6c4d268eb6db02260269892c0b42b86bbf1e77a6fa16c3c9282";

fn keeping(mut setup: Setup, store: Arc<dyn InstructionStore>) -> Setup {
    setup.instructions.store = Some(store);
    setup
}

/// A store that fails, or gives something else.
#[derive(Debug)]
enum Odd {
    KeepsNothing,
    CannotBeRead,
    Gives(&'static str),
}

impl InstructionStore for Odd {
    fn keep(&self, _: &SkillId, _: &str, _: &str) -> io::Result<()> {
        match self {
            Self::KeepsNothing => Err(io::Error::other("no space left on /var/lib/host")),
            _ => Ok(()),
        }
    }

    fn text(&self, _: &SkillId, _: &str) -> io::Result<Option<String>> {
        match self {
            Self::KeepsNothing => Ok(None),
            Self::CannotBeRead => Err(io::Error::other("/var/lib/host is gone")),
            Self::Gives(text) => Ok(Some((*text).to_owned())),
        }
    }
}

/// ADR-123, ADR-183: where the instructions cannot be kept, the turn ends for the host: no decision, no mark, no active skill. A verdict needs no store.
#[test]
fn a_store_that_fails() {
    let skills = [bringing("pay", "abc", &["x"]), skill("dark", Text::tainted("abc"))];
    let mut session = live(keeping(setup(&skills), Arc::new(Odd::KeepsNothing)));
    let mut journal = MemoryJournal::new();
    let error = session.settle(0, &["dark", "nobody", "pay"].map(activate), &mut journal).unwrap_err();
    assert!(matches!(error, SessionError::InstructionStore(_)));
    assert_eq!(error.to_string(), "the instructions of a skill could not be kept");
    assert_eq!((active(session.run()).len(), names(session.run()).len()), (0, 1));
    assert_eq!(
        lines(&journal),
        [
            r##"{"id":"main#turn:0:tool:0:skill","source":"agent-skill-activation","choice":{"skill":"dark","refused":"instructions_refused"}}"##
        ]
    );
}

/// A journal that looks into the store before it takes a decision.
struct Looking {
    kept: MemoryJournal,
    store: Arc<MemoryStore>,
    seen: Vec<Option<String>>,
    has_room: bool,
}

impl Journal for Looking {
    fn append(&mut self, line: &Line) -> Result<(), JournalError> {
        self.seen.push(self.store.text(&skill_id("pay"), ABC).unwrap());
        if !self.has_room {
            return Err(JournalError::Io(io::Error::other("no space left on /var/lib/host")));
        }
        self.kept.append(line)
    }

    fn line_count(&self) -> u64 {
        self.kept.line_count()
    }
}

/// ADR-183, ADR-119: the store has the text before the decision is written, so that no record names a text that is not kept; and the decision is written before it takes effect.
#[test]
fn kept_before_it_is_recorded() {
    for has_room in [true, false] {
        let store = Arc::new(MemoryStore::new());
        let mut journal = Looking { kept: MemoryJournal::new(), store: store.clone(), seen: Vec::new(), has_room };
        let mut session = live(keeping(setup(&[bringing("pay", "abc", &["x"])]), store));
        let settled = session.settle(0, &[activate("pay")], &mut journal);
        assert_eq!(journal.seen, [Some("abc".to_owned())]);
        assert_eq!(active(session.run()).len(), usize::from(has_room));
        assert_eq!(names(session.run()).len(), 1 + usize::from(has_room));
        assert_eq!(settled.is_ok(), has_room);
        if let Err(error) = settled {
            assert_eq!(error.to_string(), "a decision could not be recorded");
        }
    }
}

/// ADR-185, ADR-186: with its store a replay gives the recorded text after an edit, without a warning; the loader is not asked.
#[test]
fn a_replay_gives_what_was_recorded() {
    let store = Arc::new(MemoryStore::new());
    let mut session = live(keeping(setup(&[bringing("pay", "abc", &["x"])]), store.clone()));
    let mut journal = MemoryJournal::new();
    let calls = ["pay", "pay"].map(activate);
    let first = session.settle(0, &calls, &mut journal).unwrap();
    let start = || {
        let edited = with_loader(setup(&[bringing("pay", "edited", &["x"])]), Loader::never());
        keeping(edited, store.clone())
    };
    let mut replayer = replay(start(), journal.lines());
    assert_eq!(replayer.settle(0, &calls).unwrap().outcomes, first.outcomes);
    let mut resumed = Session::resume(start(), always(&[]), recorded(journal.lines())).unwrap();
    let settled = resumed.settle(0, &calls, &mut journal).unwrap();
    assert_eq!((settled.outcomes, settled.warnings.len(), journal.lines().len()), (first.outcomes, 0, 1));
}

/// ADR-185, ADR-121: the text of another skill is never given, nor another text than the digest's: a record can ask for an older text of its own skill alone.
#[test]
fn never_the_text_of_another() {
    let store = Arc::new(MemoryStore::new());
    store.keep(&skill_id("pay"), ABC, "abc").unwrap();
    store.keep(&skill_id("sell"), XYZ, "xyz").unwrap();
    let given = |digest: &str, store: Arc<dyn InstructionStore>| {
        let line = decision(0, 0, &format!(r#"{{"skill":"pay","digest":"{digest}"}}"#));
        let mut replayer = replay(keeping(setup(&[skill("pay", "now")]), store), &[line]);
        let settled = replayer.settle(0, &[activate("pay")]).unwrap();
        (output(&settled, 0), warned(&settled).len())
    };
    let abc = r#"{"skill":"pay","instructions":"abc"}"#.to_owned();
    assert_eq!(given(ABC, store.clone()), (abc.clone(), 0));
    for other in [XYZ, &ABC.to_uppercase(), "../x", "", chars_prefix(ABC, 63)] {
        assert_eq!(given(other, store.clone()), (CHANGED.to_owned(), 1), "{other}");
    }
    for odd in [Odd::CannotBeRead, Odd::Gives("xyz"), Odd::Gives("abc "), Odd::KeepsNothing] {
        let text = format!("{odd:?}");
        assert_eq!(given(ABC, Arc::new(odd)), (CHANGED.to_owned(), 1), "{text}");
    }
    assert_eq!(given(ABC, Arc::new(Odd::Gives("abc"))), (abc, 0));
}

/// ADR-266, ADR-114: a kept text that is longer than this run allows is not given.
#[test]
fn the_cap_of_this_run() {
    let store = Arc::new(MemoryStore::new());
    store.keep(&skill_id("pay"), ABC, "abc").unwrap();
    let config = serde_json::json!({ "maxInstructionBytes": 2 });
    let start = keeping(configured(&[skill("pay", "ok")], config), store);
    let settled = replay(start, &[pay(0, 0)]).settle(0, &[activate("pay")]).unwrap();
    assert_eq!(output(&settled, 0), UNAVAILABLE);
}

/// ADR-285, ADR-185: a store that cannot be read is no end of the run: what the skill says now is given where it is what was recorded.
#[test]
fn a_store_that_cannot_be_read() {
    for odd in [Odd::CannotBeRead, Odd::Gives("something else"), Odd::KeepsNothing] {
        let start = keeping(setup(&[skill("pay", "abc")]), Arc::new(odd));
        let settled = replay(start, &[pay(0, 0)]).settle(0, &["pay", "pay"].map(activate)).unwrap();
        assert_eq!(output(&settled, 0), r#"{"skill":"pay","instructions":"abc"}"#);
        assert_eq!(settled.outcomes[&1].output.to_value()["instructions"], "abc");
    }
}
