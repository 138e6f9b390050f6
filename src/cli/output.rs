//! Output that several subcommands share: standard output, JSON, scores, names of files.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use serde::Serialize;

use super::Failure;
use crate::eval::Score;
use crate::search::score::{Meaning, meaning};

pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Writes an object on a line of its own, and flushes.
pub fn print_json(out: &mut impl Write, record: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(record)
        .map_err(|error| Failure::Work(format!("cannot write JSON: {error}")))?;
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// The columns of the terminal that standard output is, if it is one.
pub fn terminal_width() -> Option<usize> {
    let out = io::stdout();
    let size = terminal_size::terminal_size_of(&out).filter(|_| out.is_terminal());
    size.map(|(width, _)| width.0.into())
}

/// A score in JSON: `{"cp":35}`, `{"mate":5}` or `{"rule":-4}`. Mate and rule count plies, and are
/// negative for the loser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreRecord {
    Cp(Score),
    Mate(i32),
    Rule(i32),
}

impl From<Score> for ScoreRecord {
    fn from(score: Score) -> ScoreRecord {
        match meaning(score) {
            Meaning::Evaluation(score) => ScoreRecord::Cp(score),
            Meaning::Mate(plies) => ScoreRecord::Mate(plies),
            Meaning::Rule(plies) => ScoreRecord::Rule(plies),
        }
    }
}

/// The extensions of pictures, games and records. Any other, such as that of a temporary file, is accepted for every format.
const EXTENSIONS: [&str; 15] = [
    "svg", "png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "pdf", "pgn", "xqf", "json",
    "jsonl", "csv",
];

/// Refuses a file name whose extension contradicts the format that an option writes; `own` are the extensions of that format,
/// in either case.
pub fn check_extension(option: &str, path: &Path, own: &[&str]) -> Result<(), Failure> {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or("");
    let among = |ends: &[&str]| ends.iter().any(|known| known.eq_ignore_ascii_case(end));
    if among(own) || !among(&EXTENSIONS) {
        return Ok(());
    }
    let (name, own) = (path.display(), own.join(" or ."));
    let text = format!("{option} {name}: it writes no .{end}, want a name in .{own}");
    Err(Failure::Input(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::{MATE, RULE_WIN, ScoreText};

    #[test]
    fn scores_for_people_and_programs() {
        for (score, text, json) in [
            (35, "+35", r#"{"cp":35}"#),
            (0, "0", r#"{"cp":0}"#),
            (-120, "-120", r#"{"cp":-120}"#),
            (MATE - 1, "mate in 1", r#"{"mate":1}"#),
            (MATE - 5, "mate in 3", r#"{"mate":5}"#),
            (4 - MATE, "mated in 2", r#"{"mate":-4}"#),
            (RULE_WIN - 6, "wins by rule", r#"{"rule":6}"#),
            (6 - RULE_WIN, "loses by rule", r#"{"rule":-6}"#),
        ] {
            assert_eq!(ScoreText(score).to_string(), text);
            let record = serde_json::to_string(&ScoreRecord::from(score));
            assert_eq!(record.unwrap(), json);
        }
        assert_eq!(format!("{:>6}", ScoreText(35)), "   +35");
    }

    #[test]
    fn extensions_of_other_formats_are_refused() {
        let fits = |name: &str| check_extension("--out", Path::new(name), &["pgn", "jsonl"]);
        for name in [
            "x.pgn", "x.JSONL", "x", "-", "x.txt", "x.1", "tmp.Ab3d", "a.svg/x",
        ] {
            assert!(fits(name).is_ok(), "{name}");
        }
        for name in ["x.xqf", "x.PNG", "x.pgn.csv", "x.json"] {
            assert!(fits(name).is_err(), "{name}");
        }
        assert_eq!(
            fits("j.xqf").unwrap_err().to_string(),
            "--out j.xqf: it writes no .xqf, want a name in .pgn or .jsonl"
        );
    }
}
