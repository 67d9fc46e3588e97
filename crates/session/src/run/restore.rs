//! A run that goes on from a checkpoint.

use toolsift_replay::admit;

use super::Run;
use crate::checkpoint::Checkpoint;
use crate::menu::Origin;
use crate::meta_tool::search_spec;
use crate::skills::ActiveSkill;

impl Run {
    /// Sets what a checkpoint says, within what is allowed, and answers what is not there any more. The search tool stands among the found
    /// tools where it came late, and skills between them as they were activated.
    pub(crate) fn restore(&mut self, checkpoint: &Checkpoint) -> Vec<String> {
        let Checkpoint { found, leads, searches, active, .. } = checkpoint;
        let mut lost = Vec::new();
        if let Some(config) = self.config.clone() {
            self.searches = (*searches).min(config.max_searches);
            let is_late = found.contains(&config.tool_name);
            if is_late || *leads && !self.menu.contains(&config.tool_name) {
                let leading = (!is_late).then(|| search_spec(&config, self.skills.as_ref()));
                self.menu = self.menu.led_by([leading, self.activation_tool()].into_iter().flatten());
            }
        }
        let place_of = |skill: &ActiveSkill| skill.after.min(found.len());
        let mut active: Vec<&ActiveSkill> = active.iter().collect();
        active.sort_by_key(|skill| place_of(skill));
        let mut active = active.into_iter().peekable();
        for place in 0..=found.len() {
            while let Some(skill) = active.next_if(|skill| place_of(skill) == place) {
                if !self.restore_skill(skill) {
                    lost.push(skill.skill.to_string());
                }
            }
            if let Some(name) = found.get(place) {
                self.restore_found(name);
            }
        }
        lost.extend(found.iter().filter(|name| !self.menu.contains(name)).cloned());
        lost
    }

    fn restore_found(&mut self, name: &str) {
        let Some(config) = &self.config else { return };
        if config.tool_name == name {
            let spec = search_spec(config, self.skills.as_ref());
            self.search_tool_is_late = true;
            self.grown += 1;
            self.menu.append(spec, None, Origin::Meta);
            return;
        }
        let found = admit(&[name.to_owned()], |id| self.is_admissible(id), config.max_loaded);
        self.plan(&found).fitting.into_iter().for_each(|planned| self.load(planned));
    }
}
