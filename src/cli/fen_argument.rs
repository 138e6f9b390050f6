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
    if !is_cut && !is_misplaced {
        return Ok(());
    }
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
    if is_misplaced || words[start].starts_with("--") {
        command.push("--fen".to_owned());
    }
    command.push(quoted(&fen));
    command.extend(after[fields..].iter().map(|word| quoted(word)));
    let command = command.join(" ");
    Err(Failure::Input(match is_cut {
        true => format!("quote the FEN, because it contains spaces: {command}"),
        false => format!("a position follows --fen: {command}"),
    }))
}

/// A word as it is written in a shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |found: char| found.is_alphanumeric() || "-_=./:+,@%".contains(found);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("\"{word}\""),
    }
}
