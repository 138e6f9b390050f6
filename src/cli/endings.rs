//! `chuhe endings`: endgame tables, made, checked and probed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::{Args, Subcommand};
use serde::Serialize;
use tracing::warn;

use super::Failure;
use super::args::{NotationArgs, parse_position};
use super::fen_argument::quoted;
use super::interrupt::stop_flag;
use super::numbers::integer;
use super::output::{Output, create_folder, print_json, save, stdout};
use super::progress::bar;
use crate::board::{Board, Move};
use crate::endgame::{
    CheckError, Counts, EndgameResult, EndgameTable, EndgameTables, MakeError, Material, Stopped,
};
use crate::locale;

pub const EXAMPLES: &str = "\
Examples:
  chuhe endings make KRvKAABB KNvKAA --out tables
  chuhe endings check tables/*.egt
  chuhe endings probe tables \"4k1b2/4a4/4b4/9/9/9/9/9/4K4/R8 w\"
  chuhe solve --endings tables puzzles.epd

Exit codes:
  0  done
  1  a table could not be stored, a file failed the check or could not be read by it, or Ctrl-C was pressed
  2  a table needs more than --hash, a folder could not be read, no table has the position, or wrong usage";

/// The default of `--hash`, and its largest value, in MiB.
const DEFAULT_MIB: u32 = 1024;
const MOST_MIB: u32 = 65_536;

#[derive(Debug, Subcommand)]
pub enum EndingsCommand {
    Make(MakeArgs),
    Check(CheckArgs),
    Probe(Box<ProbeArgs>),
}

impl EndingsCommand {
    pub fn run(&self) -> Result<(), Failure> {
        match self {
            EndingsCommand::Make(args) => args.run(),
            EndingsCommand::Check(args) => args.run(),
            EndingsCommand::Probe(args) => args.run(),
        }
    }
}

/// Make endgame tables.
///
/// MATERIAL is the pieces of one side, v, and those of the other, as in KRvKAABB: a rook against two
/// advisors and two elephants. The table has all positions with these pieces, or fewer after captures,
/// and either colour on either side. A table that is complete already is left as it is, so the same command
/// continues after an interruption.
#[derive(Debug, Args)]
pub struct MakeArgs {
    /// The materials, such as KRvKAABB.
    #[arg(value_name = "MATERIAL", required = true)]
    materials: Vec<Material>,

    /// The folder of the tables, which is created if it is missing.
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,

    /// The most memory for a table, in MiB, up to 65536.
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_MIB, allow_negative_numbers = true, value_parser = integer::<u32>(1..=MOST_MIB.into()))]
    hash: u32,
}

impl MakeArgs {
    pub fn run(&self) -> Result<(), Failure> {
        for material in &self.materials {
            let mib = mib_to_make(material).map_err(Failure::Input)?;
            if mib > self.hash.into() {
                return Err(Failure::Input(format!(
                    "{material} needs {mib} MiB of memory, --hash allows {}; raise --hash or leave out pieces",
                    self.hash
                )));
            }
        }
        create_folder(&self.out)?;
        let stop = stop_flag()?;
        let mut out = stdout();
        let path_of = |made| self.out.join(EndgameTables::file_name(made));
        let paths: Vec<PathBuf> = self.materials.iter().map(path_of).collect();
        // Before any work. This creates and removes only temporary files.
        for path in paths.iter().filter(|path| !path.is_file()) {
            drop(Output::create(path)?);
        }
        for (material, path) in self.materials.iter().zip(&paths) {
            let name = path.display();
            if path.exists() {
                match EndgameTable::read(path) {
                    Ok(table) if table.material() == *material => {
                        let text = format!("{name}: complete already");
                        writeln!(out, "{}", locale::text(&text))?;
                        continue;
                    }
                    Ok(table) => {
                        let found = table.material();
                        warn!("{name}: it is the table of {found}; the table is made again");
                    }
                    Err(error) => warn!("{name}: {error}; the table is made again"),
                }
            }
            let begun = Instant::now();
            let bytes = make(*material, stop)?.to_bytes();
            save(path, &bytes)?;
            let seconds = begun.elapsed().as_secs_f64();
            let text = format!("{name}: {} bytes, {seconds:.1} s", bytes.len());
            writeln!(out, "{}", locale::text(&text))?;
            out.flush()?;
        }
        Ok(())
    }
}

/// The memory that making a table takes, in MiB. An error if no value of `--hash` suffices.
fn mib_to_make(material: &Material) -> Result<u64, String> {
    let bytes = EndgameTable::bytes_to_make(material);
    match bytes.map(|bytes| bytes.div_ceil(1 << 20)) {
        Some(mib) if mib <= MOST_MIB.into() => Ok(mib),
        Some(mib) => Err(format!(
            "{material} needs {mib} MiB of memory, more than the {MOST_MIB} that --hash can allow; leave out pieces"
        )),
        None => Err(format!("{material}: {}", MakeError::TooMany)),
    }
}

/// The command that makes the table of a position, or the reason why there is none.
fn command_to_make(board: &Board, folder: &Path) -> Result<String, String> {
    let material = Material::of(board).checked();
    let material = material.map_err(|error| error.to_string())?;
    let mib = mib_to_make(&material)?;
    let mut command = format!(
        "chuhe endings make {material} --out {}",
        quoted(&folder.to_string_lossy())
    );
    if mib > DEFAULT_MIB.into() {
        command += &format!(" --hash {mib}");
    }
    Ok(command)
}

/// The error of a command that Ctrl-C ended.
fn stopped() -> Failure {
    Failure::Work("stopped".to_owned())
}

/// The result of a tick: an error after Ctrl-C.
fn tick(stop: &AtomicBool) -> Result<(), Stopped> {
    match stop.load(Ordering::Relaxed) {
        true => Err(Stopped),
        false => Ok(()),
    }
}

fn make(material: Material, stop: &AtomicBool) -> Result<EndgameTable, Failure> {
    let bar = bar(None, "{spinner} {elapsed}, {msg}");
    bar.set_message(material.to_string());
    let made = EndgameTable::make(material, &mut || tick(stop), &mut |attacker, moves| {
        let text = format!("{material}: {attacker} mates in {moves}");
        bar.set_message(locale::text(&text).into_owned());
        bar.tick();
    });
    bar.finish_and_clear();
    made.map_err(|error| match error {
        MakeError::Stopped(_) => stopped(),
        error => Failure::Work(format!("{material}: {error}")),
    })
}

/// Check endgame tables: every entry against the positions after each legal move.
///
/// The moves are those of the ordinary rules of movement, not of the code that makes tables. Of each table
/// the first entry that does not follow from its successors is reported as a FEN. All files are checked, also
/// after one that is damaged.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The tables.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Print JSON, an object on a line, for a program to read.
    #[arg(long)]
    json: bool,
}

/// A checked table as JSON. Programs depend on the names: add some, rename none.
#[derive(Debug, Serialize)]
struct CheckRecord {
    file: String,
    table: String,
    #[serde(flatten)]
    counts: Counts,
}

impl CheckArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let stop = stop_flag()?;
        let mut bad = 0;
        for path in &self.files {
            match self.check(path, stop) {
                Err(failure @ Failure::Input(_)) => {
                    failure.report();
                    bad += 1;
                }
                checked => checked?,
            }
        }
        match (bad, self.files.len()) {
            (0, _) => Ok(()),
            (_, 1) => Err(Failure::Work("the file failed the check".to_owned())),
            (_, count) => Err(Failure::Work(format!(
                "{bad} of {count} files failed the check"
            ))),
        }
    }

    /// Checks a table and prints its counts. [`Failure::Input`] is an error of the table.
    fn check(&self, path: &Path, stop: &AtomicBool) -> Result<(), Failure> {
        let table = EndgameTable::read(path).map_err(|error| Failure::file(path, error))?;
        let template = "{wide_bar} {percent}%, {eta} left";
        let bar = bar(table.placement_count(), template);
        let checked = table.check(&mut || {
            bar.inc(1);
            tick(stop)
        });
        bar.finish_and_clear();
        let counts = checked.map_err(|error| match error {
            CheckError::Stopped(_) => stopped(),
            error => Failure::file(path, error),
        })?;
        let mut out = stdout();
        let file = path.display().to_string();
        if self.json {
            let record = CheckRecord {
                file,
                table: table.material().to_string(),
                counts,
            };
            return print_json(&mut out, &record);
        }
        let by_rule = counts.wins_by_rule + counts.loses_by_rule;
        let text = format!(
            "{file}: {} positions agree with their successors: {} mates, {} mated, {by_rule} by rule, {} draws; longest mate {} moves",
            counts.positions, counts.mates, counts.mated, counts.draws, counts.longest
        );
        writeln!(out, "{}", locale::text(&text))?;
        Ok(out.flush()?)
    }
}

/// Look up a position: its result, and that of every legal move.
///
/// The results are from the view of the side to move, best moves first.
#[derive(Debug, Args)]
pub struct ProbeArgs {
    /// The folder of the tables.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// The position, a FEN in quotation marks.
    #[arg(value_name = "FEN", value_parser = parse_position)]
    board: Board,

    #[command(flatten)]
    notation: NotationArgs,

    /// Print JSON, one object, for a program to read.
    #[arg(long)]
    json: bool,
}

/// A position as JSON. Programs depend on the names: add some, rename none.
#[derive(Debug, Serialize)]
struct ProbeRecord {
    fen: String,
    result: &'static str,
    /// The winner's moves to the mate; `null` without a mate.
    mate_in: Option<u32>,
    moves: Vec<ProbedMoveRecord>,
}

#[derive(Debug, Serialize)]
struct ProbedMoveRecord {
    #[serde(rename = "move")]
    mv: String,
    result: &'static str,
    mate_in: Option<u32>,
}

impl ProbeArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let tables = open_tables(&self.folder)?;
        let board = &self.board;
        let found = tables.probe(board).zip(tables.moves(board));
        let Some((result, moves)) = found else {
            let folder = self.folder.display();
            return Err(Failure::Input(match command_to_make(board, &self.folder) {
                Ok(command) => {
                    format!("no table in {folder} has this position; to make one: {command}")
                }
                Err(reason) => {
                    format!(
                        "no table in {folder} has this position, and none can be made: {reason}"
                    )
                }
            }));
        };
        let mut out = stdout();
        if self.json {
            let record = |(mv, result): (Move, EndgameResult)| ProbedMoveRecord {
                mv: mv.to_string(),
                result: result.name(),
                mate_in: result.moves(),
            };
            let record = ProbeRecord {
                fen: board.to_fen(),
                result: result.name(),
                mate_in: result.moves(),
                moves: moves.into_iter().map(record).collect(),
            };
            return print_json(&mut out, &record);
        }
        let position = format!("position  {}", board.to_fen());
        writeln!(out, "{}", locale::text(&position))?;
        writeln!(out, "{}", locale::text(&format!("result    {result}")))?;
        let notation = self.notation.notation();
        for (mv, result) in moves {
            let (mv, result) = (notation.write(board, mv), result.to_string());
            writeln!(out, "{mv}  {}", locale::text(&result))?;
        }
        Ok(out.flush()?)
    }
}

/// `--endings` of other commands.
#[derive(Debug, Args)]
pub struct EndingsArg {
    /// Use the endgame tables in this folder, made by `chuhe endings make`.
    #[arg(long, value_name = "FOLDER")]
    endings: Option<PathBuf>,
}

impl EndingsArg {
    /// The tables in the folder; none without the option.
    pub fn tables(&self) -> Result<EndgameTables, Failure> {
        let tables = self.endings.as_deref().map(open_tables).transpose()?;
        Ok(tables.unwrap_or_default())
    }
}

/// The tables in a folder. A file that is not a table is left out, with a warning.
fn open_tables(folder: &Path) -> Result<EndgameTables, Failure> {
    let opened = EndgameTables::open(folder);
    let (tables, errors) = opened.map_err(|error| Failure::cannot_read(folder, &error))?;
    for (path, error) in &errors {
        warn!("{}: {error}; the table is left out", path.display());
    }
    match tables.is_empty() {
        true => Err(Failure::file(folder, EndgameTables::none_in(folder))),
        false => Ok(tables),
    }
}
