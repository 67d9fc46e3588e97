#![cfg_attr(fuzzing, no_main)]
//! Journals as they lie on a disk.

toolsift_fuzz::fuzz_target!(journal);
