//! `chuhe play` in the browser: its server, driven by requests of HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Stdio};

use serde_json::{Value, json};

#[cfg(unix)]
use crate::process::interrupt;
use crate::{chuhe, input_error_of};

/// A running program, which is killed at the end of the test.
struct Program {
    child: Child,
    /// The program prints into it until it ends.
    _output: BufReader<ChildStdout>,
    port: u16,
    token: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    fn start() -> Program {
        let mut child = chuhe()
            .args(["play", "--no-open", "--hash", "1", "--threads", "1"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("The page is at http://127.0.0.1:");
        let (port, path) = address
            .unwrap_or_else(|| panic!("{line}"))
            .split_once('/')
            .unwrap();
        Program {
            port: port.parse().expect("a port"),
            token: path.trim_end_matches('/').to_owned(),
            child,
            _output: output,
        }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens")
    }

    /// Sends bytes, and returns the response.
    fn send(&self, bytes: &[u8]) -> String {
        let mut connection = self.connect();
        // The server may refuse before it has read everything.
        let _ = connection.write_all(bytes);
        let _ = connection.shutdown(Shutdown::Write);
        let mut response = Vec::new();
        let _ = connection.read_to_end(&mut response);
        String::from_utf8(response).expect("UTF-8")
    }

    /// Returns a head with the right host, and further fields with their line breaks.
    fn head(&self, method: &str, path: &str, fields: &str) -> String {
        let Program { port, token, .. } = self;
        format!("{method} /{token}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{fields}\r\n")
    }

    fn get(&self, path: &str) -> String {
        self.send(self.head("GET", path, "").as_bytes())
    }

    fn post(&self, path: &str, body: &str) -> String {
        let length = format!("Content-Length: {}\r\n", body.len());
        self.send((self.head("POST", path, &length) + body).as_bytes())
    }

    /// Opens a page's connection.
    fn open_page(&self) -> Page<'_> {
        let mut connection = self.connect();
        let head = self.head("GET", "engine/events", "");
        connection.write_all(head.as_bytes()).expect("sent");
        let mut page = Page {
            program: self,
            events: BufReader::new(connection),
            number: 0,
        };
        let greeting = page.event();
        page.number = greeting["page"].as_u64().expect("its number");
        // The page can choose from as many threads as `--threads` has.
        assert_eq!(greeting, json!({"page": page.number, "threads": 1}));
        page
    }
}

/// An open page.
struct Page<'p> {
    program: &'p Program,
    events: BufReader<TcpStream>,
    number: u64,
}

impl Page<'_> {
    /// The next message of the engine.
    fn event(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert!(
                self.events.read_line(&mut line).expect("a line") > 0,
                "it has ended"
            );
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).expect("JSON");
            }
        }
    }

    fn send(&self, kind: &str, body: &str) {
        let path = format!("engine/{}/{kind}", self.number);
        let response = self.program.post(&path, body);
        assert!(response.starts_with("HTTP/1.1 204 "), "{response}");
    }

    /// The first line of the engine that begins with a word.
    fn line(&mut self, word: &str) -> String {
        loop {
            if let Some(line) = self.event().as_str().filter(|line| line.starts_with(word)) {
                return line.to_owned();
            }
        }
    }

    /// The reply to a request.
    fn reply(&mut self, request: &Value) -> Value {
        self.send("requests", &request.to_string());
        loop {
            let event = self.event();
            if event["id"] == request["id"] && !event.is_string() {
                return event;
            }
        }
    }
}

fn status(response: &str) -> &str {
    response.split(' ').nth(1).unwrap_or("none")
}

