//! A move as Chinese notation and WXF describe it: which piece, which way, and how far or where to.
//!
//! A reader compares the description with every legal move, and exactly one must
//! fit. So a text that a strict rule would write otherwise, but that can mean one move only, is
//! read: 车九平八 where two rooks stand on the ninth file and one of them is blocked.

use std::cmp::Ordering;

use super::ReadError;
use super::standing::{Standing, file_number};
use crate::board::{Board, Color, Move, PieceKind, Square};

/// The direction of a move, as its side sees it.
#[derive(Clone, Copy, PartialEq)]
pub enum Way {
    Forward,
    Back,
    /// Along the rank.
    Across,
}

/// A direction and a number.
#[derive(Clone, Copy, PartialEq)]
pub struct Stride {
    pub way: Way,
    /// The file reached where the file changes, and the steps otherwise, 1-9.
    pub number: u8,
}

impl Stride {
    /// The stride of a move made by a side.
    pub fn of(color: Color, mv: Move) -> Stride {
        let (from, to) = (mv.from(), mv.to());
        let (start, end) = (from.relative_rank(color), to.relative_rank(color));
        Stride {
            way: match end.cmp(&start) {
                Ordering::Greater => Way::Forward,
                Ordering::Less => Way::Back,
                Ordering::Equal => Way::Across,
            },
            number: match from.file() == to.file() {
                true => start.abs_diff(end),
                false => file_number(color, to),
            },
        }
    }
}

/// A place among several of a kind on one file.
#[derive(Clone, Copy)]
pub enum Place {
    Front,
    /// The middle one of an odd number.
    Middle,
    Rear,
    /// A place counted from the front, from 1.
    Order(u8),
}

impl Place {
    fn fits(self, standing: Standing) -> bool {
        match self {
            Place::Front => standing.is_foremost(),
            Place::Middle => standing.is_middle(),
            Place::Rear => standing.is_rearmost(),
            Place::Order(order) => standing.count > 1 && standing.order == order,
        }
    }
}

/// The meaning of a file's number written twice.
#[derive(Clone, Copy)]
pub enum Meaning {
    /// The middle pawn of three.
    Middle,
    /// The place from the front.
    Place,
    Either,
}

/// The piece that a text describes.
#[derive(Clone, Copy)]
pub enum Who {
    /// One of a kind on a file: 炮二.
    OnFile(PieceKind, u8),
    /// WXF's pawn on a file: of three or five the middle one, `P3`.
    PlainPawn(u8),
    /// One of several on any one file: 前炮.
    Tandem(PieceKind, Place),
    /// One of several pawns on a file: 前三.
    TandemOn(u8, Place),
    /// A file's number written twice: the middle one of three pawns there in WXF, the place from the front
    /// in the notation of place and file.
    Twice(u8, Meaning),
    /// A piece by its number among the tandem ones: 二兵. Only pawns are numbered.
    Numbered(PieceKind, u8),
    /// WXF's front (`true`) and rear pawn, which are the second and the last but one of four or
    /// five: `P+`, `P-`.
    InnerPawn(bool),
    /// WXF's foremost (`true`) and rearmost pawn of four or five: `++`, `--`.
    OuterPawn(bool),
}

impl Who {
    fn fits(self, standing: Standing) -> bool {
        let Standing { order, count, .. } = standing;
        match self {
            Who::OnFile(_, file) => standing.file == file,
            Who::PlainPawn(file) => {
                standing.file == file && (count.is_multiple_of(2) || order * 2 == count + 1)
            }
            Who::Tandem(_, place) => place.fits(standing),
            Who::TandemOn(file, place) => standing.file == file && place.fits(standing),
            Who::Twice(file, meaning) => {
                let placed = count > 1 && order == file;
                let middle = count == 3 && order == 2;
                standing.file == file
                    && match meaning {
                        Meaning::Middle => middle || placed && count != 3,
                        Meaning::Place => placed,
                        Meaning::Either => middle || placed,
                    }
            }
            Who::Numbered(_, number) => standing.number == number,
            Who::InnerPawn(front) => {
                let margin = if count > 3 { 1 } else { 0 };
                count > 1 && order == if front { 1 + margin } else { count - margin }
            }
            Who::OuterPawn(front) => count > 3 && order == if front { 1 } else { count },
        }
    }

    const fn kind(self) -> PieceKind {
        match self {
            Who::OnFile(kind, _) | Who::Tandem(kind, _) | Who::Numbered(kind, _) => kind,
            _ => PieceKind::Pawn,
        }
    }

