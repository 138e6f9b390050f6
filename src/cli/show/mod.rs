//! `chuhe show`: the board in the terminal, or as a picture.

mod picture;

use std::io::{IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};
use tracing::info;

use super::Failure;
use super::args::GameArgs;
use crate::notation::diagram::{Letters, Look, check, draw};

use picture::PictureArgs;

/// Draw a position in the terminal, or as a picture.
///
/// Pieces are shown by their Chinese names, in simplified characters: 帅仕相马车炮兵 for red,
/// 将士象马车炮卒 for black. Where there is colour, red's are red. Where there is none, black's
/// stand in square brackets, because rook, horse and cannon are named alike on both sides.
///
/// A Chinese character takes two columns and a line of the board one. Where a terminal or its font
/// gives the lines two as well (they are of ambiguous width) the board comes out crooked: use
/// --ascii there.
///
/// With --svg or --png the board is written to a file as a picture instead; the characters in it are
/// drawn, so no font is needed to see it.
///
/// Below the board follow the FEN, the side to move, and the pieces that give check.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Letters on a board of plain ASCII: upper case for red, no colour.
    #[arg(long)]
    ascii: bool,

    /// When to use colour.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorArg::Auto)]
    color: ColorArg,

    /// See the board from black's side.
    #[arg(long)]
    flip: bool,

    #[command(flatten)]
    picture: PictureArgs,
}

/// `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ColorArg {
    /// In a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

const EXAMPLES: &str = "\
Examples:
  chuhe show
  chuhe show --moves \"h2e2 h9g7\" --flip
  chuhe show --ascii --fen \"2bakab2/9/4c4/p3p3p/9/P8/4P3P/2N6/9/2BAKAB2 b\"
  chuhe show --color always | less -R
  chuhe show --moves \"h2e2 h9g7\" --svg board.svg
  chuhe show --png board.png --size 1200 --arrow h2e2 b9c7 --best
  chuhe show --svg > board.svg";

impl ShowArgs {
    /// Draws.
    ///
    /// # Errors
    /// When a move makes no sense, or the output cannot be written.
    pub fn run(&self) -> Result<(), Failure> {
        let game = self.game.game()?;
        let board = game.board();
        info!(fen = board.to_fen(), "show");
        if self.picture.is_asked_for() {
            return self.picture.write(&game, self.flip);
        }
        let color = self.color();
        let look = Look {
            letters: match (self.ascii, color) {
                (true, _) => Letters::Ascii,
                (false, ColorChoice::Never) => Letters::HanziBracketed,
                (false, _) => Letters::Hanzi,
            },
            flip: self.flip,
        };
        let mut out = AutoStream::new(std::io::stdout(), color).lock();
        for line in draw(board, look) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
        if let Some(mv) = game.moves().last() {
            writeln!(out, "last   {mv}")?;
        }
        writeln!(out, "fen    {}", board.to_fen())?;
        writeln!(out, "move   {}", board.side())?;
        writeln!(out, "check  {}", check(board))?;
        out.flush()?;
        Ok(())
    }

    /// Colour or none, decided.
    fn color(&self) -> ColorChoice {
        if self.ascii {
            return ColorChoice::Never;
        }
        match self.color {
            ColorArg::Always => ColorChoice::AlwaysAnsi,
            ColorArg::Never => ColorChoice::Never,
            // Colour that an environment variable forces upon pipes is not what we promise.
            ColorArg::Auto if !std::io::stdout().is_terminal() => ColorChoice::Never,
            ColorArg::Auto => AutoStream::choice(&std::io::stdout()),
        }
    }
}
