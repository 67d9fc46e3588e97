#![cfg_attr(fuzzing, no_main)]
//! Labels and ceilings: what fits, and what ceilings grant together.

toolsift_fuzz::fuzz_target!(label);
