//! Tests of requests.

use std::sync::atomic::AtomicBool;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::ReplyWriter;
use super::request::{JsonRequest, solve_result};
use crate::solve::batch::{PuzzleRecord, PuzzleStatus};

fn replies(text: &str) -> Vec<String> {
    let mut replies = Vec::new();
    match JsonRequest::parse(text) {
        Ok(request) => request.run(&AtomicBool::new(false), |reply| replies.push(reply)),
        Err(reply) => replies.push(reply),
    }
    replies
}

#[test]
fn bad_requests_get_an_error_with_their_id() {
    let cases = r#"
{ => not JSON: EOF while parsing an object
[1] => not JSON: invalid type: sequence, expected a map
{"request":"play"} => unknown request \"play\": expected solve
{} => unknown request null: expected solve
{"request":"stop","fen":"x"} => stop: unknown field 'fen': expected only id and lang
{"request":"solve","nodes":-1} => nodes: expected a whole number, 0 or more
{"request":"solve","depth":4294967296} => depth: expected a whole number from 0 to 4294967295
{"request":"solve","unique":1} => unique: expected true or false
{"request":"judge","fen":["x"]} => fen: expected a string
{"request":"judge","moves":"h2e2"} => moves: expected an array
{"request":"judge","moves":["h2e2",5]} => moves[1]: expected a string
{"request":"judge","repeat_count":2.5} => repeat_count: expected a whole number
{"request":"read_games"} => file: it is missing
{"request":"read_puzzles","name":"x.epd"} => file: it is missing
{"request":"write_games"} => games: it is missing
{"request":"write_games","games":["x"]} => game 1: expected an object
{"request":"write_games","games":[["x"]]} => game 1: expected an object
{"request":"write_games","games":[{},{"event":"x"}]} => game 2: unknown field 'event': expected one of tags, fen, comment, moves
{"request":"write_games","games":[{"moves":[{"mv":"h2e2"}]}]} => game 1: moves[0]: unknown field 'mv': expected one of parent, move, before
{"request":"write_games","games":[{"tags":[["Red","x"],["Red"]]}]} => game 1: tags[1]: expected a name and a value
{"request":"write_games","games":[{"tags":[["fen","x"]]}]} => game 1: tags: FEN is the field 'fen' of the game
{"request":"write_games","games":[{"tags":[["a b",""]]}]} => game 1: tags: 'a b' is not a tag name
{"request":"write_games","games":[{"tags":[["format",""]]}]} => game 1: tags: 'format' is not a tag name
{"request":"write_games","games":[{"fen":"4k4/9 w"}]} => game 1: fen: the FEN has 2 ranks, a board has 10
{"request":"write_games","games":[{"moves":[{"parent":0,"move":"h2e2"}]}]} => game 1: moves[0]: its parent 0 does not come before it
{"request":"write_games","games":[{"moves":[{"move":"h2e2"},{"parent":0,"move":"h0g2"}]}]} => game 1: moves[1]: h0g2
{"request":"write_games","games":[{"moves":[{"move":"h0h9"}]}]} => game 1: moves[0]: h0h9
{"request":"solve","kind":"win"} => kind: expected one of mate, best, draw
{"request":"solve","audit":"each"} => audit: expected one of main, all
{"request":"judge","fen":"4k4/9 w"} => fen: the FEN has 2 ranks, a board has 10
{"request":"judge","moves":["h2e2","h0g2"]} => moves: move 2 of the list, h0g2, is not legal for black
{"request":"judge","lang":"de"} => lang: expected en or zh
{"request":"judge","rules":"old"} => rules: 'old' is not a rule of repetition: expected asian, chinese or simple
{"request":"judge","repeat_count":99} => repeat_count: expected 2 to 9, found 99
{"request":"solve","fen":"4k4/9/9/9/9/9/9/9/r8/3r1K3 w"} => the game is over, black has won: checkmate
"#;
    for case in cases.trim().lines() {
        let (text, error) = case.split_once(" => ").unwrap();
        let found = replies(text);
        let expected = format!(r#"{{"id":null,"error":"{error}"#);
        assert!(found[0].starts_with(&expected), "{text}: {found:?}");
        assert_eq!(found.len(), 1);
    }
    let most = r#""depth":4294967295,"nodes":18446744073709551615,"movetime":18446744073709551615"#;
    let mate = r#""fen":"3k5/R8/9/9/9/9/9/9/9/1R2K4 w""#;
    for request in ["solve", "review"] {
        let found = replies(&format!(r#"{{"request":"{request}",{mate},{most}}}"#));
        assert!(
            found[0].starts_with(r#"{"id":null,"result":{"#),
            "{found:?}"
        );
    }
    let nested = "[".repeat(100_000);
    assert!(replies(&format!(r#"{{"id":{nested}"#))[0].contains("recursion limit"));
}

#[test]
fn a_puzzle_is_solved_and_a_game_judged_and_reviewed() {
    let last = |text: &str| -> Value {
        let replies = replies(text);
        serde_json::from_str(replies.last().unwrap()).unwrap()
    };
    let solved = last(
        r#"{"id":"p","request":"solve","fen":"3k5/9/R8/9/9/9/9/9/9/1R2K4 w","nodes":100000,"audit":"main"}"#,
    );
    assert_eq!(solved["id"], "p");
    // A number is repeated exactly.
    let named = last(r#"{"id":0.9452706955539223,"request":"notation"}"#);
    assert_eq!(named["id"].to_string(), "0.9452706955539223");
    let result = &solved["result"];
    assert_eq!(
        (&result["status"], &result["mate_in"]),
        (&"mate".into(), &1.into())
    );
    assert_eq!(
        (&result["audit"]["positions"], &result["audit"]["cooks"]),
        (&1.into(), &3.into())
    );
    let cycle = "b0c2 b9c7 c2b0 c7b9";
    let judged = last(&format!(
        r#"{{"request":"judge","moves":["{cycle}","{cycle}"]}}"#
    ));
    assert_eq!(judged["result"]["outcome"], "draw");
    let review = replies(r#"{"id":2,"request":"review","moves":["h2e2","h9g7"],"nodes":500}"#);
    assert_eq!(review.len(), 3);
    assert!(review[0].starts_with(r#"{"id":2,"move":{"type":"move","game":1,"ply":1,"#));
    assert!(review[2].starts_with(r#"{"id":2,"result":{"type":"game","game":1,"result":"*""#));
}

#[test]
fn a_reviewed_game_that_is_over_shows_who_has_won() {
    let cycles = |first: &str, second: &str| format!("{first} {second} {first} {second}");
    for (fen, moves, after, points) in [
        (
            "4k4/9/9/9/9/9/9/9/3R5/5K3 w",
            "d1d8".to_owned(),
            json!({"mate": 0}),
            1.0,
        ),
        // A perpetual check, and a perpetual chase by the side that does not make the last move.
        (
            "4k4/9/9/9/9/9/9/9/4R4/5K3 b",
            cycles("e9d9 e1d1", "d9e9 d1e1"),
            json!({"rule": 0}),
            0.0,
        ),
        (
            "3k5/9/2C6/8r/9/9/9/9/9/5K3 b",
            cycles("i6i7 c7c6", "i7i6 c6c7"),
            json!({"rule": 0}),
            1.0,
        ),
    ] {
        let request = json!({"request": "review", "fen": fen, "moves": [moves], "nodes": 500});
        let replies = replies(&request.to_string());
        let last: Value = serde_json::from_str(&replies[replies.len() - 2]).unwrap();
        let last = &last["move"];
        assert_eq!(
            (&last["after"], &last["points"]),
            (&after, &points.into()),
            "{last}"
        );
    }
}

#[test]
fn errors_are_in_the_language_of_the_request() {
    let text =
        |lang: &str| format!(r#"{{"id":1,"lang":"{lang}","request":"notation","fen":"4k4/9 w"}}"#);
    let english = r#"{"id":1,"error":"fen: the FEN has 2 ranks, a board has 10"}"#;
    assert_eq!(replies(&text("en")), [english]);
    let chinese = r#"{"id":1,"error":"fen：FEN 有 2 行，棋盘有 10 行"}"#;
    assert_eq!(replies(&text("zh")), [chinese]);
    let file = BASE64_STANDARD.encode("4k4/9 w");
    let puzzles =
        json!({"lang": "zh", "request": "read_puzzles", "file": file, "name": "a.epd"}).to_string();
    let found: Value = serde_json::from_str(&replies(&puzzles)[0]).unwrap();
    assert_eq!(
        found["result"]["puzzles"][0]["error"],
        "FEN 有 2 行，棋盘有 10 行"
    );
    let long = json!({"lang": "zh", "request": "judge", "fen": "x".repeat(1 << 18)}).to_string();
    let found: Value = serde_json::from_str(&replies(&long)[0]).unwrap();
    assert_eq!(found["error"], "超过 262144 字节的请求没有处理");
}

#[test]
fn errors_are_chinese_throughout() {
    let cases = r#"
"judge","moves":"h2e2" => moves：应为数组
"judge","moves":["h2e2",5] => moves[1]：应为字符串
"judge","repeat_count":2.5 => repeat_count：应为整数
"solve","nodes":-1 => nodes：应为不小于 0 的整数
"solve","lines":"x" => lines：应为 true 或 false
"read_games","name":"x" => file：没有给出
"write_games","games":["x"] => 第 1 局：应为对象
"write_games","games":[{"tags":[["Red"]]}] => 第 1 局：tags[0]：应为名称和值
"write_games","games":[{"moves":[{"mv":"h2e2"}]}] => 第 1 局：moves[0]：没有 'mv' 这个字段：应为 parent、move、before、comment、nags 之一
"write_games","games":[{"moves":[{"parent":3}]}] => 第 1 局：moves[0]：它的 parent 是 3，但那一着不在它之前
"write_games","games":[{"tags":[["FEN","x"]]}] => 第 1 局：tags：FEN 应写在棋谱的字段 fen 里
"write_games","games":[],"format":"cbr" => format：应为 pgn、xqf、ubb、txt 之一
"write_games","games":[],"notation":"x" => notation：应为 iccs、chinese、wxf 之一
"write_games","games":[],"encoding":"x" => encoding：应为 utf-8、gb18030、big5、utf-16 之一
"read_games","file":"!AAA" => file：不是 Base64：偏移 0 处的字节 33 无效
"read_games","file":"AAAA" => 格式不明：应为 pgn、xqf、cbr、cbl、ubb、txt 之一
"solve","kind":"x" => kind：应为 mate、best、draw 之一
"solve","audit":"x" => audit：应为 main、all 之一
"judge","move_limit":501 => move_limit：应为 0 到 500，实际是 501
"judge","rules":"x" => rules：'x' 不是循环规则：应为 asian、chinese 或 simple
"notation","x":1 => notation：没有 'x' 这个字段：应为 fen、moves 之一
"stop","x":1 => stop：没有 'x' 这个字段：只能有 id 和 lang
"#;
    for case in cases.trim().lines() {
        let (fields, error) = case.split_once(" => ").unwrap();
        let found = replies(&format!(r#"{{"lang":"zh","request":{fields}}}"#));
        assert_eq!(found, [format!(r#"{{"id":null,"error":"{error}"}}"#)]);
    }
}

#[test]
fn only_an_invalid_puzzle_is_an_error() {
    let result = |status| {
        let record = PuzzleRecord {
            status,
            error: Some("stopped".to_owned()),
            ..PuzzleRecord::default()
        };
        let replies = ReplyWriter {
            is_chinese: true,
            ..ReplyWriter::default()
        };
        solve_result(record, &replies)
    };
    let mate = result(PuzzleStatus::Mate).unwrap();
    let mate: Value = serde_json::from_str(&mate).unwrap();
    assert_eq!(mate["status"], "mate");
    assert_eq!(mate["error"], "已中断");
    assert_eq!(result(PuzzleStatus::Invalid), Err("stopped".to_owned()));
}

#[test]
fn files_are_read_and_written() {
    let last = |request: &Value| -> Value {
        let replies = replies(&request.to_string());
        serde_json::from_str(replies.last().unwrap()).unwrap()
    };
    // `[FEN "3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1"]`, then a move with a variation, in GB18030.
    let (text, _, _) = encoding_rs::GB18030.encode(
        "[Event \"双车错\"]\n[FEN \"3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1\"]\n\n1. 车八进八 {好} (1. 车九进一) 1-0\n",
    );
    let file = BASE64_STANDARD.encode(&text);
    let read = last(&json!({"request": "read_games", "file": file, "name": "x.PGN"}));
    let game = &read["result"]["games"][0];
    assert_eq!(read["result"]["format"], "pgn");
    assert_eq!(game["tags"][0], json!(["Event", "双车错"]));
    assert_eq!(
        game["moves"],
        json!([
            {"parent": null, "move": "b0b8", "comment": "好"},
            {"parent": null, "move": "a7a8"},
        ])
    );
    let written = last(&json!({"request": "write_games", "games": [game], "format": "xqf"}));
    let xqf = &written["result"]["file"];
    let again = last(&json!({"request": "read_games", "file": xqf}));
    assert_eq!(again["result"]["format"], "xqf");
    assert_eq!(again["result"]["games"][0]["moves"], game["moves"]);
    let puzzles = last(&json!({"request": "read_puzzles", "file": file}));
    assert_eq!(puzzles["result"]["puzzles"][0]["id"], "双车错");
    assert_eq!(puzzles["result"]["puzzles"][0]["fen"], game["fen"]);
    let lines = BASE64_STANDARD.encode("# two\n3k5/9/R8/9/9/9/9/9/9/1R2K4 w; id \"a\";\n4k4/9 w\n");
    let puzzles = last(&json!({"request": "read_puzzles", "file": lines, "name": "x.epd"}));
    assert_eq!(
        puzzles["result"]["puzzles"],
        json!([
            {"line": 2, "id": "a", "fen": "3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1"},
            {"line": 3, "id": "", "error": "the FEN has 2 ranks, a board has 10"},
        ])
    );
    let won = json!({"tags": [["result", "红胜"]]});
    let written = last(&json!({"request": "write_games", "games": [won]}));
    let pgn = BASE64_STANDARD
        .decode(written["result"]["file"].as_str().unwrap())
        .unwrap();
    assert!(String::from_utf8_lossy(&pgn).contains("\"1-0\"]"));
    let list = BASE64_STANDARD.encode("[4] 3k5/9/R8/9/9/9/9/9/9/1R2K4 w\n");
    let game = "[Event \"4\"]\n[FEN \"3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1\"]\n\n1. b0b8 *\n";
    let fen = "3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1";
    for (file, name, expected) in [
        (list, "", json!({"line": 1, "id": "4", "fen": fen})),
        (
            BASE64_STANDARD.encode(game),
            "x.txt",
            json!({"line": 1, "game": true, "id": "4", "fen": fen}),
        ),
    ] {
        let puzzles = last(&json!({"request": "read_puzzles", "file": file, "name": name}));
        assert_eq!(puzzles["result"]["puzzles"], json!([expected]), "{name}");
    }
    let games = BASE64_STANDARD.encode("1. h2e2 *\n\n1. h2h9 zz *\n");
    let puzzles = last(&json!({"request": "read_puzzles", "file": games, "name": "x.pgn"}));
    let puzzles = puzzles["result"]["puzzles"].as_array().unwrap();
    assert!(puzzles[0]["fen"].is_string() && puzzles[0]["error"].is_null());
    assert_eq!(
        (&puzzles[1]["line"], puzzles[1]["error"].is_string()),
        (&2.into(), true)
    );
    let half = BASE64_STANDARD.decode(xqf.as_str().unwrap()).unwrap();
    let half = BASE64_STANDARD.encode(&half[..half.len() / 2]);
    let reply = last(&json!({"request": "read_games", "file": half}));
    assert!(reply["error"].is_string(), "{reply}");
}
