//! `chuhe book make`.

use std::path::PathBuf;

use clap::Args;

use super::output::OutputArgs;
use crate::book::{MakeSettings, MoveStatistics};
use crate::cli::Failure;
use crate::cli::game_file::{self, MAIN_LINE_FORMATS, format_parser};
use crate::games::game_file::GameFormat;

/// Make a book from games.
///
/// Games are read from PGN (.pgn, any notation; convert Big5 first: `chuhe convert --from-encoding big5`),
/// XQF (.xqf), CCBridge (.cbr, .cbl), DhtmlXQ (.ubb), and lists of moves (.txt): a game on a line, its
/// moves from the start in any notation, and its result at the end if it is known (1-0, 0-1, 1/2-1/2). `-`
/// is standard input: a list of moves, unless the contents show another of these formats, as the tags of
/// PGN do. Of a game with variations the moves that were played count.
///
/// A move's weight is how often it was played, or its score (--results). A position and its mirror
/// image are one, so h2e2 and b2e2 at the start are the same move. If a game has an error,
/// no book is written.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct MakeArgs {
    /// Files of games.
    #[arg(value_name = "GAMES", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    out: OutputArgs,

    /// The format of all files.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(MAIN_LINE_FORMATS))]
    from: Option<GameFormat>,

    #[command(flatten)]
    settings: MakeSettings,
}

const EXAMPLES: &str = "\
Examples:
  chuhe book make games.pgn -o my.dat
  chuhe book make *.pgn more.xqf lines.txt -o my.dat --plies 30 --min-count 3 --results draw
  echo 'h2e2 h9g7 h0g2 i9h9 1-0' | chuhe book make - -o my.dat";

impl MakeArgs {
    pub fn run(&self) -> Result<(), Failure> {
        self.out.check(&self.files)?;
        let mut statistics = MoveStatistics::new(self.settings);
        for path in &self.files {
            for game in game_file::read(path, MAIN_LINE_FORMATS, self.from, None, None)? {
                statistics.add(&game.game(usize::MAX), game.outcome());
            }
        }
        self.out.write(&statistics.book())
    }
}
