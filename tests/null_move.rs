//! Null move and its price: zugzwang, where a pass would be the best move, and the horizon, where
//! the reduced search does not see far enough. The positions stand in `positions/zugzwang.epd` and
//! were found by
//! [`find`] below: random sparse endings (and random middlegames for the horizon) in which a search without
//! null move finds a mate that the plain null move does not find at the same depth.

use chuhe::board::{Board, Color, Piece, PieceKind, Square};
use chuhe::rules::Game;
use chuhe::search::score::{Meaning, meaning};
use chuhe::search::{Engine, Limits, NullMove, Request, Settings, Techniques};

/// Alpha-beta with its window, order and table, and of the gambles the null move alone.
fn techniques(null_move: NullMove) -> Techniques {
    Techniques {
        null_move,
        pvs: true,
        quiescence: true,
        transposition: true,
        ordering: true,
        see: true,
        ..Techniques::NONE
    }
}

/// Plies to the mate that a search to `depth` finds for the side to move.
fn mate(engine: &mut Engine, board: &Board, depth: u32, form: NullMove) -> Option<i32> {
    let settings = Settings {
        techniques: techniques(form),
        hash_mib: 8,
        ..Settings::default()
    };
    engine.set(settings);
    engine.clear();
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let outcome = engine.search(Request::new(Game::new(board.clone()), limits), |_| {});
    match meaning(outcome.score) {
        Meaning::Mate(plies) if plies > 0 => Some(plies),
        _ => None,
    }
}

/// A position with a few pieces, or none if it is not sound.
fn random_ending(rng: &mut fastrand::Rng) -> Option<Board> {
    let mut cells = [None; Square::COUNT];
    let mut place = |kind: PieceKind, color: Color, rng: &mut fastrand::Rng| {
        for _ in 0..200 {
            let square = Square::from_index(rng.usize(..Square::COUNT)).unwrap();
            let crossed = kind != PieceKind::Pawn || square.crossed(color);
            if cells[square.index()].is_none() && kind.may_stand(color, square) && crossed {
                cells[square.index()] = Some(Piece::new(color, kind));
                return;
            }
        }
    };
    use PieceKind::*;
    place(General, Color::Red, rng);
    place(General, Color::Black, rng);
    for _ in 0..rng.usize(1..=3) {
        let kind = [Rook, Horse, Cannon, Pawn, Pawn][rng.usize(..5)];
        place(kind, Color::Red, rng);
    }
    for _ in 0..rng.usize(0..=2) {
        place([Advisor, Elephant][rng.usize(..2)], Color::Red, rng);
    }
    for _ in 0..rng.usize(1..=2) {
        place(
            [Horse, Cannon, Pawn, Pawn][rng.usize(..4)],
            Color::Black,
            rng,
        );
    }
    for _ in 0..rng.usize(0..=3) {
        place([Advisor, Elephant][rng.usize(..2)], Color::Black, rng);
    }
    Board::from_fen(&fen(&cells)).ok()
}

fn fen(cells: &[Option<Piece>; Square::COUNT]) -> String {
    let rank = |rank: u8| -> String {
        (0..9)
            .map(|file| cells[Square::new(file, rank).index()].map_or('1', |piece| piece.letter()))
            .collect()
    };
    (0..10).rev().map(rank).collect::<Vec<_>>().join("/") + " w"
}

/// A position some random plies into a game.
fn random_middlegame(rng: &mut fastrand::Rng) -> Option<Board> {
    let mut board = Board::startpos();
    for _ in 0..rng.usize(40..140) {
        let moves = board.legal_moves();
        let _ = board.make(*rng.choice(moves.iter())?);
    }
    Some(board)
}

/// Finds such positions and prints them: `cargo test --release --test null_move -- --ignored
/// --nocapture`. The seed is taken from `CHUHE_SEED`, so that a search can go on elsewhere.
#[test]
#[ignore = "a search for positions, not a test"]
fn find() {
    let seed = std::env::var("CHUHE_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(1);
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut engine = Engine::new(Settings {
        hash_mib: 8,
        ..Settings::default()
    });
    let mut found = [0; 2];
    for round in 0..60_000 {
        let horizon = round % 4 == 0;
        let board = if horizon {
            random_middlegame(&mut rng)
        } else {
            random_ending(&mut rng)
        };
        let Some(board) = board.filter(Board::has_legal_move) else {
            continue;
        };
        let depth = if horizon { 5 } else { 7 };
        let Some(plies) = mate(&mut engine, &board, depth, NullMove::Off) else {
            continue;
        };
        if plies < 4 || mate(&mut engine, &board, depth, NullMove::Fixed).is_some() {
            continue;
        }
        let verified = mate(&mut engine, &board, depth, NullMove::Verified);
        let kind = if verified.is_some() {
            "zugzwang"
        } else {
            "horizon"
        };
        println!(
            "{} {kind} dm {} depth {depth} verified {verified:?}",
            board.to_fen(),
            plies / 2 + 1
        );
        found[usize::from(verified.is_some())] += 1;
        if found.iter().all(|&count| count >= 12) {
            break;
        }
    }
}
