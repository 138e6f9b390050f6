//! Finders of the positions in `positions/`: not tests, but how those files were made.
//!
//! ```text
//! CHUHE_SEED=1 cargo test --test search -- --ignored --nocapture find_positions::null_move
//! ```
//!
//! prints lines for `zugzwang.epd` and `horizon.epd`, and `mates` in place of `null_move` those of `mates.epd`. The same seed prints the same lines as long as the search that
//! finds them is the same; that of full width finds the mates themselves, whatever else changes.

use chuhe::board::{Board, Color, Move, Piece, PieceKind, Square};
use chuhe::eval::{Evaluator, Knowledge};
use chuhe::search::null_move::has_free_pieces;
use chuhe::search::{Engine, Limits, NullMove, Outcome, Settings, Techniques};

use crate::common::{engine, full_width, gambling_on, mate, search, to_depth};

fn number(name: &str, default: u64) -> u64 {
    let said = std::env::var(name).ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A general shut in and one piece that has to move, in a few ways: the composed positions of `zugzwang.epd` and one
/// in which the horse has squares enough.
const SHUT_IN: [&str; 4] = [
    "3k4n/9/4P1P2/9/9/9/9/9/9/4K4 w",
    "3k5/9/4P4/9/9/9/9/9/5N3/4K3p w",
    "3k1n3/9/2P2P3/9/9/9/9/9/9/4K4 w",
    "3k5/8R/n7b/9/9/9/9/9/9/4K4 w",
];

type Cells = [Option<Piece>; Square::COUNT];

/// Puts a piece on a random square where it may stand and is free to move from.
fn place(rng: &mut fastrand::Rng, cells: &mut Cells, piece: Piece) {
    for _ in 0..200 {
        let square = Square::from_index(rng.usize(..Square::COUNT)).unwrap();
        let crossed = piece.kind() != PieceKind::Pawn || square.crossed(piece.color());
        let may = crossed && piece.kind().may_stand(piece.color(), square);
        if may && cells[square.index()].is_none() {
            cells[square.index()] = Some(piece);
            return;
        }
    }
}

fn sound(cells: &Cells) -> Option<Board> {
    let rank = |rank: u8| -> String {
        (0..9)
            .map(|file| cells[Square::new(file, rank).index()].map_or('1', |piece| piece.letter()))
            .collect()
    };
    let placement: Vec<String> = (0..10).rev().map(rank).collect();
    Board::from_fen(&(placement.join("/") + " w")).ok()
}

/// A variation on a composed position: a piece or two elsewhere, or one more, or another instead.
fn variation(rng: &mut fastrand::Rng) -> Option<Board> {
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
    sound(&cells)
}

/// A position with a few pieces.
fn random_ending(rng: &mut fastrand::Rng) -> Option<Board> {
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
    sound(&cells)
}

/// The same position with the other side to move, where that is one: after a pass.
fn passed(board: &Board) -> Option<Board> {
    let fen = board.to_fen();
    let (placement, _) = fen.split_once(' ')?;
    let side = if board.side() == Color::Red { "b" } else { "w" };
    Board::from_fen(&format!("{placement} {side}")).ok()
}

/// Whether the defender, somewhere in the mating line, would escape by a pass (and has a piece that may pass).
fn is_squeezed(off: &mut Engine, board: &Board, outcome: &Outcome) -> bool {
    let mut board = board.clone();
    let plies = outcome.pv.len();
    for (ply, &mv) in outcome.pv.iter().enumerate() {
        if ply % 2 == 1
            && !board.safety().in_check()
            && has_free_pieces(&board, board.side())
            && let Some(passed) = passed(&board)
        {
            // As long as the mate takes without the pass, and a move more.
            let outcome = search(off, &passed, to_depth((plies - ply) as u32 + 1), &[]);
            if mate(&outcome).is_none() {
                return true;
            }
        }
        let _ = board.make(mv);
    }
    false
}

/// The same search with other evaluations, and with SEE and without: what is found with all of them does not
/// hang on a weight that may change tomorrow.
struct Forms(Vec<Engine>);

impl Forms {
    fn new(form: NullMove) -> Forms {
        let mut engines = Vec::new();
        for (knowledge, see) in [
            (Knowledge::Full, true),
            (Knowledge::Full, false),
            (Knowledge::Tables, true),
        ] {
            engines.push(Engine::new(Settings {
                techniques: Techniques {
                    see,
                    ..gambling_on(form)
                },
                evaluator: Evaluator::hand_crafted(knowledge),
                hash_mib: 1,
                ..Settings::default()
            }));
        }
        Forms(engines)
    }

    /// Whether all find the mate in so many plies, or none finds any.
    fn agree(&mut self, board: &Board, depth: u32, plies: Option<i32>) -> bool {
        self.0
            .iter_mut()
            .all(|engine| mate(&search(engine, board, to_depth(depth), &[])) == plies)
    }
}

/// Positions of a kind.
const ENOUGH: u32 = 10;

#[test]
#[ignore = "a search for positions, not a test"]
fn null_move() {
    let mut rng = fastrand::Rng::with_seed(number("CHUHE_SEED", 1));
    let mut off = engine(gambling_on(NullMove::Off));
    let (mut fixed, mut verified) = (Forms::new(NullMove::Fixed), Forms::new(NullMove::Verified));
    let mut found = [0; 2];
    let mut known = SHUT_IN
        .map(|fen| Board::from_fen(fen).unwrap().key())
        .to_vec();
    for _ in 0..number("CHUHE_ROUNDS", 100_000) {
        let board = if found[1] < ENOUGH {
            random_ending(&mut rng)
        } else {
            variation(&mut rng)
        };
        let Some(board) = board.filter(Board::has_legal_move) else {
            continue;
        };
        if known.contains(&board.key()) {
            continue;
        }
        // Half of them for the other side.
        let board = if rng.bool() { board.flipped() } else { board };
        let limits = Limits {
            nodes: Some(15_000),
            ..to_depth(7)
        };
        let outcome = search(&mut off, &board, limits, &[]);
        let Some(plies) = mate(&outcome).filter(|&plies| (3..=7).contains(&plies)) else {
            continue;
        };
        for depth in plies as u32 + 1..=plies as u32 + 3 {
            let missed = mate(&search(&mut off, &board, to_depth(depth), &[])) == Some(plies)
                && fixed.agree(&board, depth, None);
            if !missed {
                continue;
            }
            let kind = if is_squeezed(&mut off, &board, &outcome) {
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

/// How many problems of each length there are to be: of 1 move, of 2, ...
const WANTED: [u32; 7] = [10, 14, 16, 12, 7, 4, 1];
/// Longer ones are taken from random endings: in games they are too rare, and too wide to be sure of.
const LONGEST_OF_GAMES: usize = 4;

/// Mate problems out of games of the engine against itself, thinking little, from random openings; the longest out
/// of random endings.
#[test]
#[ignore = "a search for positions, not a test"]
fn mates() {
    let mut rng = fastrand::Rng::with_seed(number("CHUHE_SEED", 1));
    let mut player = Engine::new(Settings {
        hash_mib: 1,
        ..Settings::default()
    });
    let mut thorough = engine(full_width());
    let mut found = [0; WANTED.len()];
    for _ in 0..number("CHUHE_ROUNDS", 400) {
        let mut board = Board::startpos();
        let opening = rng.usize(6..=16);
        let nodes = rng.u64(300..1500);
        // What problem this game may still give: one to each side and length.
        let mut seen = Vec::new();
        for ply in 0..200 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let outcome = search(&mut player, &board, limits, &[]);
            let hoped = mate(&outcome).map_or(0, |plies| plies as usize / 2 + 1);
            let wanted = |moves: usize, found: &[u32]| {
                (1..=LONGEST_OF_GAMES).contains(&moves) && found[moves - 1] < WANTED[moves - 1]
            };
            if wanted(hoped, &found)
                && seen.len() < 2
                && let Some((moves, key)) = problem(&mut thorough, &board, hoped as u32)
                && wanted(moves, &found)
                && !seen.contains(&moves)
            {
                seen.push(moves);
                found[moves - 1] += 1;
                print(&board, moves, key, found[moves - 1]);
            }
            let mv = if ply < opening {
                moves[rng.usize(..moves.len())]
            } else {
                outcome.best.expect("there are legal moves")
            };
            let _ = board.make(mv);
        }
        if found[..LONGEST_OF_GAMES] == WANTED[..LONGEST_OF_GAMES] {
            break;
        }
    }
    while found != WANTED {
        let Some(board) = random_ending(&mut rng).filter(Board::has_legal_move) else {
            continue;
        };
        let board = if rng.bool() { board.flipped() } else { board };
        let Some((moves, key)) = problem(&mut thorough, &board, WANTED.len() as u32) else {
            continue;
        };
        if moves > LONGEST_OF_GAMES && found[moves - 1] < WANTED[moves - 1] {
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

/// In how many moves, as many as hoped or fewer, the side to move mates, and the key where there is but one: by
/// searches of full width, which would have found any shorter mate.
fn problem(thorough: &mut Engine, board: &Board, hoped: u32) -> Option<(usize, Option<Move>)> {
    let limits = Limits {
        nodes: Some(500_000),
        ..to_depth(2 * hoped - 1)
    };
    let outcome = search(thorough, board, limits, &[]);
    let plies = mate(&outcome).filter(|&plies| plies as u32 <= outcome.depth)?;
    // A stalemate, as good as a mate, shows only a ply later; a mate does at its own depth.
    mate(&search(thorough, board, to_depth(plies as u32), &[]))?;
    let key = outcome.best?;
    let others = search(thorough, board, limits, &[key]);
    let alone = others.depth >= plies as u32 && mate(&others).is_none_or(|other| other > plies);
    Some((plies as usize / 2 + 1, alone.then_some(key)))
}
