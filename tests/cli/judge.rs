//! `chuhe judge`: the table, the JSON, files of cases, and what is wrong with them.

use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::{MATED, STALEMATED, chuhe, names, objects, run, scratch, stdout_of};

const CHASE: &str = "5k3/9/9/9/9/R8/6c2/9/9/3K5 w";
const CYCLE: &str = "a4a3 g3g4 a3a4 g4g3";
/// The general of each side steps to and fro.
const IDLE: &str = "5k3/9/9/9/9/R8/6c2/9/9/3K5 w\t\td0d1 f9f8 d1d0 f8f9\tdraw";

#[test]
fn judge_prints_a_table() {
    let args = [
        "judge",
        "--fen",
        CHASE,
        "--repeat-count",
        "2",
        "--moves",
        CYCLE,
    ];
    let text = stdout_of(&args);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "outcome  black wins  黑胜");
    assert_eq!(
        lines[1],
        "reason   the position has occurred 2 times (asian rules): red chases the same piece with \
         every move, black does not offend, so red loses"
    );
    assert_eq!(
        lines[2],
        "         局面第 2 次出现：红方长捉，黑方不犯禁，红方判负"
    );
    assert_eq!(lines[4], "move  by             what it did");
    assert_eq!(
        lines[5],
        "a4a3  red rook       chase 捉: rook a3 x cannon g3 (车捉炮)"
    );
    assert_eq!(lines[6], "g3g4  black cannon   idle 闲");
    assert_eq!(lines.len(), 9);
}

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
    let args = [
        "judge",
        "--json",
        "--fen",
        CHASE,
        "--repeat-count",
        "2",
        "--moves",
        CYCLE,
    ];
    let verdict = objects(&stdout_of(&args)).remove(0);
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

