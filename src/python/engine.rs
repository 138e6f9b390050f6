//! The class `Engine`: settings and tables, for searches and proofs.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, TryLockError};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::board::PyBoard;
use super::errors::{exception, file_error};
use super::numbers::{POSITIVE, in_range, seconds};
use super::rules::RuleSetArgument;
use super::{analyse, solve};
use crate::endgame::EndgameTables;
use crate::eval::{Evaluator, NetworkError};
use crate::search::request::{MAX_DEPTH, MULTIPV_RANGE};
use crate::search::resources::{HASH_MIB_RANGE, THREAD_RANGE};
use crate::search::{self, Limits, Settings};
use crate::solve::{Budget, Goal, Solver};

/// The range of a search's depth in plies.
const DEPTH: RangeInclusive<i64> = 1..=MAX_DEPTH as i64;
/// The range of the longest mate that counts, in moves.
const MAX_MOVES: RangeInclusive<i64> = 1..=u32::MAX as i64;

/// An engine: it analyses positions and proves mates. Its tables are kept from one call to the next.
///
/// hash_mib: size of the tables in MiB, up to 65536; 0 for a part of the machine's memory.
/// threads: threads of analyse, up to 256; 0 for one for each processor.
/// network: a network file instead of the embedded network.
/// rules: the rules of repetition and the natural limit.
/// endings: a folder of endgame tables, made by chuhe endings make.
///
/// The interpreter lock is released while the engine works. Ctrl-C ends the work with KeyboardInterrupt, and the argument stop, a
/// threading.Event, with the result so far. An engine does one thing at a time: a call while another one runs raises
/// RuntimeError.
///
/// 引擎：分析局面，证明杀法。各次调用之间保留置换表。
///
/// hash_mib：表的大小（MiB），最大 65536；0 表示按机器的内存定。
/// threads：analyse 的线程数，最多 256；0 表示每个处理器一个。
/// network：代替自带的网络的网络文件。
/// rules：循环规则和自然限着。
/// endings：残局库所在的文件夹，由 chuhe endings make 制作。
///
/// 工作时释放解释器锁。Ctrl-C 以 KeyboardInterrupt 中止工作；参数 stop（threading.Event）中止工作并返回已有的结果。
/// 一个引擎同时只做一件事：工作中再次调用会抛出 RuntimeError。
#[pyclass(name = "Engine", module = "chuhe", frozen)]
pub struct PyEngine(Mutex<Tables>);

struct Tables {
    engine: search::Engine,
    /// Created when it is first used.
    solver: Option<Solver>,
}

