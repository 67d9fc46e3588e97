//! Labels: the tags and aliases that an author attaches.

use crate::normalize::{fold_case, nfkc_prefix};
use crate::term::{MAX_FIELD_CHARS, ascii_prefix};

/// Longest label, in characters (ADR 0125, D6).
pub const MAX_LABEL_CHARS: usize = 80;

/// Most labels of one list (ADR 0125, D6).
pub const MAX_LABELS: usize = 16;

/// Most entries of a list that are looked at for [`MAX_LABELS`] distinct ones. The documents are silent.
pub const MAX_LABELS_READ: usize = 256;

/// The normal form of a label: NFKC, case folded, every run of white space or control characters one space, at most
/// [`MAX_LABEL_CHARS`] characters. `None` where nothing is left.
///
/// # Complexity
///
/// Linear in [`MAX_FIELD_CHARS`]: the rest is not looked at.
///
/// ```
/// use toolsift_tokenizer::normalize_label;
///
/// assert_eq!(normalize_label("  Bill\tthe  Ｃustomer "), Some("bill the customer".to_owned()));
/// assert_eq!(normalize_label(" \u{200B} "), None);
/// ```
#[must_use]
pub fn normalize_label(label: &str) -> Option<String> {
    let mut normal = String::new();
    push_normal(label, &mut normal);
    Some(normal).filter(|normal| !normal.is_empty())
}

/// Adds the normal form of a label to a text.
fn push_normal(label: &str, onto: &mut String) {
    match ascii_prefix(label, MAX_FIELD_CHARS) {
        Some(ascii) if ascii.len() <= MAX_LABEL_CHARS && is_spaced(ascii.as_bytes()) => {
            let start = onto.len();
            onto.push_str(ascii);
            onto.get_mut(start..).unwrap_or_default().make_ascii_lowercase();
        }
        Some(ascii) => onto.push_str(&of_ascii(ascii.as_bytes())),
        None => onto.push_str(&of_any(label)),
    }
}

/// Whether nothing but single spaces stands between the words of ASCII text, as in most labels.
fn is_spaced(label: &[u8]) -> bool {
    let mut after_space = true;
    let mut is_spaced = true;
    for byte in label {
        let is_space = *byte <= b' ' || *byte == 0x7F;
        is_spaced &= !(is_space & (after_space | (*byte != b' ')));
        after_space = is_space;
    }
    is_spaced & !after_space
}

/// The path of ASCII text, which is in normal form.
fn of_ascii(label: &[u8]) -> String {
    let mut normal = String::with_capacity(label.len().min(MAX_LABEL_CHARS + 1));
    let words = label.split(|byte| byte.is_ascii_control() || *byte == b' ').filter(|word| !word.is_empty());
    for word in words {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.extend(word.iter().take(MAX_LABEL_CHARS).map(|byte| char::from(byte.to_ascii_lowercase())));
        if normal.len() >= MAX_LABEL_CHARS {
            break;
        }
    }
    normal.truncate(MAX_LABEL_CHARS);
    normal.truncate(normal.trim_end().len());
    normal
}

/// The general path.
fn of_any(label: &str) -> String {
    let text = nfkc_prefix(label, MAX_FIELD_CHARS);
    let text = fold_case(&text);
    let mut normal = String::new();
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    for word in words {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(word);
    }
    if let Some((end, _)) = normal.char_indices().nth(MAX_LABEL_CHARS) {
        normal.truncate(end);
        normal.truncate(normal.trim_end().len());
    }
    normal
}

/// The first [`MAX_LABELS`] distinct normal forms of a list, in its order.
///
/// # Complexity
///
/// At most [`MAX_LABELS_READ`] entries are looked at.
///
/// ```
/// use toolsift_tokenizer::normalize_labels;
///
/// assert_eq!(normalize_labels(["Billing", "", "billing ", "Invoices"]), ["billing", "invoices"]);
/// ```
#[must_use]
pub fn normalize_labels<I>(labels: I) -> Vec<String>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    let mut distinct = Labels::default();
    distinct.read(labels);
    distinct.iter().map(str::to_owned).collect()
}

