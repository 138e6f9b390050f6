//! `chuhe match`: engines play each other.

pub mod progress;
pub mod spec;
pub mod table;

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use tracing::info;

use self::progress::LiveLine;
use self::table::{Progress, Table};
use super::numbers::number;
use super::positions;
use super::{Failure, args::RulesArgs};
use crate::arena::control::parse_clock;
use crate::arena::record::Settings;
use crate::arena::{
    Control, Decision, EngineSpec, Format, GameRecord, RecordFile, Schedule, Sprt, Standings,
    Terms, Tournament,
};
use crate::board::Board;
use crate::rules::{Game, Outcome, judge};

/// Let engines play a match against each other.
///
/// Each opening is played twice with colours reversed. Games end by the rules, as `chuhe judge` knows
/// them, at --ply-cap, or where --resign and --draw say so. An engine that crashes, hangs, answers
/// nonsense, cheats or oversteps its time loses the game, is started anew where it has to be, and the
/// match goes on.
///
/// At the end, the score and what it means: the Elo difference with its 95 % interval, computed over
/// pairs of games, and how likely it is that the first engine is the better one. With --sprt the match
/// ends as soon as it has decided. With --jsonl each game is written to a file as it ends, and
/// --resume goes on with a match that was cut off. Ctrl-C ends a match in order; once more, at once.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct MatchArgs {
    /// An engine; give it once for each.
    ///
    /// Words of the form key=value: cmd (the program), args, name, proto (ucci, which is the default,
    /// or uci), option.NAME (any option of the engine) and for UCI ranks (what red's first rank is
    /// called, 0 or 1; found out by itself as a rule). What has blanks in it stands in quotation marks.
    #[arg(long = "engine", value_name = "SPEC", required = true, value_parser = spec::engine)]
    engines: Vec<EngineSpec>,

    /// A file of openings, a FEN or EPD line each, # begins a comment line; without it all games begin
    /// at the start.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Games of each two engines that meet, an even number.
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = number::<u64>(2..=1_000_000))]
    games: u64,

    /// Who meets whom when there are more than two.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = FormatArg::RoundRobin)]
    format: FormatArg,

    #[command(flatten)]
    limits: LimitArgs,

    /// Time that is not counted against an engine, in milliseconds, for the way through the pipes.
    #[arg(long, value_name = "MS", default_value_t = 50, allow_negative_numbers = true, value_parser = number::<u64>(0..=60_000))]
    margin: u64,

    /// Seconds that an engine may keep silent when an answer is due at once: started, asked whether it
    /// is ready, told to stop.
    #[arg(long, value_name = "S", default_value_t = 10, allow_negative_numbers = true, value_parser = number::<u64>(1..=3_600))]
    patience: u64,

    /// Seconds that a move may take with --nodes and --depth.
    #[arg(long, value_name = "S", default_value_t = 120, allow_negative_numbers = true, value_parser = number::<u64>(1..=86_400))]
    move_timeout: u64,

    /// Games at a time.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u16>(1..=256))]
    concurrency: u16,

    /// End when a sequential test of two engines is decided; elo0=0 elo1=5 alpha=0.05 beta=0.05 where
    /// nothing else is said.
    #[arg(long, value_name = "WORDS", num_args = 0..=4)]
    sprt: Option<Vec<String>>,

    #[command(flatten)]
    rules: RulesArgs,

    /// Plies after which a game is drawn; 0 for never.
    #[arg(long, value_name = "N", default_value_t = 400, allow_negative_numbers = true, value_parser = number::<u32>(0..=100_000))]
    ply_cap: u32,

    /// End a game as lost when both engines have agreed on that for some moves; score=800 moves=4 where
    /// nothing else is said.
    #[arg(long, value_name = "WORDS", num_args = 0..=2)]
    resign: Option<Vec<String>>,

    /// End a game as drawn when both engines have agreed on that for some moves; score=10 moves=8
    /// from=40 where nothing else is said (from: not before this move).
    #[arg(long, value_name = "WORDS", num_args = 0..=3)]
    draw: Option<Vec<String>>,

    /// Write the match to a file: a line of JSON for the settings, and one for each game as it ends.
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,

    /// Go on with the match in the file of --jsonl, or begin it where there is none. More --games than
    /// before make it longer.
    #[arg(long, requires = "jsonl")]
    resume: bool,
}

/// How long the engines may think.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct LimitArgs {
    /// A clock: seconds for the game and increment for each move, such as 10+0.1.
    #[arg(long, value_name = "TC", value_parser = parse_clock)]
    tc: Option<Control>,

    /// A time for each move, in milliseconds.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = number::<u64>(1..=86_400_000))]
    movetime: Option<u64>,

    /// Nodes for each move.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64>(1..=i64::MAX))]
    nodes: Option<u64>,

    /// Depth of each move, in plies.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = number::<u32>(1..=1_000))]
    depth: Option<u32>,
}

