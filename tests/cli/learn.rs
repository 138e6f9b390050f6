//! `chuhe learn`: from games to a network that plays, in a minute.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use chuhe::arena::{
    EngineSpec, GameSettings, MatchFiles, MatchSettings, Session, SessionEnd, TimeControl,
    Tournament, TournamentFormat,
};
use chuhe::board::positions;
use chuhe::eval::network::Network;
use chuhe::train::header::network_id;
use chuhe::train::network::params::NetworkParams;
use chuhe::train::network::{checkpoint, quantise};
use chuhe::train::pipeline::config::Config;
use chuhe::train::reader::SampleReader;
use serde_json::Value;

use crate::{arguments, input_error_of, objects, run, stdout_of};

const OPENINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/openings.epd");

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Returns the standard output of a run that must succeed; standard error is ignored.
fn stdout_despite_warnings(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(crate::scratch_folder(name));
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// Positions of quick games, by one thread: always the same.
fn data(path: &Path, positions: &str, seed: &str, more: &[&str]) {
    let command = "learn data --out {} --positions {} --nodes 40 --seed {}";
    let head = arguments(command, &[text(path), positions, seed]);
    stdout_of(&[&head[..], more].concat());
}

/// The command that trains a network on a file, and validates on the same.
fn training<'a>(data: &'a Path, out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let command = "learn train {} --check {} --out {}";
    let head = arguments(command, &[text(data), text(data), text(out)]);
    [&head[..], more].concat()
}

/// The losses of a table: on training data and on held-out data.
fn losses(path: &Path) -> Vec<[f64; 2]> {
    let rows = fs::read_to_string(path).expect("the table");
    let row = |row: &str| {
        let fields: Vec<f64> = row.split(',').map(|field| field.parse().unwrap()).collect();
        [fields[1], fields[2]]
    };
    rows.lines().skip(1).map(row).collect()
}

/// Plays a match between two networks at fixed nodes per move. Returns the wins, draws and losses of the first.
fn play(networks: [&Path; 2], games: u64, nodes: u64) -> [u64; 3] {
    let engines = ["first", "second"].into_iter().zip(networks);
    let settings = MatchSettings {
        engines: engines
            .map(|(name, network)| {
                EngineSpec::new(name, env!("CARGO_BIN_EXE_chuhe"))
                    .with_option("hashsize", 1)
                    .with_option("evalfile", text(network))
            })
            .collect(),
        format: TournamentFormat::default(),
        game_settings: GameSettings {
            time_margin: 0,
            response_timeout: 60_000,
            move_timeout: 60_000,
            ply_cap: 200,
            ..GameSettings::new(TimeControl::Nodes(nodes))
        },
    };
    let openings = fs::read_to_string(OPENINGS).expect("the openings");
    let openings = positions::read(&openings).expect("openings");
    let tournament = Tournament::new(settings, games, openings, 2);
    let mut session = Session::open(tournament, MatchFiles::default(), None).expect("a session");
    let played = session.play(&AtomicBool::new(false), |game, _| {
        assert_eq!(game.played.fault, None, "{}", game.played.detail);
    });
    assert_eq!(played.expect("a match"), SessionEnd::Complete);
    let counts = session.standings().counts_of(0);
    [counts.wins, counts.draws, counts.losses]
}

