//! Stroke glyphs: the characters of the pieces and the river, and letters, digits and signs for labels.
//!
//! A picture must not need a font, and the outlines of a font have its licence. So these strokes were drawn for this program,
//! each in a box of 100 by 100 with y downward, as SVG paths (`M`, `L`, `Q`). Parts that several characters share (人 at the
//! left, 包, 車, 馬, 氵) are stored once.

use super::scene::VectorPath;
use crate::board::Piece;

// Shared parts.
const MAN: &str = "M32 5 Q24 30 5 50 M22 34 L22 96";
const CHARIOT: &str =
    "M15 17 L85 17 M50 3 L50 98 M22 32 L78 32 L78 68 L22 68 L22 32 M22 50 L78 50 M4 83 L96 83";
const HORSE: &str = "M22 8 L82 8 M22 8 L22 64 M22 27 L77 27 M22 45 L77 45 M51 8 L51 64 M22 64 L89 64 \
    Q89 84 83 92 Q80 97 68 92 M13 74 Q12 84 6 92 M29 75 Q33 81 34 90 M46 75 Q51 80 53 88 M63 74 Q69 79 71 85";
const WRAP: &str = "M60 4 Q55 24 43 38 M55 21 L93 21 Q93 58 88 70 Q86 76 76 72 M53 40 L77 40 L77 59 L53 59 \
    M53 40 L53 82 Q53 91 62 91 L87 91 Q95 91 95 78";
const WATER: &str = "M10 8 Q17 12 23 19 M4 34 Q12 38 18 44 M7 94 Q17 78 24 60";

/// The character on a piece, in the traditional form of wooden pieces, which differs for all fourteen.
pub fn piece_character(piece: Piece) -> char {
    let names = [
        ['帥', '仕', '相', '傌', '俥', '炮', '兵'],
        ['將', '士', '象', '馬', '車', '砲', '卒'],
    ];
    names[piece.color().index()][piece.kind().index()]
}

/// The strokes of a character in a box of 100 by 100; `None` if there is no glyph for it.
///
/// ```
/// use chuhe::board::Piece;
/// use chuhe::diagram::glyphs::{piece_character, strokes};
/// assert!(Piece::all().all(|piece| strokes(piece_character(piece)).is_some()));
/// assert!(strokes('龍').is_none());
/// ```
pub fn strokes(character: char) -> Option<VectorPath> {
    let parts: &[&str] = match character {
        '帥' => &[
            "M28 3 Q26 12 19 20 M15 20 L43 20 L43 45 L15 45 M15 20 L15 88 M15 58 L45 58 L45 86 L15 86 \
             M57 26 L57 78 M57 26 L95 26 L95 70 Q95 79 84 75 M76 4 L76 98",
        ],
        '將' => &[
            "M35 4 L35 97 M12 12 L12 38 M12 38 L35 38 M4 58 L35 58 M18 58 Q18 80 4 95 \
             M61 3 Q55 20 42 33 M57 15 L90 15 Q80 40 45 51 M56 27 Q62 31 66 37 \
             M42 63 L97 63 M79 49 L79 88 Q79 97 66 92 M54 72 Q60 77 63 84",
        ],
        '仕' => &[MAN, "M36 38 L96 38 M66 6 L66 88 M42 88 L91 88"],
        '士' => &["M6 38 L94 38 M50 6 L50 90 M20 90 L80 90"],
        '相' => &[
            "M5 31 L47 31 M27 5 L27 97 M27 33 Q20 56 4 70 M29 44 Q37 50 44 59 \
             M56 13 L56 95 M56 13 L93 13 L93 95 M56 38 L93 38 M56 63 L93 63 M56 88 L93 88",
        ],
        '象' => &[
            "M36 3 Q28 18 11 30 M33 13 L66 13 Q62 22 54 29 M21 29 L80 29 L80 49 L21 49 L21 29 \
             M50 29 Q50 42 44 52 Q32 62 8 69 M42 55 Q61 66 58 86 Q56 99 42 93 M50 63 Q36 76 9 83 \
             M57 75 Q40 91 7 97 M85 54 Q74 63 58 67 M59 67 Q72 84 95 93",
        ],
        '車' => &[CHARIOT],
        '俥' => return Some(beside_man(CHARIOT, 33.0, 0.66)),
        '馬' => &[HORSE],
        '傌' => return Some(beside_man(HORSE, 31.0, 0.71)),
        '炮' => &[
            "M9 32 Q14 42 12 55 M44 29 Q42 38 36 46 M26 5 Q30 64 4 94 M27 57 Q34 68 42 80",
            WRAP,
        ],
        '砲' => &[
            "M4 14 L43 14 M24 14 Q20 42 3 62 M16 50 L16 90 M16 50 L39 50 L39 86 L16 86",
            WRAP,
        ],
        '兵' => &[
            "M74 6 Q54 17 27 19 M27 19 L27 62 M27 38 L87 38 M62 38 L62 62 M4 62 L96 62 \
             M36 69 Q28 84 9 96 M63 69 Q78 80 91 95",
        ],
        '卒' => &[
            "M46 3 Q51 8 53 15 M9 19 L91 19 M32 21 Q28 38 10 53 M29 36 Q38 42 44 51 M69 21 Q65 38 50 51 \
             M67 36 Q79 43 90 53 M4 66 L96 66 M50 54 L50 98",
        ],
        '楚' => &[
            "M7 17 L47 17 M27 3 L27 47 M27 18 Q20 34 5 42 M29 25 Q37 30 42 38 M54 17 L95 17 M74 3 L74 47 \
             M73 18 Q66 34 53 42 M75 19 Q83 33 96 42 M11 54 L89 54 Q87 60 80 67 M52 54 L52 90 M52 71 L81 71 \
             M29 67 Q27 84 6 97 M26 79 Q42 92 95 95",
        ],
        '河' => &[
            WATER,
            "M31 15 L97 15 M41 35 L41 70 M41 35 L66 35 L66 66 L41 66 M85 15 L85 86 Q85 97 69 92",
        ],
        '漢' => &[
            WATER,
            "M31 15 L97 15 M50 4 L50 26 M78 4 L78 26 M50 26 L78 26 M42 35 L86 35 L86 53 L42 53 L42 35 \
             M64 26 L64 74 M39 63 L90 63 M30 74 L98 74 M64 74 Q58 90 31 98 M66 75 Q76 90 97 97",
        ],
        '界' => &[
            "M23 5 L78 5 L78 44 L23 44 L23 5 M23 24 L78 24 M50 5 L50 44 M50 45 Q38 64 4 74 \
             M50 45 Q63 64 96 74 M35 66 Q36 86 17 98 M66 66 L66 98",
        ],
        _ => &[LATIN
            .lines()
            .find_map(|line| line.strip_prefix(character))?],
    };
    Some(VectorPath::read(&parts.join(" ")))
}

