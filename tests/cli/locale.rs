//! The language of the program: help, messages and tables in Chinese; formats for programs do not depend on it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::parse;

use crate::mistakes::{TABLE, answer, folder};
use crate::{chuhe, scratch_file, stdout_of};

/// True for a Chinese character.
fn is_han(character: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&character)
}

/// Lines of messages that are the same in both languages: names of arguments, and of values.
fn is_name(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('<') || line.starts_with("--") || line.starts_with('[')
}

/// True for a line with three English words in succession.
fn is_english(line: &str) -> bool {
    let is_word =
        |word: &&str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let words: Vec<&str> = line.split(' ').collect();
    words.windows(3).any(|words| words.iter().all(is_word))
}

#[cfg(target_os = "linux")]
#[test]
fn answers_to_mistakes_are_chinese() {
    let folder = folder("mistakes_zh");
    let mut english = Vec::new();
    for row in TABLE.split("$ chuhe ").skip(1) {
        let (command, code) = row.lines().next().unwrap().split_once(" => ").unwrap();
        let (found, text) = answer(&folder, &format!("--lang zh {command}"));
        assert_eq!(found.to_string(), code, "{command}");
        // Comments of EPD are a format for programs.
        let is_shown = |line: &&str| !line.is_empty() && !line.starts_with('#') && !is_name(line);
        let mut lines = text.lines().filter(is_shown);
        if !lines.all(|line| line.chars().any(is_han) && !is_english(line)) {
            english.push(text);
        }
    }
    assert!(english.is_empty(), "{}", english.join("\n"));
}

#[test]
fn formats_for_programs_do_not_depend_on_the_language() {
    let text = "[Event \"x\"]\n\n1. h2e2 h9g7 2. h0g2 *\n";
    let game = scratch_file("locale.pgn", text);
    let puzzle = "3k5/9/R8/9/9/9/9/9/9/1R2K4 w";
    for command in [
        &["show", "--json"][..],
        &["judge", "--json", "--moves", "h2e2", "h9g7"],
        &["eval", "--json", "--knowledge", "none"],
        &["book", "show", "--json"],
        &["convert", &game, "-", "--to", "pgn"],
        &["solve", puzzle, "--nodes", "1000", "--format", "csv"],
        &["solve", puzzle, "--nodes", "1000", "--format", "epd"],
        &["openings", "--count", "1", "--nodes", "100"],
    ] {
        // The time that a puzzle takes differs from run to run: a number in CSV, `acs` in EPD.
        let without_time = |language: &str| {
            let text = stdout_of(&[&["--lang", language], command].concat());
            let is_time = |cell: &str| cell.parse::<u64>().is_ok() || cell.starts_with(" acs ");
            let cells = text.split([',', ';']).filter(|cell| !is_time(cell));
            cells.collect::<Vec<_>>().join(",")
        };
        assert_eq!(without_time("zh"), without_time("en"), "{command:?}");
    }
}

#[test]
fn help_without_a_subcommand_keeps_the_names_of_commands() {
    let output = chuhe().args(["--lang", "zh", "endings"]).output().unwrap();
    let help = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{help}");
    let names = help.lines().filter_map(|line| line.strip_prefix("  "));
    let names: Vec<&str> = names.filter_map(|line| line.split(' ').next()).collect();
    for name in ["make", "check", "probe", "help"] {
        assert!(names.contains(&name), "{help}");
    }
    assert!(!help.contains("Print"), "{help}");
}

#[test]
fn tables_are_chinese() {
    for (command, rows) in [
        (&["show"][..], &["走子方  红方", "将军    无"][..]),
        (
            &["analyze", "--depth", "1"],
            &["深度  最深", "\n着法   ", "\n分数   ", "\n变例   "],
        ),
        (
            &["solve", "--fen", "3k5/9/R8/9/9/9/9/9/9/1R2K4 w"],
            &[
                "行         名称",
                "1 步杀",
                "车九平六（白脸将）",
                "1 道题：1 道成杀；",
            ],
        ),
        (&["judge"], &["结果  未分胜负\n"]),
        (&["book", "show"], &["局面      rnbakabnr"]),
        (&["perft", "1"], &["结点数    44\n"]),
        (&["bench", "--depth", "1"], &["  序       结点数  着法"]),
    ] {
        let text = stdout_of(&[&["--lang", "zh"], command].concat());
        for row in rows {
            assert!(text.contains(row), "{command:?}: {text}");
        }
    }
}

