//! Text encodings of files of games and puzzles: UTF-8, GB18030 (with GBK and GB2312 as parts of it), Big5 and UTF-16.

use std::path::Path;
use std::str::FromStr;
use std::{fmt, fs, io};

use encoding_rs::DecoderResult;
use thiserror::Error;

/// An encoding of game files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// GB18030, which includes GBK and GB2312.
    Gb18030,
    /// Big5.
    Big5,
    /// UTF-16, little-endian unless a byte order mark, or without one the first line feed, says otherwise.
    Utf16,
}

/// The error for text that does not name an encoding; holds the text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not an encoding: expected utf-8, gb18030, big5 or utf-16")]
pub struct ParseEncodingError(pub String);

/// Why bytes were not decoded, or text was not encoded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EncodingError {
    /// The bytes are not text in this encoding.
    #[error("the file is not in {0}")]
    NotIn(Encoding),
    /// The bytes are not text in any of the encodings.
    #[error(
        "unknown encoding: not UTF-8 (from byte {utf8} on), not GB18030 (from byte {gb18030} on) and not Big5"
    )]
    Unknown {
        /// The offset of the first byte that is not UTF-8.
        utf8: usize,
        /// The offset of the first byte that is not GB18030.
        gb18030: usize,
    },
    /// A character that the encoding lacks.
    #[error("{0} has no '{1}'")]
    Unmappable(Encoding, char),
}

impl Encoding {
    /// The encoder and decoder; that of UTF-16 is little-endian. Callers heed a byte order mark.
    const fn codec(self) -> &'static encoding_rs::Encoding {
        match self {
            Encoding::Utf8 => encoding_rs::UTF_8,
            Encoding::Gb18030 => encoding_rs::GB18030,
            Encoding::Big5 => encoding_rs::BIG5,
            Encoding::Utf16 => encoding_rs::UTF_16LE,
        }
    }

    /// Decodes bytes; a byte order mark is dropped.
    ///
    /// # Errors
    /// If they are not text in this encoding.
    pub fn decode(self, bytes: &[u8]) -> Result<String, EncodingError> {
        let (codec, mark) = self.codec_and_mark(bytes);
        let text = codec.decode_without_bom_handling_and_without_replacement(&bytes[mark..]);
        let text = text.map(|text| text.into_owned());
        text.ok_or(EncodingError::NotIn(self))
    }

    /// Decodes bytes as [`Encoding::decode`], with U+FFFD in place of what is not text in this encoding.
    pub fn decode_lossy(self, bytes: &[u8]) -> String {
        let (codec, mark) = self.codec_and_mark(bytes);
        let (text, _) = codec.decode_without_bom_handling(&bytes[mark..]);
        text.into_owned()
    }

    /// The codec for bytes, and the length of the byte order mark that [`Encoding::decode`] drops.
    pub(crate) fn codec_and_mark(self, bytes: &[u8]) -> (&'static encoding_rs::Encoding, usize) {
        match encoding_rs::Encoding::for_bom(bytes) {
            Some((codec, mark)) if codec == encoding_rs::UTF_8 => (self.codec(), mark),
            Some((codec, mark)) if self == Encoding::Utf16 => (codec, mark),
            None if self == Encoding::Utf16 && is_big_endian(bytes) => (encoding_rs::UTF_16BE, 0),
            _ => (self.codec(), 0),
        }
    }

    /// The offset of the first byte that is not text in this encoding; `None` if all are.
    pub(crate) fn first_invalid(self, bytes: &[u8]) -> Option<usize> {
        let (codec, mark) = self.codec_and_mark(bytes);
        let mut decoder = codec.new_decoder_without_bom_handling();
        let longest = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
        let mut text = String::with_capacity(longest?);
        match decoder.decode_to_string_without_replacement(&bytes[mark..], &mut text, true) {
            (DecoderResult::Malformed(length, after), read) => {
                Some(mark + read - usize::from(length) - usize::from(after))
            }
            _ => None,
        }
    }

    /// Encodes text.
    ///
    /// # Errors
    /// At the first character that this encoding lacks.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, EncodingError> {
        if self == Encoding::Utf16 {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            return Ok(units.flat_map(u16::to_le_bytes).collect());
        }
        let (bytes, _, replaced) = self.codec().encode(text);
        if !replaced {
            return Ok(bytes.into_owned());
        }
        let lacks = |found: &char| self.codec().encode(found.encode_utf8(&mut [0; 4])).2;
        let found = text.chars().find(lacks).unwrap_or('?');
        Err(EncodingError::Unmappable(self, found))
    }
}

