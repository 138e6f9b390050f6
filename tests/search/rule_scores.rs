//! The judge in the search: what a repetition is worth there, who avoids it and who forces it.

use std::fs;

use chuhe::board::{Board, Move, START_FEN};
use chuhe::rules::{Game, Reason, Repetition, RuleSet, judge};
use chuhe::search::score::{Meaning, meaning};
use chuhe::search::{Engine, Limits, Request, Settings};

/// Cases of our own, and a larger set that may lie beside the checkout.
const CASES: [&str; 2] = [
    "positions/rules_asian.tsv",
    "../shared/cases/repetition.tsv",
];

fn engine(rules: RuleSet) -> Engine {
    Engine::new(Settings {
        hash_mib: 8,
        rules,
        ..Settings::default()
    })
}

fn play(game: &mut Game, moves: &str) {
    for mv in moves.split_ascii_whitespace() {
        game.play(mv.parse().unwrap()).unwrap();
    }
}

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(Board::from_diagram(fen).unwrap());
    play(&mut game, moves);
    game
}

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// The game of a case up to the last move but one of its third occurrence, and that last move.
fn before_the_last(line: &str) -> (Game, Move) {
    let columns: Vec<&str> = line.split('\t').collect();
    let mut whole = game(columns[0], columns[1]);
    while judge(&whole, &RuleSet::default()).reason == Reason::InProgress {
        play(&mut whole, columns[2]);
    }
    let (last, moves) = whole.moves().split_last().unwrap();
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    (game(columns[0], &moves.join(" ")), *last)
}

/// What the search says of a single move, all others being banned.
fn score_of(game: &Game, mv: Move, rules: RuleSet) -> Meaning {
    let mut request = Request::new(game.clone(), to_depth(3));
    request.banned = game.board().legal_moves().to_vec();
    request.banned.retain(|&other| other != mv);
    let outcome = engine(rules).search(request, |_| {});
    assert_eq!(outcome.best, Some(mv));
    meaning(outcome.score)
}

#[test]
fn the_last_move_of_a_repetition_is_worth_what_the_judge_says() {
    let cases = cases();
    for line in &cases {
        let (game, last) = before_the_last(line);
        let mover = game.board().side();
        let winner = line.split('\t').nth(3).unwrap();
        let expected = match winner {
            "draw" => Meaning::Evaluation(0),
            _ if winner == mover.to_string() => Meaning::Rule(1),
            _ => Meaning::Rule(-1),
        };
        assert_eq!(
            score_of(&game, last, RuleSet::default()),
            expected,
            "{line}"
        );
    }
    assert!(cases.len() >= 20, "only {} cases", cases.len());
}

/// Lines of the case files, without headings and comments.
fn cases() -> Vec<String> {
    let texts = CASES
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok());
    texts
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|line| !line.is_empty() && !line.starts_with(['#', 'f']))
        .collect()
}

#[test]
fn nobody_repeats_into_a_loss_who_has_anything_else() {
    for line in cases() {
        let (game, last) = before_the_last(&line);
        let mover = game.board().side().to_string();
        let winner = line.split('\t').nth(3).unwrap();
        if winner == "draw" || winner == mover {
            continue;
        }
        let outcome = engine(RuleSet::default()).search(Request::new(game, to_depth(6)), |_| {});
        let lost = matches!(
            meaning(outcome.score),
            Meaning::Rule(..0) | Meaning::Mate(..0)
        );
        assert!(outcome.best != Some(last) || lost, "{line}");
    }
}

#[test]
fn a_move_that_forces_the_opponent_to_break_the_rules_is_played() {
    // Black mates on i0 as soon as red stops checking, and red may not check for ever: before the
    // position has come back for the third time, and when it is about to.
    let fen = "3k5/R8/9/9/9/9/9/8r/7r1/5K3 w";
    let round = "a8a9 d9d8 a9a8 d8d9";
    let first = game(fen, "a8a9");
    let last = game(fen, &format!("{round} a8a9 d9d8 a9a8"));
    let searched = |game: Game| {
        let outcome = engine(RuleSet::default()).search(Request::new(game, to_depth(8)), |_| {});
        (outcome.best.unwrap().to_string(), meaning(outcome.score))
    };
    let (best, score) = searched(first);
    assert_eq!(best, "d9d8");
    assert!(
        matches!(score, Meaning::Rule(1..) | Meaning::Mate(1..)),
        "{score:?}"
    );
    assert_eq!(searched(last), ("d8d9".to_owned(), Meaning::Rule(1)));
}

