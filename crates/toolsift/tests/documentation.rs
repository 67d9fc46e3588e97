//! What the pages under `docs/` must say.

#![cfg(test)]

/// ADR-246, ADR-257: the stoplist changes results, mixed queries lose words by it, and there is a way out.
#[test]
fn the_stoplist_is_documented() {
    let page = include_str!("../../../docs/defaults.md").replace('\n', " ");
    for sentence in [
        "A query that mixes `can`, `or` or `it` with other words loses them",
        "pass a list of your own, or `none`",
        "The list changes which tools are found and in which order",
    ] {
        assert!(page.contains(sentence), "{sentence}");
    }
}

/// ADR-003, ADR-097, ADR-283, ADR-289: when a search is worth it, what a host must reserve, and what was considered and not done.
#[test]
fn the_reasons_are_documented() {
    let page = include_str!("../../../docs/defaults.md").replace('\n', " ");
    for sentence in [
        "Below roughly 30 tools the whole menu is cheaper than the extra round trip that each discovery costs",
        "Whoever fits a prompt into a window must count the tools, too",
        "A separate call to load a tool",
        "Replacing the menu by what was found",
        "A model as the ranker",
        "Believing a remote tool's own tags",
    ] {
        assert!(page.contains(sentence), "{sentence}");
    }
}

/// ADR-161, ADR-193: what discovery costs and does not bound, and what a digest cannot do.
#[test]
fn what_skills_leave_open_is_documented() {
    let page = include_str!("../../../docs/defaults.md").replace('\n', " ");
    for sentence in [
        "That build is linear in the registry",
        "A search may show what the index lists already",
        "`maxIndex` bounds the prompt and, where searches find skills, not the reach",
        "It detects that a text has changed and cannot restore it",
        "Skills that were selected up front are loaded by the host, from what the registry says now",
        "no authorisation",
        "Tools before skills would starve the skills",
    ] {
        assert!(page.contains(sentence), "{sentence}");
    }
}
