//! Requests in JSON and their replies: solve a puzzle, judge a game, translate its moves, review it, read and write files.
//! `docs/browser.md` describes the fields.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::fields::{Fields, parse_fields};
use super::files::{read_games, read_puzzles, write_games};
use super::{ReplyWriter, ReviewRecord, VerdictRecord, to_line};
use crate::board::Board;
use crate::games::{GameNode, GameTree, move_list};
use crate::notation::Notation;
use crate::review::Reviewer;
use crate::rules::report::earlier_end;
use crate::rules::ruleset::{MOVE_LIMIT, REPEAT_COUNT};
use crate::rules::{Game, ParseRulesError, RuleSet, judge};
use crate::search::{Limits, Settings};
use crate::solve::batch::puzzle::PuzzleLimits;
use crate::solve::batch::task::PuzzleWorker;
use crate::solve::batch::{Puzzle, PuzzleRecord, PuzzleStatus, Task as PuzzleTask, TaskKind};
use crate::solve::{AuditScope, mating_patterns};

/// The longest request without a file, in bytes.
const MAX_REQUEST_BYTES: usize = 1 << 18;
/// The longest request with the contents of a file or with games to write, in bytes.
pub const MAX_FILE_REQUEST_BYTES: usize = 6 << 20;
/// Size of the tables of `solve`, and of the hash table of `review`, in MiB.
const HASH_MIB: usize = 64;
/// The time for each position of `review` if no limit is given.
const REVIEW_TIME: Duration = Duration::from_millis(200);

/// The task of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Solve a puzzle, as `chuhe solve`.
    Solve,
    /// Judge a game by the rules, as `chuhe judge`.
    Judge,
    /// Write the moves of a game in all notations.
    Notation,
    /// Review a game, as `chuhe analyze GAME`.
    Review,
    /// Read the games of a file.
    ReadGames,
    /// Write games as a file.
    WriteGames,
    /// Read the puzzles of a file.
    ReadPuzzles,
    /// End the task of an earlier request with the same `id`.
    Stop,
}

impl Task {
    /// The names of the fields that the request may have besides `id`, `lang` and `request`.
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Task::Solve => &[
                "fen", "moves", "rules", "kind", "depth", "nodes", "movetime", "unique", "lines",
                "audit",
            ],
            Task::Judge => &["fen", "moves", "rules", "repeat_count", "move_limit"],
            Task::Notation => &["fen", "moves"],
            Task::Review => &["fen", "moves", "rules", "depth", "nodes", "movetime"],
            Task::ReadGames => &["file", "name", "format", "encoding"],
            Task::WriteGames => &["games", "format", "notation", "encoding"],
            Task::ReadPuzzles => &["file", "name"],
            Task::Stop => &[],
        }
    }

    /// The longest request, in bytes.
    const fn max_bytes(self) -> usize {
        match self {
            Task::ReadGames | Task::WriteGames | Task::ReadPuzzles => MAX_FILE_REQUEST_BYTES,
            _ => MAX_REQUEST_BYTES,
        }
    }

    /// True if the task takes long and is worth stopping.
    pub const fn is_long(self) -> bool {
        matches!(self, Task::Solve | Task::Review)
    }
}

/// The result of `notation`: the last position, and the moves.
#[derive(Debug, Serialize)]
struct NotationRecord {
    fen: String,
    moves: Vec<MoveTexts>,
}

#[derive(Debug, Serialize)]
struct MoveTexts {
    iccs: String,
    chinese: String,
    wxf: String,
}

/// A request.
///
/// ```
/// use chuhe::json::JsonRequest;
/// use std::sync::atomic::AtomicBool;
/// let mut replies = Vec::new();
/// let text = r#"{"id":7,"request":"notation","moves":["h2e2 h9g7"]}"#;
/// JsonRequest::parse(text)?.run(&AtomicBool::new(false), |reply| replies.push(reply));
/// assert_eq!(
///     replies[0],
///     r#"{"id":7,"result":{"fen":"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2","moves":[{"iccs":"h2e2","chinese":"炮二平五","wxf":"C2.5"},{"iccs":"h9g7","chinese":"马８进７","wxf":"H8+7"}]}}"#
/// );
/// let error = JsonRequest::parse(r#"{"id":8,"request":"judge","nodes":1}"#).unwrap_err();
/// assert!(error.starts_with(r#"{"id":8,"error":"judge: unknown field 'nodes': expected one of fen, moves, "#));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct JsonRequest {
    /// Writes the replies.
    pub replies: ReplyWriter,
    /// The task.
    pub task: Task,
    fields: Fields,
}

