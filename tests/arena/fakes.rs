//! Engines for the other tests to start, sound ones and such as no referee lets pass.
//!
//! Each is a test of this very program, left out unless asked for by name: so there is a program to
//! start wherever the tests run, and nothing more to build. The harness prints a line or two of its
//! own before the engine speaks, which the arena must put up with as it does with any banner.

use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

use chuhe::arena::{EngineSpec, Protocol};
use chuhe::board::{Board, Move, PieceKind};

/// The engine `fake`, called so in the match.
pub fn engine(fake: &str) -> EngineSpec {
    let module = if fake.starts_with("xboard") {
        "cecp"
    } else {
        "fakes"
    };
    let args = [
        &format!("{module}::{fake}"),
        "--exact",
        "--ignored",
        "--nocapture",
    ];
    EngineSpec {
        name: fake.to_owned(),
        command: std::env::current_exe().unwrap(),
        args: args.map(str::to_owned).to_vec(),
        protocol: match fake {
            "uci" => Protocol::Uci,
            _ if fake.starts_with("xboard") => Protocol::XBoard,
            _ => Protocol::Ucci,
        },
        options: Vec::new(),
        first_rank: None,
    }
}

/// What a fake engine does when it is told to think.
pub enum Manners {
    /// Takes what is worth most, and otherwise plays anything.
    Greedy,
    /// Plays the first move that it finds.
    Weak,
    /// As the greedy one, but speaks UCI and counts ranks from 1.
    Uci,
    /// Gives up at its third move of a game.
    Resigns,
    /// Says of each position that it has won it; or lost.
    Says(i32),
    /// Does this at its third move of a game.
    Fault(fn(&mut dyn BufRead)),
}

#[test]
#[ignore = "an engine for other tests"]
fn greedy() {
    run(Manners::Greedy);
}

#[test]
#[ignore = "an engine for other tests"]
fn weak() {
    run(Manners::Weak);
}

#[test]
#[ignore = "an engine for other tests"]
fn uci() {
    run(Manners::Uci);
}

#[test]
#[ignore = "an engine for other tests"]
fn resigns() {
    run(Manners::Resigns);
}

#[test]
#[ignore = "an engine for other tests"]
fn hopeful() {
    run(Manners::Says(900));
}

#[test]
#[ignore = "an engine for other tests"]
fn gloomy() {
    run(Manners::Says(-900));
}

#[test]
#[ignore = "an engine for other tests"]
fn level() {
    run(Manners::Says(0));
}

#[test]
#[ignore = "an engine for other tests"]
fn crash() {
    run(Manners::Fault(|_| {
        eprintln!("out of luck");
        std::process::exit(3);
    }));
}

#[test]
#[ignore = "an engine for other tests"]
fn hang() {
    run(Manners::Fault(|_| {
        std::thread::sleep(Duration::from_secs(600))
    }));
}

/// Never stops talking, nor comes to the point.
#[test]
#[ignore = "an engine for other tests"]
fn flood() {
    run(Manners::Fault(|_| {
        loop {
            say("info depth 1 score 0");
        }
    }));
}

#[test]
#[ignore = "an engine for other tests"]
fn cheat() {
    run(Manners::Fault(|_| say("bestmove e0e9")));
}

#[test]
#[ignore = "an engine for other tests"]
fn nonsense() {
    run(Manners::Fault(|_| say("bestmove \u{7092} banana")));
}

/// Plays, but only when told to stop.
#[test]
#[ignore = "an engine for other tests"]
fn late() {
    run(Manners::Fault(|input| {
        let mut line = String::new();
        while line.trim() != "stop" {
            line.clear();
            input.read_line(&mut line).unwrap();
        }
        say("bestmove a0a1");
    }));
}

/// Starts, and says nothing at all.
#[test]
#[ignore = "an engine for other tests"]
fn mute() {
    if is_asked_for() {
        std::thread::sleep(Duration::from_secs(600));
    }
}

/// Introduces itself and is gone.
#[test]
#[ignore = "an engine for other tests"]
fn short_lived() {
    if is_asked_for() {
        say("\nid name short-lived");
        std::process::exit(0);
    }
}

