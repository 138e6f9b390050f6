//! Game files of all formats: detects the format and the encoding, reads the games, and writes them.

use std::path::Path;

use super::ccbridge::CcbridgeError;
use super::dhtmlxq::DhtmlXqError;
use super::encoding::EncodingError;
use super::pgn::PgnError;
use super::{Encoding, GameTree, ccbridge, dhtmlxq, encoding, move_list, pgn, text, xqf};
use crate::notation::Notation;

/// The byte order mark of UTF-8.
pub(crate) const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// A format of game files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    /// Portable game notation.
    Pgn,
    /// XQStudio.
    Xqf,
    /// CCBridge, a game.
    Cbr,
    /// CCBridge, a library of games.
    Cbl,
    /// DhtmlXQ, of dpxq.com.
    DhtmlXq,
    /// Moves in Chinese notation.
    Text,
    /// Moves from the initial position, a game on a line.
    MoveList,
}

impl GameFormat {
    /// The formats that are read, with variations.
    pub const READ: &[GameFormat] = &[
        GameFormat::Pgn,
        GameFormat::Xqf,
        GameFormat::Cbr,
        GameFormat::Cbl,
        GameFormat::DhtmlXq,
        GameFormat::Text,
    ];

    /// The formats that are written.
    pub const WRITTEN: &[GameFormat] = &[
        GameFormat::Pgn,
        GameFormat::Xqf,
        GameFormat::DhtmlXq,
        GameFormat::Text,
    ];

