//! The driver: connects stdin and stdout with a conversation.
//!
//! It uses three kinds of threads. One reads lines, at most `READ_AHEAD` before they are parsed, so that the others wait
//! in the pipe. The threads of jobs report events. The calling thread receives both from one channel.

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Instant;

use super::conversation::{Conversation, Incoming};
use super::lines::next_line;
use super::options::Options;

/// Lines that are read before they are parsed: a `go` behind a `position` does not wait for this thread.
const READ_AHEAD: usize = 16;

/// Speaks UCCI or UCI until `quit` or the end of the input, with these options at the beginning.
///
/// The end of the input stops a search, whose best move is still sent. After a greeting it stops a `perft` or `bench` as well,
/// whose total is then not sent. Before a greeting, and with `batch` on, these run to their end, as does a search with limits.
///
/// # Errors
/// If the output cannot be written. An input that cannot be read counts as ended.
pub fn drive(
    options: Options,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let (sender, inbox) = channel();
    let permits = start_reader(input, sender.clone());
    let mut conversation = Conversation::new(options, output, sender);
    // The conversation holds a sender itself: there is always a message to come, or to wait for.
    for incoming in inbox {
        let is_line = matches!(incoming, Incoming::Line(..));
        let waiting = conversation.waiting_lines() + usize::from(is_line);
        if conversation.receive(incoming)?.is_break() {
            break;
        }
        for _ in conversation.waiting_lines()..waiting {
            // After the end of the input the thread has ended.
            let _ = permits.send(());
        }
    }
    Ok(())
}

/// Serves UCCI or UCI over stdin and stdout until `quit` or the end of the input. Returns the exit code.
///
/// Fails only if the output cannot be written; a closed pipe is not a failure.
pub fn run() -> u8 {
    let input = BufReader::new(io::stdin());
    match drive(Options::default(), input, io::stdout()) {
        Ok(()) => 0,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => 0,
        Err(error) => {
            tracing::error!("cannot write to the GUI: {error}");
            1
        }
    }
}

/// Starts the thread that reads lines, one for each permit.
fn start_reader(mut input: impl BufRead + Send + 'static, sender: Sender<Incoming>) -> Sender<()> {
    let (permits, permitted) = channel();
    for _ in 0..READ_AHEAD {
        let _ = permits.send(());
    }
    thread::spawn(move || {
        for () in permitted {
            let line = next_line(&mut input).unwrap_or_else(|error| {
                tracing::warn!("cannot read from the GUI: {error}");
                None
            });
            let is_end = line.is_none();
            let sent = sender.send(Incoming::Line(line, Instant::now()));
            if is_end || sent.is_err() {
                break;
            }
        }
    });
    permits
}