    /// What a side without such a piece lacks, in words.
    fn lack(self) -> String {
        let kind = self.kind();
        let several = |place| match place {
            Place::Middle => format!("three {kind}s"),
            Place::Order(order) if order > 1 => format!("{order} {kind}s"),
            _ => format!("two {kind}s"),
        };
        match self {
            Who::OnFile(_, file) | Who::PlainPawn(file) => format!("{kind} on its file {file}"),
            Who::Tandem(_, place) => format!("{} on one file", several(place)),
            Who::TandemOn(file, place) => format!("{} on its file {file}", several(place)),
            Who::Twice(file, _) => format!("two {kind}s on its file {file}"),
            Who::Numbered(_, number) => format!("{number} {kind}s on files with several"),
            Who::InnerPawn(_) => format!("two {kind}s on one file"),
            Who::OuterPawn(_) => format!("four {kind}s on one file"),
        }
    }
}

/// The index of the first entry of a table that contains the character.
pub fn index_in(table: &[&str], character: char) -> Option<usize> {
    table.iter().position(|entry| entry.contains(character))
}

/// The characters of a notation, for reading.
pub struct Alphabet {
    /// The notation's name.
    pub name: &'static str,
    /// The four characters of a text.
    pub characters: fn(&str) -> Vec<char>,
    /// The piece that the first two characters describe; the third may decide it.
    pub who: fn(char, char, char) -> Option<Who>,
    /// Examples of such characters.
    pub who_examples: &'static str,
    /// The characters for forward, back and across.
    pub ways: [&'static str; 3],
    /// What the third character must be.
    pub way_wanted: &'static str,
    /// The number of the fourth character.
    pub number: fn(char) -> Option<u8>,
}

impl Alphabet {
    /// The direction of the third character.
    pub fn way(&self, character: char) -> Option<Way> {
        Some([Way::Forward, Way::Back, Way::Across][index_in(&self.ways, character)?])
    }

    /// The one legal move that a text describes.
    ///
    /// # Errors
    /// When the text is not of the form of this notation, no piece is so described, none of those described
    /// may go there, or several may.
    pub fn read(&self, board: &Board, text: &str) -> Result<Move, ReadError> {
        let characters = (self.characters)(text);
        let text = text.to_owned();
        let &[first, second, third, fourth] = &characters[..] else {
            return Err(ReadError::Length(text, characters.len(), self.name));
        };
        let Some(who) = (self.who)(first, second, third) else {
            let found = [first, second].iter().collect();
            return Err(ReadError::Who(text, found, self.who_examples));
        };
        if matches!(who, Who::Numbered(kind, _) if kind != PieceKind::Pawn) {
            return Err(ReadError::OnlyPawns(text));
        }
        let Some(way) = self.way(third) else {
            return Err(ReadError::Character(text, third, 3, self.way_wanted));
        };
        match (self.number)(fourth) {
            Some(number) => find(board, who, Stride { way, number }, text),
            None => Err(ReadError::Character(text, fourth, 4, "number from 1 to 9")),
        }
    }
}

/// The one legal move of a described piece. `text` is for the error.
fn find(board: &Board, who: Who, stride: Stride, text: String) -> Result<Move, ReadError> {
    let (side, kind) = (board.side(), who.kind());
    let is_meant = |&square: &Square| Standing::of(board, square).is_some_and(|s| who.fits(s));
    let squares: Vec<Square> = board.pieces(side, kind).filter(is_meant).collect();
    if squares.is_empty() {
        return Err(ReadError::NoPiece(text, side, who.lack()));
    }
    let fits = |mv: &Move| squares.contains(&mv.from()) && Stride::of(side, *mv) == stride;
    let moves: Vec<Move> = board.legal_moves().into_iter().filter(fits).collect();
    match moves[..] {
        [mv] => Ok(mv),
        [] => {
            let pairs = Square::all().flat_map(|to| squares.iter().map(move |&from| (from, to)));
            let mut moves = pairs.filter(|(from, to)| from != to);
            let illegal = moves.find_map(|(from, to)| {
                let mv = Move::new(from, to);
                (fits(&mv) && board.is_pseudo_legal(mv)).then_some(mv)
            });
            Err(match illegal {
                Some(mv) => ReadError::LeavesGeneral(text, mv, side),
                None => ReadError::CannotGo(text, kind, squares),
            })
        }
        _ => Err(ReadError::Ambiguous(text, moves)),
    }
}