/// `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// Each meets each
    RoundRobin,
    /// The first meets each other one
    Gauntlet,
}

const EXAMPLES: &str = "\
Examples:
  chuhe match --engine cmd=./chuhe-new --engine cmd=./chuhe-old --tc 3+0.03 \\
      --openings positions/openings.epd --games 200 --concurrency 2
  chuhe match --engine \"name=A cmd=./chuhe option.hashsize=32\" \\
      --engine \"name=B cmd=./chuhe option.hashsize=32 option.pruning=none\" \\
      --nodes 20000 --openings positions/openings.epd --jsonl a-b.jsonl --resume
  chuhe match --engine cmd=./chuhe --engine \"cmd=./pikafish proto=uci option.Threads=1\" \\
      --movetime 100 --games 40 --resign --draw from=30
  chuhe match --engine cmd=./new --engine cmd=./old --tc 5+0.05 --games 20000 \\
      --openings positions/openings.epd --sprt elo0=0 elo1=5

Output:
  W-D-L is won, drawn and lost, from the first engine's view. Pairs counts those that brought it 0, ½,
  1, 1½ and 2 points. Faults are crash, hang, nonsense, illegal-move and time-loss.

JSON:
  {\"match\":{\"engines\":[...],\"format\":\"round-robin\",\"terms\":{...}}}
  {\"game\":0,\"red\":\"A\",\"black\":\"B\",\"fen\":\"...\",\"result\":\"1-0\",\"ending\":\"checkmate\",\"detail\":\"...\",
   \"fault\":null,\"moves\":[{\"move\":\"h2e2\",\"score\":31,\"depth\":9,\"ms\":52},...]}

  A game comes on one line. ending is a rule as chuhe judge names it, resignation, adjudicated-win,
  adjudicated-draw, ply-cap or a fault. A score is from the view of the engine that gave it.

Exit codes:
  0  all games played, or the test decided
  1  cut off: by Ctrl-C, a file that cannot be written, or an engine that does not start any more
  2  wrong usage or input, or an engine that does not start at all";

impl MatchArgs {
    /// Plays and prints.
    ///
    /// # Errors
    /// When the arguments make no sense, the match is cut off or the output cannot be written.
    pub fn run(&self) -> Result<(), Failure> {
        let settings = self.settings()?;
        let sprt = self.test()?;
        let openings = self.read_openings()?;
        let schedule = self.schedule(&settings, openings.len())?;
        let tournament = Tournament {
            settings: &settings,
            schedule: &schedule,
            openings: &openings,
            concurrency: self.concurrency.into(),
        };
        let names = settings.engines.iter().map(|engine| engine.name.clone());
        let mut standings = Standings::new(names.collect(), &schedule);
        let (mut file, before) = self.open(&settings)?;
        for record in &before {
            tournament
                .check(record)
                .map_err(|error| self.wrong_file(&error))?;
            standings.add(&schedule, record);
        }
        tournament
            .rehearse()
            .map_err(|error| Failure::Input(format!("--engine: {error}")))?;
        let stop = stop_on_interrupt()?;
        let decided = |standings: &Standings| {
            sprt.is_some_and(|sprt| sprt.decision(&standings.of(0)) != Decision::PlayOn)
        };
        stop.fetch_or(decided(&standings), Ordering::Relaxed);

        let done: HashSet<u64> = before.iter().map(|record| record.game).collect();
        let live = LiveLine::on_stderr();
        let mut unwritten = None;
        let played = tournament.play(&done, &stop, |record: GameRecord| {
            if let Some(Err(error)) = file.as_mut().map(|file| file.add(&record)) {
                unwritten = Some(error);
                stop.store(true, Ordering::Relaxed);
            }
            standings.add(&schedule, &record);
            info!(
                game = record.game,
                red = record.red,
                black = record.black,
                result = record.result.name(),
                ending = record.ending,
                "game"
            );
            if record.fault.is_some() {
                live.note(&Fault(&record));
            }
            live.update(&Progress {
                standings: &standings,
                total: schedule.total(),
                sprt: sprt.as_ref(),
            });
            stop.fetch_or(decided(&standings), Ordering::Relaxed);
        });
        live.clear();
        let mut out = io::stdout().lock();
        let sprt = sprt.as_ref();
        write!(
            out,
            "{}",
            Table {
                standings: &standings,
                sprt
            }
        )?;
        out.flush()?;
        if let (Some(error), Some(path)) = (unwritten, &self.jsonl) {
            return Err(Failure::Work(format!("{}: {error}", path.display())));
        }
        played.map_err(|error| Failure::Work(error.to_string()))?;
        let (games, total) = (standings.games(), schedule.total());
        if games < total && !decided(&standings) {
            return Err(Failure::Work(format!(
                "cut off after {games} of {total} games"
            )));
        }
        Ok(())
    }

    fn settings(&self) -> Result<Settings, Failure> {
        let input = |option, error| Failure::Input(format!("{option}: {error}"));
        let mut names = HashSet::new();
        for engine in &self.engines {
            if !names.insert(&engine.name) {
                let complaint = format!(
                    "--engine: two are called {}; name= tells them apart",
                    engine.name
                );
                return Err(Failure::Input(complaint));
            }
        }
        let rules = self.rules.rule_set();
        let resign = self.resign.as_deref().map(spec::resign).transpose();
        let draw = self.draw.as_deref().map(spec::draw).transpose();
        Ok(Settings {
            engines: self.engines.clone(),
            format: match self.format {
                FormatArg::RoundRobin => Format::RoundRobin,
                FormatArg::Gauntlet => Format::Gauntlet,
            },
            terms: Terms {
                control: self.limits.control(),
                margin: self.margin,
                patience: self.patience * 1000,
                move_timeout: self.move_timeout * 1000,
                repetition: rules.repetition,
                occurrences: rules.occurrences,
                move_limit: rules.move_limit,
                ply_cap: self.ply_cap,
                resign: resign.map_err(|error| input("--resign", error))?,
                draw: draw.map_err(|error| input("--draw", error))?,
            },
        })
    }

    fn schedule(&self, settings: &Settings, openings: usize) -> Result<Schedule, Failure> {
        let engines = settings.engines.len();
        if engines < 2 {
            return Err(Failure::Input(
                "--engine: a match needs two or more".to_owned(),
            ));
        }
        if self.games % 2 == 1 {
            let complaint = "--games: want an even number, for each opening is played twice";
            return Err(Failure::Input(complaint.to_owned()));
        }
        Ok(Schedule::new(
            settings.format,
            engines,
            openings,
            self.games,
        ))
    }

    fn test(&self) -> Result<Option<Sprt>, Failure> {
        if self.sprt.is_some() && self.engines.len() > 2 {
            return Err(Failure::Input(
                "--sprt: compares two engines, not more".to_owned(),
            ));
        }
        let sprt = self.sprt.as_deref().map(spec::sprt).transpose();
        sprt.map_err(|error| Failure::Input(format!("--sprt: {error}")))
    }

    fn read_openings(&self) -> Result<Vec<Board>, Failure> {
        let Some(path) = &self.openings else {
            return Ok(vec![Board::startpos()]);
        };
        let wrong = |what: String| Failure::Input(format!("{}: {what}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let entries = positions::read(&text).map_err(|error| wrong(error.to_string()))?;
        let rules = self.rules.rule_set();
        for entry in &entries {
            if judge(&Game::new(entry.board.clone()), &rules).outcome != Outcome::Undecided {
                return Err(wrong(format!(
                    "the game is over in {}",
                    entry.board.to_fen()
                )));
            }
        }
        Ok(entries.into_iter().map(|entry| entry.board).collect())
    }

    /// The file to write to, if there is to be one, and the games that are in it.
    fn open(&self, settings: &Settings) -> Result<(Option<RecordFile>, Vec<GameRecord>), Failure> {
        let Some(path) = &self.jsonl else {
            return Ok((None, Vec::new()));
        };
        let opened = match self.resume {
            true => RecordFile::resume(path, settings),
            false => RecordFile::create(path, settings).map(|file| (file, Vec::new())),
        };
        let (file, games) = opened.map_err(|error| self.wrong_file(&error))?;
        Ok((Some(file), games))
    }

    fn wrong_file(&self, error: &crate::arena::RecordError) -> Failure {
        let path = self.jsonl.as_deref().unwrap_or("the file".as_ref());
        let hint = match error {
            crate::arena::RecordError::Exists if !self.resume => "; --resume goes on with it",
            _ => "",
        };
        Failure::Input(format!("{}: {error}{hint}", path.display()))
    }
}

impl LimitArgs {
    fn control(&self) -> Control {
        let movetime = self.movetime.map(Control::MoveTime);
        let nodes = self.nodes.map(Control::Nodes);
        let depth = self.depth.map(Control::Depth);
        // The parser has seen to it that there is one.
        let control = self.tc.or(movetime).or(nodes).or(depth);
        control.unwrap_or(Control::Depth(1))
    }
}

/// What is told of a game that was lost by a fault.
struct Fault<'a>(&'a GameRecord);

impl std::fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let GameRecord {
            game,
            red,
            black,
            result,
            ending,
            detail,
            ..
        } = self.0;
        let result = result.name();
        write!(
            f,
            "game {}, {red} - {black}: {result} by {ending}: {detail}",
            game + 1
        )
    }
}

/// What Ctrl-C sets: the first time, the match ends in order; the second time the program ends.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let pressed = AtomicBool::new(false);
    let handler = move || {
        flag.store(true, Ordering::Relaxed);
        if pressed.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::Work(format!("cannot listen to Ctrl-C: {error}")))?;
    Ok(stop)
}
