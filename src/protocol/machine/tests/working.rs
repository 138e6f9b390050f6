//! `perft` and `bench`, and the commands that wait for their end.

use super::*;
use crate::protocol::machine::state::MAX_WAITING;

#[test]
fn during_perft_and_bench_the_gui_can_stop_quit_and_ping() {
    play(JOBS);
    let many = "> d \n ? reads \n".repeat(MAX_WAITING - 1) + "> d \n";
    play(&format!(
        "# none: before a greeting many lines wait in the pipe
            > perft 9
            * work Perft(9) after []
            {many}
            ? blocks"
    ));
    let many = "> d \n".repeat(MAX_WAITING);
    play(&format!(
        "# uci: each go is answered, even behind the lines that may wait
            > perft 9
            * work Perft(9) after []
            {many}
            > d
            < info string ignored: {MAX_WAITING} lines wait for the end of perft
            > go depth 3
            < info string ignored: {MAX_WAITING} lines wait for the end of perft
            < bestmove (none)
            > go depth deep
            < info string ignored: {MAX_WAITING} lines wait for the end of perft
            < bestmove (none)"
    ));
}

const JOBS: &str = "
    # ucci: a bench answers isready and is stopped
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
    # uci: a perft answers isready and is stopped
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
    # ucci: other commands wait for its end, and the end of the input stops it
        > perft 3
        * work Perft(3) after []
        > position startpos moves h2e2
        ? reads
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
        > perft 8
        $
        * stop
        + stopped
        < info message perft was stopped
        * work Perft(8) after [h2e2]
        * stop
        + stopped
        < info message perft was stopped
        * quit
    # none: before a greeting the end of the input waits
        > perft 3
        * work Perft(3) after []
        $
        + 79666
        < 79666
        + done
        * quit
    # none: before a greeting quit waits
        > perft 3
        * work Perft(3) after []
        > quit
        ? blocks
        + 79666
        < 79666
        + done
        < bye
        * quit
    # none: lines behind a greeting that waits are those of its protocol
        > perft 3
        * work Perft(3) after []
        > uci
        > go movetime 100
        + done
        < (introduction)
        * start after [] movetime=100ms
    # none: before a greeting stop is answered
        > perft 30
        * work Perft(30) after []
        > stop
        * stop
        ? blocks
        + stopped
        < info message perft was stopped
        > isready
        < info message send 'ucci' or 'uci' first; 'help' lists the commands that need neither
    # ucci: with batch no line is read before its end
        > setoption batch on
        > perft 3
        * work Perft(3) after []
        ? blocks
        + done
        ? reads
    # none: with batch set behind a perft, the searches run one after the other
        > perft 3
        * work Perft(3) after []
        > uci
        > setoption name Batch value true
        > go depth 6
        > position startpos moves h2e2
        > go depth 5
        > quit
        + done
        < (introduction)
        * start after [] depth=6
        ? blocks
        ~ done 0 h2e2 -
        << bestmove h2e2
        * start after [h2e2] depth=5
        ~ done 0 h9g7 -
        << bestmove h9g7
        * quit
    # ucci: networks that were named meanwhile are read one after the other, and before the commands behind them
        > perft 3
        * work Perft(3) after []
        > setoption evalfile a
        > setoption evalfile b
        > go infinite
        + done
        * load a
        = network a
        * configure
        < info message evalfile: network ZERO
        * load b
        = no network b
        < info message evalfile: no network; the previous network stays
        * start after []
        > stop
        * stop
        ~ done 0 h2e2 -
        << bestmove h2e2
    # ucci with books: books that were named meanwhile are opened before the commands behind them
        > perft 3
        * work Perft(3) after []
        > setoption bookfiles x
        > go time 60
        + done
        * open x
        = no book
        < info message no book
        * start after [] clock=60s+0ns/None
";
