//! Thinking: from the job's events to the best move.

use super::action::Action;
use super::phase::{Phase, Stage, Thinking};
use super::state::Machine;
use crate::board::{Board, Move};
use crate::protocol::job::Job;
use crate::protocol::options::Options;
use crate::protocol::response::Response;
use crate::protocol::wdl::Wdl;
use crate::search::score::{MATE, Meaning, meaning};
use crate::search::{Bound, Event, Limits, Line, Outcome};
use crate::solve::{Solution, Status};

/// The nodes of the search for a move when a proof was stopped: a few milliseconds.
const NODES_AFTER_STOP: u64 = 2_000;

impl Thinking {
    /// Reports a variation.
    fn report(&mut self, line: Line, options: &Options, actions: &mut Vec<Action>) {
        let mut respond = |response| actions.push(Action::Respond(response));
        if line.rank <= 1 && line.bound == Bound::Exact {
            respond(Response::Progress {
                elapsed: line.elapsed,
                nodes: line.nodes,
                last: false,
            });
            let end = meaning(line.score);
            if end != self.forced_end && !matches!(end, Meaning::Evaluation(_)) {
                respond(Response::ForcedEnd(end));
            }
            self.forced_end = end;
        }
        if line.rank <= 1 {
            self.variation.clone_from(&line.pv);
        }
        respond(Response::Variation {
            wdl: options.show_wdl.then(|| Wdl::of(line.score)),
            ranked: options.lines > 1,
            line,
        });
    }
}

impl Machine {
    /// Stops the search or the proof. After a proof a short search finds a move.
    pub(super) fn stop_thinking(&mut self) {
        let Phase::Thinking(thinking) = &mut self.phase else {
            return;
        };
        thinking.stage = match thinking.stage {
            Stage::Pondering => Stage::Stopped { missed: true },
            Stage::OnMove => Stage::Stopped { missed: false },
            stopped => stopped,
        };
        if let Some(outcome) = thinking.held.take() {
            return self.answer(outcome);
        }
        let fallback = thinking.fallback.take();
        self.act(Action::Stop);
        if let Some((moves, mut request)) = fallback {
            request.limits = Limits {
                nodes: Some(NODES_AFTER_STOP),
                ..Limits::default()
            };
            request.ponder = false;
            self.message(format!("no mate in {moves} was found before the stop"));
            self.start(Job::Search(request));
        }
    }

    /// The opponent played the expected move: from now on the engine is on move.
    pub(super) fn ponder_hit(&mut self, draw: bool) {
        let Phase::Thinking(thinking) = &mut self.phase else {
            return;
        };
        if thinking.stage != Stage::Pondering {
            return self.message("ponderhit: the search is not on the opponent's time");
        }
        thinking.stage = Stage::OnMove;
        thinking.draw_offered = draw;
        if let Some((_, request)) = &mut thinking.fallback {
            request.ponder = false;
        } else if thinking.held.is_none() {
            self.act(Action::PonderHit);
        } else if !thinking.limits.wait_for_stop
            && let Some(outcome) = thinking.held.take()
        {
            self.answer(outcome);
        }
    }

    /// Answers with the mate that was proved, or starts the search for a move.
    pub(super) fn proved(&mut self, solution: Solution) {
        let Phase::Thinking(thinking) = &mut self.phase else {
            return;
        };
        let Some((moves, request)) = thinking.fallback.take() else {
            return;
        };
        if solution.status != Status::Mate {
            self.message(match solution.status {
                Status::NoMate => format!("there is no mate in {moves}"),
                _ => format!("no mate in {moves} was found"),
            });
            return self.start(Job::Search(request));
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
        let line = Line {
            seldepth: outcome.depth,
            ..final_line(&outcome)
        };
        thinking.report(line, &self.options, &mut self.actions);
        // Unlike a search, a proof does not wait for the stop itself.
        if thinking.limits.wait_for_stop && thinking.stage == Stage::OnMove {
            thinking.held = Some(outcome);
        } else {
            self.finished(outcome);
        }
    }

    /// Handles an event of a search.
    pub(super) fn search_event(&mut self, event: Event) {
        let is_uci = self.is_uci();
        let Phase::Thinking(thinking) = &mut self.phase else {
            return;
        };
        match event {
            // UCCI has no word for a bound, which as a score would mislead.
            Event::Line(line) if line.bound != Bound::Exact && !is_uci => {}
            Event::Line(line) => thinking.report(line, &self.options, &mut self.actions),
            Event::CurrentMove { depth, mv, number } => {
                self.respond(Response::CurrentMove { depth, mv, number });
            }
            Event::Finished(outcome) => self.finished(outcome),
        }
    }

    /// Answers, or holds the answer back while pondering.
    fn finished(&mut self, outcome: Outcome) {
        match &mut self.phase {
            Phase::Thinking(thinking) if thinking.stage == Stage::Pondering => {
                thinking.held = Some(outcome);
            }
            _ => self.answer(outcome),
        }
    }

    /// Answers the `go`, and goes back to idle.
    fn answer(&mut self, outcome: Outcome) {
        let Phase::Thinking(mut thinking) = std::mem::take(&mut self.phase) else {
            return;
        };
        // Where the search ended on a bound, the move that is played has not been reported with its variation.
        if !outcome.pv.is_empty() && outcome.pv != thinking.variation {
            thinking.report(final_line(&outcome), &self.options, &mut self.actions);
        }
        self.respond(Response::Progress {
            elapsed: outcome.elapsed,
            nodes: outcome.nodes,
            last: true,
        });
        // In UCCI an option asks for the expected answer.
        let names_ponder = self.options.ponder || self.is_uci();
        let board = self.game.board();
        let response = match outcome.best {
            None => Response::NoBestMove {
                over: !board.has_legal_move(),
            },
            Some(mv) => Response::BestMove {
                mv,
                ponder: outcome
                    .ponder
                    .filter(|&ponder| names_ponder && leaves_a_reply(board, mv, ponder)),
                adjudication: match thinking.stage {
                    // The opponent did not play the move that this one answers.
                    Stage::Stopped { missed: true } => None,
                    _ => self.adjudicator.adjudicate(
                        board,
                        outcome.score,
                        thinking.draw_offered,
                        &self.options,
                    ),
                },
            },
        };
        self.respond(response);
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

/// True if the engine has a move left after these two. Where the expected answer ends the game there is
/// nothing to ponder on, and some GUIs would wait for a best move that cannot come.
fn leaves_a_reply(board: &Board, mv: Move, ponder: Move) -> bool {
    let mut board = board.clone();
    let played = [mv, ponder].iter().all(|&mv| board.try_make(mv).is_ok());
    played && board.has_legal_move()
}
