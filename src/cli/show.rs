//! `chuhe show`: the board in the terminal, or as a picture.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use serde_json::{Value, json};
use tracing::info;

use super::Failure;
use super::args::GameArgs;
use super::board_text::BoardTextArgs;
use super::game_file::{choose, format_of, read_bytes};
use super::numbers::integer;
use super::output::{ForceArg, check_extension, print_json, save};
use crate::board::Move;
use crate::diagram::{self, DiagramOptions};
use crate::games::game_file::{GameFormat, read_each};
use crate::locale;
use crate::notation::text_diagram::{self, TextDiagramOptions, check_text};
use crate::rules::Game;
use crate::search::{Engine, Limits, Request, Settings};

/// Draw a position in the terminal, or as a picture.
///
/// Pieces are simplified Chinese characters: 帅仕相马车炮兵 for red, 将士象马车炮卒 for black. With colour,
/// red's are red. Without, black's are in square brackets, because rook, horse and cannon have the same
/// character on both sides.
///
/// A Chinese character is two columns wide, a box-drawing character one. Some terminals and fonts draw
/// box-drawing characters two columns wide, which misaligns the board: use --ascii there.
///
/// With --svg or --png the board is written to a file as a picture, which needs no font.
///
/// Below the board are the FEN, the side to move, and the pieces that give check.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, group(ArgGroup::new("picture").args(["svg", "png"]).multiple(true)))]
pub struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,

    /// A file of games in a format of `chuhe convert`: show a position of one of them. `-` is standard input.
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    file: Option<PathBuf>,

    /// The number of the game in FILE.
    #[arg(long = "game", value_name = "N", default_value_t = 1, requires = "file", conflicts_with_all = ["fen", "moves"], allow_negative_numbers = true, value_parser = integer::<usize>(1..=i64::MAX))]
    number: usize,

    /// Show the position after this many plies of the game [default: all].
    #[arg(long, value_name = "N", requires = "file", conflicts_with_all = ["fen", "moves"], allow_negative_numbers = true, value_parser = integer::<usize>(0..=i64::MAX))]
    ply: Option<usize>,

    #[command(flatten)]
    text: BoardTextArgs,

    /// Show the board from black's side.
    #[arg(long)]
    flip: bool,

    /// Print JSON, one object, for a program to read.
    #[arg(long, conflicts_with_all = ["ascii", "color", "flip", "svg", "png"])]
    json: bool,

    #[command(flatten)]
    picture: PictureArgs,
}

const EXAMPLES: &str = "\
Examples:
  chuhe show
  chuhe show --moves \"h2e2 h9g7\" --flip
  chuhe show --ascii --fen \"2bakab2/9/4c4/p3p3p/9/P8/4P3P/2N6/9/2BAKAB2 b\"
  chuhe show game.pgn --ply 20
  chuhe show --color always | less -R
  chuhe show --moves \"h2e2 h9g7\" --svg board.svg
  chuhe show --png board.png --size 1200 --arrow h2e2 b9c7 --best
  chuhe show --svg > board.svg

JSON:
  {\"check\":false,\"checkers\":[],\"fen\":\"...\",\"last\":\"h2e2\",\"moves\":[\"a9a8\",...],\"side\":\"black\",\"status\":\"open\"}

  moves are the legal ones. status is open, mated or stalemated; last is null without --moves
  or FILE.";

impl ShowArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let game = match &self.file {
            Some(path) => self.game_of(path)?,
            None => self.game.game()?,
        };
        let board = game.board();
        info!(fen = board.to_fen(), "show");
        if self.json {
            return print_json(&mut stdout().lock(), &record(&game));
        }
        if self.picture.svg.is_some() || self.picture.png.is_some() {
            return self.picture.write(&game, self.flip);
        }
        let options = TextDiagramOptions {
            characters: self.text.characters(),
            flip: self.flip,
        };
        let mut out = self.text.stdout().lock();
        for line in text_diagram::draw(board, options) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
        let last = game.moves().last().map(|mv| format!("last   {mv}\n"));
        let (fen, side, check) = (board.to_fen(), board.side(), check_text(board));
        let below = format!("fen    {fen}\nmove   {side}\ncheck  {check}\n");
        let below = last.unwrap_or_default() + &below;
        out.write_all(locale::lines(&below).as_bytes())?;
        Ok(out.flush()?)
    }

    /// Returns the game of a file, up to the position to show.
    fn game_of(&self, path: &Path) -> Result<Game, Failure> {
        let bytes = read_bytes(path)?;
        let format = format_of(path, &bytes, GameFormat::READ).ok_or_else(|| {
            Failure::file(path, "not a game file (.pgn, .xqf, .cbr, .cbl, .ubb, .txt)")
        })?;
        let option = Some("chuhe convert --from-encoding");
        let games = read_each(&bytes, format, None, option);
        let tree = choose(path, games, self.number)?;
        let plies = tree.line.len();
        match self.ply {
            Some(ply) if ply > plies => {
                let what = format!("--ply {ply}: the game has {plies}");
                Err(Failure::file(path, what))
            }
            ply => Ok(tree.game(ply.unwrap_or(plies))),
        }
    }
}

