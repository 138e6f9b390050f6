//! Fuzz target of the CBL reader.

#![no_main]

#[allow(dead_code)] // each target calls one reader
#[path = "../../tests/corpus/readers/mod.rs"]
mod readers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| readers::cbl(bytes));
