//! `evalfile`: networks in files.

use chuhe::board::Board;
use chuhe::eval::Evaluator;
use chuhe::eval::network::Network;
use chuhe::train::network::params::NetworkParams;
use chuhe::train::network::quantise;

use crate::harness::{Engine, after};
use crate::process::scratch_file;

/// A position that is not symmetric.
const POSITION: &str = "position startpos moves h2e2 h9g7 h0g2";

/// A random network.
fn network(seed: u64) -> Network {
    quantise(&NetworkParams::random(seed), 400)
}

/// Returns the engine's static evaluation of [`POSITION`].
fn static_score(engine: &mut Engine) -> i32 {
    engine.send(POSITION);
    engine.static_score()
}

fn expected(network: &Network) -> i32 {
    network.evaluate(&position())
}

/// The position of [`POSITION`].
fn position() -> Board {
    after("h2e2 h9g7 h0g2")
}

#[test]
fn a_network_in_a_file_plays_where_knowledge_is_large() {
    let [one, two] = [network(1), network(2)];
    let first = scratch_file("net one.nnue", one.to_bytes());
    let second = scratch_file("net_two.nnue", two.to_bytes());
    let mut engine = Engine::ucci();
    let shipped = static_score(&mut engine);
    let output = engine.message(&format!("setoption evalfile {first}"));
    assert_eq!(output, format!("evalfile: network {:016x}", one.checksum()));
    assert_eq!(static_score(&mut engine), expected(&one));
    assert_ne!(expected(&one), shipped);
    // A new game and another number of threads change nothing of it.
    engine.send("setoption newgame");
    engine.send("setoption threads 2");
    assert_eq!(static_score(&mut engine), expected(&one));
    assert!(Board::startpos().is_legal_move({
        engine.send("position startpos");
        engine.best_move("go nodes 2000")
    }));
    // Not while it thinks.
    engine.send("go infinite");
    engine.send(&format!("setoption evalfile {second}"));
    let refused = |line: &String| line.starts_with("info message ignored during a search");
    let output = engine.sync();
    assert!(output.iter().any(refused), "{output:?}");
    engine.send("stop");
    engine.read_answer();
    assert_eq!(static_score(&mut engine), expected(&one));
    engine.message(&format!("setoption evalfile {second}"));
    assert_eq!(static_score(&mut engine), expected(&two));
    for (knowledge, evaluator) in [
        ("medium", Evaluator::Tables),
        ("small", Evaluator::Tables),
        ("none", Evaluator::Material),
    ] {
        engine.send(&format!("setoption knowledge {knowledge}"));
        let score = evaluator.evaluate(&position());
        assert_eq!(static_score(&mut engine), score, "{knowledge}");
    }
    engine.send("setoption knowledge large");
    assert_eq!(static_score(&mut engine), expected(&two));
    let output = engine.message("setoption evalfile");
    assert_eq!(output, "evalfile: the embedded network");
    assert_eq!(static_score(&mut engine), shipped);
    assert_eq!(engine.quit(), ["bye"]);
}

#[test]
fn networks_named_during_a_job_are_loaded_in_turn_and_before_the_search_behind_them() {
    let [one, two] = [network(1), network(2)];
    let first = scratch_file("net_queued_1.nnue", one.to_bytes());
    let second = scratch_file("net_queued_2.nnue", two.to_bytes());
    let mut engine = Engine::ucci();
    engine.send(&format!(
        "perft 60\nsetoption evalfile {first}\nsetoption evalfile {second}\ngo infinite"
    ));
    engine.sync();
    engine.send("stop");
    let start = "info message ";
    engine.read_until(start);
    for network in [&one, &two] {
        let output = engine.read_line();
        let expected = format!("{start}evalfile: network {:016x}", network.checksum());
        assert_eq!(output, expected);
    }
    engine.read_until("info depth 1 ");
    engine.send("stop");
    engine.read_answer();
    assert_eq!(static_score(&mut engine), expected(&two));
    // A file that is named again may have changed.
    let second = scratch_file("net_queued_2.nnue", one.to_bytes());
    engine.message(&format!("setoption evalfile {second}"));
    assert_eq!(static_score(&mut engine), expected(&one));
    assert_eq!(engine.quit(), ["bye"]);
}

#[test]
fn faulty_network_is_reported_and_the_previous_one_stays() {
    let good = network(1);
    let path = scratch_file("net_good.nnue", good.to_bytes());
    let cut = scratch_file("net_cut.nnue", &good.to_bytes()[..30]);
    for uci in [false, true] {
        let mut engine = if uci { Engine::uci() } else { Engine::ucci() };
        let load = |path: &str| match uci {
            true => format!("setoption name EvalFile value {path}"),
            false => format!("setoption evalfile {path}"),
        };
        engine.message(&load(&path));
        let output = engine.message(&load(&cut));
        let fault = format!("evalfile: {cut}: cut off at byte 30, a network has ");
        assert!(output.starts_with(&fault), "{output}");
        assert!(output.ends_with("; the previous network stays"), "{output}");
        let folder = env!("CARGO_TARGET_TMPDIR");
        for missing in [folder.to_owned(), format!("{folder}/no such.nnue")] {
            let output = engine.message(&load(&missing));
            assert!(
                output.starts_with(&format!("evalfile: {missing}: ")),
                "{output}"
            );
        }
        if !uci {
            assert_eq!(static_score(&mut engine), expected(&good));
        }
    }
    // Without a previous one the embedded network stays.
    let mut engine = Engine::ucci();
    let shipped = static_score(&mut engine);
    let output = engine.message("setoption evalfile /no such");
    assert!(output.ends_with("the embedded network stays"), "{output}");
    assert_eq!(static_score(&mut engine), shipped);
}
