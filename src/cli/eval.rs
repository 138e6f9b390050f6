//! `chuhe eval`: explains the evaluation of a position.

use std::io::stdout;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use tracing::info;

use super::Failure;
use super::args::{KNOWLEDGE, KnowledgeLevel, PositionArgs, evaluator};
use super::output::{ScoreRecord, print, print_json};
use crate::board::Board;
use crate::eval::explain::Explanation;
use crate::eval::term::Term;
use crate::eval::{Evaluator, Tapered, explain};

/// Show the terms of the evaluation of a position as a table.
///
/// Each term has two values for each side, for the middlegame and for the endgame. The total mixes them by
/// the material left and is from red's view. The score at the end is from the view of the side to move.
/// All are in about hundredths of a pawn.
///
/// Below the terms is the network's score, and on the board the value of each piece on its square: the loss
/// of its owner's score without it.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct EvalArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// The parts of the evaluation that are used.
    #[arg(long, value_name = "LEVEL", value_parser = KNOWLEDGE.parser(), default_value = "large")]
    knowledge: KnowledgeLevel,

    /// Show the score of the network in this file, too.
    #[arg(long, value_name = "FILE")]
    evalfile: Option<PathBuf>,

    /// Print JSON, one object, for a program to read.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  chuhe eval
  chuhe eval --fen \"2bakab2/9/4c4/p3p3p/9/P8/4P3P/2N6/9/2BAKAB2 b\"
  chuhe eval --knowledge none
  chuhe eval --evalfile first.nnue

JSON:
  {\"evaluation\":\"network 0123456789abcdef\",\"fen\":\"...\",\"phase\":32,\"scale\":64,\"score\":{\"cp\":38},\"side\":\"red\",\"terms\":[
   {\"black\":[1200,1300],\"red\":[1200,1300],\"term\":\"material\",\"total\":0},...]}

  score is for the side to move, by the network if there is one. A term has its value in the
  middlegame and in the endgame for each side; total is red's less black's.";

impl EvalArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let board = self.position.board();
        info!(fen = board.to_fen(), "eval");
        let evaluator = evaluator(self.knowledge, self.evalfile.as_deref())?;
        if self.json {
            let terms = explain(&board, self.knowledge.unwrap_or_default());
            let record = record(&evaluator, &board, &terms);
            return print_json(&mut stdout().lock(), &record);
        }
        print(format!("{}\n", evaluator.explain(&board)).as_bytes())
    }
}

/// An evaluation in JSON. Programs depend on the names: add some, rename none.
fn record(evaluator: &Evaluator, board: &Board, explanation: &Explanation) -> Value {
    let terms = explanation.rows.iter().map(|row| {
        let halves = |value: Tapered| [value.mg(), value.eg()];
        let name = Term::ALL[row.term as usize].1;
        json!({ "term": name, "red": halves(row.red), "black": halves(row.black), "total": row.total })
    });
    json!({
        "fen": board.to_fen(),
        "side": board.side().to_string(),
        "evaluation": evaluator.to_string(),
        "score": ScoreRecord::from(evaluator.evaluate(board)),
        "phase": explanation.phase,
        "scale": explanation.scale,
        "terms": terms.collect::<Value>(),
    })
}
