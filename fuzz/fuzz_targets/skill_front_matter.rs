#![cfg_attr(fuzzing, no_main)]
//! `SKILL.md` files.

toolsift_fuzz::fuzz_target!(skill_front_matter);
