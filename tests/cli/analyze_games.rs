//! `chuhe analyze GAME`: whole games judged, in all formats of output.

use std::fs;

use chuhe::games::pgn;

#[cfg(unix)]
use super::process::interrupt;
use super::{
    MATED, arguments, chuhe, input_error_of, names, objects, scratch, scratch_file, stdout_of,
};

/// Red leaves the cannon to black's rook and is not punished; then a second game.
const GAMES: &str = "[Red \"甲\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n1. 炮二平五 {中炮} 马８进７ (1... 炮８平５) 2. 炮五进四 车９进１\n\
    3. 炮八进七 车９平４ 1-0\n\n[Red \"丙\"]\n\n1. h2e2 h9g7 *\n";

#[test]
fn a_game_comes_back_annotated() {
    let input = scratch_file("review.pgn", GAMES);
    let [out, curve] = ["review_out.pgn", "review.svg"].map(scratch);
    let curves = ["review-1.svg", "review-2.svg"].map(scratch);
    let command = "analyze {} --nodes 2000 --out {} --curve {}";
    stdout_of(&arguments(command, &[&input, &out, &curve]));
    let text = fs::read_to_string(&out).unwrap();
    let games = pgn::read(&text).unwrap();
    let given = pgn::read(GAMES).unwrap();
    assert_eq!(games.len(), 2);
    for (game, given) in games.iter().zip(&given) {
        assert_eq!(game.main_line(), given.main_line());
        assert_eq!(game.tag("Red"), given.tag("Red"));
        assert!(game.comment.contains("red: ") && game.comment.contains("accuracy"));
        assert!(game.line.iter().all(|node| !node.comment.is_empty()));
    }
    // What was there is there still.
    assert!(games[0].line[0].comment.starts_with("中炮; "), "{text}");
    assert!(!games[0].line[1].variations.is_empty());
    // The cannon goes for a horse that is not worth it.
    assert!(!games[0].line[4].nags.is_empty(), "{text}");
    assert!(!games[0].line[4].variations.is_empty(), "{text}");
    for curve in &curves {
        let svg = fs::read_to_string(curve).unwrap();
        assert!(
            svg.starts_with("<svg ") && svg.contains("1... h9g7"),
            "{svg}"
        );
    }
}

#[test]
fn the_page_holds_all_games_and_escapes_their_text() {
    let games = GAMES.replace('甲', "</script><b>");
    let input = scratch_file("review_page.pgn", games);
    let out = scratch("review_page.html");
    let short = "--variations=0";
    stdout_of(&["analyze", &input, "--nodes", "300", short, "--out", &out]);
    let text = fs::read_to_string(&out).unwrap();
    let (_, data) = text.split_once("id=\"games\">\n").unwrap();
    let (data, foot) = data.split_once("</script>").unwrap();
    assert!(foot.ends_with("</html>\n") && !text.contains("</script><b>"));
    let records = objects(data);
    let types: Vec<_> = records.iter().map(|record| &record["type"]).collect();
    let first = [
        "start", "move", "move", "move", "move", "move", "move", "game",
    ];
    assert_eq!(
        types,
        [&first[..], &["start", "move", "move", "game"]].concat()
    );
    assert_eq!(records[0]["title"], "</script><b> - 乙  1-0");
    assert!(
        records[0]["fen"]
            .as_str()
            .unwrap()
            .starts_with("rnbakabnr/")
    );
    assert_eq!(records[1]["pv"].as_array().unwrap().len(), 1);
    let points = records[1]["points"].as_f64().unwrap();
    assert!(0.0 < points && points < 1.0, "{points}");
}

