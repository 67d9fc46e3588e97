//! From the command line to a catalogue, its documents and a ranker.

use std::fs;
use std::io::Read;
use std::path::Path;

use toolsift::catalog::{Author, Catalog, load};
use toolsift::prelude::*;
use toolsift::{search_doc, tokenizer::MAX_QUERY_CHARS};

use crate::args::{Sources, StopwordsArg};
use crate::error::CliError;
use crate::output::warning;
use crate::sample;
use crate::vouch::Vouching;

/// A searchable catalogue.
pub(crate) struct Tools {
    pub(crate) catalog: Catalog,
    pub(crate) docs: Vec<SearchDoc>,
    pub(crate) ranker: Bm25fRanker,
}

impl Tools {
    /// Reads what the command line names.
    pub(crate) fn read(sources: &Sources) -> Result<Self, CliError> {
        let mut catalog = Catalog::new();
        for path in &sources.own {
            catalog.add(load(path, Author::Host)?)?;
        }
        for path in &sources.catalog {
            catalog.add(load(path, Author::ThirdParty)?)?;
        }
        if sources.own.is_empty() && sources.catalog.is_empty() {
            catalog = sample::catalog()?;
        }
        let allowed = |id: &str| {
            sources.namespace.is_empty() || sources.namespace.iter().any(|prefix| id.starts_with(prefix.as_str()))
        };
        let tools = Self::new(catalog, &sources.policy.vouch, allowed, stopwords(&sources.stopwords)?)?;
        if tools.docs.is_empty() && !sources.namespace.is_empty() {
            return Err(CliError::NoTools(format!("{:?}", sources.namespace)));
        }
        Ok(tools)
    }

    /// Indexes the tools of a catalogue that are allowed, and only those: hidden ones have no part in the statistics.
    pub(crate) fn new(
        catalog: Catalog,
        vouch: &[String],
        allowed: impl Fn(&str) -> bool,
        stopwords: Stopwords,
    ) -> Result<Self, CliError> {
        let vouching = Vouching::new(vouch);
        let docs: Vec<SearchDoc> = catalog
            .tools()
            .filter(|tool| allowed(tool.id.as_str()))
            .map(|tool| search_doc(tool, vouching.covers(tool.id.as_str())))
            .collect();
        for pattern in vouching.unused() {
            warning(&format!("--vouch {pattern:?} matches no tool"));
        }
        let ranker = build_ranker(&docs, stopwords)?;
        Ok(Self { catalog, docs, ranker })
    }

    /// The document of an id.
    pub(crate) fn doc(&self, id: &str) -> Option<&SearchDoc> {
        self.docs.iter().find(|doc| doc.id.as_str() == id)
    }

    /// The line that may be shown of a tool.
    pub(crate) fn listing(&self, id: &ToolId, standing: Standing) -> String {
        let vouched = standing == Standing::Trusted;
        self.catalog.get(id.as_str()).map(|tool| listing(tool, vouched)).unwrap_or_default()
    }
}

/// The stopwords that the command line asks for.
pub(crate) fn stopwords(arg: &StopwordsArg) -> Result<Stopwords, CliError> {
    let Some(path) = &arg.stopwords else { return Ok(Stopwords::default()) };
    if path == Path::new("none") {
        return Ok(Stopwords::none());
    }
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|source| CliError::File { path: name.clone(), source })?;
    Stopwords::new(text.lines()).map_err(|source| CliError::Stopwords { path: name, source })
}

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    fs::read(path).map_err(|source| CliError::File { path: path.display().to_string(), source })
}

/// A text of the command line, or of standard input where it is `-`. Of the latter no more is read than `max_chars` characters can take.
pub(crate) fn text(arg: &str, max_chars: usize) -> Result<String, CliError> {
    if arg != "-" {
        return Ok(arg.to_owned());
    }
    let mut bytes = Vec::new();
    let most = max_chars.saturating_mul(4) as u64;
    std::io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        // The limit may have cut the last character.
        Err(error) if error.utf8_error().error_len().is_none() => {
            let valid = error.utf8_error().valid_up_to();
            let mut bytes = error.into_bytes();
            bytes.truncate(valid);
            String::from_utf8(bytes).map_err(|_| CliError::InputNotUtf8)
        }
        Err(_) => Err(CliError::InputNotUtf8),
    }
}

/// A query of the command line: not blank.
pub(crate) fn query(arg: &str) -> Result<String, CliError> {
    let query = text(arg, MAX_QUERY_CHARS)?;
    if query.trim().is_empty() { Err(CliError::EmptyQuery) } else { Ok(query) }
}
