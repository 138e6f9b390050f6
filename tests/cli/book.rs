//! Opening books, made and shown.

use crate::{arguments, chuhe, objects, run_with_input, scratch, scratch_file, stdout_of};

const LISTS: &str = "# three games\n\n\
    h2e2 h9g7 h0g2 i9h9 1-0\n\
    炮八平五 马２进３ 和棋\n\
    C8.5 c2.5 黑胜\n";

#[test]
fn a_book_is_made_shown_and_merged() {
    let lists = scratch_file("book_lists.txt", LISTS);
    let made = scratch("book_made.dat");
    let report = stdout_of(&["book", "make", &lists, "-o", &made, "--plies", "2"]);
    assert_eq!(report, format!("{made}: 2 positions, 4 moves\n"));
    let shown = stdout_of(&["book", "show", &made, "--depth", "2"]);
    assert_eq!(
        shown,
        format!(
            "book      {made}: 2 positions, 4 moves\n\
         position  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n\
         b2e2      3   50.0%  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b - - 1 1\n  \
           b9c7      2   66.7%  r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR w - - 2 2\n  \
           b7e7      1   33.3%  rnbakabnr/9/4c2c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR w - - 2 2\n\
         h2e2      3   50.0%  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1\n  \
           h9g7      2   66.7%  rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2\n  \
           h7e7      1   33.3%  rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2\n"
        )
    );
    let command = "book show {} --moves h2e2 --notation chinese";
    let chinese = stdout_of(&arguments(command, &[&made]));
    assert!(chinese.contains("马８进７      2"), "{chinese}");
    let unknown = stdout_of(&["book", "show", &made, "--moves", "a0a1"]);
    assert!(
        unknown.ends_with("no book has this position\n"),
        "{unknown}"
    );

    let wins = scratch("book_wins.dat");
    stdout_of(&["book", "make", &lists, "-o", &wins, "--results", "win"]);
    let both = scratch("book_both.dat");
    stdout_of(&["book", "merge", &made, &wins, "-o", &both]);
    let rows = objects(&stdout_of(&["book", "show", &both, "--json"]));
    assert_eq!(rows.len(), 2);
    assert_eq!(
        (&rows[0]["move"], &rows[0]["weight"]),
        (&"b2e2".into(), &4.into())
    );
    assert_eq!(rows[0]["share"], 0.5);
}

#[test]
fn standard_input_is_a_list_of_moves_unless_its_contents_show_another_format() {
    let book = scratch("book_of_input.dat");
    for games in [
        "[Event \"e\"]\n\n1. h2e2 h9g7 1-0\n",
        "h2e2 h9g7 1-0\n",
        "炮二平五 马8进7\n",
    ] {
        let mut make = chuhe();
        make.args(["book", "make", "-", "--force", "-o", &book]);
        let output = run_with_input(&mut make, games);
        let report = String::from_utf8_lossy(&output.stdout);
        assert!(report.contains(": 2 positions, "), "{games}: {output:?}");
    }
}

#[test]
fn the_programs_own_book_answers_the_start() {
    let shown = stdout_of(&["book", "show"]);
    assert!(shown.starts_with("book      builtin: "), "{shown}");
    assert!(shown.lines().count() > 3, "{shown}");
}

#[cfg(target_os = "linux")]
#[test]
fn names_of_books_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    let name = std::ffi::OsStr::from_bytes(b"book_\xff.dat");
    let book = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&book, include_bytes!("../../positions/book.dat")).unwrap();
    let merged = scratch("book_of_other_name.dat");
    for command in [
        &["book", "show"][..],
        &["book", "merge", "--force", "-o", &merged],
    ] {
        let output = chuhe().args(command).arg(&book).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}

#[test]
fn a_small_book_is_grown() {
    let out = scratch("book_grown.dat");
    let args = ["--positions", "4", "--nodes", "500", "--plies", "4"];
    let report = stdout_of(&[&["book", "grow", "-o", &out][..], &args].concat());
    assert!(report.contains(": 4 positions, "), "{report}");
}
