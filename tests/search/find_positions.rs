//! Programs that found the positions in `positions/`; they are no tests.
//!
//! ```text
//! CHUHE_SEED=1 cargo test --test search -- --ignored --nocapture find_positions::null_move
//! ```
//!
//! prints lines for `zugzwang.epd` and `horizon.epd`; `mates` in place of `null_move` prints those of `mates.epd`. The same seed
//! prints the same lines as long as the search is the same. A full-width search finds the mates after any other change, too.

use chuhe::board::{Board, BoardBuilder, Color, Move, Piece, PieceKind, Square};
use chuhe::eval::Evaluator;
use chuhe::search::null_move::has_free_pieces;
use chuhe::search::{Engine, Limits, NullMove, SearchResult, Settings, Techniques};

use crate::common::{
    engine, full_width, mate_in, number_from_env, only_null_move, search, to_depth,
};
use crate::random_positions::placement;

/// Positions with a confined general and one piece that has to move: the composed positions of `zugzwang.epd`, and one in which
/// the horse has enough squares.
const SHUT_IN: [&str; 4] = [
    "3k4n/9/4P1P2/9/9/9/9/9/9/4K4 w",
    "3k5/9/4P4/9/9/9/9/9/5N3/4K3p w",
    "3k1n3/9/2P2P3/9/9/9/9/9/9/4K4 w",
    "3k5/8R/n7b/9/9/9/9/9/9/4K4 w",
];

type Cells = [Option<Piece>; Square::COUNT];

/// Puts a piece on a random empty square where it may stand, a pawn across the river.
fn place(rng: &mut fastrand::Rng, cells: &mut Cells, piece: Piece) {
    for _ in 0..200 {
        let square = Square::from_index(rng.usize(..Square::COUNT)).unwrap();
        let crossed = piece.kind() != PieceKind::Pawn || square.is_across_river(piece.color());
        let may = crossed && piece.kind().may_stand(piece.color(), square);
        if may && cells[square.index()].is_none() {
            cells[square.index()] = Some(piece);
            return;
        }
    }
}

/// Returns the position with red to move, if it is valid.
fn valid_board(cells: &Cells) -> Option<Board> {
    Board::from_fen(&(placement(cells) + " w")).ok()
}

/// Returns a random modification of a composed position: a few pieces are moved, replaced or added.
fn modified_composition(rng: &mut fastrand::Rng) -> Option<Board> {
    use PieceKind::*;
    let board = Board::from_fen(SHUT_IN[rng.usize(..SHUT_IN.len())]).unwrap();
    let mut cells: Cells = std::array::from_fn(|index| board.piece_at(Square::from_index(index)?));
    for _ in 0..rng.usize(1..=3) {
        let standing: Vec<usize> = (0..Square::COUNT)
            .filter(|&at| cells[at].is_some())
            .collect();
        let taken = cells[standing[rng.usize(..standing.len())]].take()?;
        let kinds = [Horse, Cannon, Pawn, Elephant, Advisor];
        let other = Piece::new(taken.color(), kinds[rng.usize(..kinds.len())]);
        let general = taken.kind() == General;
        let piece = if general || rng.bool() { taken } else { other };
        place(rng, &mut cells, piece);
        if rng.u8(..3) == 0 {
            place(rng, &mut cells, other);
        }
    }
    valid_board(&cells)
}

/// Returns a random endgame with a few pieces.
fn random_endgame(rng: &mut fastrand::Rng) -> Option<Board> {
    use PieceKind::*;
    let mut cells: Cells = [None; Square::COUNT];
    let officers = [Rook, Horse, Cannon, Pawn, Pawn];
    let guards = [Advisor, Elephant];
    for (color, most) in [(Color::Red, 3), (Color::Black, 2)] {
        place(rng, &mut cells, Piece::new(color, General));
        for _ in 0..rng.usize(1..=most) {
            let kind = officers[rng.usize(..officers.len())];
            place(rng, &mut cells, Piece::new(color, kind));
        }
        for _ in 0..rng.usize(0..=most) {
            let kind = guards[rng.usize(..guards.len())];
            place(rng, &mut cells, Piece::new(color, kind));
        }
    }
    valid_board(&cells)
}

