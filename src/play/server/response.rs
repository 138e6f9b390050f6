//! Writes responses of HTTP/1.1, with the headers that protect the page.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::json::MAX_FILE_REQUEST_BYTES;
use crate::web::site;

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not HTTP.
    Malformed,
    /// The token is wrong or missing, or it comes from another site.
    Forbidden,
    /// There is nothing at the path.
    NotFound,
    /// The path has other methods.
    Method(&'static str),
    /// The body has no length.
    NoLength,
    /// The body is too long.
    LongBody,
    /// The body ends early, or took too long.
    ShortBody,
    /// The head is too long.
    LongHead,
    /// Too many pages are open, or too many lines wait.
    Busy,
    /// The engine of the page has ended.
    Ended,
    /// The system has no thread to give.
    NoThread,
}

impl Refusal {
    /// The status, and a message for a person.
    fn text(self) -> (&'static str, Cow<'static, str>) {
        let (status, message) = match self {
            Refusal::Malformed => ("400 Bad Request", "the request is not valid HTTP"),
            Refusal::Forbidden => (
                "403 Forbidden",
                "open the whole address that chuhe play has printed",
            ),
            Refusal::NotFound => ("404 Not Found", "there is nothing at this address"),
            Refusal::Method(_) => (
                "405 Method Not Allowed",
                "this method is not supported here",
            ),
            Refusal::NoLength => ("411 Length Required", "the request has no Content-Length"),
            Refusal::LongBody => {
                let message = format!("the request has more than {MAX_FILE_REQUEST_BYTES} bytes");
                return ("413 Content Too Large", message.into());
            }
            Refusal::ShortBody => ("408 Request Timeout", "the request is not complete"),
            Refusal::LongHead => (
                "431 Request Header Fields Too Large",
                "the head of the request is too long",
            ),
            Refusal::Busy => (
                "503 Service Unavailable",
                "too many pages are open, or too many messages wait",
            ),
            Refusal::Ended => ("410 Gone", "the engine of this page has ended"),
            Refusal::NoThread => ("500 Internal Server Error", "no thread can be started"),
        };
        (status, message.into())
    }
}

/// A response with its body.
#[derive(Debug)]
pub struct Response {
    status: &'static str,
    content_type: &'static str,
    /// The methods of the path, if another was used.
    allow: Option<&'static str>,
    body: Cow<'static, str>,
    /// False for a response to `HEAD`.
    pub sends_body: bool,
}

impl Response {
    /// A file, whose type is that of the extension of its path.
    pub fn file(path: &str, body: impl Into<Cow<'static, str>>) -> Response {
        let content_type = match path.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            _ => "text/plain; charset=utf-8",
        };
        Response {
            status: "200 OK",
            content_type,
            allow: None,
            body: body.into(),
            sends_body: true,
        }
    }

    /// A message has been received.
    pub fn received() -> Response {
        Response {
            status: "204 No Content",
            ..Response::file("", "")
        }
    }

    /// Writes head and body.
    ///
    /// # Errors
    /// If the client does not read them.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let mut head = head(self.status, self.content_type);
        if let Some(methods) = self.allow {
            head += &format!("Allow: {methods}\r\n");
        }
        if !self.body.is_empty() {
            head += &format!("Content-Length: {}\r\n", self.body.len());
        }
        let body = if self.sends_body { &self.body } else { "" };
        output.write_all(format!("{head}\r\n{body}").as_bytes())
    }
}

impl From<Refusal> for Response {
    fn from(refusal: Refusal) -> Response {
        let (status, message) = refusal.text();
        Response {
            status,
            allow: match refusal {
                Refusal::Method(methods) => Some(methods),
                _ => None,
            },
            ..Response::file("", format!("{message}\n"))
        }
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
