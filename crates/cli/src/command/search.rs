//! `toolsift search`: the tools for a request, and the skills beside them.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use toolsift::catalog::Skill;
use toolsift::contracts::chars_prefix;
use toolsift::prelude::*;
use toolsift::tokenizer::MAX_QUERY_CHARS;
use toolsift::trust_policy::{is_offerable_skill_id, skill_listing};

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::output::{DIM, GOOD, Output, STRONG, WARN, harmless, styled};
use crate::sources::{Tools, query, registry, warn_of_odd_ids};

/// The answer as a machine reads it.
#[derive(Serialize)]
struct Json<'a> {
    query: &'a str,
    terms: &'a [String],
    unmatched: &'a [String],
    hits: Vec<JsonHit<'a>>,
}

#[derive(Serialize)]
struct JsonHit<'a> {
    id: &'a str,
    score: Score,
    strength: Strength,
    standing: Standing,
    description: String,
    /// What it is and where it comes from, where skills are searched, too.
    #[serde(flatten)]
    source: Option<Source>,
}

#[derive(Serialize)]
struct Source {
    kind: &'static str,
    origin: String,
}

/// What is searched.
struct Searched {
    tools: Tools,
    /// The skills by id, where some were asked for.
    skills: Option<BTreeMap<String, Skill>>,
}

impl Searched {
    fn read(args: &args::Search) -> Result<Self, CliError> {
        #[cfg(feature = "gateway")]
        let mut tools = match &args.config {
            Some(config) => crate::gateway::tools(config, &args.sources)?,
            None => Tools::read(&args.sources)?,
        };
        #[cfg(not(feature = "gateway"))]
        let mut tools = Tools::read(&args.sources)?;
        if args.skills.folders.is_empty() {
            return Ok(Self { tools, skills: None });
        }
        let (mut skills, _) = registry(&args.skills)?;
        warn_of_odd_ids(skills.iter().map(|skill| &skill.definition.id));
        skills.retain(|skill| is_offerable_skill_id(skill.definition.id.as_str()));
        let docs = combined_search_docs(&tools.docs, &skill_search_docs(skills.iter().map(|skill| &skill.definition)));
        let params = Params::default().with_ranking(tools.ranking);
        tools.searcher = Searcher::build(&docs, &params, tools.searcher.stopwords().clone())?;
        let skills = skills.into_iter().map(|skill| (skill.definition.id.to_string(), skill)).collect();
        Ok(Self { tools, skills: Some(skills) })
    }

    /// The skill that a key stands for.
    fn skill(&self, id: &ToolId) -> Option<&Skill> {
        self.skills.as_ref()?.get(id.as_skill()?)
    }

    fn name<'i>(&self, id: &'i ToolId) -> &'i str {
        if self.skill(id).is_some() { id.name() } else { id.as_str() }
    }

    fn description(&self, id: &ToolId) -> String {
        self.skill(id).map_or_else(|| self.tools.listing(id), |skill| skill_listing(&skill.definition))
    }

    /// What a hit is and the folder or file that it comes from, where there are two kinds.
    fn source(&self, id: &ToolId) -> Option<Source> {
        self.skills.as_ref()?;
        Some(match self.skill(id) {
            Some(skill) => {
                let file = Path::new(&*skill.place.source);
                Source { kind: "skill", origin: file.parent().unwrap_or(file).display().to_string() }
            }
            None => Source {
                kind: "tool",
                origin: self.tools.origins.get(id).map(|file| file.to_string()).unwrap_or_default(),
            },
        })
    }
}

pub(crate) fn run(args: &args::Search, output: &mut Output) -> Result<Outcome, CliError> {
    let query = query(&args.query)?;
    let searched = Searched::read(args)?;
    let answer = searched.tools.searcher.search(&query, usize::from(args.limit));
    if output.is_json() {
        output.json(&Json {
            query: chars_prefix(&query, MAX_QUERY_CHARS),
            terms: &answer.terms,
            unmatched: &answer.unmatched,
            hits: answer
                .hits
                .iter()
                .map(|found| JsonHit {
                    id: searched.name(&found.id),
                    score: found.score,
                    strength: found.strength,
                    standing: found.standing,
                    description: searched.description(&found.id),
                    source: searched.source(&found.id),
                })
                .collect(),
        })?;
    } else {
        print(&searched, &answer, output)?;
    }
    Ok(if answer.hits.is_empty() { Outcome::NoHit } else { Outcome::Hit })
}

fn print(searched: &Searched, answer: &Answer, output: &mut Output) -> Result<(), CliError> {
    if answer.hits.is_empty() {
        let count = |size: usize, kind: &str| format!("{size} {kind}{}", if size == 1 { "" } else { "s" });
        let skills = searched.skills.as_ref().map(|skills| format!(" and {}", count(skills.len(), "skill")));
        let tools = count(searched.tools.tools.len(), "tool");
        output.line(&format!("no match among {tools}{}", skills.unwrap_or_default()))?;
    } else {
        let rows = answer.hits.iter().map(|hit| {
            let trusted = hit.standing == Standing::Trusted;
            let description = harmless(&searched.description(&hit.id));
            let mut row = vec![
                styled(STRONG, &harmless(searched.name(&hit.id))),
                hit.score.to_string(),
                styled(
                    match hit.strength {
                        Strength::Exact | Strength::Strong => GOOD,
                        _ => WARN,
                    },
                    hit.strength.as_str(),
                ),
                if trusted { "trusted".to_owned() } else { styled(WARN, "untrusted") },
                if trusted { description } else { styled(DIM, &description) },
            ];
            if let Some(Source { kind, origin }) = searched.source(&hit.id) {
                row.insert(0, kind.to_owned());
                row.insert(5, styled(DIM, &harmless(&origin)));
            }
            row
        });
        match searched.skills {
            None => output.table(&["tool", "score", "strength", "standing", "description"], rows.collect(), &[1])?,
            Some(_) => {
                let header = ["kind", "id", "score", "strength", "standing", "origin", "description"];
                output.table(&header, rows.collect(), &[2])?;
            }
        }
    }
    if !answer.unmatched.is_empty() {
        let unmatched = answer.unmatched.iter().take(16).map(|term| harmless(term)).collect::<Vec<_>>().join(", ");
        let searched = if searched.skills.is_some() { "tool or skill" } else { "tool" };
        output.line(&styled(DIM, &format!("in no {searched}: {unmatched}")))?;
    }
    Ok(())
}
