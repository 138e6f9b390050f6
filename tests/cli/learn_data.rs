//! `chuhe learn data` and `learn wdl`: files are extended and resumed, and other files are refused.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use chuhe::train::header::LENGTH as HEADER;
use chuhe::train::packed::RECORD_BYTES;
use chuhe::train::reader::SampleReader;

use crate::{arguments, chuhe, input_error_of, run, scratch, scratch_file, stdout_of};

fn data<'a>(path: &'a str, positions: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let command = "learn data --nodes 100 --out {} --positions {}";
    [&arguments(command, &[path, positions])[..], more].concat()
}

/// The keys of the positions in a file, and whether it is shuffled.
fn keys(path: &str) -> (Vec<u64>, bool) {
    let reader = SampleReader::open(Path::new(path)).expect("a file of positions");
    let shuffled = reader.header.shuffled;
    let keys = reader.map(|sample| sample.expect("a whole record").board.key());
    (keys.collect(), shuffled)
}

fn distinct(keys: &[u64]) -> usize {
    let mut keys = keys.to_vec();
    keys.sort_unstable();
    keys.dedup();
    keys.len()
}

#[test]
fn a_complete_file_is_extended_without_losing_positions() {
    let path = scratch("data-more.bin");
    let text = stdout_of(&data(&path, "300", &["--threads", "2"]));
    assert!(text.contains("positions  300\n"), "{text}");
    let (first, shuffled) = keys(&path);
    assert!(shuffled);
    assert_eq!((first.len(), distinct(&first)), (300, 300));

    // Without --force an existing file is kept.
    let complaint = input_error_of(&data(&path, "300", &[]));
    assert!(
        complaint.contains("it exists already; --resume continues it, --force overwrites it"),
        "{complaint}"
    );
    let forced = data(&path, "300", &["--force", "--evalfile", "missing.nnue"]);
    let complaint = input_error_of(&forced);
    assert!(complaint.contains("missing.nnue: "), "{complaint}");

    let text = stdout_of(&data(&path, "400", &["--resume"]));
    assert!(text.contains("positions  400\n"), "{text}");
    let (second, shuffled) = keys(&path);
    assert!(shuffled);
    assert_eq!((second.len(), distinct(&second)), (400, 400));
    assert!(first.iter().all(|key| second.contains(key)));
    let svg = scratch("data-more.svg");
    let output = run(&["learn", "wdl", &path, "--svg", &svg]);
    let warning = String::from_utf8_lossy(&output.stderr);
    assert!(warning.contains("was made with trace 75"), "{warning}");
    let fitted = String::from_utf8_lossy(&output.stdout);
    assert!(
        fitted.contains("\nhalf wins  ") && fitted.contains("\nscale      "),
        "{fitted}"
    );
    let picture = fs::read_to_string(&svg).expect("a picture");
    assert!(picture.starts_with("<svg"), "{picture}");
    let stats = stdout_of(&["learn", "stats", &path]);
    assert!(stats.contains("positions  400\n"), "{stats}");
    assert!(
        stats.contains("score      in centipawns, for either side: ≤ 50: "),
        "{stats}"
    );
}

