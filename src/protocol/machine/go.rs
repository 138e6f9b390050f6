//! `go`: answers with a book move or the static evaluation (`depth 0`), or starts a search or a mate proof.

use std::time::Duration;

use super::action::Action;
use super::phase::{AwaitedEvent, Phase, Stage, Thinking, is_unlimited};
use super::state::Machine;
use crate::book::PickedMove;
use crate::protocol::command::Go;
use crate::protocol::job::{Job, MateRequest};
use crate::protocol::options::Grade;
use crate::protocol::response::Response;
use crate::search::{Level, Limits, Request};
use crate::solve::Budget;

/// The depth of the search after a mate proof that failed, if there is no other limit.
const DEPTH_AFTER_FAILED_PROOF: u32 = 10;
/// A mate proof takes at most one part in so many of the clock.
const CLOCK_SHARE: u32 = 40;

/// The limits of a search that are set, and the number of banned moves, for a person.
fn describe(limits: &Limits, banned: usize) -> String {
    let ms = |time: Duration| format!("{} ms", time.as_millis());
    let clock = limits.clock.map(|clock| {
        let moves = clock.moves_to_go.map(|moves| format!(" for {moves} moves"));
        let (time, increment) = (ms(clock.remaining), ms(clock.increment));
        format!("clock {time} + {increment}{}", moves.unwrap_or_default())
    });
    let parts = [
        limits.depth.map(|depth| format!("depth {depth}")),
        limits.nodes.map(|nodes| format!("nodes {nodes}")),
        limits.movetime.map(|time| format!("movetime {}", ms(time))),
        clock,
        limits.mate.map(|moves| format!("mate {moves}")),
        limits.wait_for_stop.then(|| "infinite".to_owned()),
        limits.stop_on_mate.then(|| "stop on mate".to_owned()),
        (banned > 0).then(|| format!("banned moves {banned}")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => "no limits".to_owned(),
        false => parts.join(", "),
    }
}

impl Machine {
    pub(super) fn go(&mut self, go: Go) {
        if go.limits.depth == Some(0) && !go.ponder {
            self.emit(Action::Evaluate(self.game.board().clone(), None));
            return self.respond(Response::NoBestMove { over: false });
        }
        if let Some(word) = &go.unknown_word {
            self.message(format!("go: unknown word '{word}' ignored"));
        }
        let limits = Limits {
            stop_on_mate: self.options.stop_on_mate,
            ..go.timed_limits(self.options.use_milliseconds, self.game.board().side())
        };
        let mut request = Request {
            game: self.game.clone(),
            limits,
            ponder: go.ponder,
            banned: self.banned.clone(),
            multipv: self.options.multipv,
            received: None,
        };
        let only = &go.search_moves;
        if !only.is_empty() {
            let legal = self.game.board().legal_moves();
            let others = legal.iter().filter(|mv| !only.contains(mv));
            request.banned.extend(others);
            for mv in only.iter().filter(|mv| !legal.contains(mv)) {
                self.message(format!("searchmoves: {mv} is not legal here"));
            }
        }
        let (pick, errors) = self.book_move(&request);
        errors.iter().for_each(|error| self.message(error));
        if let Some(pick) = pick {
            self.message(&pick);
            // Some GUIs play only moves that they saw in a variation.
            self.emit(Action::Evaluate(self.game.board().clone(), Some(pick.mv)));
            return self.respond(Response::BestMove {
                mv: pick.mv,
                ponder: None,
                adjudication: None,
            });
        }
        // The provers consider all moves. Without them and without a depth only a mate or a stop would end the search.
        let others = Limits {
            mate: None,
            ..limits
        };
        if let Some(moves) = limits.mate
            && !request.banned.is_empty()
            && is_unlimited(others)
        {
            let plies = moves.saturating_mul(2).saturating_sub(1);
            request.limits.depth = Some(plies.max(DEPTH_AFTER_FAILED_PROOF));
        }
        self.debug_message(|| {
            let limits = describe(&request.limits, request.banned.len());
            format!("searching ({limits}): {}", request.game.board().to_fen())
        });
        let banned = request.banned.clone();
        let awaited = match limits.mate {
            Some(moves) if banned.is_empty() => {
                let (moves, proof) = self.split_for_proof(moves, &mut request);
                self.start(Job::Proof(moves, Box::new(proof)));
                AwaitedEvent::Proof(moves, Box::new(request))
            }
            _ => {
                self.start(Job::Search(Box::new(request)));
                AwaitedEvent::Search
            }
        };
        self.phase = Phase::Thinking(Box::new(Thinking {
            stage: if go.ponder {
                Stage::Pondering
            } else {
                Stage::OnMove
            },
            awaited,
            limits,
            banned,
            draw_offered: go.draw_offered,
            variation: Vec::new(),
            last_score: 0,
        }));
    }

    /// Returns the book's move, if books are in use at this move number and the `go` has a clock or a time per move and no other
    /// limit. Pondering, several variations and a level below full strength exclude a book move. Also returns the errors of books that
    /// can no longer be read.
    fn book_move(&self, request: &Request) -> (Option<PickedMove>, Vec<String>) {
        let (options, limits) = (&self.options, &request.limits);
        let by_clock = limits.clock.is_some() || limits.movetime.is_some();
        let is_excluded = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.wait_for_stop
            || request.multipv > 1
            || options.level() < Level::FULL;
        let is_past_book_depth =
            options.book_depth > 0 && self.game.board().move_number() > options.book_depth;
        if !options.use_book || !by_clock || is_excluded || is_past_book_depth || request.ponder {
            return (None, Vec::new());
        }
        let mut random = (options.randomness != Grade::None).then(|| match options.seed {
            0 => fastrand::Rng::new(),
            seed => fastrand::Rng::with_seed(u64::from(seed) ^ self.game.board().key()),
        });
        let mut errors = Vec::new();
        let pick = self.books.pick(
            &self.game,
            &request.banned,
            options.book_choice,
            random.as_mut(),
            |error| errors.push(error),
        );
        (pick, errors)
    }

    /// Returns the length and the request of a mate proof, with three quarters of the nodes and of the time for the move, or a part
    /// of the clock, and leaves in `request` the search to start if it fails.
    fn split_for_proof(&self, moves: u32, request: &mut Request) -> (u32, MateRequest) {
        let limits = &mut request.limits;
        limits.mate = None;
        let by_clock = limits.clock.map(|clock| clock.remaining / CLOCK_SHARE);
        let by_move = limits.movetime.map(|time| time / 4 * 3);
        let budget = Budget {
            time: by_clock.into_iter().chain(by_move).min(),
            nodes: limits.nodes.map(|nodes| nodes / 4 * 3),
        };
        // A mate of these plies is found at this depth.
        let moves = limits
            .depth
            .map_or(moves, |depth| moves.min(depth.div_ceil(2)));
        limits.movetime = limits.movetime.map(|time| time / 4);
        limits.nodes = limits.nodes.map(|nodes| (nodes / 4).max(1));
        if is_unlimited(*limits) {
            limits.depth = Some(DEPTH_AFTER_FAILED_PROOF);
        }
        limits.full_strength = true;
        let proof = MateRequest {
            board: request.game.board().clone(),
            banned: Vec::new(),
            budget,
            rules: self.options.rule_set(),
        };
        (moves, proof)
    }
}
