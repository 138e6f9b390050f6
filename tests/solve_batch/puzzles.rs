//! `chuhe puzzles`: what it finds in games, and that runs in parts, killed runs and several jobs find the same.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::Duration;

use chuhe::board::{Board, Move};
use chuhe::games::{GameTree, pgn, text};
use serde_json::{Value, json};

use crate::common::BruteForce;
use crate::process::ended;
use crate::{chuhe, column, fields, objects, scratch, scratch_file};

/// The ends of five games between engines, with a puzzle each and two in the last one.
const GAMES: &str = include_str!("mined.pgn");

const LIMITS: &str = "--nodes 30000 --scan-nodes 1000 --win-nodes 20000";

/// The puzzles in [`GAMES`] as JSON lines.
static MINED: LazyLock<String> =
    LazyLock::new(|| mined(&[&scratch_file("mined-base.pgn", GAMES), "--json"]));

/// Runs `chuhe puzzles` with small limits.
fn mine(args: &[&str]) -> Command {
    let mut command = chuhe();
    command.arg("puzzles");
    // Results that are merged are not mined.
    if !args.contains(&"--from-results") {
        command.args(["--hash", "8"]).args(LIMITS.split(' '));
        if !args.contains(&"--jobs") {
            command.args(["--jobs", "1"]);
        }
    }
    command.args(args);
    command
}

/// Standard output of a run that succeeds without a message.
fn mined(args: &[&str]) -> String {
    let (stdout, stderr) = ended(&mut mine(args), 0);
    assert_eq!(stderr, "", "{args:?}");
    stdout
}

fn moves_of(puzzle: &Value) -> Vec<Move> {
    let moves = puzzle["pv"].as_array().expect("moves").iter();
    let parsed = moves.map(|mv| mv.as_str().expect("a move").parse());
    parsed
        .collect::<Result<_, _>>()
        .expect("moves in coordinates")
}

fn board_of(puzzle: &Value) -> Board {
    Board::from_fen(puzzle["fen"].as_str().expect("a FEN")).expect("a valid FEN")
}

/// The left-right mirror image of games in coordinates.
fn mirrored(games: &str) -> String {
    let mirror_file = |file: char| match file {
        'a'..='i' => char::from(b'a' + b'i' - file as u8),
        other => other,
    };
    let mirror_line = |line: &str| match line.strip_prefix("[FEN \"") {
        Some(fen) => {
            let (placement, rest) = fen.split_once(' ').expect("a side");
            let ranks = placement.split('/');
            let ranks: Vec<String> = ranks.map(|rank| rank.chars().rev().collect()).collect();
            format!("[FEN \"{} {rest}\n", ranks.join("/"))
        }
        None if line.starts_with('[') => format!("{line}\n"),
        None => line.chars().map(mirror_file).chain(['\n']).collect(),
    };
    games.lines().map(mirror_line).collect()
}

#[test]
fn mined_mates_have_a_single_solution_by_brute_force() {
    let puzzles = objects(&MINED);
    let lengths = json!(column(&puzzles, "mate_in"));
    assert_eq!(lengths, json!([2, 2, 3, 3, null, 2, 2]));
    for puzzle in &puzzles {
        let (mut board, moves) = (board_of(puzzle), moves_of(puzzle));
        let difficulty = &puzzle["difficulty"];
        assert_eq!(difficulty["moves"], moves.len().div_ceil(2));
        assert!(
            difficulty["rating"]
                .as_u64()
                .is_some_and(|rating| rating > 400)
        );
        let Some(length) = puzzle["mate_in"].as_u64() else {
            continue;
        };
        assert_eq!(fields(puzzle, "unique shortest"), json!([true, true]));
        let mut brute_force = BruteForce::default();
        for (ply, &key) in moves.iter().enumerate() {
            let left = length as u32 - ply as u32 / 2;
            if ply % 2 == 0 && left > 1 {
                let mut attacks = Vec::from_iter(board.legal_moves());
                attacks.retain(|&mv| brute_force.is_mated_after(&mut board, mv, left - 1));
                assert_eq!(attacks, [key], "{puzzle}, ply {ply}");
            }
            let _ = board.make(key);
        }
        assert!(!board.has_legal_move(), "{puzzle}");
    }
}

