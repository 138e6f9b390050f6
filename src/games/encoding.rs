//! Bytes to text and back. Chinese game files are in GB18030 (GBK and GB2312 are parts of it), in
//! UTF-8, and a few in Big5.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// An encoding that game files have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// GB18030, and with it GBK and GB2312.
    Gb18030,
    /// Big5.
    Big5,
}

/// A name that is no encoding's.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{text}' is no encoding: want utf-8, gb18030 or big5")]
pub struct ParseEncodingError {
    /// What was found.
    pub text: String,
}

/// Bytes that are no text of the encoding.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EncodingError {
    /// Not text of the encoding asked for.
    #[error("the file is not in {encoding}")]
    NotIn {
        /// The encoding.
        encoding: Encoding,
    },
    /// Neither UTF-8 nor GB18030 nor Big5.
    #[error("unknown encoding: not UTF-8 (from byte {offset} on), and not GB18030 or Big5 either")]
    Unknown {
        /// The first byte that is not UTF-8.
        offset: usize,
    },
    /// A character that the encoding cannot express.
    #[error("{encoding} has no '{found}'")]
    Unmappable {
        /// The encoding.
        encoding: Encoding,
        /// The character.
        found: char,
    },
}

impl Encoding {
    fn table(self) -> &'static encoding_rs::Encoding {
        match self {
            Encoding::Utf8 => encoding_rs::UTF_8,
            Encoding::Gb18030 => encoding_rs::GB18030,
            Encoding::Big5 => encoding_rs::BIG5,
        }
    }

    /// The text of bytes in this encoding, without the mark that some programs begin UTF-8 with.
    ///
    /// # Errors
    /// When they are no text of it.
    pub fn decode(self, bytes: &[u8]) -> Result<String, EncodingError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = self
            .table()
            .decode_without_bom_handling_and_without_replacement(bytes);
        let text = text.ok_or(EncodingError::NotIn { encoding: self })?;
        Ok(text.into_owned())
    }

    /// The bytes of a text in this encoding.
    ///
    /// # Errors
    /// At a character that it does not have.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, EncodingError> {
        let (bytes, _, replaced) = self.table().encode(text);
        if !replaced {
            return Ok(bytes.into_owned());
        }
        let lacks = |found: &char| self.table().encode(found.encode_utf8(&mut [0; 4])).2;
        let found = text.chars().find(lacks).unwrap_or('?');
        Err(EncodingError::Unmappable {
            encoding: self,
            found,
        })
    }
}

/// Finds the encoding and reads the text: UTF-8 if it is that, for hardly any other text is by
/// chance; then GB18030; then Big5, most of which could also be GB18030 and must be asked for.
///
/// # Errors
/// When it is none of them.
///
/// ```
/// use chuhe::games::encoding::{Encoding, decode};
/// assert_eq!(decode(b"\xc5\xda\xb6\xfe").unwrap(), ("炮二".to_owned(), Encoding::Gb18030));
/// assert_eq!(decode("\u{feff}炮二".as_bytes()).unwrap(), ("炮二".to_owned(), Encoding::Utf8));
/// ```
pub fn decode(bytes: &[u8]) -> Result<(String, Encoding), EncodingError> {
    for encoding in [Encoding::Utf8, Encoding::Gb18030, Encoding::Big5] {
        if let Ok(text) = encoding.decode(bytes) {
            return Ok((text, encoding));
        }
    }
    let offset = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(error) => error.valid_up_to(),
    };
    Err(EncodingError::Unknown { offset })
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Gb18030 => "GB18030",
            Encoding::Big5 => "Big5",
        })
    }
}

impl FromStr for Encoding {
    type Err = ParseEncodingError;

    /// Reads a name: `utf-8`, `gb18030`, `gbk`, `gb2312`, `big5`, in either case.
    fn from_str(text: &str) -> Result<Encoding, ParseEncodingError> {
        match text.to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Ok(Encoding::Utf8),
            "gb18030" | "gbk" | "gb2312" => Ok(Encoding::Gb18030),
            "big5" => Ok(Encoding::Big5),
            _ => Err(ParseEncodingError {
                text: text.to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_or_written_is_said() {
        assert_eq!(
            decode(b"abc\xff\xff\xff").unwrap_err().to_string(),
            "unknown encoding: not UTF-8 (from byte 3 on), and not GB18030 or Big5 either"
        );
        let error = Encoding::Big5.encode("炮车").unwrap_err();
        assert_eq!(error.to_string(), "Big5 has no '车'");
        assert_eq!(
            Encoding::Big5
                .decode(&Encoding::Big5.encode("砲車").unwrap())
                .unwrap(),
            "砲車"
        );
        assert!("latin-1".parse::<Encoding>().is_err());
        assert_eq!("GBK".parse(), Ok(Encoding::Gb18030));
    }
}
