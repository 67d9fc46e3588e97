#![cfg_attr(fuzzing, no_main)]
//! Definitions to documents, lines and specs: nothing leaks.

toolsift_fuzz::fuzz_target!(docs);
