//! Where the front matter ends and the instructions begin.

use std::sync::Arc;

use crate::error::CatalogError;
use crate::place::Place;

/// Largest front matter, in bytes, its two `---` lines not counted. The fields of the standard have less than 2,000 characters together.
pub const MAX_FRONT_MATTER_BYTES: usize = 16 << 10;

/// The front matter and everything behind it.
pub(super) fn split<'a>(text: &'a str, source: &Arc<str>) -> Result<(&'a str, &'a str), CatalogError> {
    let place = Place { source: source.clone(), line: 1 };
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if !is_fence(first) {
        return Err(CatalogError::Shape { place, expected: "front matter, which begins with a line `---`" });
    }
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        if is_fence(line) {
            let front = rest.get(..end).unwrap_or_default();
            return Ok((front, rest.get(end + line.len()..).unwrap_or_default()));
        }
        end += line.len();
        if end > MAX_FRONT_MATTER_BYTES {
            return Err(CatalogError::FrontMatterTooLarge { place, limit: MAX_FRONT_MATTER_BYTES });
        }
    }
    Err(CatalogError::Shape { place, expected: "front matter that ends with a line `---`" })
}

/// Whether a line is `---`, with or without blanks and a line break behind it.
fn is_fence(line: &str) -> bool {
    line.trim_end_matches([' ', '\t', '\r', '\n']) == "---"
}
