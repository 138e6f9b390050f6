//! What differs in UCI, and what is UCI's alone.

use super::*;

#[test]
fn games_in_uci_are_played_as_listed() {
    play(GAMES);
}

const GAMES: &str = "
    # uci: a game with both clocks
        > ucinewgame
        * clear
        > position startpos
        > go wtime 60000 btime 50000 winc 1000 binc 900
        * start after [] clock=60s+1s/None
        ~ line 1 12 h2e2
        < info depth 1 seldepth 0 multipv 1 score cp 12 nodes 1000 nps 50000 hashfull 0 time 20 pv h2e2
        ~ lower 2 31 b2e2
        < info depth 2 seldepth 0 multipv 1 score cp 31 lowerbound nodes 1000 nps 50000 hashfull 0 time 20 pv b2e2
        ~ currmove c3c4
        < info depth 9 currmove c3c4 currmovenumber 3
        ~ done 31 b2e2 h9g7 2 b2e2
        << bestmove b2e2 ponder h9g7
        > position startpos moves b2e2
        > go wtime 59000 btime 50000 winc 1000 binc 900 movestogo 39
        * start after [b2e2] clock=50s+900ms/Some(39)
        > stop
        * stop
        ~ done 5 h9g7 -
        << bestmove h9g7
        > stop
        > quit
        * quit
    # uci: a ponder hit, a miss, and Cyclone's positions
        > fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r moves h2e2 h9g7
        > go ponder btime 60000 wtime 59000
        * start after [h2e2, h9g7] ponder clock=59s+0ns/None
        ~ done 31 b2e2 -
        > ponderhit
        << bestmove b2e2
        > startpos moves h2e2
        > go ponder movetime 100
        * start after [h2e2] ponder movetime=100ms
        > stop
        * stop
        ~ done 31 h9g7 -
        << bestmove h9g7
        > ponderhit
        < info string ponderhit: no search is running
    # uci: forced ends
        > setoption name UCI_ShowWDL value true
        > go depth 5
        * start after [] depth=5
        ~ line 4 31995 h2e2
        < info depth 4 seldepth 0 multipv 1 score mate 3 wdl 1000 0 0 nodes 1000 nps 50000 hashfull 0 time 20 pv h2e2
        ~ line 4 -31996 h2e2
        < info depth 4 seldepth 0 multipv 1 score mate -2 wdl 0 0 1000 nodes 1000 nps 50000 hashfull 0 time 20 pv h2e2
        ~ line 4 30996 h2e2
        < info string wins by rule in 2
        < info depth 4 seldepth 0 multipv 1 score cp 29996 wdl 1000 0 0 nodes 1000 nps 50000 hashfull 0 time 20 pv h2e2
        ~ done 30996 h2e2 -
        << bestmove h2e2
        > position fen 3k1P3/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1
        > go infinite
        * start after [] infinite
        > stop
        * stop
        ~ done 0 - -
        << info depth 0 score mate 0 / bestmove (none)
    # uci: moves to choose from
        > position fen 3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1
        > go searchmoves e0f0 a0a1 depth 3
        < info string searchmoves: a0a1 is not legal here
        * start after [] depth=3 banned=[e0e1]
        ~ done 0 e0f0 -
        << bestmove e0f0
        > go mate 2 searchmoves e0f0
        * start after [] mate=2 depth=10 banned=[e0e1]
        ~ done 0 e0f0 -
        << bestmove e0f0
        > go mate 7 searchmoves e0f0
        * start after [] mate=7 depth=13 banned=[e0e1]
        ~ done 0 e0f0 -
        << bestmove e0f0
        > go mate 7 nodes 100 searchmoves e0f0
        * start after [] mate=7 nodes=100 banned=[e0e1]
        ~ done 0 e0f0 -
        << bestmove e0f0
        > go depth 3 sideways
        < info string go: unknown word 'sideways' ignored
        * start after [] depth=3
    # uci: a mate is proved
        > go mate 3
        * prove mate in 3, None None
        > isready
        < readyok
        ~ proved 2 h2e2 h9g7 e2e6
        < info depth 3 seldepth 3 multipv 1 score mate 2 nodes 700 nps 100000 hashfull 0 time 7 pv h2e2 h9g7 e2e6
        < info nodes 700 nps 100000 time 7
        < bestmove h2e2 ponder h9g7
        > go mate 3 movetime 1000
        * prove mate in 3, Some(750ms) None
        ~ proved none
        < info string there is no mate in 3
        * start after [] movetime=250ms
        ~ done 31995 h2e2 -
        * verify -4 plies, Some(75ms) Some(300000)
        ~ verified true
        < info string the mate is proved
        << bestmove h2e2
        > go mate 9
        * prove mate in 9, None None
        > stop
        * stop
        < info string no mate in 9 was found before the stop
        * start after [] nodes=2000
        ~ late proved 2 h2e2 h9g7 e2e6
        ~ done 5 b2e2 -
        << bestmove b2e2
        > go mate 2 infinite
        * prove mate in 2, None None
        ~ proved 1 h2e2
        < info depth 1 seldepth 1 multipv 1 score mate 1 nodes 700 nps 100000 hashfull 0 time 7 pv h2e2
        > stop
        < info nodes 700 nps 100000 time 7
        < bestmove h2e2
        > go ponder mate 2
        * prove mate in 2, None None
        > ponderhit
        ~ proved nothing
        < info string no mate in 2 was found
        * start after [] depth=10
    # uci: a clock and a depth limit a mate proof too
        > go mate 30 wtime 40000 btime 80000
        * prove mate in 30, Some(1s) None
        ~ proved nothing
        < info string no mate in 30 was found
        * start after [] clock=40s+0ns/None
        ~ done 5 h2e2 -
        << bestmove h2e2
        > go mate 30 depth 3
        * prove mate in 2, None None
        ~ proved none
        < info string there is no mate in 2
        * start after [] depth=3
    # uci: each go is answered
        > go depth deep
        < info string go depth: expected a whole number, found 'deep'
        < bestmove (none)
        > go btime 1000 binc 10
        * start after [] clock=1s+10ms/None
        > go movetime
        < info string go movetime: expected a time
        ~ done 5 h2e2 -
        << bestmove h2e2
        > go searchmoves
        * start after []
        > debug on
        < info string option debug is now on
    # uci: a mate that was asked for is verified before the answer
        > setoption name stop on mate value true
        > go depth 9
        * start after [] stop on mate depth=9
        ~ done 31995 h2e2 -
        * verify -4 plies, Some(500ms) Some(300000)
        ~ verified true
        < info string the mate is proved
        << bestmove h2e2
        > go movetime 300
        * start after [] stop on mate movetime=300ms
        ~ done -31996 h2e2 -
        * verify -4 plies, Some(100ms) Some(300000)
        > stop
        * stop
        << bestmove h2e2
        ~ verified true
        > go movetime 300
        * start after [] stop on mate movetime=300ms
        ~ done -31996 h2e2 -
        * verify -4 plies, Some(100ms) Some(300000)
        ~ verified unknown
        < info string the loss by mate is not proved
        << bestmove h2e2
        > go depth 9
        * start after [] stop on mate depth=9
        ~ done 30995 h2e2 -
        << bestmove h2e2
        > go ponder movetime 1000
        * start after [] ponder stop on mate movetime=1s
        > ponderhit
        * ponderhit
        ~ done-after-hit 31995 h2e2 -
        * verify -4 plies, Some(470ms) Some(300000)
        ~ verified true
        < info string the mate is proved
        << bestmove h2e2
        > setoption name stop on mate value false
        > go depth 9
        * start after [] depth=9
        ~ done 31995 h2e2 -
        << bestmove h2e2
        > position fen 3k5/9/9/9/9/9/9/9/4r4/4K4 w
        > go mate 3 searchmoves e0f0
        * start after [] mate=3 depth=10 banned=[e0e1]
        ~ done 31999 e0f0 -
        * verify 0 plies, Some(500ms) Some(300000)
        ~ verified true
        < info string the mate is proved
        << bestmove e0f0
        > go mate 3 searchmoves e0f0
        * start after [] mate=3 depth=10 banned=[e0e1]
        ~ done -31998 e0f0 -
        * verify -2 plies, Some(500ms) Some(300000) banned=[e0e1]
        ~ verified true
        < info string the loss by mate is proved
        << bestmove e0f0
    # uci: console commands are answered at any time if they are quick
        > setoption name stop on mate value true
        > go infinite
        * start after [] infinite stop on mate
        > d
        < fen    rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
        > judge
        < outcome  undecided / reason   the game goes on
        > perft 3
        < info string ignored during a search: wait for bestmove or send 'stop' first
        > bench
        < info string ignored during a search: wait for bestmove or send 'stop' first
        ~ done 31995 h2e2 -
        << bestmove h2e2
        > bench 3
        * work Bench(3) after []
        + done
        > go perft 2
        * work Perft(2) after []
        + done
        > perft
        < info string perft: expected a depth from 0 to 64
        > bench 101
        < info string bench: expected a depth from 1 to 100, found '101'
        > UCI
        < info string 'UCI' is not a command of UCI: 'help' lists them
";
