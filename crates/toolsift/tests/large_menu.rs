//! The example of a large menu, measured.

#![cfg(test)]

#[path = "../examples/large_menu.rs"]
mod large_menu;

/// ADR-292, ADR-293: of 160 tools a menu with a search costs less than a tenth on each of three turns, and what was on it stays as it was.
#[test]
fn a_large_menu_costs_a_tenth() {
    let (everything, costs) = large_menu::costs().unwrap();
    assert!(everything > 160 * 150, "{everything}");
    assert!(costs.iter().all(|cost| cost.chars * 10 < everything), "{costs:?} of {everything}");
    assert_eq!(costs.iter().map(|cost| cost.kept).collect::<Vec<_>>(), [1, 4, 7]);
}
