//! Rankers that fail, of tools or of skills: nothing is recorded but the mark, and the other one is left alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use toolsift_core::{Hit, RankError, ToolRanker};
use toolsift_replay::MemoryJournal;
use toolsift_session::{RankerSource, Rankers, Replayer, SessionError};

use crate::rankers::{Answer, Build, Factory, Log, Script, hits};
use crate::toys::{active, id, lines, live, names, output, page, recorded, search, setup, skills, texts, tools};

const UNAVAILABLE: &str = r#"{"error":{"code":"search_unavailable","message":"The search is not available now. Use the tools that are on the menu."}}"#;

/// What a ranker does: answers hits of its own, more than were asked for and then fails, or fails.
fn answers(names: &[&str], does: &str) -> Vec<Answer> {
    let foreign = ["x0", "x1", "x2", "x3", "x4", "x5"];
    match does {
        "answers" => vec![hits(names)],
        "fails" => vec![Answer::Unavailable],
        "fails later" => vec![hits(&foreign), Answer::Unavailable],
        "ends" => vec![Answer::Terminal],
        _ => vec![hits(&foreign), Answer::Terminal],
    }
}

fn scripted(of_tools: &str, of_skills: &str) -> (Log, Rankers) {
    let log = Log::default();
    let tools = Script::new("tools", answers(&["t0"], of_tools)).logging(&log).custom();
    let skills = Script::new("skills", answers(&["s0"], of_skills)).logging(&log).custom();
    (log, Rankers::new(tools, skills))
}

