//! Mating patterns: samples, near misses, symmetry, and the pages that show the table.

use std::fmt::Write;
use std::path::Path;

use chuhe::board::{Board, Move};
use chuhe::notation::Notation;
use chuhe::notation::text_diagram::{CharacterSet, TextDiagramOptions, draw};
use chuhe::solve::{MATING_PATTERNS, MatingPattern, mating_patterns};

use crate::after;

fn moves(text: &str) -> Vec<Move> {
    let words = text.split(' ');
    words.map(|word| word.parse().expect("a move")).collect()
}

fn names(board: &Board, line: &[Move]) -> Vec<&'static str> {
    let patterns = mating_patterns(board, line).into_iter();
    patterns.map(|pattern| pattern.name).collect()
}

fn sample(pattern: &MatingPattern) -> (Board, Vec<Move>) {
    let board = Board::from_fen(pattern.sample).expect("a position");
    (board, moves(pattern.sample_moves))
}

/// The samples that have further patterns, by name.
const FURTHER: [(&str, &[&str]); 7] = [
    ("smothered-mate", &["trough-horse"]),
    ("iron-bolt", &["facing-generals"]),
    ("double-toast", &["smothered-palace"]),
    ("cannons-around-rook", &["three-on-a-wing"]),
    ("trough-horse", &["facing-generals"]),
    ("side-tiger", &["high-angler-horse"]),
    (
        "pawn-drives-the-general-home",
        &["facing-generals", "rooks-on-both-ribs", "three-rooks"],
    ),
];

#[test]
fn each_sample_has_its_pattern_and_no_other() {
    for pattern in MATING_PATTERNS {
        let (board, line) = sample(pattern);
        let further = FURTHER.iter().find(|(name, _)| *name == pattern.name);
        let mut expected = vec![pattern.name];
        expected.extend(further.map_or(&[][..], |(_, names)| names));
        let mut found = names(&board, &line);
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{}", pattern.name);
    }
}

#[test]
fn patterns_do_not_depend_on_side_and_colour() {
    for pattern in MATING_PATTERNS {
        let (board, line) = sample(pattern);
        let changed =
            |change: fn(Move) -> Move| -> Vec<Move> { line.iter().copied().map(change).collect() };
        let expected = names(&board, &line);
        let mirrored = changed(|mv| Move::new(mv.from().mirrored(), mv.to().mirrored()));
        assert_eq!(names(&board.mirrored(), &mirrored), expected);
        let flipped = changed(|mv| Move::new(mv.from().flipped(), mv.to().flipped()));
        assert_eq!(names(&board.flipped(), &flipped), expected);
    }
}

/// Mates that look like a pattern but do not meet its definition: name, position, moves.
const NEAR_MISSES: [(&str, &str, &str); 31] = [
    ("double-check", "5k3/9/4R3R/9/9/9/9/9/C3K4/9", "i7f7"),
    ("stalemate", "3k5/R8/9/9/9/9/9/9/9/1R3K3", "b0b9"),
    ("facing-generals", "5k3/6N2/9/9/9/9/9/9/1R7/4K4", "b1f1"),
    // The winner's general guards d9.
    ("smothered-mate", "4ka3/4a4/9/3N5/9/9/9/9/9/3K5", "d6c8"),
    ("three-on-a-wing", "4k4/1C1C5/2R6/9/9/9/9/9/3K5/9", "c7c9"),
    ("alternating-rooks", "1R7/6R2/3k5/9/9/9/9/9/4K4/9", "b9d9"),
    // The rook on d9 is not needed.
    ("rooks-on-both-ribs", "3RNk3/4P4/9/9/R8/9/9/9/9/3K5", "a5f5"),
    ("three-rooks", "3k2b2/R3P2R1/9/9/9/9/9/9/5K3/9", "a8d8"),
    ("heart-piercing", "9/4a4/5k3/4R4/9/9/9/9/9/4K1N2", "e6f6"),
    ("iron-bolt", "4k4/3R5/9/9/9/9/9/9/5R3/5K3", "f1f9"),
    ("moon-from-the-sea", "3R5/2N6/5k1N1/9/9/9/9/9/4K4/9", "d9d7"),
    ("doubled-cannons", "3ak4/4a4/9/9/9/9/9/1C7/3K5/9", "b2b9"),
    (
        "smothered-palace",
        "4ka3/4a4/4b2C1/9/4C4/9/9/9/4K4/9",
        "h7h9",
    ),
    // The horse blocks the elephant, so that the cannon on the central file is not needed.
    (
        "heaven-and-earth-cannons",
        "4ka3/4aN3/4b2C1/9/4C4/9/9/9/4K4/9",
        "h7h9",
    ),
    ("bare-cannon", "4ka3/4a4/4b2C1/9/4C4/9/9/9/4K4/9", "h7h9"),
    // The second move of the sample alone.
    ("double-toast", "4kab2/4a4/9/6p2/9/9/6C2/9/9/4K4", "g3g9"),
    ("grinding-cannon", "2b2kCR1/4P4/9/9/9/9/9/9/4K4/9", "g9g3"),
    (
        "cannons-around-rook",
        "5a2C/5k3/5a1CR/9/9/9/9/9/5K3/9",
        "i7i8",
    ),
    // The horse is next to the general.
    (
        "cannon-behind-horse",
        "3aka3/3PN4/9/9/9/C8/9/9/9/4K4",
        "a4e4",
    ),
    ("trough-horse", "2N6/9/4ka2N/9/9/9/9/9/5K3/9", "i7g8"),
    ("corner-horse", "3k5/5R3/5N3/9/9/9/9/9/9/5K3", "f8d8"),
    ("octagonal-horse", "1N1k5/5R3/9/9/9/9/9/9/9/5K3", "f8f9"),
    // The horse on c7 is not needed.
    ("angler-horse", "4k4/4c4/2N6/9/8R/9/9/9/3K5/9", "i5i9"),
    ("high-angler-horse", "9/8R/5k3/4N1N2/9/9/9/9/9/4K4", "e6d8"),
    ("side-tiger", "9/9/5k3/6N2/9/9/9/9/4K4/R8", "a0f0"),
    (
        "standing-horse-and-rook",
        "3k1N3/9/R8/2N6/9/9/9/9/9/5K3",
        "a7a9",
    ),
    ("spring-horse", "6N2/9/3ak4/3N5/9/9/9/9/9/3K5", "d6f5"),
    ("drinking-horses", "6N2/9/3ak1C2/3N5/9/9/9/9/9/3K5", "d6f7"),
    (
        "two-pawns-at-the-gates",
        "3aN4/3P5/4k1P1b/9/9/9/9/5R3/5K3/9",
        "f2f7",
    ),
    ("old-pawn", "3k1P3/9/9/5R3/9/9/4R4/9/9/5K3", "f6d6"),
    // The second move of the sample alone.
    (
        "pawn-drives-the-general-home",
        "4k4/9/4P4/9/9/9/9/9/3R1R3/4K4",
        "e7e8",
    ),
];

