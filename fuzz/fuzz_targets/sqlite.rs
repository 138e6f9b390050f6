//! Fuzz target of the reader of opening books in SQLite databases (OBK, XQB).

#![no_main]

#[allow(dead_code)] // each target calls one reader
#[path = "../../tests/corpus/readers/mod.rs"]
mod readers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| readers::sqlite(bytes));
