//! Game files from one format to another.

use std::fs;

use super::{bad, good, scratch};

#[test]
fn a_game_goes_round_all_formats() {
    let first = scratch("convert_first.pgn");
    let text = "[Red \"甲\"]\n[Result \"1-0\"]\n\n1. 炮二平五 {中炮} 马８进７ (1... 炮８平５ 2. 马二进三) 1-0\n";
    fs::write(&first, text).unwrap();
    let path = |name: &str| scratch(name).to_str().unwrap().to_owned();
    let (xqf, gbk, last) = (
        path("convert.xqf"),
        path("convert_gbk.pgn"),
        path("convert_last.pgn"),
    );
    let first = first.to_str().unwrap();
    good(&["convert", first, &xqf]);
    good(&[
        "convert",
        &xqf,
        &gbk,
        "--notation",
        "wxf",
        "--encoding",
        "gb18030",
    ]);
    assert!(String::from_utf8(fs::read(&gbk).unwrap()).is_err());
    good(&["convert", &gbk, &last, "--notation", "chinese"]);
    let last = fs::read_to_string(&last).unwrap();
    let moves = "1. 炮二平五 {中炮} 1... 马８进７ (1... 炮８平５ 2. 马二进三) 1-0";
    assert!(
        last.contains(moves) && last.contains("[Red \"甲\"]"),
        "{last}"
    );
    let printed = good(&["convert", &gbk, "-", "--to", "pgn"]);
    assert!(printed.contains("1. H2-E2 {中炮} 1... H9-G7"), "{printed}");
}

#[test]
fn what_is_broken_is_told_with_its_place() {
    let broken = scratch("convert_broken.pgn");
    fs::write(&broken, "1. 炮二平五\n炮三平五").unwrap();
    let broken = broken.to_str().unwrap();
    assert_eq!(
        bad(&["convert", broken, "-", "--to", "pgn"]),
        format!(
            "error: {broken}: line 2, column 1: '炮三平五': black has no cannon on its file 3\n"
        )
    );
    assert!(bad(&["convert", "x.doc", "y.pgn"]).contains("want .pgn, .xqf or --from"));
    assert!(bad(&["convert", "none.xqf", "y.pgn"]).contains("cannot read none.xqf"));
    assert!(bad(&["convert", broken, "-", "--from", "xqf", "--to", "pgn"]).contains("no XQF file"));
}
