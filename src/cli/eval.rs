//! `chuhe eval`: explains the evaluation of a position.

use std::io::stdout;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use tracing::info;

use super::Failure;
use super::args::{KNOWLEDGE, PositionArgs, evaluator};
use super::output::{print, print_json};
use crate::board::Board;
use crate::eval::Explanation;
use crate::locale;
use crate::protocol::options::Grade;
use crate::search::score::classify;

/// Show the score of a position, and what each piece is worth.
///
/// The worth of a piece is what its owner's score would lose without it. With the network, the line below has the value of
/// the piece on its square by the piece-square tables. Scores are from the view of the side to move. All are in about
/// hundredths of a pawn.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct EvalArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// What scores the position.
    #[arg(long, value_name = "LEVEL", value_parser = KNOWLEDGE.parser(), default_value = "large")]
    knowledge: Grade,

    /// Score by the network in this file; --knowledge large uses it.
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
  {\"evaluation\":\"network 0123456789abcdef\",\"fen\":\"...\",\"pieces\":[
   {\"piece\":\"R\",\"square\":\"a0\",\"table\":1025,\"worth\":980},...],
   \"score\":{\"cp\":38},\"side\":\"red\",\"tables\":{\"cp\":0}}

  score is that of the evaluation, tables that of the piece-square tables, both for the side to move.
  The worth of a general is null.";

impl EvalArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let board = self.position.board();
        info!(fen = board.to_fen(), "eval");
        let evaluator = evaluator(self.knowledge, self.evalfile.as_deref())?;
        let explanation = Explanation::new(&evaluator, &board);
        match self.json {
            true => print_json(&mut stdout().lock(), &record(&board, &explanation)),
            false => print(locale::lines(&format!("{explanation}\n")).as_bytes()),
        }
    }
}

/// An explanation in JSON. Programs depend on the names: add some, rename none.
fn record(board: &Board, explanation: &Explanation) -> Value {
    let pieces = explanation.pieces.iter().map(|piece| {
        json!({
            "piece": piece.piece.letter().to_string(),
            "square": piece.square.to_string(),
            "worth": piece.worth,
            "table": piece.table,
        })
    });
    json!({
        "fen": board.to_fen(),
        "side": board.side().to_string(),
        "evaluation": explanation.evaluator.to_string(),
        "score": classify(explanation.score),
        "tables": classify(explanation.table_score),
        "pieces": pieces.collect::<Value>(),
    })
}
