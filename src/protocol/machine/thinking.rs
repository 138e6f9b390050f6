//! Thinking: reports the events of a search or mate proof, and answers the `go` with its best move.

use std::mem;
use std::time::Duration;

use super::action::Action;
use super::phase::{AwaitedEvent, Phase, Stage, Thinking};
use super::state::Machine;
use crate::board::{Board, Move};
use crate::protocol::job::{Job, MateRequest};
use crate::protocol::options::Options;
use crate::protocol::response::Response;
use crate::protocol::wdl::Wdl;
use crate::search::score::{MATE, ScoreKind, classify, is_decisive};
use crate::search::{Bound, Event, Limits, PvLine, SearchResult};
use crate::solve::{Budget, Solution, Status};

/// The most time and nodes that the verification of a mate takes before the answer.
const VERIFY_TIME: Duration = Duration::from_millis(500);
const VERIFY_NODES: u64 = 300_000;
/// The nodes of the search for a move when a proof was stopped: a few milliseconds.
const NODES_AFTER_STOP: u64 = 2_000;

impl Thinking {
    /// Reports a variation with its progress and forced result, and keeps the best one for the answer.
    fn report(&mut self, line: PvLine, options: &Options, actions: &mut Vec<Action>) {
        let mut respond = |response| actions.push(Action::Respond(response));
        if line.rank <= 1 && line.bound == Bound::Exact {
            respond(Response::Progress {
                elapsed: line.elapsed,
                nodes: line.nodes,
                last: false,
            });
            if line.score != self.last_score && is_decisive(line.score) {
                respond(Response::ForcedResult(line.score));
            }
            self.last_score = line.score;
        }
        if line.rank <= 1 {
            self.variation.clone_from(&line.pv);
        }
        respond(Response::Variation {
            wdl: options.show_wdl.then(|| Wdl::of(line.score)),
            ranked: options.multipv > 1,
            line,
        });
    }

    /// Returns the plies of the mate that a search ended with, and the budget to verify it. `None` unless the `go` asked for a mate
    /// and has to be answered now.
    fn mate_to_verify(&self, result: &SearchResult) -> Option<(i32, Budget)> {
        let limits = &self.limits;
        let asks_for_mate = limits.stop_on_mate || limits.mate.is_some();
        let ScoreKind::Mate(plies) = classify(result.score) else {
            return None;
        };
        if self.stage != Stage::OnMove || limits.wait_for_stop || !asks_for_mate || plies == 0 {
            return None;
        }
        let clock = limits.clock.map(|clock| clock.remaining / 50);
        let movetime = limits
            .movetime
            .map(|time| time.saturating_sub(result.spent) / 2);
        let time = clock
            .into_iter()
            .chain(movetime)
            .fold(VERIFY_TIME, Duration::min);
        let (time, nodes) = (Some(time), Some(VERIFY_NODES));
        Some((plies, Budget { time, nodes }))
    }
}

impl Machine {
    /// Stops the search or the proof. After a proof a short search finds a move.
    pub(super) fn stop_thinking(&mut self) {
        let Phase::Thinking(thinking) = &mut self.phase else {
            return;
        };
        thinking.stage = match thinking.stage {
            Stage::Pondering => Stage::Stopped { ponder_miss: true },
            Stage::OnMove => Stage::Stopped { ponder_miss: false },
            stopped => stopped,
        };
        let awaited = mem::take(&mut thinking.awaited);
        if !matches!(awaited, AwaitedEvent::Gui(_)) {
            self.emit(Action::Stop);
        }
        match awaited {
            AwaitedEvent::Search => {}
            AwaitedEvent::Proof(moves, mut request) => {
                request.limits = Limits {
                    full_strength: true,
                    ..Limits::of_nodes(NODES_AFTER_STOP)
                };
                request.ponder = false;
                self.message(format!("no mate in {moves} was found before the stop"));
                self.start(Job::Search(request));
            }
            AwaitedEvent::Verification(result) | AwaitedEvent::Gui(result) => self.answer(result),
        }
    }

    /// Handles `ponderhit`: the opponent played the expected move.
    pub(super) fn ponder_hit(&mut self, draw: bool) {
        let Phase::Thinking(thinking) = &mut self.phase else {
            return;
        };
        if thinking.stage != Stage::Pondering {
            return self.message("ponderhit: the search is not pondering");
        }
        thinking.stage = Stage::OnMove;
        thinking.draw_offered = draw;
        match &mut thinking.awaited {
            AwaitedEvent::Search => self.emit(Action::PonderHit),
            AwaitedEvent::Proof(_, request) => request.ponder = false,
            AwaitedEvent::Gui(result) if !thinking.limits.wait_for_stop => {
                let result = mem::take(result);
                self.answer(result);
            }
            // Nothing is verified before the hit.
            AwaitedEvent::Gui(_) | AwaitedEvent::Verification(_) => {}
        }
    }

