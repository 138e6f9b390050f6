//! The lines of a source, and the rows of a table, whose cells in quotation marks may have line breaks.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::puzzle::MAX_LINE_BYTES;

/// The most lines of a row.
const MAX_ROW_LINES: usize = 100;

/// A line, or the lines of a row.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// Without the last line end, and cut after [`MAX_LINE_BYTES`] + 1 bytes.
    pub bytes: Vec<u8>,
    /// The number of bytes read, 0 at the end of the source.
    pub length: u64,
}

/// Reads lines. A line ends with a line feed, a carriage return or both.
pub(super) struct LineReader {
    reader: Box<dyn BufRead + Send>,
    /// Lines that were read to find the end of a row and are no part of it.
    ahead: VecDeque<Line>,
}

impl LineReader {
    pub fn new(reader: Box<dyn BufRead + Send>) -> LineReader {
        LineReader {
            reader,
            ahead: VecDeque::new(),
        }
    }

    /// Reads the next line, or a row with one of these delimiters, and returns how many lines it has. Quoted text ends with its line
    /// if its quotation mark has no end, if text follows the end, or if `is_row` is false for the lines up to there.
    pub fn next_row(
        &mut self,
        delimiters: &[u8],
        is_row: impl Fn(&[&[u8]]) -> bool,
    ) -> io::Result<(Line, u64)> {
        let mut line = match self.ahead.pop_front() {
            Some(line) => line,
            None => read_line(&mut self.reader)?,
        };
        let mut more = 0;
        for &delimiter in delimiters {
            if more == 0 && quotation(&line.bytes, delimiter, false) == Quotation::Open {
                more = self.lines_to_end(&line.bytes, delimiter, &is_row)?;
            }
        }
        for next in self.ahead.drain(..more) {
            line.bytes.push(b'\n');
            line.bytes.extend(next.bytes);
            line.length += next.length;
        }
        Ok((line, 1 + more as u64))
    }

    /// How many lines follow in a row whose `first` line ends inside of quotation marks. 0 if it has only that line.
    fn lines_to_end(
        &mut self,
        first: &[u8],
        delimiter: u8,
        is_row: impl Fn(&[&[u8]]) -> bool,
    ) -> io::Result<usize> {
        let mut length = first.len();
        for index in 0..MAX_ROW_LINES - 1 {
            if index == self.ahead.len() {
                self.ahead.push_back(read_line(&mut self.reader)?);
            }
            let next = &self.ahead[index];
            length += 1 + next.bytes.len();
            if next.length == 0 || length > MAX_LINE_BYTES {
                break;
            }
            match quotation(&next.bytes, delimiter, true) {
                Quotation::Open => {}
                Quotation::Closed => {
                    let more = self.ahead.range(..=index).map(|line| &line.bytes[..]);
                    let lines = Vec::from_iter(std::iter::once(first).chain(more));
                    return Ok(if is_row(&lines) { index + 1 } else { 0 });
                }
                Quotation::Broken => break,
            }
        }
        Ok(0)
    }
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quotation {
    /// Outside of quotation marks.
    Closed,
    /// Inside of quotation marks.
    Open,
    /// In a cell with text after its quotation marks.
    Broken,
}

/// How a line of a row ends, which begins inside of quotation marks if `is_quoted`, otherwise with a cell.
fn quotation(line: &[u8], delimiter: u8, is_quoted: bool) -> Quotation {
    let (mut is_quoted, mut begins_cell) = (is_quoted, true);
    let mut bytes = line.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' if !is_quoted && begins_cell => is_quoted = true,
            b'"' if is_quoted && bytes.peek() == Some(&b'"') => _ = bytes.next(),
            b'"' if is_quoted => {
                is_quoted = false;
                while bytes.next_if_eq(&b' ').is_some() {}
                if bytes.peek().is_some_and(|&next| next != delimiter) {
                    return Quotation::Broken;
                }
            }
            _ => {}
        }
        begins_cell = !is_quoted && byte == delimiter;
    }
    match is_quoted {
        true => Quotation::Open,
        false => Quotation::Closed,
    }
}

/// Reads a line.
fn read_line(reader: &mut impl BufRead) -> io::Result<Line> {
    let (mut line, mut is_after_return) = (Line::default(), false);
    loop {
        let part = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            part => part?,
        };
        if is_after_return {
            let feed = usize::from(part.first() == Some(&b'\n'));
            reader.consume(feed);
            line.length += feed as u64;
            return Ok(line);
        }
        let end = part.iter().position(|byte| [b'\n', b'\r'].contains(byte));
        let text = &part[..end.unwrap_or(part.len())];
        let room = MAX_LINE_BYTES + 1 - line.bytes.len();
        line.bytes.extend_from_slice(&text[..text.len().min(room)]);
        is_after_return = end.is_some_and(|end| part[end] == b'\r');
        let read = text.len() + usize::from(end.is_some());
        reader.consume(read);
        line.length += read as u64;
        if !is_after_return && (end.is_some() || read == 0) {
            return Ok(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a text, each with its number of lines.
    fn rows(text: &str, delimiters: &[u8]) -> Vec<(String, u64)> {
        let mut lines = LineReader::new(Box::new(io::Cursor::new(text.to_owned())));
        let slashes = |line: &&&[u8]| line.contains(&b'/');
        let is_row = |lines: &[&[u8]]| lines.iter().filter(slashes).count() < 2;
        let mut read = || lines.next_row(delimiters, is_row);
        let rows = std::iter::from_fn(|| {
            let (line, count) = read().expect("no error");
            let text = String::from_utf8(line.bytes).expect("UTF-8");
            (line.length > 0).then_some((text, count))
        });
        rows.collect()
    }

    #[test]
    fn a_row_ends_outside_of_quotation_marks() {
        for text in [
            "a,\"b\nc\",d",
            "\"\n\n\",\"\"\"\n\"",
            "a,\"b, \"\"\nrest\"\",\n\"",
            "a\"b,\"c;\n\"",
            "\"a\nb\",a/a",
            "a/a,\"\nb\"",
            "\"a\nb\" ,c",
        ] {
            let lines = text.split('\n').count() as u64;
            let found = rows(&format!("{text}\nx\n"), b";,");
            assert_eq!(found, [(text.to_owned(), lines), ("x".to_owned(), 1)]);
        }
        assert_eq!(rows("a,\"b\r\nc\"\r\n", b",").len(), 1);
        assert_eq!(rows("a;\"b\nc\"\n", b",").len(), 2);
    }

    #[test]
    fn a_mistake_in_quotation_marks_ends_with_its_line() {
        for text in [
            "a,\"b\nc",
            "a,\"b\n\"c,\"\n",
            "\"a\"b,\"c\n\"",
            "a/a,\"b\na/a,b\"",
            "a \"b\nc \"",
            "\"a\" b,\"c\n\"",
        ] {
            let found = rows(text, b",");
            assert_eq!(found.len(), text.lines().count(), "{text}");
        }
        let of_lines = |count: usize| rows(&format!("\"{}\"", "\n".repeat(count - 1)), b",");
        assert_eq!(of_lines(MAX_ROW_LINES).len(), 1);
        assert_eq!(of_lines(MAX_ROW_LINES + 1).len(), MAX_ROW_LINES + 1);
    }
}
