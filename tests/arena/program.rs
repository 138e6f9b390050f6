//! Tests of `chuhe match` as a command: table, files, messages and exit codes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::fakes;
use crate::process::{self, ended, objects};
#[cfg(unix)]
use crate::process::{interrupt, make_fifo};
use crate::tournaments::scratch;

/// The timeout for what is expected to happen.
const PATIENCE: Duration = Duration::from_secs(60);

/// A `chuhe match` with these fake engines and options, both separated by blanks. It runs in the root of the repository.
fn chuhe(engines: &str, options: &str) -> Command {
    let mut command = process::chuhe();
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("match");
    for fake in engines.split_whitespace() {
        let spec = fakes::engine(fake);
        let program = spec.command.display();
        let args = spec.args.join(" ");
        let proto = if fake == "uci" { "uci" } else { "ucci" };
        let text = format!("name={fake} proto={proto} cmd='{program}' args='{args}'");
        command.args(["--engine", &text]);
    }
    command.args(options.split_whitespace());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The lines of a file of JSON lines.
fn lines(path: &Path) -> Vec<Value> {
    objects(&fs::read_to_string(path).unwrap())
}

/// Waits until a file has `count` lines.
fn await_lines(path: &Path, count: usize) {
    let until = Instant::now() + PATIENCE;
    while fs::read_to_string(path).map_or(0, |text| text.lines().count()) < count {
        assert!(Instant::now() < until, "no {count} lines in time");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn table_has_score_terminations_and_faults() {
    let path = scratch("table.jsonl");
    let options = "--nodes 9 --openings positions/openings.epd --games 4 --sprt elo1=10";
    let mut command = chuhe("weak cheat", options);
    let (table, message) = ended(command.arg("--jsonl").arg(&path), 0);
    for expected in [
        "weak against cheat, 4 games\n",
        "  W-D-L        4-0-0 (100.0 %)\n",
        "  superiority  88.6 %\n",
        "  pairs        0:0 ½:0 1:0 1½:0 2:2\n",
        ": not decided\n",
        "terminations  illegal-move 4\n",
        "faults        cheat: illegal-move 4\n",
    ] {
        assert!(table.contains(expected), "{expected}{table}");
    }
    assert!(
        message.starts_with("game 1, weak - cheat: 1-0 by illegal-move: e0e9 in "),
        "{message}"
    );
    let faults = message.lines().filter(|line| line.starts_with("game "));
    assert_eq!(faults.count(), 4);
    // Without a terminal there is a line for each tenth of the match, but not for the last game.
    let progress = message.lines().filter(|line| line.contains("/4  weak "));
    assert_eq!(progress.count(), 3, "{message}");
    let lines = lines(&path);
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["match"]["settings"]["control"]["nodes"], 9);
    assert_eq!(
        (&lines[2]["red"], &lines[2]["result"]),
        (&"cheat".into(), &"0-1".into())
    );
    assert_eq!(lines[1]["fault"], "illegal-move");
    assert_eq!(lines[1]["moves"][0]["score"], 5);
}

#[test]
fn more_than_two_engines_have_a_ranking() {
    let options = "--depth 1 --openings positions/openings.epd --games 2 --concurrency 2";
    let (table, _) = ended(&mut chuhe("weak greedy uci resigns", options), 0);
    let ranked: Vec<&str> = table.lines().take(4).collect();
    assert!(ranked[3].starts_with("resigns  0-0-6 (0.0 %)"), "{table}");
    assert_eq!(table.matches(" against ").count(), 6);
    let mut gauntlet = chuhe("weak greedy uci", options);
    let (table, _) = ended(gauntlet.args(["--format", "gauntlet"]), 0);
    assert_eq!(table.matches("weak against ").count(), 2);
}

#[test]
fn decided_sprt_ends_the_match() {
    let options = "--nodes 9 --games 1000 --sprt elo0=0 elo1=300";
    let (table, _) = ended(&mut chuhe("weak resigns", options), 0);
    assert!(table.contains("H1 accepted, elo1=300"), "{table}");
    assert!(!table.contains("1000 games"), "{table}");
}

#[test]
fn a_killed_match_is_resumed_to_the_same_table() {
    let command = |options: &str| {
        let options = format!("--openings positions/openings.epd {options}");
        chuhe("greedy weak", &options)
    };
    let options = "--nodes 9 --games 30 --concurrency 2";
    let (whole, _) = ended(&mut command(options), 0);

    let (path, pgn) = (scratch("killed.jsonl"), scratch("killed.pgn"));
    let file = [
        "--jsonl",
        path.to_str().unwrap(),
        "--resume",
        "--pgn",
        pgn.to_str().unwrap(),
    ];
    let mut killed = command(options).args(file).spawn().unwrap();
    await_lines(&path, 6);
    killed.kill().unwrap();
    killed.wait().unwrap();
    let (resumed, _) = ended(command(options).args(file), 0);
    assert_eq!(resumed, whole);
    holds_the_same_games(&pgn, &path);

    // A PGN file that is cut off at any place is completed.
    let games = fs::read_to_string(&pgn).unwrap();
    for length in [0, games.len() / 3, games.len() - 1] {
        fs::write(&pgn, &games[..length]).unwrap();
        ended(command(options).args(file), 0);
        assert_eq!(fs::read_to_string(&pgn).unwrap(), games);
    }
    // A PGN file with other content is not changed.
    let other = games.replace("[Round \"3\"]", "[Round \"my own\"]");
    fs::write(&pgn, &other).unwrap();
    let (_, message) = ended(command(options).args(file), 2);
    assert!(
        message.contains("it differs from what the match has played"),
        "{message}"
    );
    assert_eq!(fs::read_to_string(&pgn).unwrap(), other);
    fs::remove_file(&pgn).unwrap();

    // The match can be made longer, but not another one.
    let longer = "--nodes 9 --games 32";
    let (table, _) = ended(command(longer).args(file), 0);
    assert!(table.contains("32 games"));
    let (_, message) = ended(command("--nodes 8 --games 32").args(file), 2);
    assert!(
        message.ends_with(
            "with other settings: thinking: 9 nodes a move before, now 8 nodes a move\n"
        ),
        "{message}"
    );
    let (_, message) = ended(command(longer).args(&file[..2]), 2);
    let exists = "it exists already; --resume continues the match, --force overwrites it\n";
    assert!(message.ends_with(exists));
    // A PGN file cannot be resumed without the record.
    let (_, message) = ended(command(longer).args(&file[3..]), 2);
    assert!(message.ends_with("killed.pgn: it exists already; --force overwrites it\n"));
    let (table, message) = ended(command("--nodes 9 --games 10").args(file), 0);
    let surplus = "32 games are played already, more than the 10 of --games; ";
    assert!(message.starts_with(surplus), "{message}");
    assert!(table.contains("32 games"));

    // A wrong file is found before another is overwritten.
    let before = fs::read(&path).unwrap();
    for (wrong, code, expected) in [
        ("other.csv", 2, "other.csv: cannot write .csv"),
        ("missing/other.pgn", 1, "cannot write "),
    ] {
        let wrong = scratch(wrong);
        let wrong = ["--force", "--pgn", wrong.to_str().unwrap()];
        let (_, message) = ended(command(longer).args(&file[..2]).args(wrong), code);
        assert!(message.contains(expected), "{message}");
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

/// Asserts that a PGN file holds the games of the record in their order, move by move.
fn holds_the_same_games(pgn: &Path, record: &Path) {
    let text = fs::read_to_string(pgn).unwrap();
    let games: Vec<&str> = text.split("[Game \"Chinese Chess\"]\n").skip(1).collect();
    let records = &lines(record)[1..];
    assert_eq!(games.len(), records.len());
    for (game, record) in games.iter().zip(records) {
        let round = record["game"].as_u64().unwrap() / 2 + 1;
        for (tag, value) in [
            ("Event", "greedy - weak"),
            ("Round", &round.to_string()),
            ("Red", record["red"].as_str().unwrap()),
            ("Result", record["result"].as_str().unwrap()),
            ("FEN", record["fen"].as_str().unwrap()),
        ] {
            assert!(
                game.contains(&format!("[{tag} \"{value}\"]\n")),
                "{tag}: {game}"
            );
        }
        assert!(game.contains("[Opening \"open."));
        let moves = record["moves"].as_array().unwrap().iter();
        let moves: Vec<String> = moves
            .map(|mv| mv["move"].as_str().unwrap().to_uppercase())
            .collect();
        // Tags and comments have no dash in a word of five letters.
        let (_, movetext) = game.split_once("\n\n").unwrap();
        let written: Vec<String> = movetext
            .split_whitespace()
            .filter(|word| word.len() == 5 && word.as_bytes()[2] == b'-')
            .map(|word| word.replace('-', ""))
            .collect();
        assert_eq!(written, moves);
    }
}

#[test]
fn a_match_is_read_from_a_toml_file() {
    let path = scratch("match.toml");
    let (jsonl, pgn) = (scratch("toml.jsonl"), scratch("toml.pgn"));
    let engine = |fake: &str| {
        let spec = fakes::engine(fake);
        let (program, args) = (spec.command.display(), spec.args);
        format!("[[engine]]\nname = '{fake}'\ncmd = '{program}'\nargs = {args:?}\n")
    };
    let (jsonl_name, pgn_name) = (jsonl.display(), pgn.display());
    let root = env!("CARGO_MANIFEST_DIR");
    let text = format!(
        "# a match\nnodes = 9\ngames = 6\nopenings = '{root}/positions/openings.epd'\n\
         jsonl = '{jsonl_name}'\npgn = '{pgn_name}'\nevent = \"a file's\"\nply-cap = 30\n{}{}",
        engine("weak"),
        engine("greedy"),
    );
    fs::write(&path, &text).unwrap();
    let config = ["--config", path.to_str().unwrap()];
    // The command line has precedence.
    let (table, _) = ended(chuhe("", "--games 4 --depth 2").args(config), 0);
    assert!(table.starts_with("weak against greedy, 4 games\n"));
    let written = lines(&jsonl);
    assert_eq!(written[0]["match"]["settings"]["control"]["depth"], 2);
    assert_eq!(written[0]["match"]["settings"]["ply_cap"], 30);
    assert!(
        fs::read_to_string(&pgn)
            .unwrap()
            .contains("[Event \"a file's\"]\n")
    );

    for (file, expected) in [
        (
            text.replace("/openings.epd", "/none.epd"),
            "match.toml: line 4, column 1: openings: ",
        ),
        (
            text.replace("nodes = 9", "nodes = 9\nsprt = { elo = 3 }"),
            "match.toml: line 3, column 1: sprt: unknown key 'elo'; did you mean 'elo0'?",
        ),
        (
            text.replace("greedy", "weak"),
            "match.toml: line 13, column 1: engine: two engines are called weak; give them different names with name=",
        ),
        (
            format!("{text}[engine.options]\nhashsize = 9\nstlye = 3\n"),
            "match.toml: line 19, column 1: engine: greedy: it announces no option 'stlye'; did you mean style?",
        ),
        (
            format!("{text}[[engine]]\ncmd = 'missing-engine'\n"),
            "match.toml: line 17, column 1: engine: missing-engine: start-failure: missing-engine: ",
        ),
    ] {
        fs::write(&path, file).unwrap();
        let (_, message) = ended(chuhe("", "").args(config), 2);
        assert!(message.contains(expected), "{expected}: {message}");
    }
}

/// An option that an engine does not accept is an error before the first game and before any file is created.
#[test]
fn options_that_an_engine_does_not_accept_are_refused() {
    let path = scratch("options.jsonl");
    let play = |option: &str, more: &[&str], code: i32| {
        let spec = fakes::engine("weak");
        let (program, args) = (spec.command.display(), spec.args.join(" "));
        let flag = if option.is_empty() { " no-options" } else { "" };
        let option = if option.is_empty() { "x=1" } else { option };
        let text = format!("name=set cmd='{program}' args='{args}{flag}' option.{option}");
        let mut command = chuhe("greedy", "--nodes 9 --games 2 --ply-cap 4");
        ended(command.args(["--engine", &text]).args(more), code).1
    };
    let record = ["--jsonl", path.to_str().unwrap()];
    let message = play("hashsze=32", &record, 2);
    let expected = "error: --engine: set: it announces no option 'hashsze'; did you mean hashsize? (--unchecked-options sets";
    assert!(message.starts_with(expected), "{message}");
    assert!(!path.exists());
    for (option, more) in [
        ("hashsize=64", &record[..]),
        ("HashSize=64", &[]),
        ("hashsze=32", &["--unchecked-options"]),
        ("", &[]),
    ] {
        let message = play(option, more, 0);
        let warned = message.contains("warning: set announces no options; ");
        assert_eq!(warned, option.is_empty(), "{message}");
    }
}

/// A file that can be opened but not written is an error before the first game.
#[cfg(target_os = "linux")]
#[test]
fn full_devices_are_refused_before_the_first_game() {
    let path = scratch("full.jsonl");
    let options = "--nodes 9 --games 2 --ply-cap 4";
    for files in [
        &["--pgn", "/dev/full"][..],
        &["--jsonl", path.to_str().unwrap(), "--pgn", "/dev/full"],
        &["--jsonl", "/dev/full"],
    ] {
        let (table, message) = ended(chuhe("weak greedy", options).args(files), 1);
        assert!(
            message.starts_with("error: cannot write /dev/full: No space left"),
            "{message}"
        );
        assert!(table.is_empty());
    }
    // The match can be resumed with another PGN file.
    let pgn = scratch("full.pgn");
    let files = ["--jsonl", path.to_str().unwrap(), "--resume", "--pgn"];
    let mut command = chuhe("weak greedy", options);
    ended(command.args(files).arg(&pgn), 0);
    assert_eq!(lines(&path).len(), 3);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_and_names_resume() {
    let path = scratch("interrupted.jsonl");
    let options = "--nodes 9 --openings positions/openings.epd --games 100000";
    let mut command = chuhe("greedy weak", options);
    let child = command.arg("--jsonl").arg(&path).spawn().unwrap();
    await_lines(&path, 4);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let games = lines(&path).len() - 1;
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains(&format!("greedy against weak, {games} games")));
    let warning = "warning: fewer openings (640) than pairs of games (50000): engines that play deterministically repeat games; give more openings with --openings";
    let error = format!(
        "error: cut off after {games} of 100000 games; the same command with --resume plays the others"
    );
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(Vec::from_iter(errors.lines()), [warning, error.as_str()]);
}

/// The engine opens the FIFO when it hangs, so that the FIFO ends with it.
#[cfg(unix)]
#[test]
fn second_ctrl_c_kills_an_engine_that_hangs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fifo");
    make_fifo(&path);
    let script = format!(
        "while read a; do case $a in ucci) echo ucciok;; isready) echo readyok;; \
         go*) exec sleep 601 3>{};; esac; done",
        path.display()
    );
    let hangs = format!("name=hangs cmd=sh args='-c \"{script}\"'");
    let options = "--nodes 9 --openings positions/openings.epd --games 2 --move-timeout 600";
    let mut command = chuhe("greedy", options);
    let mut child = command.args(["--engine", &hangs]).spawn().unwrap();
    let fifo = fs::File::open(&path).unwrap();
    let began = Instant::now();
    // A signal that follows too soon is lost.
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None => interrupt(&child),
        }
        thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(1));
    assert_eq!(std::io::read_to_string(fifo).unwrap(), "");
    assert!(began.elapsed() < Duration::from_secs(600));
}

/// The engine is checked by one start, crashes in its first game, and does not start again.
#[cfg(unix)]
#[test]
fn a_match_that_an_engine_cuts_off_names_resume() {
    let folder = tempfile::tempdir().unwrap();
    let [starts, record] = ["starts", "games.jsonl"].map(|name| folder.path().join(name));
    let script = format!(
        "echo >>{0}; [ $(wc -l <{0}) -le 2 ] || exit 3; \
         while read a; do case $a in ucci) echo ucciok;; isready) echo readyok;; go*) exit 3;; quit) exit;; esac; done",
        starts.display()
    );
    let crashes = format!("name=crashes cmd=sh args='-c \"{script}\"'");
    let options = "--nodes 9 --openings positions/openings.epd --games 4";
    let mut command = chuhe("greedy", options);
    command.args(["--engine", &crashes, "--jsonl"]).arg(&record);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    let hint = "cut off after 1 of 4 games; the same command with --resume plays the others\nerror: crashes: start-failure: ";
    assert!(errors.contains(hint), "{errors}");
}

/// The engine opens the FIFO when the match begins to check it, and answers a second later.
#[cfg(unix)]
#[test]
fn ctrl_c_before_the_first_game_overwrites_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let [path, record] = ["fifo", "games.jsonl"].map(|name| folder.path().join(name));
    make_fifo(&path);
    fs::write(&record, "an earlier match\n").unwrap();
    let script = format!(
        "while read a; do case $a in ucci) : >{}; sleep 1; echo ucciok;; isready) echo readyok;; esac; done",
        path.display()
    );
    let slow = format!("name=slow cmd=sh args='-c \"{script}\"'");
    let mut command = chuhe(
        "greedy",
        "--nodes 9 --openings positions/openings.epd --force",
    );
    command.args(["--engine", &slow, "--jsonl"]).arg(&record);
    let child = command.spawn().unwrap();
    drop(fs::File::open(&path).unwrap());
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("cut off before the first game"),
        "{message}"
    );
    assert_eq!(fs::read_to_string(&record).unwrap(), "an earlier match\n");
}

