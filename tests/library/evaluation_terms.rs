//! The terms of the hand-crafted evaluation: each prefers the second of a pair of positions.

use chuhe::board::Board;
use chuhe::eval::{Knowledge, Score, Term, explain};

/// Returns by how much a term, red minus black, is larger in `after` than in `before`: the mean of both phases.
fn gain(term: Term, before: &str, after: &str) -> Score {
    let of = |fen: &str| {
        let explanation = explain(&Board::from_fen(fen).unwrap(), Knowledge::Full);
        let row = explanation.rows.iter().find(|row| row.term == term);
        let row = row.expect("the full knowledge has every term");
        let difference = row.red - row.black;
        (difference.mg() + difference.eg()) / 2
    };
    of(after) - of(before)
}

#[test]
fn each_term_prefers_the_better_of_two_positions() {
    const LINES_QUIET: &str = "2bakab2/9/9/9/9/9/9/9/9/C2R1K3 w - - 0 1";
    const HOLLOW_ALONE: &str = "2bakab2/9/9/9/4C4/9/9/9/9/5K3 w - - 0 1";
    const HOLLOW_WITH_ROOK: &str = "2bakab2/9/9/9/4C4/9/9/9/9/3R1K3 w - - 0 1";
    const TWO_BETWEEN: &str = "2b1ka3/4a4/4b4/9/9/9/9/4C4/9/3R1K3 w - - 0 1";
    const LINKED: &str = "2bakab2/9/9/9/2PP5/9/9/9/9/5K3 w - - 0 1";
    // What is better, the term, the least gain, the worse position, the better one.
    #[rustfmt::skip]
    let cases = [
        ("a horse with free legs", Term::HorseMobility, 10,
            "3ak4/9/9/9/9/4C4/4N4/4C4/9/5K3 w", "3ak4/9/9/9/9/9/4N4/9/C7C/5K3 w"),
        ("a rook on open lines", Term::RookMobility, 10,
            "3ak4/9/9/9/9/9/P8/9/9/RN3K3 w", "3ak4/9/9/9/9/P8/9/9/9/R4K3 w"),
        ("a cannon on open lines", Term::CannonMobility, 10,
            "3ak4/9/9/9/9/9/1N7/RCR6/1N7/5K3 w", "3ak4/9/9/9/9/9/9/1C7/9/5K3 w"),
        ("linked pawns, not apart", Term::Pawns, 5, "2bakab2/9/9/9/2P3P2/9/9/9/9/5K3 w", LINKED),
        ("linked pawns, not in file", Term::Pawns, 5, "2bakab2/9/9/2P6/2P6/9/9/9/9/5K3 w", LINKED),
        ("a pawn before a bare palace", Term::Pawns, 5,
            "2bakab2/9/9/9/4P4/9/9/9/9/5K3 w", "4k4/9/9/9/4P4/9/9/9/9/5K3 w"),
        ("a horse guarded by an elephant", Term::Threats, 10,
            "3ak4/9/9/2r6/9/2N6/9/9/9/2B2K3 w", "3ak4/9/9/2r6/9/2N6/9/4B4/9/5K3 w"),
        ("a rook that no horse attacks", Term::Threats, 10,
            "3ak4/9/9/3n5/9/2R6/9/9/4A4/3A1K3 w", "3ak4/5n3/9/9/9/2R6/9/9/4A4/3A1K3 w"),
        ("a pawn that attacks a horse", Term::Threats, 10,
            "3ak4/9/9/2n6/9/2P6/9/9/9/5K3 b", "3ak4/9/9/2n6/2P6/9/9/9/9/5K3 b"),
        ("a cannon with its own guards", Term::Guards, 0,
            "4k4/9/9/9/9/9/9/9/9/C4K3 w", "4k4/9/9/9/9/9/9/9/4A4/C2A1K3 w"),
        ("a hollow cannon with a rook", Term::Lines, 60, LINES_QUIET, HOLLOW_WITH_ROOK),
        ("a rook beside the hollow cannon", Term::Lines, 20, HOLLOW_ALONE, HOLLOW_WITH_ROOK),
        ("a cannon with two pieces between", Term::Lines, 10, LINES_QUIET, TWO_BETWEEN),
        ("its own rook among the two", Term::Lines, 5,
            TWO_BETWEEN, "2b1kab2/4a4/9/9/4R4/9/9/4C4/9/5K3 w"),
        ("a cannon on the back rank", Term::Lines, 5,
            LINES_QUIET, "C1bakab2/9/9/9/9/9/9/9/9/3R1K3 w"),
        ("a hollow cannon on the back rank", Term::Lines, 5,
            LINES_QUIET, "C3kab2/9/9/9/9/9/9/9/9/3R1K3 w"),
        ("a rook that pins", Term::Lines, 3,
            LINES_QUIET, "2bakab2/4n4/9/9/9/9/9/9/4R4/C4K3 w"),
        ("a horse that can check next", Term::Danger, 0,
            "3k5/9/9/9/9/9/9/9/9/N3K4 w", "3k5/9/9/2N6/9/9/9/9/9/4K4 w"),
        ("attack on a palace without guards", Term::Danger, 0,
            "2bakab2/3R5/6N2/9/9/9/9/9/9/3A1K3 w", "4k4/3R5/6N2/9/9/9/9/9/9/3A1K3 w"),
    ];
    for (what, term, least, worse, better) in cases {
        assert!(gain(term, worse, better) > least, "{what}");
    }
    // A cannon next to the general leaves no square for a screen.
    let touching = "2b1kab2/4C4/9/9/9/9/9/9/9/3R1K3 w";
    assert_eq!(gain(Term::Lines, LINES_QUIET, touching), 0);
}

