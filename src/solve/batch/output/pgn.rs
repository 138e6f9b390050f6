//! The PGN format: a game for each puzzle, which begins in its position. Its moves are the solution.

use super::formatter::{RecordFormatter, located_error, no_mate_text, score_text};
use crate::board::{Board, Color, Move};
use crate::columns::plies;
use crate::games::{GameLine, GameNode, GameTree, pgn};
use crate::notation::Notation;
use crate::solve::batch::audit_record::AuditRecord;
use crate::solve::batch::record::{PuzzleRecord, PuzzleStatus};
use crate::solve::{Continuation, StrategyTree};

/// Games in PGN. An invalid line becomes a line that readers of PGN skip.
pub struct Pgn;

impl RecordFormatter for Pgn {
    fn record(&self, record: &PuzzleRecord) -> String {
        let Some(board) = record.board() else {
            return format!("% {}\n\n", located_error(record));
        };
        let mut game = GameTree::new(board);
        let moves: Vec<Move> = record.pv.iter().flat_map(|mv| mv.parse()).collect();
        let source = record.source.as_ref();
        let tags = [
            ("Event", source.map(|source| source.event.as_str())),
            ("Date", source.map(|source| source.date.as_str())),
            ("Red", source.map(|source| source.red.as_str())),
            ("Black", source.map(|source| source.black.as_str())),
            ("Result", Some(result(record, &game.start, &moves))),
            ("Title", Some(record.id.as_str())),
        ];
        for (name, value) in tags {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                game.set_tag(name, value);
            }
        }
        game.comment = facts(record);
        game.line = match &record.lines {
            Some(tree) => all_lines(tree, &moves),
            None => moves.into_iter().map(GameNode::new).collect(),
        };
        if let Some(audit) = &record.audit {
            add_audit(&mut game, audit, &record.pv);
        }
        pgn::write(&game, Notation::Iccs) + "\n"
    }
}

/// The result of a puzzle as that of a game. A proof of at least a draw leaves it open, unless its line ends in mate.
fn result(record: &PuzzleRecord, board: &Board, line: &[Move]) -> &'static str {
    let mut last = board.clone();
    let is_legal = line.iter().all(|&mv| last.try_make(mv).is_ok());
    let is_won = match record.status {
        PuzzleStatus::Mate => true,
        PuzzleStatus::Draw if record.is_at_least_draw() => is_legal && !last.has_legal_move(),
        PuzzleStatus::Draw => return "1/2-1/2",
        _ => false,
    };
    match (is_won, board.side()) {
        (true, Color::Red) => "1-0",
        (true, Color::Black) => "0-1",
        (false, _) => "*",
    }
}

/// Adds the moves that an audit found: to the moves of the solution as comments, and those after other defences to the comment
/// before the first move.
fn add_audit(game: &mut GameTree, audit: &AuditRecord, pv: &[String]) {
    game.comment += &format!("; audit of {}", audit.summary());
    for position in &audit.found {
        let lists = position.lists(|mv| &mv.mv, str::to_owned).into_iter();
        let texts = lists.map(|(name, moves)| format!("{name}: {moves}"));
        let text = Vec::from_iter(texts).join("; ");
        let is_on_pv = (position.line.iter().zip(pv)).all(|(mv, on_pv)| mv.as_str() == on_pv);
        let node = game.line.get_mut(position.line.len());
        match node.filter(|_| is_on_pv) {
            Some(node) => node.comment = text,
            None => game.comment += &format!("; after {}: {text}", position.line.join(" ")),
        }
    }
}

/// The comment before the first move.
fn facts(record: &PuzzleRecord) -> String {
    let mut words = vec![match (record.status, record.mate_in) {
        (PuzzleStatus::Claimed, Some(moves)) => format!("claimed, mate in {moves} not proved"),
        // A shorter mate is not ruled out.
        (PuzzleStatus::Mate, Some(moves)) if !record.shortest => format!("mate ≤ {moves}"),
        (_, Some(moves)) => format!("mate in {moves}"),
        _ if record.is_at_least_draw() => "at least a draw".to_owned(),
        (_, None) => record.status.name().to_owned(),
    }];
    words.extend(no_mate_text(record));
    words.extend(
        (record.holds_for).map(|depth| format!("no loss in {}, not proved", plies(depth.into()))),
    );
    if record.repetition && record.status == PuzzleStatus::Mate {
        words.push("a defender who repeats loses".to_owned());
    }
    words.extend(record.patterns_zh.iter().map(ToString::to_string));
    words.extend(score_text(record.score));
    words.extend(record.difficulty.as_ref().map(ToString::to_string));
    words.extend(
        record
            .source
            .as_ref()
            .map(|source| format!("from {source}")),
    );
    words.extend(record.error.clone());
    words.join("; ")
}

