#![no_main]

#[allow(dead_code)] // each target uses its part
#[path = "../../tests/corpus/readers/mod.rs"]
mod readers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| readers::pgn(bytes));
