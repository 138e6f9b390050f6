//! The board as a picture: what is asked for, and the files.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::board::Move;
use crate::cli::Failure;
use crate::cli::ending;
use crate::cli::numbers::number;
use crate::diagram::{Look, draw};
use crate::rules::Game;
use crate::search::{Engine, Limits, Request, Settings};

/// Pixels across: what can still be told apart, and what still fits into a memory.
const SIZES: std::ops::RangeInclusive<i64> = 40..=8000;

/// `--svg`, `--png`, and what stands in them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub struct PictureArgs {
    /// Write the board as SVG to FILE, or to standard output.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    svg: Option<PathBuf>,

    /// Write the board as PNG to FILE; - is standard output.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Breadth of the picture in pixels, from 40 to 8000.
    #[arg(long, value_name = "PX", default_value_t = 600, allow_negative_numbers = true, value_parser = number::<u32>(SIZES))]
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
    /// Whether a picture is wanted at all.
    pub fn is_asked_for(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Draws the position at the end of a game, and writes the files.
    ///
    /// # Errors
    /// When a picture cannot be painted, a file not written, or a name promises another kind of file.
    pub fn write(&self, game: &Game, flip: bool) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            ending::fits("--svg", path, &["svg"])?;
        }
        if let Some(path) = &self.png {
            ending::fits("--png", path, &["png"])?;
        }
        let look = Look {
            flip,
            coordinates: !self.no_coordinates,
            size: self.size,
            last: game.moves().last().copied(),
            arrows: self.arrow.clone(),
            best: self.best.and_then(|nodes| best_move(game, nodes)),
        };
        let scene = draw(game.board(), &look);
        if let Some(path) = &self.svg {
            save(path, scene.to_svg().as_bytes())?;
        }
        if let Some(path) = &self.png {
            let bytes = scene
                .to_png()
                .map_err(|error| Failure::Work(error.to_string()))?;
            save(path, &bytes)?;
        }
        Ok(())
    }
}

/// The best move as far as so many nodes tell; the same on every machine.
fn best_move(game: &Game, nodes: u64) -> Option<Move> {
    if !game.board().has_legal_move() {
        return None;
    }
    let mut engine = Engine::new(Settings {
        hash_mib: 16,
        ..Settings::default()
    });
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let request = Request::new(game.clone(), limits);
    engine.search(request, |_| {}).best
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    std::fs::write(path, bytes).map_err(|error| Failure::cannot_write(path, &error))
}
