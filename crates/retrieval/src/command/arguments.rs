//! What a model passed, read strictly.

use serde_json::Value;
use toolsift_core::chars_prefix;

use super::fault::InputFault;
use crate::fields::Fields;
use crate::limits::MAX_ARGUMENT_CHARS;

/// Characters of an unknown name that a fault quotes.
const MAX_QUOTED_CHARS: usize = 64;

/// An object that has no other members than a command takes. A member that is `null` is not an absent one.
pub(super) struct Arguments<'a>(Fields<'a>);

impl<'a> Arguments<'a> {
    pub(super) fn read(input: &'a Value, known: &[&str]) -> Result<Self, InputFault> {
        let fields = Fields::open(input).ok_or(InputFault::NotAnObject)?;
        match fields.unknown(known) {
            None => Ok(Self(fields)),
            Some(field) => Err(InputFault::Unknown { field: chars_prefix(field, MAX_QUOTED_CHARS).to_owned() }),
        }
    }

    /// A free text that cannot be read as a flag.
    pub(super) fn text(&self, field: &'static str) -> Result<Option<&'a str>, InputFault> {
        let Some(value) = self.0.get(field) else { return Ok(None) };
        let is_plain = |text: &&str| {
            let length = text.chars().take(MAX_ARGUMENT_CHARS + 1).count();
            (1..=MAX_ARGUMENT_CHARS).contains(&length) && !text.starts_with('-') && !text.chars().any(|c| c < ' ')
        };
        value.as_str().filter(is_plain).map(Some).ok_or(InputFault::Text { field })
    }

    /// A free text that must be there.
    pub(super) fn required(&self, field: &'static str) -> Result<&'a str, InputFault> {
        self.text(field)?.ok_or(InputFault::Missing { field })
    }

    /// One of a few words.
    pub(super) fn choice(
        &self,
        field: &'static str,
        choices: &'static [&'static str],
    ) -> Result<Option<&'static str>, InputFault> {
        let Some(value) = self.0.get(field) else { return Ok(None) };
        let choice = value.as_str().and_then(|word| choices.iter().find(|&&choice| choice == word));
        choice.map(|&choice| Some(choice)).ok_or(InputFault::Choice { field, choices })
    }

    /// A whole number from 1, however it is written: `5` and `5.0` are one number.
    pub(super) fn number(&self, field: &'static str, most: u64) -> Result<Option<String>, InputFault> {
        let Some(value) = self.0.get(field) else { return Ok(None) };
        let number = value.as_u64().or_else(|| {
            // Within the range a double that is whole is a number of a few digits.
            (1..=most).find(|&number| value.as_f64() == u32::try_from(number).ok().map(f64::from))
        });
        let number = number.filter(|number| (1..=most).contains(number));
        number.map(|number| Some(number.to_string())).ok_or(InputFault::Number { field, most })
    }

    /// True or false; absent is false.
    pub(super) fn flag(&self, field: &'static str) -> Result<bool, InputFault> {
        self.0.get(field).map_or(Ok(false), |value| value.as_bool().ok_or(InputFault::Flag { field }))
    }

    /// Four digits, two, and two. Whether there is such a day is the host's to know.
    pub(super) fn date(&self, field: &'static str) -> Result<Option<&'a str>, InputFault> {
        let Some(value) = self.0.get(field) else { return Ok(None) };
        let is_date = |text: &&str| {
            text.len() == 10
                && text.bytes().enumerate().all(|(place, byte)| match place {
                    4 | 7 => byte == b'-',
                    _ => byte.is_ascii_digit(),
                })
        };
        value.as_str().filter(is_date).map(Some).ok_or(InputFault::Date { field })
    }
}
