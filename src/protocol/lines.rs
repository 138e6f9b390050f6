//! Reads lines of limited length from arbitrary bytes.

use std::io::{self, BufRead, Read};

/// The longest line read, in bytes: room for a game of more than ten thousand moves.
pub const MAX_LINE_BYTES: usize = 1 << 16;

const NOT_TEXT: &str =
    "a line that is not UTF-8, or has a NUL, was ignored; GBK file names cannot be used";

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputLine {
    /// The line without its line break, with replacement characters if it is not UTF-8; empty if it was too long.
    pub text: String,
    /// Why it cannot be used: it was longer than [`MAX_LINE_BYTES`], is not UTF-8, or has a NUL.
    pub error: Option<String>,
}

/// Reads the next line; `None` at the end of the input. Buffers no more than [`MAX_LINE_BYTES`] bytes and a line break.
///
/// # Errors
/// If the input cannot be read.
///
/// ```
/// use chuhe::protocol::lines::next_line;
/// let mut input: &[u8] = b"isready\r\nstop";
/// assert_eq!(next_line(&mut input).unwrap().unwrap().text, "isready");
/// assert_eq!(next_line(&mut input).unwrap().unwrap().text, "stop");
/// assert_eq!(next_line(&mut input).unwrap(), None);
/// ```
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut line: Vec<u8> = Vec::new();
    // With a line break of two bytes.
    let most = MAX_LINE_BYTES as u64 + 2;
    if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let is_complete = line.pop_if(|byte| *byte == b'\n').is_some();
    line.pop_if(|byte| *byte == b'\r');
    if line.len() > MAX_LINE_BYTES {
        if !is_complete {
            input.skip_until(b'\n')?;
        }
        let error = format!("a line of more than {MAX_LINE_BYTES} bytes was ignored");
        let (text, error) = (String::new(), Some(error));
        return Ok(Some(InputLine { text, error }));
    }
    // Files saved on Windows may begin with a byte order mark.
    let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line);
    let is_text = std::str::from_utf8(text).is_ok() && !text.contains(&0);
    Ok(Some(InputLine {
        text: String::from_utf8_lossy(text).into_owned(),
        error: (!is_text).then(|| NOT_TEXT.to_owned()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn any_bytes_make_lines_and_one_too_long_is_skipped() {
        let long = [
            &[b'x'; MAX_LINE_BYTES][..],
            b"\r\n",
            &[b'y'; MAX_LINE_BYTES + 1],
            b"\r\nstop\n",
        ]
        .concat();
        let long = [&long[..], &[b'z'; 3 * MAX_LINE_BYTES]].concat();
        let whole = "x".repeat(MAX_LINE_BYTES);
        let cases: &[(&[u8], &[Option<&str>])] = &[
            (b"", &[]),
            (b"\n\r\n", &[Some(""), Some("")]),
            (
                b"\xef\xbb\xbfucci\r\nisready",
                &[Some("ucci"), Some("isready")],
            ),
            (&long, &[Some(&whole), None, Some("stop"), None]),
        ];
        for (bytes, expected) in cases {
            // A buffer smaller than a line, so that lines arrive in pieces.
            let mut input = BufReader::with_capacity(7, *bytes);
            for text in *expected {
                let line = next_line(&mut input).unwrap().unwrap();
                assert_eq!(line.error.is_none().then_some(line.text.as_str()), *text);
            }
            assert_eq!(next_line(&mut input).unwrap(), None);
        }
    }

    #[test]
    fn lines_that_are_not_utf_8_or_have_a_nul_are_not_text() {
        let mut input: &[u8] = b"set\xc9\xfbption x\nstop\0\r\ny";
        for (text, is_text) in [
            ("set\u{fffd}\u{fffd}ption x", false),
            ("stop\0", false),
            ("y", true),
        ] {
            let line = next_line(&mut input).unwrap().unwrap();
            assert_eq!((line.text.as_str(), line.error.is_none()), (text, is_text));
        }
    }
}
