//! Moves in three notations, in and out.

use super::{chuhe, input_error_of, stdout_of};

const CHASE: [&str; 8] = [
    "b0c2", "b9c7", "c2b0", "c7b9", "b0c2", "b9c7", "c2b0", "c7b9",
];

#[test]
fn moves_come_in_any_notation() {
    let fen = |moves: &str| {
        let shown = stdout_of(&["show", "--ascii", "--moves", moves]);
        let line = shown.lines().find(|line| line.starts_with("fen")).unwrap();
        line.to_owned()
    };
    for moves in ["炮二平五 马８进７", "C2.5 h8+7", "H2-E2 馬8進7"] {
        assert_eq!(fen(moves), fen("h2e2 h9g7"));
    }
    assert_eq!(
        input_error_of(&["show", "--moves", "炮二平五 炮五进四"]),
        "error: --moves: move 2 of the list: '炮五进四': black has no cannon on its file 5\n"
    );
}

#[test]
fn judge_and_analyze_print_the_one_chosen() {
    let with = |name: &str| {
        let args = ["judge", "--notation", name, "--moves"];
        stdout_of(&[&args[..], &CHASE[..]].concat())
    };
    for (name, text) in [
        ("iccs", "b0c2  red horse"),
        ("wxf", "H8+7  red horse"),
        ("chinese", "马八进七  red horse"),
    ] {
        assert!(with(name).contains(text), "{}", with(name));
    }
    let args = ["analyze", "--depth", "1", "--notation", "chinese"];
    let table = stdout_of(&[&args[..], &["--fen", "3k5/9/3P5/9/9/9/9/4R4/9/4K4 w"]].concat());
    assert!(!table.contains("best   e2"), "{table}");
    assert!(table.contains("best   "), "{table}");
}

#[test]
fn the_locale_chooses_for_people_and_not_for_programs() {
    let run = |args: &[&str], lang: &str| {
        let mut command = chuhe();
        let output = command.env("LC_ALL", lang).args(args).args(CHASE).output();
        String::from_utf8(output.expect("the program starts").stdout).expect("UTF-8")
    };
    let table = ["judge", "--moves"];
    assert!(run(&table, "zh_CN.UTF-8").contains("马八进七"));
    assert!(run(&table, "en_GB.UTF-8").contains("b0c2"));
    let json = ["judge", "--json", "--moves"];
    assert_eq!(run(&json, "zh_CN.UTF-8"), run(&json, "C"));
    for (all, messages, lang, text) in [
        (Some("C"), "zh_CN.UTF-8", "zh_CN.UTF-8", "b0c2"),
        (Some(""), "zh_CN.UTF-8", "en_GB.UTF-8", "马八进七"),
        (None, "de_DE.UTF-8", "zh_CN.UTF-8", "b0c2"),
        (Some(""), "", "", "b0c2"),
    ] {
        let mut command = chuhe();
        match all {
            Some(all) => command.env("LC_ALL", all),
            None => command.env_remove("LC_ALL"),
        };
        command.env("LC_MESSAGES", messages).env("LANG", lang);
        command.env_remove("LANGUAGE");
        let output = command.args(table).args(CHASE).output();
        let output = output.expect("the program starts").stdout;
        let output = String::from_utf8(output).expect("UTF-8");
        assert!(output.contains(text), "{all:?} {messages} {lang}: {output}");
    }
}
