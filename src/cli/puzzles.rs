//! `chuhe puzzles`: finds puzzles in games.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use tracing::{info, warn};

use super::Failure;
use super::args::RulesArgs;
use super::game_file;
use super::interrupt::stop_flag;
use super::numbers::integer;
use super::output::write_stderr;
use super::progress::{bar, with_bar_hidden};
use super::results::{ResultsArgs, parse_shard, read_results, refuse_from_results, rewrite};
use crate::columns::{counted, single_line};
use crate::games::Encoding;
use crate::locale;
use crate::puzzles::MinerSettings;
use crate::puzzles::collection::{self, EarlierCollection, InputGame};
use crate::search::resources::{THREAD_RANGE, thread_count};
use crate::solve::batch::Shard;
use crate::solve::batch::pool::BatchEnd;
use crate::solve::batch::tally::{BatchTally, with_resume_hint};

/// Find puzzles in games: proved mates and decisive wins with one solution, each position once.
///
/// Every position of the main line of each game is searched briefly. Where a side mates, or wins after a
/// mistake, the position becomes a puzzle if one move alone solves it at every step: a mate at every step
/// but the last, proved and audited like those of `chuhe solve --audit`; a decisive win until several moves
/// win. Where a mate has several solutions at first, the puzzle begins later. Positions that are equal after
/// mirroring or exchanging the colours are one.
///
/// The files are read in the order of their names, in the formats of `chuhe convert`. A game with an error is
/// named and left out.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, mut_args(refuse_from_results))]
pub struct PuzzlesArgs {
    /// Files of games; `-` is standard input.
    #[arg(value_name = "GAMES", required_unless_present = "from_results")]
    files: Vec<PathBuf>,

    /// Merge the results of these JSONL files, such as those of shards, without mining.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from_results: Vec<PathBuf>,

    /// The encoding of the files: utf-8, gb18030, big5 or utf-16 [default: detected].
    #[arg(long, value_name = "ENCODING")]
    from_encoding: Option<Encoding>,

    /// Nodes of the search of each position of a game.
    #[arg(long, value_name = "N", default_value_t = MinerSettings::default().scan_nodes, allow_negative_numbers = true, value_parser = integer::<u64>(1..=i64::MAX))]
    scan_nodes: u64,

    /// Nodes of each proof of a mate, and of its audit.
    #[arg(long, value_name = "N", default_value_t = MinerSettings::default().proof_nodes, allow_negative_numbers = true, value_parser = integer::<u64>(1..=i64::MAX))]
    nodes: u64,

    /// Nodes of the search of each position of a decisive win.
    #[arg(long, value_name = "N", default_value_t = MinerSettings::default().win_nodes, allow_negative_numbers = true, value_parser = integer::<u64>(1..=i64::MAX))]
    win_nodes: u64,

    /// The minimum number of the winner's moves in a puzzle, up to 20.
    #[arg(long, value_name = "N", default_value_t = MinerSettings::default().min_moves, allow_negative_numbers = true, value_parser = integer::<u32>(1..=20))]
    min_moves: u32,

    /// Number of games mined at a time, up to 256; 0 for the number of processors.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = integer::<u16>(THREAD_RANGE))]
    jobs: u16,

    /// Size of the tables of each job, in MiB, up to 65536.
    #[arg(long, value_name = "MIB", default_value_t = 64, allow_negative_numbers = true, value_parser = integer::<u32>(1..=65_536))]
    hash: u32,

    /// Write the winner's moves after every defence, not only after the longest.
    #[arg(long)]
    all_lines: bool,

    #[command(flatten)]
    results: ResultsArgs,

