//! One document after the other.

use std::collections::HashSet;

use toolsift_core::{SearchDoc, ToolId};

use super::Document;
use super::random::Random;
use super::vocabulary::Vocabulary;
use super::words::{FUNCTION_WORDS, PARAMETERS};

/// Makes `n` documents with `n` ids.
pub(super) fn documents(n: usize) -> Vec<(SearchDoc, Document)> {
    let vocabulary = Vocabulary::new();
    let mut random = Random(6);
    let mut ids = HashSet::with_capacity(n);
    (0..n).map(|_| document(&vocabulary, &mut random, &mut ids)).collect()
}

fn document(vocabulary: &Vocabulary, random: &mut Random, ids: &mut HashSet<String>) -> (SearchDoc, Document) {
    let thing = |random: &mut Random| vocabulary.things.draw(random).to_owned();
    let server = vocabulary.servers.draw(random).to_owned();
    let verb = vocabulary.verbs.draw(random).to_owned();
    let object = thing(random);
    let mut name = vec![server.clone(), verb.clone(), object.clone()];
    if random.percent(50) {
        name.push(thing(random));
    }
    let mut id = id(&name);
    while !ids.insert(id.clone()) {
        name.push(thing(random));
        id = self::id(&name);
    }
    let tags: Vec<String> = (0..1 + random.below(2)).map(|_| thing(random)).collect();
    let alias = vec![vocabulary.verbs.draw(random).to_owned(), object.clone(), thing(random)];
    let alias = if random.percent(50) { alias } else { Vec::new() };
    let sentences = [sentence(&verb, Some(&object), vocabulary, random), more(vocabulary, random)];
    let parameters: Vec<[String; 2]> = (0..2 + random.below(2))
        .map(|_| {
            [if random.percent(40) { object.clone() } else { thing(random) }, (*random.of(&PARAMETERS)).to_owned()]
        })
        .collect();

    let mut search = SearchDoc::new(ToolId::new(&id).expect("an id of a few words"));
    search.description = Some(prose(&sentences));
    search.tags.clone_from(&tags);
    search.aliases = if alias.is_empty() { Vec::new() } else { vec![alias.join(" ")] };
    search.parameters = parameters.iter().map(|words| words.join("_")).collect();
    let fields =
        [name.join(" "), alias.join(" "), tags.join(" "), sentences.concat().join(" "), parameters.concat().join(" ")];
    let merged = fields.iter().filter(|field| !field.is_empty()).cloned().collect::<Vec<_>>().join(" ");
    (search, Document { fields, merged })
}

/// `server__verb_object`.
fn id(name: &[String]) -> String {
    format!("{}__{}", name[0], name[1..].join("_"))
}

/// A verb, its object and what belongs to it.
fn sentence(verb: &str, object: Option<&String>, vocabulary: &Vocabulary, random: &mut Random) -> Vec<String> {
    let mut words = vec![verb.to_owned(), "the".to_owned()];
    words.extend(object.cloned());
    for _ in 0..2 + random.below(3) {
        words.push((*random.of(&FUNCTION_WORDS)).to_owned());
        words.push(vocabulary.things.draw(random).to_owned());
        if random.percent(25) {
            words.push(vocabulary.things.draw(random).to_owned());
        }
    }
    words
}

/// A second sentence of a quarter of the documents.
fn more(vocabulary: &Vocabulary, random: &mut Random) -> Vec<String> {
    if random.percent(25) {
        let verb = vocabulary.verbs.draw(random);
        sentence(verb, None, vocabulary, random)
    } else {
        Vec::new()
    }
}

/// Sentences as they are written.
fn prose(sentences: &[Vec<String>]) -> String {
    let mut text = String::new();
    for sentence in sentences.iter().filter(|sentence| !sentence.is_empty()) {
        if !text.is_empty() {
            text.push(' ');
        }
        let words = sentence.join(" ");
        let (first, rest) = words.split_at(1);
        text.push_str(&first.to_ascii_uppercase());
        text.push_str(rest);
        text.push('.');
    }
    text
}
