//! `chuhe solve`: solves batches of puzzles and proves each mate.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tracing::info;

use super::Failure;
use super::args::RulesArgs;
use super::interrupt::{SecondPress, stop_flag};
use super::numbers::number;
use super::output::terminal_width;
use super::progress::{aside, bar};
use crate::search::iterative::MAX_DEPTH;
use crate::search::resources::{THREADS, thread_count};
use crate::solve::batch::output::{self, FORMATS, Format, Table};
use crate::solve::batch::pool::{self, End, Plan};
use crate::solve::batch::puzzle::Go;
use crate::solve::batch::store::{Store, StoreError};
use crate::solve::batch::tally::Tally;
use crate::solve::batch::{Aim, Input, Shard, Source, Status, Task};

/// Solve puzzles: forced mates, best moves, draws; thousands of them, each mate proved.
///
/// Every line of the input is a puzzle: EPD (dm, bm, am, id and all other operations are kept), a FEN
/// with or without a comment (from # on), or the batch files of UCCI engines, a `position` with a
/// `go` behind it. Mates are found over all moves, the shortest while the limits last; each is walked
/// once more by a verifier that knows only the rules before it is printed. A line that makes no sense is an
/// invalid result, with its number and what is wrong, and the batch goes on.
///
/// Without a limit a puzzle has what its `go` says, or five seconds.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct SolveArgs {
    /// The files; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// What is asked of each puzzle.
    #[arg(long, value_name = "GOAL", value_enum, default_value_t = Aim::Mate)]
    goal: Aim,

    /// Milliseconds for each puzzle, a day at most.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = number::<u64>(1..=86_400_000))]
    time: Option<u64>,

    /// Nodes for each puzzle.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64>(1..=i64::MAX))]
    nodes: Option<u64>,

    /// Depth in plies, up to 100: of the search, or of the mate (a mate in 3 has 5).
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = number::<u32>(1..=MAX_DEPTH.into()))]
    depth: Option<u32>,

    /// Puzzles at a time, up to 256; 0 for as many as the machine has processors.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = number::<u16>(THREADS))]
    jobs: u16,

    /// Size of the tables of all jobs together, in MiB, up to 65536.
    #[arg(long, value_name = "MB", default_value_t = 64, allow_negative_numbers = true, value_parser = number::<u32>(1..=65_536))]
    hash: u32,

    /// Find out too whether another first move mates as fast.
    #[arg(long)]
    unique: bool,

    /// Tell the answer to every defence, not only to the longest.
    #[arg(long)]
    all_lines: bool,

    /// How to write the results; by the ending of the --out file, else table.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    format: Option<&'static Format>,

    /// Write the results to a new file, not to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Go on with the results in the --out file (jsonl or csv), or begin it where there is none.
    #[arg(long, requires = "out")]
    resume: bool,

    /// Solve a part only: of N parts the I-th, from 1.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,

    /// The number of the first line of each input: for a piece of something longer.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u64>(1..=1 << 32))]
    first_line: u64,

    /// Write the results in the order of the input, not as they are found [default: on a terminal].
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    ordered: Option<bool>,

    /// Exit with 1 unless all puzzles are solved.
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  chuhe solve positions/mates.epd
  chuhe solve positions/mates.epd --unique --all-lines --format jsonl
  chuhe solve big.epd --time 1000 --out big.jsonl --resume
  chuhe solve positions/mates.epd --unique --all-lines --out mates.html
  chuhe solve tactics.epd --goal best --depth 12 --format csv
  echo \"3k5/9/R8/9/9/9/9/9/9/1R2K4 w\" | chuhe solve - --strict
  chuhe solve big.epd --shard 2/8 --out big-2.jsonl

Results:
  Status is mate, best, draw, unsolved or invalid. In JSON each puzzle is an object on a line:
  {\"id\":\"rooks\",\"line\":1,\"fen\":\"...\",\"status\":\"mate\",\"mate_in\":1,\"plies\":1,\"key\":\"b0b8\",
   \"pv\":[\"b0b8\"],\"pv_zh\":[\"车八进八\"],\"unique\":true,\"shortest\":true,\"no_mate_in\":0,\"verified\":true,\"repetition\":false,\"by\":\"prover\",
   \"prover\":\"shortest\",\"score\":null,\"right\":null,\"nodes\":30,\"ms\":0,\"given\":{\"dm\":\"1\"},\"error\":null}
  All fields are told in docs/solve.md.

Exit codes:
  0  done
  1  cut off by Ctrl-C; with --strict also when something is not solved
  2  wrong usage, a file that cannot be read, or results that cannot be written";

fn format_parser() -> impl TypedValueParser<Value = &'static Format> {
    let names = FORMATS.iter().map(|format| {
        PossibleValue::new(format.name)
            .help(format.help)
            .aliases(format.alias)
    });
    PossibleValuesParser::new(names)
        .try_map(|name| output::format(&name).ok_or("there is no such format"))
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(number, of)| {
        let shard = Shard {
            number: number.parse().ok()?,
            of: of.parse().ok()?,
        };
        (1 <= shard.number && shard.number <= shard.of).then_some(shard)
    });
    parts.ok_or_else(|| "want a part and their number, such as 2/8".to_owned())
}

