//! `chuhe play --terminal`, driven through a pipe.

use crate::{MATED, chuhe, input_error_of, run_with_input};

/// Runs `chuhe play --terminal` with these lines as its input, and returns what it prints.
fn play(args: &[&str], lines: &str) -> String {
    let output = run_with_input(chuhe().args(["play", "--terminal"]).args(args), lines);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Two rooks against a bare general: the first move drives it back, the second mates.
const MATE_IN_TWO: &str = "3k5/9/R8/9/9/9/9/9/9/1R3K3 w - - 0 1";

#[test]
fn a_game_is_played_to_its_end_and_judged() {
    let lines = "a7a8\nb0b9\nb9b1\nlevel 21\nnew\n车九进一\n车八进九\n";
    let text = play(&["--level", "0", "--fen", MATE_IN_TWO], lines);
    assert!(text.starts_with("You play red against level 0 (Elo 500). Enter a move, or help.\n"));
    let verdict = "outcome  red wins  红胜\nreason   checkmate\n         将死\n";
    assert_eq!(text.matches(verdict).count(), 2, "{text}");
    assert!(text.contains("the game is over: new begins another, undo goes back"));
    // A wrong command has its own message, after the game too.
    assert!(text.contains("expected a level from 0 to 20\n"), "{text}");
    assert_eq!(text.matches("Chuhe plays d9").count(), 2, "{text}");
}

#[test]
fn engine_move_that_ends_the_game_is_shown_once() {
    let fen = "3k5/9/2R6/1R7/9/9/9/9/9/4K4 w";
    let text = play(&["--level", "0", "--side", "black", "--fen", fen], "");
    let end = text.split_once("Chuhe plays ").expect("a move").1;
    assert!(end.contains("outcome  red wins"), "{text}");
    assert_eq!(text.matches("check  by red rook").count(), 1, "{text}");
}

#[test]
fn moves_are_taken_back_and_sides_changed() {
    let lines = "Undo\nh2e2\n悔棋\n C2.5 \nboard\nside Black\n执黑\nlevel 3\nlevel\n级别3\n级别 3\n\
                 flip\nresign\nundo\n";
    let text = play(&["--level", "1", "--seed", "1", "--ascii"], lines);
    assert!(!text.contains("neither a command"), "{text}");
    assert!(text.contains("there is no move of yours to take back\n"));
    assert_eq!(text.matches("you play black\n").count(), 2, "{text}");
    assert_eq!(text.matches("level 3 (Elo ").count(), 4, "{text}");
    assert!(text.contains("you resign: red wins\n"));
    // Red's back rank is the last line of the board until black's side is shown.
    let red_below = text
        .matches("0 R---N---B---A---K---A---B---N---R\n  a ")
        .count();
    assert!(red_below >= 3, "{text}");
    assert!(text.contains("\n  i   h   g   f   e   d   c   b   a\n"));
    // The same seed gives the same game.
    assert_eq!(
        play(&["--level", "1", "--seed", "1", "--ascii"], lines),
        text
    );
}

#[test]
fn a_hint_and_a_draw_offer_are_answered() {
    let args = ["--level", "0", "--fen", MATE_IN_TWO, "--notation", "wxf"];
    let text = play(&args, "hint\ndraw\nquit\n");
    assert!(text.contains(", score mate in 2\n"), "{text}");
    assert!(text.contains("Chuhe accepts: a draw\n"), "{text}");
    let lost = "3k5/r8/9/9/9/9/9/9/1r7/5K3 w - - 0 1";
    let text = play(&["--fen", lost, "--level", "0"], "draw\n");
    assert!(text.contains("Chuhe declines the draw\n"), "{text}");
}

#[test]
fn a_clock_is_shown_and_must_be_one() {
    let text = play(&["--level", "0", "--tc", "600+5"], "h2e2\n");
    assert!(text.contains("clock  red 10:00, black 10:00\n"), "{text}");
    assert!(text.contains("clock  red 10:0"), "{text}");
    let error = input_error_of(&["play", "--terminal", "--tc", "0"]);
    assert!(error.contains("expected seconds and increment"), "{error}");
}

#[test]
fn wrong_input_gets_a_message_and_the_game_goes_on() {
    let long = "x".repeat(70_000);
    let lines =
        format!("a0a5\ncastle\x1b[2J\n{long}\nlevel 99\nside\nundo 3\na b c\n\nhelp\nh2e2\n");
    let text = play(&["--level", "0"], &lines);
    for part in [
        "neither a command (help lists them) nor a move: a0a5 is not legal for red\n",
        "'castle\\u001b[2J' is not a move",
        "a line of more than 65536 bytes was ignored\n",
        "expected a level from 0 to 20\n",
        "expected the side red or black\n",
        "undo: expected nothing after it\n",
        "one command or move a line; help shows the commands\n",
        "undo    悔棋  take back",
        "Chuhe plays ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = play(&["--lang", "zh"], "castle\nquit\n");
    let message = "既不是命令（输入“帮助”列出命令），也不是着法：'castle' 不是着法：应为 ICCS（h2e2）、中文（炮二平五）或 WXF（C2.5）\n";
    assert!(text.contains(message), "{text}");
    let text = play(&["--fen", MATED], "h2e2\n");
    assert!(text.contains("outcome  black wins"), "{text}");
}
