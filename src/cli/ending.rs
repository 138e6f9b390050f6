//! Names of files that promise another kind of file than the one written.

use std::path::Path;

use super::Failure;

/// The ends of names by which pictures, games and records are known. Any other, such as that of a temporary
/// file, promises nothing.
const KNOWN: [&str; 15] = [
    "svg", "png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "pdf", "pgn", "xqf", "json",
    "jsonl", "csv",
];

/// Whether the end of a name fits what an option writes, in either case; `own` are the ends that do.
///
/// # Errors
/// When the name is one of another kind of file.
pub fn fits(option: &str, path: &Path, own: &[&str]) -> Result<(), Failure> {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or("");
    let among = |ends: &[&str]| ends.iter().any(|known| known.eq_ignore_ascii_case(end));
    if among(own) || !among(&KNOWN) {
        return Ok(());
    }
    let (name, own) = (path.display(), own.join(" or ."));
    let text = format!("{option} {name}: it writes no .{end}, want a name in .{own}");
    Err(Failure::Input(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_another_kind_is_refused() {
        let fits = |name: &str| fits("--out", Path::new(name), &["pgn", "jsonl"]);
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
