//! An activation of a skill: what is asked, what is recorded, and how it takes effect.

use serde_json::Value;
use toolsift_core::{SkillDefinition, SkillId, Text, chars_prefix, limits::MAX_ID_CHARS};
use toolsift_replay::{Position, SkillChoice, instructions_digest};
use toolsift_trust_policy::is_offerable_skill_id;

use super::ActiveSkill;
use super::sizes::{Sizes, json_bytes, most_bytes, with_instructions_of};
use crate::code::Code;
use crate::result::{Outcome, Output, SkillResult, Warning};
use crate::run::{Call, Made, Run};

/// An activation that was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Activation {
    /// Where in the loop it stands.
    pub at: Position,
    /// The skill that the model asked for.
    pub skill: SkillId,
}

/// An activation that waits for the skill's instructions. It borrows the run, so that there is one at a time; dropping it changes nothing.
#[derive(Debug)]
pub struct PendingSkill<'r> {
    run: &'r Run,
    activation: Activation,
    skill: &'r SkillDefinition,
    is_active: bool,
}

impl PendingSkill<'_> {
    /// The activation itself, which [`Run::activate`] and [`Run::redeliver`] take.
    #[must_use]
    pub fn activation(&self) -> &Activation {
        &self.activation
    }

    /// The skill whose instructions are to be loaded.
    #[must_use]
    pub fn skill(&self) -> &SkillDefinition {
        self.skill
    }

    /// Whether the skill is active already: then nothing is recorded, and [`Run::redeliver`] gives its instructions again.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.is_active
    }

    /// The choice that follows from the instructions, to be kept before [`Run::activate`] lets it take effect: that they were delivered, or the verdict.
    #[must_use]
    pub fn record(&self, instructions: &Text) -> SkillChoice {
        let skill = &self.activation.skill;
        if let Err(code) = check(instructions, self.run.max_instruction_bytes()) {
            return SkillChoice::refused(skill, code.as_str());
        }
        let tools = self.run.brought_by(self.skill);
        let result = SkillResult::activated(skill.clone(), instructions.as_str(), tools);
        let mut choice = SkillChoice::new(skill);
        choice.digest = Some(instructions_digest(instructions.as_str()));
        choice.bytes = Some(json_bytes(instructions.as_str()));
        choice.result_bytes = Some(Output::Skill(result).to_json().len() as u64);
        choice
    }
}

/// What a call of the activation tool asks for.
pub(crate) enum Asked {
    /// A skill that is not active.
    New,
    /// One that is: its instructions again.
    Again,
}

/// The name in the arguments of an activation, which are read strictly: an object with `name`, a text, and nothing else.
pub(crate) fn name_of_skill(arguments: &Value) -> Option<String> {
    let arguments = arguments.as_object().filter(|arguments| arguments.len() == 1)?;
    // What is longer than an id is the name of nothing.
    let name = chars_prefix(arguments.get("name")?.as_str()?, MAX_ID_CHARS + 1);
    (!name.trim().is_empty()).then(|| name.to_owned())
}

impl Run {
    /// Whether a call is an activation of a skill of this run.
    #[must_use]
    pub fn is_activation(&self, call: &Call) -> bool {
        self.skills.as_ref().is_some_and(|skills| skills.config.tool_name == call.name)
    }

    /// What an activation asks for, or why it is refused.
    pub(crate) fn asked(&self, call: &Call) -> Result<(SkillId, Asked), Code> {
        let skills = self.skills.as_ref().filter(|_| self.is_activation(call)).ok_or(Code::ToolNotOnMenu)?;
        let name = name_of_skill(&call.arguments).ok_or(Code::InvalidToolInput)?;
        if let Some(active) = skills.active(&name) {
            return Ok((active.skill.clone(), Asked::Again));
        }
        let skill = skills.offered(&name).ok_or(Code::UnknownSkill)?;
        if skills.active.len() < skills.config.max_active {
            Ok((skill.id.clone(), Asked::New))
        } else {
            Err(Code::SkillLimitReached)
        }
    }