/// Self-play games, training, a network file, and a match of an engine that uses it.
#[test]
fn a_trained_network_beats_random_weights() {
    let folder = folder("learn-tiny");
    let file = |name: &str| folder.join(name);
    let (learn, check) = (file("learn.bin"), file("check.bin"));
    data(&learn, "20000", "1", &[]);
    data(&check, "3000", "900", &[]);
    let (net, curve, picture) = (file("tiny.nnue"), file("loss.csv"), file("loss.svg"));
    let command = "learn train {} --check {} --out {} --epochs 6 --lambda 0 --k 0.004 \
                   --batch 256 --rate 0.001 --threads 2 --curve {} --curve {}";
    let files = [&learn, &check, &net, &curve, &picture].map(|path| text(path));
    let said = stdout_of(&arguments(command, &files));
    assert!(
        said.contains("positions  20000 for training, 3000 for validation"),
        "{said}"
    );
    let losses = losses(&curve);
    assert_eq!(losses.len(), 6);
    let [first, last] = [losses[0], losses[5]];
    assert!(
        last[0] < 0.6 * first[0] && last[1] < 0.97 * first[1],
        "{losses:?}"
    );
    let picture = fs::read_to_string(picture).expect("the picture");
    assert!(
        picture.starts_with("<svg") && picture.contains("epoch 6: "),
        "{picture}"
    );

    // The loss of quantisation in percent, between the bracket and the sign.
    let (_, quantised) = said.split_once("quantised ").expect("the quantised loss");
    let (_, lost) = quantised.split_once('(').expect("the difference");
    let (lost, _) = lost.split_once(" %").expect("in percent");
    let lost: f64 = lost.parse().unwrap();
    assert!(lost < 3.0, "{said}");

    let chance = file("chance.nnue");
    fs::write(&chance, quantise(&NetworkParams::random(1), 400).to_bytes()).expect("written");
    let [wins, draws, losses] = play([&net, &chance], 12, 300);
    assert!(wins >= losses + 6, "{wins}-{draws}-{losses}");

    // Self-play with the network records which network it was.
    let network = Network::read(&net).expect("a network");
    let own = file("own.bin");
    data(&own, "40", "2", &["--evalfile", text(&net)]);
    let made = SampleReader::open(&own).unwrap().header.provenance;
    assert_eq!(made.network, network_id(&network));
    let stats = stdout_of(&["learn", "stats", text(&own)]);
    assert!(
        stats.contains(&format!(
            "made       by network {:08x}, 40 nodes per move, trace 75 %, seed 2",
            network_id(&network)
        )),
        "{stats}"
    );
    let command = "learn data --out {} --positions 40 --nodes 40 --seed 2 --resume";
    let complaint = input_error_of(&arguments(command, &[text(&own)]));
    let expected = format!(
        "--evalfile: network {:08x} before, now piece-square tables",
        network_id(&network)
    );
    assert!(complaint.contains(&expected), "{complaint}");

    let shown = stdout_of(&["eval", "--evalfile", text(&net)]);
    assert!(
        shown.contains(&format!(
            "to move, by network {:016x}\n",
            network.checksum()
        )),
        "{shown}"
    );
}

#[test]
fn a_training_begins_from_the_one_before() {
    let folder = folder("learn-start");
    let file = |name: &str| folder.join(name);
    let learn = file("learn.bin");
    data(&learn, "1500", "3", &[]);
    let train = |out: &str, more: &[&str]| {
        let (out, curve) = (file(out), file(&format!("{out}.csv")));
        let usual = ["--batch", "256", "--rate", "0.003", "--curve", text(&curve)];
        stdout_of(&training(&learn, &out, &[&usual[..], more].concat()));
        losses(&curve)
    };
    let before = train("one.nnue", &["--epochs", "6"]);
    assert_eq!(before.len(), 6);
    for (start, out) in [
        ("one.nnue.checkpoint", "two.nnue"),
        ("one.nnue", "three.nnue"),
    ] {
        let after = train(out, &["--epochs", "1", "--start", text(&file(start))]);
        assert_eq!(after.len(), 1);
        assert!(after[0][0] < 0.8 * before[0][0], "{before:?} {after:?}");
        // The optimizer begins anew.
        let state = checkpoint::read(&file(&format!("{out}.checkpoint")));
        assert_eq!(state.unwrap().epochs, 1);
    }
    // A resumed training keeps the earlier rows of its table.
    let more = train("one.nnue", &["--epochs", "8", "--resume"]);
    assert_eq!((more.len(), &more[..6]), (8, &before[..]));
    // A picture of a complete training has the epochs of the table, if there is one.
    let picture = file("one.svg");
    let of_picture = ["--epochs", "8", "--resume", "--curve", text(&picture)];
    train("one.nnue", &of_picture);
    let drawn = fs::read_to_string(&picture).expect("the picture");
    assert!(
        drawn.contains("epoch 1: ") && drawn.contains("epoch 8: "),
        "{drawn}"
    );
    let output = run(&training(&learn, &file("one.nnue"), &of_picture));
    let warning = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{warning}");
    assert!(
        warning.contains("one.svg is not written: no epoch is left to train"),
        "{warning}"
    );
    let fewer = ["--epochs", "7", "--resume"];
    let output = run(&training(&learn, &file("one.nnue"), &fewer));
    let warning = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{warning}");
    assert!(
        warning.contains("8 epochs are trained already, more than the 7 of --epochs"),
        "{warning}"
    );
    let start = ["--start", text(&learn)];
    let complaint = input_error_of(&training(&learn, &file("six.nnue"), &start));
    assert!(
        complaint.contains("learn.bin: neither a network nor a checkpoint"),
        "{complaint}"
    );
}

