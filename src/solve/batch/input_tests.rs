//! Tests of the input: lines, encodings and tables.

use std::io;

use super::input::{ADVICE, InputPuzzle, PuzzleInput, Shard};
use super::puzzle::{MAX_LINE_BYTES, PuzzleError};
use super::source_reader::{Source, is_gb18030};
use crate::games::Encoding;

const FEN: &str = "4k4/9/9/9/9/9/9/9/4A4/3K5";

fn items(input: PuzzleInput) -> Vec<InputPuzzle> {
    input.map(|item| item.expect("no error")).collect()
}

fn of(text: impl AsRef<[u8]> + Send + 'static) -> PuzzleInput {
    PuzzleInput::new(vec![Source::reader("text", io::Cursor::new(text))])
}

/// The line numbers and names of the puzzles, all valid.
fn named(input: PuzzleInput) -> Vec<(u64, String)> {
    let items = items(input).into_iter();
    let items = items.inspect(|item| assert!(item.puzzle.is_ok(), "{item:?}"));
    items.map(|item| (item.line, item.id)).collect()
}

#[test]
fn a_puzzle_with_banned_moves_is_invalid() {
    let text = format!(
        "position fen {FEN} b\nbanmoves\ngo depth 3\nposition fen {FEN} b\nbanmoves e9d9\ngo depth 3\nbanmoves e9d9"
    );
    let found: Vec<Option<String>> = items(of(text))
        .into_iter()
        .map(|item| item.puzzle.err().map(|error| error.to_string()))
        .collect();
    let error = "line 5: puzzles are solved without banned moves; leave out 'banmoves'";
    assert_eq!(found, [None, Some(error.to_owned())]);
}

#[test]
fn puzzles_have_line_numbers_and_positions_the_limits_of_their_go() {
    let text = format!(
        "# first\n{FEN} w\nposition fen {FEN} b\n\ngo depth 3\nposition startpos\n{FEN} b id \"x\";\nposition startpos\ngo nodes many\ngo depth 9"
    );
    let items = items(of(text.clone()));
    let lines: Vec<u64> = items.iter().map(|item| item.line).collect();
    assert_eq!(lines, [2, 3, 6, 7, 8]);
    let depth = |index: usize| items[index].puzzle.as_ref().unwrap().limits.depth;
    assert_eq!((depth(1), depth(2)), (Some(3), None));
    assert_eq!(items[3].id, "x");
    let error = items[4].puzzle.as_ref().unwrap_err().to_string();
    assert_eq!(
        error,
        "line 9: go nodes: expected a whole number, found 'many'"
    );
    let bytes: u64 = items.iter().map(|item| item.bytes).sum();
    assert!(bytes <= text.len() as u64);
}

#[test]
fn lines_that_are_not_utf8_or_too_long_are_errors() {
    let mut bytes = b"\xff\xff\n# \xff\n".to_vec();
    bytes.resize(bytes.len() + MAX_LINE_BYTES + 100_000, b'9');
    bytes.extend(format!("\n{FEN} w").bytes());
    let items = items(of(bytes));
    let error = |index: usize| items[index].puzzle.as_ref().unwrap_err().to_string();
    assert!(error(0).starts_with("the line is not UTF-8: byte 1 "));
    assert_eq!(error(1), "the line is longer than 16777216 bytes");
    assert_eq!(items[2].line, 4);
    assert!(items[2].puzzle.is_ok());
}

#[test]
fn tables_and_all_encodings_are_read() {
    let table = format!("# mine\nName;FEN;ID\nx;{FEN} w;三子归边\ny;{FEN} b;\n");
    let ids = |bytes: Vec<u8>, encoding| {
        let mut input = of(bytes);
        input.encoding = encoding;
        named(input)
    };
    let expected = [(3, "三子归边".to_owned()), (4, "y".to_owned())];
    assert_eq!(ids(table.clone().into_bytes(), None), expected);
    for encoding in [Encoding::Gb18030, Encoding::Utf16] {
        let bytes = encoding.encode(&table).unwrap();
        assert_eq!(ids(bytes.clone(), None), expected, "{encoding}");
        assert_eq!(ids(bytes, Some(encoding)), expected, "{encoding}");
    }
    let mut big_endian = Encoding::Utf16.encode(&table).unwrap();
    big_endian.chunks_mut(2).for_each(<[u8]>::reverse);
    let without_mark = big_endian[2..].to_vec();
    for bytes in [big_endian, without_mark] {
        assert_eq!(ids(bytes, Some(Encoding::Utf16)), expected);
    }
    let text = Source::text("text", format!("{FEN} w; id \"三子归边\";"));
    let mut input = PuzzleInput::new(vec![text]);
    input.encoding = Some(Encoding::Gb18030);
    assert_eq!(items(input)[0].id, "三子归边");
    let table = table.replace("三子归边", "三子歸邊");
    let bytes = Encoding::Big5.encode(&table).unwrap();
    assert_eq!(ids(bytes, Some(Encoding::Big5))[0].1, "三子歸邊");
}