/// Returns the position after a null move, if it is valid.
fn after_null_move(board: &Board) -> Option<Board> {
    let mut passed = BoardBuilder::of(board);
    passed.side(!board.side());
    passed.build().ok()
}

/// Whether the defender is in zugzwang somewhere in the mating line: a null move, if allowed, would avoid the mate.
fn has_zugzwang(off: &mut Engine, board: &Board, result: &SearchResult) -> bool {
    let mut board = board.clone();
    let plies = result.pv.len();
    for (ply, &mv) in result.pv.iter().enumerate() {
        if ply % 2 == 1
            && !board.in_check()
            && has_free_pieces(&board, board.side())
            && let Some(passed) = after_null_move(&board)
        {
            // To the depth of the mate without the null move, and one ply more.
            let result = search(off, &passed, to_depth((plies - ply) as u32 + 1), &[]);
            if mate_in(&result).is_none() {
                return true;
            }
        }
        let _ = board.make(mv);
    }
    false
}

/// The same form of the null move with several evaluations, with and without SEE. What all find does not depend on weights that
/// may change.
struct EngineVariants(Vec<Engine>);

impl EngineVariants {
    fn new(form: NullMove) -> EngineVariants {
        let mut engines = Vec::new();
        for (evaluator, see) in [
            (Evaluator::default(), true),
            (Evaluator::default(), false),
            (Evaluator::Tables, true),
        ] {
            engines.push(Engine::new(Settings {
                techniques: Techniques {
                    see,
                    ..only_null_move(form)
                },
                evaluator,
                hash_mib: 1,
                ..Settings::default()
            }));
        }
        EngineVariants(engines)
    }

    /// Whether all find the mate in `plies`, or none finds any for `None`.
    fn agree(&mut self, board: &Board, depth: u32, plies: Option<i32>) -> bool {
        self.0
            .iter_mut()
            .all(|engine| mate_in(&search(engine, board, to_depth(depth), &[])) == plies)
    }
}

/// The number of positions to find of each kind.
const ENOUGH: u32 = 10;

#[test]
#[ignore = "a search for positions, not a test"]
fn null_move() {
    let mut rng = fastrand::Rng::with_seed(number_from_env("CHUHE_SEED", 1));
    let mut off = engine(only_null_move(NullMove::Off));
    let (mut fixed, mut verified) = (
        EngineVariants::new(NullMove::Fixed),
        EngineVariants::new(NullMove::Verified),
    );
    let mut found = [0; 2];
    let mut known = SHUT_IN
        .map(|fen| Board::from_fen(fen).unwrap().key())
        .to_vec();
    for _ in 0..number_from_env("CHUHE_ROUNDS", 100_000) {
        let board = if found[1] < ENOUGH {
            random_endgame(&mut rng)
        } else {
            modified_composition(&mut rng)
        };
        let Some(board) = board.filter(Board::has_legal_move) else {
            continue;
        };
        if known.contains(&board.key()) {
            continue;
        }
        // Half of them with black as the attacker.
        let board = if rng.bool() { board.flipped() } else { board };
        let limits = Limits {
            nodes: Some(15_000),
            ..to_depth(7)
        };
        let result = search(&mut off, &board, limits, &[]);
        let Some(plies) = mate_in(&result).filter(|&plies| (3..=7).contains(&plies)) else {
            continue;
        };
        for depth in plies as u32 + 1..=plies as u32 + 3 {
            let missed = mate_in(&search(&mut off, &board, to_depth(depth), &[])) == Some(plies)
                && fixed.agree(&board, depth, None);
            if !missed {
                continue;
            }
            let kind = if has_zugzwang(&mut off, &board, &result) {
                if !verified.agree(&board, depth, Some(plies)) {
                    continue;
                }
                "zugzwang"
            } else {
                if found[1] >= ENOUGH {
                    break;
                }
                let later = (1..=2).find(|&more| fixed.agree(&board, depth + more, Some(plies)));
                if later.is_none() {
                    continue;
                }
                "horizon"
            };
            let number = &mut found[usize::from(kind == "horizon")];
            *number += 1;
            known.extend([board.key(), board.flipped().key()]);
            let fen = board.to_fen();
            println!(
                "{fen} dm {}; acd {depth}; id \"{kind} {number}\";",
                plies / 2 + 1
            );
            break;
        }
        if found.iter().all(|&count| count >= ENOUGH) {
            break;
        }
    }
}

