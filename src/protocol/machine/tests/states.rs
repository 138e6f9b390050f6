//! What is answered in each phase, and at the ends.

use super::*;

#[test]
fn each_phase_answers_as_listed() {
    play(PHASES);
}

const PHASES: &str = "
    # none: before the greeting only commands for people and scripts, and positions
        > isready
        < info message send 'ucci' or 'uci' first; 'help' lists the commands that need neither
        > ucinewgame
        < info message send 'ucci' or 'uci' first; 'help' lists the commands that need neither
        > go depth 3
        < info message send 'ucci' or 'uci' first; 'help' lists the commands that need neither
        > position startpos moves h2e2
        > d
        < fen    rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1
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
        * quit
    # none: quit before the greeting
        > quit now
        < bye
        * quit
    # none: the end of the input before the greeting
        $
        * quit
    # ucci: the end of the input after it
        $
        * quit
    # ucci: the end of the input stops the search and gives its move
        > go infinite
        * start after []
        $
        * stop
        ~ line 3 4 h2e2
        <~ info depth 3 score 4 pv h2e2
        ~ done 4 h2e2 -
        << bestmove h2e2
        * quit
    # ucci: what makes no sense changes nothing
        > position startpos moves h2e2
        > position startpos moves h2e2 h9g7 h0h9
        < info message move 3 of the list, h0h9, is not legal for red
        > setoption egtbpaths tables
        > ponderhit
        < info message ponderhit: no search is running
        > go depth 2
        * start after [h2e2] depth=2
        > position startpos
        < info message ignored during a search: wait for bestmove or send 'stop' first
        > banmoves h9g7
        < info message ignored during a search: wait for bestmove or send 'stop' first
        > go depth 1
        < info message ignored during a search: wait for bestmove or send 'stop' first
        > ucci
        < info message ignored during a search: wait for bestmove or send 'stop' first
        > nonsense
        < info message 'nonsense' is not a command of UCCI: 'help' lists them
        ~ done 2 h9g7 -
        << bestmove h9g7
        > go depth 2
        * start after [h2e2] depth=2
    # ucci: probes in idle and while thinking
        > probe startpos
        * probe rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
        > probe startpos moves h9g7
        < info message move 1 of the list, h9g7, is not legal for red
        > go infinite
        * start after []
        > probe startpos moves h2e2
        * probe rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1
        > quit
        < bye
        * quit
    # uci: of the options only debug is set during a search, in any case
        > go infinite
        * start after [] infinite
        > setoption name Debug value on
        < info string option Debug is now on
        > setoption name MultiPV value 2
        < info string ignored during a search: wait for bestmove or send 'stop' first
        > stop
        * stop
        ~ done 0 h2e2 -
        << bestmove h2e2
    # ucci: depth zero is the static score
        > go depth 0
        * evaluate rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
        < nobestmove
        > go depth 1
        * start after [] depth=1
    # ucci: a go that is wrong has no move, and a search on the opponent's time no answer before its end
        > go fast
        < info message go: unknown word 'fast'
        < nobestmove
        > go ponder depth 0
        * start after [] ponder depth=0
        > ponderhit resign
        * ponderhit
        ~ done 3 h2e2 -
        << bestmove h2e2
    # ucci: several lines are ranked, and forced ends are reported once
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
        ~ rank 1 6 30995 h2e2
        <~ info message wins by rule in 3
        < info depth 6 multipv 1 score 30995 pv h2e2
        ~ rank 1 7 -30996 h2e2
        <~ info message loses by rule in 2
        < info depth 7 multipv 1 score -30996 pv h2e2
    # ucci: bounds are not reported, and the variation that is played is reported once
        > go nodes 5000
        * start after [] nodes=5000
        ~ line 3 4 h2e2 h9g7
        <~ info depth 3 score 4 pv h2e2 h9g7
        ~ lower 4 31997 b2e2 b9c7
        ~ done 31997 b2e2 b9c7 4 b2e2 b9c7
        < info time 100 nodes 5000
        < info message mate in 2
        < info depth 4 score 31997 pv b2e2 b9c7
        << bestmove b2e2
        > go nodes 5000
        * start after [] nodes=5000
        ~ line 3 4 h2e2 h9g7
        <~ info depth 3 score 4 pv h2e2 h9g7
        ~ upper 4 5 h2e2 h9g7
        ~ done 5 h2e2 h9g7 4 h2e2 h9g7
        << bestmove h2e2
    # ucci: debug reports what is done
        > setoption debug on
        < info message option debug is now on
        > setoption egtbpaths tables
        < info message there is no option 'egtbpaths'
        > setoption hashsize 7
        < info message option hashsize is now 7
        * configure
        > go
        < info message searching (no limits): rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
        * start after []
        ~ done 0 h2e2 -
        << bestmove h2e2
        > banmoves c3c4
        > go depth 3 time 60 increment 0.5
        < info message searching (depth 3, clock 60000 ms + 500 ms, banned moves 1): rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
        * start after [] depth=3 clock=60s+500ms/None banned=[c3c4]
        ~ done 0 h2e2 -
        << bestmove h2e2
        > banmoves
        > setoption debug off
        > setoption hashsize 7
    # ucci: with batch, lines are read while thinking only if they can end the search
        > go depth 3
        * start after [] depth=3
        ? reads
        ~ done 0 h2e2 -
        << bestmove h2e2
        > setoption batch on
        > go depth 3
        * start after [] depth=3
        ? blocks
        ~ done 0 h2e2 -
        << bestmove h2e2
        ? reads
        > go infinite
        * start after []
        ? reads
        > stop
        * stop
        ~ done 0 h2e2 -
        << bestmove h2e2
        > go ponder depth 3
        * start after [] ponder depth=3
        ? reads
        > ponderhit
        * ponderhit
        ? blocks
        ~ done 0 h2e2 -
        << bestmove h2e2
        ? reads
";