#[test]
fn cells_of_a_table_may_be_empty_or_begin_with_a_number_sign() {
    let table = format!(
        "# mine\n\u{feff}名称\t序号\t局面\n\t1\t{FEN} w\n#2\t2\t{FEN} w\r\n\t\t\r\n二\t3\n# end\n三\t4\tgo depth 3\n"
    );
    let items = items(of(table));
    let found = items
        .iter()
        .map(|item| (item.line, item.id.as_str(), item.puzzle.is_ok()));
    let expected = [
        (3, "1", true),
        (4, "#2", true),
        (6, "二", false),
        (8, "三", false),
    ];
    assert_eq!(Vec::from_iter(found), expected);
}

#[test]
fn a_table_may_have_a_title_above_its_heading() {
    let table = format!("象棋杀法 2024/11/28,,\n,,\n题号,局面,步数\n7,{FEN} w,1\n");
    assert_eq!(named(of(table)), [(4, "7".to_owned())]);
    let table = format!("#,FEN\n7,position fen {FEN} w\n8,go depth 3\n");
    let rows = items(of(table));
    let found = rows
        .iter()
        .map(|item| (item.id.as_str(), item.puzzle.is_ok()));
    assert_eq!(Vec::from_iter(found), [("7", true), ("8", false)]);
    // One without empty cells after it is an invalid line, as is a line with a mistake.
    let items = items(of(format!("象棋杀法习题集\n题号,局面\n7,{FEN} w\n")));
    let found = items.iter().map(|item| (item.line, item.puzzle.is_ok()));
    assert_eq!(Vec::from_iter(found), [(1, false), (3, true)]);
    for wrong in ["position startpos moves h2e2;", "garbage;"] {
        assert!(
            self::items(of(format!("{wrong}\n{FEN} w\n")))[0]
                .puzzle
                .is_err()
        );
    }
}

#[test]
fn cells_of_a_table_may_have_line_breaks() {
    let table = format!(
        "sep=;\nid;note;fen;am\n1;\"two\r\nlines; \"\"three\"\"\n\";{FEN} w;\n\"2\nb\";;\"{FEN} w\n# easy\";\n\n3;x;{FEN} w;\n"
    );
    let lines = [(3, "1"), (6, "2 b"), (10, "3")].map(|(line, id)| (line, id.to_owned()));
    assert_eq!(named(of(table)), lines);
    // A heading and a title above it may have some, too.
    let table = format!(
        "\"Mates\n2024\",,\n\"No.\n\",\"FEN\n(red to move)\",note\n7,{FEN} w,\"\n{FEN}\"\n"
    );
    assert_eq!(named(of(table)), [(6, "7".to_owned())]);
    // Quoted text without an end, or that would enclose other rows or a heading, ends with its line.
    for (heading, rows) in [
        ("id,note,fen", "1,\"open,F\n2,plain,F\n3,\"\nx\",F"),
        ("id,note,fen", "1,\"open,F\n2,5\",F\n3,x,F"),
        ("id,fen,note", "\"1,F,x\n2,F,y\n3,F,\"\nz\""),
        (
            "fen,note",
            "4k4/9 w,\"x\nF,\"\nF,\"from startpos\nin 20 moves\"",
        ),
        ("fen,note", "# see A,\"x\nF,y\nF,\"end\""),
        ("# A,\"B\nfen,id", "F,C\",D\nF,2"),
    ] {
        let table = format!("{heading}\n{}", rows.replace('F', &format!("{FEN} w")));
        let items = items(of(table));
        let valid = items.iter().filter(|item| item.puzzle.is_ok()).count();
        assert_eq!(valid, 2, "{heading} {items:?}");
    }
    for (start, end) in [
        ("\"2", "3"),
        ("\"2", "\"3"),
        ("\"2", "\"3\""),
        ("\"2", "3\""),
    ] {
        let table = format!(
            "fen,id\n{FEN} w,1\n{FEN} w,{start}\n{FEN} w,{end}\n{}",
            "\n".repeat(120)
        );
        let items = items(of(table));
        let lines = items.iter().map(|item| (item.line, item.puzzle.is_ok()));
        assert_eq!(
            Vec::from_iter(lines),
            [2, 3, 4].map(|line| (line, true)),
            "{start} {end}"
        );
    }
}

