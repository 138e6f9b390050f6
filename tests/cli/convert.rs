//! Game files from one format to another.

use std::fs;

use super::{arguments, input_error_of, run, scratch, scratch_file, stdout_of};

#[test]
fn a_game_goes_from_pgn_to_xqf_and_back() {
    let text = "[Red \"甲\"]\n[Result \"1-0\"]\n\n1. 炮二平五 {中炮} 马８进７ (1... 炮８平５ 2. 马二进三) 1-0\n";
    let first = scratch_file("convert_first.pgn", text);
    let [xqf, gbk, last] = ["convert.xqf", "convert_gbk.pgn", "convert_last.pgn"].map(scratch);
    stdout_of(&["convert", &first, &xqf]);
    let command = "convert {} {} --notation wxf --encoding gb18030";
    stdout_of(&arguments(command, &[&xqf, &gbk]));
    assert!(String::from_utf8(fs::read(&gbk).unwrap()).is_err());
    stdout_of(&["convert", &gbk, &last, "--notation", "chinese"]);
    let last = fs::read_to_string(&last).unwrap();
    let moves = "1. 炮二平五 {中炮} 1... 马８进７ (1... 炮８平５ 2. 马二进三) 1-0";
    assert!(
        last.contains(moves) && last.contains("[Red \"甲\"]"),
        "{last}"
    );
    let printed = stdout_of(&["convert", &gbk, "-", "--to", "pgn"]);
    assert!(printed.contains("1. H2-E2 {中炮} 1... H9-G7"), "{printed}");
}

#[test]
fn big5_is_written_in_traditional_characters_and_read_back() {
    let moves = "1. 马二进三 {正著} 1... 马８进７ (1... 卒７进１ 2. 马三退二 将５进１) 2. 车一平二 车９平８ *\n";
    let first = format!("[Red \"王后\"]\n\n{moves}");
    let first = scratch_file("convert_to_big5.pgn", first);
    let [big5, last] = ["convert_big5.pgn", "convert_from_big5.pgn"].map(scratch);
    let command = "convert {} {} --encoding big5 --notation chinese";
    stdout_of(&arguments(command, &[&first, &big5]));
    let bytes = fs::read(&big5).unwrap();
    let text = chuhe::games::Encoding::Big5.decode(&bytes).unwrap();
    assert!(
        text.contains("馬８進７") && text.contains("將５進１"),
        "{text}"
    );
    assert!(text.contains("車一平二") && text.contains("王后"), "{text}");
    let command = "convert {} {} --from-encoding big5 --notation chinese";
    stdout_of(&arguments(command, &[&big5, &last]));
    let text = fs::read_to_string(&last).unwrap();
    assert!(text.ends_with(moves) && text.contains("王后"), "{text}");
    // No option names Big5, and the bytes are also GB18030.
    let error = input_error_of(&["convert", &big5, &last, "--force"]);
    assert!(
        error.contains("line ") && error.contains("--from-encoding big5"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&last).unwrap(), text);
}

#[test]
fn dhtmlxq_and_text_are_written_and_recognised_by_contents() {
    let moves = "1. H2-E2 {中炮} 1... H9-G7 (1... B7-E7 2. H0-G2) 1-0";
    let first = format!("[Red \"甲\"]\n\n{moves}");
    let first = scratch_file("convert_forms.pgn", first);
    let [ubb, text] = ["convert.ubb", "convert.txt"].map(scratch);
    stdout_of(&["convert", &first, &ubb]);
    let written = fs::read_to_string(&ubb).unwrap();
    assert!(
        written.contains("[DhtmlXQ_move_0_2_1]12427967[/DhtmlXQ_move_0_2_1]"),
        "{written}"
    );
    let page = scratch_file("convert_page.html", format!("<p>甲</p>{written}"));
    stdout_of(&["convert", &ubb, &text, "--encoding", "gb18030"]);
    let written = fs::read(&text).unwrap();
    let written = chuhe::games::Encoding::Gb18030.decode(&written).unwrap();
    assert!(
        written.contains("\n1. 炮二平五 {中炮} 1... 马８进７ (1... 炮２平５ 2. 马二进三)\n"),
        "{written}"
    );
    for input in [&ubb, &text, &page] {
        let printed = stdout_of(&["convert", input, "-", "--to", "pgn"]);
        assert!(
            printed.contains("[Red \"甲\"]") && printed.contains(moves),
            "{printed}"
        );
        assert!(stdout_of(&["judge", input]).contains("甲"));
        assert!(stdout_of(&["show", input, "--ply", "1"]).contains("h2e2"));
    }
}