#[test]
fn sprt_of_more_than_two_engines_is_refused() {
    let (table, message) = ended(&mut chuhe("weak greedy uci", "--nodes 9 --sprt"), 2);
    assert!(table.is_empty());
    assert!(message.contains("compares two engines"), "{message}");
}

/// Chuhe plays a version of itself without evaluation knowledge.
#[test]
fn chuhe_plays_itself_with_a_clock() {
    let program = env!("CARGO_BIN_EXE_chuhe");
    let weaker = format!("name=weaker cmd='{program}' option.hashsize=1 option.knowledge=none");
    let full = format!("name=full cmd='{program}' option.hashsize=1");
    let options =
        "--tc 5+0.1 --margin 5000 --openings positions/openings.epd --games 2 --ply-cap 6";
    let mut command = chuhe("", options);
    let (table, message) = ended(command.args(["--engine", &full, "--engine", &weaker]), 0);
    assert!(table.contains("terminations  ply-cap 2\n"), "{table}");
    assert!(!message.contains("game "), "{message}");
}

/// Chuhe plays itself, one side in UCCI and one in UCI.
#[test]
fn chuhe_plays_ucci_against_uci() {
    let program = env!("CARGO_BIN_EXE_chuhe");
    let engines = ["ucci", "uci"].map(|protocol| {
        let hash = if protocol == "uci" {
            "Hash"
        } else {
            "hashsize"
        };
        format!("name={protocol} cmd='{program}' proto={protocol} option.{hash}=1")
    });
    let record = scratch("both.jsonl");
    let options = "--nodes 500 --openings positions/openings.epd --games 4 --ply-cap 60";
    let mut command = chuhe("", options);
    command.args(["--engine", &engines[0], "--engine", &engines[1]]);
    let (_, message) = ended(command.arg("--jsonl").arg(&record), 0);
    assert!(!message.contains("game "), "{message}");
    let games = &lines(&record)[1..];
    assert_eq!(games.len(), 4);
    for game in games {
        // Both sides searched each position.
        let moves = game["moves"].as_array().unwrap();
        assert!(moves.iter().all(|mv| mv["score"].is_i64()), "{game}");
    }
}

/// If a network cannot be read, the match would measure another one.
#[test]
fn messages_of_engines_about_their_options_are_shown() {
    let program = env!("CARGO_BIN_EXE_chuhe");
    let engines = [("ucci", "evalfile"), ("uci", "EvalFile")].map(|(protocol, option)| {
        format!("name={protocol} cmd='{program}' proto={protocol} option.{option}=nothere.nnue")
    });
    let options = "--nodes 50 --openings positions/openings.epd --games 2 --ply-cap 4";
    let mut command = chuhe("", options);
    command.args(["--engine", &engines[0], "--engine", &engines[1]]);
    let (_, message) = ended(&mut command, 0);
    for name in ["ucci", "uci"] {
        let expected = format!("{name} says: evalfile: nothere.nnue: ");
        assert_eq!(message.matches(&expected).count(), 1, "{message}");
    }
}