#[test]
fn a_position_is_no_heading() {
    let items = items(of(format!("{FEN} w;id\n{FEN} w\n")));
    assert_eq!(items.iter().filter(|item| item.puzzle.is_ok()).count(), 2);
}

#[test]
fn a_table_without_positions_gives_one_error() {
    let items = items(of("名称,棋盘\n一,x\n二,y\n"));
    let errors = items
        .iter()
        .map(|item| (item.line, item.puzzle.as_ref().unwrap_err()));
    assert_eq!(
        Vec::from_iter(errors),
        [(1, &PuzzleError::NoPositionColumn)]
    );
    let items = self::items(of("名称,局面\n红先/胜,\n"));
    let error = items[0].puzzle.as_ref().unwrap_err();
    assert_eq!(error, &PuzzleError::EmptyPosition);
}

#[test]
fn shards_are_a_partition_and_finished_lines_are_left_out() {
    let input = |shard| {
        let mut input = of(format!("{FEN} w\n").repeat(10));
        input.shard = shard;
        input
    };
    let part = |number| input(Some(Shard { number, of: 3 }));
    let lines = |number| {
        let items = items(part(number));
        items.iter().map(|item| item.line).collect::<Vec<_>>()
    };
    assert_eq!(lines(1), [1, 4, 7, 10]);
    assert_eq!([lines(2), lines(3)].concat(), [2, 5, 8, 3, 6, 9]);
    let (mut first, mut all) = (part(1), input(None));
    let about = items(input(None))[0].about();
    assert!(first.finished.mark("", 4, &about, false));
    assert!(all.finished.mark("", 4, &about, false));
    let left = items(first);
    assert_eq!((left.len(), left[1].line), (3, 7));
    // Results of other shards are no fault, but those of lines that the input lacks.
    let checked = |of_shard, line, first_line| {
        let mut input = input(of_shard);
        input.first_line = first_line;
        assert!(input.finished.mark("", line, &about, false));
        input.check().map_err(|error| error.to_string())
    };
    let shard = Some(Shard { number: 1, of: 3 });
    assert_eq!(checked(shard, 5, 1), Ok(()));
    assert_eq!(checked(None, 4, 5), Ok(()));
    let lacks = checked(None, 11, 1).unwrap_err();
    assert!(lacks.starts_with("line 11: the results to resume have a puzzle there"));
    assert!(all.finished.mark("", 5, "something else", false));
    let last = all.find_map(Result::err);
    assert_eq!(
        last.unwrap().to_string(),
        format!("line 5: the results to resume have another position there; {ADVICE}")
    );
}

#[test]
fn names_that_are_utf8_by_chance_are_read_in_the_encoding_of_the_source() {
    let expected = [(1, "双杀"), (2, "士"), (3, "三子归边"), (4, "帅")];
    let expected = expected.map(|(line, name)| (line, name.to_owned()));
    let text: String = expected
        .iter()
        .map(|(_, name)| format!("{name}: {FEN} w\n"))
        .collect();
    assert_eq!(named(of(text.clone())), expected);
    let bytes = Encoding::Gb18030.encode(&text).unwrap();
    assert_eq!(named(of(bytes.clone())), expected);
    // The last character may be cut.
    let end = bytes.iter().rposition(|byte| !byte.is_ascii()).unwrap();
    for head in [&bytes[..], &bytes[..end]] {
        assert!(is_gb18030(head));
    }
    assert!(!is_gb18030(&text.as_bytes()[..2]));
    // A comment says nothing.
    let comment = Encoding::Gb18030.encode("# 残局\n").unwrap();
    let items = named(of([&comment, text.as_bytes()].concat()));
    assert_eq!(items[1].1, "士");
    assert!(!is_gb18030(&[text.as_bytes(), &bytes[..]].concat()));
}

#[test]
fn lines_end_with_a_line_feed_a_carriage_return_or_both() {
    let text = format!("a: {FEN} w\rb: {FEN} w\r\n# c\n\rd: {FEN} w\r");
    let expected = [(1, "a"), (2, "b"), (5, "d")].map(|(line, name)| (line, name.to_owned()));
    assert_eq!(named(of(text)), expected);
}

#[test]
fn a_line_with_all_variations_of_a_puzzle_is_read() {
    let text = format!("a: {FEN} w c8 \"{}\";", "h2e2 ".repeat(200_000));
    assert_eq!(named(of(text)), [(1, "a".to_owned())]);
}
