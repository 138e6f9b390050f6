//! Fuzz target of all readers; READER in the environment names one.

#![no_main]

#[path = "../../tests/corpus/readers/mod.rs"]
mod readers;

use std::sync::LazyLock;

static CHECK: LazyLock<readers::ReaderCheck> = LazyLock::new(|| {
    let reader = std::env::var("READER").expect("READER names a reader");
    let named = |(name, check)| (name == reader).then_some(check);
    let found = readers::READER_CHECKS.into_iter().find_map(named);
    found.expect("the name of a reader")
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| CHECK(bytes));