#[test]
fn a_character_that_the_encoding_lacks_is_reported_with_its_game() {
    let text = "[Red \"王后\"]\n\n1. h2e2 *\n\n[Red \"谊\"]\n\n1. h2e2 *\n";
    let file = scratch_file("convert_lacks.pgn", text);
    let out = scratch("convert_lacks_big5.pgn");
    let convert = ["convert", &file, &out, "--encoding", "big5"];
    let expected =
        format!("error: {out}: game 2: Big5 has no '谊'; use --encoding utf-8 or gb18030\n");
    assert_eq!(input_error_of(&convert), expected);
    let chinese = input_error_of(&[&["--lang", "zh"], &convert[..]].concat());
    assert!(
        chinese.ends_with("第 2 局：Big5 里没有“谊”字；请用 --encoding utf-8 或 gb18030\n"),
        "{chinese}"
    );
}

#[test]
fn errors_in_text_name_the_byte_of_the_file() {
    for (name, text, error) in [
        (
            "convert_broken.ubb",
            "甲[DhtmlXQ_movelist]774x[/DhtmlXQ_movelist]",
            [24, 27, 23, 46],
        ),
        (
            "convert_broken.txt",
            "1. 炮二平五 马三进四",
            [16, 19, 12, 18],
        ),
    ] {
        let path = scratch(name);
        let gb18030 = chuhe::games::Encoding::Gb18030.encode(text).unwrap();
        let utf16 = chuhe::games::Encoding::Utf16.encode(text).unwrap();
        let mark = format!("\u{feff}{text}").into_bytes();
        for (bytes, offset) in [text.as_bytes(), &mark, &gb18030, &utf16]
            .into_iter()
            .zip(error)
        {
            fs::write(&path, bytes).unwrap();
            let error = input_error_of(&["convert", &path, "-", "--to", "pgn"]);
            assert!(
                error.contains(&format!(": byte {offset}: ")),
                "{offset}: {error}"
            );
        }
    }
}

#[test]
fn only_what_may_be_big5_is_called_so() {
    let text = "1. 马二进三 马８进７ 2. 马九进八 *";
    let bytes = chuhe::games::Encoding::Gb18030.encode(text).unwrap();
    let broken = scratch_file("convert_gb_broken.pgn", bytes);
    let error = input_error_of(&["convert", &broken, "-", "--to", "pgn"]);
    assert!(
        error.contains("马九进八") && !error.contains("big5"),
        "{error}"
    );
}

#[test]
fn one_game_of_a_file_is_chosen_by_its_number() {
    let file = scratch_file("convert_choose.pgn", "1. h2e2 *\n\n1. b2e2 *\n");
    let out = scratch("convert_choose.xqf");
    let convert = ["convert", &file, &out];
    let many = input_error_of(&convert);
    assert!(
        many.ends_with("there are 2; choose one with --game N\n"),
        "{many}"
    );
    let absent = input_error_of(&[&convert[..], &["--game", "3"]].concat());
    assert!(absent.contains("--game 3: the last game is 2"), "{absent}");
    // An error of another game does not matter.
    fs::write(&file, "1. h2e9 *\n\n1. b2e2 *\n").unwrap();
    let wrong = input_error_of(&[&convert[..], &["--game", "1"]].concat());
    assert!(wrong.contains("h2e9"), "{wrong}");
    stdout_of(&[&convert[..], &["--game", "2"]].concat());
    let back = stdout_of(&["convert", &out, "-", "--to", "pgn"]);
    assert!(back.contains("1. B2-E2"), "{back}");
}

#[test]
fn contents_and_not_the_first_bracket_decide_on_a_txt_file() {
    let file = scratch("convert_bracket.txt");
    let long = "长".repeat(20_000);
    for text in [
        "[友谊赛]\n1.炮二平五 马8进7".to_owned(),
        format!("[Event \"e\"]\n1.炮二平五马8进7\n{{{long}}}"),
    ] {
        fs::write(&file, text).unwrap();
        let shown = stdout_of(&["convert", &file, "-", "--to", "pgn"]);
        assert!(shown.contains("1. H2-E2 H9-G7"), "{shown}");
        let solved = stdout_of(&["solve", &file, "--nodes", "1", "--json"]);
        assert_eq!(solved.lines().count(), 1, "{solved}");
    }
}

