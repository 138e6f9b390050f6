//! Fuzz target of all readers; READER in the environment names one.

#![no_main]

#[path = "../../tests/corpus/readers/mod.rs"]
mod readers;

use std::sync::LazyLock;

static CHECK: LazyLock<readers::ReaderCheck> = LazyLock::new(|| {
    let reader = std::env::var("READER").expect("READER names a reader");
    readers::reader_check(&reader)
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| CHECK(bytes));
