//! Moves in three notations, in and out, and the language that the locale and `--lang` choose.

use super::{chuhe, stdout_of};

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
fn the_locale_and_the_option_choose_for_people_and_not_for_programs() {
    let run = |locale: &str, args: &[&str]| {
        let mut command = chuhe();
        command.envs(locale.split(' ').filter_map(|pair| pair.split_once('=')));
        let output = command.args(args).args(CHASE).output();
        String::from_utf8(output.expect("the program starts").stdout).expect("UTF-8")
    };
    for (locale, options, start, mv) in [
        ("LC_ALL=zh_CN.UTF-8", &[][..], "结果  ", "马八进七"),
        ("LC_ALL=en_GB.UTF-8", &[], "outcome  ", "b0c2"),
        (
            "LC_ALL=C LC_MESSAGES=zh_CN.UTF-8 LANG=zh_CN.UTF-8",
            &[],
            "outcome  ",
            "b0c2",
        ),
        (
            "LC_ALL= LC_MESSAGES=zh_CN.UTF-8 LANG=en_GB.UTF-8",
            &[],
            "结果  ",
            "马八进七",
        ),
        (
            "LC_MESSAGES=de_DE.UTF-8 LANG=zh_CN.UTF-8",
            &[],
            "outcome  ",
            "b0c2",
        ),
        ("LC_ALL= LC_MESSAGES= LANG=", &[], "outcome  ", "b0c2"),
        ("LC_ALL=zh_CN.UTF-8", &["--lang", "en"], "outcome  ", "b0c2"),
        ("LC_ALL=C", &["--lang=zh"], "结果  ", "马八进七"),
    ] {
        let text = run(locale, &[options, &["judge", "--moves"]].concat());
        assert!(text.starts_with(start), "{locale} {options:?}: {text}");
        assert!(text.contains(mv), "{locale} {options:?}: {text}");
    }
    let json = ["judge", "--json", "--moves"];
    assert_eq!(run("LC_ALL=zh_CN.UTF-8", &json), run("LC_ALL=C", &json));
}
