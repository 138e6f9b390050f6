//! The miner: finds the puzzles of a game.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use super::difficulty::difficulty;
use super::mate::single_solution;
use super::win::{WON, decisive_win};
use crate::board::{Board, Move};
use crate::diagram::game_chart::MistakeClass;
use crate::games::GameTree;
use crate::review::Reviewer;
use crate::review::reviewer::expected_points;
use crate::rules::RuleSet;
use crate::search::score::{ScoreKind, classify};
use crate::search::{Engine, Limits, Settings};
use crate::solve::AuditScope;
use crate::solve::batch::puzzle::PuzzleLimits;
use crate::solve::batch::task::PuzzleWorker;
use crate::solve::batch::{PuzzleRecord, PuzzleStatus, SourceGame, Task};

/// The settings of a miner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinerSettings {
    /// Nodes of the search of each position of a game.
    pub scan_nodes: u64,
    /// Nodes of each proof of a mate, and again of its audit.
    pub proof_nodes: u64,
    /// Nodes of the search of each position of a decisive win.
    pub win_nodes: u64,
    /// The minimum number of the winner's moves in a puzzle, at least 1.
    pub min_moves: u32,
    /// Whether the records of mates have the winner's move after every defence.
    pub all_lines: bool,
    /// Size of all tables together, in MiB.
    pub hash_mib: usize,
    /// The rules of the game.
    pub rules: RuleSet,
}

impl Default for MinerSettings {
    fn default() -> MinerSettings {
        MinerSettings {
            scan_nodes: 1_000,
            proof_nodes: 400_000,
            win_nodes: 50_000,
            min_moves: 2,
            all_lines: false,
            hash_mib: 64,
            rules: RuleSet::default(),
        }
    }
}

/// Finds puzzles in games, one game at a time. The puzzles of a game do not depend on the games before it.
#[derive(Debug)]
pub struct Miner {
    settings: MinerSettings,
    reviewer: Reviewer,
    engine: Engine,
}

impl Miner {
    /// A miner with these settings.
    pub fn new(settings: MinerSettings) -> Miner {
        let search_settings = Settings {
            hash_mib: (settings.hash_mib / 4).max(1),
            threads: 1,
            rules: settings.rules,
            ..Settings::default()
        };
        // The scan asks whether there is a mate; the proof finds the shortest.
        let limits = Limits {
            stop_on_mate: true,
            ..Limits::of_nodes(settings.scan_nodes)
        };
        Miner {
            reviewer: Reviewer::new(search_settings.clone(), limits),
            engine: Engine::new(search_settings),
            settings,
        }
    }

    /// Returns the puzzles of the main line of a game, in order. Variations are not searched. Soon after `stop` is set, it returns
    /// those found so far.
    ///
    /// A record has no [`line`](PuzzleRecord::line) and no `id`, and its time is 0, so that the same game always gives the same
    /// records.
    pub fn mine(&mut self, game: &GameTree, stop: &AtomicBool) -> Vec<PuzzleRecord> {
        let Ok(review) = (self.reviewer).review_until(game, stop, |_| Ok::<_, Infallible>(()));
        // A prover's tables would make the solution depend on earlier games.
        let mut worker = None;
        let mut puzzles = Vec::new();
        // For each side, whether a mate that goes on has given a puzzle.
        let mut has_puzzle = [false; 2];
        // The positions of the game with their scores for the side to move, and the mistakes before them.
        let (mut positions, mut mistake) = (Vec::new(), None);
        for judged in &review.moves {
            positions.push((judged.board.clone(), judged.before, mistake));
            mistake = judged.mistake;
        }
        if let Some(last) = review.moves.last() {
            let board = last.board.after_line(&[last.mv]);
            positions.push((board, -last.after, mistake));
        }
        for (ply, (board, score, mistake)) in positions.into_iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let has_puzzle = &mut has_puzzle[board.side().index()];
            let sees_mate = matches!(classify(score), ScoreKind::Mate(plies) if plies > 0);
            let follows_mistake = mistake >= Some(MistakeClass::Mistake);
            *has_puzzle &= sees_mate;
            let found = match sees_mate {
                true if *has_puzzle => None,
                true => {
                    let worker = worker.get_or_insert_with(|| self.worker());
                    self.mate(worker, &board, stop)
                }
                false if follows_mistake && expected_points(score) >= WON => {
                    let record = self.win(&board);
                    record.map(|record| (record, Vec::new()))
                }
                false => None,
            };
            if let Some((mut record, continuation)) = found {
                *has_puzzle = sees_mate;
                record.source = Some(source(game, ply, &continuation));
                record.ms = 0;
                puzzles.push(record);
            }
        }
        puzzles
    }

    /// A worker that proves and audits mates.
    fn worker(&self) -> PuzzleWorker {
        let task = Task {
            limits: PuzzleLimits {
                nodes: Some(self.settings.proof_nodes),
                ..PuzzleLimits::default()
            },
            audit: Some(AuditScope::Main),
            all_lines: self.settings.all_lines,
            rules: self.settings.rules,
            ..Task::default()
        };
        PuzzleWorker::new(task, (self.settings.hash_mib / 2).max(1))
    }

    /// The puzzle of a mate, and the moves from `board` to its position.
    fn mate(
        &mut self,
        worker: &mut PuzzleWorker,
        board: &Board,
        stop: &AtomicBool,
    ) -> Option<(PuzzleRecord, Vec<Move>)> {
        let (mut record, played) = single_solution(worker, board, self.settings.min_moves, stop)?;
        let start = board.after_line(&played);
        let solution: Vec<Move> = record.pv.iter().flat_map(|mv| mv.parse()).collect();
        if let Some(audit) = &mut record.audit {
            audit.drop_slower_moves();
        }
        record.difficulty = Some(difficulty(&mut self.engine, &start, &solution));
        Some((record, played))
    }

    /// The puzzle of a decisive win.
    fn win(&mut self, board: &Board) -> Option<PuzzleRecord> {
        let (nodes, min_moves) = (self.settings.win_nodes, self.settings.min_moves);
        let (line, score) = decisive_win(&mut self.engine, board, nodes, min_moves)?;
        let mut record = PuzzleRecord {
            fen: Some(board.to_fen()),
            status: PuzzleStatus::Best,
            by: Some("search".into()),
            score: Some(classify(score)),
            operations: vec![("bm".to_owned(), line[0].to_string())],
            difficulty: Some(difficulty(&mut self.engine, board, &line)),
            ..PuzzleRecord::default()
        };
        record.set_line(board, &line);
        Some(record)
    }
}

fn source(game: &GameTree, ply: usize, continuation: &[Move]) -> SourceGame {
    let tag = |name| game.tag(name).unwrap_or_default().to_owned();
    SourceGame {
        event: tag("Event"),
        date: tag("Date"),
        red: tag("Red"),
        black: tag("Black"),
        result: game.result().to_owned(),
        ply,
        continuation: continuation.iter().map(Move::to_string).collect(),
    }
}
