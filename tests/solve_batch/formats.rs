//! The output formats of `chuhe solve`, and the fields of a result.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::{
    PUZZLES, column, fields, jsonl, objects, output, results, rewritten, scratch, scratch_file,
    stderr_of,
};

#[test]
fn json_lines_have_an_object_for_each_puzzle() {
    let path = scratch_file("formats.epd", PUZZLES);
    let results = objects(&jsonl(&path, "--unique --strict"));
    let column = |name| column(&results, name);
    assert_eq!(column("line"), [2, 4, 5, 7]);
    assert_eq!(column("mate_in"), [1, 3, 1, 1]);
    assert_eq!(column("plies"), [1, 5, 1, 1]);
    assert_eq!(column("id"), ["two rooks", "three", "", ""]);
    assert_eq!(column("unique"), [false, true, false, false]);
    assert!(column("verified").iter().all(|verified| verified == true));
    assert_eq!(results[0]["given"]["c0"], "kept; through");
    assert_eq!(results[0]["given"]["dm"], "1");
    let [pv, pv_zh] = ["pv", "pv_zh"].map(|name| results[1][name].as_array().unwrap().len());
    assert_eq!((pv, pv_zh), (5, 5));
    assert_eq!(results[1]["key"], results[1]["pv"][0]);
    assert_eq!(results[0]["patterns"], json!(["facing-generals"]));
    assert_eq!(results[0]["patterns_zh"], json!(["白脸将"]));
}

#[test]
fn results_of_several_files_have_the_file_name() {
    let one = scratch_file("several-1.epd", PUZZLES);
    let two = scratch_file("several-2.epd", PUZZLES);
    let text = output(&[&one, &two, "--format", "jsonl"], 0);
    let files = column(&objects(&text), "file");
    assert_eq!(files.iter().filter(|file| **file == *one).count(), 4);
    assert_eq!(files.iter().filter(|file| **file == *two).count(), 4);
}

#[test]
fn all_lines_contain_every_defence() {
    let path = scratch_file("lines.epd", PUZZLES);
    let three = &objects(&jsonl(&path, "--all-lines"))[1];
    let key = three["key"].as_str().unwrap();
    assert!(
        three["lines"][key]
            .as_object()
            .is_some_and(|replies| !replies.is_empty())
    );
    // The principal variation ends in mate.
    let pv = three["pv"].as_array().unwrap();
    let end = pv
        .iter()
        .fold(&three["lines"], |at, mv| &at[mv.as_str().unwrap()]);
    assert_eq!(end.as_object().map(|moves| moves.len()), Some(0));
    let table = output(&[&path, "--all-lines"], 0);
    assert!(table.contains(&format!("    1. {key}\n")), "{table}");
}

#[test]
fn the_table_ends_with_a_count() {
    let path = scratch_file("table.epd", PUZZLES);
    let table = output(&[&path], 0);
    assert!(table.starts_with("line "), "{table}");
    assert!(
        table.contains("\n4          three         mate      mate in 3 "),
        "{table}"
    );
    assert!(
        table
            .lines()
            .last()
            .unwrap()
            .starts_with("4 puzzles: 4 mate; "),
        "{table}"
    );
}

#[test]
fn csv_has_a_heading_and_as_many_columns_in_each_row() {
    let path = scratch_file("csv.epd", PUZZLES);
    let text = output(&[&path, "--format", "csv", "--all-lines"], 0);
    let rows = csv_rows(&text);
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[0]["given"], "dm 1; c0 kept; through");
    assert_eq!(rows[1]["mate_in"], "3");
    assert_eq!(rows[1]["status"], "mate");
    assert!(rows[1]["lines"].contains('('));
}

/// The cells of the rows of a CSV text, by the headings of their columns.
fn csv_rows(text: &str) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

#[test]
fn epd_output_is_valid_input() {
    let path = scratch_file("epd.epd", PUZZLES);
    let text = output(&[&path, "--format", "epd", "--unique"], 0);
    assert!(
        text.contains("id \"two rooks\"; c0 \"kept; through\"; dm 1; pv "),
        "{text}"
    );
    let again = scratch_file("epd-again.epd", &text);
    for result in objects(&jsonl(&again, "--unique")) {
        assert_eq!(result["given"]["dm"], result["mate_in"].to_string());
        if result["unique"] == true {
            assert_eq!(result["given"]["bm"], result["key"]);
        }
    }
}

