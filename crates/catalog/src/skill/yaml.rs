//! As much of YAML as front matter needs.
//!
//! It is built on the events of a parser and not on a serde reader, because only the events still tell what was written:
//! every scalar is its own text (`no`, `1.10`, a date), a key that is given twice is there twice, and the four
//! features by which a short text becomes a large or a surprising value (anchors, aliases, tags, merge keys) can be
//! refused where they stand. The work is bounded by the size of the front matter and by a depth.

use std::borrow::Cow;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, StrInput, Tag};

use crate::error::CatalogError;
use crate::place::Place;

/// How deep front matter may nest; its own mapping is the first level. The standard needs two levels, the hooks that some
/// clients allow there seven.
pub const MAX_FRONT_MATTER_DEPTH: usize = 16;

/// A value as it was written.
#[derive(Debug)]
pub(super) enum Value {
    /// A scalar without any text, or `null` without quotes.
    Null,
    /// Any other scalar.
    Text(String),
    /// A sequence.
    List(Vec<Value>),
    /// A mapping in its order.
    Map(Vec<Pair>),
}

/// A key and its value.
#[derive(Debug)]
pub(super) struct Pair {
    /// The key.
    pub(super) key: String,
    /// The line of the file on which the key stands.
    pub(super) line: usize,
    /// The value.
    pub(super) value: Value,
}

/// Reads front matter that begins on the second line of a file. Empty front matter is `Null`.
pub(super) fn read(front: &str, source: &Arc<str>) -> Result<Value, CatalogError> {
    let mut reader = Reader { parser: Parser::new_from_str(front), source };
    let mut root = None;
    loop {
        match reader.next()? {
            (Event::StreamEnd, _) => return Ok(root.unwrap_or(Value::Null)),
            (Event::DocumentStart(_), place) if root.is_some() => {
                return Err(CatalogError::YamlFeature { place, feature: "a second document" });
            }
            (Event::Nothing | Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd, _) => {}
            (event, place) => root = Some(reader.value(event, place, 1)?),
        }
    }
}

struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    source: &'a Arc<str>,
}

impl<'a> Reader<'a> {
    /// The next event and where it stands.
    fn next(&mut self) -> Result<(Event<'a>, Place), CatalogError> {
        // The first line of the file is the `---`, so that line 1 of the front matter is line 2.
        let place = |line: usize| Place { source: self.source.clone(), line: line + 1 };
        match self.parser.next_event() {
            None => Ok((Event::StreamEnd, place(1))),
            Some(Ok((event, span))) => Ok((event, place(span.start.line()))),
            Some(Err(error)) => {
                // The parser's words are fixed but for one, behind which it quotes a character.
                let reason = error.info().split(": `").next().unwrap_or_default().to_owned();
                let (line, column) = (error.marker().line(), error.marker().col() + 1);
                Err(CatalogError::NotYaml { place: place(line), column, reason })
            }
        }
    }

    /// The value that begins with an event.
    fn value(&mut self, event: Event<'a>, place: Place, depth: usize) -> Result<Value, CatalogError> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                plain_node(anchor, tag, &place)?;
                let null = style == ScalarStyle::Plain && matches!(&*text, "" | "~" | "null" | "Null" | "NULL");
                Ok(if null { Value::Null } else { Value::Text(text.into_owned()) })
            }
            Event::SequenceStart(anchor, tag) => {
                plain_node(anchor, tag, &place)?;
                within(depth, place)?;
                let mut list = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd, _) => return Ok(Value::List(list)),
                        (event, place) => list.push(self.value(event, place, depth + 1)?),
                    }
                }
            }
            Event::MappingStart(anchor, tag) => {
                plain_node(anchor, tag, &place)?;
                within(depth, place)?;
                let mut map = Vec::new();
                loop {
                    match self.next()? {
                        (Event::MappingEnd, _) => return Ok(Value::Map(map)),
                        (event, place) => map.push(self.pair(event, place, depth)?),
                    }
                }
            }
            Event::Alias(_) => Err(CatalogError::YamlFeature { place, feature: "an alias" }),
            _ => Err(CatalogError::NotYaml { place, column: 1, reason: "a value is missing".to_owned() }),
        }
    }

    /// The pair whose key is an event.
    fn pair(&mut self, event: Event<'a>, place: Place, depth: usize) -> Result<Pair, CatalogError> {
        let (key, style) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                plain_node(anchor, tag, &place)?;
                (text.into_owned(), style)
            }
            Event::Alias(_) => return Err(CatalogError::YamlFeature { place, feature: "an alias" }),
            _ => return Err(CatalogError::YamlFeature { place, feature: "a key that is no string" }),
        };
        if key == "<<" && style == ScalarStyle::Plain {
            return Err(CatalogError::YamlFeature { place, feature: "a merge key" });
        }
        let (event, at) = self.next()?;
        Ok(Pair { key, line: place.line, value: self.value(event, at, depth + 1)? })
    }
}

/// Refuses anchors and tags.
fn plain_node(anchor: usize, tag: Option<Cow<'_, Tag>>, place: &Place) -> Result<(), CatalogError> {
    let feature = match (anchor, tag) {
        (0, None) => return Ok(()),
        (0, Some(_)) => "a tag",
        _ => "an anchor",
    };
    Err(CatalogError::YamlFeature { place: place.clone(), feature })
}

fn within(depth: usize, place: Place) -> Result<(), CatalogError> {
    if depth <= MAX_FRONT_MATTER_DEPTH {
        return Ok(());
    }
    Err(CatalogError::TooDeep { place, limit: MAX_FRONT_MATTER_DEPTH })
}
