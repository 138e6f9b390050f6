//! Conversations as tables. `# GREETING: TITLE` begins one, where the greeting is `none`, `ucci` or `uci`, for the last
//! two also `ucci with books`. After each input stands exactly what follows from it:
//!
//! - `> ...` a line of the GUI; `$` the end of its input;
//! - `~ ...` an event of a search: `line DEPTH SCORE MOVES` (`lower`, `upper`: bounds), `rank RANK DEPTH SCORE MOVES`,
//!   `currmove MOVE`, `done SCORE BEST PONDER [DEPTH MOVES]` (`-` for no move), `proved MATE MOVES` (`late`: of the job before),
//!   `verified true` (`false`, `unknown`);
//! - `+ ...` a line of a `perft` or `bench`, or `done` or `stopped`;
//! - `= log F`, `= network F`, `= no log F`, `= no network F`, `= no book`: a file was opened, or not;
//! - `? reads`, `? blocks`: whether the next line is read now;
//! - `< ...` a response; `* ...` another action;
//! - `<< ...` a response behind the totals of a search, `<~ ...` behind its progress.

mod files;
mod game;
mod states;
mod uci;
mod working;

use std::time::Duration;

use super::*;
use crate::board::{Board, Move};
use crate::book::{Book, BookList, BookRecord, book_key};
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::protocol::command::Protocol;
use crate::protocol::dialect::parse_line;
use crate::protocol::job::Job;
use crate::search::{Bound, Event, PvLine, SearchResult};
use crate::solve::{Budget, Solution, Status};

fn mv(text: &str) -> Option<Move> {
    (text != "-").then(|| text.parse().unwrap())
}

fn event(text: &str) -> Event {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let number = |index: usize| words[index].parse::<i32>().unwrap();
    let moves = |from: usize| -> Vec<Move> {
        let words = words.iter().skip(from);
        words.map(|text| text.parse().unwrap()).collect()
    };
    let line = |rank: usize, bound: Bound, from: usize| {
        Event::Line(PvLine {
            depth: number(from) as u32,
            rank,
            score: number(from + 1),
            bound,
            nodes: 1_000,
            elapsed: Duration::from_millis(20),
            pv: moves(from + 2),
            ..PvLine::default()
        })
    };
    match words[0] {
        "line" => line(1, Bound::Exact, 1),
        "lower" => line(1, Bound::Lower, 1),
        "upper" => line(1, Bound::Upper, 1),
        "rank" => line(number(1) as usize, Bound::Exact, 2),
        "currmove" => Event::CurrentMove {
            depth: 9,
            mv: mv(words[1]).unwrap(),
            number: 3,
        },
        "done" | "done-after-hit" => Event::Finished(SearchResult {
            score: number(1),
            best: mv(words[2]),
            ponder: mv(words[3]),
            depth: words.get(4).map_or(0, |text| text.parse().unwrap()),
            pv: moves(5),
            nodes: 5_000,
            elapsed: Duration::from_millis(100),
            spent: Duration::from_millis(if words[0] == "done" { 100 } else { 60 }),
        }),
        other => panic!("{other}"),
    }
}

