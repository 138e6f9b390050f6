//! Tests of the catalogue of messages.

use super::*;

#[test]
fn lists_of_names_are_joined_with_the_chinese_comma() {
    for (english, chinese) in [
        ("a", "a"),
        ("a, b", "a、b"),
        ("a or b", "a 或 b"),
        ("a or b or c", "a、b 或 c"),
        ("a, b or c", "a、b 或 c"),
        ("炮二, 前炮 or 前三", "炮二、前炮或前三"),
    ] {
        assert_eq!(join_names(english), chinese);
    }
}

#[test]
fn pieces_have_the_names_of_their_side() {
    for (piece, red, black) in [
        ("general on its file 5", "第 5 路的帅", "第 5 路的将"),
        (
            "two advisors on one file",
            "同在一路的两个仕",
            "同在一路的两个士",
        ),
        ("elephant on its file 2", "第 2 路的相", "第 2 路的象"),
        (
            "third pawn on its file 3",
            "第 3 路的第三个兵",
            "第 3 路的第三个卒",
        ),
    ] {
        for (side, name, expected) in [("red", "红方", red), ("black", "黑方", black)] {
            let message = format!("'x': {side} has no {piece}");
            let expected = format!("'x'：找不到{name}{expected}");
            assert_eq!(translate(&message), Some(expected));
        }
    }
}

#[test]
fn parts_of_messages_are_translated() {
    for (english, chinese) in [
        (
            "start-failure: crash: after 'ucci': exit status: 1; last lines of its standard error: a: b; it may speak another protocol: proto=uci or proto=xboard",
            "启动失败：在 'ucci' 之后退出：退出码 1；标准错误输出的最后几行：a: b；它可能使用另一种协议：proto=uci 或 proto=xboard",
        ),
        (
            "engines: 甲, 乙 before, now a; thinking: 9 nodes a move before, now 5 ms a move",
            "引擎：原为“甲, 乙”，现为“a”；思考：原为“每着 9 个结点”，现为“每着 5 毫秒”",
        ),
        (
            "engine 'A': option hash: 16 before, now not set; engine 'B': cmd: a before, now b",
            "引擎 A：选项 hash：原为“16”，现为“未设”；引擎 B：cmd：原为“a”，现为“b”",
        ),
        (
            "line 5, column 9: not a game of a match: missing field `moves`",
            "第 5 行第 9 列：不是比赛的对局：缺少字段 `moves`",
        ),
        (
            "a.jsonl: line 3 is damaged and is skipped: EOF while parsing a value",
            "a.jsonl：第 3 行已损坏，略过：值不完整",
        ),
        (
            "game 2: line 9, column 4: a0a9 is not legal for red",
            "第 2 局：第 9 行第 4 列：a0a9 不是红方的合法着法",
        ),
        (
            "game 1: fen: '3' follows the end of the FEN",
            "第 1 局：fen：FEN 的末尾之后还有 '3'",
        ),
        (
            "line 2 is not a result: expected 36 columns, found 3; --force instead of --resume overwrites the file",
            "第 2 行不是结果：应有 36 列，实际有 3 列；用 --force 代替 --resume 可覆盖该文件",
        ),
        (
            "line 1 is not a result: the line is not UTF-8: byte 8 of it belongs to no character; --force instead of --resume overwrites the file",
            "第 1 行不是结果：这一行不是 UTF-8：其中字节 8 不属于任何字符；用 --force 代替 --resume 可覆盖该文件",
        ),
        (
            "a.pgn, game 1: the results to resume have another position there; write to another file with --out, or overwrite this one with --force",
            "a.pgn 第 1 局：要继续的结果在这里是另一个局面；请用 --out 写到另一个文件，或用 --force 覆盖这个文件",
        ),
        (
            "a.xlsx: no line of the input is a valid puzzle (a ZIP archive, spreadsheet or document; save it as CSV or text)",
            "a.xlsx：输入里没有一行是有效的题目（这是压缩包、电子表格或文档，请另存为 CSV 或文本）",
        ),
        (
            "line 2, column 10: not a result in JSON, as `chuhe solve --json` writes it: missing field `status`",
            "第 2 行第 10 列：不是 `chuhe solve --json` 写出的 JSON 结果：缺少字段 `status`",
        ),
        ("unclosed table, expected `]`", "表没有结束，应为 `]`"),
        (
            "neither a command (help lists them) nor a move: '炮二': a move in Chinese has 4 characters, such as 炮二平五",
            "既不是命令（输入“帮助”列出命令），也不是着法：'炮二'：中文着法有 4 个字，例如“炮二平五”",
        ),
        (
            "made for 752 rows of a bucket (byte 16), this program's networks have 753",
            "其每个分桶的行数为 752（字节 16），本程序的网络为 753",
        ),
        (
            "score +12 for red, to move, by network 0123456789abcdef",
            "红方（走子方）的分数 +12，估值用网络 0123456789abcdef",
        ),
        (
            "score -3 for black, to move, by material",
            "黑方（走子方）的分数 -3，估值用子力",
        ),
        (
            "length        201 plies a game",
            "平均长度      每局 201 个半回合",
        ),
        (
            "cook after 车六平五 将5平6: 炮二平五, 马二进三",
            "车六平五 将5平6 之后的余着：炮二平五、马二进三",
        ),
        (
            "score -100: 20 % lost, 50 % drawn, 30 % won",
            "分数 -100：负 20%，和 50%，胜 30%",
        ),
        (" (闷杀, 卧槽马)", "（闷杀、卧槽马）"),
        (
            "W-D-L        19-0-1 (95.0 %)",
            "胜-和-负     19-0-1（95.0%）",
        ),
        (
            "standard output: cannot write the results: No space left on device (os error 28); 0 results are written",
            "标准输出：无法写入结果：磁盘已满（系统错误 28）；已写 0 个结果",
        ),
        (
            "stopped in game 2 of 3 (moves judged in it: 0); to continue, repeat the command with --resume, without --force",
            "在第 2 局停止（共 3 局，这一局已复盘 0 着）；要接着做，请加 --resume（不加 --force）再运行一次",
        ),
        (
            "cannot write to the GUI: No space left on device (os error 28)",
            "无法向界面输出：磁盘已满（系统错误 28）",
        ),
    ] {
        assert_eq!(translate(english).as_deref(), Some(chinese));
    }
}