    /// The extension of file names, without the point.
    pub const fn extension(self) -> &'static str {
        match self {
            GameFormat::Pgn => "pgn",
            GameFormat::Xqf => "xqf",
            GameFormat::Cbr => "cbr",
            GameFormat::Cbl => "cbl",
            GameFormat::DhtmlXq => "ubb",
            GameFormat::Text | GameFormat::MoveList => "txt",
        }
    }

    /// The one of the formats with this extension, in either case.
    pub fn named(extension: &str, formats: &[GameFormat]) -> Option<GameFormat> {
        let mut formats = formats.iter().copied();
        formats.find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// True if a file of this format is not text, so that no encoding is chosen for it.
    #[cfg(feature = "cli")]
    pub(crate) const fn is_binary(self) -> bool {
        matches!(self, GameFormat::Xqf | GameFormat::Cbr | GameFormat::Cbl)
    }

    /// The names of formats, for a message: their extensions.
    pub(crate) fn names(formats: &[GameFormat]) -> String {
        let names: Vec<&str> = formats.iter().map(|format| format.extension()).collect();
        names.join(", ")
    }

    /// The format by the extension of a file name.
    pub fn from_extension(path: &Path, formats: &[GameFormat]) -> Option<GameFormat> {
        GameFormat::named(path.extension()?.to_str()?, formats)
    }

    /// The format of a file by its extension or its contents. A file with the extension of a format is taken to have it, also if
    /// the contents do not show it.
    pub fn of_file(path: &Path, bytes: &[u8], formats: &[GameFormat]) -> Option<GameFormat> {
        let detected = GameFormat::detect(path, bytes, formats);
        detected.or_else(|| GameFormat::from_extension(path, formats))
    }

    /// The format of a game file by its extension or its contents; `None` for any other file. Files of many kinds end in
    /// .txt, so the contents decide whether one of them has games.
    pub fn detect(path: &Path, bytes: &[u8], formats: &[GameFormat]) -> Option<GameFormat> {
        let format = GameFormat::from_extension(path, formats);
        let decoded = encoding::has_utf16_mark(bytes).then(|| Encoding::Utf16.decode_lossy(bytes));
        let bytes = decoded.as_ref().map_or(bytes, String::as_bytes);
        let text = bytes.strip_prefix(UTF8_MARK).unwrap_or(bytes);
        let has_tag = || bytes.windows(8).any(|window| window == b"[DhtmlXQ");
        let is_text = || begins_with_game(bytes, None);
        let is_txt = format == Some(GameFormat::Text);
        let by_contents = || match () {
            () if xqf::is_xqf(bytes) => Some(GameFormat::Xqf),
            () if bytes.starts_with(ccbridge::RECORD_MAGIC) => Some(GameFormat::Cbr),
            () if bytes.starts_with(ccbridge::LIBRARY_MAGIC) => Some(GameFormat::Cbl),
            () if has_tag() => Some(GameFormat::DhtmlXq),
            () if is_txt && is_text() => Some(GameFormat::Text),
            // Other text may begin with square brackets, too.
            () if pgn::begins_with_tag(&String::from_utf8_lossy(text)) => Some(GameFormat::Pgn),
            () if is_text() => Some(GameFormat::Text),
            () => None,
        };
        let format = format.filter(|_| !is_txt).or_else(by_contents);
        format.filter(|format| formats.contains(format))
    }

    /// Reads the games of a file with these contents. The encoding of text is detected if none is given.
    ///
    /// # Errors
    /// If the contents are not games in this format, with the place of the error.
    ///
    /// ```
    /// use chuhe::games::{Encoding, GameFormat};
    /// use chuhe::notation::Notation;
    /// let bytes = "1. 炮二平五 马８进７ *".as_bytes();
    /// let format = GameFormat::of_file("game.txt".as_ref(), bytes, GameFormat::READ).ok_or("no games")?;
    /// let games = format.read(bytes, None)?;
    /// let pgn = GameFormat::Pgn.to_bytes(&games, Notation::Iccs, Encoding::Gb18030)?;
    /// assert_eq!(GameFormat::Pgn.read(&pgn, None)?[0].line, games[0].line);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(self, bytes: &[u8], encoding: Option<Encoding>) -> Result<Vec<GameTree>, String> {
        let games = read_each(bytes, self, encoding, None);
        games.into_iter().collect()
    }

    /// Returns the bytes of a file with these games. `notation` is that of the moves in PGN.
    ///
    /// # Errors
    /// If the format is not in [`GameFormat::WRITTEN`] or cannot hold the games, or the encoding lacks a character.
    ///
    /// # Panics
    /// If a move leaves an empty square.
    pub fn to_bytes(
        self,
        games: &[GameTree],
        notation: Notation,
        encoding: Encoding,
    ) -> Result<Vec<u8>, String> {
        let write = |game: &GameTree| match self {
            GameFormat::DhtmlXq => dhtmlxq::write(game, encoding),
            GameFormat::Text => text::write(game, encoding),
            _ => pgn::write_for(game, notation, encoding),
        };
        match (self, games) {
            (GameFormat::Xqf, [game]) => xqf::write(game, None).map_err(|error| error.to_string()),
            (GameFormat::Xqf, _) => Err(format!("XQF holds one game, there are {}", games.len())),
            _ if !GameFormat::WRITTEN.contains(&self) => {
                Err(format!("{self:?} is read but not written"))
            }
            _ => {
                let texts: Vec<String> = games.iter().map(write).collect();
                encoding.encode(&texts.join("\n")).map_err(|error| {
                    let lacks = |text: &String| encoding.encode(text).is_err();
                    match texts.iter().position(lacks) {
                        Some(index) if texts.len() > 1 => format!("game {}: {error}", index + 1),
                        _ => error.to_string(),
                    }
                })
            }
        }
    }
}

/// How many bytes of a file show whether it is a game in Chinese notation.
pub const FIRST_BYTES: usize = 1 << 14;

/// True if bytes begin with a game as [`text::is_game`] finds it. The encoding is detected if none is given.
pub fn begins_with_game(bytes: &[u8], encoding: Option<Encoding>) -> bool {
    let first = &bytes[..bytes.len().min(FIRST_BYTES)];
    // The last character may be cut off.
    let cuts = 0..if first.len() < bytes.len() { 4 } else { 1 };
    let mut decoded = cuts.filter_map(|cut| decode(&first[..first.len() - cut], encoding).ok());
    decoded.any(|(text, _)| text::is_game(&text))
}