/// Training overwrites neither its inputs nor another network.
#[test]
fn training_overwrites_no_existing_file() {
    let folder = folder("learn-over");
    let file = |name: &str| folder.join(name);
    let (learn, check, net) = (file("learn.bin"), file("check.bin"), file("net.nnue"));
    data(&learn, "300", "5", &[]);
    data(&check, "60", "6", &[]);
    let sources = || [&learn, &check].map(|path| fs::read(path).unwrap());
    let before = sources();
    let head = ["learn", "train", text(&learn), "--check", text(&check)];
    let head = [&head[..], &["--epochs", "1", "--batch", "128", "--out"]].concat();
    let refused = |more: &[&str], expected: &str| {
        let complaint = input_error_of(&[&head[..], more].concat());
        assert!(sources() == before);
        assert!(complaint.contains(expected), "{complaint}");
    };
    let over = "it is an input file, and would be overwritten";
    refused(&[text(&learn)], over);
    let same = folder.join(".").join("check.bin");
    refused(&[text(&net), "--curve", text(&same)], over);
    assert!(!net.exists());

    // The temporary file of a killed run is removed.
    let [ours, other] = ["net.nnue.checkpoint.aB3xyZ.part", "other.nnue.part"].map(file);
    for path in [&ours, &other] {
        fs::write(path, "a part").expect("written");
    }
    stdout_of(&[&head[..], &[text(&net)]].concat());
    assert!(!ours.exists() && other.exists());
    let trained = fs::read(&net).unwrap();
    let exists =
        "net.nnue: it exists already; --resume continues its training, --force overwrites it";
    refused(&[text(&net)], exists);
    // Errors are found before anything is overwritten.
    refused(&[text(&net), "--force", "--start", text(&net)], over);
    let missing = [text(&net), "--force", "--start", "missing.nnue"];
    refused(&missing, "missing.nnue: ");
    let (other, curve, picture) = (file("b.nnue"), file("old.csv"), file("old.svg"));
    let wrong = [text(&other), "--curve", text(&net)];
    refused(&wrong, "cannot write .nnue");
    fs::write(&curve, "precious").unwrap();
    let existing = [text(&other), "--curve", text(&curve)];
    refused(&existing, "old.csv: it exists already");
    let refused_svg = |svg: &Path, expected: &str| {
        let complaint = input_error_of(&["learn", "wdl", text(&learn), "--svg", text(svg)]);
        assert!(complaint.contains(expected), "{complaint}");
    };
    refused_svg(&net, "cannot write .nnue");
    fs::write(&picture, "precious").unwrap();
    refused_svg(&picture, "old.svg: it exists already; --force");
    assert_eq!(fs::read(&net).unwrap(), trained);
    assert!(file("net.nnue.checkpoint").exists());
    let steeper = [text(&net), "--resume", "--k", "0.05"];
    refused(&steeper, "begun with steepness");
    fs::remove_file(&net).unwrap();
    refused(&[text(&net)], "net.nnue.checkpoint: it exists already");
    // A network that was lost after the checkpoint is restored.
    stdout_of(&[&head[..], &[text(&net), "--resume"]].concat());
    assert_eq!(fs::read(&net).unwrap(), trained);
}

