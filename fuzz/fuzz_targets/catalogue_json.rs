#![cfg_attr(fuzzing, no_main)]
//! Files of tools, servers and annotations.

toolsift_fuzz::fuzz_target!(catalogue_json);