impl PyEngine {
    fn lock(&self) -> PyResult<MutexGuard<'_, Tables>> {
        match self.0.try_lock() {
            Ok(tables) => Ok(tables),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "the engine is at work: stop it, or create another one",
            )),
        }
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (*, hash_mib = 16, threads = 1, network = None, rules = None, endings = None))]
    fn new(
        py: Python<'_>,
        hash_mib: i64,
        threads: i64,
        network: Option<PathBuf>,
        rules: Option<RuleSetArgument>,
        endings: Option<PathBuf>,
    ) -> PyResult<PyEngine> {
        let evaluator = match &network {
            Some(path) => Evaluator::read(path).map_err(|error| match error {
                NetworkError::Io(error) => file_error(path, &error),
                error => exception::<PyValueError>(format!("{}: {error}", path.display())),
            })?,
            None => Evaluator::default(),
        };
        let settings = Settings {
            hash_mib: in_range("hash_mib", hash_mib, &HASH_MIB_RANGE)? as usize,
            threads: in_range("threads", threads, &THREAD_RANGE)? as usize,
            evaluator,
            rules: rules.map(|rules| rules.0).unwrap_or_default(),
            endings: endings
                .as_deref()
                .map(tables)
                .transpose()?
                .unwrap_or_default(),
            ..Settings::default()
        };
        Ok(PyEngine(Mutex::new(Tables {
            engine: py.detach(|| search::Engine::new(settings)),
            solver: None,
        })))
    }

    /// Searches the position of a board, and returns an Analysis.
    ///
    /// The search ends at the first limit: depth in plies, nodes, time in seconds, or when stop is set; one of them must be given.
    /// lines is the number of best lines to find. on_line is called with each Line as it is found; an exception in it ends the
    /// search.
    ///
    /// 搜索棋盘上的局面，返回 Analysis。
    ///
    /// 到达第一个限制时结束：depth（半回合）、nodes（结点）、time（秒），或 stop 被设置；至少要给出一个。
    /// lines 是要找的最佳变例的条数。每找到一条变例就用 Line 调用 on_line；其中抛出的异常会中止搜索。
    #[pyo3(signature = (board, *, depth = None, nodes = None, time = None, lines = 1, on_line = None, stop = None))]
    #[allow(clippy::too_many_arguments)] // Python names them
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        board: PyRef<'py, PyBoard>,
        depth: Option<i64>,
        nodes: Option<i64>,
        time: Option<f64>,
        lines: i64,
        on_line: Option<Bound<'py, PyAny>>,
        stop: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits {
            depth: limit("depth", depth, &DEPTH)?.map(|depth| depth as u32),
            nodes: limit("nodes", nodes, &POSITIVE)?.map(|nodes| nodes as u64),
            movetime: time.map(seconds).transpose()?,
            ..Limits::default()
        };
        if limits == Limits::default() && stop.is_none() {
            let text = "the search has no end: give depth, nodes, time or stop";
            return Err(PyValueError::new_err(text));
        }
        let multipv = in_range("lines", lines, &MULTIPV_RANGE)? as usize;
        let game = board.game();
        drop(board);
        let request = search::Request {
            multipv,
            ..search::Request::new(game, limits)
        };
        let mut tables = self.lock()?;
        analyse::run(
            py,
            &mut tables.engine,
            request,
            on_line.as_ref(),
            stop.as_ref(),
        )
    }

    /// Proves whether the side to move can force mate, and returns a Solution. Stalemate is a mate as well.
    ///
    /// The moves before the position and the natural limit do not count. The work ends when the puzzle is solved, at the first
    /// limit (nodes, time in seconds), or when stop is set.
    ///
    /// max_moves: the longest mate that counts, in moves of the winner.
    /// shortest: shorten a mate until none is shorter.
    /// unique: determine whether another first move mates as fast.
    /// all_lines: give the winner's moves after every defence.
    /// on_mate: called with a Solution when a mate is proved, before a shorter one is looked for; an exception in it ends the work.
    ///
    /// 证明走子方能不能杀，返回 Solution。困毙也是杀。
    ///
    /// 局面之前的着法和自然限着不算。解出、到达第一个限制（nodes 结点、time 秒）或 stop 被设置时结束。
    ///
    /// max_moves：最多几步杀（胜方的着数）。
    /// shortest：找到杀以后继续找更短的，直到没有为止。
    /// unique：查明第一着是否唯一。
    /// all_lines：给出对方每个应着之后胜方的着法。
    /// on_mate：证明一个杀法后、找更短的之前，用 Solution 调用；其中抛出的异常会中止工作。
    #[pyo3(signature = (board, *, max_moves = None, shortest = true, unique = false, all_lines = false, nodes = None, time = None, on_mate = None, stop = None))]
    #[allow(clippy::too_many_arguments)] // Python names them
    fn solve<'py>(
        &self,
        py: Python<'py>,
        board: PyRef<'py, PyBoard>,
        max_moves: Option<i64>,
        shortest: bool,
        unique: bool,
        all_lines: bool,
        nodes: Option<i64>,
        time: Option<f64>,
        on_mate: Option<Bound<'py, PyAny>>,
        stop: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let goal = Goal {
            max: limit("max_moves", max_moves, &MAX_MOVES)?.map(|moves| moves as u32),
            shortest,
            unique,
        };
        let budget = Budget {
            time: time.map(seconds).transpose()?,
            nodes: limit("nodes", nodes, &POSITIVE)?.map(|nodes| nodes as u64),
        };
        let position = board.board().clone();
        drop(board);
        let mut tables = self.lock()?;
        let Tables { engine, solver } = &mut *tables;
        let settings = engine.settings();
        let solver = solver.get_or_insert_with(|| {
            let mut solver = Solver::new(engine.hash_mib(), settings.rules);
            solver.set_endings(settings.endings.clone());
            solver
        });
        let puzzle = solve::Puzzle {
            board: position,
            goal,
            budget,
            all_lines,
        };
        solve::run(py, solver, &puzzle, on_mate.as_ref(), stop.as_ref())
    }

    /// The score of a position without search, for the side to move, in about hundredths of a pawn.
    ///
    /// 不搜索的局面估值，从走子方看，单位约为百分之一兵。
    fn evaluate(&self, board: &PyBoard) -> PyResult<i32> {
        Ok(self.lock()?.engine.evaluate(board.board()))
    }

    /// Clears the tables, for a new game.
    ///
    /// 清空各表，开始新的一局。
    fn clear(&self) -> PyResult<()> {
        let mut tables = self.lock()?;
        tables.engine.clear();
        tables.solver = None;
        Ok(())
    }
}

/// The endgame tables in a folder, each of which must be readable.
fn tables(folder: &Path) -> PyResult<EndgameTables> {
    let opened = EndgameTables::open(folder);
    let (tables, errors) = opened.map_err(|error| file_error(folder, &error))?;
    if let Some((path, error)) = errors.first() {
        let text = format!("{}: {error}", path.display());
        return Err(exception::<PyValueError>(text));
    }
    if tables.is_empty() {
        let text = format!("{}: {}", folder.display(), EndgameTables::none_in(folder));
        return Err(exception::<PyValueError>(text));
    }
    Ok(tables)
}

/// The value of an argument that may be missing.
fn limit(name: &str, value: Option<i64>, range: &RangeInclusive<i64>) -> PyResult<Option<i64>> {
    let value = value.map(|value| in_range(name, value, range));
    value.transpose()
}
