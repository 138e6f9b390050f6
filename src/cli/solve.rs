//! `chuhe solve`: solves batches of puzzles and proves each mate.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use tracing::info;

use super::Failure;
use super::args::{RulesArgs, parse_position};
use super::endings::EndingsArg;
use super::fen_argument::is_fen;
use super::game_file;
use super::interrupt::stop_flag;
use super::numbers::integer;
use super::output::write_stderr;
use super::progress::{bar, with_bar_hidden};
use super::results::{ResultsArgs, parse_shard, read_results, refuse_from_results, rewrite};
use crate::board::Board;
use crate::columns::single_line;
use crate::games::Encoding;
use crate::games::game_file::encoding_hint;
use crate::locale;
use crate::search::request::MAX_DEPTH;
use crate::search::resources::{THREAD_RANGE, thread_count};
use crate::solve::AuditScope;
use crate::solve::batch::pool::{self, BatchEnd, BatchSettings};
use crate::solve::batch::puzzle::PuzzleLimits;
use crate::solve::batch::store::EarlierPuzzles;
use crate::solve::batch::{PuzzleInput, PuzzleRecord, PuzzleStatus, Shard, Source, Task, TaskKind};

/// Solve puzzles: forced mates, best moves, draws; thousands of them, each mate proved.
///
/// Every line of the input is a puzzle: EPD (dm, bm, am, id and all other operations are kept), a FEN
/// with or without a comment (from # on), or the batch files of UCCI engines, a `position` followed by
/// a `go`. A game file (.pgn, .xqf, .cbr, .cbl, .ubb, or Chinese moves in .txt) has a puzzle for each
/// game: the position in which the game begins, or its last position if it begins at the initial position.
/// Mates are searched over all moves, and shortened within the limits. An independent verifier checks each mate before it is
/// printed. An invalid line or game becomes an invalid result with its number and the reason, and the batch continues.
///
/// Without a limit a puzzle has the limits of its `go`, or five seconds.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, mut_args(refuse_from_results))]
pub struct SolveArgs {
    /// Files of puzzles, or a FEN in quotation marks; `-` is standard input.
    #[arg(value_name = "FILE", required_unless_present_any = ["fen", "from_results"])]
    files: Vec<PathBuf>,

    /// Solve this position, a FEN or `startpos`.
    #[arg(long, value_name = "FEN", value_parser = parse_position, conflicts_with = "files")]
    fen: Option<Board>,

    /// Convert the results of this JSONL file to another format, without solving.
    #[arg(long, value_name = "FILE")]
    from_results: Option<PathBuf>,

    /// The encoding of the files: utf-8, gb18030, big5 or utf-16 [default: detected].
    #[arg(long, value_name = "ENCODING")]
    from_encoding: Option<Encoding>,

    /// What to find for each puzzle.
    #[arg(long, value_name = "GOAL", value_enum, default_value_t = TaskKind::Mate)]
    goal: TaskKind,

    /// Milliseconds for each puzzle, a day at most.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = integer::<u64>(1..=86_400_000))]
    time: Option<u64>,

    /// Nodes for each puzzle.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer::<u64>(1..=i64::MAX))]
    nodes: Option<u64>,

    /// Depth in plies, up to 100: of the search, or of the mate (a mate in 3 has 5).
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = integer::<u32>(1..=MAX_DEPTH.into()))]
    depth: Option<u32>,

    /// Number of puzzles solved at a time, up to 256; 0 for the number of processors.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = integer::<u16>(THREAD_RANGE))]
    jobs: u16,

    /// Size of the tables of all jobs together, in MiB, up to 65536.
    #[arg(long, value_name = "MIB", default_value_t = 256, allow_negative_numbers = true, value_parser = integer::<u32>(1..=65_536))]
    hash: u32,

    #[command(flatten)]
    endings: EndingsArg,

    /// Also determine whether another first move mates as fast.
    #[arg(long)]
    unique: bool,

    /// Also find other moves of the winner that mate as fast (cooks and duals), within the limits again.
    #[arg(long, value_name = "SCOPE", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "main")]
    audit: Option<AuditScope>,

    /// Write the winner's moves after every defence, not only after the longest.
    #[arg(long)]
    all_lines: bool,

    #[command(flatten)]
    results: ResultsArgs,

    /// Solve only part I of N parts, from 1.
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<Shard>,

    /// The line number of the first line of each input, for a part of a longer file.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u64>(1..=1 << 32))]
    first_line: u64,

    /// Write the results in the order of the input, not as they are found [default: except for jsonl and csv in a file or pipe].
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
  chuhe solve --fen \"3k5/9/R8/9/9/9/9/9/9/1R2K4 w\"
  chuhe solve positions/mates.epd --unique --all-lines --json
  chuhe solve big.epd --time 1000 --out big.jsonl --resume
  chuhe solve positions/mates.epd --unique --all-lines --out mates.html
  chuhe solve mine.epd --audit --nodes 5000000
  chuhe solve --from-results big.jsonl --out big.html
  chuhe solve tactics.epd --goal best --depth 12 --format csv
  echo \"3k5/9/R8/9/9/9/9/9/9/1R2K4 w\" | chuhe solve - --strict
  chuhe solve big.epd --shard 2/8 --out big-2.jsonl

