#![cfg_attr(fuzzing, no_main)]
//! What a host answers: bounded, and nothing of it above the ceiling.

toolsift_fuzz::fuzz_target!(row_payload);