/// A step is done once: it is skipped if its file exists.
#[test]
fn rounds_resume_at_the_first_missing_step() {
    let folder = folder("learn-run");
    let config = folder.join("tiny.toml");
    let write = |rounds: u32, nodes: u32, epochs: u32| {
        let text = format!(
            "rounds = {rounds}\nthreads = {rounds}\n\
             [data]\npositions = 300\ncheck = 60\nnodes = {nodes}\nhash = 1\n\
             [train]\nepochs = {epochs}\nbatch = 128\nwindow = 2\n\
             [match]\ngames = 2\nnodes = 50\nhash = 1\nopenings = '{OPENINGS}'\n\
             concurrency = {rounds}\n"
        );
        fs::write(&config, text).expect("written");
    };
    write(1, 40, 2);
    let out = folder.join("out");
    let args = ["learn", "run", text(&config), "--folder", text(&out)];
    let said = stdout_despite_warnings(&args);
    assert!(said.contains("    0        300  0."), "{said}");
    let bytes = |name: &str| fs::read(out.join(name)).expect("a file");
    let before = ["data-0.bin", "network-0.nnue", "match-0.jsonl"].map(bytes);

    // The same command repeats no step and removes the temporary files of a killed run. With more rounds and threads it keeps the
    // files of the first round.
    let [ours, other] = ["network-0.nnue.aB3.part", "film.part"].map(|name| out.join(name));
    for path in [&ours, &other] {
        fs::write(path, "a part").expect("written");
    }
    assert_eq!(stdout_despite_warnings(&args), said);
    assert!(!ours.exists() && other.exists());
    write(2, 40, 2);
    // A kill may leave an incomplete match, without the results of the round.
    let cut = before[2].len() - 40;
    fs::write(out.join("match-0.jsonl"), &before[2][..cut]).expect("written");
    fs::remove_file(out.join("round-0.json")).expect("removed");
    let said = stdout_despite_warnings(&args);
    assert!(said.contains("    1        600  0."), "{said}");
    assert_eq!(["data-0.bin", "network-0.nnue"].map(bytes)[..], before[..2]);
    let rows = fs::read_to_string(out.join("rounds.jsonl")).expect("the rounds");
    let rows = objects(&rows);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0]["match"]["against"], "tables");
    assert_eq!(rows[1]["match"]["against"], "round 0");
    assert_eq!(rows[1]["player"], rows[0]["checksum"]);
    // The scores of all rounds have one unit.
    let [first, second] = [0, 1].map(|round: usize| rows[round]["k"].as_f64().unwrap());
    assert!((first - second).abs() < 1e-9, "{first} {second}");
    let games = &rows[1]["match"];
    let played: u64 = ["wins", "draws", "losses"]
        .iter()
        .map(|name| games[name].as_u64().unwrap())
        .sum();
    assert_eq!(played, 2);

    // A second run in the same folder is refused.
    let other = fs::File::create(out.join("lock")).expect("created");
    other.lock().expect("nobody holds it");
    let output = run(&args);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{complaint}");
    assert!(
        complaint.contains("another run uses this folder"),
        "{complaint}"
    );
    drop(other);
    let row = bytes("round-0.json");
    fs::write(out.join("round-0.json"), &row[..20]).expect("written");
    let refused = |expected: &str| {
        let complaint = input_error_of(&args);
        assert!(complaint.contains(expected), "{complaint}");
    };
    refused("round-0.json: damaged; remove the file");
    let output = run(&[&["--lang", "zh"], &args[..]].concat());
    let complaint = String::from_utf8_lossy(&output.stderr);
    let expected = "round-0.json：已损坏；请删除该文件，再执行同一条命令就会重新写出：第 1 行";
    assert!(complaint.contains(expected), "{complaint}");
    let stored = bytes("config.json");
    fs::write(out.join("config.json"), &stored[..9]).expect("written");
    refused("config.json: damaged; remove the file");
    fs::write(out.join("config.json"), stored).expect("written");
    // An Elo difference at its bound is shown as infinite.
    let mut won: Value = serde_json::from_slice(&row).expect("JSON");
    won["match"]["elo"] = serde_json::json!([-10_000.0, -10_000.0, 34.6]);
    fs::write(out.join("round-0.json"), won.to_string()).expect("written");
    let infinite = stdout_despite_warnings(&args);
    assert!(infinite.contains("  -inf [-inf, +34.6]\n"), "{infinite}");
    fs::remove_file(out.join("round-0.json")).expect("removed");
    assert_eq!(stdout_despite_warnings(&args), said);
    assert_eq!(bytes("round-0.json"), row);

    // If training gives the same network again, the games of the match are kept.
    for name in ["round-1.json", "network-1.nnue"] {
        fs::remove_file(out.join(name)).expect("removed");
    }
    assert_eq!(stdout_despite_warnings(&args), said);

    // Training on new positions does not resume from a checkpoint of other positions.
    let [first, second] = [0, 1].map(|round| format!("network-{round}.nnue.checkpoint"));
    fs::copy(out.join(first), out.join(second)).expect("copied");
    for name in [
        "data-1.bin",
        "trained-1.json",
        "match-1.jsonl",
        "round-1.json",
    ] {
        fs::remove_file(out.join(name)).expect("removed");
    }
    assert_eq!(stdout_despite_warnings(&args), said);

    // The games of another network are refused.
    let refused_later = |expected: &str| {
        let output = run(&args);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(complaint.contains(expected), "{complaint}");
    };
    let data = bytes("data-1.bin");
    let mut other = data.clone();
    other[36] ^= 1;
    fs::write(out.join("data-1.bin"), other).expect("written");
    fs::remove_file(out.join("round-1.json")).expect("removed");
    refused_later("data-1.bin: it was begun with other settings: --evalfile: network ");
    fs::write(out.join("data-1.bin"), data).expect("written");
    let mut row: Value = serde_json::from_slice(&bytes("trained-1.json")).expect("JSON");
    row["checksum"] = "another".into();
    fs::write(out.join("trained-1.json"), row.to_string()).expect("written");
    fs::remove_file(out.join("network-1.nnue")).expect("removed");
    refused_later("match-1.jsonl: its games may be of an earlier network; remove the file");

    write(2, 50, 3);
    refused(
        "begun with other settings: data.nodes: 40 before, now 50; train.epochs: 2 before, now 3",
    );
    fs::write(&config, "rounds = 1\n[match]\nopenings = 'nothing.epd'\n").expect("written");
    refused("tiny.toml: [match] openings: nothing.epd: ");
    fs::write(&config, "rounds = 1\n\nround = 2\n").expect("written");
    refused("tiny.toml: line 3, column 1: unknown key 'round'");
}

#[test]
fn the_page_shows_configurations_that_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, rounds, window) in [("small", 2, 0), ("shipped", 10, 2)] {
        let path = folder.join(format!("docs/network/{name}.toml"));
        let config = Config::read(&path).expect("a configuration");
        assert_eq!((config.rounds, config.train.window), (rounds, window));
        assert!(folder.join(config.games.openings).exists());
    }
}
