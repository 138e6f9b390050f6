//! A FEN on the command line that is not quoted, or lacks its `--fen`.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::Path;

use super::Failure;
use crate::board::Piece;

/// The commands that take a position with `--fen`, and a file without it.
const COMMANDS: [&str; 5] = ["analyze", "eval", "judge", "perft", "show"];

/// True for `startpos` and for text that begins with eight ranks of a FEN or more.
pub fn is_fen(text: &str) -> bool {
    let placement = text.split_whitespace().next().unwrap_or_default();
    let is_part = |found: char| found.is_ascii_digit() || Piece::from_letter(found).is_some();
    text == "startpos"
        || placement.matches('/').count() >= 7
            && placement
                .chars()
                .all(|found| found == '/' || is_part(found))
}

/// Returns an error if a FEN is cut at its spaces, or stands where a file is expected. The message has the corrected command.
pub fn check(arguments: &[OsString]) -> Result<(), Failure> {
    let words = arguments.iter().map(|word| word.to_string_lossy());
    let words: Vec<Cow<str>> = words.collect();
    let fen_of = |word: &str| word.strip_prefix("--fen=").unwrap_or(word).to_owned();
    let Some(start) = words.iter().position(|word| is_fen(&fen_of(word))) else {
        return Ok(());
    };
    let (before, after) = (&words[..start], &words[start + 1..]);
    let fen = fen_of(&words[start]);
    let is_side = |word: &Cow<str>| ["w", "b", "r", "W", "B", "R"].contains(&&**word);
    let is_cut = !fen.contains(' ') && after.first().is_some_and(is_side);
    let has_option = words[start].starts_with("--") || before.ends_with(&["--fen".into()]);
    let takes_option = words.get(1).is_some_and(|word| COMMANDS.contains(&&**word));
    let is_misplaced = takes_option && !has_option && !Path::new(&fen).exists();
    let reason = match (is_cut, is_misplaced) {
        (false, false) => return Ok(()),
        (true, _) => "quote the FEN, because it contains spaces",
        (false, true) => "a position follows --fen",
    };
    let is_field =
        |word: &&Cow<str>| **word == "-" || word.bytes().all(|byte| byte.is_ascii_digit());
    let fields = match is_cut {
        true if after.get(1).is_some_and(|word| word == "-") => {
            1 + after.iter().skip(1).take(4).take_while(is_field).count()
        }
        true => 1,
        false => 0,
    };
    let fen = [&[fen.into()], &after[..fields]].concat().join(" ");
    let mut command = vec!["chuhe".to_owned()];
    command.extend(before.iter().skip(1).map(|word| quoted(word)));
    if (is_misplaced && !has_option) || words[start].starts_with("--") {
        command.push("--fen".to_owned());
    }
    command.push(quoted(&fen));
    command.extend(after[fields..].iter().map(|word| quoted(word)));
    Err(Failure::Input(format!("{reason}: {}", command.join(" "))))
}

/// A word as it is written in a shell.
fn quoted(word: &str) -> String {
    let is_plain = |found: char| found.is_alphanumeric() || "-_=./:+,@%".contains(found);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("\"{word}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrected_command_is_in_the_message() {
        const FEN: &str = "3k5/9/9/9/9/9/9/9/9/4K4";
        let message = |text: &str| {
            let text = text.replace("FEN", FEN);
            let quoted = text.split('\'').enumerate();
            let words = quoted.flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().map(OsString::from).collect(),
                _ => vec![OsString::from(part)],
            });
            let checked = check(&words.collect::<Vec<_>>());
            let message = checked.map_or_else(|failure| failure.to_string(), |()| String::new());
            message.replace(FEN, "FEN")
        };
        let quote = "quote the FEN, because it contains spaces: chuhe ";
        for (command, corrected) in [
            (
                "chuhe analyze --fen FEN w --time 9",
                "analyze --fen \"FEN w\" --time 9",
            ),
            (
                "chuhe eval --fen=FEN b - - 0 1",
                "eval --fen \"FEN b - - 0 1\"",
            ),
            ("x/chuhe perft --fen FEN w 3", "perft --fen \"FEN w\" 3"),
            ("chuhe solve FEN r --nodes 9", "solve \"FEN r\" --nodes 9"),
            (
                "chuhe judge FEN w --moves 'a0a1 a9a8'",
                "judge --fen \"FEN w\" --moves \"a0a1 a9a8\"",
            ),
            ("chuhe book show --fen FEN w", "book show --fen \"FEN w\""),
        ] {
            assert_eq!(message(command), format!("{quote}{corrected}"));
        }
        let misplaced = message("chuhe show 'FEN w' --flip");
        assert_eq!(
            misplaced,
            "a position follows --fen: chuhe show --fen \"FEN w\" --flip"
        );
        for valid in [
            "chuhe show --fen 'FEN w'",
            "chuhe solve 'FEN w'",
            "chuhe show --fen FEN",
            "chuhe",
        ] {
            assert_eq!(message(valid), "");
        }
    }
}