#[test]
fn only_requests_of_the_page_are_answered() {
    let program = Program::start();
    let Program { port, token, .. } = &program;
    assert_eq!(token.len(), 32);
    assert_ne!(token, &Program::start().token);
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let with = |line: &str, fields: &str| {
        program.send(format!("{line} HTTP/1.1\r\n{fields}\r\n").as_bytes())
    };
    let page = format!("GET /{token}/");
    let origin = |origin: &str| format!("{own}Origin: {origin}\r\n");
    for (line, fields, expected) in [
        (page.as_str(), own.clone(), "200"),
        (&page, origin(&format!("http://127.0.0.1:{port}")), "200"),
        (&page, origin("http://evil.example"), "403"),
        (&page, origin("null"), "403"),
        (&page, origin(""), "403"),
        (&page, origin(&format!("https://127.0.0.1:{port}")), "403"),
        (&page, origin("http://127.0.0.1:80"), "403"),
        (&page, format!("{}origin: b\r\n", origin("a")), "400"),
        (&page, format!("Host: localhost:{port}\r\n"), "403"),
        (&page, format!("Host: evil.example:{port}\r\n"), "403"),
        (&page, "Host: 127.0.0.1\r\n".to_owned(), "403"),
        (&page, "Host: 127.0.0.1:80\r\n".to_owned(), "403"),
        (&page, "Host: \r\n".to_owned(), "403"),
        (&page, String::new(), "403"),
        (&page, format!("{own}{own}"), "400"),
        (&page, format!("{own}Content-Length: -1\r\n"), "400"),
        (&page, "Content-Length: 1\r\n".repeat(2), "400"),
        (&page, "a: b\r\n".repeat(65), "431"),
        ("GET /", own.clone(), "403"),
        ("GET //", own.clone(), "403"),
        ("GET /app/main.js", own.clone(), "403"),
        ("GET /engine/events", own.clone(), "403"),
        (
            "POST /engine/1/lines",
            format!("{own}Content-Length: 4\r\n"),
            "403",
        ),
        (&page[..page.len() - 1], own.clone(), "403"),
        (&format!("GET {token}/"), own.clone(), "403"),
        (&format!("GET /{}/", &token[1..]), own.clone(), "403"),
        (&format!("GET /{token}0/"), own.clone(), "403"),
        (&format!("GET /{}0/", &token[1..]), own.clone(), "403"),
        (&format!("{page}unknown"), own.clone(), "404"),
        (&format!("{page}../Cargo.toml"), own.clone(), "404"),
        (
            &format!("{page}%2e%2e/%2e%2e/etc/passwd"),
            own.clone(),
            "404",
        ),
        (&format!("{page}/etc/passwd"), own.clone(), "404"),
        (&format!("{page}engine/worker.js"), own.clone(), "404"),
        (
            &format!("POST /{token}/engine/9/lines"),
            format!("{own}Content-Length: 0\r\n"),
            "404",
        ),
        (
            &format!("POST /{token}/"),
            format!("{own}Content-Length: 0\r\n"),
            "405",
        ),
        (
            &format!("OPTIONS /{token}/"),
            format!("{own}Access-Control-Request-Method: POST\r\n"),
            "405",
        ),
        (
            &format!("DELETE /{token}/engine/events"),
            own.clone(),
            "405",
        ),
        ("GET", own.clone(), "400"),
        ("\u{0}\u{1}", own.clone(), "400"),
        (&format!("GET /{}", "x".repeat(20_000)), own.clone(), "431"),
    ] {
        let response = with(line, &fields);
        assert_eq!(status(&response), expected, "{line:.80} {fields}");
        let is_explained = response.contains("\n请打开 chuhe play 显示的完整地址\n");
        assert_eq!(is_explained, expected == "403", "{response}");
        for field in [
            "Content-Security-Policy: default-src 'none'; ",
            "; frame-ancestors 'none'\r\n",
            "X-Content-Type-Options: nosniff\r\n",
        ] {
            assert!(response.contains(field), "{field}: {response}");
        }
        assert!(!response.contains("Access-Control"), "{response}");
    }
}

