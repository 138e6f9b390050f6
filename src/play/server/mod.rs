//! An HTTP server for the browser of this computer: the page for playing, analysing and solving, with the native engine behind it.
//!
//! | file | idea |
//! |---|---|
//! | `access` | access control: the token in the path, and the headers `Host` and `Origin` |
//! | `request` | reads a request (HTTP/1.1) within limits of size and time |
//! | `response` | writes a response with the headers that protect the page |
//! | `engine` | the engine of a page, and the requests in JSON beside it |
//! | `pages` | the pages that are open; the server ends after the last of them |
//! | `routes` | the answer to each path, and what the threads of the connections share |
//!
//! The server listens on 127.0.0.1 only. Each connection has a thread, and ends after one response. A page keeps one connection
//! open, over which the engine's messages come as server-sent events.

mod access;
mod engine;
mod pages;
mod request;
mod response;
mod routes;

use std::io::{self, Read};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::protocol::Options;
use access::Access;
use request::{Limited, Request};
use routes::Shared;

/// The port that is tried before any other, so that the browser finds the games and settings of the last time: it keeps them for an
/// address with its port.
const USUAL_PORT: u16 = 9010;
/// Connections at a time; further ones are closed. A browser opens six.
const MAX_CONNECTIONS: usize = 128;
/// The time for the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// The time for each write of a response.
const WRITE_TIME: Duration = Duration::from_secs(30);
/// The time in which a client can read a response before its connection is reset, because it sends more than is read.
const CLOSING_TIME: Duration = Duration::from_secs(5);
/// The time between two checks whether the server is to end.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// A server, which listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

impl Server {
    /// Listens on a port of 127.0.0.1: on this one, or else on a free one. `options` are those of each page's engine at the
    /// beginning.
    ///
    /// # Errors
    /// If the port cannot be used, or the system has no random numbers for the token.
    pub fn bind(port: Option<u16>, options: Options) -> io::Result<Server> {
        let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = match port {
            Some(port) => bind(port).map_err(|error| match error.kind() {
                io::ErrorKind::AddrInUse => {
                    io::Error::new(io::ErrorKind::AddrInUse, "another program uses the port")
                }
                _ => error,
            })?,
            None => bind(USUAL_PORT).or_else(|_| bind(0))?,
        };
        let shared = Shared {
            access: Access::new(listener.local_addr()?.port())?,
            options,
            pages: Mutex::default(),
        };
        let shared = Arc::new(shared);
        Ok(Server { listener, shared })
    }

    /// The address of the page, with the token.
    pub fn address(&self) -> String {
        self.shared.access.address()
    }

    /// Answers requests until the last page has gone, or until soon after `stop` is set. Waits for the first page without limit.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn run(self, stop: &AtomicBool) -> io::Result<()> {
        let Server { listener, shared } = self;
        let accepting = shared.clone();
        thread::Builder::new().spawn(move || accept(&listener, &accepting))?;
        while !stop.load(Ordering::Relaxed) && !shared.pages().have_gone(Instant::now()) {
            thread::sleep(CHECK_INTERVAL);
        }
        Ok(())
    }
}

/// Gives each connection a thread, without end.
fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for connection in listener.incoming() {
        let Ok(connection) = connection else {
            // The system has no more connections to give.
            thread::sleep(CHECK_INTERVAL);
            continue;
        };
        let shared = shared.clone();
        // Each open connection has a reference, `run` another one, and this function the last.
        if Arc::strong_count(&shared) <= MAX_CONNECTIONS + 2 {
            // Without a thread the connection is closed.
            let _ = thread::Builder::new().spawn(move || {
                if let Err(error) = serve(&connection, &shared) {
                    tracing::debug!("connection: {error}");
                }
            });
        }
    }
}

/// Answers the request of a connection.
fn serve(mut connection: &TcpStream, shared: &Shared) -> io::Result<()> {
    connection.set_nodelay(true)?;
    connection.set_write_timeout(Some(WRITE_TIME))?;
    let answer = match Request::read(Limited::new(connection, HEAD_TIME)) {
        Ok(None) => return Ok(()),
        Ok(Some(request)) => shared.answer(request, connection),
        Err(refusal) => Err(refusal),
    };
    let response = match answer {
        Ok(None) => return shared.send_events(connection),
        Ok(Some(response)) => response,
        Err(refusal) => refusal.into(),
    };
    response.write(&mut connection)?;
    connection.shutdown(Shutdown::Write)?;
    // A connection that is closed with bytes unread is reset, and the client may not see the response.
    let mut rest = Limited::new(connection, CLOSING_TIME);
    while rest.read(&mut [0; 1 << 14])? > 0 {}
    Ok(())
}
