//! The rows of the acceptance list that concern a run: a test, a table or a property each, right values by hand.

#[cfg(test)]
mod asking;
#[cfg(test)]
mod budgets;
#[cfg(test)]
mod checkpoints;
#[cfg(test)]
mod configs;
#[cfg(test)]
mod divergences;
#[cfg(test)]
mod factories;
#[cfg(test)]
#[path = "../common/factory.rs"]
mod factory;
#[cfg(test)]
mod failures;
#[cfg(test)]
mod growth;
#[cfg(test)]
mod host_loop;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod inputs;
#[cfg(test)]
mod menus;
#[cfg(test)]
mod notes;
#[cfg(test)]
mod old_logs;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod rankers;
#[cfg(test)]
mod records;
#[cfg(test)]
mod refreshes;
#[cfg(test)]
mod replays;
#[cfg(test)]
mod resumes;
#[cfg(test)]
mod tampered;
#[cfg(test)]
mod toys;
#[cfg(test)]
mod trusted;
#[cfg(test)]
mod unmatched;
