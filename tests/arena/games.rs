//! Single games: ends by the rules, by adjudication and by faults.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use chuhe::arena::game::play;
use chuhe::arena::{
    DrawRule, FaultKind, GameResult, GameSettings, PlayedGame, ResignRule, RunningEngine,
    TimeControl,
};
use chuhe::board::Board;
use chuhe::rules::{Game, Outcome, RuleSet, judge};

use crate::fakes;

pub fn settings() -> GameSettings {
    GameSettings {
        response_timeout: 20_000,
        move_timeout: 20_000,
        ..GameSettings::new(TimeControl::Nodes(100))
    }
}

fn game(red: &str, black: &str, settings: &GameSettings) -> PlayedGame {
    let [mut red, mut black] = [red, black].map(|fake| {
        // The timeout of a hanging engine is waited for in full.
        let mut engine =
            RunningEngine::start(&fakes::engine(fake), Duration::from_secs(5)).unwrap();
        engine.new_game().unwrap();
        engine
    });
    let never = AtomicBool::new(false);
    play(&Board::startpos(), [&mut red, &mut black], settings, &never).expect("a finished game")
}

/// How a game ended, and after how many plies.
fn end(played: &PlayedGame) -> (GameResult, &str, usize) {
    (
        played.result,
        played.termination.as_str(),
        played.moves.len(),
    )
}

#[test]
fn a_game_ends_by_the_rules_and_is_repeatable() {
    let played = game("greedy", "weak", &settings());
    let mut replayed = Game::new(Board::startpos());
    for played in &played.moves {
        assert_eq!(
            judge(&replayed, &RuleSet::default()).outcome,
            Outcome::Undecided
        );
        replayed.play(played.mv).unwrap();
        assert_eq!((played.score, played.depth), (Some(5), Some(1)));
    }
    let verdict = judge(&replayed, &RuleSet::default());
    let winner = match verdict.outcome {
        Outcome::Win(winner) => Some(winner),
        Outcome::Draw => None,
        Outcome::Undecided => panic!("the game is not over"),
    };
    assert_eq!(played.result, GameResult::of(winner));
    assert_eq!(played.termination, verdict.reason.rule());
    let again = game("greedy", "weak", &settings());
    let moves =
        |played: &PlayedGame| -> Vec<_> { played.moves.iter().map(|played| played.mv).collect() };
    assert_eq!(moves(&again), moves(&played));
}

#[test]
fn engines_of_all_protocols_play_the_same_game() {
    let ucci = game("weak", "greedy", &settings());
    let uci = game("weak", "uci", &settings());
    assert_eq!(end(&ucci), end(&uci));
    assert_eq!(
        (uci.moves[1].score, uci.moves[1].depth),
        (Some(11), Some(2))
    );
    let depth = GameSettings {
        control: TimeControl::Depth(3),
        ..settings()
    };
    let xboard = game("weak", "xboard", &depth);
    assert_eq!(end(&ucci), end(&xboard));
    assert_eq!(
        (xboard.moves[1].score, xboard.moves[1].depth),
        (Some(17), Some(3))
    );
}

#[test]
fn each_fault_loses_the_game_and_is_its_termination() {
    let clock = GameSettings {
        control: TimeControl::Clock {
            base: 3_000,
            increment: 0,
        },
        ..settings()
    };
    let faults = [
        ("crash", FaultKind::Crash, "fatal error"),
        ("hang", FaultKind::Hang, "nor to 'stop'"),
        ("flood", FaultKind::Hang, "nor to 'stop'"),
        ("cheat", FaultKind::IllegalMove, "e0e9 in "),
        ("invalid_answer", FaultKind::InvalidAnswer, "banana"),
        ("late", FaultKind::TimeLoss, "ms too late"),
        (
            "xboard_claims_draw",
            FaultKind::InvalidAnswer,
            "1/2-1/2 {Draw by agreement}",
        ),
    ];
    // In parallel, because some wait for a timeout.
    thread::scope(|scope| {
        for (fake, kind, text) in faults {
            let clock = &clock;
            scope.spawn(move || {
                let played = game("weak", fake, clock);
                let detail = &played.detail;
                let expected = (GameResult::Red, kind.name(), 5);
                assert_eq!(end(&played), expected, "{fake}: {detail}");
                assert!(detail.contains(text), "{fake}: {detail}");
            });
        }
    });
}

#[test]
fn engine_that_rejects_a_legal_move_loses() {
    let played = game("weak", "xboard_rejects_move", &settings());
    assert_eq!(played.result, GameResult::Red);
    assert_eq!(played.termination, "invalid-answer");
    assert!(played.detail.starts_with("'Illegal move: "));
}

#[test]
fn games_end_by_resignation_adjudication_and_ply_cap() {
    let played = game("resigns", "weak", &settings());
    assert_eq!(end(&played), (GameResult::Black, "resignation", 4));

    let settings = GameSettings {
        resign: Some(ResignRule {
            score: 800,
            moves: 3,
        }),
        draw: Some(DrawRule {
            score: 5,
            moves: 2,
            from: 5,
        }),
        ply_cap: 12,
        ..settings()
    };
    let played = game("scores_lost", "scores_won", &settings);
    assert_eq!(end(&played), (GameResult::Black, "adjudicated-win", 6));
    let played = game("scores_equal", "scores_equal", &settings);
    assert_eq!(end(&played), (GameResult::Draw, "adjudicated-draw", 10));
    let played = game("scores_won", "scores_won", &settings);
    assert_eq!(end(&played), (GameResult::Draw, "ply-cap", 12));
}

#[test]
fn stopped_game_is_none() {
    let [mut red, mut black] = ["weak", "weak"]
        .map(|fake| RunningEngine::start(&fakes::engine(fake), Duration::from_secs(20)).unwrap());
    let stop = AtomicBool::new(true);
    assert_eq!(
        play(
            &Board::startpos(),
            [&mut red, &mut black],
            &settings(),
            &stop
        ),
        None
    );
}