/// Standard output of the judge on a file, with the exit code that it must have.
fn judged(name: &str, text: &str, code: i32) -> String {
    let path = scratch(name);
    std::fs::write(&path, text).expect("a scratch file");
    let output = run(&["judge", path.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert_eq!(output.stderr.is_empty(), code == 0);
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn cases_that_agree_are_counted() {
    let text = format!("fen\tlead\tcycle\twinner\n# a remark\n\n{IDLE}\n");
    assert_eq!(
        judged("sound.tsv", &text, 0),
        "1 case: 1 agree, 0 do not, 0 could not be judged\n"
    );
}

#[test]
fn a_case_with_another_winner_is_reported() {
    let wrong = format!("{CHASE}\t\t{CYCLE}\tred");
    let report = judged("otherwise.tsv", &format!("{IDLE}\n{wrong}\n{IDLE}\n"), 1);
    let lines: Vec<&str> = report.lines().collect();
    assert!(
        lines[0].starts_with("line 2: should be red, is black: the position has occurred 3 times"),
        "{report}"
    );
    assert_eq!(
        lines[1],
        "3 cases: 2 agree, 1 do not, 0 could not be judged"
    );
}

#[test]
fn faults_of_a_case_are_named_and_the_rest_is_judged() {
    for (fault, expected) in [
        (
            "4k4/9 w\t\ta0a1\tred".to_owned(),
            "fen: the FEN has 2 ranks, a board has 10",
        ),
        (
            format!("{CHASE}\ta4b5\t{CYCLE}\tred"),
            "lead: move 1 of the list, a4b5, is not legal for red",
        ),
        (
            format!("{CHASE}\t\ta4a3 g3h4\tred"),
            "cycle: move 2 of the list, g3h4, is not legal for black",
        ),
        (
            format!("{CHASE}\t\ta4a3 hello\tred"),
            "cycle: move 2 of the list: ",
        ),
        (
            format!("{CHASE}\t\t{CYCLE}\tRed"),
            "'Red' is not a winner: expected red, black or draw",
        ),
        (
            format!("{CHASE}\t{CYCLE}\tred"),
            "expected 4 columns separated by tabs (fen, lead, cycle, winner), found 3",
        ),
    ] {
        let text = judged("faults.tsv", &format!("# x\n{fault}\n{IDLE}\n"), 1);
        assert!(text.starts_with(&format!("line 2: {expected}")), "{text}");
        assert!(
            text.ends_with("\n2 cases: 1 agree, 0 do not, 1 could not be judged\n"),
            "{text}"
        );
    }
}

#[test]
fn a_dash_reads_standard_input() {
    let mut child = chuhe()
        .args(["judge", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    writeln!(input, "{IDLE}").expect("it reads");
    drop(input);
    let Output { status, stdout, .. } = child.wait_with_output().expect("it ends");
    assert_eq!(status.code(), Some(0));
    let report = String::from_utf8(stdout).expect("UTF-8");
    assert_eq!(report, "1 case: 1 agree, 0 do not, 0 could not be judged\n");
}

#[test]
fn a_file_without_cases_is_no_success() {
    let text = judged("no_cases.tsv", "# nothing\nfen\tlead\tcycle\twinner\n", 2);
    assert_eq!(text, "0 cases: 0 agree, 0 do not, 0 could not be judged\n");
}

#[test]
fn a_heading_is_known_below_comments_and_behind_a_mark() {
    let file = format!("\u{feff}# a remark\nfen\tlead\tcycle\twinner\r\n{IDLE}\r\n");
    let text = judged("heading.tsv", &file, 0);
    assert_eq!(text, "1 case: 1 agree, 0 do not, 0 could not be judged\n");
}

#[test]
fn moves_are_numbered_in_their_column_and_must_lead_back() {
    let fen = "5k3/9/9/9/9/9/9/9/R8/3K5 w";
    let cases = format!("{fen}\ta1a2 f9f8\ta2a1 f8f9 b5b6\tdraw\n{fen}\t\ta1a2 f9f8\tdraw\n");
    let text = judged("columns.tsv", &cases, 1);
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("line 1: cycle: move 3 of the list, b5b6, is not legal for red")
    );
    assert_eq!(
        lines.next(),
        Some(
            "line 2: cycle: it does not lead back to where it began: \
             move 1 of the list, a1a2, is not legal for red"
        )
    );
}

#[test]
fn a_game_that_ended_earlier_is_reported() {
    let fen = "5k3/R8/9/9/9/9/9/9/9/3K5 w";
    let moves = "a8a9 f9f8 a9a8 f8f9 a8a9 f9f8 a9a8 f8f9 a8a7";
    let text = stdout_of(&["judge", "--fen", fen, "--moves", moves]);
    assert!(text.starts_with("outcome  undecided"), "{text}");
    let before =
        "before   the game was over after move 8: black, the position has occurred 3 times";
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

#[test]
fn each_game_of_a_file_is_judged() {
    let path = scratch("judge_games.pgn");
    let games = format!("[Red \"甲\"]\n[FEN \"{MATED}\"]\n\n0-1\n\n[Red \"乙\"]\n\n1. h2e2 *\n");
    std::fs::write(&path, &games).expect("written");
    let name = path.to_str().expect("UTF-8");
    let text = stdout_of(&["judge", name]);
    let heads = [
        "game 1  甲 - ?  0-1\n\noutcome  black",
        "\ngame 2  乙 - ?  *\n\noutcome  undecided",
    ];
    assert!(heads.iter().all(|head| text.contains(head)), "{text}");
    let verdicts = objects(&stdout_of(&["judge", name, "--json"]));
    assert_eq!(
        (&verdicts[0]["game"], &verdicts[0]["rule"]),
        (&json!(1), &json!("checkmate"))
    );
    assert_eq!((&verdicts[1]["game"], verdicts.len()), (&json!(2), 2));
    // The contents decide where the extension does not.
    assert!(judged("judge_games.txt", &games, 0).contains("game 2"));
}