#[test]
fn comments_and_warnings_are_chinese() {
    let folder = folder("locale_zh");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (game, puzzle, results) = (path("game.pgn"), path("puzzle.epd"), path("results.jsonl"));
    fs::write(&game, "1. h2e2 h9g7 2. e2e6 *\n").expect("written");
    fs::write(&puzzle, "3k5/9/R8/9/9/9/9/9/9/1R2K4 w\n").expect("written");
    let annotated = ["--lang", "zh", "analyze", &game, "--nodes", "1000"];
    let annotated = stdout_of(&[&annotated, &["--format", "pgn"][..]].concat());
    for comment in [
        "{红方：2 着，平均损失 ",
        "黑方：1 着，平均损失 ",
        "，走前为 ",
    ] {
        assert!(annotated.contains(comment), "{annotated}");
    }
    let mate = "[FEN \"3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1\"]\n\n1. a7d7 *\n";
    fs::write(path("mate.pgn"), mate).expect("written");
    let reviewed = "--lang zh analyze mate.pgn --nodes 9 --curve mate.svg";
    assert_eq!(answer(&folder, reviewed).0, 0);
    let curve = fs::read_to_string(path("mate.svg")).expect("a curve");
    assert!(
        curve.contains("红方胜") && curve.contains("红帅"),
        "{curve}"
    );
    assert!(!curve.contains("general"), "{curve}");
    let solve = "--lang zh solve puzzle.epd --out results.jsonl --resume";
    assert_eq!(answer(&folder, &solve.replace("--resume", "--force")).0, 0);
    let solved = fs::read_to_string(&results).expect("results");
    fs::write(&results, solved + "damaged\n").expect("written");
    let (code, text) = answer(&folder, solve);
    assert_eq!(code, 0, "{text}");
    let warning = "results.jsonl：第 2 行已损坏，略过：";
    assert!(text.contains(warning), "{text}");

    fs::write(folder.join("bad.pgn"), "1. h2e2 *\n\n1. h2e2 zz *\n").expect("written");
    let (_, text) = answer(&folder, "--lang zh puzzles bad.pgn --nodes 100");
    assert!(
        text.contains("不是着法：") && text.contains("；略过第 2 局"),
        "{text}"
    );
}

#[test]
fn long_help_is_wrapped_and_keeps_its_examples() {
    for command in ["", "solve", "judge", "book make", "match"] {
        let words = command.split_whitespace();
        let arguments = |language| {
            let mut words: Vec<&str> = words.clone().collect();
            words.extend(["--lang", language, "--help"]);
            stdout_of(&words)
        };
        let (english, chinese) = (arguments("en"), arguments("zh"));
        let examples = |text: &str| -> Vec<String> {
            let lines = text.lines().map(str::trim_start);
            let commands = lines.map(|line| line.split("   ").next().unwrap_or_default());
            let is_example = |line: &&str| {
                (line.starts_with("chuhe ") || line.starts_with("{\"")) && !line.chars().any(is_han)
            };
            commands.filter(is_example).map(str::to_owned).collect()
        };
        assert_eq!(examples(&english), examples(&chinese), "{command}");
        assert!(
            chinese.contains("用法：") && chinese.contains("示例："),
            "{chinese}"
        );
        assert!(
            !chinese.contains("Usage") && !chinese.contains("Print"),
            "{chinese}"
        );
    }
}

#[test]
fn help_in_chinese_is_read_without_errors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(folder.join("src/locale/help.zh.ftl")).expect("a file");
    // A line that begins with a full stop would be taken for an attribute, and end the text.
    if let Err((_, errors)) = parse(text.as_str()) {
        panic!("{errors:?}");
    }
}

#[test]
fn headings_of_help_are_chinese() {
    for (command, expected) in [
        (&["book"][..], "用法：chuhe book [选项] <命令>"),
        (&["analyze"], "\n整局棋：\n"),
        (&["show"], "\n图片：\n"),
    ] {
        let help = stdout_of(&[&["--lang", "zh"], command, &["--help"]].concat());
        assert!(help.contains(expected), "{help}");
    }
}

