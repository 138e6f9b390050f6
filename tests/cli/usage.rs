//! What all subcommands share: manuals, wrong input, exit codes, closed pipes; and the two short ones.

use std::process::Stdio;

use crate::generate::subcommands;
use crate::{
    MATED, STALEMATED, arguments, chuhe, names, objects, run, scratch, scratch_file, stdout_of,
};

#[test]
fn every_help_is_a_manual() {
    // The subcommands of these two have the examples.
    let groups = ["tune", "learn"];
    let names = subcommands(&[]).into_iter();
    for subcommand in names.filter(|name| !groups.contains(&name.as_str())) {
        let help = stdout_of(&[&subcommand, "--help"]);
        assert!(help.contains("Examples:"), "{subcommand}");
        assert!(
            help.contains(&format!("  chuhe {subcommand}")),
            "{subcommand}"
        );
    }
    assert!(stdout_of(&["--help"]).contains("Exit codes:"));
    assert!(stdout_of(&["--version"]).starts_with("chuhe "));
}

#[test]
fn zero_lets_the_engine_decide() {
    let command = "bench --depth 1 --hash 0 --threads 0 --json";
    let records = objects(&stdout_of(&arguments(command, &[])));
    let total = records.last().expect("a total");
    assert!(total["hash_mib"].as_u64() >= Some(16), "{total}");
    assert!(total["threads"].as_u64() >= Some(1), "{total}");
    stdout_of(&["perft", "2", "--threads", "0"]);
    // As `go nodes 0` in the protocol: the first depth is always finished.
    assert!(stdout_of(&["analyze", "--hash", "0", "--nodes", "0"]).contains("best   "));
}

/// The help and the protocol name the same ranges.
#[test]
fn help_names_the_ranges_of_the_protocol() {
    use chuhe::search::request::{MAX_DEPTH, MULTIPV_RANGE};
    use chuhe::search::resources::*;
    let help = stdout_of(&["analyze", "--help"]);
    let words = help.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    for expected in [
        format!("in plies, up to {MAX_DEPTH}"),
        format!("best moves, up to {},", MULTIPV_RANGE.end()),
        format!("search with, up to {};", THREAD_RANGE.end()),
        format!("in MiB, up to {};", HASH_MIB_RANGE.end()),
    ] {
        assert!(words.contains(&expected), "{expected}: {help}");
    }
}

#[test]
fn perft_counts() {
    let text = stdout_of(&["perft", "3"]);
    assert!(text.contains("nodes    79666\n"), "{text}");
    assert!(stdout_of(&["perft", "0", "--divide"]).starts_with("nodes    1\n"));
    assert!(stdout_of(&["perft", "3", "--threads", "2"]).contains("nodes    79666\n"));
    assert!(stdout_of(&["perft", "2", "--fen", MATED]).contains("nodes    0\n"));

    let text = stdout_of(&["perft", "2", "--divide", "--threads", "2"]);
    let moves: Vec<(&str, u64)> = text
        .lines()
        .map_while(|line| line.split_once(": "))
        .map(|(mv, nodes)| (mv, nodes.parse().expect("a count")))
        .collect();
    assert_eq!(moves.len(), 44);
    assert!(moves.is_sorted());
    assert_eq!(moves.iter().map(|(_, nodes)| nodes).sum::<u64>(), 1_920);
    assert!(text.contains("nodes    1920\n"));
}

#[test]
fn eval_prints_what_each_piece_is_worth() {
    let text = stdout_of(&["eval"]);
    for line in [
        "9     r     n     b     a     k     a     b     n     r\n",
        " for red, to move, by network ",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert!(
        text.ends_with("\nscore 0 by piece-square tables\n"),
        "{text}"
    );
    let material = stdout_of(&["eval", "--knowledge", "none"]);
    let rooks = "1065   445   120    68          68   120   445  1065\n";
    assert!(material.contains(rooks), "{material}");
    assert!(stdout_of(&["eval", "--fen", STALEMATED]).contains("for black"));
}

#[test]
fn closed_output_is_no_failure() {
    let game = scratch_file("closed_pipe.pgn", "1. h2e2 h9g7 *");
    let game = game.as_str();
    for command in [
        "perft 3 --divide",
        "bench --depth 1 --json",
        "analyze --depth 4 --json",
        "analyze GAME --nodes 9",
        "analyze GAME --nodes 9 --format pgn --out -",
        "show",
        "show --svg",
        "eval",
        "judge GAME",
        "convert GAME - --to pgn",
        "book make GAME --out -",
        "openings --count 1 --nodes 100",
        "solve GAME --nodes 9",
        "solve GAME --nodes 9 --json",
        "solve GAME --nodes 9 --format html",
        "generate man",
        "generate completions bash",
        "--help",
    ] {
        let words = command.split(' ');
        let mut child = chuhe()
            .args(words.map(|word| if word == "GAME" { game } else { word }))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Gone before the first line.
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(0), "{command}");
        assert!(output.stderr.is_empty(), "{command}");
    }
}

