//! Ends of games without repetition, and the order of the rules.

use chuhe::board::Color;
use chuhe::rules::{Outcome, Reason, RuleSet, judge};

use crate::{default_verdict, played};

fn assert_end(fen: &str, rule: &str, outcome: Outcome) {
    let verdict = default_verdict(fen, "");
    assert_eq!(verdict.reason.rule(), rule, "{fen}");
    assert_eq!(verdict.outcome, outcome, "{fen}");
}

#[test]
fn no_legal_move_loses() {
    let red_wins = Outcome::Win(Color::Red);
    assert_end("3k1P3/9/3R5/9/9/9/9/9/9/4K4 b", "checkmate", red_wins);
    assert_end("3k5/9/3P5/9/9/9/9/9/4R4/4K4 b", "stalemate", red_wins);
    let black_wins = Outcome::Win(Color::Black);
    assert_end("4k4/9/9/9/9/9/9/9/r8/3r1K3 w", "checkmate", black_wins);
}

#[test]
fn insufficient_material_draws() {
    assert_end("3k5/9/9/9/9/9/9/9/9/4K4 w", "bare-generals", Outcome::Draw);
    assert_end(
        "2bk5/9/9/9/9/9/9/9/4A4/4K4 w",
        "no-attackers",
        Outcome::Draw,
    );
    assert_end(
        "3k5/9/9/9/9/9/9/9/9/p3K4 w",
        "in-progress",
        Outcome::Undecided,
    );
}

#[test]
fn the_natural_limit_is_reached_at_sixty_moves_each() {
    let idle = |plies| format!("5k3/9/7r1/9/9/9/9/1R7/9/3K5 w - - {plies} 70");
    let by = |plies, move_limit| {
        let rules = RuleSet {
            move_limit,
            ..RuleSet::default()
        };
        judge(&played(&idle(plies), "b2b3"), &rules).reason
    };
    assert_eq!(by(118, 60), Reason::InProgress);
    assert_eq!(by(119, 60), Reason::NaturalLimit { moves: 60 });
    assert_eq!(by(119, 61), Reason::InProgress);
    assert_eq!(by(119, 0), Reason::InProgress);
    assert_eq!(by(999, 0), Reason::InProgress);
}

#[test]
fn a_capture_resets_the_natural_limit() {
    let fen = "5k3/9/9/9/9/9/1p7/1R7/9/3K5 w - - 119 70";
    assert_eq!(default_verdict(fen, "b2b3").reason, Reason::InProgress);
    assert_eq!(
        default_verdict(fen, "b2b1").reason,
        Reason::NaturalLimit { moves: 60 }
    );
}

#[test]
fn mate_precedes_repetition_natural_limit_and_material() {
    // The move that completes the limit mates.
    let fen = "4k4/5P3/9/9/9/9/9/9/R8/3K5 w - - 119 70";
    assert_eq!(default_verdict(fen, "a1a9").reason, Reason::Checkmate);
    // A repetition that loses is completed on the last move of the limit.
    let fen = "5k3/R8/9/9/9/9/9/9/9/3K5 w - - 112 70";
    let verdict = default_verdict(fen, &"a8a9 f9f8 a9a8 f8f9 ".repeat(2));
    assert_eq!(verdict.reason.rule(), "perpetual-check");
    assert_eq!(verdict.outcome, Outcome::Win(Color::Black));
    // Neither side can win, and the limit is reached too.
    let fen = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 120 70";
    assert_eq!(default_verdict(fen, "").reason.rule(), "natural-limit");
}
