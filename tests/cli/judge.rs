//! `chuhe judge`: the table, the JSON, games, and rule cases from standard input.

use serde_json::{Value, json};

use crate::{
    MATED, STALEMATED, arguments, chuhe, names, objects, run_with_input, scratch_file, stdout_of,
};

const CHASE: &str = "5k3/9/9/9/9/R8/6c2/9/9/3K5 w";
const CYCLE: &str = "a4a3 g3g4 a3a4 g4g3";
/// The general of each side steps to and fro.
const IDLE: &str = "5k3/9/9/9/9/R8/6c2/9/9/3K5 w\t\td0d1 f9f8 d1d0 f8f9\tdraw";

#[test]
fn judge_names_every_ending() {
    for (args, outcome, reason) in [
        (&[][..], "undecided  未分胜负", "the game goes on"),
        (&["--fen", MATED], "black wins  黑胜", "checkmate"),
        (
            &["--fen", STALEMATED],
            "red wins  红胜",
            "stalemate: the side to move has no legal move, and loses",
        ),
        (
            &["--fen", "3k5/9/9/9/9/9/9/9/9/4K4 w"],
            "draw  和棋",
            "only the two generals are left",
        ),
        (
            &[
                "--fen",
                "5k3/9/9/9/9/9/9/1R7/9/3K5 w - - 20 70",
                "--move-limit",
                "10",
            ],
            "draw  和棋",
            "natural limit: 10 moves by each side without a capture",
        ),
    ] {
        let text = stdout_of(&[&["judge"], args].concat());
        let expected = format!("outcome  {outcome}\nreason   {reason}\n");
        assert!(text.starts_with(&expected), "{text}");
        let lines = text.lines().filter(|line| !line.starts_with("pattern  "));
        assert_eq!(lines.count(), 3, "no table of moves: {text}");
    }
}

#[test]
fn judge_names_the_patterns_of_a_mate() {
    let text = stdout_of(&["judge", "--fen", MATED]);
    assert!(
        text.ends_with("\npattern  双车错 (alternating-rooks)\n"),
        "{text}"
    );
    let verdict = objects(&stdout_of(&["judge", "--json", "--fen", MATED])).remove(0);
    assert_eq!(verdict["patterns"], json!(["alternating-rooks"]));
}

#[test]
fn judge_prints_json() {
    let command = "judge --json --fen {} --repeat-count 2 --moves {}";
    let verdict = objects(&stdout_of(&arguments(command, &[CHASE, CYCLE]))).remove(0);
    assert_eq!(
        names(&verdict),
        "cycle occurrences offences outcome over_after patterns patterns_zh reason reason_zh \
         rounds rule rules"
    );
    assert_eq!(verdict["occurrences"], 2);
    assert_eq!(
        verdict["offences"],
        json!({"red": "chase", "black": "none"})
    );
    assert_eq!(
        (&verdict["rounds"], &verdict["over_after"]),
        (&json!(1), &Value::Null)
    );
    assert_eq!(verdict["outcome"], "black");
    assert_eq!(verdict["rule"], "perpetual-chase");
    assert_eq!(verdict["rules"], "asian");
    assert_eq!(
        verdict["cycle"][0],
        json!({
            "move": "a4a3", "side": "red", "piece": "R", "act": "chase", "check": false, "kill": false,
            "chases": [
                {"by": "R", "from": "a3", "target": "c", "square": "g3", "false_roots": false}
            ],
        })
    );
    let idle = &verdict["cycle"][1];
    assert_eq!(
        (&idle["act"], &idle["side"]),
        (&json!("idle"), &json!("black"))
    );
    assert_eq!(idle["chases"], json!([]));

    let verdict = objects(&stdout_of(&["judge", "--json", "--rules", "simple"])).remove(0);
    assert_eq!(verdict["outcome"], "undecided");
    assert_eq!(verdict["rule"], "in-progress");
    assert_eq!(verdict["rules"], "simple");
    assert_eq!(verdict["cycle"], json!([]));
}

