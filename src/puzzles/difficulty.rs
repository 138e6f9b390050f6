//! The difficulty of a puzzle, from its solution and from a search.

use crate::board::{Board, Move};
use crate::rules::Game;
use crate::search::see::see;
use crate::search::{Engine, Event, Limits, Request};
use crate::solve::batch::Difficulty;

/// The most nodes of the search for the first move.
const MAX_NODES: u64 = 100_000;

/// Measures the difficulty of a puzzle by its solution, which is not empty.
pub(super) fn difficulty(engine: &mut Engine, board: &Board, solution: &[Move]) -> Difficulty {
    let mut difficulty = Difficulty {
        search_nodes: search_nodes(engine, board, solution[0]),
        ..Difficulty::default()
    };
    let mut board = board.clone();
    for (ply, &mv) in solution.iter().enumerate() {
        let (captures, loss) = (!board.is_empty(mv.to()), see(&board, mv) < 0);
        let _ = board.make(mv);
        if ply % 2 == 0 {
            difficulty.moves += 1;
            let is_quiet = !captures && !board.in_check() && board.has_legal_move();
            difficulty.quiet_moves += u32::from(is_quiet);
            difficulty.sacrifices += u32::from(loss && board.has_legal_move());
        }
    }
    difficulty.rating = rating(&difficulty);
    difficulty
}

/// The rating. Each doubling of the nodes counts 40, each move 100, each quiet move 80, each sacrifice 60.
fn rating(difficulty: &Difficulty) -> u32 {
    let doublings = difficulty.search_nodes.max(1).ilog2();
    let of_moves = 100 * difficulty.moves + 80 * difficulty.quiet_moves;
    400 + of_moves + 60 * difficulty.sacrifices + 40 * doublings
}

/// The nodes after which the search plays `key`, and no other move later; [`MAX_NODES`] if it plays another one at the end.
fn search_nodes(engine: &mut Engine, board: &Board, key: Move) -> u64 {
    engine.clear();
    let request = Request::new(Game::new(board.clone()), Limits::of_nodes(MAX_NODES));
    // The nodes from which on every line begins with the key.
    let mut nodes = None;
    let result = engine.search(request, |event| {
        if let Event::Line(line) = event {
            let is_key = line.pv.first() == Some(&key);
            nodes = is_key.then_some(nodes.unwrap_or(line.nodes));
        }
    });
    let found = nodes.filter(|_| result.best == Some(key));
    found.unwrap_or(MAX_NODES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Settings;

    #[test]
    fn quiet_moves_and_sacrifices_are_counted_without_the_mating_move() {
        let mut engine = Engine::new(Settings::with_hash_mib(1));
        let mut measured = |fen: &str, moves: &str| {
            let board = Board::from_fen(fen).unwrap();
            let moves: Vec<Move> = (moves.split(' ')).map(|mv| mv.parse().unwrap()).collect();
            let found = difficulty(&mut engine, &board, &moves);
            assert_eq!(found.rating, rating(&found));
            (found.moves, found.quiet_moves, found.sacrifices)
        };
        // A rook goes to a square from which it mates next.
        let fen = "3k5/9/R8/9/9/9/9/9/9/1R3K3 w - - 0 1";
        assert_eq!(measured(fen, "b0b8 d9e9 a7a9"), (2, 1, 0));
        // A rook gives itself up with check.
        let fen = "3rkab1r/4a1c2/4b2Rn/p1R1C1C2/8p/9/P1P5P/4B1c1N/3nA4/2BNKA3 b - - 3 14";
        assert_eq!(measured(fen, "g2g0 e2g0 g8g0"), (2, 0, 1));
        let known = Difficulty {
            moves: 3,
            quiet_moves: 1,
            sacrifices: 2,
            search_nodes: 1_024,
            rating: 0,
        };
        assert_eq!(rating(&known), 400 + 300 + 80 + 120 + 400);
    }
}
