//! What happens in each state, and at the ends.

use super::*;

#[test]
fn boot_waits_for_ucci() {
    let mut machine = Machine::new();
    let script = "
        > isready
        < info message say 'ucci' or 'uci' first, 'help' lists what needs neither
        > ucinewgame
        < info message say 'ucci' or 'uci' first, 'help' lists what needs neither
        > go depth 3
        < info message say 'ucci' or 'uci' first, 'help' lists what needs neither
        > position startpos moves h2e2
        > d
        * perform Show after [h2e2]
        > perft 2
        * work Perft(2) after [h2e2]
        + 44 nodes
        < 44 nodes
        + done
        > position startpos moves h2e9
        < info message move 1 of the list, h2e9, is not legal for red
        > ucci
        < (introduction)
        > ucci
        < (introduction)
        > isready
        < readyok
        > quit
        < bye
        * quit";
    resume(&mut machine, script);
    resume(&mut Machine::new(), "> quit \n < bye \n * quit");
    resume(&mut Machine::new(), "$ \n * quit");
}

#[test]
fn what_makes_no_sense_changes_nothing() {
    converse(
        "
        > position startpos moves h2e2
        > position startpos moves h2e2 h9g7 h0h9
        < info message move 3 of the list, h0h9, is not legal for red
        > position fen 4k4/9/9 w
        < info message the FEN has 3 ranks, a board has 10
        > position
        < info message position wants 'fen' or 'startpos', not ''
        > go sideways
        < info message go does not know the word 'sideways'
        > setoption style wild
        < info message option style: 'wild' is none of solid, normal, risky
        > setoption
        < info message setoption wants the name of an option
        > setoption egtbpaths tables
        > uxinewgame
        < info message 'uxinewgame' is not a command of UCCI: 'help' lists them
        > ponderhit
        < info message ponderhit: there is no search to tell
        > go depth 2
        * start after [h2e2] depth=2
        > go depth 9
        < info message ignored while thinking: wait for bestmove, or say 'stop' first
        > position startpos
        < info message ignored while thinking: wait for bestmove, or say 'stop' first
        > ucci
        < info message ignored while thinking: wait for bestmove, or say 'stop' first
        > setoption newgame
        < info message ignored while thinking: wait for bestmove, or say 'stop' first
        > banmoves h9g7
        < info message ignored while thinking: wait for bestmove, or say 'stop' first
        > ponderhit
        < info message ponderhit: the search is not on the opponent's time
        > nonsense
        < info message 'nonsense' is not a command of UCCI: 'help' lists them
        ~ done 2 h9g7 -
        << bestmove h9g7
        > go depth 2
        * start after [h2e2] depth=2
        ",
    );
}

#[test]
fn a_second_position_and_a_probe_in_either_state() {
    let start = crate::board::START_FEN;
    converse(&format!(
        "
        > probe startpos
        * probe {start}
        > probe startpos moves h9g7
        < info message move 1 of the list, h9g7, is not legal for red
        > go infinite
        * start after []
        > probe fen {start} moves h2e2
        * probe rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1
        > quit
        < bye
        * quit
        "
    ));
}

#[test]
fn depth_zero_is_the_static_score() {
    let start = crate::board::START_FEN;
    converse(&format!(
        "
        > go depth 0
        * evaluate {start}
        < nobestmove
        > go depth 1
        * start after [] depth=1
        "
    ));
}

#[test]
fn several_lines_are_ranked_and_forced_ends_are_told_once() {
    converse(
        "
        > setoption multipv 2
        > go depth 3
        * start after [] depth=3 multipv=2
        ~ rank 1 3 31997 h2e2 h9g7
        <~ info message mate in 2
        < info depth 3 multipv 1 score 31997 pv h2e2 h9g7
        ~ rank 2 3 -31998 b2e2
        < info depth 3 multipv 2 score -31998 pv b2e2
        ~ rank 1 4 31997 h2e2
        <~ info depth 4 multipv 1 score 31997 pv h2e2
        ~ rank 1 5 -31998 h2e2
        <~ info message mated in 1
        < info depth 5 multipv 1 score -31998 pv h2e2
        ~ rank 1 6 32495 h2e2
        <~ info message wins by rule in 3
        < info depth 6 multipv 1 score 32495 pv h2e2
        ~ rank 1 7 -32496 h2e2
        <~ info message loses by rule in 2
        < info depth 7 multipv 1 score -32496 pv h2e2
        ",
    );
}

#[test]
fn bounds_are_not_told_as_scores() {
    for bound in [Bound::Lower, Bound::Upper] {
        let mut machine = converse("> go depth 3 \n * start after [] depth=3");
        let line = Line {
            bound,
            rank: 1,
            score: 400,
            ..Line::default()
        };
        assert!(
            machine
                .step(Input::Job(
                    machine.last_job,
                    JobEvent::Search(Event::Line(line))
                ))
                .is_empty()
        );
    }
}

#[test]
fn the_variation_that_is_played_is_told_once() {
    converse(
        "
        > go nodes 5000
        * start after [] nodes=5000
        ~ line 3 4 h2e2 h9g7
        <~ info depth 3 score 4 pv h2e2 h9g7
        ~ bound 4 31997 b2e2 b9c7
        ~ done 31997 b2e2 b9c7 4 b2e2 b9c7
        < info time 100 nodes 5000
        < info message mate in 2
        < info depth 4 score 31997 pv b2e2 b9c7
        << bestmove b2e2
        > go nodes 5000
        * start after [] nodes=5000
        ~ line 3 4 h2e2 h9g7
        <~ info depth 3 score 4 pv h2e2 h9g7
        ~ bound 4 5 h2e2 h9g7
        ~ done 5 h2e2 h9g7 4 h2e2 h9g7
        << bestmove h2e2
        ",
    );
}

#[test]
fn debug_says_what_is_done() {
    converse(
        "
        > setoption debug on
        < info message option debug is now on
        > setoption egtbpaths tables
        < info message there is no option 'egtbpaths'
        > setoption hashsize 7
        * configure
        < info message option hashsize is now 7
        > setoption debug off
        > setoption hashsize 7
        ",
    );
}

#[test]
fn batch_listens_while_thinking_only_to_what_can_end_it() {
    let listens = |script: &str| converse(script).is_listening();
    assert!(listens("> go depth 3 \n * start after [] depth=3"));
    assert!(!listens(
        "> setoption batch on \n > go depth 3 \n * start after [] depth=3"
    ));
    assert!(listens(
        "> setoption batch on \n > go infinite \n * start after []"
    ));
    let mut machine =
        converse("> setoption batch on \n > go ponder depth 3 \n * start after [] ponder depth=3");
    assert!(machine.is_listening());
    resume(&mut machine, "> ponderhit \n * ponderhit");
    assert!(!machine.is_listening());
    resume(&mut machine, "~ done 0 h2e2 - \n << bestmove h2e2");
    assert!(machine.is_listening());
}

#[test]
fn the_end_of_the_input_stops_the_search_and_gives_its_move() {
    converse(
        "
        > go infinite
        * start after []
        $
        * stop
        ~ line 3 4 h2e2
        <~ info depth 3 score 4 pv h2e2
        ~ done 4 h2e2 -
        << bestmove h2e2
        * quit
        ",
    );
    converse("$ \n * quit");
}

#[test]
fn after_a_stop_the_next_command_waits_for_the_answer() {
    let mut machine = converse("> go infinite \n * start after [] \n > stop \n * stop");
    assert!(!machine.is_listening());
    resume(&mut machine, "~ done 0 h2e2 - \n << bestmove h2e2");
    assert!(machine.is_listening());
}