/// Detects the encoding and decodes. UTF-16 needs a byte order mark. UTF-8 is tried next, because text in other encodings is
/// almost never valid UTF-8. Most Big5 text is also valid GB18030, so Big5 is detected only if GB18030 fails. Carriage returns that
/// alone end the lines become line feeds.
///
/// # Errors
/// If the bytes are in none of the encodings.
///
/// ```
/// use chuhe::games::encoding::{Encoding, decode};
/// assert_eq!(decode(b"\xc5\xda\xb6\xfe").unwrap(), ("炮二".to_owned(), Encoding::Gb18030));
/// assert_eq!(decode("\u{feff}炮二".as_bytes()).unwrap(), ("炮二".to_owned(), Encoding::Utf8));
/// ```
pub fn decode(bytes: &[u8]) -> Result<(String, Encoding), EncodingError> {
    let utf16 = has_utf16_mark(bytes).then_some(Encoding::Utf16);
    let encodings = [Encoding::Utf8, Encoding::Gb18030, Encoding::Big5];
    let mut decoded = (utf16.into_iter().chain(encodings))
        .filter_map(|encoding| Some((with_line_feeds(encoding.decode(bytes).ok()?), encoding)));
    decoded.next().ok_or_else(|| {
        let valid = |encoding: Encoding| encoding.first_invalid(bytes).unwrap_or(bytes.len());
        EncodingError::Unknown {
            utf8: valid(Encoding::Utf8),
            gb18030: valid(Encoding::Gb18030),
        }
    })
}

/// True if bytes begin with the byte order mark of UTF-16.
pub(crate) fn has_utf16_mark(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// True if the first line feed of text in UTF-16 is big-endian.
fn is_big_endian(bytes: &[u8]) -> bool {
    let mut units = bytes.chunks_exact(2);
    let line_feed = units.find(|unit| matches!(unit, [0, b'\n'] | [b'\n', 0]));
    line_feed.is_some_and(|unit| unit[0] == 0)
}

/// Replaces carriage returns that alone end the lines of a text by line feeds.
pub(crate) fn with_line_feeds(text: String) -> String {
    match text.contains('\n') {
        true => text,
        false => text.replace('\r', "\n"),
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["UTF-8", "GB18030", "Big5", "UTF-16"][*self as usize])
    }
}

impl FromStr for Encoding {
    type Err = ParseEncodingError;

    /// Reads a name: `utf-8`, `gb18030`, `gbk`, `gb2312`, `big5`, `utf-16`, in either case.
    fn from_str(text: &str) -> Result<Encoding, ParseEncodingError> {
        match text.to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Ok(Encoding::Utf8),
            "gb18030" | "gbk" | "gb2312" => Ok(Encoding::Gb18030),
            "big5" => Ok(Encoding::Big5),
            "utf-16" | "utf16" => Ok(Encoding::Utf16),
            _ => Err(ParseEncodingError(text.to_owned())),
        }
    }
}

/// The text of a file, in any encoding.
///
/// # Errors
/// If the file cannot be read, or is not text.
pub fn read_file(path: &Path) -> io::Result<String> {
    let decoded = decode(&fs::read(path)?);
    decoded.map(|(text, _)| text).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carriage_returns_alone_end_lines() {
        for (bytes, text) in [("a\rb\r", "a\nb\n"), ("a\r\nb\r", "a\r\nb\r")] {
            assert_eq!(decode(bytes.as_bytes()).unwrap().0, text);
        }
    }

    #[test]
    fn text_that_cannot_be_decoded_or_encoded_is_reported() {
        assert_eq!(
            decode(b"abc\xff\xff\xff").unwrap_err().to_string(),
            "unknown encoding: not UTF-8 (from byte 3 on), not GB18030 (from byte 3 on) and not Big5"
        );
        let error = Encoding::Big5.encode("炮车").unwrap_err();
        assert_eq!(error.to_string(), "Big5 has no '车'");
        let bytes = Encoding::Big5.encode("砲車").unwrap();
        assert_eq!(Encoding::Big5.decode(&bytes).unwrap(), "砲車");
        assert!("latin-1".parse::<Encoding>().is_err());
        assert_eq!("GBK".parse(), Ok(Encoding::Gb18030));
        for big_endian in [false, true] {
            let text = "炮二\n".to_owned();
            let mut bytes = Encoding::Utf16.encode(&text).unwrap();
            if big_endian {
                bytes.chunks_mut(2).for_each(<[u8]>::reverse);
            }
            assert_eq!(Encoding::Utf16.decode(&bytes[2..]), Ok(text.clone()));
            assert_eq!(decode(&bytes).unwrap(), (text, Encoding::Utf16));
        }
    }
}