#[test]
fn invalid_bytes_are_replaced_if_the_encoding_is_given() {
    let good = "[Red \"甲\"]\n\n1. 炮二平五 *\n\n".repeat(50);
    let mut bytes = chuhe::games::Encoding::Gb18030.encode(&good).unwrap();
    let broken = bytes.len() + 8;
    bytes.extend(b"[Red \"\xbc\xd7\xd2\"]\n\n1. h2e2 *\n");
    let file = scratch_file("convert_invalid.pgn", bytes);
    let error = input_error_of(&["convert", &file, "-", "--to", "pgn"]);
    let expected = format!(
        "error: {file}: unknown encoding: not UTF-8 (from byte 6 on), not GB18030 (from byte {broken} on) and \
         not Big5 (--from-encoding gb18030 reads it and replaces invalid bytes)\n"
    );
    assert_eq!(error, expected);
    let command = "convert {} - --to pgn --from-encoding gb18030";
    let convert = arguments(command, &[&file]);
    let output = run(&convert);
    let warning = String::from_utf8(output.stderr).unwrap();
    let expected = format!(
        "warning: {file}: invalid GB18030 is replaced (count: 1, first at byte {broken})\n"
    );
    assert_eq!((output.status.code(), warning), (Some(0), expected));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("[Red \"甲\"]").count(), 50);
    assert!(text.contains("[Red \"甲\u{fffd}\"]"), "{text}");
    // Of a text in UTF-8, too.
    fs::write(&file, b"[Red \"\xe7\x94\xb2\xff\xff\"]\n\n1. h2e2 *\n").unwrap();
    let error = input_error_of(&["convert", &file, "-", "--to", "pgn"]);
    assert!(
        error.ends_with("(--from-encoding utf-8 reads it and replaces invalid bytes)\n"),
        "{error}"
    );
    assert!(!run(&[&convert[..6], &["utf-8"]].concat()).stdout.is_empty());
}

#[test]
fn an_encoding_is_refused_unless_an_input_file_has_text() {
    let text = "[FEN \"3k5/9/R8/9/9/9/9/9/9/1R2K4 w\"]\n\n1. a7d7 *\n";
    let pgn = scratch_file("convert_encoded.pgn", text);
    let [xqf, copy] = ["convert_encoded.xqf", "convert_encoded.bin"].map(scratch);
    stdout_of(&["convert", &pgn, &xqf]);
    let command = "solve {} {} --nodes 1 --json --from-encoding utf-8";
    let solved = stdout_of(&arguments(command, &[&pgn, &xqf]));
    assert_eq!(solved.lines().count(), 2, "{solved}");
    fs::copy(&xqf, &copy).unwrap();
    let command = "convert {} - --to pgn --from-encoding utf-8";
    assert_eq!(
        input_error_of(&arguments(command, &[&copy])),
        "error: --from-encoding has no effect on .xqf; leave it out\n"
    );
}

#[test]
fn utf16_with_a_mark_is_recognised_by_its_contents() {
    let ubb = "<p>甲</p>[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]";
    let pgn = "[Red \"甲\"]\n\n1. h2e2 h9g7 *\n";
    for (name, text) in [
        ("convert_utf16.html", ubb),
        ("convert_utf16_page.txt", ubb),
        ("convert_utf16", pgn),
        ("convert_utf16_game.txt", "红方: 甲\n1. 炮二平五 马8进7\n"),
    ] {
        let file = scratch(name);
        let bytes = chuhe::games::Encoding::Utf16.encode(text).unwrap();
        let big_endian: Vec<u8> = bytes
            .chunks(2)
            .flat_map(|unit| [unit[1], unit[0]])
            .collect();
        for bytes in [bytes, big_endian] {
            fs::write(&file, bytes).unwrap();
            let shown = stdout_of(&["convert", &file, "-", "--to", "pgn"]);
            assert!(shown.contains("1. H2-E2 H9-G7"), "{name}: {shown}");
        }
    }
    let bytes = chuhe::games::Encoding::Utf16.encode("1. h2e9 *\n").unwrap();
    let file = scratch_file("convert_utf16_broken.pgn", bytes);
    let error = input_error_of(&["convert", &file, "-", "--to", "pgn"]);
    assert!(
        error.contains("h2e9") && !error.contains("UTF-16"),
        "{error}"
    );
}

#[test]
fn squares_are_expected_with_a_blank_in_chinese() {
    let squares = "[DhtmlXQ_binit]7747[/DhtmlXQ_binit]";
    let file = scratch_file("convert_squares.ubb", squares);
    let error = input_error_of(&["--lang", "zh", "convert", &file, "-", "--to", "pgn"]);
    assert!(error.ends_with("应为 32 个棋子的坐标\n"), "{error}");
}
