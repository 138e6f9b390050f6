//! The engine and networks in files.

use std::fs;
use std::path::PathBuf;

use chuhe::board::Board;
use chuhe::eval::network::{Base, Network};
use chuhe::train::network::params::Params;
use chuhe::train::network::quantise;

use crate::harness::Engine;

/// After these moves the sides do not stand alike.
const POSITION: &str = "position startpos moves h2e2 h9g7 h0g2";

/// A network that knows nothing, made from a seed.
fn network(seed: u64) -> Network {
    quantise(&Params::random(seed), 400, Base::Nothing)
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// What the engine says of the position as it stands, and what the network should.
fn static_score(engine: &mut Engine) -> i32 {
    engine.say(POSITION);
    engine.say("go depth 0");
    let (_, told) = engine.answer();
    let score = told[0].strip_prefix("info depth 0 score ");
    score.unwrap().parse().unwrap()
}

fn expected(network: &Network) -> i32 {
    let mut board = Board::startpos();
    for mv in ["h2e2", "h9g7", "h0g2"] {
        let _ = board.make(mv.parse().unwrap());
    }
    network.evaluate(&board)
}

#[test]
fn a_network_in_a_file_plays_where_knowledge_is_large() {
    let [one, two] = [network(1), network(2)];
    let first = file("net one.nnue", &one.to_bytes());
    let second = file("net_two.nnue", &two.to_bytes());
    let mut engine = Engine::idle();
    let shipped = static_score(&mut engine);
    let told = engine.message(&format!("setoption evalfile {}", first.display()));
    assert_eq!(told, format!("evalfile: network {:016x}", one.checksum()));
    assert_eq!(static_score(&mut engine), expected(&one));
    assert_ne!(expected(&one), shipped);
    // A new game and another number of threads change nothing of it.
    engine.say("setoption newgame");
    engine.say("setoption threads 2");
    assert_eq!(static_score(&mut engine), expected(&one));
    assert!(Board::startpos().is_legal_move({
        engine.say("position startpos");
        engine.think("go nodes 2000")
    }));
    // Not while it thinks.
    engine.say("go infinite");
    engine.say(&format!("setoption evalfile {}", second.display()));
    let refused = |line: &String| line.starts_with("info message ignored while thinking");
    let told = engine.settle();
    assert!(told.iter().any(refused), "{told:?}");
    engine.say("stop");
    engine.answer();
    assert_eq!(static_score(&mut engine), expected(&one));
    engine.message(&format!("setoption evalfile {}", second.display()));
    assert_eq!(static_score(&mut engine), expected(&two));
    for knowledge in ["medium", "small", "none"] {
        engine.say(&format!("setoption knowledge {knowledge}"));
        assert_ne!(static_score(&mut engine), expected(&two), "{knowledge}");
    }
    engine.say("setoption knowledge medium");
    let only_terms = Network {
        base: Base::Terms,
        ..Network::zero()
    };
    assert_eq!(static_score(&mut engine), expected(&only_terms));
    engine.say("setoption knowledge large");
    assert_eq!(static_score(&mut engine), expected(&two));
    let told = engine.message("setoption evalfile");
    assert_eq!(told, "evalfile: the network in the program");
    assert_eq!(static_score(&mut engine), shipped);
    assert_eq!(engine.quit(), ["bye"]);
}

#[test]
fn networks_named_during_a_job_are_loaded_in_turn_and_before_the_search_behind_them() {
    let [one, two] = [network(1), network(2)];
    let first = file("net_queued_1.nnue", &one.to_bytes());
    let second = file("net_queued_2.nnue", &two.to_bytes());
    let mut engine = Engine::idle();
    engine.say(&format!(
        "perft 60\nsetoption evalfile {}\nsetoption evalfile {}\ngo infinite",
        first.display(),
        second.display()
    ));
    engine.settle();
    engine.say("stop");
    let start = "info message ";
    engine.hear_until(start);
    for network in [&one, &two] {
        let told = engine.hear();
        let expected = format!("{start}evalfile: network {:016x}", network.checksum());
        assert_eq!(told, expected);
    }
    engine.hear_until("info depth 1 ");
    engine.say("stop");
    engine.answer();
    assert_eq!(static_score(&mut engine), expected(&two));
    // The name that was stored is that of the network that plays.
    engine.say(&format!("setoption evalfile {}", second.display()));
    assert!(engine.settle().is_empty());
    assert_eq!(engine.quit(), ["bye"]);
}

#[test]
fn the_same_file_plays_the_same_in_uci() {
    let one = network(1);
    let path = file("net_uci.nnue", &one.to_bytes());
    let mut engine = Engine::uci();
    let told = engine.message(&format!("setoption name EvalFile value {}", path.display()));
    assert_eq!(told, format!("evalfile: network {:016x}", one.checksum()));
    engine.say("ucinewgame");
    let mut scores = Vec::new();
    for end in ["value <empty>", "value net_uci.nnue.none"] {
        engine.say("position startpos");
        engine.say("go nodes 3000");
        scores.push(engine.answer().1.last().cloned());
        engine.say(&format!("setoption name EvalFile {end}"));
    }
    assert_ne!(scores[0], scores[1]);
    assert!(Board::startpos().is_legal_move(engine.think("go nodes 100")));
    assert!(engine.quit().is_empty());
}

#[test]
fn what_is_wrong_with_a_file_is_told_and_the_network_before_stays() {
    let good = network(1);
    let bytes = good.to_bytes();
    let changed = |at: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = value;
        bytes
    };
    let cases = [
        (
            &b"[Event \"a game\"]"[..],
            "not a network: it does not begin with CHUHENET (byte 0)",
        ),
        (
            &[],
            "not a network: it does not begin with CHUHENET (byte 0)",
        ),
        (&bytes[..30], "cut off at byte 30, a network has "),
        (&bytes[..100_000], "cut off at byte 100000, a network has "),
        (
            &changed(8, 0),
            "version 0 of the format (byte 8), this program reads version 2",
        ),
        (
            &changed(20, 0xff),
            "made for 511 hidden numbers (byte 20), this program's networks have 256",
        ),
        (&changed(35, 1), "made for other terms (byte 32 is "),
        (
            &changed(77_777, bytes[77_777] ^ 1),
            "damaged: the checksum is ",
        ),
        (&[&bytes[..], b"\n"].concat(), "more behind byte "),
    ];
    for uci in [false, true] {
        let mut engine = if uci { Engine::uci() } else { Engine::idle() };
        let load = |path: &str| match uci {
            true => format!("setoption name EvalFile value {path}"),
            false => format!("setoption evalfile {path}"),
        };
        let path = file("net_good.nnue", &bytes);
        engine.message(&load(&path.display().to_string()));
        for (bytes, what) in &cases {
            let path = file(&format!("net_bad_{uci}.nnue"), bytes);
            let path = path.display().to_string();
            let told = engine.message(&load(&path));
            assert!(
                told.starts_with(&format!("evalfile: {path}: {what}")),
                "{told}"
            );
            assert!(told.ends_with("; the network before stays"), "{told}");
        }
        let folder = env!("CARGO_TARGET_TMPDIR");
        for missing in [folder.to_owned(), format!("{folder}/no such.nnue")] {
            let told = engine.message(&load(&missing));
            assert!(
                told.starts_with(&format!("evalfile: {missing}: ")),
                "{told}"
            );
        }
        if !uci {
            assert_eq!(static_score(&mut engine), expected(&good));
        }
    }
    // Without one before, what is in the program stays.
    let mut engine = Engine::idle();
    let shipped = static_score(&mut engine);
    let told = engine.message("setoption evalfile /no such");
    assert!(
        told.ends_with("stays as it was") || told.ends_with("in the program stays"),
        "{told}"
    );
    assert_eq!(static_score(&mut engine), shipped);
}
