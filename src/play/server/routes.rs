//! The answer to each path: the files of the page, the messages of its engine, and messages to it. Also what the threads of the
//! connections share.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;

use super::access::Access;
use super::engine::PageEngine;
use super::pages::Pages;
use super::request::{Limited, Request};
use super::response::{Refusal, Response, head};
use crate::protocol::Options;
use crate::search::resources::thread_count;
use crate::web::site;

/// The time for the body of a request.
const BODY_TIME: Duration = Duration::from_secs(30);
/// How often a connection without messages is checked.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// What the threads of the connections share.
pub struct Shared {
    pub access: Access,
    /// The options of each page's engine at the beginning.
    pub options: Options,
    pub pages: Mutex<Pages>,
}

impl Shared {
    /// The pages that are open.
    pub fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a request; a body is read from the connection. `None` requests the messages of an engine.
    pub fn answer(
        &self,
        request: Request,
        connection: &TcpStream,
    ) -> Result<Option<Response>, Refusal> {
        let (host, origin) = (request.host.as_deref(), request.origin.as_deref());
        let path = self.access.path_after_token(&request.path);
        let is_from_here = self.access.is_from_here(host, origin);
        let path = path.filter(|_| is_from_here).ok_or(Refusal::Forbidden)?;
        let path = path.to_owned();
        if path == "engine/events" {
            return match request.method.as_str() {
                "GET" => Ok(None),
                _ => Err(Refusal::Method("GET")),
            };
        }
        if let Some(target) = path.strip_prefix("engine/") {
            return self.receive(target, request, connection).map(Some);
        }
        let mut response = match path.as_str() {
            "" => Response::file("index.html", site::index()),
            path => Response::file(path, site::file(path).ok_or(Refusal::NotFound)?),
        };
        match request.method.as_str() {
            "GET" => {}
            "HEAD" => response.body = "".into(),
            _ => return Err(Refusal::Method("GET, HEAD")),
        }
        self.pages().expect_page(Instant::now());
        Ok(Some(response))
    }

    /// Receives a message at `PAGE/lines` or `PAGE/requests`.
    fn receive(
        &self,
        target: &str,
        request: Request,
        connection: &TcpStream,
    ) -> Result<Response, Refusal> {
        let (number, kind) = target.split_once('/').ok_or(Refusal::NotFound)?;
        let number = number.parse().ok();
        let engine = number.and_then(|number| self.pages().engine(number));
        let engine = engine.ok_or(Refusal::NotFound)?;
        if !matches!(kind, "lines" | "requests") {
            return Err(Refusal::NotFound);
        }
        if request.method != "POST" {
            return Err(Refusal::Method("POST"));
        }
        let body = request.body(Limited::new(connection, BODY_TIME))?;
        match kind {
            "lines" => engine.receive_lines(body)?,
            _ => engine.receive_request(&body),
        }
        Ok(Response::received())
    }

    /// Starts an engine and sends its messages as server-sent events until the client closes the connection. The first event,
    /// `page`, has the number of the page and the threads of a search.
    ///
    /// # Errors
    /// If the client does not read them.
    pub fn send_events(&self, mut connection: &TcpStream) -> io::Result<()> {
        let (sender, messages) = channel();
        let opened = {
            let mut pages = self.pages();
            match pages.have_room() {
                true => PageEngine::start(self.options.clone(), sender)
                    .map(|engine| pages.open(engine))
                    .map_err(|_| Refusal::NoThread),
                false => Err(Refusal::Busy),
            }
        };
        let number = match opened {
            Ok(number) => number,
            Err(refusal) => return Response::from(refusal).write(&mut connection),
        };
        let page = json!({
            "page": number,
            "threads": thread_count(self.options.threads),
        });
        let head = head("200 OK", "text/event-stream");
        let begun =
            connection.write_all(format!("{head}\r\nevent: page\ndata: {page}\n\n").as_bytes());
        let sent = begun.and_then(|()| forward(&messages, connection));
        self.pages().close(number, Instant::now());
        sent
    }
}

/// Sends messages until the client closes the connection.
fn forward(messages: &Receiver<String>, mut connection: &TcpStream) -> io::Result<()> {
    loop {
        match messages.recv_timeout(CHECK_INTERVAL) {
            Ok(message) => {
                let waiting = [message].into_iter().chain(messages.try_iter());
                let events: String = waiting.map(|data| format!("data: {data}\n\n")).collect();
                connection.write_all(events.as_bytes())?;
            }
            Err(RecvTimeoutError::Timeout) if is_closed(connection)? => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// True if the client has closed the connection. Bytes that it has sent behind its request are discarded.
fn is_closed(mut connection: &TcpStream) -> io::Result<bool> {
    connection.set_nonblocking(true)?;
    let read = connection.read(&mut [0; 1 << 10]);
    connection.set_nonblocking(false)?;
    match read {
        Ok(count) => Ok(count == 0),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
        Err(error) => Err(error),
    }
}
