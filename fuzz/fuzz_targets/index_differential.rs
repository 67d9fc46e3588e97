#![cfg_attr(fuzzing, no_main)]
//! The index against the slow model.

toolsift_fuzz::fuzz_target!(index_differential);