/// Reads the games of a file as [`GameFormat::read`], but goes on after a game with an error. The error stands in place of its
/// game. An error that concerns the whole file, or is in a list of moves, stands alone. If the detected encoding may be wrong, an
/// error names `encoding_option`, the option that corrects it.
pub fn read_each(
    bytes: &[u8],
    format: GameFormat,
    encoding: Option<Encoding>,
    encoding_option: Option<&str>,
) -> Vec<Result<GameTree, String>> {
    let describe = |error: CcbridgeError| error.to_string();
    let games = match format {
        GameFormat::Xqf => Ok(vec![xqf::read(bytes).map_err(|error| error.to_string())]),
        GameFormat::Cbr => Ok(vec![ccbridge::read(bytes).map_err(describe)]),
        GameFormat::Cbl => described(ccbridge::read_library_each(bytes), describe),
        _ => read_text(bytes, format, encoding, encoding_option),
    };
    games.unwrap_or_else(|error| vec![Err(error)])
}

/// The games of a file, with their errors or that of the whole file as texts.
fn described<E>(
    games: Result<Vec<Result<GameTree, E>>, E>,
    describe: impl Fn(E) -> String,
) -> Result<Vec<Result<GameTree, String>>, String> {
    let games = games.map_err(&describe)?.into_iter();
    Ok(games.map(|game| game.map_err(&describe)).collect())
}

/// Reads the games of a file in one of the other formats.
fn read_text(
    bytes: &[u8],
    format: GameFormat,
    encoding: Option<Encoding>,
    encoding_option: Option<&str>,
) -> Result<Vec<Result<GameTree, String>>, String> {
    // Text in UTF-16 has zero bytes in its line ends.
    let has_mark = encoding::has_utf16_mark(bytes);
    let may_be_utf16 = encoding.is_none() && !has_mark && bytes.contains(&0);
    let utf16_hint = match encoding_option {
        Some(option) if may_be_utf16 => hint_at_utf16(option),
        _ => String::new(),
    };
    let (text, found) =
        decode(bytes, encoding).map_err(|error| match (&error, encoding_option) {
            (EncodingError::Unknown { utf8, gb18030 }, Some(option)) if !may_be_utf16 => {
                // Most of the file is text in the right one.
                let likely = match utf8 > gb18030 {
                    _ if has_mark => "utf-16",
                    true => "utf-8",
                    false => "gb18030",
                };
                let option = with_name(option, likely);
                format!("{error} ({option} reads it and replaces invalid bytes)")
            }
            _ => format!("{error}{utf16_hint}"),
        })?;
    let offset = |offset: usize| byte_offset(bytes, &text[..offset], found);
    let read: ReadEach = match format {
        GameFormat::MoveList => return Ok(move_list::read(&text)?.into_iter().map(Ok).collect()),
        GameFormat::DhtmlXq => {
            return described(dhtmlxq::read_each(&text), |error| {
                let offset = offset(error.offset);
                DhtmlXqError { offset, ..error }.to_string()
            });
        }
        GameFormat::Text => text::read_each,
        _ => pgn::read_each,
    };
    let games = read(&text);
    let may_be_big5 = encoding.is_none() && found == Encoding::Gb18030;
    let first_error = games.iter().find_map(|game| game.as_ref().err());
    let hint = match (encoding_option, first_error) {
        (Some(option), Some(error)) if may_be_big5 && reads_better_as_big5(bytes, error, read) => {
            hint_at_big5(option)
        }
        _ => utf16_hint,
    };
    let describe = |error: PgnError| match format {
        GameFormat::Text => format!("byte {}: {error}{hint}", offset(error.location.offset)),
        _ => format!("{error}{hint}"),
    };
    let games = games.into_iter().map(|game| game.map_err(describe));
    Ok(games.collect())
}

