//! From the command line to a catalogue, its documents and a ranker.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use toolsift::catalog::{
    Author, Catalog, Entry, FolderInstructions, MAX_FILE_BYTES, Skill, Skills, load, load_skills, parse_annotations,
};
use toolsift::prelude::*;
use toolsift::tokenizer::MAX_QUERY_CHARS;
use toolsift::trust_policy::is_offerable_skill_id;

use crate::args::{self, Policy, StopwordsArg};
use crate::error::CliError;
use crate::output::warning;
use crate::sample;

/// A searchable catalogue.
pub(crate) struct Tools {
    /// In the order of their ids; the vouching flags are set.
    pub(crate) tools: Vec<ToolDefinition>,
    pub(crate) annotations: Annotations,
    pub(crate) docs: Arc<[SearchDoc]>,
    pub(crate) searcher: Searcher,
    pub(crate) ranking: Ranking,
    /// The source of each tool of the command line's catalogues.
    pub(crate) origins: BTreeMap<ToolId, Arc<str>>,
}

impl Tools {
    /// Reads what the command line names.
    pub(crate) fn read(sources: &args::Sources) -> Result<Self, CliError> {
        let mut catalog = Catalog::new();
        catalog.add(entries(sources)?)?;
        let mut tools: Vec<ToolDefinition> = catalog.tools().cloned().collect();
        if !sources.namespace.is_empty() {
            // Hidden tools have no part in the statistics.
            tools.retain(|tool| sources.namespace.iter().any(|prefix| tool.id.as_str().starts_with(prefix.as_str())));
            if tools.is_empty() {
                return Err(CliError::NoTools(format!("{:?}", sources.namespace)));
            }
        }
        let origins = catalog.entries().map(|entry| (entry.tool.id.clone(), entry.place.source.clone())).collect();
        let ranking = sources.ranking.or(Ranking::Plain);
        Ok(Self { origins, ..Self::new(tools, &sources.policy, stopwords(&sources.stopwords)?, ranking)? })
    }

    /// Applies what the operator says to some tools, and indexes them.
    pub(crate) fn new(
        tools: Vec<ToolDefinition>,
        policy: &Policy,
        stopwords: Stopwords,
        ranking: Ranking,
    ) -> Result<Self, CliError> {
        Self::annotated(tools, Annotations::new(), policy, stopwords, ranking)
    }

    /// The same, with words of the host's from elsewhere. Those of the command line come in their place where both have some for a tool.
    pub(crate) fn annotated(
        mut tools: Vec<ToolDefinition>,
        mut annotations: Annotations,
        policy: &Policy,
        stopwords: Stopwords,
        ranking: Ranking,
    ) -> Result<Self, CliError> {
        vouch_for(&mut tools, policy);
        annotations.append(&mut self::annotations(policy)?);
        let unknown = annotations.keys().filter(|id| tools.binary_search_by(|tool| tool.id.cmp(id)).is_err()).count();
        if unknown > 0 {
            warning(&format!("{unknown} of the annotations are for no tool of the catalogue"));
        }
        let docs = tool_search_docs(&tools, &annotations);
        let searcher = Searcher::build(&docs, &Params::default().with_ranking(ranking), stopwords)?;
        Ok(Self { tools, annotations, docs, searcher, ranking, origins: BTreeMap::new() })
    }

    /// The tool of an id.
    pub(crate) fn tool(&self, id: &str) -> Option<&ToolDefinition> {
        self.tools.binary_search_by(|tool| tool.id.as_str().cmp(id)).ok().and_then(|place| self.tools.get(place))
    }

    /// The document of an id.
    pub(crate) fn doc(&self, id: &str) -> Option<&SearchDoc> {
        self.docs.binary_search_by(|doc| doc.id.as_str().cmp(id)).ok().and_then(|place| self.docs.get(place))
    }

    /// The line that may be shown of a tool.
    pub(crate) fn listing(&self, id: &ToolId) -> String {
        self.tool(id.as_str()).map(listing).unwrap_or_default()
    }
}

/// All that the catalogue files hold, or the sample where none is named. Ids may come twice.
pub(crate) fn entries(sources: &args::Sources) -> Result<Vec<Entry>, CliError> {
    if sources.own.is_empty() && sources.catalog.is_empty() {
        return Ok(sample::entries()?);
    }
    let mut entries = Vec::new();
    for path in &sources.own {
        entries.append(&mut load(path, Author::Host)?);
    }
    for path in &sources.catalog {
        entries.append(&mut load(path, Author::ThirdParty)?);
    }
    Ok(entries)
}

/// Sets the flags of the tools that the operator vouches for; an idle `--vouch` is named on standard error.
pub(crate) fn vouch_for<'t>(tools: impl IntoIterator<Item = &'t mut ToolDefinition>, policy: &Policy) {
    for idle in vouch(tools, &policy.vouch) {
        warning(&format!("--vouch {:?} holds for no third-party tool", idle.pattern()));
    }
}

/// The host's own words for tools.
pub(crate) fn annotations(policy: &Policy) -> Result<Annotations, CliError> {
    Ok(match &policy.annotations {
        Some(path) => parse_annotations(&read(path)?, &path.display().to_string())?,
        None => Annotations::new(),
    })
}

/// The skills of some folders; those that cannot be read are named on standard error.
pub(crate) fn skills(args: &args::Skills) -> Result<Vec<Skills>, CliError> {
    let skills: Vec<Skills> = args.folders.iter().map(|folder| load_skills(folder)).collect::<Result<_, _>>()?;
    for failure in skills.iter().flat_map(|skills| &skills.failures) {
        warning(&failure.to_string());
    }
    Ok(skills)
}

/// The skills of some folders, each name once, and the loader of their instructions.
pub(crate) fn registry(args: &args::Skills) -> Result<(Vec<Skill>, FolderInstructions), CliError> {
    let skills: Vec<Skill> = skills(args)?.into_iter().flat_map(|skills| skills.skills).collect();
    let loader = FolderInstructions::new(&skills)?;
    if skills.is_empty() && !args.folders.is_empty() {
        warning("no skill in the folders of --skills");
    }
    Ok((skills, loader))
}

/// Names on standard error the skills whose ids no line can show.
pub(crate) fn warn_of_odd_ids<'s>(ids: impl IntoIterator<Item = &'s SkillId>) {
    for id in ids.into_iter().filter(|id| !is_offerable_skill_id(id.as_str())) {
        warning(&format!("the skill {id:?} is left out: no line can show its id"));
    }
}

/// The stopwords that the command line asks for.
pub(crate) fn stopwords(arg: &StopwordsArg) -> Result<Stopwords, CliError> {
    let Some(path) = &arg.stopwords else { return Ok(Stopwords::default()) };
    if path == Path::new("none") {
        return Ok(Stopwords::none());
    }
    let text = read_text(path)?;
    Stopwords::new(text.lines()).map_err(|source| CliError::Stopwords { path: path.display().to_string(), source })
}

/// The bytes of a file, up to what a catalogue may have.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let name = || path.display().to_string();
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|source| CliError::File { path: name(), source })?;
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(|source| CliError::File { path: name(), source })?;
    if bytes.len() as u64 > MAX_FILE_BYTES { Err(CliError::FileTooLarge(name())) } else { Ok(bytes) }
}

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, CliError> {
    let invalid = || CliError::FileNotUtf8(path.display().to_string());
    String::from_utf8(read(path)?).map_err(|_| invalid())
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