    /// Answers with the mate that was proved, or starts the search for a move.
    pub(super) fn proof_ended(&mut self, solution: Solution) {
        let Phase::Thinking(thinking) = &mut self.phase else {
            return;
        };
        let AwaitedEvent::Proof(moves, request) = mem::take(&mut thinking.awaited) else {
            return;
        };
        if solution.status != Status::Mate {
            thinking.limits.movetime = request.limits.movetime;
            self.message(match solution.status {
                Status::NoMate => format!("there is no mate in {moves}"),
                _ => format!("no mate in {moves} was found"),
            });
            return self.start(Job::Search(request));
        }
        let result = SearchResult {
            best: solution.key_move,
            ponder: solution.pv.get(1).copied(),
            score: MATE - solution.plies() as i32,
            depth: solution.plies(),
            pv: solution.pv,
            nodes: solution.nodes,
            elapsed: solution.elapsed,
            spent: solution.elapsed,
        };
        let line = PvLine {
            seldepth: result.depth,
            ..final_line(&result)
        };
        thinking.report(line, &self.options, &mut self.actions);
        // Unlike a search, a proof does not wait for the stop itself.
        if thinking.limits.wait_for_stop && thinking.stage == Stage::OnMove {
            thinking.awaited = AwaitedEvent::Gui(result);
        } else {
            self.answer_or_hold(result);
        }
    }

    /// Handles an event of a search.
    pub(super) fn search_event(&mut self, event: Event) {
        let is_uci = self.is_uci();
        let Phase::Thinking(thinking) = &mut self.phase else {
            return;
        };
        match event {
            // UCCI has no word for a bound, and a bound reported as a score would be wrong.
            Event::Line(line) if line.bound != Bound::Exact && !is_uci => {}
            Event::Line(line) => thinking.report(line, &self.options, &mut self.actions),
            Event::CurrentMove { depth, mv, number } => {
                self.respond(Response::CurrentMove { depth, mv, number });
            }
            Event::Finished(result) => match thinking.mate_to_verify(&result) {
                Some((plies, budget)) => self.verify_mate(plies, budget, result),
                None => self.answer_or_hold(result),
            },
        }
    }

    /// Starts the verification of the mate that a search ended with. The answer waits for its end.
    fn verify_mate(&mut self, plies: i32, budget: Budget, result: SearchResult) {
        let Phase::Thinking(thinking) = &mut self.phase else {
            return;
        };
        let mut board = self.game.board().clone();
        // A win is verified after the best move, where the opponent is mated in `plies - 1`; a loss, in the position itself, for the
        // moves that were searched.
        let (plies, banned) = match result.best.filter(|_| plies > 0) {
            Some(best) => {
                let _ = board.make(best);
                (1 - plies, Vec::new())
            }
            None => (plies, thinking.banned.clone()),
        };
        thinking.awaited = AwaitedEvent::Verification(result);
        let request = MateRequest {
            board,
            banned,
            budget,
            rules: self.options.rule_set(),
        };
        self.start(Job::MateVerification(plies, Box::new(request)));
    }

    /// Reports whether the mate was verified, and answers.
    pub(super) fn verification_ended(&mut self, holds: Option<bool>) {
        if let Phase::Thinking(thinking) = &mut self.phase
            && let AwaitedEvent::Verification(result) = mem::take(&mut thinking.awaited)
        {
            self.message(match (holds, result.score < 0) {
                (Some(true), false) => "the mate is proved",
                (_, false) => "the mate is not proved",
                (Some(true), true) => "the loss by mate is proved",
                (_, true) => "the loss by mate is not proved",
            });
            self.answer(result);
        }
    }

    /// Answers the `go`; while pondering, the answer waits for `ponderhit` or `stop`.
    fn answer_or_hold(&mut self, result: SearchResult) {
        match &mut self.phase {
            Phase::Thinking(thinking) if thinking.stage == Stage::Pondering => {
                thinking.awaited = AwaitedEvent::Gui(result);
            }
            _ => self.answer(result),
        }
    }

    /// Answers the `go`, and goes back to idle.
    fn answer(&mut self, result: SearchResult) {
        let Phase::Thinking(mut thinking) = mem::take(&mut self.phase) else {
            return;
        };
        // If the search ended on a bound, the variation of the best move has not been reported.
        if !result.pv.is_empty() && result.pv != thinking.variation {
            thinking.report(final_line(&result), &self.options, &mut self.actions);
        }
        self.respond(Response::Progress {
            elapsed: result.elapsed,
            nodes: result.nodes,
            last: true,
        });
        // In UCCI the expected reply is sent only if an option is on.
        let names_ponder = self.options.ponder || self.is_uci();
        let board = self.game.board();
        let response = match result.best {
            None => Response::NoBestMove {
                over: !board.has_legal_move(),
            },
            Some(mv) => Response::BestMove {
                mv,
                ponder: result
                    .ponder
                    .filter(|&ponder| names_ponder && leaves_a_reply(board, mv, ponder)),
                adjudication: match thinking.stage {
                    // The best move replies to a move that was not played.
                    Stage::Stopped { ponder_miss: true } => None,
                    _ => self.adjudicator.adjudicate(
                        board,
                        result.score,
                        thinking.draw_offered,
                        &self.options,
                    ),
                },
            },
        };
        self.respond(response);
    }
}

/// The report of the variation that is played.
fn final_line(result: &SearchResult) -> PvLine {
    PvLine {
        depth: result.depth,
        rank: 1,
        score: result.score,
        nodes: result.nodes,
        elapsed: result.elapsed,
        pv: result.pv.clone(),
        ..PvLine::default()
    }
}

/// True if the engine has a legal move after these two. If the expected reply ends the game, some GUIs would wait for a best
/// move that cannot come.
fn leaves_a_reply(board: &Board, mv: Move, ponder: Move) -> bool {
    let mut board = board.clone();
    let played = [mv, ponder].iter().all(|&mv| board.try_make(mv).is_ok());
    played && board.has_legal_move()
}
