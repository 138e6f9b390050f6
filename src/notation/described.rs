//! A move as it is described: who, which way, and how far or where to.
//!
//! Reading is *matching*: the description is held against every legal move, and exactly one must
//! fit. So a text that a strict rule would write otherwise, but that can mean one move only, is
//! understood: 车九平八 where two rooks stand on the ninth file and one of them is blocked.

use super::ReadError;
use super::standing::{Standing, file_number};
use crate::board::{Board, Color, Move, PieceKind, Square};

/// Which way a move goes, as its side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Towards the enemy: 进, `+`.
    Forward,
    /// Homeward: 退, `-`.
    Back,
    /// Along the rank: 平, `.` or `=`.
    Across,
}

/// Which way, and a number: the file reached where the file changes, and the steps where not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// Which way.
    pub way: Way,
    /// File or steps, 1-9.
    pub number: u8,
}

impl Stride {
    /// The stride of a move made by a side.
    pub fn of(color: Color, mv: Move) -> Stride {
        let (from, to) = (mv.from(), mv.to());
        let (start, end) = (from.relative_rank(color), to.relative_rank(color));
        Stride {
            way: match end.cmp(&start) {
                std::cmp::Ordering::Greater => Way::Forward,
                std::cmp::Ordering::Less => Way::Back,
                std::cmp::Ordering::Equal => Way::Across,
            },
            number: match from.file() == to.file() {
                true => start.abs_diff(end),
                false => file_number(color, to),
            },
        }
    }
}

/// A place among several of a kind on one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The first: 前.
    Front,
    /// The middle one of an odd number: 中.
    Middle,
    /// The last: 后.
    Rear,
    /// So many from the front, from 1.
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

/// What a file's number written twice means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The middle pawn of three.
    Middle,
    /// So many from the front.
    Place,
    /// There is no telling.
    Either,
}

/// Which piece a text speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// One of a kind on a file: 炮二.
    OnFile(PieceKind, u8),
    /// WXF's pawn on a file: of three or five the middle one, `P3`.
    PlainPawn(u8),
    /// One of several on a file, whichever that is: 前炮.
    Tandem(PieceKind, Place),
    /// One of several pawns on a file: 前三.
    TandemOn(u8, Place),
    /// A file's number written twice, which has two meanings: WXF's middle one of three pawns there,
    /// and of so many from the front in the notation of place and file.
    Twice(u8, Meaning),
    /// A pawn by its number among the tandem ones: 二兵.
    Numbered(u8),
    /// WXF's front (`true`) and rear pawn, which are the second and the last but one of four or
    /// five: `P+`, `P-`.
    InnerPawn(bool),
    /// WXF's foremost (`true`) and rearmost pawn of four or five: `++`, `--`.
    OuterPawn(bool),
}

impl Who {
    fn fits(self, standing: Standing) -> bool {
        match self {
            Who::OnFile(_, file) => standing.file == file,
            Who::PlainPawn(file) => {
                let told =
                    standing.count.is_multiple_of(2) || standing.order * 2 == standing.count + 1;
                standing.file == file && told
            }
            Who::Tandem(_, place) => place.fits(standing),
            Who::TandemOn(file, place) => standing.file == file && place.fits(standing),
            Who::Twice(file, meaning) => {
                let placed = standing.count > 1 && standing.order == file;
                let middle = standing.count == 3 && standing.order == 2;
                standing.file == file
                    && match meaning {
                        Meaning::Middle => middle || placed && standing.count != 3,
                        Meaning::Place => placed,
                        Meaning::Either => middle || placed,
                    }
            }
            Who::Numbered(number) => standing.number == number,
            Who::InnerPawn(front) => standing.count > 1 && standing.order == inner(standing, front),
            Who::OuterPawn(front) => {
                let outermost = if front { 1 } else { standing.count };
                standing.count > 3 && standing.order == outermost
            }
        }
    }

    /// The kind of piece.
    pub const fn kind(self) -> PieceKind {
        match self {
            Who::OnFile(kind, _) | Who::Tandem(kind, _) => kind,
            _ => PieceKind::Pawn,
        }
    }