#[test]
fn the_page_holds_all_results_and_appears_whole() {
    let path = scratch_file("page.epd", PUZZLES);
    let page = scratch("page.html");
    output(&[&path, "--out", &page, "--all-lines"], 0);
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(!Path::new(&format!("{page}.part")).exists());
    let (_, data) = text.split_once("id=\"results\">\n").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    assert_eq!(results(data), results(&jsonl(&path, "--all-lines")));
}

#[test]
fn a_go_limits_the_position_before_it_and_options_override_it() {
    let three = PUZZLES.lines().nth(3).unwrap().split(" dm").next().unwrap();
    let path = scratch_file("go.txt", format!("position fen {three} 0 1\ngo mate 2\n"));
    let run = |more: &[&str]| {
        let mut command = crate::chuhe();
        command
            .args(["solve", "--jobs", "1", "--format", "jsonl", &path])
            .args(more);
        let output = command.output().unwrap();
        objects(&String::from_utf8(output.stdout).unwrap()).remove(0)
    };
    let short = run(&[]);
    let found = fields(&short, "status reason no_mate_in");
    assert_eq!(found, json!(["none", "length", 2]));
    assert_eq!(run(&["--depth", "5"])["status"], "mate");
}

#[test]
fn best_moves_are_compared_with_bm_and_am_and_draws_are_verified() {
    let rook = "4k4/9/9/9/9/9/9/9/4p4/R3K4 w";
    let text = format!(
        "{rook} bm e0d0; id \"a\";\n{rook} am e0d0; id \"b\";\n{rook} bm 帅五平六; id \"c\";\n{rook}; id \"d\";\n"
    );
    let path = scratch_file("best.epd", text);
    let results = objects(&jsonl(&path, "--goal best --depth 2"));
    for result in &results {
        let status = result["status"].as_str().unwrap();
        assert!(["best", "mate"].contains(&status), "{result}");
        // A mate is reported only if it is proved.
        assert_eq!(status == "mate", result["verified"] == true);
        assert!(result["score"]["mate"].is_null());
    }
    assert_eq!(results[0]["right"], results[2]["right"]);
    assert_ne!(results[0]["right"], results[1]["right"]);
    assert!(results[3]["right"].is_null());
    // One of the first two is wrong, whatever the move.
    let message = stderr_of(&[&path, "--goal", "best", "--depth", "2", "--strict"], 1);
    assert!(
        message.ends_with("of 4 puzzles are not solved, or wrong\n"),
        "{message}"
    );

    // A move that cannot be played is a fault of the puzzle, not of the answer.
    let wrong = scratch_file(
        "wrong.epd",
        format!("{rook} am e0e1;\n{rook} bm e0d0, zz;\n{rook};\n"),
    );
    let errors = ["am: e0e1 is not legal for red", "bm: 'zz' is not a move"];
    let results = objects(&jsonl(&wrong, "--goal best --depth 2"));
    for (result, error) in results.iter().zip(errors) {
        assert_eq!(fields(result, "status right"), json!(["invalid", null]));
        assert!(
            result["error"].as_str().unwrap().starts_with(error),
            "{result}"
        );
    }

    // Black's rook can only give perpetual check, and loses by it: a mate by repetition, which has no length.
    let repeats = scratch_file("repeats.epd", "3k5/R8/9/9/4r4/9/9/9/9/1R2K4 w\n");
    let result = &objects(&jsonl(&repeats, "--goal best --nodes 20000"))[0];
    let found = fields(result, "status verified repetition");
    assert_eq!(found, json!(["mate", true, true]));

    let draws = scratch_file(
        "draw.epd",
        "4k4/9/9/9/9/9/9/9/4A4/3K5 w\n4ka3/4a4/9/9/9/9/9/9/4A4/2N1KA3 w\n",
    );
    let results = objects(&jsonl(&draws, "--goal draw --depth 4"));
    for (result, by) in results.iter().zip(["rules", "prover"]) {
        let expected = json!(["draw", by, true]);
        assert_eq!(fields(result, "status by verified"), expected);
    }
    assert_eq!(results.len(), 2);
}

