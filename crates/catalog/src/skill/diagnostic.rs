//! What is wrong with a skill that is read all the same.

use super::fields::Fields;

/// Longest name (Agent Skills specification).
const MAX_NAME_CHARS: usize = 64;

/// Longest description (Agent Skills specification). Nothing is cut here: that is the task of a listing.
const MAX_DESCRIPTION_CHARS: usize = 1_024;

/// Longest `compatibility` (Agent Skills specification).
const MAX_COMPATIBILITY_CHARS: usize = 500;

/// Something in a `SKILL.md` that is not as the standard wants it and does not keep the skill from being read.
///
/// Its text is fixed but for the line, the limit and the name of a known field: it never quotes the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Diagnostic {
    /// The name has other characters than lower-case ASCII letters, digits and hyphens, or a hyphen at an end or beside another.
    #[error("field `name`: should hold only lower-case letters, digits and single hyphens between them")]
    NameForm,
    /// The name is long.
    #[error("field `name`: has more than {limit} characters")]
    NameTooLong {
        /// The standard's limit.
        limit: usize,
    },
    /// The name and the folder's name are not the same.
    #[error("field `name`: differs from the name of the folder")]
    NameDiffersFromFolder,
    /// The description is long. It is kept whole.
    #[error("field `description`: has more than {limit} characters")]
    DescriptionTooLong {
        /// The standard's limit.
        limit: usize,
    },
    /// The compatibility note is long.
    #[error("field `compatibility`: has more than {limit} characters")]
    CompatibilityTooLong {
        /// The standard's limit.
        limit: usize,
    },
    /// A value with a colon that YAML would have wanted in quotes; it was read as if it were.
    #[error("line {line}: an unquoted colon in a value, which was read as if it were quoted")]
    UnquotedColon {
        /// The line on which the value begins.
        line: usize,
    },
    /// A known field that is given again. The first one counts.
    #[error("line {line}: field `{field}`: given again, the first one counts")]
    RepeatedField {
        /// The line of the second one.
        line: usize,
        /// The field.
        field: &'static str,
    },
    /// A field that nobody reads and that is given again.
    #[error("line {line}: a field that is not read is given again")]
    RepeatedUnknownField {
        /// The line of the second one.
        line: usize,
    },
    /// A field of another type than it should have. It is ignored.
    #[error("line {line}: field `{field}`: ignored because it is not {expected}")]
    IgnoredField {
        /// Its line.
        line: usize,
        /// The field.
        field: &'static str,
        /// What it should be.
        expected: &'static str,
    },
}

/// Checks the fields against the standard.
pub(super) fn check(fields: &Fields, folder_name: Option<&str>, diagnostics: &mut Vec<Diagnostic>) {
    let longer = |text: &str, limit: usize| text.chars().nth(limit).is_some();
    if longer(&fields.name, MAX_NAME_CHARS) {
        diagnostics.push(Diagnostic::NameTooLong { limit: MAX_NAME_CHARS });
    }
    let word = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    if !fields.name.split('-').all(word) {
        diagnostics.push(Diagnostic::NameForm);
    }
    if folder_name.is_some_and(|folder| folder != fields.name) {
        diagnostics.push(Diagnostic::NameDiffersFromFolder);
    }
    if longer(&fields.description, MAX_DESCRIPTION_CHARS) {
        diagnostics.push(Diagnostic::DescriptionTooLong { limit: MAX_DESCRIPTION_CHARS });
    }
    if fields.compatibility.as_ref().is_some_and(|text| longer(text, MAX_COMPATIBILITY_CHARS)) {
        diagnostics.push(Diagnostic::CompatibilityTooLong { limit: MAX_COMPATIBILITY_CHARS });
    }
}
