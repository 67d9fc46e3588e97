//! What may be indexed.

use std::sync::Arc;

use toolsift_core::{
    Annotations, CapabilityDefinition, SearchDoc, SkillDefinition, SkillId, Text, ToolDefinition, ToolId, Vocabulary,
    chars_prefix,
};
use toolsift_tokenizer::{MAX_FIELD_CHARS, MAX_LABELS_READ};

use crate::id::{is_odd_id, is_plain_id};
use crate::schema_text::parameters;
use crate::trust::{Trust, standing, trust};

/// The documents of some tools: exactly what may be indexed of them, in the order of the tools.
///
/// A tool that is not believed has a document of its id alone, and none if its id is not [plain](is_plain_id); annotations
/// come on top in either case. Of a description its first [`MAX_FIELD_CHARS`] characters are read. The documents are owned and shared read-only, so that no ranker reaches a definition through them.
///
/// # Complexity
///
/// Linear in the definitions.
pub fn tool_search_docs<'a>(
    tools: impl IntoIterator<Item = &'a ToolDefinition>,
    annotations: &Annotations,
) -> Arc<[SearchDoc]> {
    tools.into_iter().filter_map(|tool| tool_search_doc(tool, annotations.get(&tool.id))).collect()
}

/// Whether a tool has a document at all: it is the host's own, it is annotated, its id is [plain](is_plain_id), or it is vouched for and its id hides nothing.
#[must_use]
pub fn is_searchable(tool: &ToolDefinition, annotated: bool) -> bool {
    let id = tool.id.as_str();
    annotated
        || match trust(tool) {
            Trust::FirstParty => true,
            // Whoever vouches for a server's texts has not read the names that it gives tomorrow.
            Trust::Vouched => !is_odd_id(id),
            Trust::Unvouched => is_plain_id(id),
        }
}

fn tool_search_doc(tool: &ToolDefinition, annotation: Option<&Vocabulary>) -> Option<SearchDoc> {
    if !is_searchable(tool, annotation.is_some()) {
        return None;
    }
    let mut doc = SearchDoc::new(tool.id.clone());
    if let Some(annotation) = annotation {
        doc.tags = labels(&annotation.tags);
        doc.aliases = labels(&annotation.aliases);
    }
    let description = tool.description.as_ref().and_then(untainted).map(|text| chars_prefix(text, MAX_FIELD_CHARS));
    // A namespace that the id does not begin with says something new.
    let (own, foreign) = match tool.namespace.as_deref() {
        Some(namespace) if !tool.id.as_str().starts_with(namespace) => (None, Some(namespace)),
        namespace => (namespace, None),
    };
    doc.standing = standing(tool);
    match trust(tool) {
        Trust::FirstParty => {
            doc.description = description.map(str::to_owned);
            doc.tags.extend(labels(&tool.tags));
            doc.aliases.extend(labels(&tool.aliases));
            // No id begins with more than that.
            doc.namespace = own.or(foreign).map(|namespace| chars_prefix(namespace, MAX_FIELD_CHARS).to_owned());
        }
        Trust::Vouched => {
            // What a server calls a tag, or its name, is believed as far as its description is: as more of it.
            let claims = tool.tags.iter().chain(&tool.aliases).map(String::as_str).chain(foreign);
            doc.description = Some(lines(description.into_iter().chain(claims))).filter(|text| !text.is_empty());
            doc.namespace = own.map(str::to_owned);
        }
        Trust::Unvouched => return Some(doc),
    }
    let schema = tool.json_input_schema.as_ref().or(tool.input_schema.as_ref());
    doc.parameters = schema.map(parameters).unwrap_or_default();
    Some(doc)
}

/// The documents of some skills, under their own ids. Skills are the host's own; a tainted description is left out.
pub fn skill_search_docs<'a>(skills: impl IntoIterator<Item = &'a SkillDefinition>) -> Arc<[SearchDoc]> {
    skills
        .into_iter()
        .map(|skill| own_doc(ToolId::from(&skill.id), skill.description.as_ref(), &skill.tags, &skill.aliases))
        .collect()
}