/// ADR-173, ADR-175: where either ranker fails, at once or when it is asked for more, the search is unavailable for a fixed reason, and the mark is all that is written; behind a ranker of tools that fails the other is not asked.
#[test]
fn either_fails() {
    for (of_tools, of_skills, asked) in [
        ("fails", "answers", &["tools q 5"][..]),
        ("fails", "fails", &["tools q 5"]),
        ("fails", "ends", &["tools q 5"]),
        ("fails later", "answers", &["tools q 5", "tools q 10"]),
        ("answers", "fails", &["tools q 5", "skills q 5"]),
        ("answers", "fails later", &["tools q 5", "skills q 5", "skills q 10"]),
    ] {
        let (log, rankers) = scripted(of_tools, of_skills);
        let mut session = live(setup(&tools(2), &skills(2)), rankers);
        let mut journal = MemoryJournal::new();
        let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
        assert_eq!(output(&settled, 0), UNAVAILABLE, "{of_tools} {of_skills}");
        assert!(settled.recorded.is_empty());
        assert_eq!(lines(&journal), [r##"{"mark":"main#turn:0","outcomes":{"0":"search_unavailable"}}"##]);
        assert_eq!(*log.lock().unwrap(), asked, "{of_tools} {of_skills}");
        assert_eq!(names(session.run()), ["search_tools", "activate_skill"]);
        assert!(active(session.run()).is_empty());
        let mut replayer = Replayer::new(setup(&tools(2), &skills(2)), recorded(journal.lines())).unwrap();
        let settled = replayer.settle(0, &[search("q")]).unwrap();
        assert_eq!((output(&settled, 0).as_str(), replayer.finish()), (UNAVAILABLE, vec![]));
    }
}

/// ADR-174, ADR-175: a ranker of either kind that ends the run ends it, and nothing is written.
#[test]
fn either_ends_the_run() {
    for (of_tools, of_skills, asked) in [
        ("ends", "answers", 1),
        ("ends", "fails", 1),
        ("ends later", "answers", 2),
        ("answers", "ends", 2),
        ("answers", "ends later", 3),
    ] {
        let (log, rankers) = scripted(of_tools, of_skills);
        let mut session = live(setup(&tools(2), &skills(2)), rankers);
        let mut journal = MemoryJournal::new();
        let error = session.settle(0, &[search("q")], &mut journal).unwrap_err();
        assert!(matches!(error, SessionError::Terminal(RankError::Terminal(_))), "{of_tools} {of_skills}");
        assert_eq!((error.to_string().as_str(), journal.lines().len()), ("the run was ended by its ranker", 0));
        assert_eq!(log.lock().unwrap().len(), asked);
        assert_eq!(names(session.run()), ["search_tools", "activate_skill"]);
    }
}

/// ADR-173, ADR-175, ADR-142: a factory of either kind that fails is asked again at the next search; behind one of tools that fails, or whose ranker fails, that of skills does not build.
#[test]
fn factories_fail() {
    let script = |kind, does: &str| {
        let name = if kind == "tools" { "t0" } else { "s0" };
        Build::Ranker(Arc::new(Script::new(kind, answers(&[name], does))))
    };
    let of_tools = Factory::new([Build::Unavailable, script("", "answers"), script("tools", "answers")]);
    let of_skills = Factory::new([Build::Unavailable, script("", "answers"), script("skills", "answers")]);
    let rankers = Rankers::new(RankerSource::Factory(of_tools.clone()), RankerSource::Factory(of_skills.clone()));
    let mut session = live(setup(&tools(2), &skills(2)), rankers);
    let mut journal = MemoryJournal::new();
    let mut builds = Vec::new();
    for turn in 0..6 {
        let settled = session.settle(turn, &[search("q")], &mut journal).unwrap();
        if turn < 4 {
            assert_eq!(output(&settled, 0), UNAVAILABLE);
            assert_eq!(lines(&journal).len() as u64, turn + 1);
        } else {
            assert_eq!(page(&output(&settled, 0)).1, texts(&["s0"]));
        }
        builds.push((of_tools.seen().len(), of_skills.seen().len()));
    }
    // The third ranker of tools is kept while the factory of skills is asked again.
    assert_eq!(builds, [(1, 0), (2, 0), (3, 1), (3, 2), (3, 3), (3, 3)]);

    for does in ["fails", "fails later"] {
        let of_tools = Script::new("tools", answers(&[], does)).custom();
        let of_skills = Factory::new([Build::Terminal]);
        let rankers = Rankers::new(of_tools, RankerSource::Factory(of_skills.clone()));
        let mut session = live(setup(&tools(2), &skills(2)), rankers);
        let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
        assert_eq!((output(&settled, 0).as_str(), of_skills.seen().len()), (UNAVAILABLE, 0), "{does}");
    }
}

/// ADR-174: a factory of skills that ends the run ends it behind an answer of the ranker of tools, which takes no effect.
#[test]
fn a_factory_of_skills_that_ends_the_run() {
    let (log, rankers) = scripted("answers", "answers");
    let of_skills = RankerSource::Factory(Factory::new([Build::Terminal]));
    let mut session = live(setup(&tools(2), &skills(2)), Rankers::new(rankers.tools, of_skills));
    let mut journal = MemoryJournal::new();
    let error = session.settle(0, &[search("q")], &mut journal).unwrap_err();
    assert!(matches!(error, SessionError::Terminal(RankError::Terminal(_))));
    assert_eq!((log.lock().unwrap().len(), journal.lines().len()), (1, 0));
    assert_eq!(names(session.run()), ["search_tools", "activate_skill"]);
}

/// ADR-173: with one ranker of both kinds it is the same.
#[test]
fn the_one_ranker_fails() {
    for does in ["fails", "fails later"] {
        let script = Script::new("bm25f", answers(&[], does)).built_in();
        let mut session = live(setup(&tools(2), &skills(2)), script);
        let mut journal = MemoryJournal::new();
        let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
        assert_eq!(output(&settled, 0), UNAVAILABLE);
        assert_eq!(lines(&journal), [r##"{"mark":"main#turn:0","outcomes":{"0":"search_unavailable"}}"##]);
    }
}

/// ADR-173, ADR-176: a ranker of skills that forgets its kind once the run has begun is not recorded without one: the search is unavailable.
#[test]
fn a_kind_that_changes() {
    #[derive(Debug)]
    struct Forgets(AtomicUsize);
    impl ToolRanker for Forgets {
        fn kind(&self) -> &str {
            if self.0.fetch_add(1, Ordering::Relaxed) == 0 { "skills" } else { "" }
        }
        fn rank(&self, _: &str, _: usize) -> Result<Vec<Hit>, RankError> {
            Ok(vec![Hit::new(id("s0"), 1.0)])
        }
    }
    let forgets = RankerSource::Custom(Arc::new(Forgets(AtomicUsize::new(0))));
    let rankers = Rankers::new(Script::new("tools", [hits(&["t0"])]).custom(), forgets);
    let mut session = live(setup(&tools(2), &skills(2)), rankers);
    let mut journal = MemoryJournal::new();
    let settled = session.settle(0, &[search("q")], &mut journal).unwrap();
    assert_eq!(output(&settled, 0), UNAVAILABLE);
    assert_eq!(lines(&journal), [r##"{"mark":"main#turn:0","outcomes":{"0":"search_unavailable"}}"##]);
    assert_eq!(names(session.run()), ["search_tools", "activate_skill"]);
}