impl JsonRequest {
    /// Parses a request.
    ///
    /// # Errors
    /// The reply to a text that is not a request.
    pub fn parse(text: &str) -> Result<JsonRequest, String> {
        let mut replies = ReplyWriter::default();
        let request = JsonRequest::parse_with(text, &mut replies);
        request.map_err(|error| replies.error(&error))
    }

    /// Parses a request, and as soon as they are known sets how `replies` are written.
    fn parse_with(text: &str, replies: &mut ReplyWriter) -> Result<JsonRequest, String> {
        let check_length = |limit: usize| match text.len() <= limit {
            true => Ok(()),
            false => Err(format!("a request of more than {limit} bytes was ignored")),
        };
        check_length(MAX_FILE_REQUEST_BYTES)?;
        let object: Result<Map<String, Value>, _> = serde_json::from_str(text);
        let mut object = object.map_err(|error| format!("not JSON: {error}"))?;
        replies.id = object.remove("id").unwrap_or_default();
        replies.is_chinese = match object.remove("lang") {
            None => false,
            Some(lang) if lang == "en" => false,
            Some(lang) if lang == "zh" => true,
            Some(_) => return Err("lang: expected en or zh".to_owned()),
        };
        let name = object.remove("request").unwrap_or_default();
        let task: Task = serde_json::from_value(name.clone()).map_err(|_| {
            format!(
                "unknown request {name}: expected solve, judge, notation, review, read_games, write_games, read_puzzles or stop"
            )
        })?;
        let prefix = |error: String| format!("{}: {error}", name.as_str().unwrap_or_default());
        let fields = task.fields();
        if let Some(unknown) = object.keys().find(|key| !fields.contains(&key.as_str())) {
            return Err(prefix(match fields {
                [] => format!("unknown field '{unknown}': expected only id and lang"),
                fields => {
                    let fields = fields.join(", ");
                    format!("unknown field '{unknown}': expected one of {fields}")
                }
            }));
        }
        let fields = parse_fields(&Value::Object(object))?;
        check_length(task.max_bytes())?;
        Ok(JsonRequest {
            replies: replies.clone(),
            task,
            fields,
        })
    }

    /// Carries the request out, and calls `report` with each reply, the last of which has `result` or `error`. Soon after `stop`
    /// is set, that is the error `stopped`.
    pub fn run(&self, stop: &AtomicBool, mut report: impl FnMut(String)) {
        let result = match self.task {
            Task::Solve => self.solve(stop),
            Task::Judge => self.judge(),
            Task::Notation => self.notation(),
            Task::Review => self.review(stop, &mut report),
            Task::ReadGames => read_games(&self.fields).map(to_line),
            Task::WriteGames => write_games(&self.fields).map(to_line),
            Task::ReadPuzzles => read_puzzles(&self.fields, &self.replies).map(to_line),
            Task::Stop => Ok("null".to_owned()),
        };
        let result = match stop.load(Ordering::Relaxed) {
            true => Err("stopped".to_owned()),
            false => result,
        };
        report(match result {
            Ok(result) => self.replies.reply("result", &result),
            Err(error) => self.replies.error(&error),
        });
    }

    /// The game of `fen` and `moves`.
    fn game(&self) -> Result<Game, String> {
        let start = match self.fields.fen.as_deref() {
            None | Some("startpos") => Board::startpos(),
            Some(fen) => Board::from_fen(fen).map_err(|error| format!("fen: {error}"))?,
        };
        let mut game = Game::new(start);
        let played = move_list::play(&mut game, &self.fields.moves);
        played.map_err(|error| format!("moves: {error}"))?;
        Ok(game)
    }

