//! `chuhe eval`: explains the evaluation of a position.

use std::path::PathBuf;

use clap::Args;
use tracing::info;

use super::Failure;
use super::args::{KNOWLEDGE, Level, PositionArgs, evaluator};
use super::output::print;

/// Show the terms of the evaluation of a position as a table.
///
/// Each term has two values for either side, one for the middlegame and one for the endgame; the
/// total mixes the two by what is left on the board and is from red's view. The score at the end is
/// from the view of the side to move. All are in hundredths of a pawn or so.
///
/// A network has no terms. What it thinks is shown below them: its score, and on the board what each piece is worth where it
/// stands, which is how much less its owner would have without it.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct EvalArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// How much the evaluation knows.
    #[arg(long, value_name = "LEVEL", value_parser = KNOWLEDGE.parser(), default_value = "large")]
    knowledge: Level,

    /// Show what the network in this file thinks beside the terms.
    #[arg(long, value_name = "FILE")]
    evalfile: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  chuhe eval
  chuhe eval --fen \"2bakab2/9/4c4/p3p3p/9/P8/4P3P/2N6/9/2BAKAB2 b\"
  chuhe eval --knowledge none
  chuhe eval --evalfile first.nnue";

impl EvalArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let board = self.position.board();
        info!(fen = board.to_fen(), "eval");
        let evaluator = evaluator(self.knowledge, self.evalfile.as_deref())?;
        print(format!("{}\n", evaluator.explain(&board)).as_bytes())
    }
}