fn shown(protocol: Option<Protocol>, action: Action) -> String {
    match action {
        Action::Respond(Response::Introduction) => "< (introduction)".to_owned(),
        Action::Respond(response) => {
            let text = protocol.unwrap_or(Protocol::Ucci).text(&response);
            // The line of a board that matters.
            let fen = text.lines().find(|line| line.starts_with("fen "));
            format!("< {}", fen.unwrap_or(&text)).replace('\n', " / ")
        }
        Action::Configure(_) => "* configure".to_owned(),
        Action::OpenBooks(files) => format!("* open {files}"),
        Action::OpenLog(file) => format!("* log {file}").trim_end().to_owned(),
        Action::LoadNetwork(file) => format!("* load {file}"),
        Action::LoadEndings(folder) => format!("* endings {folder}"),
        Action::Clear => "* clear".to_owned(),
        Action::Start(_, Job::Proof(moves, request)) => {
            let Budget { time, nodes } = request.budget;
            format!("* prove mate in {moves}, {time:?} {nodes:?}")
        }
        Action::Start(_, Job::MateVerification(plies, request)) => {
            let Budget { time, nodes } = request.budget;
            let mut text = format!("* verify {plies} plies, {time:?} {nodes:?}");
            if !request.banned.is_empty() {
                text += &format!(" banned={:?}", request.banned);
            }
            text
        }
        Action::Start(_, Job::Console(request)) => {
            format!(
                "* work {:?} after {:?}",
                request.command,
                request.game.moves()
            )
        }
        Action::Stop => "* stop".to_owned(),
        Action::PonderHit => "* ponderhit".to_owned(),
        Action::Probe(board) => format!("* probe {}", board.to_fen()),
        Action::Evaluate(board, None) => format!("* evaluate {}", board.to_fen()),
        Action::Evaluate(_, Some(mv)) => format!("* evaluate {mv}"),
        Action::Quit => "* quit".to_owned(),
        Action::Start(_, Job::Search(request)) => {
            let limits = request.limits;
            let mut text = format!("* start after {:?}", request.game.moves());
            let mut add = |name: &str, value: Option<String>| {
                if let Some(value) = value {
                    text += &format!(" {name}{value}");
                }
            };
            add("ponder", request.ponder.then(String::new));
            add("infinite", limits.wait_for_stop.then(String::new));
            add("stop on mate", limits.stop_on_mate.then(String::new));
            add("mate=", limits.mate.map(|moves| moves.to_string()));
            add("depth=", limits.depth.map(|depth| depth.to_string()));
            add("nodes=", limits.nodes.map(|nodes| nodes.to_string()));
            add("movetime=", limits.movetime.map(|time| format!("{time:?}")));
            let clock = limits.clock.map(|clock| {
                let (time, increment) = (clock.remaining, clock.increment);
                format!("{time:?}+{increment:?}/{:?}", clock.moves_to_go)
            });
            add("clock=", clock);
            let banned = Some(request.banned).filter(|banned| !banned.is_empty());
            add("banned=", banned.map(|moves| format!("{moves:?}")));
            let multipv = Some(request.multipv).filter(|&lines| lines > 1);
            add("multipv=", multipv.map(|lines| lines.to_string()));
            text
        }
    }
}

/// `proved MOVES PV` or `proved none` or `proved nothing`.
fn solution(text: &str) -> Solution {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let status = match words[1] {
        "none" => Status::NoMate,
        "nothing" => Status::Unsolved,
        _ => Status::Mate,
    };
    let pv: Vec<Move> = words[2..].iter().map(|mv| mv.parse().unwrap()).collect();
    Solution {
        status,
        mate_in: words[1].parse().ok(),
        key_move: pv.first().copied(),
        pv,
        nodes: 700,
        elapsed: Duration::from_millis(7),
        ..Solution::default()
    }
}

