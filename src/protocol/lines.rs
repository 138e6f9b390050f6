//! Lines out of any bytes.

use std::io::{self, BufRead};

/// The longest line read, in bytes: room for a game of more than ten thousand moves.
pub const LONGEST: usize = 1 << 16;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// Its text, without the line's end. What is no UTF-8 stands as replacement characters.
    Text(String),
    /// It was longer than [`LONGEST`], and is forgotten.
    TooLong,
}

/// Reads the next line, `None` at the end of the input. Holds no more than [`LONGEST`] bytes,
/// however long the line.
///
/// # Errors
/// When the input cannot be read.
///
/// ```
/// use chuhe::protocol::lines::{InputLine, next_line};
/// let mut input: &[u8] = b"isready\r\nstop";
/// assert_eq!(next_line(&mut input).unwrap(), Some(InputLine::Text("isready".into())));
/// assert_eq!(next_line(&mut input).unwrap(), Some(InputLine::Text("stop".into())));
/// assert_eq!(next_line(&mut input).unwrap(), None);
/// ```
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut line: Vec<u8> = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= line.len() + part.len() > LONGEST;
        if too_long {
            line.clear();
        } else {
            line.extend_from_slice(part);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if !any {
        return Ok(None);
    }
    if too_long {
        return Ok(Some(InputLine::TooLong));
    }
    // Files saved on Windows may begin with a byte order mark.
    let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    Ok(Some(InputLine::Text(
        String::from_utf8_lossy(text).into_owned(),
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8]) -> Vec<InputLine> {
        // A buffer smaller than a line, so that lines arrive in pieces.
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut input).unwrap()).collect()
    }

    fn text(text: &str) -> InputLine {
        InputLine::Text(text.to_owned())
    }

    #[test]
    fn any_bytes_make_lines() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n\r\n"), [text(""), text("")]);
        assert_eq!(
            lines(b"\xef\xbb\xbfucci\r\nisready"),
            [text("ucci"), text("isready")]
        );
        assert_eq!(
            lines(b"set\xc9\xfbption\0 x\ny"),
            [text("set\u{fffd}\u{fffd}ption\0 x"), text("y")]
        );
    }

    #[test]
    fn a_line_too_long_is_forgotten_and_the_next_one_read() {
        let mut bytes = vec![b'x'; LONGEST];
        bytes.extend_from_slice(b"\n");
        bytes.extend_from_slice(&vec![b'y'; LONGEST + 1]);
        bytes.extend_from_slice(b"\nstop\n");
        bytes.extend_from_slice(&vec![b'z'; 3 * LONGEST]);
        let found = lines(&bytes);
        assert_eq!(found[0], text(&"x".repeat(LONGEST)));
        assert_eq!(
            found[1..],
            [InputLine::TooLong, text("stop"), InputLine::TooLong]
        );
    }
}
