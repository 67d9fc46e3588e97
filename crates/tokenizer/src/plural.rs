//! Folding a trailing plural, so that `issues` finds `issue` and `queries` finds `query`.
//!
//! Queries and documents fold alike, so an odd stem (`databas`, `movy`) does no harm; it is never folded a second time,
//! because the rule is not idempotent (`databases` → `databas` → `databa`).

/// Folds a case-folded word of `chars` characters in place and answers how many of its bytes remain.
///
/// Words of more than three characters change, by the first rule that fits:
///
/// 1. longer than four, a final `ies` or `ie` becomes `y`: `queries`, `movie`;
/// 2. a final `us`, `use` or `uses` after a consonant becomes `u`: `status`, `statuses`, `menus`;
/// 3. a final `s` goes unless it is `ss`; then, if more than three characters are left,
///    the `e` of a final `se`, `xe`, `ze`, `che` or `she` goes: `boxes`, `branches`, `these`.
pub(crate) fn fold(word: &mut [u8], chars: usize) -> usize {
    let len = word.len();
    if chars <= 3 {
        return len;
    }
    if chars > 4 {
        if let Some(rest) = strip_any(word, &[b"ies", b"ie"]) {
            let keep = rest.len();
            if let Some(last) = word.get_mut(keep) {
                *last = b'y';
            }
            return keep + 1;
        }
    }
    if let Some([.., before]) = strip_any(word, &[b"uses", b"use", b"us"]) {
        if is_consonant(*before) {
            // The `u` stays; what followed it goes.
            return word.iter().rposition(|&byte| byte == b'u').map_or(len, |u| u + 1);
        }
    }
    let mut left: &[u8] = word;
    if !left.ends_with(b"ss") {
        left = left.strip_suffix(b"s").unwrap_or(left);
    }
    let chars_left = chars - (len - left.len());
    if chars_left > 3 && [&b"se"[..], b"xe", b"ze", b"che", b"she"].iter().any(|ending| left.ends_with(ending)) {
        left = left.strip_suffix(b"e").unwrap_or(left);
    }
    left.len()
}

fn strip_any<'a>(word: &'a [u8], endings: &[&[u8]]) -> Option<&'a [u8]> {
    endings.iter().find_map(|ending| word.strip_suffix(*ending))
}

fn is_consonant(byte: u8) -> bool {
    byte.is_ascii_alphabetic() && !b"aeiou".contains(&byte)
}

#[cfg(test)]
mod tests {
    use crate::terms;

    fn fold(word: &str) -> String {
        terms(word, 100).concat()
    }

    /// S18, S23: a query in one number finds a tool named in the other.
    #[test]
    fn pairs_that_must_meet() {
        let pairs = "issue/issues query/queries category/categories box/boxes class/classes dress/dresses fee/fees \
                     employee/employees tie/ties pie/pies database/databases status/statuses menu/menus bonus/bonuses \
                     movie/movies invoice/invoices cache/caches branch/branches";
        for pair in pairs.split_whitespace() {
            let (one, many) = pair.split_once('/').unwrap();
            assert_eq!(fold(one), fold(many), "{pair}");
        }
    }

    /// S24: no word is cut down to another one.
    #[test]
    fn pairs_that_must_stay_apart() {
        for pair in ["not/note", "stat/state", "sit/site", "fil/file", "mak/make", "ty/ties"] {
            let (one, other) = pair.split_once('/').unwrap();
            assert_ne!(fold(one), fold(other), "{pair}");
        }
    }

    /// ADR-055: the stems themselves, by hand.
    #[test]
    fn the_stems() {
        for (word, stem) in [
            // The four pins of the document.
            ("this", "thi"),
            ("does", "doe"),
            ("these", "thes"),
            ("those", "thos"),
            // Unchanged.
            ("access", "access"),
            ("address", "address"),
            ("ids", "ids"),
            ("pis", "pis"),
            ("bus", "bus"),
            ("use", "use"),
            ("tie", "tie"),
            ("issue", "issue"),
            ("menu", "menu"),
            // One of each rule, at the lengths where it begins to hold.
            ("pies", "pie"),
            ("movie", "movy"),
            ("queries", "query"),
            ("statuses", "statu"),
            ("status", "statu"),
            ("uses", "use"),
            ("house", "hous"),
            ("houses", "hous"),
            ("axes", "axe"),
            ("boxes", "box"),
            ("sizes", "siz"),
            ("caches", "cach"),
            ("dishes", "dish"),
            ("employees", "employee"),
            ("dresses", "dress"),
            ("fees", "fee"),
            ("ties", "tie"),
            // Accepted: an unneeded or a missed fold.
            ("news", "new"),
            ("series", "sery"),
            ("alias", "alia"),
            ("aliases", "alias"),
            ("analysis", "analysi"),
            ("analyses", "analys"),
            ("buses", "bu"),
            // Beyond ASCII: the ending is what counts, the length is in characters.
            ("cafés", "café"),
            ("été", "été"),
            ("ñus", "ñus"),
            ("años", "año"),
        ] {
            assert_eq!(fold(word), stem, "{word}");
        }
    }
}
