//! Single games, with good ends and bad ones.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use chuhe::arena::game::play;
use chuhe::arena::{Control, DrawTerms, Engine, FaultKind, Played, ResignTerms, Terms};
use chuhe::board::{Board, Color};
use chuhe::rules::{Game, Outcome, Repetition, judge};

use crate::fakes;

pub fn terms() -> Terms {
    Terms {
        control: Control::Nodes(100),
        margin: 50,
        patience: 20_000,
        move_timeout: 20_000,
        repetition: Repetition::Asian,
        occurrences: 3,
        move_limit: 60,
        ply_cap: 400,
        resign: None,
        draw: None,
    }
}

fn game(red: &str, black: &str, terms: &Terms) -> Played {
    let [mut red, mut black] = [red, black].map(|fake| {
        // So that only what is never to come is waited for in vain.
        let mut engine = Engine::start(&fakes::engine(fake), Duration::from_secs(5)).unwrap();
        engine.new_game().unwrap();
        engine
    });
    let never = AtomicBool::new(false);
    play(&Board::startpos(), [&mut red, &mut black], terms, &never).expect("a whole game")
}

#[test]
fn a_game_ends_by_the_rules_and_again_the_same_way() {
    let played = game("greedy", "weak", &terms());
    let mut replayed = Game::new(Board::startpos());
    for played in &played.moves {
        assert_eq!(
            judge(&replayed, &terms().rule_set()).outcome,
            Outcome::Undecided
        );
        replayed.play(played.mv).unwrap();
        assert_eq!((played.score, played.depth), (Some(5), Some(1)));
    }
    let verdict = judge(&replayed, &terms().rule_set());
    let expected = match played.winner {
        Some(winner) => Outcome::Win(winner),
        None => Outcome::Draw,
    };
    assert_eq!(verdict.outcome, expected);
    assert_eq!(played.ending, verdict.reason.rule());
    let again = game("greedy", "weak", &terms());
    let moves =
        |played: &Played| -> Vec<_> { played.moves.iter().map(|played| played.mv).collect() };
    assert_eq!(moves(&again), moves(&played));
}

#[test]
fn protocols_meet() {
    let ucci = game("weak", "greedy", &terms());
    let uci = game("weak", "uci", &terms());
    assert_eq!(
        (ucci.winner, ucci.moves.len()),
        (uci.winner, uci.moves.len())
    );
    assert_eq!(
        (uci.moves[1].score, uci.moves[1].depth),
        (Some(11), Some(2))
    );
    let depth = Terms {
        control: Control::Depth(3),
        ..terms()
    };
    let xboard = game("weak", "xboard", &depth);
    assert_eq!(
        (ucci.winner, ucci.moves.len()),
        (xboard.winner, xboard.moves.len())
    );
    assert_eq!(
        (xboard.moves[1].score, xboard.moves[1].depth),
        (Some(17), Some(3))
    );
}

#[test]
fn each_fault_loses_the_game_and_has_its_name() {
    let clock = Terms {
        control: Control::Clock {
            base: 3_000,
            increment: 0,
        },
        ..terms()
    };
    let faults = [
        ("crash", FaultKind::Crash, "out of luck"),
        ("hang", FaultKind::Hang, "nor to 'stop'"),
        ("flood", FaultKind::Hang, "nor to 'stop'"),
        ("cheat", FaultKind::IllegalMove, "e0e9 in "),
        ("nonsense", FaultKind::Nonsense, "banana"),
        ("late", FaultKind::TimeLoss, "ms too late"),
        (
            "xboard_claims",
            FaultKind::Nonsense,
            "1/2-1/2 {Draw by agreement}",
        ),
    ];
    // At the same time, for some of them wait.
    thread::scope(|scope| {
        for (fake, kind, said) in faults {
            let clock = &clock;
            scope.spawn(move || {
                let played = game("weak", fake, clock);
                let detail = &played.detail;
                assert_eq!(played.winner, Some(Color::Red), "{fake}: {detail}");
                assert_eq!(played.ending, kind.name());
                assert!(detail.contains(said), "{fake}: {detail}");
                assert_eq!(played.moves.len(), 5);
            });
        }
    });
}

#[test]
fn who_refuses_a_sound_move_loses() {
    let played = game("weak", "xboard_refuses", &terms());
    assert_eq!(played.winner, Some(Color::Red));
    assert_eq!(played.ending, "nonsense");
    assert!(played.detail.starts_with("'Illegal move: "));
}

#[test]
fn games_end_early_where_the_terms_say_so() {
    let played = game("resigns", "weak", &terms());
    assert_eq!(
        (played.winner, played.ending),
        (Some(Color::Black), "resignation")
    );
    assert_eq!(played.moves.len(), 4);

    let terms = Terms {
        resign: Some(ResignTerms {
            score: 800,
            moves: 3,
        }),
        draw: Some(DrawTerms {
            score: 5,
            moves: 2,
            from: 5,
        }),
        ply_cap: 12,
        ..terms()
    };
    let played = game("gloomy", "hopeful", &terms);
    assert_eq!(
        (played.winner, played.ending),
        (Some(Color::Black), "adjudicated-win")
    );
    assert_eq!(played.moves.len(), 6);
    let played = game("level", "level", &terms);
    assert_eq!((played.winner, played.ending), (None, "adjudicated-draw"));
    assert_eq!(played.moves.len(), 10);
    let played = game("hopeful", "hopeful", &terms);
    assert_eq!((played.winner, played.ending), (None, "ply-cap"));
    assert_eq!(played.moves.len(), 12);
}

#[test]
fn a_game_that_is_called_off_is_none() {
    let [mut red, mut black] = ["weak", "weak"]
        .map(|fake| Engine::start(&fakes::engine(fake), Duration::from_secs(20)).unwrap());
    let at_once = AtomicBool::new(true);
    assert_eq!(
        play(
            &Board::startpos(),
            [&mut red, &mut black],
            &terms(),
            &at_once
        ),
        None
    );
}
