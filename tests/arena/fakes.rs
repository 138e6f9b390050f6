//! Fake UCCI and UCI engines for the other tests, correct and faulty.
//!
//! Each is an ignored test of this program, started by its name. So no other program must be built. The test harness prints
//! a line or two before the engine does, which the arena must skip like any banner.

use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

use chuhe::arena::{EngineProtocol, EngineSpec};
use chuhe::board::{Board, Move, PieceKind};

/// The specification of the fake engine with this name.
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
        args: args.map(str::to_owned).to_vec(),
        protocol: match fake {
            "uci" => EngineProtocol::Uci,
            _ if fake.starts_with("xboard") => EngineProtocol::XBoard,
            _ => EngineProtocol::Ucci,
        },
        ..EngineSpec::new(fake, std::env::current_exe().unwrap())
    }
}

/// What a fake engine does on `go`.
pub enum Behaviour {
    /// Plays the most valuable capture, otherwise a pseudo-random move.
    Greedy,
    /// Plays the first legal move.
    Weak,
    /// As `Greedy`, but in UCI with ranks from 1.
    Uci,
    /// Resigns at its third move of a game.
    Resigns,
    /// Reports this score for each position.
    Scores(i32),
    /// Does this at its third move of a game instead of an answer.
    Fault(fn(&mut dyn BufRead)),
}

/// Defines fake engines, which run with these behaviours.
macro_rules! fake_engines {
    ($($(#[$doc:meta])* $name:ident: $behaviour:expr;)*) => {$(
        $(#[$doc])*
        #[test]
        #[ignore = "an engine for other tests"]
        fn $name() {
            run($behaviour);
        }
    )*};
}
pub(crate) use fake_engines;

fake_engines! {
    greedy: Behaviour::Greedy;
    weak: Behaviour::Weak;
    uci: Behaviour::Uci;
    resigns: Behaviour::Resigns;
    scores_won: Behaviour::Scores(900);
    scores_lost: Behaviour::Scores(-900);
    scores_equal: Behaviour::Scores(0);
    crash: Behaviour::Fault(|_| {
        eprintln!("fatal error");
        std::process::exit(3);
    });
    hang: Behaviour::Fault(|_| std::thread::sleep(Duration::from_secs(600)));
    /// Sends `info` lines without an end, and no move.
    flood: Behaviour::Fault(|_| {
        loop {
            send("info depth 1 score 0");
        }
    });
    cheat: Behaviour::Fault(|_| send("bestmove e0e9"));
    invalid_answer: Behaviour::Fault(|_| send("bestmove \u{7092} banana"));
    /// Answers only after `stop`.
    late: Behaviour::Fault(|input| {
        let mut line = String::new();
        while line.trim() != "stop" {
            line.clear();
            input.read_line(&mut line).unwrap();
        }
        send("bestmove a0a1");
    });
}

/// Starts, and sends nothing.
#[test]
#[ignore = "an engine for other tests"]
fn silent() {
    if is_started_as_engine() {
        std::thread::sleep(Duration::from_secs(600));
    }
}

/// Sends its name and exits.
#[test]
#[ignore = "an engine for other tests"]
fn short_lived() {
    if is_started_as_engine() {
        send("\nid name short-lived");
        std::process::exit(0);
    }
}

/// Completes the handshake and the preparation of a game, then reads no more input.
#[test]
#[ignore = "an engine for other tests"]
fn deaf() {
    if is_started_as_engine() {
        let mut requests = 0;
        for line in stdin().lock().lines() {
            match line.unwrap().as_str() {
                "ucci" => send("\nucciok"),
                "isready" => {
                    send("readyok");
                    requests += 1;
                }
                _ => {}
            }
            if requests == 2 {
                std::thread::sleep(Duration::from_secs(600));
            }
        }
    }
}

/// True if this process was started as an engine, false in a run of all ignored tests.
pub fn is_started_as_engine() -> bool {
    std::env::args().any(|arg| arg == "--exact")
}

pub fn send(line: &str) {
    // The arena has closed the pipe.
    if writeln!(stdout(), "{line}")
        .and_then(|()| stdout().flush())
        .is_err()
    {
        std::process::exit(1);
    }
}

fn run(behaviour: Behaviour) {
    if !is_started_as_engine() {
        return;
    }
    let mut input = stdin().lock();
    let mut board = Board::startpos();
    let mut searches = 0;
    let mut line = String::new();
    // The harness may have begun a line.
    send("\na banner that belongs to no protocol");
    while input.read_line(&mut line).is_ok_and(|read| read > 0) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["ucci"] if std::env::args().any(|arg| arg == "no-options") => {
                send("id name fake\nucciok")
            }
            ["ucci"] => send(
                "id name fake\noption usemillisec type check\n\
                 option hashsize type spin min 1 max 64 default 16\n\
                 option style type combo var solid var wild default solid\nucciok",
            ),
            ["uci"] => send(
                "id name fake\noption name UCI_Variant type combo default chess var xiangqi\nuciok",
            ),
            // Sent before each game.
            ["isready"] => {
                searches = 0;
                send("readyok");
            }
            ["position", ..] => board = position(&line, matches!(behaviour, Behaviour::Uci)),
            ["quit"] => break,
            ["go", ..] => {
                searches += 1;
                answer(&behaviour, &board, searches, &mut input);
            }
            _ => {}
        }
        line.clear();
    }
    // Not back to the harness, which would print a result.
    std::process::exit(0);
}

