//! What is read: lines of tool text, in ASCII and with other letters in some of them.

use toolsift_core::SearchDoc;

use crate::corpus::Corpus;

/// Of ten lines so many are not ASCII.
const OF_TEN: usize = 4;

/// Ways in which a line is not ASCII; one has as many lines as another.
#[derive(Debug, Clone, Copy)]
enum Script {
    /// Accents that are one character with their letter.
    Composed,
    /// Accents that are characters of their own.
    Decomposed,
    Cyrillic,
    FullWidth,
    Chinese,
}

const SCRIPTS: [Script; 5] =
    [Script::Composed, Script::Decomposed, Script::Cyrillic, Script::FullWidth, Script::Chinese];

/// Lines of so many made documents, all fields of one in each; every fourth writes its parameters in camel case.
#[must_use]
pub fn ascii(documents: usize) -> Vec<String> {
    let corpus = Corpus::new(documents);
    let lines: Vec<String> =
        corpus.written.iter().enumerate().map(|(number, doc)| line(doc, number % 4 == 0)).collect();
    drop(corpus);
    // Copies, so that they lie in memory as they are read.
    lines.clone()
}

fn line(doc: &SearchDoc, is_camel: bool) -> String {
    let mut parts = vec![doc.id.as_str().to_owned()];
    parts.extend(doc.description.clone());
    parts.extend(doc.tags.iter().chain(&doc.aliases).cloned());
    parts.extend(doc.parameters.iter().map(|name| if is_camel { camel(name) } else { name.clone() }));
    parts.join(" ")
}

/// `pageSize` for `page_size`.
fn camel(name: &str) -> String {
    let mut camel = String::new();
    for (number, word) in name.split('_').enumerate() {
        let (first, rest) = word.split_at(usize::from(number > 0 && !word.is_empty()));
        camel += &first.to_ascii_uppercase();
        camel += rest;
    }
    camel
}

/// The same lines, with every second word of four in ten of them written in another way.
#[must_use]
pub fn mixed(lines: &[String]) -> Vec<String> {
    let mut changed = 0;
    let lines = lines.iter().enumerate().map(|(number, line)| {
        if number % 10 >= OF_TEN {
            return line.clone();
        }
        changed += 1;
        let script = SCRIPTS[changed % SCRIPTS.len()];
        let words = line.split(' ').enumerate();
        let words = words.map(|(place, word)| if place % 2 == 1 { written(word, script) } else { word.to_owned() });
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect()
}

/// A word in another script, letter by letter; Chinese has one sign for three letters.
fn written(word: &str, script: Script) -> String {
    let every = if matches!(script, Script::Chinese) { 3 } else { 1 };
    let mut written = String::new();
    for c in word.chars().step_by(every) {
        match script {
            Script::Composed => written.push(with_accent(c).map_or(c, |(composed, _)| composed)),
            Script::Decomposed => {
                written.push(c);
                written.extend(with_accent(c).map(|(_, mark)| mark));
            }
            Script::Cyrillic => written.push(one_of(CYRILLIC, c)),
            Script::FullWidth => written.push(if c.is_ascii_graphic() { wide(c) } else { c }),
            Script::Chinese => written.push(one_of(CHINESE, c)),
        }
    }
    written
}

/// One character, and the mark that makes it of the letter.
fn with_accent(c: char) -> Option<(char, char)> {
    Some(match c {
        'e' => ('é', '\u{301}'),
        'a' => ('à', '\u{300}'),
        'o' => ('ô', '\u{302}'),
        'u' => ('ü', '\u{308}'),
        'c' => ('ç', '\u{327}'),
        _ => return None,
    })
}

fn wide(c: char) -> char {
    char::from_u32(u32::from(c) - 0x21 + 0xFF01).unwrap_or(c)
}

const CYRILLIC: &str = "абцдефгхийклмнопярстувшъыз";

const CHINESE: &str = "创建请求查询文件用户数据消息问题页面项目记录任务名称事件";

/// A letter of another script for one of ours; anything else is kept.
fn one_of(letters: &str, c: char) -> char {
    let place = c.is_ascii_alphabetic().then(|| c.to_ascii_lowercase() as usize - 'a' as usize);
    place.and_then(|place| letters.chars().nth(place)).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_every_script() {
        let all = SCRIPTS.map(|script| written("Record_7", script));
        assert_eq!(all, ["Réçôrd_7", "Re\u{301}c\u{327}o\u{302}rd_7", "рецорд_7", "Ｒｅｃｏｒｄ＿７", "面问_"]);
    }

    #[test]
    fn four_lines_of_ten_are_not_ascii() {
        let ascii = ascii(100);
        assert!(ascii.iter().all(|line| line.is_ascii()));
        assert!(ascii.iter().any(|line| line.contains("Id")), "camel case");
        let changed = mixed(&ascii).iter().filter(|line| !line.is_ascii()).count();
        assert_eq!(changed, 40);
    }
}