/// The strategy with all defences as variations. The main line is the principal variation as far as the strategy has it.
fn all_lines(tree: &StrategyTree, pv: &[Move]) -> GameLine {
    let mut line = vec![GameNode::new(tree.mv)];
    let rest = pv.get(2..).unwrap_or_default();
    let mut replies: Vec<GameLine> = Vec::new();
    for (reply, next) in &tree.replies {
        let mut defence = vec![GameNode::new(*reply)];
        match next {
            Continuation::Tree(next) => defence.extend(all_lines(next, rest)),
            Continuation::Repetition => defence[0].comment = "repetition, loses".to_owned(),
        }
        match pv.get(1) == Some(reply) {
            true => replies.insert(0, defence),
            false => replies.push(defence),
        }
    }
    let mut replies = replies.into_iter();
    if let Some(mut main) = replies.next() {
        main[0].variations = replies.collect();
        line.extend(main);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defences_are_variations_and_an_invalid_line_is_skipped_by_readers() {
        let fen = "3k5/4a4/9/p7p/2P6/3C5/P3R3P/2C1B4/9/2BAKA3 w - - 3 30";
        let json = r#"{"e3e8":{"a6a5":{"c2d2":{}},"i6i5":{"c2d2":{}}}}"#;
        let line = format!(
            r#"{{"line":1,"id":"x","fen":"{fen}","status":"mate","mate_in":2,"shortest":true,"pv":["e3e8","i6i5","c2d2"],"lines":{json}}}"#
        );
        let mut record = PuzzleRecord::from_json(&line).unwrap();
        let text = Pgn.record(&record);
        assert!(
            text.ends_with(
                "\n\n{mate in 2} 30. E3-E8 I6-I5 (30... A6-A5 31. C2-D2) 31. C2-D2 1-0\n\n"
            ),
            "{text}"
        );
        (record.fen, record.error) = (None, Some("no FEN".to_owned()));
        let text = Pgn.record(&record) + &text;
        let games = pgn::read(&text).unwrap();
        assert_eq!((games.len(), games[0].line.len()), (1, 3));
        assert_eq!(games[0].tag("Title"), Some("x"));
    }

    #[test]
    fn a_mate_by_repetition_says_who_loses_by_it() {
        let json = r#"{"e0f0":{"e5f5":{"f0e0":{"f5e5":"repetition"}}}}"#;
        let fen = "3k5/R8/9/9/4r4/9/9/9/9/1R2K4 w - - 0 1";
        let line = format!(
            r#"{{"line":1,"fen":"{fen}","status":"mate","mate_in":5,"repetition":true,"lines":{json}}}"#
        );
        let text = Pgn.record(&PuzzleRecord::from_json(&line).unwrap());
        let games = pgn::read(&text).unwrap();
        assert_eq!(games[0].comment, "mate ≤ 5; a defender who repeats loses");
        assert_eq!(games[0].line[3].comment, "repetition, loses");
    }

    #[test]
    fn at_least_a_draw_has_the_result_of_its_line() {
        let result = |by: &str, pv: &str| {
            let fen = "3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1";
            let line =
                format!(r#"{{"line":1,"fen":"{fen}","status":"draw","by":"{by}","pv":["{pv}"]}}"#);
            let text = Pgn.record(&PuzzleRecord::from_json(&line).unwrap());
            pgn::read(&text).unwrap()[0].result().to_owned()
        };
        assert_eq!(result("prover", "b0b9"), "1-0");
        assert_eq!(result("prover", "b0b1"), "*");
        assert_eq!(result("rules", ""), "1/2-1/2");
    }
}