/// Returns a position in JSON. Names may be added but not changed, because programs depend on them.
fn record(game: &Game) -> Value {
    let board = game.board();
    let moves = board.legal_moves();
    let mut moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.sort_unstable();
    let checkers = board.checkers();
    let checkers: Vec<String> = checkers.iter().map(|square| square.to_string()).collect();
    let status = match (moves.is_empty(), checkers.is_empty()) {
        (false, _) => "open",
        (true, false) => "mated",
        (true, true) => "stalemated",
    };
    json!({
        "fen": board.to_fen(),
        "side": board.side().to_string(),
        "last": game.moves().last().map(ToString::to_string),
        "check": !checkers.is_empty(),
        "checkers": checkers,
        "status": status,
        "moves": moves,
    })
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

    /// Width of the picture in pixels, from 40 to 8000.
    #[arg(long, value_name = "PX", default_value_t = 600, requires = "picture", allow_negative_numbers = true, value_parser = integer::<u32>(diagram::WIDTHS))]
    size: u32,

    /// Draw an arrow for a move, such as h2e2. The move need not be legal.
    #[arg(long, value_name = "MOVE", num_args = 1.., requires = "picture", value_parser = parse_arrow)]
    arrow: Vec<Move>,

    /// Draw an arrow of another colour for the best move, found with this many nodes. With --best alone, 200000 nodes.
    #[arg(long, value_name = "NODES", num_args = 0..=1, default_missing_value = "200000", requires = "picture", allow_negative_numbers = true, value_parser = integer::<u64>(1..=i64::MAX))]
    best: Option<u64>,

    /// Leave out the names of files and ranks.
    #[arg(long, requires = "picture")]
    no_coordinates: bool,

    #[command(flatten)]
    force: ForceArg,
}

/// Parses the move of an arrow, which need not be legal and so is in no other notation.
fn parse_arrow(text: &str) -> Result<Move, String> {
    let parsed = text.parse();
    parsed.map_err(|_| format!("'{text}' is not a move: expected two squares such as h2e2"))
}

impl PictureArgs {
    fn write(&self, game: &Game, flip: bool) -> Result<(), Failure> {
        if self.svg.is_some() && self.svg == self.png {
            let text = "--svg and --png need different files";
            return Err(Failure::Input(text.to_owned()));
        }
        for (name, path) in [("svg", &self.svg), ("png", &self.png)] {
            if let Some(path) = path {
                check_extension(&format!("--{name}"), path, &[name])?;
                self.force.check(path)?;
            }
        }
        let options = DiagramOptions {
            flip,
            coordinates: !self.no_coordinates,
            size: self.size,
            last: game.moves().last().copied(),
            arrows: self.arrow.clone(),
            best: self.best.and_then(|nodes| best_move(game, nodes)),
        };
        let scene = locale::picture(diagram::draw(game.board(), &options));
        if let Some(path) = &self.svg {
            save(path, scene.to_svg().as_bytes())?;
        }
        if let Some(path) = &self.png {
            let bytes = scene.to_png();
            let bytes = bytes.map_err(|error| Failure::Work(error.to_string()))?;
            save(path, &bytes)?;
        }
        Ok(())
    }
}

/// Returns the best move found with this many nodes.
fn best_move(game: &Game, nodes: u64) -> Option<Move> {
    let request = Request::new(game.clone(), Limits::of_nodes(nodes));
    let mut engine = Engine::new(Settings::with_hash_mib(16));
    engine.search(request, |_| {}).best
}