#[test]
fn near_misses_are_mates_without_the_pattern() {
    assert_eq!(MATING_PATTERNS.len(), NEAR_MISSES.len());
    for (pattern, (name, fen, line)) in MATING_PATTERNS.iter().zip(NEAR_MISSES) {
        assert_eq!(pattern.name, name);
        let board = Board::from_fen(&format!("{fen} w - - 0 1")).expect("a position");
        let line = moves(line);
        assert!(!after(&board, &line).has_legal_move(), "{name}: no mate");
        assert!(!names(&board, &line).contains(&name), "{name}");
    }
}

#[test]
fn only_a_mate_has_patterns() {
    let (board, line) = sample(&MATING_PATTERNS[0]);
    assert_eq!(names(&board, &[]), [""; 0]);
    let illegal = [line[0], line[0]];
    assert_eq!(names(&board, &illegal), [""; 0]);
}

/// The chapters of all patterns, as they stand on the page.
fn chapters(chinese: bool) -> String {
    let mut text = String::new();
    for pattern in MATING_PATTERNS {
        let MatingPattern {
            name, zh, pinyin, ..
        } = pattern;
        let (board, line) = sample(pattern);
        let end = after(&board, &line);
        let definition = match chinese {
            true => pattern.definition_zh,
            false => pattern.definition,
        };
        let title = match chinese {
            true => format!("{zh}（{name}）"),
            false => format!("{zh} {pinyin} ({name})"),
        };
        let notation = if chinese {
            Notation::Chinese
        } else {
            Notation::Iccs
        };
        let played = notation.write_line(&board, &line).join(" ");
        let options = TextDiagramOptions {
            characters: CharacterSet::HanziBracketed,
            flip: false,
        };
        let diagram = draw(&end, options).join("\n");
        let fen = pattern.sample;
        writeln!(
            text,
            "\n### {title}\n\n{definition}\n\n```text\n{fen}\n{played}\n\n{diagram}\n```"
        )
        .unwrap();
    }
    text
}

/// With `CHUHE_WRITE_PAGES` set, the pages are written anew.
#[test]
fn pages_show_the_table() {
    for (page, chinese) in [("patterns.md", false), ("patterns.zh-CN.md", true)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("docs")
            .join(page);
        let text = std::fs::read_to_string(&path).expect("a page");
        let start = text.find("\n### ").unwrap_or(text.len());
        let expected = chapters(chinese);
        if std::env::var_os("CHUHE_WRITE_PAGES").is_some() {
            let head = text[..start].trim_end();
            std::fs::write(&path, format!("{head}\n{expected}")).expect("written");
        } else {
            assert_eq!(&text[start..], expected, "docs/{page} is not the table");
        }
    }
}
