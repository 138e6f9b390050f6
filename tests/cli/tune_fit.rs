//! `chuhe tune fit`: from positions to a source file, and what is refused before the work begins.

use std::fs;
use std::path::{Path, PathBuf};

use chuhe::board::Board;
use chuhe::train::header::Header;
use chuhe::train::packed::{RedResult, TrainingSample, pack};

use crate::{input_error_of, run, scratch, stdout_of};

/// Positions of random games of pieces that are taken whenever they can be; who has more wins.
fn data(name: &str, games: u64) -> PathBuf {
    let header = Header {
        shuffled: true,
        provenance: None,
    };
    let mut bytes = header.to_bytes();
    for seed in 0..games {
        let (mut board, mut random) = (Board::startpos(), fastrand::Rng::with_seed(seed));
        for ply in 0..60 {
            let moves = board.legal_moves();
            let capture = moves.iter().find(|mv| !board.is_empty(mv.to()));
            let Some(&mv) = capture.or(random.choice(&moves)) else {
                break;
            };
            let _ = board.make(mv);
            let sums = chuhe::eval::Accumulator::of(&board);
            let score = sums.material.mg();
            let result = match score {
                ..-100 => RedResult::Loss,
                -100..=100 => RedResult::Draw,
                _ => RedResult::Win,
            };
            let board = board.clone();
            bytes.extend_from_slice(&pack(&TrainingSample {
                board,
                score,
                result,
                ply,
            }));
        }
    }
    let path = scratch(name);
    fs::write(&path, bytes).expect("written");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn writes_the_source_file_and_the_curve() {
    let data = data("fit.bin", 60);
    let (out, again, curve) = (scratch("fit.rs"), scratch("fit2.rs"), scratch("fit.csv"));
    for path in [&out, &again, &curve] {
        let _ = fs::remove_file(path);
    }
    let fit = |out: &Path, threads: &str| {
        stdout_of(&[
            "tune",
            "fit",
            text(&data),
            "--epochs",
            "3",
            "--batch",
            "256",
            "--threads",
            threads,
            "--validation",
            "0.2",
            "--curve",
            text(&curve),
            "--out",
            text(out),
        ])
    };
    let said = fit(&out, "1");
    assert!(said.contains("for training"), "{said}");
    assert!(said.contains("PIECE_VALUES"), "{said}");
    let source = fs::read_to_string(&out).expect("the source");
    assert!(source.contains("pairs TEMPO = [("), "{source}");
    assert_ne!(source, include_str!("../../src/eval/values.rs"));
    assert!(!scratch("fit.rs.part").exists());

    let rows = fs::read_to_string(&curve).expect("the curve");
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows[0], "epoch,train,validation,rate");
    assert_eq!(rows.len(), 5, "{rows:?}");
    assert!(rows[4].starts_with("3,0."), "{rows:?}");

    // The same numbers, whoever did the work.
    fit(&again, "3");
    assert_eq!(fs::read_to_string(&again).expect("the source"), source);
}

#[test]
fn checks_with_games_of_their_own() {
    let (learn, check) = (data("fit-learn.bin", 20), data("fit-check.bin", 5));
    let out = scratch("fit-check.rs");
    let said = stdout_of(&[
        "tune",
        "fit",
        text(&learn),
        "--check",
        text(&check),
        "--epochs",
        "1",
        "--out",
        text(&out),
    ]);
    assert!(
        said.contains("positions  1200 for training, 300 for validation"),
        "{said}"
    );
}

#[test]
fn refuses_before_the_work_begins() {
    let data = data("fit-refused.bin", 2);
    let nowhere = scratch("no-such-folder").join("values.rs");
    let output = run(&["tune", "fit", text(&data), "--out", text(&nowhere)]);
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("cannot write"), "{complaint}");

    let out = scratch("fit-refused.rs");
    let _ = fs::remove_file(&out);
    let mut bytes = fs::read(&data).expect("the file");
    bytes.truncate(bytes.len() - 7);
    let cut = scratch("fit-cut.bin");
    fs::write(&cut, bytes).expect("written");
    let complaint = input_error_of(&["tune", "fit", text(&cut), "--out", text(&out)]);
    assert!(
        complaint.contains("fit-cut.bin: cut off at byte"),
        "{complaint}"
    );
    let foreign = scratch("fit-foreign.bin");
    fs::write(&foreign, "a text that somebody needs").expect("written");
    let complaint = input_error_of(&["tune", "fit", text(&foreign), "--out", text(&out)]);
    assert!(
        complaint.contains("does not begin with CHUHEPOS"),
        "{complaint}"
    );
    let complaint = input_error_of(&["tune", "fit", text(&data), "--lambda", "1.5"]);
    assert!(
        complaint.contains("expected a number from 0 to 1"),
        "{complaint}"
    );
    assert!(!out.exists() && !scratch("fit-refused.rs.part").exists());
}
