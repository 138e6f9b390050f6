//! Fuzz target of all readers; READER in the environment names one.

#![no_main]

#[path = "../../tests/corpus/readers/mod.rs"]
mod readers;

use std::sync::LazyLock;

static CHECK: LazyLock<readers::ReaderCheck> = LazyLock::new(|| {
    let reader = std::env::var("READER").expect("READER names a reader");
    let mut checks = readers::READER_CHECKS.into_iter();
    let found = checks.find(|(name, _)| *name == reader);
    found.unwrap_or_else(|| panic!("READER={reader} names no reader")).1
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| CHECK(bytes));
