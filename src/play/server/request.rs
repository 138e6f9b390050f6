//! Reads a request of HTTP/1.1 within limits of size and time.

use std::io::{self, ErrorKind, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::response::Refusal;
use crate::json::MAX_FILE_REQUEST_BYTES;

/// The longest head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 16 << 10;
/// The most header fields.
const MAX_HEADERS: usize = 64;

/// A connection that is read until a moment.
pub struct Limited<'c> {
    connection: &'c TcpStream,
    end: Instant,
}

impl Limited<'_> {
    /// Limits the time for reading from now on.
    pub fn new(connection: &TcpStream, time: Duration) -> Limited<'_> {
        let end = Instant::now() + time;
        Limited { connection, end }
    }
}

impl Read for Limited<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        self.connection.set_read_timeout(Some(left))?;
        self.connection.read(buffer)
    }
}

/// The head of a request, and what has been read of its body.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The method, such as `GET`.
    pub method: String,
    /// The path, without a query.
    pub path: String,
    /// The field `Host`.
    pub host: Option<String>,
    /// The field `Origin`.
    pub origin: Option<String>,
    /// The length of the body in bytes; `None` if it is not given.
    length: Option<usize>,
    /// The bytes behind the head that have been read.
    rest: Vec<u8>,
}

impl Request {
    /// Reads the head of a request; `None` if there is none.
    pub fn read(mut input: impl Read) -> Result<Option<Request>, Refusal> {
        let mut bytes = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let count = match input.read(&mut buffer) {
                Ok(0) => return Ok(None),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => return Ok(None),
            };
            bytes.extend_from_slice(&buffer[..count]);
            if let Some(request) = Request::parse(&bytes)? {
                return Ok(Some(request));
            }
            if bytes.len() >= MAX_HEAD_BYTES {
                return Err(Refusal::LongHead);
            }
        }
    }

    /// Parses a head; `None` if it has no end yet.
    fn parse(bytes: &[u8]) -> Result<Option<Request>, Refusal> {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut head = httparse::Request::new(&mut headers);
        let parsed = head.parse(bytes).map_err(|error| match error {
            httparse::Error::TooManyHeaders => Refusal::LongHead,
            _ => Refusal::Malformed,
        })?;
        let httparse::Status::Complete(end) = parsed else {
            return Ok(None);
        };
        let (Some(method), Some(path)) = (head.method, head.path) else {
            return Err(Refusal::Malformed);
        };
        let mut request = Request {
            method: method.to_owned(),
            path: path.split('?').next().unwrap_or_default().to_owned(),
            rest: bytes[end..].to_vec(),
            ..Request::default()
        };
        for header in head.headers {
            let value = str::from_utf8(header.value).map_err(|_| Refusal::Malformed)?;
            let set = |field: &mut Option<String>| match field.replace(value.to_owned()) {
                Some(_) => Err(Refusal::Malformed),
                None => Ok(()),
            };
            match header.name.to_ascii_lowercase().as_str() {
                "host" => set(&mut request.host)?,
                "origin" => set(&mut request.origin)?,
                "content-length" => {
                    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
                    if value.is_empty() || !is_number || request.length.is_some() {
                        return Err(Refusal::Malformed);
                    }
                    // A number that is too large for the type is too large for a body.
                    request.length = Some(value.parse().unwrap_or(usize::MAX));
                }
                "transfer-encoding" => return Err(Refusal::NoLength),
                _ => {}
            }
        }
        Ok(Some(request))
    }

    /// Reads the body.
    pub fn body(self, input: impl Read) -> Result<Vec<u8>, Refusal> {
        let length = self.length.ok_or(Refusal::NoLength)?;
        if length > MAX_FILE_REQUEST_BYTES {
            return Err(Refusal::LongBody);
        }
        let mut body = self.rest;
        let missing = length.checked_sub(body.len()).ok_or(Refusal::Malformed)?;
        let mut input = input.take(missing as u64);
        match input.read_to_end(&mut body) {
            Ok(count) if count == missing => Ok(body),
            _ => Err(Refusal::ShortBody),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POST: &str = "POST /token/engine/1/lines?x HTTP/1.1\r\nHost: 127.0.0.1:9010\r\nOrigin: http://127.0.0.1:9010\r\n\
                        Content-Length: 4\r\n\r\nstop";

    /// An input that gives one byte at a time.
    struct Slowly<'b>(&'b [u8]);

    impl Read for Slowly<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(1);
            self.0.read(&mut buffer[..count])
        }
    }

    fn read(text: &str) -> Result<Option<Request>, Refusal> {
        Request::read(text.as_bytes())
    }

    #[test]
    fn head_and_body_are_read_in_pieces_of_any_size() {
        let mut slowly = Slowly(POST.as_bytes());
        let slow = Request::read(&mut slowly).unwrap().unwrap();
        let request = read(POST).unwrap().unwrap();
        for request in [&slow, &request] {
            assert_eq!(request.method, "POST");
            assert_eq!(request.path, "/token/engine/1/lines");
            assert_eq!(request.host.as_deref(), Some("127.0.0.1:9010"));
            assert_eq!(request.origin.as_deref(), Some("http://127.0.0.1:9010"));
        }
        assert_eq!(slow.body(slowly), Ok(b"stop".to_vec()));
        assert_eq!(request.body(io::empty()), Ok(b"stop".to_vec()));
        let longer = POST.replace("Length: 4", "Length: 3");
        let longer = read(&longer).unwrap().unwrap().body(io::empty());
        assert_eq!(longer, Err(Refusal::Malformed));
        assert_eq!(read(""), Ok(None));
        assert_eq!(read("GET / HTTP/1.1\r\nHost: x\r\n"), Ok(None));
    }

    #[test]
    fn any_bytes_are_read_without_a_panic() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut read_whole, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let mut bytes = POST.as_bytes().to_vec();
            for _ in 0..random.usize(0..6) {
                let index = random.usize(0..bytes.len());
                match random.u8(0..3) {
                    0 => bytes[index] = random.u8(..),
                    1 => bytes.insert(index, random.u8(..)),
                    _ => bytes.truncate(index.max(1)),
                }
            }
            match Request::read(&bytes[..]).map(|request| request.map(|it| it.body(io::empty()))) {
                Ok(Some(Ok(_))) => read_whole += 1,
                _ => refused += 1,
            }
        }
        assert!(
            read_whole > 1_000 && refused > 1_000,
            "{read_whole} {refused}"
        );
    }
}
