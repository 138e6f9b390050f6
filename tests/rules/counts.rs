//! Occurrences of a repeated position, the moves that are judged, and the classes of a game's moves.

use chuhe::board::Color;
use chuhe::rules::{ClassifiedMove, MoveClass, Outcome, Reason, RuleSet, judge};

use crate::{board, played};

const CHASE: &str = "5k3/9/9/9/9/R8/6c2/9/9/3K5 w";
const CYCLE: &str = "a4a3 g3g4 a3a4 g4g3 ";

#[test]
fn repetition_is_judged_at_the_set_number_of_occurrences() {
    for repeat_count in 2..=4 {
        let rules = RuleSet {
            repeat_count,
            ..RuleSet::default()
        };
        let cycles = repeat_count as usize - 1;
        let early = CYCLE.repeat(cycles - 1) + "a4a3 g3g4 a3a4";
        assert_eq!(
            judge(&played(CHASE, &early), &rules).reason,
            Reason::InProgress
        );
        let verdict = judge(&played(CHASE, &CYCLE.repeat(cycles)), &rules);
        assert_eq!(verdict.outcome, Outcome::Win(Color::Black));
        let Reason::Repetition(repeated) = verdict.reason else {
            panic!("{}", verdict.reason);
        };
        assert_eq!(repeated.occurrences, repeat_count);
        assert_eq!(repeated.cycle.len(), 4, "since it last occurred");
    }
}

/// The last cycle is a chase, but the cycle before it, after the first occurrence, is idle.
#[test]
fn all_moves_since_the_first_occurrence_are_judged() {
    let moves = "a4a5 f9f8 a5a4 f8f9 ".to_owned() + CYCLE;
    let verdict = judge(&played(CHASE, &moves), &RuleSet::default());
    assert_eq!(verdict.outcome, Outcome::Draw, "{}", verdict.reason);
}

#[test]
fn moves_of_a_game_have_their_classes() {
    let mut board = board(CHASE);
    let mut moves = Vec::new();
    for mv in played(CHASE, "a4a3 g3g4 a3a9 f9f8").moves() {
        moves.push(ClassifiedMove::of(&board, *mv));
        let _ = board.make(*mv);
    }
    let classes: Vec<MoveClass> = moves.iter().map(|played| played.class).collect();
    use MoveClass::{Chase, Check, Idle};
    assert_eq!(classes, [Chase, Idle, Check, Idle]);
    assert_eq!(moves[0].piece.color(), Color::Red);
    assert_eq!(moves[1].piece.color(), Color::Black);
    assert_eq!(moves[2].mv.to_string(), "a3a9");
}
