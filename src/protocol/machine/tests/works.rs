//! `perft` and `bench`: what is heard meanwhile; and the log.

use super::state::MAX_WAITING;
use super::*;

#[test]
fn a_work_is_stopped_and_answers_isready() {
    converse(
        "
        > bench 20
        * work Bench(20) after []
        + row
        < row
        > isready
        < readyok
        > stop
        * stop
        + stopped
        < info message bench was stopped
        > stop
        < nobestmove
        ",
    );
    converse_in_uci(
        "
        > go perft 9
        * work Perft(9) after []
        > isready
        < readyok
        > stop
        * stop
        + stopped
        < info string perft was stopped
        > stop
        > perft 9
        * work Perft(9) after []
        > quit
        * quit
        ",
    );
}

#[test]
fn what_else_is_said_waits_for_its_end() {
    let mut machine =
        converse("> perft 3 \n * work Perft(3) after [] \n > position startpos moves h2e2");
    assert!(machine.is_listening());
    let script = "
        > isready
        < readyok
        > stop
        * stop
        + stopped
        < info message perft was stopped
        > perft 1
        * work Perft(1) after [h2e2]
        > perft 2
        + done
        * work Perft(2) after [h2e2]
        > nonsense
        + done
        < info message 'nonsense' is not a command of UCCI: 'help' lists them
        > perft 2
        * work Perft(2) after [h2e2]
        $
        * stop
        + stopped
        < info message perft was stopped
        * quit";
    resume(&mut machine, script);
}

#[test]
fn behind_any_number_of_lines_the_job_can_be_ended() {
    let mut machine = converse("> perft 9 \n * work Perft(9) after []");
    for _ in 0..MAX_WAITING {
        assert!(machine.is_listening());
        resume(&mut machine, "> d");
    }
    resume(
        &mut machine,
        "
        > d
        < info message ignored: 1000 lines wait for the end of perft
        > isready
        < readyok
        ",
    );
    assert!(machine.is_listening());
    for end in [
        "> quit \n < bye \n * quit",
        "> stop \n * stop",
        "$ \n * stop",
    ] {
        resume(&mut machine.clone(), end);
    }
    // The end of the input also ends what waited for the first.
    let mut machine = converse("> perft 9 \n * work Perft(9) after [] \n > perft 8");
    let script = "
        $
        * stop
        + stopped
        < info message perft was stopped
        * work Perft(8) after []
        * stop
        + stopped
        < info message perft was stopped
        * quit";
    resume(&mut machine, script);
}

#[test]
fn before_a_greeting_many_lines_wait_in_the_pipe() {
    let mut machine = Machine::new();
    resume(&mut machine, "> perft 9 \n * work Perft(9) after []");
    for _ in 0..MAX_WAITING {
        assert!(machine.is_listening());
        resume(&mut machine, "> d");
    }
    assert!(!machine.is_listening());
}

#[test]
fn before_a_greeting_the_end_of_the_input_waits() {
    let mut machine = Machine::new();
    let script = "
        > perft 3
        * work Perft(3) after []
        $
        + 79666
        < 79666
        + done
        * quit";
    resume(&mut machine, script);
}

#[test]
fn before_a_greeting_quit_waits_too() {
    let mut machine = Machine::new();
    let script = "
        > perft 3
        * work Perft(3) after []
        > quit
        + 79666
        < 79666
        + done
        < bye
        * quit";
    resume(&mut machine, script);
    let mut machine = Machine::new();
    let script = "
        > perft 30
        * work Perft(30) after []
        > stop
        * stop
        + stopped
        < info message perft was stopped
        > isready
        < info message say 'ucci' or 'uci' first, 'help' lists what needs neither";
    resume(&mut machine, script);
}

#[test]
fn with_batch_nothing_is_heard_before_its_end() {
    let mut machine = converse(
        "
        > setoption batch on
        > perft 3
        * work Perft(3) after []",
    );
    assert!(!machine.is_listening());
    resume(&mut machine, "+ done");
    assert!(machine.is_listening());
}

#[test]
fn a_log_that_cannot_be_leaves_the_one_before() {
    converse_in_uci(
        "
        > setoption name Debug Log File value a log
        * log a log
        = log
        > setoption name Debug Log File value a log
        > setoption name Debug Log File value /b
        * log /b
        = no log
        < info string no log
        > setoption name Debug Log File value /b
        * log /b
        = log
        > setoption name Debug Log File value <empty>
        * log
        = log
        ",
    );
}
