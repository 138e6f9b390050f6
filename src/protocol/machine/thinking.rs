//! Thinking: from the job's events to the best move.

use super::action::Action;
use super::phase::{Fallback, Phase, Stage, Thinking};
use super::state::Machine;
use crate::board::{Board, Move};
use crate::protocol::job::Job;
use crate::protocol::options::Options;
use crate::protocol::response::Response;
use crate::protocol::wdl::Wdl;
use crate::search::score::{MATE, Meaning, meaning};
use crate::search::{Bound, Event, Limits, Line, Outcome, Request};
use crate::solve::{Solution, Status};

/// The nodes of the search for a move when a proof was stopped: a few milliseconds.
const NODES_AFTER_STOP: u64 = 2_000;

impl Thinking {
    /// Reports a line.
    fn report(&mut self, line: Line, options: &Options) -> Vec<Action> {
        let mut actions = Vec::new();
        if line.rank <= 1 && line.bound == Bound::Exact {
            actions.push(Action::Respond(Response::Progress {
                elapsed: line.elapsed,
                nodes: line.nodes,
                last: false,
            }));
            let end = meaning(line.score);
            if end != self.forced_end {
                if !matches!(end, Meaning::Evaluation(_)) {
                    actions.push(Action::Respond(Response::ForcedEnd(end)));
                }
                self.forced_end = end;
            }
        }
        if line.rank <= 1 {
            self.variation.clone_from(&line.pv);
        }
        actions.push(Action::Respond(Response::Variation {
            wdl: options.show_wdl.then(|| Wdl::of(line.score)),
            ranked: options.lines > 1,
            line,
        }));
        actions
    }
}

impl Machine {
    pub(super) fn stop_thinking(&mut self) -> Vec<Action> {
        let Phase::Thinking(thinking) = &mut self.phase else {
            return Vec::new();
        };
        thinking.stage = match thinking.stage {
            Stage::Pondering => Stage::Stopped { missed: true },
            Stage::OnMove => Stage::Stopped { missed: false },
            stopped => stopped,
        };
        if let Some(outcome) = thinking.held.take() {
            return self.answer(outcome);
        }
        match thinking.fallback.take() {
            Some(fallback) => {
                let Fallback { moves, mut request } = *fallback;
                request.limits = Limits {
                    nodes: Some(NODES_AFTER_STOP),
                    ..Limits::default()
                };
                request.ponder = false;
                let what = format!("no mate in {moves} was found before the stop");
                let mut actions = vec![Action::Stop, Action::message(what)];
                actions.extend(self.search_instead(request));
                actions
            }
            None => vec![Action::Stop],
        }
    }

    pub(super) fn ponder_hit(&mut self, draw: bool) -> Vec<Action> {
        let Phase::Thinking(thinking) = &mut self.phase else {
            return Vec::new();
        };
        if thinking.stage != Stage::Pondering {
            return vec![Action::message(
                "ponderhit: the search is not on the opponent's time",
            )];
        }
        thinking.stage = Stage::OnMove;
        thinking.draw_offered = draw;
        if let Some(fallback) = &mut thinking.fallback {
            // The search that may follow is on our time.
            fallback.request.ponder = false;
            return Vec::new();
        }
        match thinking.held.take_if(|_| !thinking.limits.wait_for_stop) {
            Some(outcome) => self.answer(outcome),
            None if thinking.held.is_some() => Vec::new(),
            None => vec![Action::PonderHit],
        }
    }

    /// The mate proof has ended.
    pub(super) fn proved(&mut self, solution: Solution) -> Vec<Action> {
        let Phase::Thinking(thinking) = &mut self.phase else {
            return Vec::new();
        };
        let Some(fallback) = thinking.fallback.take() else {
            return Vec::new();
        };
        let Fallback { moves, request } = *fallback;
        if solution.status != Status::Mate {
            let what = match solution.status {
                Status::NoMate => format!("there is no mate in {moves}"),
                _ => format!("no mate in {moves} was found"),
            };
            let mut actions = vec![Action::message(what)];
            actions.extend(self.search_instead(request));
            return actions;
        }
        let outcome = Outcome {
            best: solution.key,
            ponder: solution.pv.get(1).copied(),
            score: MATE - solution.plies() as i32,
            depth: solution.plies(),
            pv: solution.pv,
            nodes: solution.nodes,
            elapsed: solution.elapsed,
        };
        let mut line = final_line(&outcome);
        line.seldepth = outcome.depth;
        let mut actions = thinking.report(line, &self.options);
        // A search waits for its stop itself.
        let infinite = thinking.limits.wait_for_stop && thinking.stage == Stage::OnMove;
        actions.extend(self.finished(outcome, infinite));
        actions
    }