/// Red to move and draw: a small composition is proved, and the great ones, which are too large for that, hold.
#[test]
fn composed_draws_are_proved_or_hold() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/draws.epd");
    let results = objects(&jsonl(path, "--goal draw --nodes 300000"));
    let names = ["the fork", "七星聚会", "蚯蚓降龙", "野马操田"];
    assert_eq!(column(&results, "id"), names);
    let fork = fields(&results[0], "status verified right");
    assert_eq!(fork, json!(["draw", true, true]));
    for result in &results[1..] {
        let plies = result["holds_for"].as_u64();
        assert!(result["status"] == "holds" && plies >= Some(8), "{result}");
    }
    // The first move of the book.
    assert_eq!(results[1]["right"], true);
}

#[test]
fn a_draw_is_proved_or_holds_for_a_number_of_plies_or_is_lost() {
    // A pawn that cannot win, the position at the start, and a general that two rooks mate.
    let text = "3k5/9/9/9/9/9/9/9/9/p4K3 w\nrnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\n3k5/9/R8/9/9/9/9/9/9/1R2K4 b bm d9d8;\n";
    let path = scratch_file("holds.epd", text);
    let written = |format: &str| {
        let limits = ["--goal", "draw", "--nodes", "20000"];
        output(
            &[&[path.as_str(), "--format", format], &limits[..]].concat(),
            0,
        )
    };
    let results = objects(&written("jsonl"));
    let column = |name| column(&results, name);
    assert_eq!(column("status"), ["draw", "holds", "none"]);
    assert_eq!(column("verified"), [true, false, false]);
    // A position that is lost has no first move to compare.
    assert!(column("right").iter().all(Value::is_null));
    let plies = results[1]["holds_for"].as_u64().expect("plies");
    assert!(plies >= 3 && results[1]["pv"][0].is_string(), "{plies}");
    assert_eq!(fields(&results[2], "reason lost_in"), json!(["mated", 1]));
    for (format, texts) in [
        (
            "table",
            [
                "draw      ≥ draw ".to_owned(),
                format!("holds     {plies} plies"),
            ],
        ),
        (
            "epd",
            [
                "draw, verified".to_owned(),
                format!("no loss in {plies} plies"),
            ],
        ),
        (
            "pgn",
            [
                "{at least a draw}".to_owned(),
                format!("{{holds; no loss in {plies} plies, not proved"),
            ],
        ),
        ("csv", [",draw,".to_owned(), format!(",holds,,,{plies},")]),
    ] {
        let text = written(format);
        assert!(texts.iter().all(|part| text.contains(part)), "{text}");
    }
    // The side to move of the first one may win.
    let pgn = written("pgn");
    assert!(pgn.matches("[Result \"*\"]").count() == 3, "{pgn}");
    let message = stderr_of(
        &[&path, "--goal", "draw", "--nodes", "20000", "--strict"],
        1,
    );
    assert_eq!(message, "error: 2 of 3 puzzles are not solved\n");
    for option in ["--unique", "--audit", "--all-lines"] {
        let message = stderr_of(&[&path, "--goal", "draw", option], 2);
        let expected = format!(
            "error: {option} is about mates and does not go with --goal draw; leave it out\n"
        );
        assert_eq!(message, expected);
    }
}

#[test]
fn retrograde_analysis_finds_the_shortest_mate_or_that_there_is_none() {
    // A rook against an advisor and two elephants, a long mate by quiet moves. Then a horse against two advisors, which is no
    // mate.
    let endgames = "4k1b2/4a4/4b4/9/9/9/9/9/4K4/R8 w\n4ka3/4a4/9/9/9/9/9/N8/9/4K4 w\n";
    let path = scratch_file("endgames.epd", endgames);
    let results = objects(&jsonl(&path, "--unique --nodes 400000"));
    let [won, drawn] = &results[..] else {
        panic!("{results:?}");
    };
    let found = fields(won, "status prover mate_in no_mate_in");
    assert_eq!(found, json!(["mate", "retrograde", 13, 12]));
    let found = fields(won, "verified shortest unique");
    assert_eq!(found, json!([true, true, true]));
    // The portfolio ends when no kind of mate exists.
    assert_eq!(fields(drawn, "status reason"), json!(["none", "draw"]));
    assert!(drawn["nodes"].as_u64() < Some(300_000), "{results:?}");
}

