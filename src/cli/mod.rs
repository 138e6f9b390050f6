//! The command line. Arguments become calls, results become text; a module for each subcommand. Layer 6 of
//! `docs/architecture.md`.

mod analyze;
mod args;
mod bench;
mod board_text;
mod book;
mod convert;
mod endings;
mod eval;
pub(crate) mod failure;
mod fen_argument;
pub(crate) mod game_file;
mod generate;
mod interrupt;
mod judge;
mod logging;
mod matches;
mod openings;
mod output;
mod perft;
mod play;
mod progress;
mod puzzles;
mod results;
mod show;
mod solve;
mod text_out;
mod train;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::config::numbers;
use crate::config::paths::file;
use crate::config::tips;
use crate::locale;
use crate::protocol::driver;
use failure::Failure;

/// A xiangqi engine that speaks UCCI and UCI.
///
/// Without a subcommand it talks to a GUI on standard input and output until `quit`; that is
/// the command to enter in a GUI. The subcommands are for people and scripts. Each has a manual:
/// `chuhe SUBCOMMAND --help`.
#[derive(Debug, Parser)]
#[command(name = "chuhe", version, after_long_help = MANUAL)]
struct Cli {
    /// Write the log to FILE (appending) instead of standard error.
    ///
    /// The environment variable CHUHE_LOG chooses what is logged: off, error, warn, info, debug,
    /// trace, or a list of target=level, such as chuhe::search=debug. Without it a file gets info
    /// and the conversation with a GUI, standard error warn. If FILE can no longer be written,
    /// because the disk is full, there is one warning, and the program continues.
    #[arg(long, global = true, value_name = "FILE", value_parser = file(), display_order = 900)]
    log: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// The text for a person who starts the program in a terminal without a subcommand.
const GREETING: &str = concat!(
    "Chuhe ",
    env!("CARGO_PKG_VERSION"),
    ", a xiangqi engine for GUIs that speak UCCI or UCI.\n",
    "Here you can type commands of these protocols: ucci, go depth 8, quit.\n",
    "To draw, analyse or solve positions, type quit, then chuhe --help."
);

const MANUAL: &str = "\
Examples:
  chuhe                                 what a GUI runs
  chuhe show --moves h2e2 h9g7          the board after two moves
  chuhe analyze --time 3000             the initial position for three seconds
  chuhe analyze game.pgn --out annotated.pgn
                                        a review of every move of a game
  chuhe --log engine.log                play, and keep a log
  CHUHE_LOG=debug chuhe bench           the log on the terminal

Positions and moves:
  Positions are xiangqi FEN (letters K A B N R C P, also E and H; fields may be missing at the
  end) or startpos. Moves are two squares, h2e2: files a to i from red's left, ranks 0 to 9 from
  red's side. Chinese notation (炮二平五) and that of the World Xiangqi Federation (C2.5) are
  accepted too.

Environment:
  CHUHE_LOG  what to log, as under --log
  NO_COLOR   when set and not empty, no colours

Exit codes:
  0  done
  1  the work failed
  2  wrong usage or input";

#[derive(Debug, Subcommand)]
enum CliCommand {
    Perft(perft::PerftArgs),
    Eval(eval::EvalArgs),
    Bench(bench::BenchArgs),
    Analyze(analyze::AnalyzeArgs),
    Judge(judge::JudgeArgs),
    Show(show::ShowArgs),
    Play(play::PlayArgs),
    Convert(convert::ConvertArgs),
    /// Show and make opening books (BOOK.DAT, and OBK and XQB to read).
    ///
    /// The format is BOOK.DAT of XQWizard and ElephantEye; OBK and XQB are read too. A book gives moves and weights for positions; a
    /// position and its mirror image are one. The engine plays from the books that its option bookfiles
    /// names.
    #[command(subcommand, after_long_help = book::EXAMPLES)]
    Book(book::BookCommand),
    /// Make, check and probe endgame tables.
    ///
    /// A table has the result of every position with a few given pieces: mate in how many moves, a win because the
    /// opponent can only give perpetual check, or neither.
    /// `chuhe solve --endings` and the engine's option endings use the tables in a folder.
    #[command(subcommand, after_long_help = endings::EXAMPLES)]
    Endings(endings::EndingsCommand),
    Match(matches::MatchArgs),
    /// Tune the parameters of the search.
    #[command(subcommand)]
    Tune(train::TuneCommand),
    /// Train a network from self-play, step by step or in rounds.
    #[command(subcommand)]
    Learn(train::LearnCommand),
    Openings(openings::OpeningsArgs),
    Solve(solve::SolveArgs),
    Puzzles(puzzles::PuzzlesArgs),
    /// Generate man pages and shell completions.
    ///
    /// They describe the version that makes them.
    #[command(subcommand, after_long_help = generate::EXAMPLES)]
    Generate(generate::GenerateCommand),
}

/// Runs the command of the arguments, the first of which is the name of the program. Returns the exit code. `--help` and
/// `--version` end the process here.
pub fn run(arguments: Vec<OsString>) -> u8 {
    let ended = parse(arguments).and_then(|cli| execute(&cli));
    ended.unwrap_or_else(|failure| failure.report())
}

/// The command line, with its help in the language of the program.
fn command() -> Command {
    locale::help::localized(Cli::command())
}

fn parse(arguments: Vec<OsString>) -> Result<Cli, Failure> {
    locale::choose(&arguments);
    fen_argument::check(&arguments)?;
    let mut command = command();
    let matches = command.try_get_matches_from_mut(&arguments);
    let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    parsed
        .map_err(|error| error.format(&mut command))
        .map_err(|mut error| {
            if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
                && Path::new(word).exists()
            {
                let what =
                    "not a command; chuhe analyze, show, judge, solve and convert read files";
                return Failure::file(Path::new(word), what);
            }
            if !error.use_stderr()
                || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            {
                let printed = locale::help::print(&error, output::terminal_width());
                if let Err(error) = printed.and_then(|()| io::stdout().flush()) {
                    return error.into();
                }
                std::process::exit(error.exit_code());
            }
            tips::improve(&mut error, &command, &arguments);
            Failure::Usage(error.render().to_string().trim_end().to_owned())
        })
}

fn execute(cli: &Cli) -> Result<u8, Failure> {
    logging::start(cli.log.as_deref())?;
    match &cli.command {
        None => {
            if io::stdin().is_terminal() && io::stdout().is_terminal() {
                output::write_stderr(GREETING);
            }
            return Ok(driver::run());
        }
        Some(CliCommand::Perft(args)) => args.run()?,
        Some(CliCommand::Eval(args)) => args.run()?,
        Some(CliCommand::Bench(args)) => args.run()?,
        Some(CliCommand::Analyze(args)) => args.run()?,
        Some(CliCommand::Judge(args)) => args.run()?,
        Some(CliCommand::Show(args)) => args.run()?,
        Some(CliCommand::Play(args)) => args.run()?,
        Some(CliCommand::Convert(args)) => args.run()?,
        Some(CliCommand::Book(args)) => args.run()?,
        Some(CliCommand::Endings(args)) => args.run()?,
        Some(CliCommand::Match(args)) => args.run()?,
        Some(CliCommand::Tune(args)) => args.run()?,
        Some(CliCommand::Learn(args)) => args.run()?,
        Some(CliCommand::Openings(args)) => args.run()?,
        Some(CliCommand::Solve(args)) => args.run()?,
        Some(CliCommand::Puzzles(args)) => args.run()?,
        Some(CliCommand::Generate(args)) => args.run(command())?,
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_is_valid() {
        command().debug_assert();
    }

    #[cfg(not(feature = "tuning"))]
    #[test]
    fn every_command_and_option_has_chinese_help() {
        let (missing, unused) = locale::help::missing_and_unused(&command());
        assert!(
            missing.is_empty(),
            "no Chinese help of its own: {missing:?}"
        );
        assert!(unused.is_empty(), "no command or option: {unused:?}");
    }
}