#[test]
fn differing_settings_are_separated_and_keep_their_values() {
    for (english, chinese) in [
        (
            "engine 'A': option hashsize: 1 before, now 2; thinking: 9 nodes a move before, now 5 ms a move",
            "引擎 A：选项 hashsize：原为“1”，现为“2”；思考：原为“每着 9 个结点”，现为“每着 5 毫秒”",
        ),
        (
            "engine 'A': option a: 1 before, now 2; engine 'B': option b: none before, now not set; thinking: depth 3 before, now depth 4",
            "引擎 A：选项 a：原为“1”，现为“2”；引擎 B：选项 b：原为“none”，现为“未设”；思考：原为“depth 3”，现为“depth 4”",
        ),
        (
            "engine 'A': option knowledge: not set before, now none; draw: not set before, now moves=8",
            "引擎 A：选项 knowledge：原为“未设”，现为“none”；draw：原为“未设”，现为“moves=8”",
        ),
        (
            "it was begun with other settings: --evalfile: network 5573d495 before, now piece-square tables",
            "它是用别的设置开始的：--evalfile：原为“网络 5573d495”，现为“子力位置表”",
        ),
    ] {
        assert_eq!(translate(english).as_deref(), Some(chinese));
    }
}

#[test]
fn messages_of_training_are_translated() {
    for (english, chinese) in [
        (
            "stopped in round 0 with 18865 of 30000 positions in /r/data-0.bin; the same command continues it",
            "在第 0 轮停止，/r/data-0.bin 有 18865 个局面，应有 30000 个；再执行同一条命令就会继续",
        ),
        (
            "stopped in round 2 in the training; the same command continues it",
            "在第 2 轮停止，训练没有完成；再执行同一条命令就会继续",
        ),
        (
            "stopped in round 1 after 8 of 40 games; the same command continues it",
            "在第 1 轮停止，比赛下了 8 局，共 40 局；再执行同一条命令就会继续",
        ),
        (
            "a.checkpoint: begun with steepness 0.0035, not 0.05 (--k)",
            "a.checkpoint：开始时的斜率是 0.0035，不是 0.05（--k）",
        ),
        (
            "a.checkpoint: made by another version (byte 8 is 1, expected 3)",
            "a.checkpoint：由别的版本写出（字节 8 是 1，应为 3）",
        ),
        (
            "warning: a.checkpoint: 3 epochs are trained already, more than the 2 of --epochs; the network is that of the last one",
            "警告：a.checkpoint：已经训练了 3 个轮次，多于 --epochs 的 2 个；网络是最后一个轮次的",
        ),
        (
            "cannot write a.bin: No space left on device (os error 28); the 5 positions before are complete",
            "无法写入 a.bin：磁盘已满（系统错误 28）；此前的 5 个局面都是完整的",
        ),
        (
            "run.jsonl: line 3: a pair of games played after the last, with a balance from -2 to 2, was expected",
            "run.jsonl：第 3 行：应为上一对之后的一对对局，balance 为 -2 到 2",
        ),
        (
            "made       by network 5573d495, 40 nodes per move, trace 75 %, seed 2, hash 2 MiB",
            "生成       网络 5573d495 对弈，每着 40 个结点，trace 75%，种子 2，置换表 2 MiB",
        ),
        ("stopped after 1 opening", "做出 1 个开局后停止"),
    ] {
        assert_eq!(translate(english).as_deref(), Some(chinese));
    }
}

#[test]
fn counts_of_one_are_translated() {
    for (english, chinese) in [
        ("A against B, 1 game", "A 对 B，1 局"),
        (
            "length        1 ply a game",
            "平均长度      每局 1 个半回合",
        ),
    ] {
        assert_eq!(translate(english).as_deref(), Some(chinese));
    }
}

#[test]
fn long_lists_are_translated() {
    let list = |item: &str, end| Vec::from_iter((0..20).map(|_| item)).join(end);
    assert_eq!(
        translate(&list("engine 'A': option hash: 16 before, now 32", "; ")),
        Some(list("引擎 A：选项 hash：原为“16”，现为“32”", "；"))
    );
}

#[test]
fn long_messages_stay_english() {
    let expected = "expected iccs, chinese or wxf";
    let message = |length: usize| format!("'{}' is not a notation: {expected}", "=".repeat(length));
    assert!(translate(&message(100)).is_some());
    assert_eq!(translate(&message(1 << 20)), None);
    for part in [": ", "a: "] {
        assert_eq!(translate(&part.repeat(MAX_BYTES / part.len())), None);
    }
}
