//! `toolsift docs`: what is indexed, shown and withheld of each tool, and why.

use serde::Serialize;
use toolsift::bm25f_index::Field;
use toolsift::prelude::*;
use toolsift::trust_policy::{
    PolicyError, Remoteness, TRUSTED_TEXT_WARNING, Trust, definition_digest, remoteness, skill_search_docs, trust,
};

use crate::Outcome;
use crate::args;
use crate::error::CliError;
use crate::output::{DIM, GOOD, Output, STRONG, WARN, harmless, styled};
use crate::sources::{Tools, skills};

/// A tool as a machine reads about it.
#[derive(Serialize)]
struct Json<'a> {
    id: &'a ToolId,
    author: &'static str,
    why: &'static str,
    digest: String,
    doc: Option<&'a SearchDoc>,
    listing: String,
    spec: Option<MenuSpec>,
    #[serde(rename = "schemaCut")]
    schema_cut: bool,
    withheld: Vec<&'static str>,
}

pub(crate) fn run(args: &args::Docs, output: &mut Output) -> Result<Outcome, CliError> {
    let tools = Tools::read(&args.sources)?;
    let skills = skills(&args.skills)?;
    for id in &args.ids {
        let is_skill =
            || skills.iter().flat_map(|skills| &skills.skills).any(|skill| skill.definition.id.as_str() == id);
        if tools.tool(id).is_none() && !is_skill() {
            return Err(CliError::UnknownTool(id.clone()));
        }
    }
    let wanted = |tool: &&ToolDefinition| args.ids.is_empty() || args.ids.iter().any(|id| id == tool.id.as_str());
    for tool in tools.tools.iter().filter(wanted) {
        let spec = tool_spec(tool);
        if output.is_json() {
            output.json(&Json {
                id: &tool.id,
                author: author(tool),
                why: why(tool),
                digest: definition_digest(tool),
                doc: tools.doc(tool.id.as_str()),
                listing: listing(tool),
                schema_cut: spec.as_ref().is_ok_and(|spec| spec.cut),
                spec: spec.ok(),
                withheld: withheld(tool),
            })?;
        } else {
            print(&tools, tool, spec, output)?;
        }
    }
    for loaded in skills {
        let wanted = |id: &str| args.ids.is_empty() || args.ids.iter().any(|wanted| wanted == id);
        for skill in loaded.skills.into_iter().filter(|skill| wanted(skill.definition.id.as_str())) {
            let docs = skill_search_docs([&skill.definition]);
            if output.is_json() {
                output.json(&docs.first())?;
            } else {
                output.line(&format!(
                    "{}  {}",
                    styled(STRONG, &harmless(skill.definition.id.as_str())),
                    styled(GOOD, "skill of the host")
                ))?;
                for doc in docs.iter() {
                    indexed(doc, output)?;
                }
            }
        }
    }
    Ok(Outcome::Hit)
}

fn print(
    tools: &Tools,
    tool: &ToolDefinition,
    spec: Result<MenuSpec, PolicyError>,
    output: &mut Output,
) -> Result<(), CliError> {
    let style = if trust(tool) == Trust::Unvouched { WARN } else { GOOD };
    output.line(&format!(
        "{}  {} ({})",
        styled(STRONG, &harmless(tool.id.as_str())),
        styled(style, author(tool)),
        why(tool)
    ))?;
    match tools.doc(tool.id.as_str()) {
        Some(doc) => indexed(doc, output)?,
        None => field("indexed", "nothing: an id like this needs vouching or an annotation", output)?,
    }
    if tools.annotations.contains_key(&tool.id) {
        field("annotated", "by the host, so its tags and aliases begin with yours", output)?;
    }
    field("listed", &listing(tool), output)?;
    match spec {
        Ok(spec) => {
            let schema = spec.canonical_json().chars().count();
            let cut = if spec.cut { ", schema cut" } else { "" };
            field("on the menu", &format!("{schema} characters of JSON{cut}"), output)?;
        }
        Err(error) => field("on the menu", &format!("never: {error}"), output)?,
    }
    let withheld = withheld(tool);
    if !withheld.is_empty() {
        field("withheld", &withheld.join(", "), output)?;
    }
    if trust(tool) == Trust::Vouched {
        field("note", TRUSTED_TEXT_WARNING, output)?;
    }
    field("digest", &definition_digest(tool), output)
}

fn indexed(doc: &SearchDoc, output: &mut Output) -> Result<(), CliError> {
    let size = |texts: &[String]| texts.iter().map(|text| text.chars().count()).sum::<usize>();
    let description = doc.description.as_deref().map_or(0, |text| text.chars().count());
    let parts = [
        (Field::Name, doc.id.as_str().chars().count()),
        (Field::Aliases, size(&doc.aliases)),
        (Field::Tags, size(&doc.tags)),
        (Field::Description, description),
        (Field::Parameters, size(&doc.parameters)),
    ];
    let parts =
        parts.iter().filter(|(_, chars)| *chars > 0).map(|(field, chars)| format!("{} ({chars})", field.as_str()));
    field("indexed", &format!("{} characters", parts.collect::<Vec<_>>().join(", ")), output)
}

fn field(title: &str, text: &str, output: &mut Output) -> Result<(), CliError> {
    output.line(&format!("  {} {}", styled(DIM, &format!("{title:<11}")), harmless(text)))
}

fn author(tool: &ToolDefinition) -> &'static str {
    match trust(tool) {
        Trust::FirstParty => "the host's own",
        Trust::Vouched => "third-party, vouched for",
        _ => "third-party",
    }
}

fn why(tool: &ToolDefinition) -> &'static str {
    match remoteness(tool) {
        None => "not remote",
        Some(Remoteness::Origin) => "remote by its origin",
        Some(Remoteness::JsonSchema) => "remote by its schema",
        Some(_) => "another agent",
    }
}

/// The parts of a definition that are neither indexed nor shown.
fn withheld(tool: &ToolDefinition) -> Vec<&'static str> {
    let tainted = tool.description.as_ref().is_some_and(Text::is_tainted);
    if trust(tool) != Trust::Unvouched {
        return if tainted { vec!["description"] } else { Vec::new() };
    }
    let parts = [
        ("description", tool.description.is_some()),
        ("tags", !tool.tags.is_empty()),
        ("aliases", !tool.aliases.is_empty()),
        ("parameters", tool.input_schema.is_some() || tool.json_input_schema.is_some()),
    ];
    parts.into_iter().filter(|(_, given)| *given).map(|(part, _)| part).collect()
}
