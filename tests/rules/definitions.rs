//! Definitions of the rules, each on a diagram of `docs/rules.md`.

use chuhe::rules::{ClassifiedMove, MoveClass};

use crate::classify;

/// Each chase as a text such as `Ra3xcg3`, with `?` if all roots are false.
fn chases(played: &ClassifiedMove) -> Vec<String> {
    let short = |chase: &chuhe::rules::Chase| {
        format!(
            "{}{}x{}{}{}",
            chase.attacker.letter(),
            chase.from,
            chase.target.letter(),
            chase.square,
            if chase.false_roots { "?" } else { "" }
        )
    };
    played.chases.iter().map(short).collect()
}

fn class(fen: &str, mv: &str) -> MoveClass {
    classify(fen, mv).class
}

#[test]
fn move_that_attacks_the_general_is_a_check() {
    let fen = "5k3/R8/9/9/9/9/9/9/9/3K5 w";
    assert_eq!(class(fen, "a8a9"), MoveClass::Check);
}

#[test]
fn threat_of_mate_by_checks_is_a_kill() {
    let fen = "4k4/5P3/4b4/9/9/9/7p1/9/R8/3K5 w";
    assert_eq!(class(fen, "a1a2"), MoveClass::Kill, "mate in two checks");
    let fen = "3k5/5P3/9/4p4/9/9/9/9/R8/4K4 w";
    assert_eq!(class(fen, "a1d1"), MoveClass::Check, "a check is no kill");
    // The pawn could then leave black no move on c8, but without a check.
    let fen = "3k5/9/2P6/P8/9/9/9/9/9/4K4 w";
    assert_ne!(class(fen, "a6a7"), MoveClass::Kill);
}

#[test]
fn threat_to_an_unprotected_piece_is_a_chase() {
    let fen = "5k3/9/9/9/9/R8/6c2/9/9/3K5 w";
    assert_eq!(chases(&classify(fen, "a4a3")), ["Ra3xcg3"]);
}

#[test]
fn target_with_false_roots_only_is_chased() {
    let free = "4k4/9/9/8R/4n4/6c2/9/9/9/3K5 w";
    assert_eq!(class(free, "i6i4"), MoveClass::Follow);
    let pinned = "4k4/9/9/8R/4n4/6c2/9/9/9/4K4 w";
    assert_eq!(chases(&classify(pinned, "i6i4")), ["Ri4xcg4?"]);
}

#[test]
fn attack_on_a_like_piece_is_an_exchange_unless_it_cannot_capture_back() {
    let fen = "5k3/9/9/9/9/R8/6r2/9/9/3K5 w";
    assert_eq!(class(fen, "a4a3"), MoveClass::Exchange);
    let able = "5k3/9/9/4n4/9/9/5N3/9/9/3K5 w";
    assert_eq!(class(able, "f3d4"), MoveClass::Exchange);
    let blocked = "5k3/9/9/4n4/4p4/6p2/5N3/9/9/3K5 w";
    assert_eq!(chases(&classify(blocked, "f3d4")), ["Nd4xne6"]);
}

#[test]
fn move_to_an_attacked_square_is_an_offer() {
    let fen = "5k3/9/9/9/1C4r2/9/9/9/9/3K5 w";
    assert_eq!(class(fen, "b5c5"), MoveClass::Offer);
}

#[test]
fn move_that_ends_an_attack_is_a_block() {
    let fen = "5k3/9/9/9/9/9/4C4/6n2/4A4/3K5 w";
    assert_eq!(class(fen, "e1f2"), MoveClass::Block);
}

#[test]
fn attack_on_a_protected_piece_is_a_follow() {
    let fen = "6r2/5k3/9/9/9/R8/6c2/9/9/3K5 w";
    assert_eq!(class(fen, "a4a3"), MoveClass::Follow);
}

#[test]
fn move_without_threat_is_idle() {
    let fen = "5k3/9/7r1/9/9/9/9/1R7/9/3K5 w";
    assert_eq!(class(fen, "b2b3"), MoveClass::Idle);
}

/// (a) A rook that moves along the line on which it already attacks makes no new threat.
#[test]
fn a_kept_threat_is_no_chase() {
    let fen = "3k5/9/9/9/9/9/R5c2/9/9/5K3 w";
    assert_eq!(chases(&classify(fen, "a3b3")), [""; 0]);
}

/// (b) The rook on g9 protects the cannon, which is already attacked. A move that blocks this root is no chase; a move
/// that pins it is one.
#[test]
fn a_root_blocked_is_no_chase_and_a_root_pinned_is() {
    let blocked = "5kr2/9/9/9/5P3/9/R5c2/9/9/3K5 w";
    assert_eq!(chases(&classify(blocked, "f5g5")), [""; 0]);
    let pinned = "4k4/9/9/9/4n4/R5c2/9/9/9/5K3 w";
    assert_eq!(chases(&classify(pinned, "f0e0")), ["Ra4xcg4?"]);
}

/// (c) A rook that may not leave its file threatens nothing beside it.
#[test]
fn a_pinned_attacker_does_not_chase() {
    let pinned = "3k5/4r4/9/9/9/4R4/c8/9/9/4K4 w";
    assert_eq!(chases(&classify(pinned, "e4e3")), [""; 0]);
    let free = "3k5/7r1/9/9/9/4R4/c8/9/9/5K3 w";
    assert_eq!(chases(&classify(free, "e4e3")), ["Re3xca3"]);
}

/// (d) The rook uncovers a check. The check is answered first, so the horse can recapture.
#[test]
fn a_check_makes_no_root_false() {
    let fen = "4k4/9/4bn3/7c1/9/4R4/9/4C4/9/3K5 w";
    let played = classify(fen, "e4h4");
    assert_eq!(played.class, MoveClass::Check);
    assert_eq!(chases(&played), [""; 0]);
}

/// (e) A second attacker makes a new threat.
#[test]
fn a_second_attacker_chases_anew() {
    let fen = "5k3/9/9/9/7R1/9/R5c2/9/9/3K5 w";
    assert_eq!(chases(&classify(fen, "h5g5")), ["Rg5xcg3"]);
}

#[test]
fn generals_and_pawns_may_chase_but_not_uncover() {
    assert_eq!(
        class("5k3/9/2c6/1P7/9/9/9/9/9/3K5 w", "b6c6"),
        MoveClass::Idle
    );
    let fen = "5k3/9/9/9/4n4/9/9/9/4K4/3RR4 w";
    assert_eq!(chases(&classify(fen, "e1d1")), ["Re0xne5"]);
}

#[test]
fn a_pawn_may_be_chased_until_it_has_crossed() {
    let home = "5k3/9/9/2p3p2/9/9/2R6/9/9/3K5 w";
    assert_eq!(chases(&classify(home, "c3g3")), [""; 0]);
    let crossed = "5k3/9/9/9/9/2p3p2/9/2R6/9/3K5 w";
    assert_eq!(chases(&classify(crossed, "c2g2")), ["Rg2xpg4"]);
}
