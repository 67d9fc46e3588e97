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
    pub(crate) const fn of_ascii(byte: u8) -> Self {
        match byte {
            b'a'..=b'z' => Self::Lower,
            b'A'..=b'Z' => Self::Upper,
            b'0'..=b'9' => Self::Digit,
            _ => Self::Separator,
        }
    }
}

/// What follows a capital letter, as far as the rule asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ahead {
    /// A small letter, so that the capital begins a word.
    Small,
    /// A small `s` and then no small letter or digit: the plural of an acronym.
    PluralEnd,
    /// Anything else, or nothing.
    Other,
}

impl Ahead {
    /// Of the next character and the class of the one after it.
    pub(crate) fn new(next: Option<(char, Class)>, second: Option<Class>) -> Self {
        match next {
            Some(('s', _)) if !matches!(second, Some(Class::Lower | Class::Digit | Class::Letter)) => Self::PluralEnd,
            Some((_, Class::Lower)) => Self::Small,
            _ => Self::Other,
        }
    }
}

/// Whether a new word begins at `here`: after a small letter or digit (`createIssue`, `s3Bucket`), and before the last
/// capital of a run that goes on in small letters (`HTTPServer`, but not `URLs`). Never between a letter and a digit (`oauth2`).
pub(crate) fn is_boundary(before: Class, here: Class, ahead: impl FnOnce() -> Ahead) -> bool {
    here == Class::Upper
        && match before {
            Class::Lower | Class::Digit => true,
            Class::Upper => ahead() == Ahead::Small,
            _ => false,
        }
}
