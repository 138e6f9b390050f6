//! Move descriptions of Chinese and WXF notation: piece, direction, and file reached or distance.
//!
//! The reader compares the description with every legal move, and exactly one must fit. So it also accepts text that
//! does not follow the rules of the notation but fits only one move: 车九平八 if two rooks stand on the ninth file and
//! one of them is blocked.

use std::cmp::Ordering;

use super::ReadError;
use super::error::shortened;
use super::piece_on_file::{PieceOnFile, file_number};
use crate::board::{Board, Color, Move, MoveList, Piece, PieceKind, Square};

/// The direction of a move from its side's view.
#[derive(Clone, Copy, PartialEq)]
pub enum Direction {
    /// Towards the opponent.
    Forward,
    /// Towards the own side.
    Back,
    /// Along the rank.
    Across,
}

/// The last two characters of a move: its direction and a number.
#[derive(Clone, Copy, PartialEq)]
pub struct Movement {
    /// The direction.
    pub direction: Direction,
    /// The number of the file reached, or the ranks moved if the file does not change; 1-9.
    pub number: u8,
}

impl Movement {
    /// The movement of a move made by a side.
    pub fn of(color: Color, mv: Move) -> Movement {
        let (from, to) = (mv.from(), mv.to());
        let (start, end) = (from.relative_rank(color), to.relative_rank(color));
        Movement {
            direction: match end.cmp(&start) {
                Ordering::Greater => Direction::Forward,
                Ordering::Less => Direction::Back,
                Ordering::Equal => Direction::Across,
            },
            number: match from.file() == to.file() {
                true => start.abs_diff(end),
                false => file_number(color, to),
            },
        }
    }
}

/// The order of a piece among several of its kind on one file.
#[derive(Clone, Copy)]
pub enum OrderOnFile {
    /// The front one.
    Front,
    /// The middle one of three or five.
    Middle,
    /// The rear one.
    Rear,
    /// The order from the front, from 1.
    Order(u8),
}

impl OrderOnFile {
    fn fits(self, described: PieceOnFile) -> bool {
        match self {
            OrderOnFile::Front => described.is_foremost(),
            OrderOnFile::Middle => described.is_middle(),
            OrderOnFile::Rear => described.is_rearmost(),
            OrderOnFile::Order(order) => described.count > 1 && described.order == order,
        }
    }
}

/// The meaning of a file's number written twice, such as `33`.
#[derive(Clone, Copy)]
pub enum DoubledDigit {
    /// The middle pawn of three.
    Middle,
    /// The pawn whose order from the front equals the file's number.
    Order,
    /// Either of them.
    Either,
}

/// The piece that text describes.
#[derive(Clone, Copy)]
pub enum PieceDescription {
    /// One of a kind on a file: 炮二.
    OnFile(PieceKind, u8),
    /// WXF's pawn on a file, of three or five the middle one: `P3`.
    PlainPawn(u8),
    /// One of several on any one file: 前炮.
    Tandem(PieceKind, OrderOnFile),
    /// One of several pawns on a file: 前三.
    TandemOn(u8, OrderOnFile),
    /// A file's number written twice, see [`DoubledDigit`].
    Twice(u8, DoubledDigit),
    /// A piece by its number among the tandem ones: 二兵.
    Numbered(PieceKind, u8),
    /// WXF's front and rear pawn, which are the second and the last but one of four or five: `P+`, `P-`.
    InnerPawn(OrderOnFile),
    /// WXF's foremost and rearmost pawn of four or five: `++`, `--`.
    OuterPawn(OrderOnFile),
}

impl PieceDescription {
    fn fits(self, described: PieceOnFile) -> bool {
        let PieceOnFile { order, count, .. } = described;
        match self {
            PieceDescription::OnFile(_, file) => described.file == file,
            PieceDescription::PlainPawn(file) => {
                described.file == file && (count.is_multiple_of(2) || order * 2 == count + 1)
            }
            PieceDescription::Tandem(_, order) => order.fits(described),
            PieceDescription::TandemOn(file, order) => {
                described.file == file && order.fits(described)
            }
            PieceDescription::Twice(file, meaning) => {
                let by_order = count > 1 && order == file;
                let middle = count == 3 && order == 2;
                described.file == file
                    && match meaning {
                        DoubledDigit::Middle => middle || by_order && count != 3,
                        DoubledDigit::Order => by_order,
                        DoubledDigit::Either => middle || by_order,
                    }
            }
            PieceDescription::Numbered(_, number) => described.number == number,
            PieceDescription::InnerPawn(place) if count > 3 => place.fits(PieceOnFile {
                order: order - 1,
                count: count - 2,
                ..described
            }),
            PieceDescription::InnerPawn(place) => place.fits(described),
            PieceDescription::OuterPawn(place) => count > 3 && place.fits(described),
        }
    }

    const fn kind(self) -> PieceKind {
        match self {
            PieceDescription::OnFile(kind, _)
            | PieceDescription::Tandem(kind, _)
            | PieceDescription::Numbered(kind, _) => kind,
            _ => PieceKind::Pawn,
        }
    }