#[test]
fn results_in_json_have_stable_names() {
    let one = |args: &[&str]| objects(&stdout_of(&[args, &["--json"]].concat())).remove(0);
    let perft = one(&["perft", "2", "--divide"]);
    assert_eq!(names(&perft), "depth fen moves nodes nps time_ms");
    assert_eq!(
        (&perft["nodes"], &perft["moves"]["h2e2"]),
        (&1_920.into(), &45.into())
    );
    assert!(one(&["perft", "2"])["moves"].is_null());
    let eval = one(&["eval", "--knowledge", "none"]);
    assert_eq!(names(&eval), "evaluation fen pieces score side tables");
    assert_eq!(eval["evaluation"], "material");
    let general = &eval["pieces"][0];
    assert_eq!(names(general), "piece square table worth");
    assert!(general["piece"] == "K" && general["worth"].is_null());
    for (fen, status, check) in [
        ("startpos", "open", false),
        (MATED, "mated", true),
        (STALEMATED, "stalemated", false),
    ] {
        let show = one(&["show", "--fen", fen]);
        assert_eq!(names(&show), "check checkers fen last moves side status");
        assert_eq!(
            (&show["status"], &show["check"]),
            (&status.into(), &check.into())
        );
    }
    assert_eq!(one(&["show", "--moves", "h2e2"])["last"], "h2e2");
    let engine = format!("cmd={}", env!("CARGO_BIN_EXE_chuhe"));
    let other = format!("{engine} name=b");
    let engines = ["match", "--engine", &engine, "--engine", &other];
    let terms = ["--nodes", "1", "--games", "2", "--ply-cap", "4", "--json"];
    let file = scratch("usage_match.json");
    let to_file = ["--json", &file];
    let terms_of_file = &terms[..terms.len() - 1];
    let output = run(&[&engines[..], terms_of_file, &to_file].concat());
    assert!(String::from_utf8_lossy(&output.stdout).contains("against b, 2 games"));
    let games = objects(&std::fs::read_to_string(&file).expect("written"));
    assert_eq!((games.len(), &games[2]["game"]), (3, &1.into()));
    let output = run(&[&engines[..], &terms].concat());
    let result = objects(&String::from_utf8(output.stdout).expect("UTF-8"));
    assert_eq!(
        names(&result[0]),
        "decision draws elo first llr losses pairs second superiority type wins"
    );
    assert_eq!(result[0]["draws"], 2);
    assert_eq!(names(&result[1]), "faults games plies terminations type");
    assert_eq!(result[1]["terminations"]["ply-cap"], 2);
}

/// A person at a terminal is greeted; a GUI at a pipe gets the protocol alone.
#[cfg(unix)]
#[test]
fn greeting_is_for_terminals() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let greets = |stream: Stdio, other: Stdio| {
        let child = chuhe()
            .stdin(stream)
            .stdout(other)
            .stderr(Stdio::piped())
            .spawn();
        let output = child.expect("the program starts").wait_with_output();
        let text = String::from_utf8(output.expect("the program ends").stderr).expect("UTF-8");
        text.starts_with("Chuhe ") && text.ends_with("chuhe --help.\n")
    };
    assert!(!greets(Stdio::null(), Stdio::null()));
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&master)
        .and_then(|()| unlockpt(&master))
        .expect("access");
    let name = ptsname(&master, Vec::new()).expect("a name");
    let path = std::path::Path::new(name.to_str().expect("UTF-8"));
    let open = || {
        std::fs::File::options()
            .read(true)
            .write(true)
            .open(path)
            .expect("opened")
    };
    rustix::io::write(&master, b"quit\n").expect("written");
    assert!(greets(open().into(), open().into()));
}
