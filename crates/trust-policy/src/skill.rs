//! What a model is told of a skill before it asks for it.

use toolsift_core::{SkillDefinition, chars_prefix};
use toolsift_tokenizer::{MAX_LABELS, is_ignorable};

use crate::listing::{first_line, is_whole_line};

/// Longest id of a skill that is offered, in characters (ADR 0125, review round 1). The Agent Skills standard has the same bound.
pub const MAX_SKILL_ID_CHARS: usize = 64;
/// Longest tag in an index of skills, in characters (ADR 0125, review round 1).
pub const MAX_INDEX_TAG_CHARS: usize = 32;

/// Whether a skill can be offered: its id fits on one line that shows it as it is. A model could not name any other.
///
/// ```
/// use toolsift_trust_policy::is_offerable_skill_id;
///
/// assert!(is_offerable_skill_id("month-end"));
/// assert!(!is_offerable_skill_id("month\nend"));
/// ```
#[must_use]
pub fn is_offerable_skill_id(id: &str) -> bool {
    // Nearly every id, without looking its characters up.
    if (1..=MAX_SKILL_ID_CHARS).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic()) {
        return true;
    }
    /// The format characters (Unicode's Cf) that are visible or annotate: the others are ignorable.
    const FORMAT: [std::ops::RangeInclusive<char>; 9] = [
        '\u{600}'..='\u{605}',
        '\u{6DD}'..='\u{6DD}',
        '\u{70F}'..='\u{70F}',
        '\u{890}'..='\u{891}',
        '\u{8E2}'..='\u{8E2}',
        '\u{FFF9}'..='\u{FFFB}',
        '\u{110BD}'..='\u{110BD}',
        '\u{110CD}'..='\u{110CD}',
        '\u{13430}'..='\u{1343F}',
    ];
    let is_format = |c: char| is_ignorable(c) || FORMAT.iter().any(|range| range.contains(&c));
    let hides = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') || is_format(c);
    id.chars().nth(MAX_SKILL_ID_CHARS).is_none() && !id.chars().any(hides) && id.trim() == id && !id.is_empty()
}

/// The line that may be shown of a skill: the first one of its description, up to 160 characters. Empty where there is none, or where it is tainted.
#[must_use]
pub fn skill_listing(skill: &SkillDefinition) -> String {
    description(skill).map(first_line).unwrap_or_default()
}

/// Whether a skill's [listing](skill_listing) is less than the first line of its description, so that a reader sees a part of it.
#[must_use]
pub fn is_skill_listing_cut(skill: &SkillDefinition) -> bool {
    description(skill).is_some_and(|text| !is_whole_line(text))
}

/// A skill's line in an index: `- id: first line of the description [tag, tag]`, each tag up to 32 characters and at most 16 of them.
///
/// # Complexity
///
/// Bounded: of the description and of each tag one line is read.
///
/// ```
/// use toolsift_core::{SkillDefinition, SkillId};
/// use toolsift_trust_policy::skill_index_line;
///
/// let mut skill = SkillDefinition::new(SkillId::new("month-end")?, "…");
/// skill.description = Some("Closes the books.\nMore.".into());
/// skill.tags = vec!["finance".to_owned()];
/// assert_eq!(skill_index_line(&skill), "- month-end: Closes the books. [finance]");
/// # Ok::<(), toolsift_core::CoreError>(())
/// ```
#[must_use]
pub fn skill_index_line(skill: &SkillDefinition) -> String {
    let tags = skill.tags.iter().map(|tag| first_line(tag)).filter(|tag| !tag.is_empty()).take(MAX_LABELS);
    let tags: Vec<String> = tags.map(|tag| chars_prefix(&tag, MAX_INDEX_TAG_CHARS).trim_end().to_owned()).collect();
    let mut line = format!("- {}:", skill.id);
    let listing = skill_listing(skill);
    if !listing.is_empty() {
        line = format!("{line} {listing}");
    }
    if !tags.is_empty() {
        line = format!("{line} [{}]", tags.join(", "));
    }
    line
}

fn description(skill: &SkillDefinition) -> Option<&str> {
    skill.description.as_ref().filter(|text| !text.is_tainted()).map(|text| text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolsift_core::{SkillId, Text};

    fn skill(description: Option<Text>, tags: &[&str]) -> SkillDefinition {
        let mut skill = SkillDefinition::new(SkillId::new("pay").unwrap(), "Pay.");
        skill.description = description;
        skill.tags = tags.iter().map(|&tag| tag.to_owned()).collect();
        skill
    }

    /// ADR-271: up to 64 characters on one line that hide nothing, with no space around them.
    #[test]
    fn ids_that_are_offered() {
        let (long, longer) = ("é".repeat(64), "é".repeat(65));
        for id in ["a", "month-end", "a b", "überweisung", "日本", "~", "é", &"x".repeat(64), &long] {
            assert!(is_offerable_skill_id(id), "{id:?}");
        }
        for id in ["", " ", " a", "a ", "é ", "a\u{a0}", &"x".repeat(65), &longer] {
            assert!(!is_offerable_skill_id(id), "{id:?}");
        }
        let controls = ['\0', '\t', '\n', '\r', '\u{1b}', '\u{7f}', '\u{85}', '\u{9b}', '\u{2028}', '\u{2029}'];
        // The first and the last of each range of visible format characters.
        let formats = [
            '\u{600}',
            '\u{605}',
            '\u{6dd}',
            '\u{70f}',
            '\u{890}',
            '\u{891}',
            '\u{8e2}',
            '\u{fff9}',
            '\u{fffb}',
            '\u{110bd}',
            '\u{110cd}',
            '\u{13430}',
            '\u{1343f}',
        ];
        let ignorable = ['\u{ad}', '\u{200b}', '\u{202e}', '\u{feff}', '\u{e0041}'];
        for odd in controls.into_iter().chain(formats).chain(ignorable) {
            for id in [format!("a{odd}b"), format!("é{odd}é")] {
                assert!(!is_offerable_skill_id(&id), "{id:?}");
            }
        }
    }

    /// ADR-104, ADR-272: the first line of the description and the tags, where there are some.
    #[test]
    fn lines_by_hand() {
        let cut = "é".repeat(161);
        for (description, tags, line, listing, is_cut) in [
            (None, &[][..], "- pay:", "", false),
            (Some("One.\nTwo.".into()), &[], "- pay: One.", "One.", false),
            (None, &["a", "\n", "b c"], "- pay: [a, b c]", "", false),
            (Some("One.".into()), &["a"], "- pay: One. [a]", "One.", false),
            (Some(Text::tainted("One.")), &["a"], "- pay: [a]", "", false),
            (Some(Text::tainted(&*cut)), &[], "- pay:", "", false),
            (Some("é".repeat(160).into()), &[], &format!("- pay: {}", "é".repeat(160)), &"é".repeat(160), false),
            (Some(cut.clone().into()), &[], &format!("- pay: {}", "é".repeat(160)), &"é".repeat(160), true),
        ] {
            let skill = skill(description, tags);
            assert_eq!(skill_index_line(&skill), line);
            assert_eq!((skill_listing(&skill).as_str(), is_skill_listing_cut(&skill)), (listing, is_cut), "{line}");
        }
        let many = vec!["t"; 17];
        assert_eq!(skill_index_line(&skill(None, &many)), format!("- pay: [{}]", vec!["t"; 16].join(", ")));
        let long = format!("{} z", "x".repeat(31));
        assert_eq!(skill_index_line(&skill(None, &[&long])), format!("- pay: [{}]", "x".repeat(31)));
    }
}
