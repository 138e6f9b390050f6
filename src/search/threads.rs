//! Lazy SMP: several threads search the same root and share the table.
//!
//! **Idea** (public in Stockfish 2014-). Each thread deepens by itself, some at other depths than the rest; what one
//! finds, the others read from the transposition table and need not find again. There is no split
//! point and nobody to wait for. The first thread watches the clock and speaks for all.
//!
//! The threads also share their histories and corrections: what one learns about the order of moves all know at once. They are
//! read and written without locks, and where two write the same entry one lesson may be lost.
//!
//! **Cost.** Much is searched twice, though less where a thread puts off what another is at
//! ([`super::deferral`]) and takes over what another has finished ([`super::deepest`]). No node count repeats.

use std::thread;

use super::control::Control;
use super::iterative::{Task, outcome};
use super::report::{Event, Line, Outcome};
use super::request::Request;
use super::root_moves::{RootMoves, near_best};
use super::settings::Settings;
use super::transposition::Table;
use super::worker::{Memory, Worker};

/// Lines searched so that `randomness` has a choice.
const RANDOM_LINES: usize = 4;
/// The stack that a search needs for its recursion, in bytes.
pub const STACK_SIZE: usize = 8 << 20;

/// Searches with as many threads as `control` counts, which share what they learn, and returns when all have ended and an
/// answer may be given.
pub(super) fn search(
    request: &Request,
    settings: &Settings,
    table: &Table,
    control: &Control,
    memory: &Memory,
    events: &mut (dyn FnMut(Event) + Send),
) -> Outcome {
    let root = RootMoves::new(request.game.board(), &request.banned);
    if root.is_empty() {
        control.wait_until_answer_allowed();
        return outcome(None, control);
    }
    table.age();
    let reported = request.multipv.max(1);
    let lines = if settings.randomness > 0 {
        reported.max(RANDOM_LINES)
    } else {
        reported
    };
    let task = Task {
        limits: request.limits,
        lines,
        reported,
    };
    let shared = (settings, table, control);
    // The best line as it was told last.
    let mut told: Option<Line> = None;
    let mut tell = |event: Event| {
        if let Event::Line(line) = &event
            && line.rank == 1
        {
            told = Some(line.clone());
        }
        events(event);
    };
    let lines: Vec<Line> = thread::scope(|scope| {
        for index in 1..control.threads() {
            let root = root.clone();
            let helper = move || {
                let mut silent = |_| {};
                Worker::new(&request.game, root, index, shared, memory, &mut silent).deepen(task);
            };
            // A machine that grants no more threads searches with those it has.
            if thread::Builder::new()
                .stack_size(STACK_SIZE)
                .spawn_scoped(scope, helper)
                .is_err()
            {
                tracing::warn!("no thread for helper {index}");
            }
        }
        Worker::new(&request.game, root.clone(), 0, shared, memory, &mut tell).deepen(task)
    });
    let chosen = match settings.randomness {
        0 => lines.first(),
        margin => near_best(&lines, margin),
    };
    // An iteration that a stop cut short has told nothing of what it found, and chance may choose a
    // line that was not asked for: the answer is never something that was not told.
    if let Some(line) = chosen
        && !told.is_some_and(|told| {
            (told.depth, told.score, &told.pv) == (line.depth, line.score, &line.pv)
        })
    {
        events(Event::Line(Line {
            rank: 1,
            ..line.clone()
        }));
    }
    control.wait_until_answer_allowed();
    // Stopped before the first iteration had a line, which its first move alone takes: any move
    // serves.
    let fallback = Line {
        pv: root.first().into_iter().collect(),
        ..Line::default()
    };
    outcome(chosen.or(Some(&fallback)), control)
}

/// The stack of the thread that a search begins in.
pub(super) fn builder() -> thread::Builder {
    thread::Builder::new()
        .name("search".to_owned())
        .stack_size(STACK_SIZE)
}