#[test]
fn decisive_win_has_its_score_and_its_game() {
    let puzzles = objects(&MINED);
    let win = puzzles.iter().find(|puzzle| puzzle["status"] == "best");
    let win = win.expect("a decisive win");
    assert_eq!(fields(win, "line verified"), json!([4, false]));
    assert!(win["score"]["cp"].as_i64().is_some_and(|score| score > 500));
    assert_eq!(
        (&win["given"]["bm"], win["pv"].as_array().unwrap().len()),
        (&win["key"], 3)
    );
    let source = &win["source"];
    assert_eq!(win["id"], "mined-base 4, ply 2");
    let expected = json!({
        "event": "第23局", "date": "2026-11-22", "red": "甲", "black": "乙",
        "result": "1/2-1/2", "ply": 2, "continuation": [],
    });
    assert_eq!(*source, expected);
}

#[test]
fn positions_of_mirrored_games_are_not_repeated() {
    let twice = scratch_file("mined-twice.pgn", [GAMES, "\n", &mirrored(GAMES)].concat());
    let found = mined(&[&twice, "--json"]);
    assert_eq!(found.replace("mined-twice", "mined-base"), *MINED);
    // The mirrored games alone have puzzles.
    let image = scratch_file("mined-image.pgn", mirrored(GAMES));
    assert!(mined(&[&image, "--json"]).lines().count() >= 4);
}

#[test]
fn merged_parts_and_several_jobs_give_the_results_of_one_run() {
    let first = scratch_file("mined-parts-1.pgn", GAMES);
    let second = scratch_file("mined-parts-2.pgn", mirrored(GAMES));
    // The files are read in the order of their names.
    let files = [second.as_str(), first.as_str()];
    let whole = mined(&[&files[..], &["--json"]].concat());
    assert_eq!(whole.lines().count(), 7);
    assert_eq!(
        mined(&[&files[..], &["--json", "--jobs", "3"]].concat()),
        whole
    );
    let parts = ["1/2", "2/2"].map(|part| {
        let text = mined(&[&files[..], &["--json", "--shard", part]].concat());
        scratch_file(&format!("mined-part-{}.jsonl", &part[..1]), text)
    });
    // A part without puzzles has an empty file.
    let empty = scratch_file("mined-part-empty.jsonl", "");
    let merged = mined(&["--json", "--from-results", &parts[1], &empty, &parts[0]]);
    assert_eq!(merged, whole);
}

#[test]
fn killed_run_resumes_to_the_file_of_a_whole_run() {
    let input = scratch_file("mined-killed.pgn", GAMES);
    let whole = MINED.replace("mined-base", "mined-killed");
    let out = scratch("mined-killed.jsonl");
    let mut child = chuhe()
        .args(["puzzles", "--hash", "8", "--jobs", "2"])
        .args(LIMITS.split(' '))
        .args(["--out", &out, &input])
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let length = || fs::read(&out).map_or(0, |bytes| bytes.len());
    while length() == 0 && child.try_wait().expect("a child process").is_none() {
        sleep(Duration::from_millis(2));
    }
    child.kill().expect("the process runs");
    child.wait().expect("the process ends");
    mined(&[&input, "--out", &out, "--resume"]);
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    // A line is cut anywhere, also between two puzzles of one game.
    let ends: Vec<usize> = whole.match_indices('\n').map(|(end, _)| end + 1).collect();
    for cut in [ends[0] - 20, ends[4], ends[5]] {
        fs::write(&out, &whole[..cut]).unwrap();
        mined(&[&input, "--out", &out, "--resume"]);
        assert_eq!(fs::read_to_string(&out).unwrap(), whole, "{cut}");
    }
    // A damaged line remains, and its puzzle is found again.
    let damaged = format!("damaged\n{}", &whole[ends[0]..]);
    fs::write(&out, &damaged).unwrap();
    let (_, message) = ended(&mut mine(&[&input, "--out", &out, "--resume"]), 0);
    assert!(
        message.contains("line 1 is damaged and is skipped"),
        "{message}"
    );
    let expected = [&damaged, &whole[..ends[0]]].concat();
    assert_eq!(fs::read_to_string(&out).unwrap(), expected);
}

