//! `endings`: endgame tables in a folder.

use std::fs;
use std::path::PathBuf;

use chuhe::board::Board;
use chuhe::endgame::{EndgameTable, EndgameTables};

use crate::harness::Engine;

/// A mate with a rook and an advisor.
const FEN: &str = "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1";

/// A folder of this name with the table of [`FEN`] and a file that is none, and the moves to the mate.
fn folder(name: &str) -> (PathBuf, u32) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let material = "KRAvK".parse().unwrap();
    let table = EndgameTable::make(material, &mut || Ok(()), &mut |_, _| {}).unwrap();
    let path = folder.join(EndgameTables::file_name(&material));
    fs::write(path, table.to_bytes()).unwrap();
    fs::write(folder.join("other.egt"), "text").unwrap();
    let result = table.probe(&Board::from_fen(FEN).unwrap()).unwrap();
    (folder, result.moves().unwrap())
}

#[test]
fn tables_of_a_folder_score_mates_at_depth_one() {
    let (folder, moves) = folder("tables of a folder");
    let folder = folder.display();
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name Endings value {folder}"));
    let messages = engine.sync();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(
        messages[0].contains("other.egt: not an endgame table"),
        "{messages:?}"
    );
    assert_eq!(messages[1], "info string endings: 1 table");
    engine.send(&format!("position fen {FEN}"));
    let (_, output) = engine.go("go depth 1");
    let line = output.iter().find(|line| line.contains(" pv ")).unwrap();
    assert!(line.contains(&format!("score mate {moves} ")), "{line}");
    let pv = line.split_once(" pv ").unwrap().1;
    assert_eq!(pv.split(' ').count() as u32, 2 * moves - 1, "{line}");
    let empty = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no tables");
    fs::create_dir_all(&empty).unwrap();
    let empty = empty.display();
    let output = engine.message(&format!("setoption name Endings value {empty}"));
    let expected = format!(
        "endings: {empty}: it has no endgame table (.egt); to make one: chuhe endings make KRvKAABB --out {empty}"
    );
    assert_eq!(output, expected);
    let output = engine.message("setoption name Endings value /no such");
    assert!(
        output.starts_with("endings: cannot read /no such: "),
        "{output}"
    );
    assert!(output.ends_with("; nothing changes"), "{output}");
}