/// Returns the text of a file and its encoding, which is detected if none is given. Bytes that are not text in a given encoding
/// are replaced.
///
/// # Errors
/// If no encoding is given and none fits.
fn decode(bytes: &[u8], encoding: Option<Encoding>) -> Result<(String, Encoding), EncodingError> {
    match encoding {
        Some(encoding) => {
            let text = encoding::with_line_feeds(encoding.decode_lossy(bytes));
            Ok((text, encoding))
        }
        None => encoding::decode(bytes),
    }
}

/// Describes what [`read_each`] replaces in a file in this encoding; `None` if nothing.
#[cfg(feature = "cli")]
pub fn describe_replaced(
    bytes: &[u8],
    format: GameFormat,
    encoding: Option<Encoding>,
) -> Option<String> {
    let encoding = encoding.filter(|_| !format.is_binary())?;
    let first = encoding.first_invalid(bytes)?;
    let count = encoding.decode_lossy(bytes).matches('\u{fffd}').count();
    Some(format!(
        "invalid {encoding} is replaced (count: {count}, first at byte {first})"
    ))
}

/// The option with the name of an encoding. In Python, where it ends in `=`, the name is a string.
fn with_name(option: &str, name: &str) -> String {
    match option.ends_with('=') {
        true => format!("{option}\"{name}\""),
        false => format!("{option} {name}"),
    }
}

/// The end of an error message about a file that may be UTF-16, which `option` sets.
fn hint_at_utf16(option: &str) -> String {
    format!(" (it may be UTF-16: {})", with_name(option, "utf-16"))
}

/// The end of an error message about a file that may be Big5, which `option` sets.
fn hint_at_big5(option: &str) -> String {
    let option = with_name(option, "big5");
    format!(" (read as GB18030, but it may be Big5: {option})")
}

