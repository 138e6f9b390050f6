//! The class `Board`: a position and the moves that led to it.

use std::collections::BTreeMap;

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use super::errors::{MoveError, exception};
use super::numbers::in_range;
use super::wait;
use crate::board::{Board, Move, START_FEN, Square, Undo, perft};
use crate::diagram::{self, DiagramOptions};
use crate::notation::text_diagram::{self, CharacterSet, TextDiagramOptions};
use crate::notation::{self, Notation};
use crate::rules::Game;
use crate::search::request::MAX_DEPTH;

/// The width of the picture in a notebook, in pixels.
const NOTEBOOK_WIDTH: i64 = 400;

/// A position, and the moves played to reach it.
///
/// Moves are strings of two squares such as "h2e2": files a to i from red's left, ranks 0 to 9 from red's side. Where a move
/// is read, Chinese notation ("炮二平五") and WXF ("C2.5") are accepted too.
///
/// 局面，以及走到这个局面的着法。
///
/// 着法是两个坐标组成的字符串，如 "h2e2"：纵线 a 到 i 从红方左边数起，横线 0 到 9 从红方底线数起。
/// 读入着法时，中文记谱法（"炮二平五"）和 WXF 记谱法（"C2.5"）也可以。
#[pyclass(name = "Board", module = "chuhe")]
#[derive(Clone)]
pub struct PyBoard {
    start: Board,
    board: Board,
    played: Vec<(Move, Undo)>,
}

impl PyBoard {
    /// The game that led to the position.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start.clone());
        for &(mv, _) in &self.played {
            game.play(mv).expect("the moves were legal when played");
        }
        game
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Move) {
        self.played.push((mv, self.board.make(mv)));
    }

    /// Reads a move to be drawn: any two squares, or a legal move in another notation.
    fn arrow(&self, text: &str) -> PyResult<Move> {
        match text.parse() {
            Ok(mv) => Ok(mv),
            Err(_) => Ok(notation::read(&self.board, text)?),
        }
    }

    /// Reads moves played one after the other.
    fn read_moves(&self, texts: &[String]) -> PyResult<Vec<Move>> {
        let mut board = self.board.clone();
        let mut moves = Vec::new();
        for (number, text) in (1..).zip(texts) {
            let mv = notation::read(&board, text).map_err(|error| {
                exception::<MoveError>(format!("move {number} of the list: {error}"))
            })?;
            let _ = board.make(mv);
            moves.push(mv);
        }
        Ok(moves)
    }
}

