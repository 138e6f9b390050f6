//! Mistakes of users, and what the program answers: what is wrong, where, and what to do.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{chuhe, scratch_folder};

/// For each mistake a line with the command and the exit code, then the whole answer. `$CHUHE` is the program.
pub const TABLE: &str = include_str!("mistakes.txt");

/// Rule cases with a heading, faults and a valid case.
const FAULTY_CASES: &str = "\u{feff}# a remark\nfen\tlead\tcycle\twinner\r\n\r\n\
    4k4/9 w\t\ta0a1\tred\n\
    5k3/9/9/9/9/R8/6c2/9/9/3K5 w\ta4b5\ta4a3 g3g4 a3a4 g4g3\tred\n\
    5k3/9/9/9/9/R8/6c2/9/9/3K5 w\t\ta4a3 g3h4\tred\n\
    5k3/9/9/9/9/R8/6c2/9/9/3K5 w\t\ta4a3 hello\tred\n\
    5k3/9/9/9/9/R8/6c2/9/9/3K5 w\t\ta4a3 g3g4 a3a4 g4g3\tRed\n\
    5k3/9/9/9/9/R8/6c2/9/9/3K5 w\ta4a3 g3g4 a3a4 g4g3\tred\n\
    5k3/9/9/9/9/9/9/9/R8/3K5 w\ta1a2 f9f8\ta2a1 f8f9 b5b6\tdraw\n\
    5k3/9/9/9/9/9/9/9/R8/3K5 w\t\ta1a2 f9f8\tdraw\n\
    5k3/9/9/9/9/R8/6c2/9/9/3K5 w\t\td0d1 f9f8 d1d0 f8f9\tdraw\r\n";

/// A folder of this name with the files that the commands name.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(scratch_folder(name));
    fs::create_dir_all(folder.join("folder")).expect("created");
    // The header of a file of positions, and a part of a record.
    let mut cut_positions = b"CHUHEPOS\x02".to_vec();
    cut_positions.resize(60, 0);
    let files: [(&str, &[u8]); 24] = [
        ("game.pgn", b"1. h2e2 h9g7 *\n"),
        ("broken.pgn", "1. 炮二平五\n炮三平五 *\n".as_bytes()),
        ("broken.xqf", &[0; 64]),
        ("text.txt", b"not a game\n"),
        ("pairs.txt", "h2e2 h9g7\nh0g2 b9c7\n红胜\n".as_bytes()),
        ("good.epd", b"3k5/9/R8/9/9/9/9/9/9/1R2K4 w\n"),
        ("bad.epd", b"4k4/9 w\nrubbish\n"),
        ("binary.epd", b"\xff\xff\xff\0"),
        ("empty.epd", b"# empty\n"),
        ("old.jsonl", b"old\n"),
        ("old.html", b"old\n"),
        ("old.epd", b"old\n"),
        ("old.dat", b"old\n"),
        ("old.csv", b"old\n"),
        ("typo.toml", b"games = 40\ngame = 3\n"),
        ("broken.toml", b"games = [\n"),
        ("twice.toml", b"games = 2\ngames = 4\n"),
        ("no_match.toml", b"rounds = 2\n"),
        (
            "gbk.toml",
            b"# \xb2\xe2\xca\xd4\n[match]\nopenings = 'good.epd'\n",
        ),
        ("utf16.pgn", b"1\0.\0 \0*\0\n\0"),
        ("damaged.obk", b"SQLite format 3\0damaged"),
        ("cut.bin", &cut_positions),
        ("faults.tsv", FAULTY_CASES.as_bytes()),
        (
            "wrong.tsv",
            b"4k4/9/9/9/9/9/9/9/3R5/5K3 w\t\td1e1 e9d9 e1d1 d9e9\tred\n",
        ),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("written");
    }
    folder
}

/// The words of a command; quotation marks keep spaces together.
pub fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in command.chars() {
        match character {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("a word").push(character),
        }
    }
    words
}

/// The exit code and the whole answer of a command in the folder.
pub fn answer(folder: &Path, command: &str) -> (i32, String) {
    let program = env!("CARGO_BIN_EXE_chuhe");
    let mut run = chuhe();
    let command_line = command.replace("$CHUHE", program);
    let output = run.args(words(&command_line)).current_dir(folder).output();
    let output = output.expect("the program starts");
    let text = String::from_utf8([output.stdout, output.stderr].concat());
    let text = text.expect("UTF-8").replace(program, "$CHUHE");
    (output.status.code().expect("an exit code"), text)
}

#[cfg(target_os = "linux")]
#[test]
fn each_mistake_has_its_answer() {
    let folder = folder("mistakes");
    let mut answered = String::new();
    let rows = TABLE.split("$ chuhe ").skip(1);
    for heading in rows.clone().filter_map(|row| row.lines().next()) {
        let (command, _) = heading.split_once(" => ").expect("an exit code");
        let (code, text) = answer(&folder, command);
        answered += &format!("$ chuhe {command} => {code}\n{text}\n");
    }
    assert!(rows.count() >= 50);
    if answered != TABLE {
        let path = folder.join("answers.txt");
        fs::write(&path, &answered).expect("written");
        let differs = |(answer, expected): &(&str, &str)| answer != expected;
        let mut lines = answered.lines().zip(TABLE.lines());
        let first = lines.find(differs);
        panic!(
            "{} has other answers than the table, first: {first:?}",
            path.display()
        );
    }
}