#[test]
fn games_with_errors_are_named_and_left_out() {
    let (first, rest) = GAMES.split_once("\n\n[Event").expect("two games");
    let broken = [first, "\n\n[Red \"x\"]\n\n1. a0a9 1-0\n\n[Event", rest].concat();
    let path = scratch_file("mined-broken.pgn", broken);
    let torn = scratch_file("mined-torn.xqf", "XQ\u{12}");
    let (puzzles, message) = ended(&mut mine(&[&torn, &path, "--json"]), 0);
    for part in [
        "mined-broken.pgn: line 12, column 4:",
        "; game 2 is left out",
        "mined-torn.xqf: ",
        "; game 1 is",
    ] {
        assert!(message.contains(part), "{message}");
    }
    let lines = column(&objects(&puzzles), "line");
    assert_eq!(lines, [1, 3, 4, 4, 5, 6, 6]);
    for (args, what) in [
        (vec![torn.as_str()], "mined-torn.xqf: "),
        (vec!["missing.pgn"], "cannot read missing.pgn: "),
        (vec![&path, "--shard", "3/2"], "expected a part"),
        (vec![&path, "--shard", "0/2"], "expected a part"),
        (vec![&path, "--out", &path, "--force"], "it is the input"),
        (vec!["--from-results", &path], "not a result in JSON"),
    ] {
        let (stdout, message) = ended(&mut mine(&args), 2);
        assert!(
            stdout.is_empty() && message.contains(what),
            "{args:?}: {message}"
        );
    }
}

#[test]
fn results_of_other_games_are_not_continued() {
    let mined_file = scratch_file("mined-later.pgn", GAMES);
    let other = scratch_file("mined-earlier.pgn", GAMES);
    let before = MINED.replace("mined-base", "mined-later");
    let out = scratch_file("mined-later.jsonl", &before);
    let (_, message) = ended(&mut mine(&[&other, "--out", &out, "--resume"]), 2);
    let expected =
        format!("error: the results to resume end with {mined_file}, which is not an input\n");
    assert_eq!(message, expected);
    assert_eq!(fs::read_to_string(&out).unwrap(), before);
}

#[test]
fn results_of_another_kind_are_not_continued() {
    let path = scratch_file("mined-other.pgn", GAMES);
    let results = "{\"line\":2,\"fen\":\"3k5/9/R8/9/9/9/9/9/9/1R2K4 w\",\"status\":\"mate\"}\n";
    let out = scratch_file("mined-other.jsonl", results);
    let (_, message) = ended(&mut mine(&[&path, "--out", &out, "--resume"]), 2);
    assert!(message.contains("it has no game and position"), "{message}");
    assert_eq!(fs::read_to_string(&out).unwrap(), results);
}

#[test]
fn other_formats_have_the_game_and_the_difficulty() {
    let games = GAMES.replace("第13局", "</script><b> \\\"x\\\" }");
    let input = scratch_file("mined-formats.pgn", games);
    let results = scratch_file(
        "mined-formats.jsonl",
        mined(&[&input, "--json", "--all-lines"]),
    );
    let written = |format: &str| mined(&["--from-results", &results, "--format", format]);

    let games = pgn::read(&written("pgn")).expect("valid PGN");
    assert_eq!(games.len(), 7);
    let first = &games[0];
    assert_eq!(first.tag("Event"), Some("</script><b> \"x\" }"));
    assert_eq!((first.tag("Red"), first.result()), (Some("甲"), "0-1"));
    assert!(
        first.comment.starts_with("mate in 2; 闷杀"),
        "{}",
        first.comment
    );
    assert!(first.comment.contains("; rating "), "{}", first.comment);
    // A mate has other defences than the longest one; a decisive win has one line.
    let has_variations = |game: &GameTree| game.line.iter().any(|node| !node.variations.is_empty());
    assert!(games.iter().any(has_variations));
    assert!(!has_variations(&games[4]));
    let pasted = text::read(&written("pgn")).expect("valid text");
    assert_eq!(pasted.len(), 7);

    let epd = written("epd");
    assert!(
        epd.lines()
            .all(|line| line.contains(" c5 \"甲 - 乙 ") && line.contains(" c6 \"rating "))
    );
    let again = scratch_file("mined-formats.epd", &epd);
    let solved = chuhe()
        .args([
            "solve", &again, "--goal", "best", "--nodes", "200000", "--json",
        ])
        .output()
        .expect("the program starts");
    let solved = objects(&String::from_utf8(solved.stdout).expect("UTF-8"));
    assert!(
        solved.iter().all(|puzzle| puzzle["right"] == true),
        "{solved:?}"
    );

    let page = written("html");
    assert!(page.contains("\"difficulty\":{\"rating\":") && !page.contains("</script><b>"));
    let csv = written("csv");
    assert!(
        csv.lines()
            .next()
            .is_some_and(|heading| heading.ends_with("source,difficulty,error"))
    );
    // The results are those of `chuhe solve`, too.
    let solve = chuhe().args(["solve", "--from-results", &results]).output();
    let output = solve.expect("the program starts");
    assert_eq!(
        (output.status.code(), &output.stderr[..]),
        (Some(0), &b""[..])
    );
}