#[test]
fn reviews_with_the_same_nodes_are_equal() {
    let input = scratch_file("review_same.pgn", GAMES);
    let args = arguments("analyze {} --nodes 1000 --notation chinese", &[&input]);
    let text = stdout_of(&args);
    assert_eq!(text, stdout_of(&args));
    assert!(
        text.starts_with("game 1  甲 - 乙  1-0\n\n     no move"),
        "{text}"
    );
    assert!(text.contains("\n   1.   炮二平五"), "{text}");
    assert_eq!(text.matches("\nred: ").count(), 2, "{text}");
    assert!(text.contains("\nred: 1 move, average loss "), "{text}");
}

#[test]
fn objects_keep_their_names() {
    let input = scratch_file("review_names.pgn", GAMES);
    let args = ["analyze", &input, "--nodes", "300", "--json"];
    let records = objects(&stdout_of(&args));
    assert_eq!(records.len(), 6 + 1 + 2 + 1);
    assert_eq!(
        names(&records[0]),
        "after before best cost depth game mark move nodes number ply points pv side type"
    );
    assert_eq!(records[0]["move"], "h2e2");
    assert_eq!(names(&records[6]), "black game red result type");
    assert_eq!(records[6]["red"]["moves"], 3);
    let from_stdin = chuhe()
        .args(["analyze", "-", "--nodes", "300", "--format", "jsonl"])
        .stdin(fs::File::open(&input).unwrap())
        .output()
        .unwrap();
    assert_eq!(
        objects(&String::from_utf8(from_stdin.stdout).unwrap()),
        records
    );
}

#[test]
fn options_of_games_need_a_game() {
    for [option, value] in [
        ["--curve", "x.svg"],
        ["--out", "x.pgn"],
        ["--margin", "3"],
        ["--variations", "3"],
        ["--format", "pgn"],
        ["--from", "pgn"],
        ["--from-encoding", "big5"],
    ] {
        assert!(
            input_error_of(&["analyze", option, value]).contains("GAME"),
            "{option}"
        );
        let one = input_error_of(&["analyze", "--nodes", "10", "--moves", "h2e2", option, value]);
        assert!(
            one.contains("cannot be used with") && one.contains(option),
            "{one}"
        );
    }
}

#[test]
fn a_dash_is_standard_output() {
    let input = scratch_file("review_dash.pgn", GAMES);
    let args = ["analyze", &input, "--nodes", "300", "--json"];
    let json = stdout_of(&args);
    assert_eq!(objects(&json).len(), 10);
    assert_eq!(stdout_of(&[&args[..], &["--out", "-"]].concat()), json);
}

/// However much of the file a killed run has written, the continued review is that of a run without an interruption.
#[test]
fn a_review_is_continued_after_its_last_complete_game() {
    let input = scratch_file("review_resume.pgn", GAMES);
    let out = scratch("review_resume.jsonl");
    let args = arguments("analyze {} --nodes 300 --out {} --resume", &[&input, &out]);
    assert_eq!(stdout_of(&args), "");
    let complete = fs::read_to_string(&out).unwrap();
    assert_eq!(objects(&complete).len(), 10);
    let second_game = complete.match_indices('\n').nth(6).unwrap().0 + 1;
    for length in [0, 30, second_game - 1, second_game, complete.len() - 1] {
        fs::write(&out, &complete[..length]).unwrap();
        assert_eq!(stdout_of(&args), "");
        assert_eq!(fs::read_to_string(&out).unwrap(), complete, "{length}");
    }
    scratch_file("review_resume-1.svg", "");
    let [other, base] = ["review_other.jsonl", "review_resume.svg"].map(scratch);
    let with_curve = [&args[..5], &[other.as_str(), "--curve", &base]].concat();
    assert!(input_error_of(&with_curve).contains("review_resume-1.svg"));
    assert!(!fs::exists(&other).unwrap());
    let refused = input_error_of(&args[..6]);
    assert!(refused.contains("--resume continues it"), "{refused}");
    fs::write(&out, complete.replacen("h2e2", "b2e2", 1)).unwrap();
    let refused = input_error_of(&args);
    assert!(
        refused.contains("line 1 does not belong to a review of these games"),
        "{refused}"
    );
    let pgn = [&args[..5], &["x.pgn", "--resume"]].concat();
    let refused = input_error_of(&pgn);
    assert!(refused.contains("only a jsonl file"), "{refused}");
}