#[test]
fn a_claimed_mate_is_marked_as_not_proved_in_every_format() {
    let result = concat!(
        r#"{"line":2,"id":"x","fen":"3k5/9/R8/9/9/9/9/9/9/1R2K4 w","status":"claimed","mate_in":9,"#,
        r#""plies":17,"key":"a7d7","pv":["a7d7"],"pv_zh":["车九平六"],"by":"search","no_mate_in":3}"#
    );
    let path = scratch_file("claimed.jsonl", format!("{result}\n"));
    let written = |format: &str| rewritten(&path, format);
    let table = written("table");
    assert!(table.contains("claimed   mate 9?"), "{table}");
    assert!(table.contains("1 puzzle: 1 claimed;"), "{table}");
    let epd = written("epd");
    assert!(!epd.contains(" dm "), "{epd}");
    assert!(
        epd.contains("claimed, by search, mate in 9 not proved, no mate in 3"),
        "{epd}"
    );
    let pgn = written("pgn");
    assert!(pgn.contains("{claimed, mate in 9 not proved}"), "{pgn}");
    assert!(pgn.ends_with("*\n\n"), "{pgn}");
    assert!(written("csv").contains(",claimed,"));
    let html = written("html");
    assert!(html.contains(r#""status":"claimed""#));
}

#[test]
fn finished_disproofs_have_a_reason_in_every_format() {
    // Two rooks mate the side to move, which has nothing to mate with. A horse cannot mate against two advisors.
    let text = "3k5/9/R8/9/9/9/9/9/9/1R2K4 b\n4ka3/4a4/9/9/9/9/9/N8/9/4K4 w\n";
    let path = scratch_file("disproofs.epd", text);
    let written = |format: &str| output(&[&path, "--format", format], 0);
    let results = objects(&written("jsonl"));
    for (result, expected) in results.iter().zip([
        json!(["none", "prover", "mated", 1]),
        json!(["none", "prover", "draw", null]),
    ]) {
        assert_eq!(fields(result, "status by reason lost_in"), expected);
    }
    assert_eq!(results.len(), 2);
    for (format, mated, open) in [
        ("table", "none      mated in 1", "none      draw"),
        ("csv", ",none,mated,1,", ",none,draw,,"),
        (
            "epd",
            "none, verified, by prover, no mate in 60, mated in 1",
            "none, verified, by prover, draw, no mate in 60\"",
        ),
        ("pgn", "{none; mated in 1} *", "{none; draw} *"),
    ] {
        let text = written(format);
        assert!(text.contains(mated) && text.contains(open), "{text}");
    }
    let message = stderr_of(&[&path, "--strict"], 1);
    assert_eq!(message, "error: 2 of 2 puzzles are not solved\n");
}

#[test]
fn a_position_of_the_command_line_and_games_of_a_file_are_puzzles() {
    const FEN: &str = "3k5/9/R8/9/9/9/9/9/9/1R2K4 w";
    for args in [&["--fen", FEN][..], &[FEN]] {
        let results = objects(&output(&[args, &["--json"]].concat(), 0));
        assert_eq!(column(&results, "mate_in"), [1], "{args:?}");
    }
    let several = objects(&output(
        &[FEN, "3k5/9/9/9/9/9/9/9/9/4K4 w", FEN, "--json"],
        0,
    ));
    assert_eq!(column(&several, "line"), [1, 2, 3]);
    assert_eq!(column(&several, "status"), ["mate", "invalid", "mate"]);
    let games = format!(
        "[Event \"set up\"]\n[FEN \"{FEN}\"]\n\n1. a7a8 *\n\n[Event \"played\"]\n\n1. h2e2 h9g7 *\n"
    );
    let path = scratch_file("games.pgn", games);
    let results = results(&jsonl(&path, "--depth 1"));
    assert_eq!(fields(&results[0], "id mate_in"), json!(["set up", 1]));
    let fen = results[1]["fen"].as_str().expect("a position");
    assert!(fen.starts_with("rnbakab1r/9/1c4nc1/"), "{fen}");
    assert_eq!(results[1]["line"], 2);
    // In a table the number is that of a game.
    let table = output(&[&path, "--depth", "1"], 0);
    assert!(table.starts_with("game       id "), "{table}");
    let lines = scratch_file("lines.epd", format!("{FEN}\n"));
    let table = output(&[&path, &lines, "--depth", "1"], 0);
    for place in ["games.pgn, game 2 ", "lines.epd, line 1 "] {
        assert!(table.contains(place), "{table}");
    }
}

#[test]
fn names_of_games_are_ids_and_are_read_back() {
    const FEN: &str = "3k5/9/R8/9/9/9/9/9/9/1R2K4 w";
    let tags = |names: &str| format!("{names}\n[FEN \"{FEN}\"]\n\n");
    let games = [
        tags("[Event \"?\"]\n[Title \"titled\"]"),
        tags("[Event \"event\"]"),
        tags("[Event \"event\"]\n[Title \"a \\\"puzzle\\\"\"]"),
    ];
    let ids = |path: &str| column(&objects(&jsonl(path, "--ordered")), "id");
    let expected = ["titled", "event", "a \"puzzle\""];
    let path = scratch_file("named.pgn", games.concat());
    assert_eq!(ids(&path), expected);
    let written = output(&[&path, "--format", "pgn", "--ordered"], 0);
    let path = scratch_file("named-again.pgn", written);
    assert_eq!(ids(&path), expected);
    let converted = scratch("named-again.ubb");
    let status = crate::chuhe()
        .args(["convert", &path, &converted, "--force"])
        .status();
    assert!(status.unwrap().success());
    assert_eq!(ids(&converted), expected);
}

#[test]
fn formats_that_are_not_resumed_are_in_input_order() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let text = format!("{start} id \"hard\";\n3k5/9/R8/9/9/9/9/9/9/1R2K4 w id \"easy\";\n");
    let path = scratch_file("order.epd", text);
    for format in ["table", "pgn", "epd", "html"] {
        let mut command = crate::chuhe();
        command.args(["solve", &path, "--jobs", "2", "--nodes", "50000"]);
        let output = command.args(["--format", format]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let [hard, easy] = ["hard", "easy"].map(|id| text.find(id).expect(id));
        assert!(hard < easy, "{text}");
    }
}

#[test]
fn results_are_rewritten_in_every_format_without_solving() {
    let path = scratch_file(
        "rewritten.epd",
        format!("{PUZZLES}4k4/9 w; id \"invalid\";\n"),
    );
    let old = scratch("rewritten.jsonl");
    let options = ["--unique", "--all-lines", "--ordered"];
    output(&[&[&*path, "--out", &old], &options[..]].concat(), 0);
    let rewritten = |format: &str| rewritten(&old, format);
    let before = std::fs::read_to_string(&old).unwrap();
    assert_eq!(objects(&rewritten("jsonl")), objects(&before));
    let page = rewritten("html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("two rooks"));
    let csv = rewritten("csv");
    assert_eq!(csv.lines().count(), 1 + before.lines().count());
    assert!(csv.contains("c0 kept; through; dm 1"), "{csv}");
    assert!(rewritten("epd").contains("id \"two rooks\";"));
    assert!(rewritten("table").contains("5 puzzles: 4 mate, 1 invalid"));
    // A damaged line is skipped; a file of something else leaves the old output as it was.
    let damaged = scratch_file("damaged.jsonl", format!("{before}\0\0\n{{\"id\":"));
    let out = scratch("from_damaged.csv");
    let rewrite = |from: &str, code| {
        let mut command = crate::chuhe();
        command.args(["solve", "--from-results", from, "--force", "--out"]);
        let output = command.arg(&out).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let text = rewrite(&damaged, 0);
    assert!(text.contains("line 6, column 1: not a result") && text.contains("line 7, column "));
    let gbk = scratch("gbk.jsonl");
    let lines = [before.as_bytes(), &b"{\"id\":\"\xcc\xe2\"}\n"[..]].concat();
    std::fs::write(&gbk, lines).unwrap();
    let text = rewrite(&gbk, 0);
    let what = "line 6: the line is not UTF-8: byte 8 of it";
    assert!(text.contains(what), "{text}");
    for (other, what) in [
        (&path, "line 1, column 1: not a result in JSON"),
        (&scratch_file("no.jsonl", ""), "it contains no result"),
        (
            &scratch_file("no-status.jsonl", "{\"line\":1}\n"),
            ": not a result in JSON, as `chuhe solve --json` writes it: missing field `status`\n",
        ),
    ] {
        let text = rewrite(other, 2);
        assert!(text.contains(what), "{text}");
    }
    assert_eq!(std::fs::read_to_string(&out).unwrap(), csv);
}

#[test]
fn results_are_rewritten_file_by_file_and_by_line() {
    let found = [("b", 7), ("a.cbl", 10), ("b", 2), ("a.cbl", 9)];
    let lines = found.map(|(file, line)| {
        json!({"file": file, "line": line, "status": "unsolved"}).to_string() + "\n"
    });
    let old = scratch_file("unordered.jsonl", lines.concat());
    let results = objects(&rewritten(&old, "jsonl"));
    assert_eq!(column(&results, "file"), ["b", "b", "a.cbl", "a.cbl"]);
    assert_eq!(column(&results, "line"), [2, 7, 9, 10]);
    let table = rewritten(&old, "table");
    assert!(table.contains("\na.cbl, game 9 "), "{table}");
}

#[test]
fn an_invalid_result_gives_way_to_another_of_its_line() {
    let found = [
        (1, "unsolved"),
        (1, "invalid"),
        (2, "invalid"),
        (2, "unsolved"),
        (3, "invalid"),
        (3, "invalid"),
    ];
    let lines = found.map(|(line, status)| json!({"line": line, "status": status}).to_string());
    let old = scratch_file("gives-way.jsonl", lines.join("\n") + "\n");
    let results = objects(&rewritten(&old, "jsonl"));
    assert_eq!(column(&results, "line"), [1, 2, 3]);
    let statuses = ["unsolved", "unsolved", "invalid"];
    assert_eq!(column(&results, "status"), statuses);
}

#[test]
fn audits_are_in_every_format_and_survive_resume_and_rewriting() {
    let path = scratch_file("audit.epd", PUZZLES);
    let out = scratch("audit.jsonl");
    output(&[&path, "--audit", "--ordered", "--out", &out], 0);
    let text = std::fs::read_to_string(&out).unwrap();
    let audits = column(&objects(&text), "audit");
    assert_eq!(audits[0]["cooks"], 3);
    assert_eq!(audits[0]["found"][0]["fast"][0]["mate_in"], 1);
    let three = &objects(&text)[1];
    let nodes = [&audits[1]["nodes"], &three["nodes"]].map(Value::as_u64);
    assert!(Some(0) < nodes[0] && nodes[0] < nodes[1], "{three}");
    let second = fields(&audits[1], "scope positions cooks undecided");
    assert_eq!(second, json!(["main", 3, 0, 0]));
    // A run that ended after the second puzzle continues with the third.
    let half: String = text.split_inclusive('\n').take(2).collect();
    let resumed = scratch_file("audit-resumed.jsonl", half);
    output(
        &[&path, "--audit", "--ordered", "--resume", "--out", &resumed],
        0,
    );
    assert_eq!(
        results(&std::fs::read_to_string(&resumed).unwrap()),
        results(&text)
    );
    let rewritten = |format: &str| rewritten(&out, format);
    assert_eq!(objects(&rewritten("jsonl")), objects(&text));
    let fast = &audits[0]["found"][0]["fast"][0];
    let [cook, zh] = ["move", "zh"].map(|name| fast[name].as_str().unwrap());
    let table = rewritten("table");
    assert!(
        table.contains("audit of 1 position: 3 cooks, no dual, no minor dual"),
        "{table}"
    );
    assert!(table.contains(&format!("\n    cook: {zh}, ")), "{table}");
    let rows = csv_rows(&rewritten("csv"));
    assert!(rows[0]["cooks"].starts_with(cook), "{rows:?}");
    assert_eq!(rows[0]["duals"], "none");
    assert_eq!(rows[1]["cooks"], "none");
    assert!(rewritten("epd").contains(&format!("cook {cook} ")));
    let pgn = rewritten("pgn");
    let comment = "; audit of 1 position: 3 cooks, no dual, no minor dual";
    assert!(pgn.contains(comment), "{pgn}");
    assert!(pgn.contains(&format!("{{cook: {cook}, ")), "{pgn}");
    assert!(rewritten("html").contains("\"cooks\":3"));
    // Each position of the solution is examined.
    let all = objects(&jsonl(&path, "--audit=all"));
    assert_eq!(all[1]["audit"]["scope"], "all");
    assert!(all[1]["audit"]["positions"].as_u64() >= Some(3));
    // What is found after a defence that is not in the game comes before its first move.
    let found = all[1]["audit"]["found"].as_array().unwrap();
    let main = all[1]["pv"].as_array().unwrap();
    let is_beside = |position: &&Value| !main.starts_with(position["line"].as_array().unwrap());
    let beside = found.iter().find(is_beside).expect("another defence");
    let line: Vec<&str> = (beside["line"].as_array().unwrap().iter())
        .flat_map(Value::as_str)
        .collect();
    let pgn = output(&[&path, "--audit=all", "--format", "pgn"], 0);
    assert!(
        pgn.contains(&format!("; after {}: ", line.join(" "))),
        "{pgn}"
    );
}
