#![cfg_attr(fuzzing, no_main)]
//! Queries, stopwords and labels.

toolsift_fuzz::fuzz_target!(query_terms);