/// A game whose curve was not written is not complete, so a continued review draws it.
#[cfg(target_os = "linux")]
#[test]
fn a_failed_curve_is_drawn_by_the_continued_review() {
    let input = scratch_file("review_curve.pgn", "1. h2e2 *\n");
    let [out, curve] = ["review_curve.jsonl", "review_curve.svg"].map(scratch);
    let args = ["analyze", &input, "--nodes", "9", "--out", &out, "--curve"];
    let failed = chuhe().args(args).arg("/dev/full").output().unwrap();
    assert_eq!(failed.status.code(), Some(1));
    let count = || objects(&fs::read_to_string(&out).unwrap()).len();
    assert_eq!(count(), 1);
    stdout_of(&[&args[..], &[curve.as_str(), "--resume"]].concat());
    assert_eq!(count(), 2);
    assert!(fs::exists(&curve).unwrap());
}

/// A run may be stopped between the curve of a game and the last line of the game.
#[test]
fn a_continued_review_overwrites_the_curve_of_the_unfinished_game_only() {
    let input = scratch_file("review_curves.pgn", GAMES);
    let [out, curve] = ["review_curves.jsonl", "review_curves.svg"].map(scratch);
    let _ = ["review_curves-1.svg", "review_curves-2.svg"].map(scratch);
    let command = "analyze {} --nodes 300 --out {} --curve {} --resume";
    let args = arguments(command, &[&input, &out, &curve]);
    stdout_of(&args);
    let complete = fs::read_to_string(&out).unwrap();
    let last_line = complete.trim_end().rfind('\n').unwrap() + 1;
    fs::write(&out, &complete[..last_line]).unwrap();
    stdout_of(&args);
    assert_eq!(fs::read_to_string(&out).unwrap(), complete);
    let refuses = |curve: &str| {
        let refused = input_error_of(&args);
        let expected = format!("{curve}: it exists already; delete it, or choose another --curve");
        assert!(refused.contains(&expected), "{refused}");
    };
    // The earlier run was stopped before a curve, or there was none.
    fs::write(&out, "").unwrap();
    refuses("review_curves-1.svg");
    fs::remove_file(&out).unwrap();
    refuses("review_curves-1.svg");
    assert!(!fs::exists(&out).unwrap());
}

/// In every format the judged moves are written, and the exit code is that of an unfinished review.
#[cfg(unix)]
#[test]
fn control_c_ends_a_review_and_keeps_what_is_judged() {
    // The first game needs no search, the second more than fits into the time of a test.
    let games = format!("[FEN \"{MATED}\"]\n\n*\n\n1. h2e2 h9g7 *\n");
    let input = scratch_file("review_to_stop.pgn", games);
    let hint = "; to continue, repeat the command with --resume, without --force";
    for (extension, hint, end) in [
        ("jsonl", hint, "}\n"),
        ("pgn", "", "*\n"),
        ("html", "", "</html>\n"),
    ] {
        let out = scratch(&format!("review_stopped.{extension}"));
        let log = scratch(&format!("review_stopped.{extension}.log"));
        let mut child = chuhe()
            .args(["analyze", &input, "--depth", "100"])
            .args(["--out", &out, "--log", &log])
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        // A line of the log marks the beginning of the second game.
        while !fs::read_to_string(&log).is_ok_and(|text| text.contains("game=2"))
            && child.try_wait().unwrap().is_none()
        {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        interrupt(&child);
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(1));
        assert_eq!(
            String::from_utf8(ended.stderr).unwrap(),
            format!("error: stopped in game 2 of 2 (moves judged in it: 0){hint}\n")
        );
        let text = fs::read_to_string(&out).unwrap();
        assert!(text.ends_with(end), "{text}");
    }
}