#[test]
fn a_killed_run_loses_nothing_that_was_written() {
    let path = scratch("data-killed.bin");
    let args = data(&path, "1000000", &[]);
    let mut child = chuhe()
        .args(&args)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    while fs::metadata(&path).map_or(0, |file| file.len()) < (HEADER + 40 * RECORD_BYTES) as u64 {
        assert!(
            child.try_wait().expect("a child").is_none(),
            "it ended by itself"
        );
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("a kill");
    child.wait().expect("its end");
    // A power cut may leave an incomplete record.
    let mut bytes = fs::read(&path).expect("the file");
    bytes.extend_from_slice(&[1, 2, 3]);
    fs::write(&path, &bytes).expect("written");
    let complaint = input_error_of(&["learn", "stats", &path]);
    assert!(complaint.contains("cut off at byte"), "{complaint}");

    let before = (bytes.len() - HEADER) / RECORD_BYTES;
    let more = (before + 50).to_string();
    stdout_of(&data(&path, &more, &["--resume"]));
    let (after, _) = keys(&path);
    assert_eq!((after.len(), distinct(&after)), (before + 50, before + 50));
    let mut old: Vec<[u8; RECORD_BYTES]> = bytes[HEADER..].as_chunks().0.to_vec();
    let new = fs::read(&path).expect("the file");
    let new = new[HEADER..].as_chunks::<RECORD_BYTES>().0;
    old.retain(|record| !new.contains(record));
    assert!(old.is_empty(), "{} records are gone", old.len());
}

/// One file cannot hold positions of two settings.
#[test]
fn a_resumed_file_refuses_other_settings() {
    let path = scratch("data-other.bin");
    stdout_of(&data(&path, "40", &[]));
    let before = fs::read(&path).expect("the file");
    for (more, expected) in [
        (&["--seed", "2"][..], "--seed: 1 before, now 2"),
        (
            &["--seed", "3", "--hash", "1"],
            "--seed: 1 before, now 3; --hash: 2 before, now 1",
        ),
    ] {
        let mut args = data(&path, "60", more);
        args.push("--resume");
        let complaint = input_error_of(&args);
        let expected = format!("{path}: it was begun with other settings: {expected}");
        assert!(complaint.contains(&expected), "{complaint}");
    }
    let complaint = input_error_of(&[
        "learn", "data", "--nodes", "101", "--out", &path, "--resume",
    ]);
    assert!(
        complaint.contains("--nodes: 100 before, now 101"),
        "{complaint}"
    );
    assert_eq!(fs::read(&path).expect("the file"), before);
}

#[test]
fn options_of_the_tuning_build_are_refused_elsewhere() {
    if cfg!(feature = "tuning") {
        return;
    }
    for args in [&["tune", "search"][..], &["tune", "search", "--param", "x"]] {
        let complaint = input_error_of(args);
        assert!(
            complaint.contains("`cargo build --release --features tuning`"),
            "{complaint}"
        );
    }
}

/// The log of a run holds values in the order of its parameters.
#[test]
fn a_resumed_tuning_refuses_other_settings() {
    if !cfg!(feature = "tuning") {
        return;
    }
    let log = scratch_file("tuning.jsonl", "a text that somebody needs");
    let command = "tune search --out {} --pairs 3 --concurrency 2 --nodes 20 --param lmr_base";
    let head = arguments(command, &[&log]);
    let tune = |more: &[&'static str]| [&head[..], more].concat();
    let complaint = input_error_of(&tune(&["--param", "lmr_base"]));
    assert!(
        complaint.contains("--param lmr_base: given twice"),
        "{complaint}"
    );
    let other = ["--param", "delta_margin"];
    let complaint = input_error_of(&tune(&["--param", "delta_margin", "--resume"]));
    assert!(
        complaint.contains("it is not a log of `tune search`"),
        "{complaint}"
    );
    let kept = fs::read_to_string(&log).expect("the file");
    assert_eq!(kept, "a text that somebody needs");
    fs::remove_file(&log).expect("removed");
    stdout_of(&tune(&other));
    stdout_of(&tune(&["--param", "delta_margin", "--resume"]));
    let complaint = input_error_of(&tune(&["--param", "lmr_pv", "--resume", "--seed", "2"]));
    let expected = "it was begun with other settings: --param: lmr_base, delta_margin before, \
                    now lmr_base, lmr_pv; --seed: 1 before, now 2";
    assert!(complaint.contains(expected), "{complaint}");
}

#[test]
fn parameters_are_tuned_by_the_clock() {
    if !cfg!(feature = "tuning") {
        return;
    }
    let log = scratch("tuning-clock.jsonl");
    let command = "tune search --out {} --pairs 2 --tc 0.2+0.001 --param time_increment";
    stdout_of(&arguments(command, &[&log]));
    let text = fs::read_to_string(&log).expect("the log");
    assert!(text.contains(r#"["thinking","0.2+0.001 s"]"#), "{text}");
    assert_eq!(text.lines().count(), 1 + 2);
}

#[test]
fn a_foreign_file_is_refused_and_kept() {
    let path = scratch_file(
        "data-foreign.bin",
        "a text that somebody needs, longer than a header",
    );
    let complaint = input_error_of(&data(&path, "10", &["--resume"]));
    assert!(
        complaint.contains("does not begin with CHUHEPOS"),
        "{complaint}"
    );
    assert!(complaint.contains("data-foreign.bin"), "{complaint}");
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "a text that somebody needs, longer than a header"
    );

    let nowhere = scratch("no-such-folder") + "/file.bin";
    let output = run(&data(&nowhere, "10", &[]));
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("cannot write"), "{complaint}");
    assert!(!complaint.contains("0 positions"), "{complaint}");
}
