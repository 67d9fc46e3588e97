//! Reading an object without believing in it.
//!
//! Derived readers take an array for a struct, fail on one wrong type, and accept a key twice. This one takes each field
//! by itself, as the text it was written in, and never builds a tree.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The fields of an object, each as it was written.
pub(crate) struct Fields<'a>(BTreeMap<String, &'a RawValue>);

/// The fields of a text that is one object with each key once.
pub(crate) fn object(json: &str) -> Option<Fields<'_>> {
    serde_json::from_str(json).ok()
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object that gives each key once")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = BTreeMap::new();
                while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
                    if fields.insert(key, value).is_some() {
                        return Err(serde::de::Error::custom("a key is given twice"));
                    }
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Each)
    }
}

/// The first texts of a list, as many as this.
struct Texts(usize);

impl<'de> DeserializeSeed<'de> for Texts {
    type Value = Vec<String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Texts {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let mut texts = Vec::new();
        while texts.len() < self.0 {
            let Some(element) = elements.next_element::<&RawValue>()? else { return Ok(texts) };
            texts.extend(serde_json::from_str::<String>(element.get()));
        }
        while elements.next_element::<IgnoredAny>()?.is_some() {}
        Ok(texts)
    }
}

impl<'a> Fields<'a> {
    /// A field as it was written.
    pub(crate) fn raw(&self, key: &str) -> Option<&'a str> {
        self.0.get(key).map(|raw| raw.get())
    }

    /// The keys, in their order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// A field that is a text.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        serde_json::from_str(self.raw(key)?).ok()
    }

    /// A field that is a whole number written as one: no sign, point or exponent.
    pub(crate) fn integer(&self, key: &str) -> Option<u64> {
        crate::id::number(self.raw(key)?)
    }

    /// The texts of a field that is a list, up to `cap` of them; what is no text is left out. The rest of the list is passed over.
    pub(crate) fn texts(&self, key: &str, cap: usize) -> Option<Vec<String>> {
        Texts(cap).deserialize(&mut serde_json::Deserializer::from_str(self.raw(key)?)).ok()
    }
}
