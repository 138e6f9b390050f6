//! The built engine behind its pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use chuhe::board::{Board, Move};

/// After so long without a word the engine hangs. No measure of speed: the machine may be busy.
const HANG: Duration = Duration::from_secs(60);

/// A running engine.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
}

impl Engine {
    /// An engine that has yet to be spoken to.
    pub fn boot() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut line = Vec::new();
            while stdout
                .read_until(b'\n', &mut line)
                .is_ok_and(|read| read > 0)
            {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        Engine {
            child,
            stdin,
            lines,
        }
    }

    /// An engine in idle, with a small table and without its book: what is asked of it is searched.
    pub fn idle() -> Engine {
        let mut engine = Engine::boot();
        engine.say("ucci");
        engine.hear_until("ucciok");
        engine.say("setoption hashsize 1");
        engine.say("setoption usebook false");
        engine
    }

    /// An engine in idle that speaks UCI, with a small table and without its book.
    pub fn uci() -> Engine {
        let mut engine = Engine::boot();
        engine.say("uci");
        engine.hear_until("uciok");
        engine.say("setoption name Hash value 1");
        engine.say("setoption name UseBook value false");
        engine
    }

    /// Says a line.
    pub fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    /// Says anything.
    pub fn say_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("not hung up");
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// Closes the engine's input.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// The next line, or `None` when the engine has closed its output.
    pub fn hear_line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(HANG) {
            Ok(line) => {
                let line = line.strip_suffix(b"\n").expect("whole lines only");
                let printable = line.iter().all(|byte| (b' '..=b'~').contains(byte));
                assert!(printable && !line.is_empty(), "not plain ASCII: {line:?}");
                Some(String::from_utf8(line.to_vec()).unwrap())
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the engine hangs"),
        }
    }

    /// The next line.
    pub fn hear(&mut self) -> String {
        self.hear_line().expect("the engine ended")
    }

    /// The lines up to the first that begins with this.
    pub fn hear_until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.hear();
            let done = line.starts_with(start);
            lines.push(line);
            if done {
                return lines;
            }
        }
    }

    /// What is still to be heard of all that was said so far, without the answer of a search that
    /// goes on.
    pub fn settle(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.hear_until("readyok");
        lines.pop();
        lines
    }

    /// Ends whatever goes on, and waits until nothing does.
    pub fn rest(&mut self) {
        let start = Instant::now();
        loop {
            self.say("stop");
            self.settle();
            self.say("position startpos");
            if self.settle().is_empty() {
                return;
            }
            assert!(start.elapsed() < HANG, "the search does not end");
        }
    }

    /// Says a line and returns the one message that answers it.
    pub fn message(&mut self, line: &str) -> String {
        self.say(line);
        let lines = self.settle();
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        let text = lines[0].strip_prefix("info message ");
        let text = text.or(lines[0].strip_prefix("info string "));
        text.unwrap_or_else(|| panic!("{line}: {lines:?}"))
            .to_owned()
    }

    /// Waits for the end of a search: its last line, and those before it.
    pub fn answer(&mut self) -> (String, Vec<String>) {
        let mut before = Vec::new();
        loop {
            let line = self.hear();
            if line.starts_with("bestmove ") || line == "nobestmove" {
                return (line, before);
            }
            before.push(line);
        }
    }

    /// Thinks, and returns the move.
    pub fn think(&mut self, go: &str) -> Move {
        self.say(go);
        best(&self.answer().0)
    }

    /// Waits until the program ends, as it should; what it said before.
    pub fn end(mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.hear_line() {
            lines.push(line);
        }
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(
                start.elapsed() < HANG,
                "the engine hangs after its last word"
            );
            thread::sleep(Duration::from_millis(5));
        };
        assert!(status.success(), "{status}");
        lines
    }

    /// Tells the engine to quit, and sees that it does.
    pub fn quit(mut self) -> Vec<String> {
        self.say("quit");
        self.end()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A test that fails must not leave an engine behind; one that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The move of a `bestmove` line.
pub fn best(answer: &str) -> Move {
    let mv = answer
        .strip_prefix("bestmove ")
        .and_then(|rest| rest.split(' ').next());
    mv.unwrap_or_else(|| panic!("{answer}")).parse().unwrap()
}

/// The position after some moves.
pub fn after(moves: &str) -> Board {
    let mut board = Board::startpos();
    for mv in moves.split_ascii_whitespace() {
        let _ = board.make(mv.parse().unwrap());
    }
    board
}

/// The text of moves, as in a list.
pub fn list(moves: &[Move]) -> String {
    moves
        .iter()
        .map(Move::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