fn answer(behaviour: &Behaviour, board: &Board, searches: u32, input: &mut dyn BufRead) {
    let mv = choose_move(board, matches!(behaviour, Behaviour::Weak));
    match behaviour {
        Behaviour::Fault(fault) if searches == 3 => fault(input),
        Behaviour::Resigns if searches == 3 => send(&format!("bestmove {mv} resign")),
        Behaviour::Scores(score) => send(&format!("info depth 7 score {score}\nbestmove {mv}")),
        Behaviour::Uci => {
            let shifted = |square: chuhe::board::Square| {
                let text = square.to_string();
                format!("{}{}", &text[..1], text[1..].parse::<u8>().unwrap() + 1)
            };
            let text = shifted(mv.from()) + &shifted(mv.to());
            send(&format!("info depth 2 score cp 11\nbestmove {text}"));
        }
        _ => send(&format!("info depth 1 score 5 pv {mv}\nbestmove {mv}")),
    }
}

pub fn choose_move(board: &Board, first: bool) -> Move {
    let moves = board.legal_moves();
    if first {
        return moves[0];
    }
    let value = |mv: &Move| match board.piece_at(mv.to()).map(|piece| piece.kind()) {
        None => 0,
        Some(PieceKind::Pawn) => 1,
        Some(PieceKind::Advisor | PieceKind::Elephant) => 2,
        Some(PieceKind::Horse | PieceKind::Cannon) => 4,
        Some(PieceKind::Rook | PieceKind::General) => 9,
    };
    // A pseudo-random number that depends on the position and the move alone.
    let random = |mv: &Move| board.key().rotate_left(mv.bits().into()) % 97;
    *moves
        .iter()
        .max_by_key(|mv| (value(mv), random(mv)))
        .unwrap()
}

/// Parses a `position` line, which must be valid. `from_one` is true if ranks count from 1.
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

/// Converts a move with ranks from 1 to one with ranks from 0.
fn zero_based(text: &str) -> String {
    let divide = text[1..]
        .find(|letter: char| letter.is_alphabetic())
        .unwrap()
        + 1;
    let square = |text: &str| format!("{}{}", &text[..1], text[1..].parse::<u8>().unwrap() - 1);
    square(&text[..divide]) + &square(&text[divide..])
}
