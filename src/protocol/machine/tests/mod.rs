//! Conversations as tables. After each input stands exactly what follows from it:
//!
//! - `> ...` the GUI says; `$` it hangs up;
//! - `~ ...` the search reports: `proved MATE MOVES` (`late`: of a job before), `line DEPTH SCORE MOVES`, `rank RANK DEPTH SCORE MOVES`, `currmove
//!   MOVE`, `bound DEPTH SCORE MOVES`, `done SCORE BEST PONDER [DEPTH MOVES]` (`-` for no move);
//! - `+ ...` a command for scripts has a line, or is `done` or `stopped`;
//! - `= log` the log was opened or closed, `= ...` it was not, and why;
//! - `< ...` is said; `* ...` is done;
//! - `<< ...` is said behind the totals of a search, `<~ ...` behind its progress.

mod book;
mod game;
mod network;
mod states;
mod uci;
mod works;

use std::time::Duration;

use super::*;
use crate::board::{Board, Move};
use crate::protocol::dialect::parse_line;
use crate::protocol::dialect::protocol::Protocol;
use crate::protocol::job::Job;
use crate::search::{Bound, Event, Line, Outcome};
use crate::solve::{Solution, Status};

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
        Event::Line(Line {
            depth: number(from) as u32,
            rank,
            score: number(from + 1),
            bound,
            nodes: 1_000,
            elapsed: Duration::from_millis(20),
            pv: moves(from + 2),
            ..Line::default()
        })
    };
    match words[0] {
        "line" => line(1, Bound::Exact, 1),
        "bound" => line(1, Bound::Lower, 1),
        "rank" => line(number(1) as usize, Bound::Exact, 2),
        "currmove" => Event::CurrentMove {
            depth: 9,
            mv: mv(words[1]).unwrap(),
            number: 3,
        },
        "done" => Event::Finished(Outcome {
            score: number(1),
            best: mv(words[2]),
            ponder: mv(words[3]),
            depth: words.get(4).map_or(0, |text| text.parse().unwrap()),
            pv: moves(5),
            nodes: 5_000,
            elapsed: Duration::from_millis(100),
        }),
        other => panic!("{other}"),
    }
}

fn shown(protocol: Option<Protocol>, action: Action) -> String {
    match action {
        Action::Respond(Response::Introduction) => "< (introduction)".to_owned(),
        Action::Respond(response) => {
            format!("< {}", protocol.unwrap_or(Protocol::Ucci).text(&response))
        }
        Action::Configure(_) => "* configure".to_owned(),
        Action::OpenBooks(files) => format!("* open {files}"),
        Action::OpenLog(file) => format!("* log {file}").trim_end().to_owned(),
        Action::LoadNetwork(file) => format!("* load {file}"),
        Action::Clear => "* clear".to_owned(),
        Action::Start(_, Job::Proof(request)) => {
            let (moves, budget) = (request.moves, request.budget);
            format!(
                "* prove mate in {moves}, {:?} {:?}",
                budget.time, budget.nodes
            )
        }
        Action::Perform(task) => {
            format!("* perform {:?} after {:?}", task.script, task.game.moves())
        }
        Action::Start(_, Job::Script(task)) => {
            format!("* work {:?} after {:?}", task.script, task.game.moves())
        }
        Action::Stop => "* stop".to_owned(),
        Action::PonderHit => "* ponderhit".to_owned(),
        Action::Probe(board) => format!("* probe {}", board.to_fen()),
        Action::Evaluate(board) => format!("* evaluate {}", board.to_fen()),
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
                format!(
                    "{:?}+{:?}/{:?}",
                    clock.remaining, clock.increment, clock.moves_to_go
                )
            });
            add("clock=", clock);
            let banned = Some(request.banned).filter(|banned| !banned.is_empty());
            add("banned=", banned.map(|moves| format!("{moves:?}")));
            add(
                "multipv=",
                (request.multipv > 1).then(|| request.multipv.to_string()),
            );
            text
        }
    }
}

/// Plays a conversation that begins after `ucci`, and compares.
fn converse(script: &str) -> Machine {
    let mut machine = Machine::new();
    machine.step(Input::Command(Command::Hello(Protocol::Ucci)));
    resume(&mut machine, script);
    machine
}

/// The same after `uci`.
fn converse_in_uci(script: &str) {
    let mut machine = Machine::new();
    machine.step(Input::Command(Command::Hello(Protocol::Uci)));
    resume(&mut machine, script);
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
        key: pv.first().copied(),
        pv,
        nodes: 700,
        elapsed: Duration::from_millis(7),
        ..Solution::default()
    }
}

fn resume(machine: &mut Machine, script: &str) {
    let mut expected = script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .peekable();
    while let Some(line) = expected.next() {
        let job = |event| Input::Job(machine.last_job, event);
        let input = match line.split_at(1) {
            (">", text) => match parse_line(machine.protocol(), text) {
                Ok(command) => Input::Command(command.unwrap()),
                Err(error) => Input::Invalid(error.to_string()),
            },
            ("~", text) if text.starts_with(" late") => {
                Input::Job(JobId::default(), JobEvent::Proved(solution(&text[6..])))
            }
            ("~", text) if text.starts_with(" proved") => job(JobEvent::Proved(solution(text))),
            ("~", text) => job(JobEvent::Search(event(text))),
            ("+", " done") => job(JobEvent::Ended { complete: true }),
            ("+", " stopped") => job(JobEvent::Ended { complete: false }),
            ("+", text) => job(JobEvent::Output(text.trim().to_owned())),
            ("=", " log") => Input::Log(Ok(())),
            ("=", text) => Input::Log(Err(text.trim().to_owned())),
            ("$", _) => Input::End,
            _ => panic!("nothing led to: {line}"),
        };
        let actions = machine.step(input);
        let found: Vec<String> = actions
            .into_iter()
            .map(|action| shown(machine.protocol(), action))
            // What a protocol has no word for is not said.
            .filter(|text| text != "< ")
            .map(|text| text.replace('\n', " / "))
            .collect();
        let mut wanted = Vec::new();
        while let Some(next) = expected.next_if(|next| next.starts_with(['<', '*'])) {
            let before = match (&next[..2], machine.protocol()) {
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
        assert_eq!(found, wanted, "after {line}");
    }
}
