//! Writes responses of HTTP/1.1, with the headers that protect the page.

use std::borrow::Cow;
use std::io::{self, Write};

use thiserror::Error;

use crate::json::MAX_FILE_REQUEST_BYTES;
use crate::web::site;

/// Why a request is refused, with a message for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    #[error("the request is not valid HTTP")]
    Malformed,
    /// The token is wrong or missing, or the request comes from another site.
    #[error("open the whole address that chuhe play has printed\n请打开 chuhe play 显示的完整地址")]
    Forbidden,
    #[error("there is nothing at this address")]
    NotFound,
    /// The path has these methods.
    #[error("this method is not supported here")]
    Method(&'static str),
    #[error("the request has no Content-Length")]
    NoLength,
    #[error("the request has more than {MAX_FILE_REQUEST_BYTES} bytes")]
    LongBody,
    /// The body ends early, or took too long.
    #[error("the request is not complete")]
    ShortBody,
    #[error("the head of the request is too long")]
    LongHead,
    #[error("too many pages are open, or too many messages wait")]
    Busy,
    #[error("the engine of this page has ended")]
    Ended,
    #[error("no thread can be started")]
    NoThread,
}

impl Refusal {
    const fn status(self) -> &'static str {
        match self {
            Refusal::Malformed => "400 Bad Request",
            Refusal::Forbidden => "403 Forbidden",
            Refusal::NotFound => "404 Not Found",
            Refusal::Method(_) => "405 Method Not Allowed",
            Refusal::NoLength => "411 Length Required",
            Refusal::LongBody => "413 Content Too Large",
            Refusal::ShortBody => "408 Request Timeout",
            Refusal::LongHead => "431 Request Header Fields Too Large",
            Refusal::Busy => "503 Service Unavailable",
            Refusal::Ended => "410 Gone",
            Refusal::NoThread => "500 Internal Server Error",
        }
    }
}

/// The content type of a text for a person, and of an empty body.
const PLAIN_TEXT: &str = "text/plain; charset=utf-8";

/// A response with its body.
#[derive(Debug)]
pub struct Response {
    /// The status line and the fields, each with its line break.
    head: String,
    /// The body; removed from a response to `HEAD`.
    pub body: Cow<'static, str>,
}

impl Response {
    fn new(status: &str, content_type: &str, body: Cow<'static, str>) -> Response {
        let mut head = head(status, content_type);
        if !body.is_empty() {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        Response { head, body }
    }

    /// A file, whose type is that of the extension of its path.
    pub fn file(path: &str, body: impl Into<Cow<'static, str>>) -> Response {
        let content_type = match path.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            _ => PLAIN_TEXT,
        };
        Response::new("200 OK", content_type, body.into())
    }

    /// A message has been received.
    pub fn received() -> Response {
        Response::new("204 No Content", PLAIN_TEXT, "".into())
    }

    /// Writes head and body.
    ///
    /// # Errors
    /// If the client does not read them.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let Response { head, body } = self;
        output.write_all(format!("{head}\r\n{body}").as_bytes())
    }
}

impl From<Refusal> for Response {
    fn from(refusal: Refusal) -> Response {
        let text = format!("{refusal}\n");
        let mut response = Response::new(refusal.status(), PLAIN_TEXT, text.into());
        if let Refusal::Method(methods) = refusal {
            response.head += &format!("Allow: {methods}\r\n");
        }
        response
    }
}

/// The status line and the fields of every response, each with its line break.
pub fn head(status: &str, content_type: &str) -> String {
    let policy = site::policy();
    format!(
        "HTTP/1.1 {status}\r\n\
         Content-Type: {content_type}\r\n\
         Content-Security-Policy: {policy}; frame-ancestors 'none'\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\n\
         X-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: same-origin\r\n\
         Cache-Control: no-store\r\n\
         Connection: close\r\n"
    )
}
