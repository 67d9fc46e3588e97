//! What every reader does first: bytes to text, and a JSON error to one of ours.

use crate::error::CatalogError;
use crate::place::Places;

/// The text of a source, without its byte-order mark.
pub(crate) fn text<'a>(bytes: &'a [u8], name: &str) -> Result<&'a str, CatalogError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text)),
        Err(error) => {
            let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let place = Places::new(name, std::str::from_utf8(valid).unwrap_or_default()).end();
            Err(CatalogError::NotUtf8 { place })
        }
    }
}

/// A syntax error of a text that begins at `start`.
pub(crate) fn not_json(start: &Places<'_>, error: &serde_json::Error) -> CatalogError {
    // The parser's words with the position cut off; a syntax error quotes nothing of the source.
    let words = error.to_string();
    let reason = words.split(" at line ").next().unwrap_or_default().to_owned();
    CatalogError::NotJson { place: start.inside(error), column: error.column(), reason }
}