/// Returns what happens by a line of a table.
fn input(machine: &Machine, line: &str) -> Input {
    let job = |event| Input::Job(machine.last_job, event);
    let (kind, text) = line.split_at(line.len().min(2));
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (kind.trim(), first) {
        (">", _) => match parse_line(machine.protocol_of_lines(), text) {
            Ok(command) => Input::Command(command.unwrap()),
            Err(error) => Input::of_invalid_line(text, error),
        },
        ("~", "late") => Input::Job(machine.last_job - 1, JobEvent::Proved(solution(rest))),
        ("~", "verified") => job(JobEvent::Verified(rest.parse().ok())),
        ("~", "proved") => job(JobEvent::Proved(solution(text))),
        ("~", _) => job(JobEvent::Search(event(text))),
        ("+", "done") => job(JobEvent::Ended { complete: true }),
        ("+", "stopped") => job(JobEvent::Ended { complete: false }),
        ("+", _) => job(JobEvent::Output(text.to_owned())),
        ("=", "log") => Input::Log(rest.to_owned(), Ok(())),
        ("=", "network") => {
            let network = Network::zero().into();
            Input::Network(rest.to_owned(), Ok(Evaluator::Network(network)))
        }
        ("=", "endings") => Input::Endings(rest.to_owned(), Ok(Default::default())),
        ("=", "no") => match rest.split_once(' ') {
            Some(("endings", folder)) => {
                Input::Endings(folder.to_owned(), Err("no folder".to_owned()))
            }
            Some(("log", file)) => Input::Log(file.to_owned(), Err("no log".to_owned())),
            Some((_, file)) => Input::Network(file.to_owned(), Err("no network".to_owned())),
            None => Input::Books(BookList::default(), vec!["no book".to_owned()]),
        },
        ("$", _) => Input::End,
        _ => panic!("nothing led to: {line}"),
    }
}

/// A book on the start and on what follows one of its moves.
fn books() -> BookList {
    let start = Board::startpos();
    let mut after = start.clone();
    let _ = after.make(mv("h2e2").unwrap());
    let record = |board: &Board, text: &str, weight| BookRecord {
        key: book_key(board),
        mv: mv(text).unwrap(),
        weight,
    };
    let mut books = BookList::default();
    books.push(
        "test.dat",
        Book::from_records(vec![
            record(&start, "c3c4", 2),
            record(&start, "h2e2", 3),
            record(&start, "b0a2", 0),
            record(&after, "h9g7", 1),
        ]),
    );
    books
}

fn machine(greeting: &str) -> Machine {
    let (protocol, books) = match greeting {
        "none" => (None, BookList::default()),
        "ucci" => (Some(Protocol::Ucci), BookList::default()),
        "uci" => (Some(Protocol::Uci), BookList::default()),
        "ucci with books" => (Some(Protocol::Ucci), books()),
        "uci with books" => (Some(Protocol::Uci), books()),
        other => panic!("{other}"),
    };
    Machine {
        protocol,
        books,
        ..Machine::default()
    }
}

/// Plays the conversations of a table, and compares.
fn play(table: &str) {
    let zero = format!("{:016x}", Network::zero().checksum());
    for conversation in table.replace("ZERO", &zero).split("# ").skip(1) {
        let (heading, script) = conversation.split_once('\n').unwrap();
        let machine = machine(heading.split_once(": ").unwrap().0);
        converse(machine, heading, script);
    }
}

fn converse(mut machine: Machine, heading: &str, script: &str) {
    let lines = script.lines().map(str::trim);
    let mut expected = lines.filter(|line| !line.is_empty()).peekable();
    while let Some(line) = expected.next() {
        if let Some(state) = line.strip_prefix("? ") {
            assert_eq!(machine.accepts_line(), state == "reads", "{heading}");
            continue;
        }
        let actions = machine.step(input(&machine, line));
        let found: Vec<String> = actions
            .into_iter()
            .map(|action| shown(machine.protocol, action))
            // What a protocol has no word for is not sent.
            .filter(|text| text != "< ")
            .collect();
        let mut wanted = Vec::new();
        while let Some(next) = expected.next_if(|next| next.starts_with(['<', '*'])) {
            let before = match (&next[..2], machine.protocol) {
                ("<<", Some(Protocol::Uci)) => Some("< info nodes 5000 nps 50000 time 100"),
                ("<<", _) => Some("< info time 100 nodes 5000"),
                ("<~", _) => Some("< info time 20 nodes 1000"),
                _ => None,
            };
            wanted.extend(before.map(str::to_owned));
            wanted.push(match before {
                Some(_) => format!("<{}", &next[2..]),
                None => next.to_owned(),
            });
        }
        assert_eq!(found, wanted, "{heading}: after {line}");
    }
}