#[test]
fn a_lost_side_is_mated_rather_than_judged() {
    // The same position seen by red, who has checked twice from either square: once more would lose
    // by rule at once, and everything else loses as well.
    let fen = "3k5/R8/9/9/9/9/9/8r/7r1/5K3 w";
    let game = game(fen, &"a8a9 d9d8 a9a8 d8d9 ".repeat(2));
    let outcome = engine(RuleSet::default()).search(Request::new(game, to_depth(8)), |_| {});
    assert!(
        matches!(meaning(outcome.score), Meaning::Mate(..0)),
        "{}",
        outcome.score
    );
    assert_ne!(outcome.best.unwrap().to_string(), "a8a9");
}

#[test]
fn a_repetition_on_the_ply_of_the_natural_limit_is_judged_all_the_same() {
    // Checking once more completes the third round and the limit: a loss, and no draw.
    let fen = "5k3/9/R8/9/9/9/9/4p4/3r5/4K4 w - - 111 70";
    let rounds = "a7a9 f9f8 a9a8 f8f9 a8a9 f9f8 a9a8 f8f9";
    let check = "a8a9".parse().unwrap();
    let score = score_of(&game(fen, rounds), check, RuleSet::default());
    assert_eq!(score, Meaning::Rule(-1));
    // What has come but twice is drawn by the limit.
    let once = game("5k3/R8/9/9/9/9/9/9/9/3K5 w - - 116 70", "a8a9 f9f8 a9a8");
    let score = score_of(&once, "f8f9".parse().unwrap(), RuleSet::default());
    assert_eq!(score, Meaning::Evaluation(0));
}

#[test]
fn the_rules_in_force_are_those_of_the_settings() {
    // Horses out and home: a draw by every rule, but not yet when four occurrences are wanted.
    let idle = "b0c2 b9c7 c2b0 c7b9";
    let before = game(START_FEN, &format!("{idle} b0c2 b9c7 c2b0"));
    let last: Move = "c7b9".parse().unwrap();
    for repetition in Repetition::ALL {
        let rules = RuleSet {
            repetition,
            ..RuleSet::default()
        };
        assert_eq!(score_of(&before, last, rules), Meaning::Evaluation(0));
    }
    let patient = RuleSet {
        occurrences: 4,
        ..RuleSet::default()
    };
    assert_ne!(score_of(&before, last, patient), Meaning::Evaluation(0));
}

#[test]
fn a_score_that_leans_on_the_game_is_not_kept_for_another() {
    // Black is a rook down, and the position after c7b9 would be the third of its kind.
    let fen = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let idle = "b0c2 b9c7 c2b0 c7b9";
    let drawn = game(fen, &format!("{idle} b0c2 b9c7 c2b0"));
    let mut engine = engine(RuleSet::default());
    let outcome = engine.search(Request::new(drawn.clone(), to_depth(5)), |_| {});
    assert_eq!(outcome.best, Some("c7b9".parse().unwrap()));
    assert_eq!(meaning(outcome.score), Meaning::Evaluation(0));
    let probe = engine.probe(drawn.board());
    assert_eq!((probe.lower, probe.upper), (None, None));
    assert_eq!(
        probe.best, outcome.best,
        "the move is worth trying all the same"
    );
    // Without that past the same engine, its table full, knows that black is lost.
    let fresh = Game::new(Board::from_fen(&drawn.board().to_fen()).unwrap());
    let outcome = engine.search(Request::new(fresh, to_depth(5)), |_| {});
    assert!(outcome.score < -300, "{}", outcome.score);
}
