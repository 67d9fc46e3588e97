//! The meta-tools as the model knows them, and the arguments of a search.

use serde_json::{Value, json};
use toolsift_core::chars_prefix;
use toolsift_trust_policy::MenuSpec;

use crate::config::ToolSearchConfig;
use crate::run::MAX_SEARCH_QUERY_CHARS;
use crate::skills::{Discovery, SkillActivationConfig, Skills};

/// What the model reads about the search tool unless the host says otherwise. One need a query: several at once swamp each other.
pub const SEARCH_DESCRIPTION: &str = "Finds tools that are not on the menu yet and adds them. \
    Ask for one need at a time, as action, object and application (\"create an issue in GitHub\"); \
    for another need, search again.";

/// What the model reads about the tool that activates skills.
pub const ACTIVATION_DESCRIPTION: &str = "Loads a skill by its name: the result is its instructions, and its tools join the menu. \
    Loading it again gives the instructions again.";

/// The spec of the search tool.
pub(crate) fn search_spec(config: &ToolSearchConfig, skills: Option<&Skills>) -> MenuSpec {
    let mut description = config.description.as_deref().unwrap_or(SEARCH_DESCRIPTION).to_owned();
    if let Some(skills) = skills.filter(|skills| skills.in_searches()) {
        let activate = &skills.config.tool_name;
        description.push_str(&format!(" It also finds skills, which `{activate}` loads."));
    }
    let schema = json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "description": "The one thing that is needed, in a few words." },
            "limit": { "type": "integer", "minimum": 1, "description": "How many tools at most." },
        },
        "required": ["query"],
        "additionalProperties": false,
    });
    MenuSpec::of_the_host(&config.tool_name, description, schema)
}

/// The spec of the tool that activates skills.
pub(crate) fn activation_spec(config: &SkillActivationConfig, search_tool: Option<&str>) -> MenuSpec {
    let mut description = ACTIVATION_DESCRIPTION.to_owned();
    if let Some(search) = search_tool.filter(|_| config.discovery != Discovery::Index) {
        description.push_str(&format!(" `{search}` finds skills."));
    }
    let schema = json!({
        "type": "object",
        "properties": { "name": { "type": "string", "description": "The name of the skill." } },
        "required": ["name"],
        "additionalProperties": false,
    });
    MenuSpec::of_the_host(&config.tool_name, description, schema)
}

/// The arguments of a search that makes sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SearchInput {
    pub(crate) query: String,
    /// How many hits, at most as many as the run allows.
    pub(crate) limit: usize,
}

impl SearchInput {
    /// Reads arguments strictly: an object with `query`, a text whose first 512 characters are not blank, and optionally `limit`, a whole number from 1.
    /// A higher limit than `most` counts as that.
    pub(crate) fn read(arguments: &Value, most: usize) -> Option<Self> {
        let arguments = arguments.as_object()?;
        if arguments.keys().any(|key| key != "query" && key != "limit") {
            return None;
        }
        // Cut first: what is blank up to the cap is blank, however long it goes on.
        let query = chars_prefix(arguments.get("query")?.as_str()?, MAX_SEARCH_QUERY_CHARS);
        let limit = match arguments.get("limit") {
            None => most,
            Some(limit) => usize::try_from(limit.as_u64()?).unwrap_or(usize::MAX),
        };
        (limit > 0 && !query.trim().is_empty()).then(|| Self { query: query.to_owned(), limit: limit.min(most) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ADR-005, CF-043, CF-052: what is a search and what is refused before anything starts.
    #[test]
    fn arguments() {
        let read = |arguments: &str| {
            SearchInput::read(&serde_json::from_str(arguments).unwrap(), 5).map(|input| (input.query, input.limit))
        };
        let accepted = |limit| Some(("q".to_owned(), limit));
        for (arguments, expected) in [
            (r#"{"query":"q"}"#, accepted(5)),
            (r#"{"query":"q","limit":2}"#, accepted(2)),
            (r#"{"query":"q","limit":5000000000}"#, accepted(5)),
            (r#"{"query":"?!"}"#, Some(("?!".to_owned(), 5))),
            (r#"{"query":""}"#, None),
            (r#"{"query":" \n\t "}"#, None),
            (r#"{"query":7}"#, None),
            (r#"{"query":null}"#, None),
            (r#"{"query":["q"]}"#, None),
            (r#"{}"#, None),
            (r#"{"limit":2}"#, None),
            (r#"{"query":"q","limit":0}"#, None),
            (r#"{"query":"q","limit":-1}"#, None),
            (r#"{"query":"q","limit":1.5}"#, None),
            (r#"{"query":"q","limit":"2"}"#, None),
            (r#"{"query":"q","limit":null}"#, None),
            (r#"{"query":"q","foo":1}"#, None),
            (r#"["q"]"#, None),
            (r#""q""#, None),
            ("null", None),
        ] {
            assert_eq!(read(arguments), expected, "{arguments}");
        }
    }
}
