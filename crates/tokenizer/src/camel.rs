//! Where one identifier word ends and the next begins: the classes of characters and the rule.

/// What a character is to the splitter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Between words.
    Separator,
    /// A capital letter.
    Upper,
    /// A small letter.
    Lower,
    /// A digit or other number.
    Digit,
    /// A letter without case.
    Letter,
    /// A combining mark: it belongs to whatever stands before it and has no class of its own.
    Mark,
    /// A character of a script that is written without spaces.
    Unspaced,
}

impl Class {
    pub(crate) fn of_ascii(byte: u8) -> Self {
        match byte {
            b'a'..=b'z' => Self::Lower,
            b'A'..=b'Z' => Self::Upper,
            b'0'..=b'9' => Self::Digit,
            _ => Self::Separator,
        }
    }
}

/// Whether a new word begins at `here`: after a small letter or digit (`createIssue`, `s3Bucket`), and before the last
/// capital of a run that goes on in small letters (`HTTPServer`). Never between a letter and a digit (`oauth2`).
pub(crate) fn is_boundary(before: Class, here: Class, after: Option<Class>) -> bool {
    here == Class::Upper
        && match before {
            Class::Lower | Class::Digit => true,
            Class::Upper => after == Some(Class::Lower),
            _ => false,
        }
}
