#![cfg_attr(fuzzing, no_main)]
//! Whole runs: live is replay.

toolsift_fuzz::fuzz_target!(scenario);
