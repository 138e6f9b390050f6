//! Every reader of what comes from outside, over the seeds in this folder: as they are, cut off, and with bytes
//! changed: at every byte where a seed is small, at places spread evenly over it where it is large. No reader may panic or hang, and what it reads must be the same when it was
//! written and read again. `fuzz/` does the same without end; a seed whose name begins with `found-` is one of its finds, which
//! was mended.

mod readers;

use std::panic::catch_unwind;
use std::path::Path;

use readers::READERS;

/// Cuts and changes of a seed that are tried, at most; conversations have searches in them.
fn most(reader: &str) -> usize {
    match reader {
        "ucci" | "uci" => 60,
        _ => 2_000,
    }
}

/// Every variant of some bytes with its name, or so many that are spread evenly.
fn variants(bytes: &[u8], most: usize) -> impl Iterator<Item = (String, Vec<u8>)> {
    let step = (bytes.len() * 4).div_ceil(most).max(1);
    let kinds = (0..bytes.len()).flat_map(|at| (0..4).map(move |kind| (at, kind)));
    kinds.step_by(step | 1).map(move |(at, kind)| {
        let mut changed = bytes.to_vec();
        let name = match kind {
            0 => {
                changed.truncate(at);
                format!("cut at {at}")
            }
            _ => {
                changed[at] = [bytes[at] ^ 1, bytes[at] ^ 0x80, b'9'][kind - 1];
                format!("byte {at} made {:#04x}", changed[at])
            }
        };
        (name, changed)
    })
}

fn check(name: &str) {
    let (_, reader) = READERS
        .into_iter()
        .find(|(known, _)| *known == name)
        .expect("a reader of this name");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/corpus")
        .join(name);
    let seeds = folder.read_dir().expect("a folder of seeds");
    let mut paths: Vec<_> = seeds.map(|seed| seed.expect("a seed").path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let bytes = std::fs::read(&path).expect("a seed that can be read");
        let whole = ("as it is".to_owned(), bytes.clone());
        for (what, bytes) in std::iter::once(whole).chain(variants(&bytes, most(name))) {
            let done = catch_unwind(|| reader(&bytes));
            assert!(done.is_ok(), "{}, {what}", path.display());
        }
    }
}

#[test]
fn positions() {
    check("fen");
}

/// Both have the option `Debug Log File` in their seeds.
#[test]
fn conversations_are_held_and_write_no_file() {
    for name in ["ucci", "uci"] {
        check(name);
    }
    assert!(!Path::new("chuhe-corpus.log").exists());
}

#[test]
fn games_as_text() {
    check("pgn");
}

#[test]
fn games_of_xqstudio() {
    check("xqf");
}

#[test]
fn books() {
    check("book");
}

/// Every folder of seeds has its reader and its target, and no seed is longer than it need be.
#[test]
fn seeds_are_small_and_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, _) in READERS {
        assert!(
            root.join(format!("fuzz/fuzz_targets/{name}.rs")).is_file(),
            "{name}"
        );
    }
    let folders = root.join("tests/corpus").read_dir().expect("the corpus");
    for folder in folders.map(|folder| folder.expect("a folder").path()) {
        let name = folder
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if !folder.is_dir() || name == "readers" {
            continue;
        }
        assert!(READERS.iter().any(|(known, _)| *known == name), "{name}");
        for seed in folder.read_dir().expect("seeds") {
            let seed = seed.expect("a seed");
            let size = seed.metadata().expect("its size").len();
            assert!(size <= 4_096, "{} has {size} bytes", seed.path().display());
        }
    }
}