/// The documents of tools and of skills in one list, the skills under their [keys](ToolId::skill_key), for a ranker that ranks both. A tool under such a key
/// is left out.
///
/// ```
/// use toolsift_core::{SkillDefinition, SkillId, ToolDefinition, ToolId};
/// use toolsift_trust_policy::{Annotations, combined_search_docs, skill_search_docs, tool_search_docs};
///
/// let tools = tool_search_docs([&ToolDefinition::new(ToolId::new("refunds")?)], &Annotations::new());
/// let skills = skill_search_docs([&SkillDefinition::new(SkillId::new("refunds")?, "…")]);
/// let docs = combined_search_docs(&tools, &skills);
/// assert_eq!((docs[0].id.as_skill(), docs[1].id.as_skill()), (None, Some("refunds")));
/// # Ok::<(), toolsift_core::CoreError>(())
/// ```
#[must_use]
pub fn combined_search_docs(tools: &[SearchDoc], skills: &[SearchDoc]) -> Arc<[SearchDoc]> {
    let keyed = skills.iter().filter_map(|doc| {
        let mut doc = doc.clone();
        doc.id = ToolId::skill_key(&SkillId::new(doc.id.as_str()).ok()?);
        Some(doc)
    });
    tools.iter().filter(|doc| doc.id.as_skill().is_none()).cloned().chain(keyed).collect()
}

/// The documents of some capabilities: the intent is the description.
pub fn capability_search_docs<'a>(
    capabilities: impl IntoIterator<Item = &'a CapabilityDefinition>,
) -> Arc<[SearchDoc]> {
    capabilities
        .into_iter()
        .map(|capability| {
            own_doc(capability.id.clone(), Some(&capability.intent), &capability.tags, &capability.aliases)
        })
        .collect()
}

/// The annotations with those that follow from selected skills: a skill's vocabulary also holds for each tool that it brings, and for no other.
#[must_use]
pub fn with_skill_vocabulary<'a>(
    annotations: &Annotations,
    skills: impl IntoIterator<Item = &'a SkillDefinition>,
) -> Annotations {
    let mut all = annotations.clone();
    for skill in skills.into_iter().filter(|skill| !skill.tags.is_empty() || !skill.aliases.is_empty()) {
        for tool in &skill.tools {
            let vocabulary = all.entry(tool.id.clone()).or_default();
            vocabulary.tags.extend_from_slice(&skill.tags);
            vocabulary.aliases.extend_from_slice(&skill.aliases);
        }
    }
    all
}

/// Texts as lines of one, as many as an index reads of it.
fn lines<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut lines = String::new();
    for (number, text) in texts.enumerate() {
        // A character has four bytes at most.
        if lines.len() > 4 * MAX_FIELD_CHARS {
            break;
        }
        if number > 0 {
            lines.push('\n');
        }
        lines.push_str(chars_prefix(text, MAX_FIELD_CHARS));
    }
    chars_prefix(&lines, MAX_FIELD_CHARS).to_owned()
}

/// The labels of a list, as many of them and as much of each as an index reads.
fn labels(list: &[String]) -> Vec<String> {
    list.iter().take(MAX_LABELS_READ).map(|label| chars_prefix(label, MAX_FIELD_CHARS).to_owned()).collect()
}

fn own_doc(id: ToolId, description: Option<&Text>, tags: &[String], aliases: &[String]) -> SearchDoc {
    let mut doc = SearchDoc::new(id);
    doc.description = description.and_then(untainted).map(|text| chars_prefix(text, MAX_FIELD_CHARS).to_owned());
    doc.tags = labels(tags);
    doc.aliases = labels(aliases);
    doc
}

fn untainted(text: &Text) -> Option<&str> {
    (!text.is_tainted()).then(|| text.as_str())
}