    pub(crate) fn pending_skill(&self, at: Position, skill: SkillId, asked: &Asked) -> Result<PendingSkill<'_>, Code> {
        let definition = self.skills.as_ref().and_then(|skills| skills.offered(skill.as_str()));
        // An active skill may have left the registry.
        let definition = definition.ok_or(Code::InstructionsUnavailable)?;
        let is_active = matches!(asked, Asked::Again);
        Ok(PendingSkill { run: self, activation: Activation { at, skill }, skill: definition, is_active })
    }

    /// Lets a choice take effect: the skill is active, its tools join the menu, and the instructions are the result.
    ///
    /// An activation that is recorded stands, whatever became of the skill since: its instructions are delivered if they are still the recorded ones, and are
    /// otherwise an error beside the tools; of a skill that may not be activated any more nothing joins the menu and nothing is delivered.
    ///
    /// # Complexity
    ///
    /// The skill's tools, at most [`MAX_SKILL_TOOLS`](crate::MAX_SKILL_TOOLS), whose specs are made once, and the instructions.
    pub fn activate(
        &mut self,
        activation: &Activation,
        choice: &SkillChoice,
        instructions: Option<&Text>,
        made: Made,
    ) -> Outcome {
        let id = &activation.skill;
        if choice.skill != id.as_str() {
            // A record can refuse an activation and never make another one.
            return Outcome::refused(Code::InstructionsUnavailable);
        }
        if let Some(verdict) = &choice.refused {
            return Outcome::refused(Code::from_skill_record(verdict));
        }
        let sizes = Sizes::of(choice, self.max_instruction_bytes() as u64);
        let Some(skills) = self.skills.as_mut() else { return Outcome::refused(Code::ToolNotOnMenu) };
        if skills.active(id.as_str()).is_some() {
            return self.redeliver(activation, instructions);
        }
        let skill = skills.offered(id.as_str()).cloned();
        // What no run can have offered was never activated, and its id is anybody's text.
        if skill.is_none() && (made == Made::Live || !is_offerable_skill_id(id.as_str())) {
            return Outcome::refused(Code::UnknownSkill);
        }
        if skills.active.len() >= skills.config.max_active {
            let mut outcome = Outcome::refused(Code::SkillLimitReached);
            let recorded = sizes.result_bytes.filter(|_| made == Made::Recorded);
            outcome.accounted_bytes = recorded.unwrap_or(outcome.accounted_bytes);
            return outcome;
        }
        let digest = choice.digest.clone();
        let active = ActiveSkill { skill: id.clone(), digest, bytes: sizes.bytes, warned: false, after: self.grown };
        skills.active.push(active);
        skill.iter().for_each(|skill| self.bring(skill));
        let tools = skill.as_ref().map(|skill| self.brought_by(skill)).unwrap_or_default();
        let instructions = instructions.filter(|_| skill.is_some());
        let envelope = |instructions: &str| {
            let result = SkillResult::activated(id.clone(), instructions, tools.clone());
            Output::Skill(result)
        };
        let (output, warning) = match self.deliverable(id, instructions) {
            Ok(text) => (envelope(text), None),
            // The verdict of the record was another one, and it stands.
            Err(Code::InstructionsChanged) => {
                (Output::Unread { code: Code::InstructionsChanged, tools: tools.clone() }, self.warn_changed(id))
            }
            Err(_) => (Output::Unread { code: Code::InstructionsUnavailable, tools: tools.clone() }, None),
        };
        let mut outcome = Outcome::new(output);
        outcome.warning = warning;
        if made == Made::Recorded {
            let would_have = sizes.bytes.filter(|_| matches!(outcome.output, Output::Unread { .. }));
            let rebuilt = would_have.map(|bytes| with_instructions_of(&envelope(""), bytes));
            outcome.accounted_bytes = sizes.result_bytes.or(rebuilt).unwrap_or(outcome.accounted_bytes);
        }
        outcome
    }

    /// Gives the instructions of an active skill again; of one that is not active they are unavailable. Nothing is recorded and nothing joins the menu.
    pub fn redeliver(&mut self, activation: &Activation, instructions: Option<&Text>) -> Outcome {
        let id = &activation.skill;
        match self.deliverable(id, instructions) {
            Ok(text) => Outcome::new(Output::Skill(SkillResult::again(id.clone(), text))),
            Err(code) => self.not_redelivered(id, code),
        }
    }

    /// A re-delivery that failed. It counts at the size that it would have had, where that is known.
    pub(crate) fn not_redelivered(&mut self, id: &SkillId, code: Code) -> Outcome {
        let mut outcome = Outcome::refused(code);
        if code == Code::InstructionsChanged {
            outcome.warning = self.warn_changed(id);
        }
        let active = self.skills.as_ref().and_then(|skills| skills.active(id.as_str()));
        if let Some(bytes) = active.and_then(|active| active.bytes) {
            let envelope = Output::Skill(SkillResult::again(id.clone(), ""));
            outcome.accounted_bytes = with_instructions_of(&envelope, bytes);
        }
        outcome
    }

    /// The recorded digest of an active skill's instructions.
    pub(crate) fn pinned(&self, id: &SkillId) -> Option<&str> {
        self.skills.as_ref()?.active(id.as_str())?.digest.as_deref()
    }

    /// The instructions that may be delivered for an active skill, or why none.
    fn deliverable<'t>(&self, id: &SkillId, instructions: Option<&'t Text>) -> Result<&'t str, Code> {
        let active = self.skills.as_ref().and_then(|skills| skills.active(id.as_str()));
        let (active, text) = active.zip(instructions).ok_or(Code::InstructionsUnavailable)?;
        check(text, self.max_instruction_bytes())?;
        match &active.digest {
            Some(digest) if *digest != instructions_digest(text.as_str()) => Err(Code::InstructionsChanged),
            _ => Ok(text.as_str()),
        }
    }

    /// The warning that a skill's instructions are not the recorded ones: once a skill and run.
    fn warn_changed(&mut self, id: &SkillId) -> Option<Warning> {
        let active = self.skills.as_mut()?.active.iter_mut().find(|active| active.skill == *id)?;
        if std::mem::replace(&mut active.warned, true) {
            return None;
        }
        let warning = Warning::SkillChanged { skill: id.clone() };
        tracing::warn!(code = warning.code(), skill = id.as_str(), "the instructions are not the recorded ones");
        Some(warning)
    }

    /// Activates what a checkpoint says, within what is allowed now. Its instructions are delivered when they are asked for again.
    pub(crate) fn restore_skill(&mut self, active: &ActiveSkill) -> bool {
        let most = most_bytes(self.max_instruction_bytes() as u64);
        let Some(skills) = self.skills.as_mut() else { return false };
        let is_new = skills.active.len() < skills.config.max_active && skills.active(active.skill.as_str()).is_none();
        let skill = skills.offered(active.skill.as_str()).filter(|_| is_new);
        let Some(skill) = skill.cloned() else { return false };
        let mut active = active.clone();
        active.bytes = active.bytes.filter(|bytes| *bytes <= most);
        active.after = self.grown;
        skills.active.push(active);
        self.bring(&skill);
        true
    }

    /// The size that a record says its result had, where that can be true.
    pub(crate) fn recorded_size(&self, choice: &SkillChoice) -> Option<u64> {
        Sizes::of(choice, self.max_instruction_bytes() as u64).result_bytes
    }

    /// The longest instructions that may be delivered, in bytes.
    fn max_instruction_bytes(&self) -> usize {
        self.skills.as_ref().map_or(0, |skills| skills.config.max_instruction_bytes)
    }
}

/// Whether instructions may be delivered at all.
fn check(text: &Text, max_bytes: usize) -> Result<(), Code> {
    if text.is_tainted() {
        Err(Code::InstructionsRefused)
    } else if text.as_str().len() > max_bytes {
        Err(Code::InstructionsTooLarge)
    } else {
        Ok(())
    }
}
