//! `go`: from the command to the book move, search or mate proof that answers it.

use super::action::Action;
use super::phase::{Fallback, Phase, Stage, Thinking};
use super::state::Machine;
use crate::board::Move;
use crate::book::Pick;
use crate::protocol::command::{Go, Prefix};
use crate::protocol::job::{Job, MateRequest};
use crate::protocol::options::{Grade, Options};
use crate::protocol::response::Response;
use crate::search::score::Meaning;
use crate::search::{Limits, Request};
use crate::solve::Budget;

/// The depth of the search for a move where a mate was asked for, there is none, and nothing else was said.
const DEPTH_WITHOUT_MATE: u32 = 10;

impl Machine {
    pub(super) fn go(&mut self, go: Go) -> Vec<Action> {
        if go.depth == Some(0) {
            let board = self.game.board().clone();
            let none = Response::NoBestMove { over: false };
            return vec![Action::Evaluate(board), Action::Respond(none)];
        }
        let mut actions = Vec::new();
        if let Some(word) = go.unknown.first() {
            actions.push(Action::message(format!(
                "go: '{word}' is not known here, and passed over"
            )));
        }
        let limits = Limits {
            stop_on_mate: self.options.stop_on_mate,
            ..go.limits(self.options.use_milliseconds, self.game.board().side())
        };
        let mut request = Request {
            game: self.game.clone(),
            limits,
            ponder: go.prefix == Prefix::Ponder,
            banned: self.banned.clone(),
            multipv: self.options.lines,
        };
        if let Some(only) = &go.only {
            actions.extend(restrict(&mut request, only));
        }
        if let Some(pick) = self.book_move(&request) {
            let answer = Response::BestMove {
                mv: pick.mv,
                ponder: None,
                gesture: None,
            };
            actions.extend([Action::message(pick), Action::Respond(answer)]);
            return actions;
        }
        self.trace(&mut actions, || {
            let (fen, banned) = (request.game.board().to_fen(), request.banned.len());
            format!("thinking on {fen}, {banned} moves banned, {limits:?}")
        });
        let (job, fallback) = match limits.mate {
            // The provers may play any move.
            Some(moves) if request.banned.is_empty() => {
                let (request, fallback) = mate_request(moves, request, &self.options);
                (Job::Proof(Box::new(request)), Some(Box::new(fallback)))
            }
            _ => (Job::Search(Box::new(request)), None),
        };
        actions.push(self.start(job));
        self.phase = Phase::Thinking(Thinking {
            job: self.last_job,
            stage: match go.prefix {
                Prefix::Ponder => Stage::Pondering,
                Prefix::Plain | Prefix::Draw => Stage::OnMove,
            },
            limits,
            draw_offered: go.prefix == Prefix::Draw,
            fallback,
            held: None,
            variation: Vec::new(),
            forced_end: Meaning::Evaluation(0),
        });
        actions
    }

    /// The move of the books, where they are asked: in a game by the clock, on our own time, and when one
    /// line is wanted. A depth, nodes, a mate or no end ask for a search.
    fn book_move(&self, request: &Request) -> Option<Pick> {
        let (options, limits) = (&self.options, &request.limits);
        let by_clock = limits.clock.is_some() || limits.movetime.is_some();
        let analysis = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.wait_for_stop
            || request.multipv > 1;
        let late = options.book_depth > 0 && self.game.board().move_number() > options.book_depth;
        if !options.use_book || !by_clock || analysis || late || request.ponder {
            return None;
        }
        let mut random = (options.randomness != Grade::None).then(fastrand::Rng::new);
        self.shelf
            .pick(&self.game, &request.banned, random.as_mut())
    }
}

/// Bans what is not asked for; what is asked for and not legal is reported.
fn restrict(request: &mut Request, only: &[Move]) -> Vec<Action> {
    let legal = request.game.board().legal_moves();
    let others = legal.iter().filter(|mv| !only.contains(mv)).copied();
    request.banned.extend(others);
    let illegal = only.iter().filter(|mv| !legal.contains(mv));
    illegal
        .map(|mv| Action::message(format!("searchmoves: {mv} is not legal here")))
        .collect()
}

/// A mate to prove, and the search to start if there is none. Of time and nodes the provers get three
/// quarters. A clock is for the search alone.
fn mate_request(moves: u32, mut request: Request, options: &Options) -> (MateRequest, Fallback) {
    let limits = &mut request.limits;
    limits.mate = None;
    let unlimited = Limits {
        stop_on_mate: limits.stop_on_mate,
        ..Limits::default()
    };
    let budget = Budget {
        time: limits.movetime.map(|time| time / 4 * 3),
        nodes: limits.nodes.map(|nodes| nodes / 4 * 3),
    };
    limits.movetime = limits.movetime.map(|time| time / 4);
    limits.nodes = limits.nodes.map(|nodes| (nodes / 4).max(1));
    if *limits == unlimited {
        limits.depth = Some(DEPTH_WITHOUT_MATE);
    }
    let mate = MateRequest {
        board: request.game.board().clone(),
        moves,
        budget,
        rules: options.rule_set(),
    };
    (mate, Fallback { moves, request })
}