Results:
  status is mate, claimed, best, draw, holds, none, unsolved or invalid. In JSON each puzzle is an object on a line:
  {\"id\":\"rooks\",\"line\":1,\"fen\":\"...\",\"status\":\"mate\",\"mate_in\":1,\"plies\":1,\"key\":\"b0b8\",
   \"pv\":[\"b0b8\"],\"pv_zh\":[\"车八进八\"],\"patterns\":[\"alternating-rooks\"],\"patterns_zh\":[\"双车错\"],
   \"unique\":true,\"shortest\":true,\"no_mate_in\":0,\"verified\":true,\"repetition\":false,\"by\":\"prover\",
   \"prover\":\"shortest\",\"score\":null,\"right\":null,\"nodes\":30,\"ms\":0,\"given\":{\"dm\":\"1\"},\"error\":null}
  docs/solve.md describes all fields.

Exit codes:
  0  done
  1  stopped by Ctrl-C, or results cannot be written; with --strict also if one is not solved
  2  wrong usage, a file that cannot be read, or input without any puzzle";

/// The sources, their total size in bytes if it is known, and the names of the game files.
type Inputs = (Vec<Source>, Option<u64>, Vec<String>);

impl SolveArgs {
    pub fn run(&self) -> Result<(), Failure> {
        self.check_goal()?;
        let task = self.task()?;
        let (sources, bytes, games) = self.sources()?;
        let is_detected = self.from_encoding.is_none() && games.is_empty();
        let inputs = self.files.iter().chain(&self.from_results);
        let results = self.from_results.as_deref().map(read_results).transpose()?;
        if let (Some(path), Some([])) = (&self.from_results, results.as_deref()) {
            return Err(Failure::file(path, "it contains no result"));
        }
        let mut earlier = EarlierPuzzles::default();
        let has_file = |result: &PuzzleRecord| result.file.is_some();
        let several = sources.len() > 1 || results.iter().flatten().any(has_file);
        let mut store = (self.results).open(inputs, several, games, &mut earlier)?;
        if let Some(results) = results {
            return rewrite(&results, store);
        }
        let input = |sources, finished| {
            let mut input = PuzzleInput::new(sources);
            input.first_line = self.first_line;
            input.encoding = self.from_encoding;
            input.shard = self.shard;
            input.finished = finished;
            input
        };
        if bytes.is_some() && !earlier.finished.is_empty() {
            let checked = input(self.sources()?.0, earlier.finished.clone()).check();
            checked.map_err(|error| Failure::Input(error.to_string()))?;
        }
        let input = input(sources, earlier.finished);
        let to_file = self.results.out_file().is_some();
        let to_terminal = !to_file && io::stdout().is_terminal();
        let format = self.results.format()?;
        let settings = BatchSettings {
            jobs: thread_count(self.jobs.into()),
            ordered: self.ordered.unwrap_or(to_terminal || !format.can_resume()),
            hash_mib: self.hash as usize,
            task,
        };
        info!(jobs = settings.jobs, task = ?settings.task, "solve");
        let stop = stop_flag()?;
        let mut tally = earlier.tally;
        let begun = Instant::now();
        let template = match bytes {
            Some(_) => "{wide_bar} {percent}%, {msg}, {eta} left",
            None => "{spinner} {elapsed}, {msg}",
        };
        let bar = bar(bytes, template);
        bar.set_message(locale::text(&tally.progress(begun.elapsed())).into_owned());
        let ended = pool::run(&settings, input, stop, |finished| {
            // A result of an earlier run is not written again.
            let written = match tally.has_invalid(&finished.record) {
                true => Ok(()),
                false => with_bar_hidden(&bar, || store.add(&finished.record)),
            };
            if written.is_ok() {
                tally.add(&finished.record);
                bar.set_message(locale::text(&tally.progress(begun.elapsed())).into_owned());
                bar.inc(finished.bytes);
            }
            written
        });
        bar.finish_and_clear();
        tally.elapsed = begun.elapsed();
        let count = tally.count();
        let finished = match &ended {
            Err(pool::BatchError::Output(_)) => Ok(()),
            _ => store.finish(&tally),
        };
        finished.map_err(|error| store.failure(&error, count))?;
        let ended = ended.map_err(|error| match error {
            pool::BatchError::Output(error) => store.failure(&error, count).into(),
            pool::BatchError::Input(error) => Failure::Input(error.to_string()),
        })?;
        if to_file && io::stderr().is_terminal() {
            write_stderr(&tally);
        }
        let text = match ended {
            BatchEnd::Stopped => tally.stopped(self.results.can_resume()),
            _ if self.shard.is_none() && tally.of(PuzzleStatus::Invalid) == count => {
                let what = "no line of the input is a valid puzzle";
                return Err(match &self.files[..] {
                    [file] if file.is_file() => {
                        let first = is_detected.then(|| game_file::first_bytes(file).ok());
                        let first = first.flatten().unwrap_or_default();
                        let hint = encoding_hint(&first, "--from-encoding");
                        Failure::file(file, format!("{what}{hint}"))
                    }
                    _ => Failure::Input(what.to_owned()),
                });
            }
            _ if self.strict && tally.solved < count => tally.not_solved(),
            _ => return Ok(()),
        };
        Err(Failure::Work(text))
    }

    fn sources(&self) -> Result<Inputs, Failure> {
        let (mut sources, mut bytes, mut games) = (Vec::new(), Some(0), Vec::new());
        if let Some(board) = &self.fen {
            sources.push(Source::text("--fen", board.to_fen()));
        }
        let (mut named, mut formats) = (HashSet::new(), Vec::new());
        // All positions are lines of one source, in the place of the first.
        let (mut positions, mut place) = (Vec::new(), 0);
        for path in &self.files {
            let text = path.to_string_lossy();
            if is_fen(&text) && !path.exists() {
                if positions.is_empty() {
                    place = sources.len();
                }
                positions.push(text);
                continue;
            }
            if path.as_os_str() == "-" {
                sources.push(Source::reader("standard input", io::stdin()));
                bytes = None;
                continue;
            }
            if !named.insert(path) {
                return Err(Failure::file(path, "named twice; name each file once"));
            }
            // A missing file is reported before the first puzzle is solved.
            let size = size(path).map_err(|error| Failure::cannot_read(path, &error))?;
            bytes = bytes.zip(size).map(|(all, one)| all + one);
            let has_games = game_file::is_game_file(path, self.from_encoding);
            let has_games = has_games.map_err(|error| Failure::cannot_read(path, &error))?;
            sources.push(match has_games {
                true => {
                    games.push(single_line(&text));
                    let (format, each) = game_file::read_each(path, None, self.from_encoding)?;
                    formats.push(format);
                    Source::games(&text, each, size.unwrap_or_default())
                }
                false => Source::file(path.clone()),
            });
        }
        // All others are text.
        if formats.len() == sources.len() {
            game_file::check_encoding(self.from_encoding, &formats)?;
        }
        if !positions.is_empty() {
            let lines = Source::text("the command line", positions.join("\n"));
            sources.insert(place, lines);
        }
        Ok((sources, bytes, games))
    }

    /// Checks that the options fit the goal.
    fn check_goal(&self) -> Result<(), Failure> {
        let of_mates = [
            (self.unique, "--unique"),
            (self.audit.is_some(), "--audit"),
            (self.all_lines, "--all-lines"),
        ];
        match of_mates.iter().find(|(is_set, _)| *is_set) {
            Some((_, option)) if self.goal == TaskKind::Draw => Err(Failure::Input(format!(
                "{option} is about mates and does not go with --goal draw; leave it out"
            ))),
            _ => Ok(()),
        }
    }

    fn task(&self) -> Result<Task, Failure> {
        Ok(Task {
            kind: self.goal,
            limits: PuzzleLimits {
                time: self.time.map(Duration::from_millis),
                nodes: self.nodes,
                depth: self.depth,
            },
            unique: self.unique,
            audit: self.audit,
            all_lines: self.all_lines,
            rules: self.rules.rule_set(),
            endings: self.endings.tables()?,
        })
    }
}

/// The size in bytes of a readable file; `None` if it is not a regular file.
fn size(path: &Path) -> io::Result<Option<u64>> {
    let data = File::open(path)?.metadata()?;
    if data.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    Ok(data.is_file().then_some(data.len()))
}
