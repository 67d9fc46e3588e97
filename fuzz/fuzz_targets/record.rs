#![cfg_attr(fuzzing, no_main)]
//! Recorded decisions: what is admitted is never wider than what is allowed now.

toolsift_fuzz::fuzz_target!(record);
