//! UCI, in the dialect that GUIs for xiangqi share (Cyclone): ranks from 0 to 9, and `fen ...` for
//! `position fen ...`.

use std::time::Duration;

use super::ascii::moves_after;
use super::parse::{ParseError, Words, amount, count, go_limit, saturated, script_depth, setup};
use super::protocol::Protocol;
use super::shared::{Customs, Dialect};
use crate::board::{Color, Move};
use crate::eval::Score;
use crate::protocol::command::{Amount, Command, Go, Prefix};
use crate::protocol::script::Script;
use crate::protocol::wdl::Wdl;
use crate::search::bench::Speed;
use crate::search::score::{Meaning, WIN_BOUND, meaning};
use crate::search::{Bound, Line, Probe};

/// The dialect of UCI.
pub struct Uci;

const CUSTOMS: Customs = Customs {
    protocol: Protocol::Uci,
    name: "UCI",
    identification: concat!(
        "id name Chuhe ",
        env!("CARGO_PKG_VERSION"),
        "\nid author the Chuhe authors\n"
    ),
    introduction_end: "uciok",
    option_start: "option name",
    message_start: "info string",
    draw: "",
    resign: "",
    bye: "",
    answers_stop_in_idle: false,
    always_names_ponder_move: true,
    reports_bounds: true,
};

impl Dialect for Uci {
    fn customs(&self) -> &'static Customs {
        &CUSTOMS
    }

    fn parse(&self, mut words: Words) -> Result<Option<Command>, ParseError> {
        let line = words.clone();
        let option = |name: &str, value: &str| Command::SetOption {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        Ok(Some(match words.next().unwrap_or_default() {
            "uci" => Command::Hello(Protocol::Uci),
            "setoption" => parse_option(words)?,
            // UCI has commands for what UCCI has options.
            "ucinewgame" => option("newgame", ""),
            "debug" => option("debug", words.next().unwrap_or_default()),
            // Cyclone, and uci2wb in its name, leave the word `position` out.
            "fen" | "startpos" => Command::Position(setup("position", line)?),
            "go" => parse_go(words)?,
            "ponderhit" => Command::PonderHit { draw: false },
            _ => return Ok(None),
        }))
    }

    /// `cp N`, or `mate N` in moves of the winner, negative for the loser. A win by the repetition rules is no mate and
    /// is reported as a score beyond all others, 30000 less the plies to it.
    fn score(&self, score: Score) -> String {
        match meaning(score) {
            Meaning::Evaluation(score) => format!("cp {score}"),
            Meaning::Mate(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
            Meaning::Mate(plies) => format!("mate {}", plies / 2),
            Meaning::Rule(plies) => format!("cp {}", plies.signum() * (WIN_BOUND - plies.abs())),
        }
    }

    fn progress(&self, elapsed: Duration, nodes: u64, last: bool) -> String {
        // Each variation has these numbers with it; only the totals get a line.
        match last {
            true => format!("info {}", work(nodes, elapsed, "")),
            false => String::new(),
        }
    }

    fn variation(&self, line: &Line, _: bool, wdl: Option<Wdl>) -> String {
        let bound = match line.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let wdl = wdl.map_or(String::new(), |wdl| {
            format!(" wdl {} {} {}", wdl.win, wdl.draw, wdl.loss)
        });
        format!(
            "info depth {} seldepth {} multipv {} score {}{bound}{wdl} {}{}",
            line.depth,
            line.seldepth,
            line.rank.max(1),
            self.score(line.score),
            work(
                line.nodes,
                line.elapsed,
                &format!(" hashfull {}", line.hashfull)
            ),
            moves_after(" pv", &line.pv)
        )
    }

    fn current_move(&self, depth: u32, mv: Move, number: usize) -> String {
        format!("info depth {depth} currmove {mv} currmovenumber {number}")
    }

    /// A mate is reported with its score.
    fn announces(&self, end: Meaning) -> bool {
        matches!(end, Meaning::Rule(_))
    }

    /// Adapters see by the score whether the game is lost or drawn.
    fn no_best_move(&self, over: bool) -> &'static str {
        match over {
            true => "info depth 0 score mate 0\nbestmove (none)",
            false => "bestmove (none)",
        }
    }

    fn probe(&self, _: &Probe) -> String {
        String::new()
    }

    fn option_end(&self, default: Option<&str>, values: &str) -> String {
        match default {
            None => values.to_owned(),
            // The protocol's word for no text: a line must not end in a blank.
            Some("") => " default <empty>".to_owned(),
            Some(default) => format!(" default {default}{values}"),
        }
    }
}

fn work(nodes: u64, elapsed: Duration, between: &str) -> String {
    let nps = Speed { nodes, elapsed }.per_second();
    let time = elapsed.as_millis();
    format!("nodes {nodes} nps {nps}{between} time {time}")
}

/// `name <name> [value <value>]`, either of any number of words. UCCI's `<name> <value>` is understood too.
fn parse_option(mut words: Words) -> Result<Command, ParseError> {
    let first = words.next().ok_or_else(ParseError::no_option)?;
    let is_value = |word: &&str| *word == "value";
    let (name, value): (Vec<&str>, Vec<&str>) = if first == "name" {
        let words: Vec<&str> = words.collect();
        let end = words.iter().position(is_value).unwrap_or(words.len());
        let value = words.get(end + 1..).unwrap_or_default();
        (words[..end].to_vec(), value.to_vec())
    } else {
        (vec![first], words.skip_while(is_value).collect())
    };
    if name.is_empty() {
        return Err(ParseError::no_option());
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    })
}

/// Words that are not known are skipped, as the protocol demands; the state machine reports them.
fn parse_go(mut words: Words) -> Result<Command, ParseError> {
    let mut go = Go::default();
    let (red, black) = (Color::Red.index(), Color::Black.index());
    while let Some(word) = words.next() {
        let mut time = || amount(word, &mut words).map(|time| time.map(Amount::in_milliseconds));
        match word {
            "ponder" => go.prefix = Prefix::Ponder,
            "infinite" => go.infinite = true,
            "wtime" => go.clocks[red].0 = time()?,
            "btime" => go.clocks[black].0 = time()?,
            "winc" => go.clocks[red].1 = time()?,
            "binc" => go.clocks[black].1 = time()?,
            "mate" => go.mate = count(word, &mut words)?.map(|moves| saturated(moves).max(1)),
            "searchmoves" => {
                let moves: &mut Vec<Move> = go.only.get_or_insert_default();
                while let Some(mv) = words.clone().next().and_then(|word| word.parse().ok()) {
                    moves.push(mv);
                    words.next();
                }
            }
            // As Stockfish has it.
            "perft" => return Ok(Command::Script(Script::Perft(script_depth(word, words)?))),
            _ if go_limit(&mut go, word, &mut words)? => {}
            _ => go.unknown.push(word.to_owned()),
        }
    }
    // Depth 0 asks for a move as well.
    go.depth = go.depth.map(|depth| depth.max(1));
    go.movetime = go.movetime.map(Amount::in_milliseconds);
    Ok(Command::Go(go))
}