#[test]
fn the_page_and_its_files_are_served() {
    let program = Program::start();
    let page = program.get("");
    assert!(page.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"));
    assert!(page.contains("data-engine=\"native\""));
    for (path, content_type, part) in [
        (
            "app/main.js",
            "text/javascript; charset=utf-8",
            "new App();",
        ),
        ("board.css?x=1", "text/css; charset=utf-8", "{"),
        ("icon.svg", "image/svg+xml", "<svg"),
        ("puzzles.epd", "text/plain; charset=utf-8", " dm "),
    ] {
        let response = program.get(path);
        let (head, body) = response.split_once("\r\n\r\n").expect("a head");
        assert_eq!(status(head), "200", "{path}");
        assert!(body.contains(part), "{path}: {body:.200}");
        let content_type = format!("Content-Type: {content_type}\r\n");
        assert!(head.contains(&content_type), "{path}: {head}");
        let head_only = program.send(program.head("HEAD", path, "").as_bytes());
        assert_eq!(head_only.strip_suffix("\r\n\r\n"), Some(head), "{path}");
    }
}

#[test]
fn a_page_searches_and_gets_replies() {
    let program = Program::start();
    let mut page = program.open_page();
    page.send("lines", "uci\nposition startpos moves h2e2\ngo depth 4");
    assert!(page.line("id name ").starts_with("id name Chuhe "));
    assert!(page.line("bestmove ").len() >= "bestmove h9g7".len());
    let reply = page.reply(&json!({"id": 1, "request": "judge", "moves": ["h2e2"]}));
    assert_eq!(reply["result"]["outcome"], "undecided");
    let reply = page.reply(&json!({"id": 2, "request": "notation", "fen": "4k4/9 w"}));
    assert!(
        reply["error"]
            .as_str()
            .unwrap()
            .contains("the FEN has 2 ranks"),
        "{reply}"
    );
    let puzzle = json!({"id": 3, "request": "solve", "fen": "3k5/9/R8/9/9/9/9/9/9/1R2K4 w"});
    assert_eq!(page.reply(&puzzle)["result"]["status"], "mate");
    // A request that runs without end is stopped.
    page.send(
        "requests",
        &json!({"id": 4, "request": "review", "moves": ["h2e2"], "movetime": 1_000_000})
            .to_string(),
    );
    let stop = json!({"id": 4, "request": "stop"});
    assert_eq!(page.reply(&stop)["error"], "stopped");
    page.send("requests", "{");
    assert!(
        page.event()["error"]
            .as_str()
            .unwrap()
            .starts_with("not JSON: ")
    );
    // Bytes that are no text, and lines without a meaning.
    page.send(
        "lines",
        "\u{0}\u{1b}[2J\nsetoption\ngo nothing\nposition fen x",
    );
    page.send("lines", "isready");
    page.line("readyok");
    page.send("lines", "quit");
}

#[test]
fn messages_that_are_too_long_are_refused() {
    let program = Program::start();
    let page = program.open_page();
    let requests = format!("engine/{}/requests", page.number);
    let head = |fields: &str| program.send(program.head("POST", &requests, fields).as_bytes());
    assert_eq!(status(&head("Content-Length: 6291457\r\n")), "413");
    assert_eq!(
        status(&head("Content-Length: 99999999999999999999999\r\n")),
        "413"
    );
    assert_eq!(status(&head("")), "411");
    assert_eq!(status(&head("Transfer-Encoding: chunked\r\n")), "411");
    assert_eq!(status(&head("Content-Length: 5\r\n")), "408");
    assert_eq!(status(&program.get(&requests)), "405");
    // The body is sent, too, and nothing is kept of it.
    let response = program.post(&requests, &"x".repeat(7 << 20));
    assert_eq!(status(&response), "413");
    assert!(
        response.ends_with("the request has more than 6291456 bytes\n"),
        "{response}"
    );
    // A request that the server takes may still be longer than its kind allows.
    let mut page = page;
    let long = json!({"id": 5, "request": "judge", "moves": [" ".repeat(300_000)]});
    assert!(
        page.reply(&long)["error"]
            .as_str()
            .unwrap()
            .contains("more than 262144 bytes")
    );
}

#[test]
fn each_page_has_an_engine_of_its_own() {
    let program = Program::start();
    let (mut first, mut second) = (program.open_page(), program.open_page());
    assert_ne!(first.number, second.number);
    first.send("lines", "uci\nposition startpos\ngo infinite");
    first.line("info depth 2 ");
    second.send("lines", "uci\nposition startpos\ngo depth 2");
    second.line("bestmove ");
    first.send("lines", "stop");
    first.line("bestmove ");
    let others = [program.open_page(), program.open_page()];
    assert_eq!(status(&program.get("engine/events")), "503");
    drop(others);
    assert_eq!(status(&program.get("")), "200");
}

#[test]
fn silent_and_slow_connections_do_not_block_others() {
    let program = Program::start();
    let silent: Vec<TcpStream> = (0..100).map(|_| program.connect()).collect();
    for mut connection in silent.iter().take(50) {
        connection.write_all(b"GET / HT").expect("sent");
    }
    assert_eq!(status(&program.get("app/main.js")), "200");
    drop(silent);
}

#[test]
fn any_bytes_leave_the_server_working() {
    let program = Program::start();
    let page = program.open_page();
    let lines = format!("engine/{}/lines", page.number);
    let valid = program.head("POST", &lines, "Content-Length: 8\r\n") + "isready\n";
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..300 {
        let mut bytes = valid.clone().into_bytes();
        for _ in 0..random.usize(1..8) {
            let index = random.usize(0..bytes.len());
            match random.u8(0..3) {
                0 => bytes[index] = random.u8(..),
                1 => bytes.insert(index, random.u8(..)),
                _ => bytes.truncate(index.max(1)),
            }
        }
        program.send(&bytes);
    }
    assert_eq!(status(&program.get("")), "200");
    assert_eq!(status(&program.post(&lines, "isready")), "204");
}

#[test]
fn the_program_ends_after_its_last_page() {
    let mut program = Program::start();
    let mut page = program.open_page();
    page.send("lines", "uci\nposition startpos\ngo depth 1");
    page.line("bestmove ");
    // Bytes that are left unread do not hide that the connection is closed.
    let connection = page.events.get_mut();
    connection.write_all(b"more").expect("sent");
    connection.shutdown(Shutdown::Write).expect("it is open");
    let ended = program.child.wait().expect("its exit code");
    assert_eq!(ended.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn control_c_ends_a_running_search() {
    let mut program = Program::start();
    let mut page = program.open_page();
    page.send("lines", "uci\nposition startpos\ngo infinite");
    page.line("info depth 2 ");
    interrupt(&program.child);
    drop(page);
    let ended = program.child.wait().expect("its exit code");
    assert_eq!(ended.code(), Some(0));
}

#[test]
fn wrong_arguments_are_explained() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = listener
        .local_addr()
        .expect("its address")
        .port()
        .to_string();
    for (args, parts) in [
        (&["--level", "3"][..], &["--terminal"][..]),
        (
            &["--fen", "startpos", "--no-open"],
            &["cannot be used with"],
        ),
        (&["--terminal", "--port", "9000"], &["cannot be used with"]),
        (&["--port", "80"], &["1024"]),
        (
            &["--port", &taken],
            &[
                "--port ",
                "cannot listen on it: ",
                "choose another with --port",
            ],
        ),
        (&["--evalfile", "no.nnue"], &["cannot read no.nnue: "]),
    ] {
        let error = input_error_of(&[&["play"], args].concat());
        for part in parts {
            assert!(error.contains(part), "{args:?}: {error}");
        }
    }
    drop(listener);
}
