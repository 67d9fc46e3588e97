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