    fn rules(&self) -> Result<RuleSet, String> {
        let within = |name: &str, value: i64, range: RangeInclusive<i64>| {
            let (first, last) = (range.start(), range.end());
            match range.contains(&value) {
                true => Ok(value),
                false => Err(format!("{name}: expected {first} to {last}, found {value}")),
            }
        };
        let mut rules = RuleSet::default();
        if let Some(name) = &self.fields.rules {
            let repetition = name.parse();
            rules.repetition =
                repetition.map_err(|error: ParseRulesError| format!("rules: {error}"))?;
        }
        if let Some(count) = self.fields.repeat_count {
            rules.repeat_count = within("repeat_count", count, REPEAT_COUNT)? as u32;
        }
        if let Some(limit) = self.fields.move_limit {
            rules.move_limit = within("move_limit", limit, MOVE_LIMIT)? as u16;
        }
        Ok(rules)
    }

    fn solve(&self, stop: &AtomicBool) -> Result<String, String> {
        let fields = &self.fields;
        let kind = match fields.kind.as_deref() {
            None | Some("mate") => TaskKind::Mate,
            Some("best") => TaskKind::Best,
            Some("draw") => TaskKind::Draw,
            Some(_) => return Err("kind: expected one of mate, best, draw".to_owned()),
        };
        let audit = match fields.audit.as_deref() {
            None => None,
            Some("main") => Some(AuditScope::Main),
            Some("all") => Some(AuditScope::All),
            Some(_) => return Err("audit: expected one of main, all".to_owned()),
        };
        let task = PuzzleTask {
            kind,
            limits: PuzzleLimits {
                time: fields.movetime.map(Duration::from_millis),
                nodes: fields.nodes,
                depth: fields.depth,
            },
            unique: fields.unique,
            audit,
            all_lines: fields.lines,
            rules: self.rules()?,
            ..PuzzleTask::default()
        };
        let puzzle = Puzzle::new(self.game()?);
        let record = PuzzleWorker::new(task, HASH_MIB).process(Ok(puzzle), stop);
        solve_result(PuzzleRecord { line: 1, ..record }, &self.replies)
    }

    fn judge(&self) -> Result<String, String> {
        let (game, rules) = (self.game()?, self.rules()?);
        let over_after = earlier_end(&game, &rules).map(|(moves, _)| moves);
        let patterns = mating_patterns(game.start(), game.moves());
        let verdict = judge(&game, &rules);
        let record = VerdictRecord::new(&verdict, &rules, over_after, &patterns);
        Ok(to_line(record))
    }

    fn notation(&self) -> Result<String, String> {
        let game = self.game()?;
        let [iccs, chinese, wxf] = Notation::ALL
            .map(|notation| notation.write_line(game.start(), game.moves()).into_iter());
        let texts = iccs.zip(chinese).zip(wxf);
        Ok(to_line(NotationRecord {
            fen: game.board().to_fen(),
            moves: texts
                .map(|((iccs, chinese), wxf)| MoveTexts { iccs, chinese, wxf })
                .collect(),
        }))
    }

    /// Reviews the game and reports each move.
    fn review(&self, stop: &AtomicBool, report: &mut impl FnMut(String)) -> Result<String, String> {
        let game = self.game()?;
        let mut tree = GameTree::new(game.start().clone());
        tree.line = game.moves().iter().copied().map(GameNode::new).collect();
        let Fields { depth, nodes, .. } = self.fields;
        let time = self.fields.movetime.map(Duration::from_millis);
        let limited = depth.is_some() || nodes.is_some();
        let limits = Limits {
            depth,
            nodes: nodes.map(|nodes| nodes.max(1)),
            movetime: time.or((!limited).then_some(REVIEW_TIME)),
            ..Limits::default()
        };
        let settings = Settings {
            rules: self.rules()?,
            ..Settings::with_hash_mib(HASH_MIB)
        };
        let review = Reviewer::new(settings, limits).review_until(&tree, stop, |judged| {
            let record = to_line(ReviewRecord::of_move(1, judged));
            report(self.replies.reply("move", &record));
            Ok::<(), String>(())
        })?;
        Ok(to_line(ReviewRecord::of_game(1, &tree, &review)))
    }
}

/// The result of `solve`. Only an invalid puzzle is an error: other records have a result beside their `error`.
pub(super) fn solve_result(record: PuzzleRecord, replies: &ReplyWriter) -> Result<String, String> {
    match record.error {
        Some(error) if record.status == PuzzleStatus::Invalid => Err(error),
        error => Ok(to_line(PuzzleRecord {
            error: error.map(|error| replies.text(&error)),
            ..record
        })),
    }
}
