//! Lazy SMP: several threads search the same root and share the table.
//!
//! **Idea** (Chess Programming Wiki, "Lazy SMP"; used by Stockfish since 2016). Each thread runs its own iterative deepening, some
//! threads at other depths than the rest. Results reach the other threads through the transposition table. There are no split
//! points, and no thread waits for another. The first thread sends the events. The threads also share the history tables, without
//! locks.
//!
//! **Drawback.** Some positions are searched several times; the exchange of finished iterations makes them fewer. Node counts are
//! not repeatable. Measured in `docs/measurements/strength.md`.

use std::thread::{self, Scope};

use super::control::Control;
use super::report::{Event, PvLine, SearchResult};
use super::request::Request;
use super::root_moves::RootMoves;
use super::score::{DRAW, mated_in};
use super::strength_limit;
use super::worker::{SearchMemory, Shared, Worker};
use crate::host::Instant;

/// The stack that a search needs for its recursion, in bytes.
pub const STACK_SIZE: usize = 8 << 20;

/// Searches with the number of threads of `control`. The last event is sent as soon as the first thread has ended and the result
/// is no longer held back. The function returns when all threads have ended.
pub(super) fn search(
    request: &Request,
    shared: Shared,
    memory: &SearchMemory,
    events: &mut (dyn FnMut(Event) + Send),
) -> SearchResult {
    let (settings, table, control) = shared;
    let root = RootMoves::new(request.game.board(), &request.banned);
    // The result if the search is stopped before the first iteration has a line.
    let is_mated = !request.game.board().has_legal_move();
    let fallback = PvLine {
        pv: root.first().into_iter().collect(),
        score: if is_mated { mated_in(0) } else { DRAW },
        ..PvLine::default()
    };
    let finish = |line: &PvLine, events: &mut (dyn FnMut(Event) + Send)| {
        control.wait_until_outcome_allowed();
        let result = result(line, control);
        events(Event::Finished(result.clone()));
        result
    };
    if root.first().is_none() {
        return finish(&fallback, events);
    }
    table.age();
    let randomized = match settings.randomness {
        ..=0 => 1,
        _ => strength_limit::random_lines(settings.level),
    };
    let search = ThreadSearch {
        request,
        shared,
        memory,
        line_count: request.multipv.max(randomized),
    };
    thread::scope(|scope| {
        search.start_helpers(scope, &root, 0);
        let content = |line: &PvLine| (line.depth, line.score, line.pv.clone());
        // The lines as they were reported last, by rank.
        let mut last = Vec::new();
        let mut report = |event: Event| {
            if let Event::Line(line) = &event {
                last.resize(last.len().max(line.rank), Default::default());
                last[line.rank - 1] = content(line);
            }
            events(event);
        };
        let lines = search.run(root, 0, &mut report);
        let board = request.game.board();
        let chosen = strength_limit::choose(settings, board, &lines);
        // The line of the result is always reported before it, also if its iteration was stopped or it was chosen at random. The
        // others follow it, so that no move has two ranks.
        let others =
            (lines.iter()).filter(|line| chosen.is_some_and(|best| best.pv[0] != line.pv[0]));
        let ranked: Vec<&PvLine> = chosen
            .into_iter()
            .chain(others)
            .take(request.multipv.max(1))
            .collect();
        if ranked.iter().map(|line| content(line)).ne(last) {
            let (nodes, elapsed, hashfull) = (control.nodes(), control.elapsed(), table.fullness());
            for (index, &line) in ranked.iter().enumerate() {
                events(Event::Line(PvLine {
                    rank: index + 1,
                    nodes,
                    elapsed,
                    hashfull,
                    ..line.clone()
                }));
            }
        }
        finish(chosen.unwrap_or(&fallback), events)
    })
}

/// The search that each thread runs, and what the threads share.
#[derive(Clone, Copy)]
struct ThreadSearch<'a> {
    request: &'a Request,
    shared: Shared<'a>,
    memory: &'a SearchMemory,
    line_count: usize,
}

impl<'a> ThreadSearch<'a> {
    /// Searches in the calling thread, whose index is `index`.
    fn run(
        self,
        root: RootMoves,
        index: usize,
        events: &mut (dyn FnMut(Event) + Send),
    ) -> Vec<PvLine> {
        let game = &self.request.game;
        let reported = self.request.multipv.max(1);
        let mut worker = Worker::new(game, root, index, self.shared, self.memory, events);
        let lines = worker.deepen(self.request.limits, self.line_count, reported);
        worker.end(self.memory);
        lines
    }

    /// Starts the threads 2n + 1 and 2n + 2 from thread n. Each does the same before it searches, so that the first thread does
    /// not start hundreds of threads, which would delay its own search.
    fn start_helpers<'scope>(self, scope: &'scope Scope<'scope, 'a>, root: &RootMoves, index: usize)
    where
        'a: 'scope,
    {
        let (_, _, control) = self.shared;
        for index in [2 * index + 1, 2 * index + 2] {
            if index >= control.threads() || control.is_stopped() {
                return;
            }
            let root = root.clone();
            let helper = move || {
                self.start_helpers(scope, &root, index);
                if !control.is_stopped() {
                    self.run(root, index, &mut |_| {});
                }
            };
            // If a thread cannot be started, the others search without it.
            if builder().spawn_scoped(scope, helper).is_err() {
                tracing::warn!("no thread for helper {index}");
            }
        }
    }
}

fn result(line: &PvLine, control: &Control<'_>) -> SearchResult {
    SearchResult {
        best: line.pv.first().copied(),
        ponder: line.pv.get(1).copied(),
        score: line.score,
        depth: line.depth,
        pv: line.pv.clone(),
        nodes: control.nodes(),
        // Read first, so that it is not above the time elapsed.
        spent: control.spent(Instant::now()),
        elapsed: control.elapsed(),
    }
}

/// Returns a builder for threads that search.
pub(crate) fn builder() -> thread::Builder {
    thread::Builder::new()
        .name("search".to_owned())
        .stack_size(STACK_SIZE)
}