#[test]
fn a_dash_reads_standard_input() {
    let output = run_with_input(chuhe().args(["judge", "-"]), IDLE);
    assert_eq!(output.status.code(), Some(0));
    let report = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(report, "1 case: 1 agree, 0 do not, 0 could not be judged\n");
}

#[test]
fn a_game_that_ended_earlier_is_reported() {
    let fen = "5k3/R8/9/9/9/9/9/9/9/3K5 w";
    let moves = "a8a9 f9f8 a9a8 f8f9 a8a9 f9f8 a9a8 f8f9 a8a7";
    let text = stdout_of(&["judge", "--fen", fen, "--moves", moves]);
    assert!(text.starts_with("outcome  undecided"), "{text}");
    let before =
        "before   the game was over after ply 8: black wins, the position has occurred 3 times";
    assert!(text.contains(before), "{text}");
    let verdict = objects(&stdout_of(&[
        "judge", "--json", "--fen", fen, "--moves", moves,
    ]))
    .remove(0);
    assert_eq!(verdict["over_after"], 8);
}

#[test]
fn rounds_that_are_alike_are_shown_once_and_others_in_full() {
    let fen = "5k3/9/9/9/9/R8/6c2/9/9/3K5 w";
    let table = |moves: &str| stdout_of(&["judge", "--fen", fen, "--moves", moves]);
    let alike = table("a4a3 g3g4 a3a4 g4g3 a4a3 g3g4 a3a4 g4g3");
    assert!(alike.contains("\n2 rounds of\nmove"), "{alike}");
    assert_eq!(alike.lines().count(), 10, "{alike}");
    let unlike = table("a4a5 f9f8 a5a4 f8f9 a4a3 g3g4 a3a4 g4g3");
    assert!(!unlike.contains("rounds of"), "{unlike}");
    assert_eq!(unlike.lines().count(), 13, "{unlike}");
}

/// The same moves are those of the rook and the cannon in turn.
#[test]
fn rounds_are_alike_if_their_positions_are() {
    let fen = "3k5/9/7RC/9/9/9/1r7/9/9/4K4 w";
    let moves = ["h7h8 b3g3 i7h7 g3b3 h8i8 b3g3 i8i7 g3b3"; 4].join(" ");
    let text = stdout_of(&["judge", "--fen", fen, "--moves", &moves]);
    assert!(text.contains("\n2 rounds of\nmove"), "{text}");
    assert_eq!(text.lines().count(), 22, "{text}");
}

#[test]
fn the_chinese_reason_names_the_rules_and_the_graver_offence() {
    let fen = "5k3/8R/9/9/9/9/9/1r7/r8/4K4 w";
    let command = "--lang zh judge --rules chinese --repeat-count 2 --fen {} --moves {}";
    let text = stdout_of(&arguments(command, &[fen, "i8i9 f9f8 i9i8 f8f9"]));
    let reason = "原因  局面第 2 次出现（中国规则）：红方长将，黑方长打，轻重不同，红方判负\n";
    assert!(text.contains(reason), "{text}");
}

#[test]
fn each_game_of_a_file_is_judged() {
    let games = format!("[Red \"甲\"]\n[FEN \"{MATED}\"]\n\n0-1\n\n[Red \"乙\"]\n\n1. h2e2 *\n");
    let path = scratch_file("judge_games.pgn", &games);
    let text = stdout_of(&["judge", &path]);
    let heads = [
        "game 1  甲 - ?  0-1\n\noutcome  black",
        "\ngame 2  乙 - ?  *\n\noutcome  undecided",
    ];
    assert!(heads.iter().all(|head| text.contains(head)), "{text}");
    let verdicts = objects(&stdout_of(&["judge", &path, "--json"]));
    assert_eq!(
        (&verdicts[0]["game"], &verdicts[0]["rule"]),
        (&json!(1), &json!("checkmate"))
    );
    assert_eq!((&verdicts[1]["game"], verdicts.len()), (&json!(2), 2));
    // The contents decide where the extension does not.
    let path = scratch_file("judge_games.txt", &games);
    assert!(stdout_of(&["judge", &path]).contains("game 2"));
}