/// The strokes of 人 at the left, and others to the right of it, from `left` on and scaled by `x_scale`.
fn beside_man(strokes: &str, left: f32, x_scale: f32) -> VectorPath {
    let mut path = VectorPath::read(MAN);
    path.join(VectorPath::read(strokes).transformed(left, 0.0, x_scale, 1.0));
    path
}

/// The letters of the files, digits and signs, one on each line.
const LATIN: &str = "\
a M70 40 L70 90 M70 52 Q62 38 48 38 Q26 38 26 64 Q26 90 48 90 Q62 90 70 77
b M30 8 L30 90 M30 52 Q38 38 52 38 Q74 38 74 64 Q74 90 52 90 Q38 90 30 77
c M70 48 Q62 38 51 38 Q28 38 28 64 Q28 90 51 90 Q62 90 70 80
d M70 8 L70 90 M70 52 Q62 38 48 38 Q26 38 26 64 Q26 90 48 90 Q62 90 70 77
e M28 63 L73 63 Q73 38 51 38 Q28 38 28 64 Q28 90 53 90 Q65 90 71 82
f M66 10 Q46 4 46 26 L46 90 M30 40 L64 40
g M70 40 L70 94 Q70 114 50 114 Q38 114 30 107 M70 52 Q62 38 48 38 Q26 38 26 64 Q26 90 48 90 Q62 90 70 77
h M30 8 L30 90 M30 54 Q38 38 52 38 Q70 38 70 58 L70 90
i M50 40 L50 90 M50 17 L50 20
0 M50 10 Q26 10 26 50 Q26 90 50 90 Q74 90 74 50 Q74 10 50 10
1 M34 26 Q46 22 52 10 L52 90 M34 90 L70 90
2 M28 30 Q28 10 50 10 Q72 10 72 31 Q72 46 28 90 L74 90
3 M28 22 Q34 10 50 10 Q71 10 71 29 Q71 47 45 47 Q74 48 74 69 Q74 90 50 90 Q32 90 26 76
4 M60 90 L60 10 L24 66 L78 66
5 M70 10 L34 10 L30 46 Q38 38 50 38 Q74 38 74 64 Q74 90 49 90 Q34 90 26 79
6 M68 18 Q62 10 53 10 Q27 12 27 58 Q27 90 51 90 Q74 90 74 65 Q74 42 52 42 Q32 42 27 62
7 M26 10 L74 10 Q48 44 44 90
8 M50 46 Q30 44 30 28 Q30 10 50 10 Q70 10 70 28 Q70 44 50 46 Q26 49 26 69 Q26 90 50 90 Q74 90 74 69 Q74 49 50 46
9 M32 82 Q38 90 47 90 Q73 88 73 42 Q73 10 49 10 Q26 10 26 35 Q26 58 48 58 Q68 58 73 38
- M28 56 L72 56
% M76 10 L24 90 M28 12 Q16 12 16 26 Q16 40 28 40 Q40 40 40 26 Q40 12 28 12 M72 60 Q60 60 60 74 Q60 88 72 88 Q84 88 84 74 Q84 60 72 60";