    /// What a side lacks that has no such piece.
    fn lack(self) -> String {
        let kind = self.kind();
        match self {
            Who::OnFile(_, file) | Who::PlainPawn(file) => format!("{kind} on its file {file}"),
            Who::Tandem(_, Place::Middle) => format!("three {kind}s on one file"),
            Who::Tandem(_, Place::Order(order)) => format!("{order} {kind}s on one file"),
            Who::Tandem(..) => format!("two {kind}s on one file"),
            Who::TandemOn(file, Place::Middle) => format!("three {kind}s on its file {file}"),
            Who::TandemOn(file, Place::Order(order)) if order > 1 => {
                format!("{order} {kind}s on its file {file}")
            }
            Who::TandemOn(file, _) | Who::Twice(file, _) => {
                format!("two {kind}s on its file {file}")
            }
            Who::Numbered(number) => format!("{number} {kind}s on files with several"),
            Who::InnerPawn(_) => format!("two {kind}s on one file"),
            Who::OuterPawn(_) => format!("four {kind}s on one file"),
        }
    }
}

/// Which of the pawns on a file WXF calls the front or the rear one.
const fn inner(standing: Standing, front: bool) -> u8 {
    match (standing.count > 3, front) {
        (false, true) => 1,
        (false, false) => standing.count,
        (true, true) => 2,
        (true, false) => standing.count - 1,
    }
}

/// A number before a piece that is no pawn.
pub(super) struct OnlyPawns;

/// The characters of a notation, and what is said of those that it does not have.
pub(super) struct Alphabet {
    /// The notation's name.
    pub name: &'static str,
    /// Which piece the first two characters tell of; the third may decide it.
    pub who: fn(char, char, char) -> Option<Result<Who, OnlyPawns>>,
    /// Examples of such characters.
    pub who_examples: &'static str,
    /// Which way the third character goes.
    pub way: fn(char) -> Option<Way>,
    /// What the third character must be.
    pub way_wanted: &'static str,
    /// The number that the fourth character stands for.
    pub number: fn(char) -> Option<u8>,
}

impl Alphabet {
    /// What four characters say, on whatever board. `text` is where they are from, for the error.
    pub fn describe(&self, text: &str, characters: &[char]) -> Result<Described, ReadError> {
        let &[first, second, third, fourth] = characters else {
            return Err(ReadError::Length {
                text: text.to_owned(),
                found: characters.len(),
                notation: self.name,
            });
        };
        let no = |place: usize, want| ReadError::Character {
            text: text.to_owned(),
            found: characters[place - 1],
            place,
            want,
        };
        let who = (self.who)(first, second, third).ok_or_else(|| ReadError::Who {
            text: text.to_owned(),
            found: [first, second].iter().collect(),
            want: self.who_examples,
        })?;
        let who = who.map_err(|OnlyPawns| ReadError::OnlyPawns {
            text: text.to_owned(),
        })?;
        let way = (self.way)(third).ok_or_else(|| no(3, self.way_wanted))?;
        let number = (self.number)(fourth).ok_or_else(|| no(4, "number from 1 to 9"))?;
        let stride = Stride { way, number };
        Ok(Described { who, stride })
    }
}

/// A move as Chinese notation and WXF describe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Described {
    /// Who moves.
    pub who: Who,
    /// Where to.
    pub stride: Stride,
}

impl Described {
    /// The one legal move that fits. `text` is what the description was read from, for the error.
    ///
    /// # Errors
    /// When no piece is so described, none of those described may go there, or several may.
    pub fn find(self, board: &Board, text: &str) -> Result<Move, ReadError> {
        let side = board.side();
        let kind = self.who.kind();
        let text = text.to_owned();
        let squares: Vec<Square> = board
            .pieces(side, kind)
            .filter(|&square| Standing::of(board, square).is_some_and(|s| self.who.fits(s)))
            .collect();
        if squares.is_empty() {
            let lack = self.who.lack();
            return Err(ReadError::NoPiece { text, side, lack });
        }
        let fits = |mv: &Move| squares.contains(&mv.from()) && Stride::of(side, *mv) == self.stride;
        let moves: Vec<Move> = board.legal_moves().into_iter().filter(fits).collect();
        match moves[..] {
            [mv] => Ok(mv),
            [] => {
                let reachable = Square::all()
                    .flat_map(|to| squares.iter().map(move |&from| (from, to)))
                    .filter(|(from, to)| from != to)
                    .map(|(from, to)| Move::new(from, to))
                    .find(|mv| fits(mv) && board.is_pseudo_legal(*mv));
                Err(match reachable {
                    Some(mv) => ReadError::LeavesGeneral { text, mv, side },
                    None => ReadError::CannotGo {
                        text,
                        kind,
                        squares,
                    },
                })
            }
            _ => Err(ReadError::Ambiguous { text, moves }),
        }
    }
}