/// The normal forms of one list after the other, in memory that is used again.
///
/// ```
/// use toolsift_tokenizer::Labels;
///
/// let mut labels = Labels::default();
/// for (list, distinct) in [(["Billing", "billing "], &["billing"][..]), (["Tax", "VAT"], &["tax", "vat"])] {
///     labels.read(list);
///     assert_eq!(labels.iter().collect::<Vec<_>>(), distinct);
/// }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Labels {
    /// One behind the other.
    text: String,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Labels {
    /// Takes the place of what was read before: the first [`MAX_LABELS`] distinct normal forms of a list, as [`normalize_labels`] gives them.
    pub fn read<I>(&mut self, labels: I)
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        self.text.clear();
        self.ends.clear();
        for label in labels.into_iter().take(MAX_LABELS_READ) {
            if self.ends.len() == MAX_LABELS {
                break;
            }
            let start = self.text.len();
            push_normal(label.as_ref(), &mut self.text);
            let normal = self.text.get(start..).unwrap_or_default();
            if normal.is_empty() || self.iter().any(|known| known == normal) {
                self.text.truncate(start);
            } else {
                self.ends.push(self.text.len());
            }
        }
    }

    /// The normal forms, in the order of the list.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |end| self.text.get(std::mem::replace(&mut start, *end)..*end).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Both paths give the same label.
        #[test]
        fn both_paths_give_the_same_label(label in "[ -~\\x00-\\x1f\\x7f]{0,100}|([a-zA-Z]{1,30}[ \\t]{1,3}){0,5}") {
            prop_assert_eq!(of_ascii(label.as_bytes()), of_any(&label));
        }

        /// What most labels look like is copied, and nothing else is.
        #[test]
        fn a_label_in_single_spaces_is_copied(label in "[a-zA-Z\\x00-\\x20\\x7f-]{0,6}|([a-zA-Z]{1,30} ?){0,4}") {
            let is_normal = of_ascii(label.as_bytes()) == label.to_ascii_lowercase();
            prop_assert_eq!(is_spaced(label.as_bytes()) && label.len() <= MAX_LABEL_CHARS, is_normal && !label.is_empty());
            prop_assert_eq!(normalize_label(&label).unwrap_or_default(), of_any(&label));
        }
    }

    /// ADR-093: the normal form, by hand.
    #[test]
    fn the_normal_form() {
        for (label, normal) in [
            ("Billing", "billing"),
            ("ＢＩＬＬ\u{3000}ｔｈｅ　ｃｕｓｔｏｍｅｒ", "bill the customer"),
            ("ﬁnance", "finance"),
            ("Straße", "strasse"),
            ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"),
            (" a \u{0} b\r\n c\t", "a b c"),
            ("pay\u{AD}ment\u{E0041}", "payment"),
            ("createIssue", "createissue"),
        ] {
            assert_eq!(normalize_label(label).as_deref(), Some(normal), "{label:?}");
        }
    }

    /// ADR-069: 80 characters, 16 labels.
    #[test]
    fn labels_are_bounded() {
        assert_eq!(normalize_label(&"é".repeat(80)), Some("é".repeat(80)));
        assert_eq!(normalize_label(&"é".repeat(81)), Some("é".repeat(80)));
        let cut_at_a_space = format!("{} tail", "x".repeat(79));
        assert_eq!(normalize_label(&cut_at_a_space), Some("x".repeat(79)));
        let many: Vec<String> = (0..17).map(|i| format!("label {i}")).collect();
        assert_eq!(normalize_labels(&many), many.get(..16).unwrap());
        let late = std::iter::repeat_n("same", MAX_LABELS_READ).chain(["late"]);
        assert_eq!(normalize_labels(late), ["same"]);
    }
}
