//! What happens in games: clocks, pondering, bans, draws and lost causes.

use super::*;

#[test]
fn a_game_with_a_clock() {
    converse(
        "
        > setoption usemillisec true
        > position startpos
        > go time 60000 increment 1000 opptime 60000 oppincrement 1000
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
        > go time 59000 movestogo 39 opptime 59000 oppmovestogo 39
        * start after [b2e2, h9g7] clock=59s+0ns/Some(39)
        > isready
        < readyok
        > stop
        * stop
        > stop
        * stop
        ~ done 5 h0g2 -
        << bestmove h0g2
        > stop
        < nobestmove
        ",
    );
}

#[test]
fn times_are_seconds_unless_told_otherwise() {
    converse(
        "
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
        ",
    );
}

#[test]
fn a_ponder_hit() {
    converse(
        "
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
        < info message ponderhit: the search is not on the opponent's time
        ~ done 7 i9h9 i0h0
        << bestmove i9h9 ponder i0h0
        ",
    );
}

#[test]
fn a_ponder_miss() {
    converse(
        "
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
        ",
    );
}

#[test]
fn an_answer_known_while_pondering_waits_for_leave() {
    for leave in ["> stop", "> ponderhit", "> ponderhit draw", "$"] {
        let quit = if leave == "$" { "* quit" } else { "" };
        let draw = if leave.ends_with("draw") { " draw" } else { "" };
        converse(&format!(
            "
            > go ponder depth 3
            * start after [] ponder depth=3
            ~ done 0 h2e2 h9g7
            > isready
            < readyok
            {leave}
            << bestmove h2e2{draw}
            {quit}
            "
        ));
    }
    converse(
        "
        > go ponder
        * start after [] ponder
        ~ done 0 - -
        > ponderhit
        << nobestmove
        ",
    );
}

#[test]
fn no_pondering_on_a_move_that_ends_the_game() {
    // After a0a1 the rook mates on d0; c2 is a move like any other; a9 is empty.
    let fen = "3ak4/4a4/9/9/9/9/9/3r5/1r7/R4K3 w - - 0 1";
    for (ponder, said) in [("d2d0", ""), ("d2c2", " ponder d2c2"), ("a9a8", "")] {
        converse(&format!(
            "
            > setoption ponder on
            > position fen {fen}
            > go depth 3
            * start after [] depth=3
            ~ done 0 a0a1 {ponder}
            << bestmove a0a1{said}
            "
        ));
    }
}

#[test]
fn banned_moves_are_not_searched_until_the_next_position() {
    converse(
        "
        > banmoves h2e2 b2e2
        > go depth 3
        * start after [] depth=3 banned=[h2e2, b2e2]
        ~ done 0 - -
        << nobestmove
        > position startpos moves a9a8
        < info message move 1 of the list, a9a8, is not legal for red
        > banmoves h2e2 castle
        < info message move 2 of the list, 'castle', is not a move: want four characters such as h2e2
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
        ",
    );
}

#[test]
fn draws_offered_with_go_and_with_ponderhit() {
    converse(
        "
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
        ",
    );
}

#[test]
fn resigns_only_when_allowed_and_not_with_a_move_nobody_waits_for() {
    let moves = |last: &str| {
        format!(
            "
            > position startpos
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
            << bestmove a2a1{last}
            "
        )
    };
    converse(&moves(""));
    converse(&format!("> setoption resign true \n {}", moves(" resign")));
    // A new game is a new hope.
    let mut machine = converse(&format!("> setoption resign true \n {}", moves(" resign")));
    resume(
        &mut machine,
        "
        > setoption newgame
        * clear
        > position startpos moves a0a1 a9a8
        > go depth 3
        * start after [a0a1, a9a8] depth=3
        ~ done -2000 a1a2 -
        << bestmove a1a2
        ",
    );
}
