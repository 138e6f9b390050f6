//! Games: clocks, pondering, banned moves, draw offers, resignation.

use super::*;

#[test]
fn games_are_played_as_listed() {
    play(GAMES);
}

const GAMES: &str = "
    # ucci: a game with a clock
        > setoption usemillisec true
        > position startpos
        > go time 60000 increment 1000 opptime 60000 oppincrement 2000
        * start after [] clock=60s+1s/None
        ~ line 1 12 h2e2
        <~ info depth 1 score 12 pv h2e2
        ~ currmove b2e2
        < info currmove b2e2
        ~ line 2 -3 b2e2 h9g7
        <~ info depth 2 score -3 pv b2e2 h9g7
        ~ done -3 b2e2 h9g7
        << bestmove b2e2
        > position startpos moves b2e2 h9g7
        > go time 59000 movestogo 39 opptime 59000 oppmovestogo 38
        * start after [b2e2, h9g7] clock=59s+0ns/Some(39)
        > isready
        < readyok
        > stop
        * stop
        ? blocks
        > stop
        * stop
        ~ done 5 h0g2 -
        << bestmove h0g2
        ? reads
        > stop
        < nobestmove
    # ucci: times are seconds unless the option says otherwise
        > go time 300 increment 0.5
        * start after [] clock=300s+500ms/None
        ~ done 0 h2e2 -
        << bestmove h2e2
        > setoption usemillisec on
        > go time 300 increment 0.5 movestogo 0
        * start after [] clock=300ms+500µs/None
        ~ done 0 h2e2 -
        << bestmove h2e2
        > go time -20 opptime 100 movetime 970 depth 5 nodes 0
        * start after [] depth=5 nodes=1 movetime=970ms clock=0ns+0ns/None
    # ucci: a ponder hit
        > setoption ponder on
        > position startpos moves h2e2
        > go time 60 increment 0
        * start after [h2e2] clock=60s+0ns/None
        ~ done 5 h9g7 h0g2
        << bestmove h9g7 ponder h0g2
        > position startpos moves h2e2 h9g7 h0g2
        > go ponder time 59 increment 0
        * start after [h2e2, h9g7, h0g2] ponder clock=59s+0ns/None
        ~ line 4 7 i9h9 i0h0
        <~ info depth 4 score 7 pv i9h9 i0h0
        > isready
        < readyok
        > ponderhit
        * ponderhit
        > ponderhit
        < info message ponderhit: the search is not pondering
        ~ done 7 i9h9 i0h0
        << bestmove i9h9 ponder i0h0
    # ucci: a ponder miss
        > position startpos moves h2e2 h9g7 h0g2
        > go ponder time 59 increment 0
        * start after [h2e2, h9g7, h0g2] ponder clock=59s+0ns/None
        > stop
        * stop
        ~ done 7 i9h9 i0h0
        << bestmove i9h9
        > position startpos moves h2e2 h9g7 b0c2
        > go time 58 increment 0
        * start after [h2e2, h9g7, b0c2] clock=58s+0ns/None
    # ucci: an answer known while pondering waits for stop, ponderhit or the end of the input
        > go ponder depth 3
        * start after [] ponder depth=3
        ~ done 0 h2e2 h9g7
        > isready
        < readyok
        > stop
        << bestmove h2e2
        > go ponder depth 3
        * start after [] ponder depth=3
        ~ done 0 h2e2 h9g7
        > ponderhit
        << bestmove h2e2
        > go ponder depth 3
        * start after [] ponder depth=3
        ~ done 0 h2e2 h9g7
        > ponderhit draw
        << bestmove h2e2 draw
        > go ponder infinite
        * start after [] ponder
        ~ done 0 - -
        > ponderhit
        << nobestmove
        > go ponder depth 3
        * start after [] ponder depth=3
        ~ done 0 h2e2 h9g7
        $
        << bestmove h2e2
        * quit
    # ucci: no pondering on a move that ends the game (d2d0 mates) or that is not legal (a9a8)
        > setoption ponder on
        > position fen 3ak4/4a4/9/9/9/9/9/3r5/1r7/R4K3 w - - 0 1
        > go depth 3
        * start after [] depth=3
        ~ done 0 a0a1 d2d0
        << bestmove a0a1
        > go depth 3
        * start after [] depth=3
        ~ done 0 a0a1 d2c2
        << bestmove a0a1 ponder d2c2
        > go depth 3
        * start after [] depth=3
        ~ done 0 a0a1 a9a8
        << bestmove a0a1
    # ucci: banned moves are not searched until the next position
        > banmoves h2e2 b2e2
        > go depth 3
        * start after [] depth=3 banned=[h2e2, b2e2]
        ~ done 0 - -
        << nobestmove
        > position startpos moves a9a8
        < info message move 1 of the list, a9a8, is not legal for red
        > banmoves h2e2 castle
        < info message move 2 of the list: 'castle' is not a move: expected four characters such as h2e2
        > go nodes 10
        * start after [] nodes=10 banned=[h2e2, b2e2]
        ~ done 0 h0g2 -
        << bestmove h0g2
        > banmoves h0g2
        > go nodes 10
        * start after [] nodes=10 banned=[h0g2]
        ~ done 0 h2e2 -
        << bestmove h2e2
        > position startpos
        > go nodes 10
        * start after [] nodes=10
    # ucci: draws offered with go and with ponderhit
        > go draw depth 3
        * start after [] depth=3
        ~ done 3 h2e2 -
        << bestmove h2e2 draw
        > go draw depth 3
        * start after [] depth=3
        ~ done 60 h2e2 -
        << bestmove h2e2
        > go ponder depth 3
        * start after [] ponder depth=3
        > ponderhit draw
        * ponderhit
        ~ done -31990 h2e2 -
        << bestmove h2e2 draw
        > setoption style risky
        * configure
        > go draw depth 3
        * start after [] depth=3
        ~ done 3 h2e2 -
        << bestmove h2e2
    # ucci: resigns, but not with the answer to a ponder miss, and counts anew in a new game
        > setoption resign true
        > go depth 3
        * start after [] depth=3
        ~ done -2000 a0a1 -
        << bestmove a0a1
        > position startpos moves a0a1 a9a8
        > go depth 3
        * start after [a0a1, a9a8] depth=3
        ~ done -2000 a1a2 -
        << bestmove a1a2
        > position startpos moves a0a1 a9a8 a1a2 a8a7
        > go ponder depth 3
        * start after [a0a1, a9a8, a1a2, a8a7] ponder depth=3
        > stop
        * stop
        > stop
        * stop
        ~ done -2000 a2a1 -
        << bestmove a2a1
        > go depth 3
        * start after [a0a1, a9a8, a1a2, a8a7] depth=3
        ~ done -2000 a2a1 -
        << bestmove a2a1 resign
        > setoption newgame
        * clear
        > position startpos moves a0a1 a9a8
        > go depth 3
        * start after [a0a1, a9a8] depth=3
        ~ done -2000 a1a2 -
        << bestmove a1a2
";
