//! The scores of repetitions and of the natural limit in the search, compared with the verdicts of the judge.

use std::fs;

use chuhe::board::{Board, Move, START_FEN};
use chuhe::rules::{Game, Reason, RepetitionRules, RuleSet, judge};
use chuhe::search::score::{ScoreKind, classify};
use chuhe::search::{Engine, Request, Settings};

use crate::common::to_depth;

/// Cases of our own, and a larger set that may lie beside the checkout.
const CASES: [&str; 2] = [
    "positions/rules_asian.tsv",
    "../shared/cases/repetition.tsv",
];

fn engine(rules: RuleSet) -> Engine {
    Engine::new(Settings {
        rules,
        ..Settings::with_hash_mib(8)
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

/// Returns the game of a case without the move that completes the third occurrence, and that move. In our cases the side that
/// loses begins the cycle, so the winner completes it. With `is_shifted` the cycle begins a ply later, and the other side does.
fn before_last_move(line: &str, is_shifted: bool) -> (Game, Move) {
    let columns: Vec<&str> = line.split('\t').collect();
    let mut whole = game(columns[0], columns[1]);
    let mut cycle: Vec<&str> = columns[2].split(' ').collect();
    if is_shifted {
        play(&mut whole, cycle[0]);
        whole = Game::new(whole.board().clone());
        cycle.rotate_left(1);
    }
    while judge(&whole, &RuleSet::default()).reason == Reason::InProgress {
        play(&mut whole, &cycle.join(" "));
    }
    let (last, moves) = whole.moves().split_last().unwrap();
    let mut before = Game::new(whole.start().clone());
    for &mv in moves {
        before.play(mv).unwrap();
    }
    (before, *last)
}

/// Returns each case as it is, and with its cycle shifted.
fn repetitions(cases: &[String]) -> impl Iterator<Item = (&String, bool)> {
    cases.iter().flat_map(|line| [(line, false), (line, true)])
}

/// Returns the score of a search in which all moves but one are banned.
fn score_of(game: &Game, mv: Move, rules: RuleSet) -> ScoreKind {
    let mut request = Request::new(game.clone(), to_depth(3));
    request.banned = game.board().legal_moves().to_vec();
    request.banned.retain(|&other| other != mv);
    let result = engine(rules).search(request, |_| {});
    assert_eq!(result.best, Some(mv));
    classify(result.score)
}

#[test]
fn the_score_of_a_repetition_agrees_with_the_judge() {
    let cases = cases();
    for (line, is_shifted) in repetitions(&cases) {
        let (game, last) = before_last_move(line, is_shifted);
        let mover = game.board().side();
        let winner = line.split('\t').nth(3).unwrap();
        let expected = match winner {
            "draw" => ScoreKind::Evaluation(0),
            _ if winner == mover.to_string() => ScoreKind::Rule(1),
            _ => ScoreKind::Rule(-1),
        };
        assert_eq!(
            score_of(&game, last, RuleSet::default()),
            expected,
            "{line}"
        );
    }
    assert!(cases.len() >= 20, "only {} cases", cases.len());
}

/// Returns the lines of the case files without headings and comments.
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
fn a_losing_repetition_is_avoided_unless_every_move_loses() {
    let cases = cases();
    let mut losing = 0;
    for (line, is_shifted) in repetitions(&cases) {
        let (game, last) = before_last_move(line, is_shifted);
        let mover = game.board().side().to_string();
        let winner = line.split('\t').nth(3).unwrap();
        if winner == "draw" || winner == mover {
            continue;
        }
        losing += 1;
        let result = engine(RuleSet::default()).search(Request::new(game, to_depth(6)), |_| {});
        let lost = matches!(
            classify(result.score),
            ScoreKind::Rule(..0) | ScoreKind::Mate(..0)
        );
        assert!(result.best != Some(last) || lost, "{line}");
    }
    assert!(losing >= 13, "only {losing} repetitions lose");
}

#[test]
fn a_win_by_the_opponents_perpetual_check_is_found() {
    // Black mates on i0 as soon as red stops checking, and perpetual check loses. The win is found both before the repetition
    // and on the move that completes it.
    let fen = "3k5/R8/9/9/9/9/9/8r/7r1/5K3 w";
    let round = "a8a9 d9d8 a9a8 d8d9";
    let first = game(fen, "a8a9");
    let last = game(fen, &format!("{round} a8a9 d9d8 a9a8"));
    let searched = |game: Game| {
        let result = engine(RuleSet::default()).search(Request::new(game, to_depth(8)), |_| {});
        (result.best.unwrap().to_string(), classify(result.score))
    };
    let (best, score) = searched(first);
    assert_eq!(best, "d9d8");
    assert!(
        matches!(score, ScoreKind::Rule(1..) | ScoreKind::Mate(1..)),
        "{score:?}"
    );
    assert_eq!(searched(last), ("d8d9".to_owned(), ScoreKind::Rule(1)));
}

#[test]
fn a_lost_side_prefers_mate_to_a_loss_by_rule() {
    // The same position with red to move after two rounds of checks. Another check loses by rule at once, and every other move
    // loses too.
    let fen = "3k5/R8/9/9/9/9/9/8r/7r1/5K3 w";
    let game = game(fen, &"a8a9 d9d8 a9a8 d8d9 ".repeat(2));
    let result = engine(RuleSet::default()).search(Request::new(game, to_depth(8)), |_| {});
    assert_ne!(result.best.unwrap().to_string(), "a8a9");
    // It is no mate on the board, since the checks could go on.
    assert_eq!(classify(result.score), ScoreKind::Rule(-4));
}

#[test]
fn a_repetition_on_the_ply_of_the_natural_limit_has_priority() {
    // One more check completes both the repetition and the limit: a loss, not a draw.
    let fen = "5k3/9/R8/9/9/9/9/4p4/3r5/4K4 w - - 111 70";
    let rounds = "a7a9 f9f8 a9a8 f8f9 a8a9 f9f8 a9a8 f8f9";
    let check = "a8a9".parse().unwrap();
    let score = score_of(&game(fen, rounds), check, RuleSet::default());
    assert_eq!(score, ScoreKind::Rule(-1));
    // A position that occurred only twice is drawn by the limit.
    let once = game("5k3/R8/9/9/9/9/9/9/9/3K5 w - - 116 70", "a8a9 f9f8 a9a8");
    let score = score_of(&once, "f8f9".parse().unwrap(), RuleSet::default());
    assert_eq!(score, ScoreKind::Evaluation(0));
}

#[test]
fn a_game_that_goes_on_after_the_natural_limit_is_searched_without_one() {
    // A horse attacks the rook.
    let fen = "3akab2/9/4b4/9/9/1n7/3R5/9/4A4/4KA3 w - - 120 70";
    let request = Request::new(game(fen, ""), to_depth(4));
    let result = engine(RuleSet::default()).search(request, |_| {});
    assert!(result.best.unwrap().to_string().starts_with("d3"));
    assert_ne!(result.score, 0);
}

#[test]
fn a_side_may_trade_into_a_position_without_attackers_which_is_drawn() {
    // Only taking the last rook draws.
    let before = game("3k5/4r4/9/9/9/9/9/9/4R4/2BAKAB2 b", "");
    for (mv, expected) in [("e8e1", 0), ("d9d8", -20)] {
        let score = score_of(&before, mv.parse().unwrap(), RuleSet::default());
        let ScoreKind::Evaluation(score) = score else {
            panic!("{score:?}");
        };
        assert!(
            if expected == 0 {
                score == 0
            } else {
                score < expected
            },
            "{mv}: {score}"
        );
    }
}

#[test]
fn the_search_uses_the_rules_of_the_settings() {
    // Horses move out and back: a draw by every rule, but not before the fourth occurrence if four are required.
    let idle = "b0c2 b9c7 c2b0 c7b9";
    let before = game(START_FEN, &format!("{idle} b0c2 b9c7 c2b0"));
    let last: Move = "c7b9".parse().unwrap();
    for repetition in RepetitionRules::ALL {
        let rules = RuleSet {
            repetition,
            ..RuleSet::default()
        };
        assert_eq!(score_of(&before, last, rules), ScoreKind::Evaluation(0));
    }
    let four_occurrences = RuleSet {
        repeat_count: 4,
        ..RuleSet::default()
    };
    assert_ne!(
        score_of(&before, last, four_occurrences),
        ScoreKind::Evaluation(0)
    );
}

#[test]
fn a_score_that_depends_on_the_game_is_not_stored() {
    // Black is a rook down, and c7b9 would repeat the position for the third time.
    let fen = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let idle = "b0c2 b9c7 c2b0 c7b9";
    let drawn = game(fen, &format!("{idle} b0c2 b9c7 c2b0"));
    let mut engine = engine(RuleSet::default());
    let result = engine.search(Request::new(drawn.clone(), to_depth(5)), |_| {});
    assert_eq!(result.best, Some("c7b9".parse().unwrap()));
    assert_eq!(classify(result.score), ScoreKind::Evaluation(0));
    let probe = engine.probe(drawn.board());
    assert_eq!((probe.lower, probe.upper), (None, None));
    assert_eq!(probe.best, result.best, "the move is stored");
    // In a new game the same engine, with its table kept, finds that black is losing.
    let fresh = Game::new(Board::from_fen(&drawn.board().to_fen()).unwrap());
    let result = engine.search(Request::new(fresh, to_depth(5)), |_| {});
    assert!(result.score < -300, "{}", result.score);
}
