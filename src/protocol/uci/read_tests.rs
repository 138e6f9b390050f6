use super::*;
use crate::protocol::command::Amount;
use crate::protocol::dialects;

fn command(line: &str) -> Command {
    read(line).unwrap().unwrap()
}

fn go(line: &str) -> Go {
    match command(line) {
        Command::Go(go) => go,
        other => panic!("{line}: {other:?}"),
    }
}

fn fault(line: &str) -> String {
    read(line).unwrap_err().to_string()
}

fn ms(number: u64) -> Option<Amount> {
    Some(Amount::from_thousandths(number * 1_000).in_milliseconds())
}

#[test]
fn options_have_names_and_values_of_several_words() {
    for (line, name, value) in [
        ("setoption name Hash value 16", "Hash", "16"),
        ("setoption name Clear Hash", "Clear Hash", ""),
        (
            "setoption name  Move  Overhead value 30",
            "Move Overhead",
            "30",
        ),
        (
            "setoption name Repetition Rule value AsianRule",
            "Repetition Rule",
            "AsianRule",
        ),
        (
            "setoption name Book value a b value c",
            "Book",
            "a b value c",
        ),
        ("setoption name Book value", "Book", ""),
        ("setoption Hash 16", "Hash", "16"),
        ("setoption Hash value 16", "Hash", "16"),
        ("ucinewgame", "newgame", ""),
        ("debug on", "debug", "on"),
    ] {
        let (name, value) = (name.to_owned(), value.to_owned());
        assert_eq!(command(line), Command::SetOption { name, value }, "{line}");
    }
    for line in ["setoption", "setoption name", "setoption name value 3"] {
        assert_eq!(
            fault(line),
            "setoption wants the name of an option",
            "{line}"
        );
    }
}

#[test]
fn positions_with_and_without_their_first_word() {
    for line in [
        "position startpos moves h2e2 h9g7",
        "startpos moves h2e2 h9g7",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7",
        "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r moves h2e2 h9g7",
        "fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR moves h2e2 h9g7",
    ] {
        assert_eq!(
            command(line),
            command("position startpos moves h2e2 h9g7"),
            "{line}"
        );
    }
    assert_eq!(fault("fen"), "the FEN is empty");
    assert_eq!(
        fault("position"),
        "position wants 'fen' or 'startpos', not ''"
    );
}

#[test]
fn limits() {
    let clocks = go("go wtime 1000 btime 2000 winc 30 binc 40 movestogo 5");
    assert_eq!(clocks.clocks, [(ms(1000), ms(30)), (ms(2000), ms(40))]);
    assert_eq!(clocks.moves_to_go, Some(5));
    assert_eq!(go("go movetime 700").movetime, ms(700));
    assert_eq!(go("go wtime -5 btime 1").clocks[0].0, ms(0));
    assert_eq!(go("go depth 0").depth, Some(1), "a move is to be told");
    assert_eq!(go("go nodes 1000 mate 3").mate, Some(3));
    assert!(go("go infinite").infinite && !go("go").infinite);
    assert_eq!(go("go ponder wtime 1 btime 1").prefix, Prefix::Ponder);
    let chosen = go("go searchmoves h2e2 b2e2 depth 3");
    assert_eq!((chosen.only.unwrap().len(), chosen.depth), (2, Some(3)));
    assert_eq!(go("go searchmoves").only, Some(Vec::new()));
    assert_eq!(go("go depth 3 fast").unknown, ["fast"]);
    assert_eq!(command("go perft 3"), Command::Script(Script::Perft(3)));
    assert_eq!(fault("go depth"), "go depth wants a whole number, not ''");
    assert_eq!(fault("go wtime soon"), "go wtime wants a time, not 'soon'");
    assert_eq!(
        fault("go perft"),
        "perft wants a depth from 0 to 64, not ''"
    );
}

/// Whatever is said, in either protocol and before either.
#[test]
fn no_bytes_break_a_reader() {
    let mut rng = fastrand::Rng::with_seed(11);
    let words = [
        "position",
        "fen",
        "startpos",
        "moves",
        "go",
        "searchmoves",
        "wtime",
        "depth",
        "mate",
        "name",
        "value",
        "setoption",
        "h2e2",
        "-1",
        "99999999999999999999",
        "perft",
        "bench",
        "d",
        "ponder",
        "infinite",
        "\u{70ae}",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
        "\0",
        "4k4/9/9/9/9/9/9/9/9/4K4",
    ];
    for _ in 0..20_000 {
        let line: String = match rng.bool() {
            true => {
                let bytes: Vec<u8> = (0..rng.usize(0..40)).map(|_| rng.u8(..)).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            false => {
                let words = (0..rng.usize(0..9)).map(|_| words[rng.usize(0..words.len())]);
                words.collect::<Vec<_>>().join(" ")
            }
        };
        for face in [None, Some(Face::Ucci), Some(Face::Uci)] {
            let read = dialects::read(face, &line);
            let _ = read.map_err(|fault| fault.to_string());
        }
    }
}
