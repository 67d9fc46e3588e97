//! Tools, documents, skills and queries from a fixed start: the same on every machine and in every run.

use toolsift::prelude::*;

/// Words of tools: the first few are in most descriptions, the last in few.
const WORDS: &str = "the a of and to for in list create get update delete search issue repository file page message user invoice \
    payment customer order report calendar event branch pull request comment label project task board card channel thread \
    attachment folder permission token secret webhook deployment build pipeline artifact container image cluster node volume \
    snapshot backup restore metric alert dashboard query table column row schema index migration contract tender payroll \
    employee vacation shipment route warehouse inventory supplier refund subscription plan coupon tax ledger account balance \
    transfer currency exchange forecast budget expense receipt approval signature document template translation summary \
    transcript recording meeting room booking flight hotel weather location address contact lead campaign segment survey \
    ticket incident escalation runbook secretary archive export import merge split rename move copy convert validate";

const VERBS: [&str; 10] =
    ["create", "list", "get", "update", "delete", "search", "export", "assign", "archive", "validate"];

/// A small generator with a fixed start.
#[derive(Debug, Clone)]
pub struct Words {
    state: u64,
    words: Vec<&'static str>,
}

impl Words {
    /// The words that follow from a start.
    #[must_use]
    pub fn new(start: u64) -> Self {
        Self { state: start, words: WORDS.split_whitespace().collect() }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.state >> 33).unwrap_or_default() % bound.max(1)
    }

    /// A word: the n-th of the list about 1/n as often as the first, and now and then one with a number, which hardly any other document has.
    fn word(&mut self) -> String {
        let bits = self.below(8);
        let place = (1 << bits) - 1 + self.below(1 << bits);
        let rare = if self.below(12) == 0 { self.below(20_000).to_string() } else { String::new() };
        let words = self.words.len();
        format!("{}{rare}", self.words.get(place % words).copied().unwrap_or_default())
    }

    /// Some words with blanks between.
    pub fn text(&mut self, words: usize) -> String {
        (0..words).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }
}

fn id(words: &mut Words, number: usize) -> Option<ToolId> {
    let verb = VERBS.get(number % VERBS.len()).copied().unwrap_or_default();
    ToolId::new(format!("server{}__{verb}_{}_{number}", number % 40, words.word())).ok()
}

/// Documents with five fields, some 170 bytes each.
#[must_use]
pub fn docs(count: usize) -> Vec<SearchDoc> {
    let mut words = Words::new(7);
    let doc = |number| {
        let mut doc = SearchDoc::new(id(&mut words, number)?);
        doc.description = Some(words.text(14));
        (doc.tags, doc.aliases) = (vec![words.word()], vec![words.text(3)]);
        doc.parameters = vec![words.word(), words.word(), words.text(5)];
        Some(doc)
    };
    (0..count).filter_map(doc).collect()
}

/// Tools of the program's own, with a description and a schema.
#[must_use]
pub fn tools(count: usize) -> Vec<ToolDefinition> {
    let mut words = Words::new(11);
    let tool = |number| {
        let mut tool = ToolDefinition::new(id(&mut words, number)?);
        tool.description = Some(words.text(14).into());
        let property = serde_json::json!({ "type": "string", "description": words.text(5) });
        tool.input_schema = Some(serde_json::json!({
            "type": "object",
            "properties": { words.word(): property, "limit": { "type": "integer" } },
        }));
        Some(tool)
    };
    (0..count).filter_map(tool).collect()
}

/// Skills with instructions of some kilobytes, `skill-0` and so on.
#[must_use]
pub fn skills(count: usize) -> Vec<SkillDefinition> {
    let mut words = Words::new(13);
    let skill = |number| {
        let instructions = format!("# {}\n", words.text(8)).repeat(80);
        let mut skill = SkillDefinition::new(SkillId::new(format!("skill-{number}")).ok()?, instructions);
        skill.description = Some(words.text(12).into());
        Some(skill)
    };
    (0..count).filter_map(skill).collect()
}

/// Queries of so many words.
#[must_use]
pub fn queries(count: usize, words: usize) -> Vec<String> {
    let mut random = Words::new(17);
    (0..count).map(|_| random.text(words)).collect()
}
