//! What can be wrong with arguments.

/// Why the arguments of a call were refused. The texts are fixed, and name the argument and the rule; of what the model wrote they have at most the name of an unknown
/// argument.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputFault {
    /// The arguments are no object.
    NotAnObject,
    /// A name that the command does not take: the first in the order of their bytes.
    Unknown {
        /// Its first 64 characters.
        field: String,
    },
    /// An argument that must be there.
    Missing {
        /// Its name.
        field: &'static str,
    },
    /// A text that is empty, too long, begins like a flag or holds a control character.
    Text {
        /// The argument.
        field: &'static str,
    },
    /// Something else than one of a few words.
    Choice {
        /// The argument.
        field: &'static str,
        /// The words.
        choices: &'static [&'static str],
    },
    /// Something else than a whole number in a range from 1.
    Number {
        /// The argument.
        field: &'static str,
        /// The end of the range.
        most: u64,
    },
    /// Something else than true or false.
    Flag {
        /// The argument.
        field: &'static str,
    },
    /// Something else than a date.
    Date {
        /// The argument.
        field: &'static str,
    },
    /// A search for nothing and nobody.
    QueryOrPerson,
    /// Something that is no identifier of a person, and might be another verb.
    NotAnIdentifier,
    /// A whole calendar and a window of it at once.
    AllAndWindow,
    /// A window of something that has none.
    WindowOfWhere,
}

impl InputFault {
    /// What a model reads of it.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::NotAnObject => "The arguments must be an object.".to_owned(),
            Self::Unknown { field } => format!("`{field}` is not an argument of this tool."),
            Self::Missing { field } => format!("`{field}` is required."),
            Self::Text { field } => format!(
                "`{field}` must be a text of 1 to 500 characters that does not begin with `-` and has no control characters."
            ),
            Self::Choice { field, choices } => format!("`{field}` must be one of {}.", choices.join(", ")),
            Self::Number { field, most } => format!("`{field}` must be a whole number from 1 to {most}."),
            Self::Flag { field } => format!("`{field}` must be true or false."),
            Self::Date { field } => format!("`{field}` must be a date of the form YYYY-MM-DD."),
            Self::QueryOrPerson => "`query` or `person` is required.".to_owned(),
            Self::NotAnIdentifier => {
                "`query` must be an email, a phone number, `handle:…`, `person:…`, `group:…` or the path of a page."
                    .to_owned()
            }
            Self::AllAndWindow => "`all` goes without `from` and `to`.".to_owned(),
            Self::WindowOfWhere => "`since` and `until` go with `read` `activity` only.".to_owned(),
        }
    }
}