    /// Mine only part I of N parts of the games, from 1.
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<Shard>,

    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  chuhe puzzles games.pgn
  chuhe puzzles games/*.xqf --out puzzles.jsonl --resume
  chuhe puzzles games.pgn --min-moves 3 --all-lines --out puzzles.html
  chuhe puzzles games.pgn --shard 1/2 --out 1.jsonl
  chuhe puzzles games.pgn --shard 2/2 --out 2.jsonl
  chuhe puzzles --from-results 1.jsonl 2.jsonl --out puzzles.pgn

Exit codes:
  0  done
  1  stopped by Ctrl-C, or results that cannot be written
  2  wrong usage, a file that cannot be read, or input without any game";

impl PuzzlesArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let mut earlier = EarlierCollection::default();
        if !self.from_results.is_empty() {
            let read = self.from_results.iter().map(|path| read_results(path));
            let records = read.collect::<Result<Vec<_>, _>>()?.concat();
            let store = self
                .results
                .open(&self.from_results, true, Vec::new(), &mut earlier)?;
            return rewrite(&collection::merge(records), store);
        }
        let games = self.games()?;
        let mut store = self
            .results
            .open(&self.files, true, Vec::new(), &mut earlier)?;
        earlier.check_files(&games).map_err(Failure::Input)?;
        let is_open = |game: &InputGame| !earlier.has_finished(&game.file, game.number);
        let games: Vec<InputGame> = games.into_iter().filter(is_open).collect();
        let jobs = thread_count(self.jobs.into());
        let settings = self.settings();
        info!(games = games.len(), jobs, ?settings, "puzzles");
        let stop = stop_flag()?;
        let begun = Instant::now();
        let (mut tally, mut mined) = (BatchTally::default(), 0);
        let template = "{wide_bar} {pos}/{len} games, {msg}, {eta} left";
        let bar = bar(games.len() as u64, template);
        bar.set_message(locale::text("0 puzzles").into_owned());
        let ended = collection::mine(
            &settings,
            jobs,
            games.into_iter(),
            earlier.seen,
            stop,
            |records| {
                for record in &records {
                    with_bar_hidden(&bar, || store.add(record))?;
                    tally.add(record);
                }
                mined += 1;
                let message = format!("{} puzzles", earlier.count + tally.count());
                bar.set_message(locale::text(&message).into_owned());
                bar.inc(1);
                Ok(())
            },
        );
        bar.finish_and_clear();
        tally.elapsed = begun.elapsed();
        let ended = ended.and_then(|ended| store.finish(&tally).map(|()| ended));
        let ended = ended.map_err(|error| store.failure(&error, tally.count()))?;
        if self.results.out_file().is_some() && io::stderr().is_terminal() {
            write_stderr(&tally);
        }
        match ended {
            BatchEnd::Complete => Ok(()),
            BatchEnd::Stopped => Err(Failure::Work(with_resume_hint(
                format!("stopped after {}", counted(mined, "game")),
                self.results.can_resume(),
            ))),
        }
    }

    fn settings(&self) -> MinerSettings {
        MinerSettings {
            scan_nodes: self.scan_nodes,
            proof_nodes: self.nodes,
            win_nodes: self.win_nodes,
            min_moves: self.min_moves,
            all_lines: self.all_lines,
            hash_mib: self.hash as usize,
            rules: self.rules.rule_set(),
        }
    }

    /// The games of the shard. Games with an error have a number, too.
    fn games(&self) -> Result<Vec<InputGame>, Failure> {
        let mut files: Vec<(Arc<str>, &Path)> = Vec::new();
        for path in &self.files {
            files.push((single_line(&path.display().to_string()).into(), path));
        }
        files.sort();
        let (mut games, mut index, mut errors) = (Vec::new(), 0, Vec::new());
        let mut formats = Vec::new();
        for (file, path) in files {
            let (format, each) = game_file::read_each(path, None, self.from_encoding)?;
            formats.push(format);
            for (number, game) in (1..).zip(each) {
                let is_in_shard = self.shard.is_none_or(|shard| shard.contains(index));
                index += 1;
                match game {
                    Ok(tree) if is_in_shard => games.push(InputGame {
                        file: file.clone(),
                        number,
                        tree,
                    }),
                    Ok(_) => {}
                    Err(error) => errors.push((Failure::file(path, error).to_string(), number)),
                }
            }
        }
        game_file::check_encoding(self.from_encoding, &formats)?;
        if games.is_empty() && self.shard.is_none() && !errors.is_empty() {
            return Err(Failure::Input(errors.swap_remove(0).0));
        }
        for (error, number) in errors {
            warn!("{error}; game {number} is left out");
        }
        Ok(games)
    }
}