/// The first bytes of the documents and spreadsheets of office programs: ZIP, and the older compound files of Microsoft Office.
#[cfg(feature = "cli")]
const DOCUMENT_MAGICS: [&[u8]; 2] = [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"];

/// The end of an error message that says what a file may be by its first bytes: a document, or text in an encoding that is not
/// detected and that `option` sets.
#[cfg(feature = "cli")]
pub fn encoding_hint(first: &[u8], option: &str) -> String {
    // The last character may be cut off.
    let error = std::str::from_utf8(first).err();
    let is_utf8 = error.is_none_or(|error| error.error_len().is_none());
    // In GB2312 both bytes of a character are above 0xa0, in Big5 the second is often in ASCII.
    let mut runs = first.rsplit(u8::is_ascii).skip(1);
    let is_gb2312 =
        runs.all(|run| run.len().is_multiple_of(2) && run.iter().all(|&byte| byte > 0xa0));
    // Big5 has no byte from 0x80 to 0xa0, except in its extension for Hong Kong; GBK has.
    let is_gbk = first.iter().any(|byte| (0x80..=0xa0).contains(byte));
    let invalid = Encoding::Big5.first_invalid(first);
    match () {
        () if DOCUMENT_MAGICS.iter().any(|magic| first.starts_with(magic)) => {
            " (a ZIP archive, spreadsheet or document; save it as CSV or text)".to_owned()
        }
        () if encoding::has_utf16_mark(first) => String::new(),
        () if first.contains(&0) => hint_at_utf16(option),
        () if is_utf8 || is_gb2312 || is_gbk => String::new(),
        () if invalid.is_none_or(|offset| offset + 2 > first.len()) => hint_at_big5(option),
        () => String::new(),
    }
}

/// The offset in a file of the end of its decoded text before an error.
fn byte_offset(bytes: &[u8], before: &str, encoding: Encoding) -> usize {
    let (_, mark) = encoding.codec_and_mark(bytes);
    mark + match encoding {
        Encoding::Utf8 => before.len(),
        Encoding::Utf16 => 2 * before.encode_utf16().count(),
        _ => encoding
            .encode(before)
            .map_or(before.len(), |bytes| bytes.len()),
    }
}

/// A reader of PGN or text.
type ReadEach = fn(&str) -> Vec<Result<GameTree, PgnError>>;

/// True if a file that has an error as GB18030 has none as Big5, or a later one.
fn reads_better_as_big5(bytes: &[u8], error: &PgnError, read: ReadEach) -> bool {
    Encoding::Big5.decode(bytes).is_ok_and(|text| {
        let other = read(&text).into_iter().find_map(Result::err);
        other.is_none_or(|other| other.location > error.location)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_recognised_by_its_beginning() {
        let text = format!("1. 炮二平五 {{上{}}}", "上".repeat(FIRST_BYTES));
        for encoding in [Encoding::Utf8, Encoding::Gb18030, Encoding::Utf16] {
            for blanks in ["", " ", "  ", "   "] {
                let bytes = encoding.encode(&format!("{blanks}{text}")).unwrap();
                assert!(begins_with_game(&bytes, None), "{encoding}");
            }
        }
        assert!(!begins_with_game("上".repeat(FIRST_BYTES).as_bytes(), None));
    }

    #[test]
    fn games_after_one_with_an_error_are_read() {
        let record = include_bytes!("../../tests/corpus/cbr/small.cbr");
        // Three slots behind the header; the second game has no pieces.
        let mut library = vec![0; 66_624 + 3 * 4_096];
        library[..ccbridge::LIBRARY_MAGIC.len()].copy_from_slice(ccbridge::LIBRARY_MAGIC);
        for slot in library[66_624..].chunks_mut(4_096) {
            slot[..record.len()].copy_from_slice(record);
        }
        library[72_840..][..90].fill(0);
        let block = |moves: &str| {
            format!("[DhtmlXQ][DhtmlXQ_movelist]{moves}[/DhtmlXQ_movelist][/DhtmlXQ]")
        };
        let page = ["7747", "7792", "7747"].map(block).concat();
        for (format, bytes, place) in [
            (GameFormat::Cbl, &library[..], "byte 72840: the pieces"),
            (GameFormat::DhtmlXq, page.as_bytes(), "byte 87: the move"),
        ] {
            let games = read_each(bytes, format, None, None);
            let are_read = Vec::from_iter(games.iter().map(Result::is_ok));
            assert_eq!(are_read, [true, false, true], "{format:?}");
            let error = games[1].as_ref().unwrap_err();
            assert!(error.starts_with(place), "{error}");
        }
    }

    #[test]
    fn headings_and_games_without_moves_are_recognised() {
        let fen = "局面：3k5/9/R8/9/9/9/9/9/9/1R2K4 w";
        for (text, is_game) in [
            (format!("第一题\n{fen}\n车九平六"), true),
            (format!("{fen}\n红胜\n"), true),
            (format!("{fen}\n结果：红胜\n"), true),
            (format!("{fen}\n红先胜\n"), false),
            (format!("习题\n{fen}\n"), false),
            ("第一题\n3k5/9/R8/9/9/9/9/9/9/1R2K4 w\n".to_owned(), false),
        ] {
            assert_eq!(begins_with_game(text.as_bytes(), None), is_game, "{text}");
        }
        let text = "局面：3k5/9/R8/9/9/9/9/9/9/1R2K4 w\n車九平六\n";
        let big5 = Encoding::Big5.encode(text).unwrap();
        assert!(begins_with_game(&big5, Some(Encoding::Big5)));
        let utf16 = Encoding::Utf16.encode(text).unwrap();
        assert!(begins_with_game(&utf16[2..], Some(Encoding::Utf16)));
    }
}
