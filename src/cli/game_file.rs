//! Game files as arguments: their format, and their games.

use std::io::{self, Read};
use std::path::Path;

use super::Failure;
use super::args::Words;
use crate::games::pgn::PgnError;
use crate::games::{Encoding, GameTree, encoding, move_list, pgn, xqf};

/// A format of game files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Pgn,
    Xqf,
    Txt,
}

pub static FORMATS: Words<Format> = Words(
    "pgn: Portable game notation\nxqf: XQStudio\ntxt: Moves from the start, a game on a line",
    &[Format::Pgn, Format::Xqf, Format::Txt],
);

/// The formats that hold variations.
pub static TREE_FORMATS: Words<Format> = Words(
    "pgn: Portable game notation\nxqf: XQStudio",
    &[Format::Pgn, Format::Xqf],
);

impl Format {
    /// The format asked for, or that of a file name's extension. `want` is the end of the message where neither is known.
    pub fn of(
        asked: Option<Format>,
        path: &Path,
        formats: &Words<Format>,
        want: &str,
    ) -> Result<Format, Failure> {
        let end = path.extension().and_then(|end| end.to_str());
        let format = asked.or_else(|| formats.value(end?));
        let error = || Failure::file(path, format!("its name tells no format, want {want}"));
        format.ok_or_else(error)
    }
}

/// The games of a file; `-` is standard input. The encoding of text is detected if none is given; a wrong guess is pointed out where
/// `big5_option` can correct it.
pub fn read(
    path: &Path,
    format: Format,
    encoded: Option<Encoding>,
    big5_option: Option<&str>,
) -> Result<Vec<GameTree>, Failure> {
    let bytes = bytes_of(path)?;
    if format == Format::Xqf {
        let game = xqf::read(&bytes).map_err(|error| Failure::file(path, error))?;
        return Ok(vec![game]);
    }
    let text = match encoded {
        Some(encoding) => encoding.decode(&bytes).map(|text| (text, encoding)),
        None => encoding::decode(&bytes),
    };
    let (text, found) = text.map_err(|error| Failure::file(path, error))?;
    if format == Format::Txt {
        return move_list::read(&text).map_err(|error| Failure::file(path, error));
    }
    pgn::read(&text).map_err(|error| match big5_option {
        Some(option)
            if encoded.is_none()
                && found == Encoding::Gb18030
                && reads_better_as_big5(&bytes, &error) =>
        {
            let hint = format!("read as GB18030, but it may be Big5: {option} big5");
            Failure::file(path, format!("{error} ({hint})"))
        }
        _ => Failure::file(path, error),
    })
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match path == Path::new("-") {
        true => io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes),
        false => std::fs::read(path),
    };
    read.map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))
}

/// True if a file with a fault as GB18030 has none as Big5, or a later one.
fn reads_better_as_big5(bytes: &[u8], error: &PgnError) -> bool {
    Encoding::Big5.decode(bytes).is_ok_and(|text| {
        let other = pgn::read(&text).err();
        other.is_none_or(|other| other.place > error.place)
    })
}

/// Refuses to write to the file that is read, by whatever name.
pub fn not_over(input: &Path, output: &Path) -> Result<(), Failure> {
    let stream = Path::new("-");
    if input == stream || output == stream {
        return Ok(());
    }
    match (input.canonicalize(), output.canonicalize()) {
        // A terminal may well be both.
        (Ok(read), Ok(written)) if read == written && read.is_file() => Err(Failure::file(
            output,
            "it is the file that is read, want another name to write to",
        )),
        _ => Ok(()),
    }
}
