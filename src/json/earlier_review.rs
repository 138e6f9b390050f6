//! The review in a file of JSON lines that an earlier run wrote, and a later one continues.

use std::io;
use std::path::Path;

use serde::Deserialize;

use crate::games::GameTree;
use crate::storage::{Journal, JournalReader};

/// The beginning of each line, also of one that is torn.
const BEGINNING: &[u8] = b"{\"type\":\"";

/// The fields of a line that identify its move or game.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    Move {
        game: usize,
        ply: usize,
        #[serde(rename = "move")]
        mv: String,
    },
    Game {
        game: usize,
        result: String,
    },
}

/// Opens the file to write the review of `games` after the games that are complete in it. Returns their number, and whether all
/// moves of the next game were judged. What the file has of that game is cut off. A missing file is created.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] with the line that is no review of these games; then the file is unchanged. Otherwise if the
/// file cannot be read or written.
pub fn continue_review(path: &Path, games: &[GameTree]) -> io::Result<(Journal, usize, bool)> {
    let mut reader = JournalReader::open(path)?;
    let other = |number: u64| {
        let text = format!(
            "line {number} does not belong to a review of these games; --force instead of --resume overwrites the file"
        );
        io::Error::new(io::ErrorKind::InvalidData, text)
    };
    let (mut complete, mut plies, mut complete_length) = (0, 0, 0);
    while let Some((number, bytes)) = reader.next_line()? {
        let tree = games.get(complete);
        let belongs = match (serde_json::from_slice(bytes), tree) {
            (Ok(Line::Move { game, ply, mv }), Some(tree)) => {
                let expected = tree.line.get(plies).map(|node| node.mv.to_string());
                plies += 1;
                (game, ply) == (complete + 1, plies) && Some(mv) == expected
            }
            (Ok(Line::Game { game, result }), Some(tree)) => {
                let is_whole = plies == tree.line.len();
                complete += 1;
                (plies, complete_length) = (0, reader.length());
                is_whole && game == complete && result == tree.result()
            }
            _ => false,
        };
        if !belongs {
            return Err(other(number));
        }
    }
    if reader.number() == 0 && !reader.torn_line_begins(BEGINNING) {
        return Err(other(1));
    }
    let is_judged = (games.get(complete)).is_some_and(|tree| plies == tree.line.len());
    let mut journal = reader.resume()?;
    journal.cut_after(complete_length)?;
    Ok((journal, complete, is_judged))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pgn;
    use std::fs;

    #[test]
    fn reviews_of_other_games_are_refused() {
        let games = pgn::read("1. H2-E2 H9-G7 1-0\n\n1. H2-E2 *\n").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let first = concat!(r#"{"type":"move","game":1,"ply":1,"move":"h2e2"}"#, "\n");
        let second = concat!(r#"{"type":"move","game":1,"ply":2,"move":"h9g7"}"#, "\n");
        let end = concat!(r#"{"type":"game","game":1,"result":"1-0"}"#, "\n");
        for (lines, line) in [
            (&["a\n"][..], 1),
            (&["a"], 1),
            (&[r#"{"a":1}"#], 1),
            (&[first, end], 2),
            (&[second], 1),
            (&[first, first], 2),
            (&[first, second, second], 3),
            (&[first, second, &end.replace("1-0", "0-1")], 3),
            (&[first, second, &end.replace("1,", "2,")], 3),
            (&[&first.replace("h2e2", "b2e2")], 1),
        ] {
            let text = lines.concat();
            fs::write(&path, &text).unwrap();
            let error = continue_review(&path, &games).unwrap_err();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
            let start = format!("line {line} does not belong");
            assert!(error.to_string().starts_with(&start), "{error}");
        }
    }

    #[test]
    fn zeros_after_complete_lines_are_cut_off() {
        let games = pgn::read("1. H2-E2 1-0\n").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let lines = concat!(
            r#"{"type":"move","game":1,"ply":1,"move":"h2e2"}"#,
            "\n",
            r#"{"type":"game","game":1,"result":"1-0"}"#,
            "\n",
        );
        fs::write(&path, lines.to_owned() + &"\0".repeat(100)).unwrap();
        let (_, complete, _) = continue_review(&path, &games).unwrap();
        assert_eq!(complete, 1);
        assert_eq!(fs::read_to_string(&path).unwrap(), lines);
    }
}
