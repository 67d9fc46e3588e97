//! The five fields of a document: their weights, their caps, and the terms each of them keeps.

use std::ops::ControlFlow;

use serde::Serialize;
use toolsift_core::limits::{
    MAX_ALIAS_TERMS, MAX_DESCRIPTION_TERMS, MAX_NAME_TERMS, MAX_PARAMETER_TERMS, MAX_TAG_TERMS,
    MAX_UNTRUSTED_NAME_TERMS,
};
use toolsift_core::{SearchDoc, Standing, chars_prefix};
use toolsift_tokenizer::{Labels, MAX_FIELD_CHARS, for_each_term};

/// How often a term counts within one field, at most (ADR 0125, D5): repetition is worth a bounded constant.
pub const TERM_FREQUENCY_CLAMP: u8 = 2;

/// How much description and parameters together may add to a term's weighted frequency.
///
/// It equals what a description alone can reach, so that text of any length and number never outweighs a name (3) that is not over-long.
pub const TEXT_POOL_CUT: f64 = 2.0;

/// What one occurrence in the name of a document that is not trusted is worth in a [guarded](toolsift_core::Ranking::Guarded) index.
///
/// It is less than a word of the host's own for that document: its aliases and tags (2).
pub const UNTRUSTED_NAME_WEIGHT: f64 = 1.0;

/// A field of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Field {
    /// The id.
    Name,
    /// Other ways to ask for it.
    Aliases,
    /// Topics.
    Tags,
    /// Prose.
    Description,
    /// Property names, then their descriptions.
    Parameters,
}

impl Field {
    /// Every field, in the order in which their frequencies are summed.
    pub const ALL: [Self; 5] = [Self::Name, Self::Aliases, Self::Tags, Self::Description, Self::Parameters];

    /// What one occurrence is worth (ADR 0125, D5; parameters are ours, at the weight of the description).
    #[must_use]
    pub const fn weight(self) -> f64 {
        match self {
            Self::Name => 3.0,
            Self::Aliases | Self::Tags => 2.0,
            Self::Description | Self::Parameters => 1.0,
        }
    }

    /// How many terms are kept of a document of some standing, the first ones.
    #[must_use]
    pub const fn max_terms(self, standing: Standing) -> usize {
        match self {
            Self::Name if matches!(standing, Standing::Trusted) => MAX_NAME_TERMS,
            Self::Name => MAX_UNTRUSTED_NAME_TERMS,
            Self::Aliases => MAX_ALIAS_TERMS,
            Self::Tags => MAX_TAG_TERMS,
            Self::Description => MAX_DESCRIPTION_TERMS,
            Self::Parameters => MAX_PARAMETER_TERMS,
        }
    }

    /// The name as it is printed.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Aliases => "aliases",
            Self::Tags => "tags",
            Self::Description => "description",
            Self::Parameters => "parameters",
        }
    }
}

/// Hands the texts of a field to `visit`, each as much of it as is read, all together at most [`MAX_FIELD_CHARS`] characters.
pub(crate) fn for_each_text(doc: &SearchDoc, field: Field, labels: &mut Labels, visit: impl FnMut(&str)) {
    match field {
        Field::Name => cut([doc.id.name()].into_iter(), visit),
        Field::Aliases => {
            labels.read(&doc.aliases);
            labels.iter().for_each(visit);
        }
        Field::Tags => {
            labels.read(unnamed_namespace(doc).into_iter().chain(doc.tags.iter().map(String::as_str)));
            labels.iter().for_each(visit);
        }
        Field::Description => cut(doc.description.as_deref().into_iter(), visit),
        Field::Parameters => cut(doc.parameters.iter().map(String::as_str), visit),
    }
}

/// A declared namespace that the id does not begin with: as a tag, so that a search for the provider finds its tools.
fn unnamed_namespace(doc: &SearchDoc) -> Option<&str> {
    doc.namespace.as_deref().filter(|namespace| !doc.id.name().starts_with(namespace))
}

/// Hands out texts up to the shared budget of a field. A text costs a character more than it has, so that empty ones end, too.
fn cut<'a>(texts: impl Iterator<Item = &'a str> + Clone, mut visit: impl FnMut(&str)) {
    // Nearly always all of them fit, and no character need be counted: a text has at most as many as bytes.
    if texts.clone().map(|text| text.len() + 1).sum::<usize>() <= MAX_FIELD_CHARS {
        return texts.for_each(visit);
    }
    let mut left = MAX_FIELD_CHARS;
    for text in texts {
        if left == 0 {
            break;
        }
        let text = chars_prefix(text, left);
        left = left.saturating_sub(text.chars().count() + 1);
        visit(text);
    }
}

/// Hands the kept terms of a field to `visit` and answers how many there were, repeats counted.
pub(crate) fn for_each_kept_term(doc: &SearchDoc, field: Field, mut visit: impl FnMut(&str)) -> u32 {
    let (mut labels, most, mut kept) = (Labels::default(), field.max_terms(doc.standing), 0);
    for_each_text(doc, field, &mut labels, |text| keep_terms(text, most, &mut kept, &mut visit));
    u32::try_from(kept).unwrap_or(u32::MAX)
}

/// Hands the terms of one of a field's texts to `visit`, as long as fewer than `most` of the field were `kept`.
#[inline]
pub(crate) fn keep_terms(text: &str, most: usize, kept: &mut usize, mut visit: impl FnMut(&str)) {
    for_each_term(text, MAX_FIELD_CHARS, |term| {
        if *kept == most {
            return ControlFlow::Break(());
        }
        *kept += 1;
        visit(term);
        ControlFlow::Continue(())
    });
}
