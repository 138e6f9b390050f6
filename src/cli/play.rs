//! `chuhe play`: a game against the engine, in the browser or in the terminal.

use std::io::{IsTerminal, stdin};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::{Arg, Args};

use super::Failure;
use super::args::{NotationArgs, OptionWords, PositionArgs, ResourceArgs, RulesArgs, evaluator};
use super::board_text::BoardTextArgs;
use super::endings::EndingsArg;
use super::interrupt::stop_flag;
use super::judge;
use super::numbers::integer;
use super::output::{print, write_stderr};
use crate::arena::control::{TimeControl, parse_clock};
use crate::board::Color;
use crate::locale;
use crate::play::server::Server;
use crate::play::terminal::{PlaySettings, TerminalGame};
use crate::protocol::Options;
use crate::protocol::options::Grade;
use crate::search::{Level, Settings};

/// Play against the engine in the browser or, with --terminal, in the terminal.
///
/// The program shows a page in the browser that plays, analyses and solves puzzles, as docs/page.md describes, and runs the engine
/// for it. Only browsers of this computer that know the printed address can use it. It needs no network, and ends some seconds
/// after the page has been closed. The options of the game, such as --level, are for --terminal; the page has its own.
///
/// In the terminal, moves are entered in any notation: h2e2, 炮二平五 or C2.5. The commands are undo, hint, draw,
/// resign, new, level, side, board, flip, help and quit. The game ends by the rules of `chuhe judge`.
///
/// Level 20 is full strength. A lower level searches fewer nodes, evaluates positions less well, and
/// chooses moves that are not the best; docs/play.md has the measured strengths.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, mut_args(with_defaults))]
pub struct PlayArgs {
    /// Play in this terminal.
    #[arg(long)]
    terminal: bool,

    /// Do not open a browser; the address is printed.
    #[arg(long, conflicts_with = "terminal")]
    no_open: bool,

    /// The port of the page, from 1024 [default: 9010 if it is free, so that the browser finds the games and settings of the last
    /// time, else any].
    #[arg(long, value_name = "N", conflicts_with = "terminal", allow_negative_numbers = true, value_parser = integer::<u16>(1024..=65_535))]
    port: Option<u16>,

    /// Evaluate by the network in this file.
    #[arg(long, value_name = "FILE")]
    evalfile: Option<PathBuf>,

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
    endings: EndingsArg,

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

/// How long a program that opens a browser may take to fail.
const BROWSER_TIME: Duration = Duration::from_secs(5);

static SIDES: OptionWords<Color> = OptionWords(
    "red: Red, first to move in the initial position\nblack: Black",
    &Color::ALL,
);

const EXAMPLES: &str = "\
Examples:
  chuhe play
  chuhe play --threads 4 --hash 1024
  chuhe play --no-open --port 8080
  chuhe play --terminal
  chuhe play --terminal --level 3 --side black
  chuhe play --terminal --level 12 --tc 600+5 --ascii
  chuhe play --terminal --fen \"3k5/9/3P5/9/9/9/9/9/9/4K4 w\"
  printf 'h2e2\\nhint\\nquit\\n' | chuhe play --terminal --level 0 --seed 1";

/// Uses the whole machine by default, and refuses options of the game without `--terminal`, because the page has its own.
fn with_defaults(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "threads" | "hash" => arg.default_value("0"),
        "terminal" | "no_open" | "port" | "evalfile" | "endings" => arg,
        // An option that excludes the one required would lift the requirement.
        _ => arg
            .requires("terminal")
            .conflicts_with_all(["no_open", "port"]),
    }
}

impl PlayArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let settings = Settings {
            evaluator: evaluator(Grade::Large, self.evalfile.as_deref())?,
            endings: self.endings.tables()?,
            ..self.resources.settings(&self.rules)
        };
        match self.terminal {
            true => self.play_in_terminal(settings),
            false => self.serve(settings),
        }
    }

    /// Serves the page until it has gone, and shows it in a browser.
    fn serve(&self, settings: Settings) -> Result<(), Failure> {
        let stop = stop_flag()?;
        let options = Options {
            threads: settings.threads,
            hash_mib: settings.hash_mib,
            evaluator: settings.evaluator,
            tables: settings.endings,
            ..Options::default()
        };
        let server = Server::bind(self.port, options).map_err(|error| match self.port {
            Some(port) => Failure::Input(format!(
                "--port {port}: cannot listen on it: {error}; choose another with --port, or leave it out"
            )),
            None => Failure::Work(format!("cannot listen on this computer: {error}")),
        })?;
        let address = server.address();
        let text = format!(
            "The page is at {address}\nThe program ends when the page is closed, or with Ctrl-C.\n"
        );
        print(locale::lines(&text).as_bytes())?;
        if !self.no_open {
            // Some programs that open a browser wait for it.
            thread::spawn(move || {
                if let Err(error) = open::that_detached_with_timeout(&address, BROWSER_TIME) {
                    tracing::info!("no browser: {error}");
                    write_stderr("warning: no browser was opened; open the address in one");
                }
            });
        }
        let ended = server.run(stop);
        ended.map_err(|error| Failure::Work(format!("cannot start a thread: {error}")))
    }

    fn play_in_terminal(&self, settings: Settings) -> Result<(), Failure> {
        let is_watched = stdin().is_terminal();
        let milliseconds = Duration::from_millis;
        let settings = PlaySettings {
            start: self.position.board(),
            player: self.side,
            engine: Settings {
                level: Level::new(self.level).unwrap_or_default(),
                seed: (self.seed > 0).then_some(self.seed),
                ..settings
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
