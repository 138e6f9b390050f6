//! `chuhe play`: a game against the engine.

use std::io::{IsTerminal, stdin};
use std::time::Duration;

use clap::Args;

use super::Failure;
use super::args::{NotationArgs, OptionWords, PositionArgs, ResourceArgs, RulesArgs};
use super::board_text::BoardTextArgs;
use super::judge;
use super::numbers::integer;
use crate::arena::control::{TimeControl, parse_clock};
use crate::board::Color;
use crate::locale;
use crate::play::terminal::{PlaySettings, TerminalGame};
use crate::search::{Level, Settings};

/// Play a game against the engine in the terminal.
///
/// Moves are entered in any notation: h2e2, 炮二平五 or C2.5. The commands are undo, hint, draw,
/// resign, new, level, side, board, flip, help and quit. The game ends by the rules of `chuhe judge`.
///
/// Level 20 is full strength. A lower level searches fewer nodes, evaluates positions less well, and
/// chooses moves that are not the best; docs/play.md has the measured strengths.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct PlayArgs {
    /// Play in this terminal, which is the default.
    #[arg(long)]
    terminal: bool,

    /// The strength of the engine, from 0 to 20.
    #[arg(long, value_name = "N", default_value_t = Level::FULL.number(), allow_negative_numbers = true, value_parser = integer::<u8>(Level::RANGE))]
    level: u8,

    /// The side that you play.
    #[arg(long, value_name = "SIDE", value_parser = SIDES.parser(), default_value = "red")]
    side: Color,

    #[command(flatten)]
    position: PositionArgs,

    /// A clock: seconds for the game and increment for each move, such as 600+5 [default: no clock, the
    /// engine thinks for a second].
    #[arg(long, value_name = "TC", value_parser = parse_clock)]
    tc: Option<TimeControl>,

    #[command(flatten)]
    resources: ResourceArgs,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    notation: NotationArgs,

    #[command(flatten)]
    text: BoardTextArgs,

    /// Show the board from the engine's side.
    #[arg(long)]
    flip: bool,

    /// The seed of the engine's choices at levels below 20, for the same game again; 0 for other
    /// choices in each game.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = integer::<u64>(0..=i64::MAX))]
    seed: u64,
}

static SIDES: OptionWords<Color> = OptionWords(
    "red: Red, first to move in the initial position\nblack: Black",
    &Color::ALL,
);

const EXAMPLES: &str = "\
Examples:
  chuhe play --terminal
  chuhe play --terminal --level 3 --side black
  chuhe play --terminal --level 12 --tc 600+5 --ascii
  chuhe play --terminal --fen \"3k5/9/3P5/9/9/9/9/9/9/4K4 w\"
  printf 'h2e2\\nhint\\nquit\\n' | chuhe play --terminal --level 0 --seed 1";

impl PlayArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let is_watched = stdin().is_terminal();
        let milliseconds = Duration::from_millis;
        let settings = PlaySettings {
            start: self.position.board(),
            player: self.side,
            engine: Settings {
                level: Level::new(self.level).unwrap_or_default(),
                seed: (self.seed > 0).then_some(self.seed),
                ..self.resources.settings(&self.rules)
            },
            clock: match self.tc {
                Some(TimeControl::Clock { base, increment }) => {
                    Some((milliseconds(base), milliseconds(increment)))
                }
                _ => None,
            },
            notation: self.notation.notation(),
            characters: self.text.characters(),
            flip: self.flip,
            prompt: if is_watched { "> " } else { "" },
            report_language: judge::report_language(),
            translate: |english| locale::lines(english).into_owned(),
        };
        let out = self.text.stdout();
        Ok(TerminalGame::new(settings, out).run(stdin().lock())?)
    }
}
