//! Opening books, networks and logs: when they are used, and what is reported of a missing file.

use super::*;

#[test]
fn files_are_used_as_listed() {
    play(FILES);
}

const FILES: &str = r"
    # ucci with books: a game by the clock begins from the book
        > go time 60
        < info message book test.dat: h2e2 3, c3c4 2
        * evaluate h2e2
        < bestmove h2e2
        > stop
        < nobestmove
        > position startpos moves b2e2
        > go draw movetime 1
        < info message book test.dat: b9c7 1
        * evaluate b9c7
        < bestmove b9c7
        > position startpos moves b2e2 b9c7
        > go time 60
        * start after [b2e2, b9c7] clock=60s+0ns/None
    # ucci with books: banned moves are not played from it
        > banmoves h2e2
        > go time 60
        < info message book test.dat: c3c4 2
        * evaluate c3c4
        < bestmove c3c4
        > banmoves h2e2 c3c4
        > go time 60
        * start after [] clock=60s+0ns/None banned=[h2e2, c3c4]
    # ucci with books: depths and nodes are for the search
        > go depth 3
        * start after [] depth=3
        ~ done 0 h2e2 -
        << bestmove h2e2
        > go time 60 depth 3
        * start after [] depth=3 clock=60s+0ns/None
        ~ done 0 h2e2 -
        << bestmove h2e2
        > go nodes 9
        * start after [] nodes=9
        ~ done 0 h2e2 -
        << bestmove h2e2
        > go infinite
        * start after []
    # ucci with books: the opponent's time is for the search
        > go ponder time 60
        * start after [] ponder clock=60s+0ns/None
    # ucci with books: several lines are for the search
        > setoption multipv 2
        > go time 60
        * start after [] clock=60s+0ns/None multipv=2
    # ucci with books: it can be switched off
        > setoption usebook false
        > go time 60
        * start after [] clock=60s+0ns/None
    # ucci with books: it has an end
        > setoption bookdepth 3
        > go time 60
        < info message book test.dat: h2e2 3, c3c4 2
        * evaluate h2e2
        < bestmove h2e2
        > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 4
        > go time 60
        * start after [] clock=60s+0ns/None
    # ucci with books: other books are opened, and those that are missing reported
        > setoption bookfiles builtin
        * open builtin
        > setoption bookfiles C:\My Books\BOOK.DAT;builtin
        * open C:\My Books\BOOK.DAT;builtin
        = no book
        < info message no book
        > setoption bookfiles C:\My Books\BOOK.DAT;builtin
        * open C:\My Books\BOOK.DAT;builtin
        = no book
        < info message no book
        > go time 60
        * start after [] clock=60s+0ns/None
    # uci with books: a choice of moves holds for the book
        > go wtime 60000 btime 60000
        < info string book test.dat: h2e2 3, c3c4 2
        * evaluate h2e2
        < bestmove h2e2
        > go movetime 1000 searchmoves c3c4 a0a1
        < info string book test.dat: c3c4 2
        * evaluate c3c4
        < bestmove c3c4
        > setoption name BookDepth value 0
        > setoption name UseBook value false
        > go movetime 1000
        * start after [] movetime=1s
    # ucci: a network is read whenever it is named, and evaluates at once
        > setoption evalfile /some where/a.nnue
        * load /some where/a.nnue
        = network /some where/a.nnue
        * configure
        < info message evalfile: network ZERO
        > setoption evalfile /some where/a.nnue
        * load /some where/a.nnue
        = network /some where/a.nnue
        < info message evalfile: network ZERO
        > setoption newgame
        * clear
        > setoption knowledge medium
        * configure
        > setoption knowledge large
        * configure
        > setoption evalfile b
        * load b
        = no network b
        < info message evalfile: no network; the previous network stays
        > setoption evalfile b
        * load b
        = no network b
        < info message evalfile: no network; the previous network stays
        > setoption evalfile <empty>
        * configure
        < info message evalfile: the embedded network
        > setoption evalfile <empty>
    # uci: a network has another name in UCI
        > setoption name EvalFile value a b.nnue
        * load a b.nnue
    # ucci: no network is read while thinking
        > go depth 3
        * start after [] depth=3
        > setoption evalfile a
        < info message ignored during a search: wait for bestmove or send 'stop' first
    # ucci: endgame tables are read whenever they are named, and used at once
        > setoption endings /some where
        * endings /some where
        = endings /some where
        < info message endings: /some where: it has no endgame table (.egt); to make one: chuhe endings make KRvKAABB --out /some where
        > setoption endings /some where
        * endings /some where
        > setoption endings b
        * endings b
        = no endings b
        < info message endings: no folder; nothing changes
        > setoption endings <empty>
        < info message endings: 0 tables
        > setoption endings <empty>
    # uci: the log before stays where another cannot be opened
        > setoption name Debug Log File value a log
        * log a log
        = log a log
        > setoption name Debug Log File value a log
        * log a log
        = log a log
        > setoption name Debug Log File value /b
        * log /b
        = no log /b
        < info string no log
        > setoption name Debug Log File value /b
        * log /b
        = log /b
        > setoption name Debug Log File value <empty>
        * log
        = log
    # uci: with debug on, a log that was opened is reported
        > debug on
        < info string option debug is now on
        > setoption name Debug Log File value a log
        * log a log
        = log a log
        < info string option Debug Log File is now a log
";

#[test]
fn the_book_move_is_random_where_randomness_is_asked_for() {
    let mut machine = machine("ucci with books");
    machine.options.set("randomness", "small").unwrap();
    assert_eq!(book_moves(&mut machine), ["c3c4", "h2e2"]);
    machine.options.set("seed", "7").unwrap();
    assert_eq!(book_moves(&mut machine).len(), 1);
}

/// The different moves that the book chooses in many searches.
fn book_moves(machine: &mut Machine) -> Vec<String> {
    let mut seen = Vec::new();
    for _ in 0..200 {
        for action in machine.step(input(machine, "> go time 60")) {
            if let Action::Respond(Response::BestMove { mv, .. }) = action {
                seen.push(mv.to_string());
            }
        }
    }
    seen.sort();
    seen.dedup();
    seen
}
