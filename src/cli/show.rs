//! `chuhe show`: the board in the terminal, or as a picture.

use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use clap::Args;
use tracing::info;

use super::Failure;
use super::args::{GameArgs, Words};
use super::numbers::number;
use super::output::{check_extension, print};
use crate::board::Move;
use crate::diagram;
use crate::notation::diagram::{Letters, Look, check, draw};
use crate::rules::Game;
use crate::search::{Engine, Limits, Request, Settings};

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
    #[arg(long, value_name = "WHEN", value_parser = COLORS.parser(), default_value = "auto")]
    color: ColorChoice,

    /// See the board from black's side.
    #[arg(long)]
    flip: bool,

    #[command(flatten)]
    picture: PictureArgs,
}

static COLORS: Words<ColorChoice> = Words(
    "auto: In a terminal, unless NO_COLOR is set\nalways: Always\nnever: Never",
    &[
        ColorChoice::Auto,
        ColorChoice::AlwaysAnsi,
        ColorChoice::Never,
    ],
);

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
    pub fn run(&self) -> Result<(), Failure> {
        let game = self.game.game()?;
        let board = game.board();
        info!(fen = board.to_fen(), "show");
        if self.picture.svg.is_some() || self.picture.png.is_some() {
            return self.picture.write(&game, self.flip);
        }
        let color = match self.color {
            _ if self.ascii => ColorChoice::Never,
            // Variables that force colour upon pipes are ignored.
            ColorChoice::Auto if !stdout().is_terminal() => ColorChoice::Never,
            ColorChoice::Auto => AutoStream::choice(&stdout()),
            chosen => chosen,
        };
        let look = Look {
            letters: match (self.ascii, color) {
                (true, _) => Letters::Ascii,
                (false, ColorChoice::Never) => Letters::HanziBracketed,
                (false, _) => Letters::Hanzi,
            },
            flip: self.flip,
        };
        let mut out = AutoStream::new(stdout(), color).lock();
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
        Ok(out.flush()?)
    }
}

/// `--svg`, `--png`, and their contents.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pictures")]
struct PictureArgs {
    /// Write the board as SVG to FILE, or to standard output.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    svg: Option<PathBuf>,

    /// Write the board as PNG to FILE; - is standard output.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Breadth of the picture in pixels, from 40 to 8000.
    #[arg(long, value_name = "PX", default_value_t = 600, allow_negative_numbers = true, value_parser = number::<u32>(40..=8000))]
    size: u32,

    /// Draw an arrow for a move, such as h2e2; any two squares.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    arrow: Vec<Move>,

    /// Draw an arrow of another colour for the best move, found with so many nodes [default: 200000].
    #[arg(long, value_name = "NODES", num_args = 0..=1, default_missing_value = "200000", allow_negative_numbers = true, value_parser = number::<u64>(1..=i64::MAX))]
    best: Option<u64>,

    /// Leave out the names of files and ranks.
    #[arg(long)]
    no_coordinates: bool,
}

impl PictureArgs {
    fn write(&self, game: &Game, flip: bool) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            check_extension("--svg", path, &["svg"])?;
        }
        if let Some(path) = &self.png {
            check_extension("--png", path, &["png"])?;
        }
        let look = diagram::Look {
            flip,
            coordinates: !self.no_coordinates,
            size: self.size,
            last: game.moves().last().copied(),
            arrows: self.arrow.clone(),
            best: self.best.and_then(|nodes| best_move(game, nodes)),
        };
        let scene = diagram::draw(game.board(), &look);
        if let Some(path) = &self.svg {
            save(path, scene.to_svg().as_bytes())?;
        }
        if let Some(path) = &self.png {
            let bytes = scene.to_png();
            save(
                path,
                &bytes.map_err(|error| Failure::Work(error.to_string()))?,
            )?;
        }
        Ok(())
    }
}

/// The best move found with so many nodes.
fn best_move(game: &Game, nodes: u64) -> Option<Move> {
    let mut engine = Engine::new(Settings {
        hash_mib: 16,
        ..Settings::default()
    });
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let request = Request::new(game.clone(), limits);
    let movable = game.board().has_legal_move();
    movable.then(|| engine.search(request, |_| {}).best)?
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    match path == Path::new("-") {
        true => print(bytes),
        false => std::fs::write(path, bytes).map_err(|error| Failure::cannot_write(path, &error)),
    }
}
