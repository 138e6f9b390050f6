//! Text from files that controls a terminal is escaped.

use std::fs;

#[cfg(unix)]
use super::{arguments, run};
use super::{input_error_of, scratch, scratch_file, stdout_of};

/// An escape sequence, a C1 control, an override of the direction of text, and a carriage return.
const HOSTILE: &str = "a\x1bb\u{9b}2J\u{202e}c\rd";

fn is_hostile(text: &str) -> bool {
    let marks = ['\u{202e}', '\u{2066}'];
    text.chars()
        .any(|character| character.is_control() && character != '\n' || marks.contains(&character))
}

#[test]
fn control_characters_of_games_are_escaped() {
    let text = format!("[Red \"{HOSTILE}\"]\n[Result \"*\"]\n\n1. h2e2 *\n");
    let game = scratch_file("hostile.pgn", text);
    for args in [
        &["judge", &game][..],
        &["analyze", &game, "--nodes", "9"],
        &["analyze", &game, "--nodes", "9", "--format", "pgn"],
    ] {
        let text = stdout_of(args);
        assert!(!is_hostile(&text), "{args:?}: {text:?}");
        assert!(text.contains(r"\u202e"), "{args:?}: {text:?}");
    }
    let curve = scratch("hostile.svg");
    stdout_of(&["analyze", &game, "--nodes", "9", "--curve", &curve]);
    let text = fs::read_to_string(&curve).unwrap();
    assert!(!is_hostile(&text) && text.contains(r"\u202e"));
    fs::write(&game, format!("1. h2e2 {HOSTILE} *\n")).unwrap();
    for args in [
        &["judge", &game][..],
        &["judge", &format!("no {HOSTILE}.pgn")],
    ] {
        let error = input_error_of(args);
        assert!(!is_hostile(&error), "{args:?}: {error:?}");
        assert!(error.contains(r"\u001b"), "{args:?}: {error:?}");
    }
}

#[test]
fn control_characters_of_arguments_are_escaped() {
    let option = format!("--{HOSTILE}");
    let engine = format!("name=a {HOSTILE}");
    for args in [
        &[HOSTILE][..],
        &["analyze", &option],
        &["analyze", "--time", HOSTILE],
        &["perft", "1", HOSTILE],
        &["match", "--engine", &engine],
    ] {
        let error = input_error_of(args);
        assert!(!is_hostile(&error), "{args:?}: {error:?}");
        assert!(error.contains(r"\u202e"), "{args:?}: {error:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for (path, code) in [("/dev/full", 1), ("/dev/null", 0)] {
        let file = fs::OpenOptions::new().write(true).open(path).unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chuhe"));
        let status = command
            .arg("--help")
            .stdout(file)
            .stderr(std::process::Stdio::null())
            .status();
        assert_eq!(status.unwrap().code(), Some(code), "{path}");
    }
}

/// An engine whose messages, moves and standard error are hostile.
#[cfg(unix)]
#[test]
fn control_characters_of_engines_are_escaped() {
    let says = r"info message \033[2J\342\200\256";
    let text = format!(
        "while read -r line; do case $line in ucci) printf 'ucciok\\n';; quit) exit;; \
         isready) printf '{says}\\nreadyok\\n';; go*) printf '{says}' >&2; exit 1;; esac; done\n"
    );
    let script = scratch_file("hostile_engine.sh", text);
    let engine = |name| format!("name='{HOSTILE}{name}' cmd=sh args={script}");
    let command = "match --engine {} --engine {} --nodes 1 --games 2";
    let output = run(&arguments(command, &[&engine(1), &engine(2)]));
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(!is_hostile(&text), "{text:?}");
    for part in [
        r"2 says: \u001b[2J\u202e",
        "last lines of its standard error: ",
        "crash",
    ] {
        assert!(text.contains(part), "{part}: {text:?}");
    }
}

/// A line feed in the name of a file must not end the comment in which the name stands.
#[cfg(unix)]
#[test]
fn name_of_a_file_stays_in_its_line() {
    let puzzle = "rubbish\n3k5/9/R8/9/9/9/9/9/9/1R2K4 w\n";
    let [first, second] = ["a\nb.epd", "c\td.epd"].map(|name| scratch_file(name, puzzle));
    let solve = ["solve", &first, &second, "--jobs", "1", "--hash", "8"];
    for (format, lines) in [("epd", 4), ("table", 6), ("csv", 5)] {
        let text = stdout_of(&[&solve[..], &["--format", format]].concat());
        assert_eq!(text.lines().count(), lines, "{format}: {text}");
        assert!(text.contains(r"a\u000ab.epd") && text.contains(r"c\u0009d.epd"));
    }
}

#[test]
fn control_characters_of_puzzles_are_escaped_in_every_format() {
    let fen = "3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1";
    let id = HOSTILE.replace('\r', "");
    let puzzles = format!("{fen} id \"{id}\";\n9/{id} w\n");
    let input = scratch_file("hostile.epd", puzzles);
    let solve = ["solve", &input, "--jobs", "1", "--hash", "8"];
    for format in ["table", "jsonl", "csv", "epd", "pgn", "html"] {
        let text = stdout_of(&[&solve[..], &["--format", format]].concat());
        assert!(!is_hostile(&text), "{format}: {text:?}");
        // Control characters in tags of PGN become blanks.
        let escaped = match format {
            "pgn" => r" 2J\u202e",
            _ => r"\u009b2J\u202e",
        };
        assert!(text.contains(escaped), "{format}");
    }
    // The results can be resumed, and JSON has the same text as the input.
    for format in ["jsonl", "csv"] {
        let out = scratch(&format!("hostile.{format}"));
        let args = [&solve[..], &["--resume", "--out", &out]].concat();
        stdout_of(&args);
        let text = fs::read_to_string(&out).unwrap();
        stdout_of(&args);
        assert_eq!(fs::read_to_string(&out).unwrap(), text);
        assert!(!is_hostile(&text), "{text:?}");
        if format == "jsonl" {
            assert_eq!(super::objects(&text)[0]["id"], id.as_str());
        }
    }
}
