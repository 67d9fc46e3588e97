//! JSON of a host that nobody vouches for, read within bounds and the same in every program.
//!
//! The features that a program gives `serde_json` change how it reads numbers, so it reads only texts here.

use serde_json::{Map, Number, Value};

use crate::limits::{MAX_DEPTH, MAX_NODES};

/// What the names begin with that `serde_json` keeps for itself. An object with one of them would be read as something else by whoever reads a result again, depending on the
/// features of that program.
const RESERVED: &str = "$serde_json::private::";

/// The value of a text that is JSON: at most [`MAX_DEPTH`] deep, at most [`MAX_NODES`] values, each name of an object once and none [reserved](RESERVED), each number within
/// the range of doubles.
/// A whole number of 64 bits is itself, any other number the nearest double.
///
/// # Complexity
///
/// Linear in the text, plus ordering the names of each object.
pub(crate) fn read(bytes: &[u8]) -> Option<Value> {
    let mut reader = Reader { text: std::str::from_utf8(bytes).ok()?, at: 0, nodes: 0 };
    let value = reader.value(0)?;
    reader.space();
    (reader.at == bytes.len()).then_some(value)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    nodes: usize,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Option<Value> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return None;
        }
        self.space();
        match self.peek()? {
            b'{' => self.object(depth + 1),
            b'[' => self.array(depth + 1),
            b'"' => self.string().map(Value::String),
            b't' => self.literal("true", Value::Bool(true)),
            b'f' => self.literal("false", Value::Bool(false)),
            b'n' => self.literal("null", Value::Null),
            _ => self.number().map(Value::Number),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut members = Map::new();
        self.sequence(b'}', depth, |reader| {
            reader.space();
            let key = reader.string().filter(|key| !key.starts_with(RESERVED))?;
            reader.space();
            reader.take(b':')?;
            let value = reader.value(depth)?;
            members.insert(key, value).is_none().then_some(())
        })?;
        Some(Value::Object(members))
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        let mut values = Vec::new();
        self.sequence(b']', depth, |reader| {
            values.push(reader.value(depth)?);
            Some(())
        })?;
        Some(Value::Array(values))
    }

    /// What stands between brackets, with commas between and none at the end.
    fn sequence(&mut self, end: u8, depth: usize, mut element: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.at += 1;
        self.space();
        if self.take(end).is_some() {
            return Some(());
        }
        loop {
            element(self)?;
            self.space();
            if self.take(end).is_some() {
                return Some(());
            }
            self.take(b',')?;
        }
    }

    /// A string, whose escapes are left to `serde_json`: no feature changes how it reads one.
    fn string(&mut self) -> Option<String> {
        let start = self.at;
        self.take(b'"')?;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        serde_json::from_str(self.text.get(start..self.at)?).ok()
    }

    fn literal(&mut self, word: &str, value: Value) -> Option<Value> {
        let rest = self.text.as_bytes().get(self.at..)?;
        rest.starts_with(word.as_bytes()).then(|| {
            self.at += word.len();
            value
        })
    }

    fn number(&mut self) -> Option<Number> {
        let start = self.at;
        let _ = self.take(b'-');
        if self.take(b'0').is_none() {
            self.digits()?;
        }
        let whole = self.at;
        if self.take(b'.').is_some() {
            self.digits()?;
        }
        if self.take(b'e').or_else(|| self.take(b'E')).is_some() {
            let _ = self.take(b'+').or_else(|| self.take(b'-'));
            self.digits()?;
        }
        let literal = self.text.get(start..self.at)?;
        if whole == self.at {
            if let Ok(number) = literal.parse::<i64>() {
                return Some(number.into());
            }
            if let Ok(number) = literal.parse::<u64>() {
                return Some(number.into());
            }
        }
        Number::from_f64(literal.parse().ok()?)
    }

    /// One digit or more.
    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }
}

#[cfg(test)]
mod tests;
