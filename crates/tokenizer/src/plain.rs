//! The rules once more, plainly and for any text: what the fast paths are held against.

use unicode_normalization::UnicodeNormalization;

use crate::camel::{Ahead, Class, is_boundary};
use crate::ignorable::is_ignorable;
use crate::normalize::fold_case;
use crate::term::MAX_TERM_CHARS;
use crate::traits::look_up_class;

/// Texts in which everything happens that happens in some text: words of several scripts, composed and not, wide and hidden characters.
pub(crate) const MIXED: &str = "(\\PC{0,3}|[ -~]{0,12}|[a-zA-Z0-9]{0,40}|[a-z]{0,4}(ies|ie|us|use|uses|ss|s|se|ches|xe)|\
    [éÉßẞİſﬁΣςσжЖ́Ａ-Ｚａ-ｚ０-９]{0,5}|[a-zA-Z]{0,3}[\u{300}-\u{345}]{0,3}|[文件を한국가각\u{1100}-\u{1175}\u{11a8}ーﾘﾞ]{0,4}|\
    [\u{ad}\u{200b}\u{3164}\u{e0041}ﷺ½①\u{3000}µªºⅣǅͅ]{0,3}|[ _\\-./]{0,2}){0,8}";

pub(crate) fn nfkc_prefix(text: &str, max_chars: usize) -> String {
    text.chars().take(max_chars).filter(|&c| !is_ignorable(c)).nfkc().take(max_chars).collect()
}

/// The terms of a text.
pub(crate) fn terms(text: &str, max_chars: usize) -> Vec<String> {
    let text: Vec<char> = nfkc_prefix(text, max_chars).chars().collect();
    let (mut terms, mut run) = (Vec::new(), String::new());
    let mut before = Class::Separator;
    for (place, &c) in text.iter().enumerate() {
        let class = match look_up_class(c) {
            Class::Mark => before,
            class => class,
        };
        let changes_kind = (before == Class::Unspaced) != (class == Class::Unspaced);
        let rest = &text[place + 1..];
        if class == Class::Separator || changes_kind || is_boundary(before, class, || ahead(rest)) {
            finish(&mut run, before, &mut terms);
        }
        if class != Class::Separator {
            run.push(c);
        }
        before = class;
    }
    finish(&mut run, before, &mut terms);
    terms
}

fn ahead(rest: &[char]) -> Ahead {
    let mut bases = rest.iter().map(|&c| (c, look_up_class(c))).filter(|&(_, class)| class != Class::Mark);
    let next = bases.next();
    Ahead::new(next, bases.next().map(|(_, class)| class))
}

fn finish(run: &mut String, class: Class, terms: &mut Vec<String>) {
    let run = std::mem::take(run);
    let chars: Vec<char> = run.chars().collect();
    if class == Class::Unspaced && chars.len() > 1 {
        terms.extend(chars.windows(2).map(String::from_iter));
    } else if class == Class::Unspaced {
        terms.push(run);
    } else if !run.is_empty() {
        terms.push(singular(&fold_case(&run)).chars().take(MAX_TERM_CHARS).collect());
    }
}

/// A word without the ending of a plural.
fn singular(word: &str) -> String {
    let chars = word.chars().count();
    if chars <= 3 {
        return word.to_owned();
    }
    if let Some(rest) = ["ies", "ie"].iter().find_map(|ending| word.strip_suffix(ending)).filter(|_| chars > 4) {
        return format!("{rest}y");
    }
    if let Some(rest) = ["uses", "use", "us"].iter().find_map(|ending| word.strip_suffix(ending)) {
        if rest.ends_with(|c: char| c.is_ascii_lowercase() && !"aeiou".contains(c)) {
            return format!("{rest}u");
        }
    }
    let left = if word.ends_with("ss") { word } else { word.strip_suffix('s').unwrap_or(word) };
    let ends = ["se", "xe", "ze", "che", "she"].iter().any(|ending| left.ends_with(ending));
    let keeps = left.chars().count() <= 3 || !ends;
    if keeps { left.to_owned() } else { left.strip_suffix('e').unwrap_or(left).to_owned() }
}