    /// The piece described in English, for the error that a side has no such piece.
    fn missing_piece(self) -> String {
        let kind = self.kind();
        let several = |order| match order {
            OrderOnFile::Middle => format!("three {kind}s"),
            OrderOnFile::Order(order) if order > 1 => format!("{} {kind}", ordinal(order)),
            _ => format!("two {kind}s"),
        };
        match self {
            PieceDescription::OnFile(_, file) | PieceDescription::PlainPawn(file) => {
                format!("{kind} on its file {file}")
            }
            PieceDescription::Tandem(_, order) => format!("{} on one file", several(order)),
            PieceDescription::TandemOn(file, order) => {
                format!("{} on its file {file}", several(order))
            }
            PieceDescription::Twice(file, meaning) => {
                let order = match meaning {
                    DoubledDigit::Middle => OrderOnFile::Middle,
                    DoubledDigit::Order | DoubledDigit::Either => OrderOnFile::Order(file),
                };
                format!("{} on its file {file}", several(order))
            }
            PieceDescription::Numbered(_, number) => {
                format!("{} {kind} on files with several", ordinal(number))
            }
            PieceDescription::InnerPawn(_) => format!("two {kind}s on one file"),
            PieceDescription::OuterPawn(_) => format!("four {kind}s on one file"),
        }
    }
}

/// The ordinal number of a number from 1 to 9.
fn ordinal(number: u8) -> &'static str {
    let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    ];
    ordinals[usize::from(number) - 1]
}

/// The index of the first entry of a table that contains the character.
pub fn index_in(table: &[&str], character: char) -> Option<usize> {
    table.iter().position(|entry| entry.contains(character))
}

/// The characters of a notation, for its reader.
pub struct Alphabet {
    /// The notation's name.
    pub name: &'static str,
    /// An example of a move.
    pub move_example: &'static str,
    /// The four characters of the text.
    pub characters: fn(&str) -> Vec<char>,
    /// The piece that the first two characters describe. For some pairs it depends on the third.
    pub piece: fn(char, char, char) -> Option<PieceDescription>,
    /// Examples of such pairs.
    pub piece_examples: &'static str,
    /// The characters for forward, back and across.
    pub directions: [&'static str; 3],
    /// The expected third character, for an error.
    pub expected_direction: &'static str,
    /// The number that the fourth character stands for, 1-9.
    pub number: fn(char) -> Option<u8>,
}

impl Alphabet {
    /// The direction that the third character stands for.
    pub fn direction(&self, character: char) -> Option<Direction> {
        let directions = [Direction::Forward, Direction::Back, Direction::Across];
        Some(directions[index_in(&self.directions, character)?])
    }

    /// The one legal move that the text describes.
    ///
    /// # Errors
    /// If the text does not have the form of this notation, the side to move has no such piece, or no legal
    /// move or more than one fits.
    pub fn read(&self, board: &Board, text: &str) -> Result<Move, ReadError> {
        let characters = (self.characters)(text);
        let text = shortened(text);
        let &[first, second, third, fourth] = &characters[..] else {
            return Err(ReadError::Length(text, self.name, self.move_example));
        };
        let Some(description) = (self.piece)(first, second, third) else {
            let found = [first, second].iter().collect();
            let examples = self.piece_examples;
            return Err(ReadError::PieceDescription(text, found, examples));
        };
        if matches!(description, PieceDescription::Numbered(kind, _) if kind != PieceKind::Pawn) {
            return Err(ReadError::OnlyPawns(text));
        }
        let Some(direction) = self.direction(third) else {
            let expected = self.expected_direction;
            return Err(ReadError::Character(text, third, 3, expected));
        };
        match (self.number)(fourth) {
            Some(number) => find(board, description, Movement { direction, number }, text),
            None => Err(ReadError::Character(text, fourth, 4, "number from 1 to 9")),
        }
    }
}

/// The one legal move of the pieces described. `text` is for the error.
fn find(
    board: &Board,
    description: PieceDescription,
    movement: Movement,
    text: String,
) -> Result<Move, ReadError> {
    let (side, kind) = (board.side(), description.kind());
    let is_meant = |&square: &Square| {
        PieceOnFile::of(board, square).is_some_and(|piece| description.fits(piece))
    };
    let squares: Vec<Square> = board.pieces(side, kind).filter(is_meant).collect();
    if squares.is_empty() {
        return Err(ReadError::NoPiece(text, side, description.missing_piece()));
    }
    let mut pseudo_legal = MoveList::new();
    board.captures(&mut pseudo_legal);
    board.quiets(&mut pseudo_legal);
    pseudo_legal.retain(|mv| squares.contains(&mv.from()) && Movement::of(side, *mv) == movement);
    let legal = pseudo_legal.iter().copied();
    let legal: Vec<Move> = legal.filter(|&mv| board.is_legal_move(mv)).collect();
    match legal[..] {
        [mv] => Ok(mv),
        [] => Err(match pseudo_legal.first() {
            Some(&mv) => ReadError::LeavesGeneral(text, mv, side),
            None => ReadError::CannotGo(text, Piece::new(side, kind), squares),
        }),
        _ => Err(ReadError::Ambiguous(text, legal)),
    }
}
