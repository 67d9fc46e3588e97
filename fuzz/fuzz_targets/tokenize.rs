#![cfg_attr(fuzzing, no_main)]
//! Text to terms.

toolsift_fuzz::fuzz_target!(tokenize);