impl SolveArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let (sources, bytes) = self.sources()?;
        let layout = (self.format()?.layout)(Table {
            several: sources.len() > 1,
            width: terminal_width(),
        });
        let wrong = |error: StoreError| Failure::Input(error.to_string());
        let opened = Store::open(self.out.as_deref(), self.resume, layout);
        let (mut store, before) = opened.map_err(wrong)?;
        let mut input = Input::new(sources);
        input.first_line = self.first_line;
        input.shard = self.shard;
        input.done = before.done;
        let to_terminal = self.out.is_none() && io::stdout().is_terminal();
        let plan = Plan {
            jobs: thread_count(self.jobs.into()),
            ordered: self.ordered.unwrap_or(to_terminal),
            hash_mib: self.hash as usize,
            task: self.task(),
        };
        info!(jobs = plan.jobs, task = ?plan.task, "solve");
        let stop = stop_flag(SecondPress::Exits)?;
        let mut tally = before.tally;
        let begun = Instant::now();
        let template = match bytes {
            Some(_) => "{wide_bar} {percent}%, {msg}, {eta} left",
            None => "{spinner} {elapsed}, {msg}",
        };
        let bar = bar(bytes, template, 4);
        let ended = pool::run(&plan, input, stop, |answer| {
            let written = aside(&bar, || store.add(&answer.record));
            if written.is_ok() {
                tally.add(&answer.record);
                bar.set_message(message(&tally, begun.elapsed()));
                bar.inc(answer.bytes);
            }
            written
        });
        bar.finish_and_clear();
        tally.elapsed = begun.elapsed();
        let (count, solved) = (tally.count(), tally.solved);
        let finished = match &ended {
            Err(pool::Error::Output(_)) => Ok(()),
            _ => store.finish(&tally),
        };
        finished.map_err(|error| wrong(store.failure(&error, count)))?;
        let ended = ended.map_err(|error| match error {
            pool::Error::Output(error) => wrong(store.failure(&error, count)),
            pool::Error::Input(error) => Failure::Input(error.to_string()),
        })?;
        if self.out.is_some() && io::stderr().is_terminal() {
            eprintln!("{tally}");
        }
        let text = match ended {
            End::Stopped => format!("stopped after {count} puzzles"),
            _ if self.strict && solved < count => {
                let wrong = if tally.wrong > 0 { ", or wrong" } else { "" };
                format!(
                    "{} of {count} puzzles are not solved{wrong}",
                    count - solved
                )
            }
            _ => return Ok(()),
        };
        Err(Failure::Work(text))
    }

    /// The inputs, and their size in bytes, if it is known.
    fn sources(&self) -> Result<(Vec<Source>, Option<u64>), Failure> {
        let (mut sources, mut bytes) = (Vec::new(), Some(0));
        for path in &self.files {
            if path.as_os_str() == "-" {
                sources.push(Source::reader("standard input", io::stdin()));
                bytes = None;
                continue;
            }
            // A missing file is reported before the work begins.
            let size = size(path).map_err(|error| Failure::file(path, error))?;
            bytes = bytes.zip(size).map(|(all, one)| all + one);
            sources.push(Source::file(path.clone()));
        }
        Ok((sources, bytes))
    }

    fn format(&self) -> Result<&'static Format, Failure> {
        let ending = self.out.as_deref().and_then(Path::extension);
        let guess = ending.and_then(|ending| output::format(ending.to_str()?));
        let format = self.format.or(guess).unwrap_or(&FORMATS[0]);
        if self.resume && !format.can_resume {
            let name = format.name;
            let text = format!("--resume: goes on with jsonl and csv, not with {name}");
            return Err(Failure::Input(text));
        }
        Ok(format)
    }

    fn task(&self) -> Task {
        Task {
            aim: self.goal,
            limits: Go {
                time: self.time.map(Duration::from_millis),
                nodes: self.nodes,
                depth: self.depth,
            },
            unique: self.unique,
            all_lines: self.all_lines,
            rules: self.rules.rule_set(),
        }
    }
}

/// The message of the progress bar: how many puzzles, and how many a second.
fn message(tally: &Tally, elapsed: Duration) -> String {
    let count = tally.count();
    let open = tally.of(Status::Unsolved) + tally.of(Status::Invalid);
    let rate = count as f64 / elapsed.as_secs_f64().max(0.001);
    format!("{count} puzzles ({open} open), {rate:.1}/s")
}

/// The size of a file that can be read; `None` if it is not a plain file.
fn size(path: &Path) -> io::Result<Option<u64>> {
    let data = File::open(path)?.metadata()?;
    if data.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    Ok(data.is_file().then_some(data.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shard_is_one_of_its_parts() {
        assert_eq!(shard("2/8"), Ok(Shard { number: 2, of: 8 }));
        for text in ["", "2", "0/2", "3/2", "a/b", "1/0", "-1/2"] {
            let error = shard(text).unwrap_err();
            assert!(error.starts_with("want a part"), "{text}");
        }
    }
}