/// The number of problems to find of each length: of 1 move, of 2, ...
const COUNTS_BY_LENGTH: [u32; 7] = [10, 14, 16, 12, 7, 4, 1];
/// Longer ones are taken from random endgames: in games they are too rare, and too costly to verify at full width.
const LONGEST_OF_GAMES: usize = 4;

/// Mate problems from games of the engine against itself with few nodes and random openings; the longest from random endgames.
#[test]
#[ignore = "a search for positions, not a test"]
fn mates() {
    let mut rng = fastrand::Rng::with_seed(number_from_env("CHUHE_SEED", 1));
    let mut player = Engine::new(Settings::with_hash_mib(1));
    let mut thorough = engine(full_width());
    let mut found = [0; COUNTS_BY_LENGTH.len()];
    for _ in 0..number_from_env("CHUHE_ROUNDS", 400) {
        let mut board = Board::startpos();
        let opening = rng.usize(6..=16);
        let nodes = rng.u64(300..1500);
        // The lengths of the problems of this game: at most two, of different lengths.
        let mut seen = Vec::new();
        for ply in 0..200 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let limits = Limits::of_nodes(nodes);
            let result = search(&mut player, &board, limits, &[]);
            let claimed = mate_in(&result).map_or(0, |plies| plies as usize / 2 + 1);
            let is_needed = |moves: usize, found: &[u32]| {
                (1..=LONGEST_OF_GAMES).contains(&moves)
                    && found[moves - 1] < COUNTS_BY_LENGTH[moves - 1]
            };
            if is_needed(claimed, &found)
                && seen.len() < 2
                && let Some((moves, key)) = problem(&mut thorough, &board, claimed as u32)
                && is_needed(moves, &found)
                && !seen.contains(&moves)
            {
                seen.push(moves);
                found[moves - 1] += 1;
                print(&board, moves, key, found[moves - 1]);
            }
            let mv = if ply < opening {
                moves[rng.usize(..moves.len())]
            } else {
                result.best.expect("there are legal moves")
            };
            let _ = board.make(mv);
        }
        if found[..LONGEST_OF_GAMES] == COUNTS_BY_LENGTH[..LONGEST_OF_GAMES] {
            break;
        }
    }
    while found != COUNTS_BY_LENGTH {
        let Some(board) = random_endgame(&mut rng).filter(Board::has_legal_move) else {
            continue;
        };
        let board = if rng.bool() { board.flipped() } else { board };
        let Some((moves, key)) = problem(&mut thorough, &board, COUNTS_BY_LENGTH.len() as u32)
        else {
            continue;
        };
        if moves > LONGEST_OF_GAMES && found[moves - 1] < COUNTS_BY_LENGTH[moves - 1] {
            found[moves - 1] += 1;
            print(&board, moves, key, found[moves - 1]);
        }
    }
}

fn print(board: &Board, moves: usize, key: Option<Move>, number: u32) {
    let key = key.map_or(String::new(), |mv| format!(" bm {mv};"));
    let fen = board.to_fen();
    println!("{fen} dm {moves};{key} id \"mate in {moves}, {number}\";");
}

/// Returns the number of moves, at most `claimed`, in which the side to move mates, and the key if it is unique.
///
/// The searches are of full width and would have found any shorter mate.
fn problem(full_width: &mut Engine, board: &Board, claimed: u32) -> Option<(usize, Option<Move>)> {
    let limits = Limits {
        nodes: Some(500_000),
        ..to_depth(2 * claimed - 1)
    };
    let result = search(full_width, board, limits, &[]);
    let plies = mate_in(&result).filter(|&plies| plies as u32 <= result.depth)?;
    // A mate is found at its own depth. A stalemate, which also wins, is found a ply later and left out.
    mate_in(&search(full_width, board, to_depth(plies as u32), &[]))?;
    let key = result.best?;
    let others = search(full_width, board, limits, &[key]);
    let is_unique =
        others.depth >= plies as u32 && mate_in(&others).is_none_or(|other| other > plies);
    Some((plies as usize / 2 + 1, is_unique.then_some(key)))
}