/// The texts of moves in ICCS notation.
pub fn iccs<'a>(moves: impl IntoIterator<Item = &'a Move>) -> Vec<String> {
    moves.into_iter().map(Move::to_string).collect()
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (fen = START_FEN, moves = Vec::new()), text_signature = "(fen=START_FEN, moves=())")]
    fn new(fen: &str, moves: Vec<String>) -> PyResult<PyBoard> {
        let start = Board::from_fen(fen)?;
        let mut board = PyBoard {
            board: start.clone(),
            start,
            played: Vec::new(),
        };
        for mv in board.read_moves(&moves)? {
            board.play(mv);
        }
        Ok(board)
    }

    /// The side to move, "red" or "black".
    ///
    /// 走子方，"red"（红）或 "black"（黑）。
    #[getter]
    fn turn(&self) -> String {
        self.board.side().to_string()
    }

    /// The FEN of the position.
    ///
    /// 局面的 FEN。
    fn fen(&self) -> String {
        self.board.to_fen()
    }

    /// The FEN of the position before the moves played.
    ///
    /// 走棋之前的局面的 FEN。
    #[getter]
    fn start_fen(&self) -> String {
        self.start.to_fen()
    }

    /// The moves played.
    ///
    /// 已走的着法。
    #[getter]
    fn moves(&self) -> Vec<String> {
        iccs(self.played.iter().map(|(mv, _)| mv))
    }

    /// The legal moves.
    ///
    /// 所有合法着法。
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        iccs(&self.board.legal_moves())
    }

    /// Plays a legal move.
    ///
    /// Raises MoveError if the text describes no legal move. The board is then as it was.
    ///
    /// 走一着。不是合法着法时抛出 MoveError，局面不变。
    fn push(&mut self, r#move: &str) -> PyResult<()> {
        self.play(notation::read(&self.board, r#move)?);
        Ok(())
    }

    /// Takes back the last move and returns it.
    ///
    /// Raises IndexError if no move has been played.
    ///
    /// 悔一着，返回这一着。没有走过棋时抛出 IndexError。
    fn pop(&mut self) -> PyResult<String> {
        let empty = || PyIndexError::new_err("there is no move to take back");
        let (mv, undo) = self.played.pop().ok_or_else(empty)?;
        self.board.undo(undo);
        Ok(mv.to_string())
    }

    /// An independent copy.
    ///
    /// 一份独立的副本。
    fn copy(&self) -> PyBoard {
        self.clone()
    }

    /// True if the side to move is in check.
    ///
    /// 走子方是否被将军。
    fn is_check(&self) -> bool {
        self.board.in_check()
    }

    /// True if a legal move gives check.
    ///
    /// 一个合法着法是否将军。
    fn gives_check(&self, r#move: &str) -> PyResult<bool> {
        let mv = notation::read(&self.board, r#move)?;
        Ok(self.board.gives_check(mv))
    }

    /// True if a legal move captures.
    ///
    /// 一个合法着法是否吃子。
    fn is_capture(&self, r#move: &str) -> PyResult<bool> {
        let mv = notation::read(&self.board, r#move)?;
        Ok(!self.board.is_empty(mv.to()))
    }

    /// The pieces by square, as the letters of a FEN: upper case for red.
    ///
    /// 各点上的棋子，用 FEN 的字母表示，红方大写。
    #[getter]
    fn pieces(&self) -> BTreeMap<String, char> {
        let pieces = self.board.all_pieces();
        pieces
            .map(|(piece, square)| (square.to_string(), piece.letter()))
            .collect()
    }

    /// The letter of the piece on a square, or None.
    ///
    /// 一个点上的棋子的字母，没有棋子时为 None。
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        let square = square
            .parse::<Square>()
            .map_err(exception::<PyValueError>)?;
        Ok(self.board.piece_at(square).map(|piece| piece.letter()))
    }

    /// Reads a legal move in ICCS, Chinese or WXF notation and returns it in ICCS.
    ///
    /// 读入一个合法着法（ICCS、中文或 WXF 记谱法），返回它的 ICCS 写法。
    fn parse_move(&self, text: &str) -> PyResult<String> {
        Ok(notation::read(&self.board, text)?.to_string())
    }

    /// Writes a legal move in "iccs", "chinese" or "wxf" notation.
    ///
    /// 用 "iccs"、"chinese"（中文）或 "wxf" 记谱法写出一个合法着法。
    fn format_move(&self, r#move: &str, notation: &str) -> PyResult<String> {
        let notation: Notation = notation.parse()?;
        let mv = notation::read(&self.board, r#move)?;
        Ok(notation.write(&self.board, mv))
    }

    /// Writes moves played one after the other from this position.
    ///
    /// 写出从这个局面起依次走的着法。
    fn format_moves(&self, moves: Vec<String>, notation: &str) -> PyResult<Vec<String>> {
        let notation: Notation = notation.parse()?;
        let moves = self.read_moves(&moves)?;
        Ok(notation.write_line(&self.board, &moves))
    }

    /// The number of sequences of legal moves of a length in plies.
    ///
    /// 走给定半回合数的合法着法序列有多少个。
    fn perft(slf: &Bound<'_, Self>, depth: i64) -> PyResult<u64> {
        let depth = in_range("depth", depth, &(0..=MAX_DEPTH.into()))? as u32;
        if depth == 0 {
            return Ok(1);
        }
        // A copy, so that other threads can use the board meanwhile.
        let board = slf.borrow().board.clone();
        let counts = wait::run(
            slf.py(),
            None,
            |()| Ok(()),
            |stop, _| perft::divide(&board, depth, 1, stop),
        )?;
        Ok(counts.into_iter().flatten().map(|(_, nodes)| nodes).sum())
    }

    /// A picture of the position as SVG.
    ///
    /// size: the width in pixels, from 40 to 8000.
    /// flip: black at the bottom.
    /// coordinates: label files and ranks.
    /// arrows: moves to show as arrows.
    /// best: a move to show as an arrow of another colour.
    /// last: mark the last move that was played.
    ///
    /// 局面的 SVG 图。
    ///
    /// size：宽度（像素），40 到 8000。
    /// flip：黑方在下。
    /// coordinates：标出坐标。
    /// arrows：画成箭头的着法。
    /// best：用另一种颜色的箭头画出的着法。
    /// last：标出刚走的一着。
    #[pyo3(signature = (*, size = 600, flip = false, coordinates = true, arrows = Vec::new(), best = None, last = true), text_signature = "($self, *, size=600, flip=False, coordinates=True, arrows=(), best=None, last=True)")]
    fn svg(
        &self,
        size: i64,
        flip: bool,
        coordinates: bool,
        arrows: Vec<String>,
        best: Option<&str>,
        last: bool,
    ) -> PyResult<String> {
        let options = DiagramOptions {
            flip,
            coordinates,
            size: in_range("size", size, &diagram::WIDTHS)? as u32,
            last: self.played.last().map(|&(mv, _)| mv).filter(|_| last),
            arrows: arrows
                .iter()
                .map(|text| self.arrow(text))
                .collect::<PyResult<_>>()?,
            best: best.map(|text| self.arrow(text)).transpose()?,
        };
        Ok(diagram::draw(&self.board, &options).to_svg())
    }

    /// The picture in a Jupyter notebook.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(NOTEBOOK_WIDTH, false, true, Vec::new(), None, true)
    }

    fn __str__(&self) -> String {
        let options = TextDiagramOptions {
            characters: CharacterSet::Ascii,
            flip: false,
        };
        text_diagram::draw(&self.board, options).join("\n")
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.board.to_fen())
    }

    /// Boards are equal if their positions and counters are, whatever moves led to them.
    fn __eq__(&self, other: &PyBoard) -> bool {
        self.board == other.board
    }

    fn __copy__(&self) -> PyBoard {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyBoard {
        self.clone()
    }

    /// Supports pickle, and so processes of multiprocessing.
    fn __getnewargs__(&self) -> (String, Vec<String>) {
        (self.start_fen(), self.moves())
    }
}