/// Whether this is an engine that a test has started, and not a run of all tests there are.
pub fn is_asked_for() -> bool {
    std::env::args().any(|arg| arg == "--exact")
}

pub fn say(line: &str) {
    // When the arena has gone, so does the engine.
    if writeln!(stdout(), "{line}")
        .and_then(|()| stdout().flush())
        .is_err()
    {
        std::process::exit(1);
    }
}

fn run(manners: Manners) {
    if !is_asked_for() {
        return;
    }
    let mut input = stdin().lock();
    let mut board = Board::startpos();
    let mut asked = 0;
    let mut line = String::new();
    // The harness may have begun a line.
    say("\na banner that is no word of any protocol");
    while input.read_line(&mut line).is_ok_and(|read| read > 0) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["ucci"] if std::env::args().any(|arg| arg == "silent") => say("id name fake\nucciok"),
            ["ucci"] => say("id name fake\noption usemillisec type check\n\
                 option hashsize type spin min 1 max 64 default 16\n\
                 option style type combo var solid var wild default solid\nucciok"),
            ["uci"] => say(
                "id name fake\noption name UCI_Variant type combo default chess var xiangqi\nuciok",
            ),
            // Asked before each game.
            ["isready"] => {
                asked = 0;
                say("readyok");
            }
            ["position", ..] => board = position(&line, matches!(manners, Manners::Uci)),
            ["quit"] => break,
            ["go", ..] => {
                asked += 1;
                answer(&manners, &board, asked, &mut input);
            }
            _ => {}
        }
        line.clear();
    }
    // Nothing of what the harness says of a finished test.
    std::process::exit(0);
}

fn answer(manners: &Manners, board: &Board, asked: u32, input: &mut dyn BufRead) {
    let mv = chosen(board, matches!(manners, Manners::Weak));
    match manners {
        Manners::Fault(fault) if asked == 3 => fault(input),
        Manners::Resigns if asked == 3 => say(&format!("bestmove {mv} resign")),
        Manners::Says(score) => say(&format!("info depth 7 score {score}\nbestmove {mv}")),
        Manners::Uci => {
            let shifted = |square: chuhe::board::Square| {
                let text = square.to_string();
                format!("{}{}", &text[..1], text[1..].parse::<u8>().unwrap() + 1)
            };
            let text = shifted(mv.from()) + &shifted(mv.to());
            say(&format!("info depth 2 score cp 11\nbestmove {text}"));
        }
        _ => say(&format!("info depth 1 score 5 pv {mv}\nbestmove {mv}")),
    }
}

pub fn chosen(board: &Board, first: bool) -> Move {
    let moves = board.legal_moves();
    if first {
        return moves[0];
    }
    let worth = |mv: &Move| match board.piece_at(mv.to()).map(|piece| piece.kind()) {
        None => 0,
        Some(PieceKind::Pawn) => 1,
        Some(PieceKind::Advisor | PieceKind::Elephant) => 2,
        Some(PieceKind::Horse | PieceKind::Cannon) => 4,
        Some(PieceKind::Rook | PieceKind::General) => 9,
    };
    // Anything, but the same in the same position.
    let chance = |mv: &Move| board.key().rotate_left(mv.bits().into()) % 97;
    *moves
        .iter()
        .max_by_key(|mv| (worth(mv), chance(mv)))
        .unwrap()
}

/// The position of a line, which must be right in every word.
fn position(line: &str, from_one: bool) -> Board {
    let line = line.trim().strip_prefix("position fen ").unwrap();
    let (fen, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let mut board = Board::from_fen(fen).unwrap();
    for text in moves.split(' ').filter(|text| !text.is_empty()) {
        let text = if from_one {
            zero_based(text)
        } else {
            text.to_owned()
        };
        let mv: Move = text.parse().unwrap();
        assert!(board.is_legal_move(mv));
        let _ = board.make(mv);
    }
    board
}

fn zero_based(text: &str) -> String {
    let divide = text[1..]
        .find(|letter: char| letter.is_alphabetic())
        .unwrap()
        + 1;
    let square = |text: &str| format!("{}{}", &text[..1], text[1..].parse::<u8>().unwrap() - 1);
    square(&text[..divide]) + &square(&text[divide..])
}