    /// Starts a search in place of a mate proof.
    fn search_instead(&mut self, request: Request) -> Option<Action> {
        let start = self.start(Job::Search(Box::new(request)));
        let Phase::Thinking(thinking) = &mut self.phase else {
            return None;
        };
        thinking.job = self.last_job;
        Some(start)
    }

    /// The search reports.
    pub(super) fn search_event(&mut self, event: Event) -> Vec<Action> {
        let reports_bounds = self.customs().reports_bounds;
        let Phase::Thinking(thinking) = &mut self.phase else {
            return Vec::new();
        };
        match event {
            Event::Line(line) if line.bound != Bound::Exact && !reports_bounds => Vec::new(),
            Event::Line(line) => thinking.report(line, &self.options),
            Event::CurrentMove { depth, mv, number } => {
                vec![Action::Respond(Response::CurrentMove { depth, mv, number })]
            }
            Event::Finished(outcome) => self.finished(outcome, false),
        }
    }

    /// There is an answer: it is held back while pondering, or if `hold`.
    fn finished(&mut self, outcome: Outcome, hold: bool) -> Vec<Action> {
        match &mut self.phase {
            Phase::Thinking(thinking) if hold || thinking.stage == Stage::Pondering => {
                thinking.held = Some(outcome);
                Vec::new()
            }
            _ => self.answer(outcome),
        }
    }

    /// Answers the `go`, and goes back to idle.
    fn answer(&mut self, outcome: Outcome) -> Vec<Action> {
        let Phase::Thinking(mut thinking) = std::mem::replace(&mut self.phase, Phase::Idle) else {
            return Vec::new();
        };
        let mut actions = Vec::new();
        // The search ended on a bound. As a score it would mislead while the search goes on, but
        // the last variation reported is to be the one that is played.
        if !outcome.pv.is_empty() && outcome.pv != thinking.variation {
            actions.extend(thinking.report(final_line(&outcome), &self.options));
        }
        actions.push(Action::Respond(Response::Progress {
            elapsed: outcome.elapsed,
            nodes: outcome.nodes,
            last: true,
        }));
        let board = self.game.board();
        let names_ponder = self.options.ponder || self.customs().always_names_ponder_move;
        let ponder = |mv| {
            let leaves_reply = |&ponder: &Move| names_ponder && leaves_a_reply(board, mv, ponder);
            outcome.ponder.filter(leaves_reply)
        };
        let response = match outcome.best {
            None => Response::NoBestMove {
                over: !board.has_legal_move(),
            },
            Some(mv) => Response::BestMove {
                mv,
                ponder: ponder(mv),
                gesture: match thinking.stage {
                    // The opponent did not play the move that this one answers.
                    Stage::Stopped { missed: true } => None,
                    _ => self.manners.gesture(
                        board,
                        outcome.score,
                        thinking.draw_offered,
                        &self.options,
                    ),
                },
            },
        };
        actions.push(Action::Respond(response));
        actions
    }
}

/// The variation that is played.
fn final_line(outcome: &Outcome) -> Line {
    Line {
        depth: outcome.depth,
        rank: 1,
        score: outcome.score,
        nodes: outcome.nodes,
        elapsed: outcome.elapsed,
        pv: outcome.pv.clone(),
        ..Line::default()
    }
}

/// True if we have a move left after these two. Where the expected answer ends the game there is
/// nothing to ponder on, and some GUIs would wait for a best move that cannot come.
fn leaves_a_reply(board: &Board, mv: Move, ponder: Move) -> bool {
    let mut board = board.clone();
    for mv in [mv, ponder] {
        if !board.is_legal_move(mv) {
            return false;
        }
        let _ = board.make(mv);
    }
    board.has_legal_move()
}
