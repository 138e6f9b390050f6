//! Corpus: every reader of external input with the seeds of this folder, unchanged, truncated, and with changed bytes.
//!
//! Small seeds are changed at every byte, large ones at evenly spread bytes. No reader may panic or hang, and what it reads
//! must round-trip. `fuzz/` does the same without end. A seed whose name begins with `found-` showed a fault, now fixed.

mod readers;

use std::panic::catch_unwind;
use std::path::Path;

use readers::reader_check;

/// The maximum number of variants of a seed. Sessions need more time, because they search.
fn max_variants(reader: &str) -> usize {
    match reader {
        "ucci" | "uci" => 60,
        _ => 2_000,
    }
}

/// Truncated and changed variants of some bytes with their names: all, or about `max` that are spread evenly.
fn variants(bytes: &[u8], max: usize) -> impl Iterator<Item = (String, Vec<u8>)> {
    let step = (bytes.len() * 4).div_ceil(max).max(1);
    let kinds = (0..bytes.len()).flat_map(|at| (0..4).map(move |kind| (at, kind)));
    // With an odd step each kind of change occurs.
    kinds.step_by(step | 1).map(move |(at, kind)| {
        let mut changed = bytes.to_vec();
        let name = match kind {
            0 => {
                changed.truncate(at);
                format!("cut at {at}")
            }
            _ => {
                let sign = match bytes[at].is_ascii_digit() {
                    true => b'9',
                    false => b"9(){}[]\"$%;.0-+*"[at % 16],
                };
                changed[at] = [bytes[at] ^ 1, bytes[at] ^ 0x80, sign][kind - 1];
                format!("byte {at} made {:#04x}", changed[at])
            }
        };
        (name, changed)
    })
}

fn check_variants(name: &str) {
    let reader = reader_check(name);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/corpus")
        .join(name);
    let seeds = folder.read_dir().expect("a folder of seeds");
    let mut paths: Vec<_> = seeds.map(|seed| seed.expect("a seed").path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let bytes = std::fs::read(&path).expect("a seed that can be read");
        let unchanged = ("as it is".to_owned(), bytes.clone());
        for (what, bytes) in std::iter::once(unchanged).chain(variants(&bytes, max_variants(name)))
        {
            let result = catch_unwind(|| reader(&bytes));
            assert!(result.is_ok(), "{}, {what}", path.display());
        }
    }
}

#[test]
fn damaged_fens_never_panic() {
    check_variants("fen");
}

/// The seeds set the option `Debug Log File`.
#[test]
fn damaged_sessions_never_panic_and_write_no_file() {
    for name in ["ucci", "uci"] {
        check_variants(name);
    }
    assert!(!Path::new("chuhe-corpus.log").exists());
}

#[test]
fn damaged_pgn_never_panics() {
    check_variants("pgn");
}

#[test]
fn damaged_xqf_never_panics() {
    check_variants("xqf");
}

#[test]
fn damaged_ccbridge_files_never_panic() {
    check_variants("cbr");
    check_variants("cbl");
}

#[test]
fn damaged_dhtmlxq_never_panics() {
    check_variants("ubb");
}

#[test]
fn damaged_text_never_panics() {
    check_variants("txt");
}

#[test]
fn damaged_books_never_panic() {
    check_variants("book");
    check_variants("sqlite");
}

#[test]
fn seeds_are_small_and_have_readers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = root.join("tests/corpus").read_dir().expect("the corpus");
    for folder in folders.map(|folder| folder.expect("a folder").path()) {
        let name = folder
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if !folder.is_dir() || name == "readers" {
            continue;
        }
        reader_check(name);
        for seed in folder.read_dir().expect("seeds") {
            let seed = seed.expect("a seed");
            let size = seed.metadata().expect("its size").len();
            assert!(size <= 4_096, "{} has {size} bytes", seed.path().display());
        }
    }
}
