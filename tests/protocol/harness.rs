//! The built program as a child process, driven over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use chuhe::board::{Board, Move};

use crate::process::chuhe;

/// Black is mated by the pawn.
pub const MATED: &str = "3k1P3/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1";
/// Red mates with one of its rooks.
pub const MATE_IN_ONE: &str = "3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1";

/// Without output for so long the engine hangs. No measure of speed: the machine may be busy.
const HANG: Duration = Duration::from_secs(60);

/// A running engine.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
}

impl Engine {
    /// Starts an engine before its greeting.
    pub fn start() -> Engine {
        Engine::of(&mut chuhe())
    }

    /// Starts an engine by this command.
    pub fn of(command: &mut Command) -> Engine {
        let mut child = command
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

    /// Starts an engine after `ucci`, with a small table and without its book.
    pub fn ucci() -> Engine {
        let mut engine = Engine::start();
        engine.send("ucci");
        engine.read_until("ucciok");
        engine.send("setoption hashsize 1");
        engine.send("setoption usebook false");
        engine
    }

    /// Starts an engine after `uci`, with a small table and without its book.
    pub fn uci() -> Engine {
        let mut engine = Engine::start();
        engine.send("uci");
        engine.read_until("uciok");
        engine.send("setoption name Hash value 1");
        engine.send("setoption name UseBook value false");
        engine
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends any bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Returns the next line; `None` when the engine has closed its output.
    pub fn next_line(&mut self) -> Option<String> {
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

    /// Returns the next line.
    pub fn read_line(&mut self) -> String {
        self.next_line().expect("the engine ended")
    }

    /// Returns the lines up to the first that begins with `start`.
    pub fn read_until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.read_line();
            let done = line.starts_with(start);
            lines.push(line);
            if done {
                return lines;
            }
        }
    }

    /// Sends `isready` and returns the lines before `readyok`: the responses to all earlier commands.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.read_until("readyok");
        lines.pop();
        lines
    }

    /// Stops any job, and waits until none runs.
    pub fn stop_all(&mut self) {
        let start = Instant::now();
        loop {
            self.send("stop");
            self.sync();
            self.send("position startpos");
            if self.sync().is_empty() {
                return;
            }
            assert!(start.elapsed() < HANG, "the search does not end");
        }
    }

    /// Sends a line and returns the only message that answers it.
    pub fn message(&mut self, line: &str) -> String {
        self.send(line);
        let lines = self.sync();
        Self::only_message(line, &lines)
    }

    /// Sends a `go` that is wrong, and returns the message before the answer, which has no move.
    pub fn refusal(&mut self, line: &str) -> String {
        self.send(line);
        let mut lines = self.sync();
        let answer = lines.pop().unwrap_or_default();
        assert!(
            ["nobestmove", "bestmove (none)"].contains(&answer.as_str()),
            "{line}: {answer}"
        );
        Self::only_message(line, &lines)
    }

    fn only_message(line: &str, lines: &[String]) -> String {
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        let text = lines[0].strip_prefix("info message ");
        let text = text.or(lines[0].strip_prefix("info string "));
        text.unwrap_or_else(|| panic!("{line}: {lines:?}"))
            .to_owned()
    }

    /// Waits for the answer to a `go`; returns it and the lines before it.
    pub fn read_answer(&mut self) -> (String, Vec<String>) {
        let mut before = Vec::new();
        loop {
            let line = self.read_line();
            if line.starts_with("bestmove ") || line == "nobestmove" {
                return (line, before);
            }
            before.push(line);
        }
    }

    /// Sends a `go` and waits for its answer; returns it and the lines before it.
    pub fn go(&mut self, go: &str) -> (String, Vec<String>) {
        self.send(go);
        self.read_answer()
    }

    /// Sends a `go` and returns the best move.
    pub fn best_move(&mut self, go: &str) -> Move {
        best(&self.go(go).0)
    }

    /// Returns the static evaluation of the current position.
    pub fn static_score(&mut self) -> i32 {
        let (_, output) = self.go("go depth 0");
        let score = output[0].strip_prefix("info depth 0 score ");
        score.unwrap().parse().unwrap()
    }

    /// Waits until the program ends with success; returns the lines before.
    pub fn wait_for_exit(mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.next_line() {
            lines.push(line);
        }
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < HANG, "the engine does not exit");
            thread::sleep(Duration::from_millis(5));
        };
        assert!(status.success(), "{status}");
        lines
    }

    /// Sends `quit` and waits for the exit.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.wait_for_exit()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A test that fails must not leave an engine behind; one that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the move of a `bestmove` line.
pub fn best(answer: &str) -> Move {
    let mv = answer
        .strip_prefix("bestmove ")
        .and_then(|rest| rest.split(' ').next());
    mv.unwrap_or_else(|| panic!("{answer}")).parse().unwrap()
}

/// Returns the position after these moves from the start.
pub fn after(moves: &str) -> Board {
    let mut board = Board::startpos();
    for mv in moves.split_ascii_whitespace() {
        let _ = board.make(mv.parse().unwrap());
    }
    board
}

/// Returns the moves as text, separated by blanks.
pub fn list(moves: &[Move]) -> String {
    moves
        .iter()
        .map(Move::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
