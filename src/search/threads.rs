//! Lazy SMP: several threads search the same root and share the table.
//!
//! **Idea** (public in Stockfish 2014-). Each thread deepens by itself, some at other depths than the rest; what one finds, the
//! others read from the transposition table and need not find again. There is no split point and nobody to wait for. The first
//! thread watches the clock and reports. The threads also share their histories and corrections, without locks.
//!
//! **Drawback.** Much is searched twice, though less where a thread defers what another is searching ([`super::deferral`]) and
//! takes over an iteration that another has finished. No node count repeats. Measured in `docs/search.md`.

use std::thread;

use super::control::Control;
use super::report::{Event, Line, Outcome};
use super::request::Request;
use super::root_moves::RootMoves;
use super::worker::{Memory, Shared, Worker};

/// Lines searched so that `randomness` has a choice.
const RANDOM_LINES: usize = 4;
/// The stack that a search needs for its recursion, in bytes.
pub const STACK_SIZE: usize = 8 << 20;

/// Searches with as many threads as `control` counts, and returns when all have ended and an answer may be given.
pub(super) fn search(
    request: &Request,
    shared: Shared,
    memory: &Memory,
    events: &mut (dyn FnMut(Event) + Send),
) -> Outcome {
    let (settings, table, control) = shared;
    let root = RootMoves::new(request.game.board(), &request.banned);
    // Stopped before the first iteration had a line, which its first move alone takes: any move serves.
    let fallback = Line {
        pv: root.first().into_iter().collect(),
        ..Line::default()
    };
    if root.first().is_none() {
        control.wait_until_answer_allowed();
        return outcome(&fallback, control);
    }
    table.age();
    let reported = request.multipv.max(1);
    let margin = settings.randomness;
    let wanted = reported.max(if margin > 0 { RANDOM_LINES } else { 1 });
    let limits = request.limits;
    // The best line as it was reported last.
    let mut last: Option<Line> = None;
    let mut report = |event: Event| {
        if let Event::Line(line) = &event
            && line.rank == 1
        {
            last = Some(line.clone());
        }
        events(event);
    };
    let lines: Vec<Line> = thread::scope(|scope| {
        for index in 1..control.threads() {
            let root = root.clone();
            let helper = move || {
                let mut silent = |_| {};
                Worker::new(&request.game, root, index, shared, memory, &mut silent)
                    .deepen(limits, wanted, reported);
            };
            // A machine that grants no more threads searches with those it has.
            if builder().spawn_scoped(scope, helper).is_err() {
                tracing::warn!("no thread for helper {index}");
            }
        }
        Worker::new(&request.game, root, 0, shared, memory, &mut report)
            .deepen(limits, wanted, reported)
    });
    // UCCI's `randomness`: one of the lines whose score is near the best.
    let is_near = |line: &&Line| line.score + margin >= lines[0].score;
    let chosen = match lines.iter().filter(is_near).count() {
        near if margin > 0 && near > 0 => Some(&lines[fastrand::usize(..near)]),
        _ => lines.first(),
    };
    // The answer is always reported first, also where it is of an iteration that was cut short, or chosen by chance.
    let facts = |line: &Line| (line.depth, line.score, line.pv.clone());
    if let Some(line) = chosen
        && last.as_ref().map(facts) != Some(facts(line))
    {
        events(Event::Line(Line {
            rank: 1,
            ..line.clone()
        }));
    }
    control.wait_until_answer_allowed();
    outcome(chosen.unwrap_or(&fallback), control)
}

fn outcome(line: &Line, control: &Control) -> Outcome {
    Outcome {
        best: line.pv.first().copied(),
        ponder: line.pv.get(1).copied(),
        score: line.score,
        depth: line.depth,
        pv: line.pv.clone(),
        nodes: control.nodes(),
        elapsed: control.elapsed(),
    }
}

pub(super) fn builder() -> thread::Builder {
    thread::Builder::new()
        .name("search".to_owned())
        .stack_size(STACK_SIZE)
}