/// The ids of messages that the source puts together from parts.
const COMPOSED: &str = "
    exists-resumed red-elephant red-cannon black-advisor black-elephant black-rook black-cannon
    black-pawn exists-match unknown-format not-written-format show-no-check one-case
    analyze-heading analyze-heading-ranks review-red-none review-black-none review-red review-black
    review-red-one review-black-one
    lost-mated lost-stalemated not-solved-wrong results-lost no-cook one-cook no-dual one-dual
    puzzle-drawn no-minor-dual one-minor-dual minor-duals puzzle-stopped-one game-stopped-one
    audit-undecided-after tally-zero tally-one tally-work-one eval-worth-table
    eval-score-network match-pairing-one match-length match-length-plies
    engine-start engine-silent engine-hang engine-hang-stop engine-crash engine-crash-start
    engine-crash-on engine-crash-on-start engine-rejects engine-invalid engine-illegal
    engine-late settings-order setting-option-added settings-option-added setting-option-removed
    settings-option-removed opening-stopped-one learn-made-network
    play-clock play-undo play-show-hint play-offer-draw play-resign play-new play-set-level
    play-set-side play-board play-flip play-help play-quit
";

/// The values of a message, and its fixed texts.
fn values_and_texts(pattern: &Pattern<&str>) -> (BTreeSet<String>, Vec<String>) {
    let (mut values, mut texts) = (BTreeSet::new(), vec![String::new()]);
    for element in &pattern.elements {
        let expression = match element {
            PatternElement::TextElement { value } => {
                texts.last_mut().expect("a text").push_str(value);
                continue;
            }
            PatternElement::Placeable {
                expression: Expression::Inline(expression),
            } => expression,
            PatternElement::Placeable { .. } => panic!("a selection"),
        };
        let value = match expression {
            InlineExpression::StringLiteral { value } => {
                texts.last_mut().expect("a text").push_str(value);
                continue;
            }
            InlineExpression::FunctionReference { arguments, .. } => &arguments.positional[0],
            expression => expression,
        };
        let InlineExpression::VariableReference { id } = value else {
            panic!("{value:?} is no value");
        };
        values.insert(id.name.to_owned());
        texts.push(String::new());
    }
    (values, texts)
}

/// The text of all source files: the contents of strings and comments without line ends.
fn source(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            text += &source(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let file = fs::read_to_string(&path).expect("a file");
            for line in file.lines() {
                let line = line.trim().trim_start_matches("/// ");
                // A string may go on in the next line.
                text += line
                    .strip_suffix("\\n\\")
                    .unwrap_or(line.strip_suffix('\\').unwrap_or(line));
                text += if line.ends_with('\\') { "" } else { " " };
            }
        }
    }
    text.replace("\\\"", "\"")
        .replace("{{", "{")
        .replace("}}", "}")
}

#[test]
fn both_languages_have_the_same_messages_which_the_source_uses() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read =
        |name: &str| fs::read_to_string(folder.join("catalogue").join(name)).expect("a file");
    let [english, chinese] = ["messages.en.ftl", "messages.zh.ftl"].map(read);
    let [english, chinese] = [&english, &chinese].map(|text| {
        let resource = parse(text.as_str()).expect("no errors");
        let entries = resource.body.into_iter().filter_map(|entry| match entry {
            Entry::Message(message) => Some((message.id.name, message.value.expect("a text"))),
            _ => None,
        });
        entries.collect::<Vec<_>>()
    });
    let ids = |messages: &[(&str, Pattern<&str>)]| -> Vec<String> {
        messages.iter().map(|(id, _)| id.to_string()).collect()
    };
    let names = ids(&english);
    assert_eq!(names, ids(&chinese));
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    let source = source(&folder);
    let mut unused = Vec::new();
    for ((id, english), (_, chinese)) in english.iter().zip(&chinese) {
        let (values, texts) = values_and_texts(english);
        assert_eq!(values, values_and_texts(chinese).0, "{id}");
        let is_ours = !id.starts_with("clap-") && !id.starts_with("system-");
        let is_used = |text: &String| source.contains(text.trim());
        let is_composed = COMPOSED.split_whitespace().any(|one| one == *id);
        if is_ours && !is_composed && !texts.iter().all(is_used) {
            unused.push(*id);
        }
    }
    assert!(unused.is_empty(), "not in the source: {unused:?}");
}