#[test]
fn missing_advisors_favour_rooks_and_missing_elephants_cannons() {
    let whole = "2bakab2/9/9/9/9/9/9/9/9/R2A1K3 w - - 0 1";
    let no_advisors = "2b1k1b2/9/9/9/9/9/9/9/9/R2A1K3 w - - 0 1";
    let no_elephants = "3aka3/9/9/9/9/9/9/9/9/R2A1K3 w - - 0 1";
    let rook = |after| gain(Term::Guards, whole, after);
    assert!(rook(no_advisors) > rook(no_elephants));
    let cannon = |fen: &str| fen.replace('R', "C");
    let cannons = |after: &str| gain(Term::Guards, &cannon(whole), &cannon(after));
    assert!(cannons(no_elephants) > cannons(no_advisors));
}

#[test]
fn attackers_together_are_worth_more_than_apart() {
    let none = "2bakab2/9/9/9/9/9/9/9/9/R2A1K1N1 w - - 0 1";
    let rook = "2bakab2/3R5/9/9/9/9/9/9/9/3A1K1N1 w - - 0 1";
    let horse = "2bakab2/9/6N2/9/9/9/9/9/9/R2A1K3 w - - 0 1";
    let both = "2bakab2/3R5/6N2/9/9/9/9/9/9/3A1K3 w - - 0 1";
    let danger = |after| gain(Term::Danger, none, after);
    assert!(danger(rook) > 0 && danger(horse) > 0);
    assert!(danger(both) > danger(rook) + danger(horse));
}

#[test]
fn a_side_without_attackers_scores_at_most_zero() {
    let score = |fen| explain(&Board::from_fen(fen).unwrap(), Knowledge::Full).score;
    assert_eq!(score("3k5/9/9/9/9/9/9/9/4A4/2BAK1B2 w - - 0 1"), 0);
    // Four guards are worth more than a horse, but only the side with the horse can win.
    assert!(score("2bakab2/9/9/9/9/9/9/9/9/3K2N2 w - - 0 1") >= 0);
    // A pawn on the last rank no longer counts as force.
    assert_eq!(score("P8/3k5/9/9/9/9/9/9/9/4K4 w - - 0 1"), 0);
}
