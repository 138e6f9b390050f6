//! Writes games as PGN, in the form that Chinese programs read: moves in ICCS, `H2-E2`.
//!
//! The comment after a move holds what its engine reported: `{+0.35/12 0.15s}` is a score of 0.35 pawns for the side that
//! moved, depth 12, 0.15 seconds. The last comment is the termination.

use super::control::TimeControl;
use super::fault::FaultKind;
use super::record::{GameRecord, PlayedGame};
use crate::board::{Board, Color, START_FEN};
use crate::games::pgn;

/// What the tags of a game need besides its record.
#[derive(Clone, Copy, Debug)]
pub struct GameTags<'a> {
    /// The name of the match.
    pub event: &'a str,
    /// The number of the round.
    pub round: u64,
    /// The name of the opening; may be empty.
    pub opening: &'a str,
    /// The time control.
    pub control: TimeControl,
}

/// Returns a game as PGN text, with an empty line at its end.
pub fn write_game(record: &GameRecord, given: &GameTags) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text += &pgn::tag_pair(name, value);
    tag("Game", "Chinese Chess");
    tag("Event", given.event);
    tag("Site", "?");
    tag("Date", &record.date.replace('-', "."));
    tag("Round", &given.round.to_string());
    tag("Red", &record.red);
    tag("Black", &record.black);
    tag("Result", record.played.result.name());
    if !given.opening.is_empty() {
        tag("Opening", given.opening);
    }
    if record.fen != START_FEN {
        tag("SetUp", "1");
        tag("FEN", &record.fen);
    }
    tag("Format", "ICCS");
    tag("TimeControl", &time_control_tag(given.control));
    tag("Termination", termination_tag(&record.played));
    tag("PlyCount", &record.played.moves.len().to_string());
    text + "\n" + &pgn::wrap(movetext(record)) + "\n\n"
}

/// The value of the `TimeControl` tag in the PGN standard, in seconds.
fn time_control_tag(control: TimeControl) -> String {
    let seconds = |milliseconds: u64| milliseconds as f64 / 1000.0;
    match control {
        TimeControl::Clock { base, increment: 0 } => seconds(base).to_string(),
        TimeControl::Clock { base, increment } => {
            format!("{}+{}", seconds(base), seconds(increment))
        }
        TimeControl::MoveTime(time) => format!("1/{}", seconds(time)),
        TimeControl::Nodes(_) | TimeControl::Depth(_) => "-".to_owned(),
    }
}

/// The value of the `Termination` tag in the PGN standard.
fn termination_tag(played: &PlayedGame) -> &'static str {
    match played.fault {
        Some(FaultKind::TimeLoss) => "time forfeit",
        Some(FaultKind::InvalidAnswer | FaultKind::IllegalMove) => "rules infraction",
        Some(FaultKind::StartFailure | FaultKind::Crash | FaultKind::Hang) => "abandoned",
        None => match &*played.termination {
            "adjudicated-win" | "adjudicated-draw" | "ply-cap" => "adjudication",
            _ => "normal",
        },
    }
}

/// The moves with their comments, the termination and the result.
fn movetext(record: &GameRecord) -> Vec<String> {
    // An invalid FEN, which no record has, would affect the move numbers only.
    let begin = Board::from_fen(&record.fen).unwrap_or_else(|_| Board::startpos());
    let (mut number, mut side) = (begin.move_number(), begin.side());
    let mut words = Vec::new();
    for (index, played) in record.played.moves.iter().enumerate() {
        match (side, index) {
            (Color::Red, _) => words.push(format!("{number}.")),
            (Color::Black, 0) => words.push(format!("{number}. ...")),
            (Color::Black, _) => {}
        }
        words.push(pgn::iccs(played.mv));
        let score = score_and_depth(played.score, played.depth);
        let seconds = played.ms as f64 / 1000.0;
        words.push(format!("{{{score}{seconds:.2}s}}"));
        number = number.saturating_add(u16::from(side == Color::Black));
        side = !side;
    }
    let text = termination_text(&record.played.termination, &record.played.detail);
    words.push(pgn::comment(&text.replace(char::is_control, " ")));
    words.push(record.played.result.name().to_owned());
    words
}

/// The name of a termination and its details, without the name if the details begin with it.
fn termination_text(name: &str, detail: &str) -> String {
    let rest = detail.strip_prefix(&*name.replace('-', " "));
    let rest = rest.map_or(detail, |rest| rest.trim_start_matches([':', ' ']));
    match rest.is_empty() {
        true => name.to_owned(),
        false => format!("{name}: {rest}"),
    }
}

/// Formats score and depth as `+0.35/12 `; empty without a score.
fn score_and_depth(score: Option<i32>, depth: Option<u32>) -> String {
    let Some(score) = score else {
        return String::new();
    };
    let depth = depth.map_or(String::new(), |depth| format!("/{depth}"));
    format!("{:+.2}{depth} ", f64::from(score) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{GameResult, PlayedMove};

    fn record(fen: &str, moves: &[&str]) -> GameRecord {
        let moves = moves.iter().map(|mv| PlayedMove {
            mv: mv.parse().unwrap(),
            score: Some(35),
            depth: Some(12),
            ms: 2_345,
        });
        GameRecord {
            game: 3,
            date: "2026-11-21".to_owned(),
            red: "my \"engine\"".to_owned(),
            black: "back\\slash\nand more".to_owned(),
            fen: fen.to_owned(),
            played: PlayedGame {
                result: GameResult::Draw,
                termination: "ply-cap".to_owned(),
                detail: String::new(),
                fault: None,
                moves: moves.collect(),
            },
        }
    }

    fn text(record: &GameRecord) -> String {
        let tags = GameTags {
            event: "?",
            round: 2,
            opening: "open.001",
            control: TimeControl::Nodes(5),
        };
        write_game(record, &tags)
    }

    #[test]
    fn detail_does_not_repeat_the_termination() {
        for [name, detail, expected] in [
            ["checkmate", "checkmate", "checkmate"],
            ["ply-cap", "", "ply-cap"],
            [
                "natural-limit",
                "natural limit: 60 moves",
                "natural-limit: 60 moves",
            ],
            ["crash", "after 'go'", "crash: after 'go'"],
        ] {
            assert_eq!(termination_text(name, detail), expected);
        }
    }

    #[test]
    fn game_with_all_tags_is_written() {
        let fen = "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 3 7";
        assert_eq!(
            text(&record(fen, &["h9g7", "h0g2"])),
            format!(
                "[Game \"Chinese Chess\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.11.21\"]\n[Round \"2\"]\n\
                 [Red \"my \\\"engine\\\"\"]\n[Black \"back\\\\slash and more\"]\n[Result \"1/2-1/2\"]\n\
                 [Opening \"open.001\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Format \"ICCS\"]\n[TimeControl \"-\"]\n\
                 [Termination \"adjudication\"]\n[PlyCount \"2\"]\n\n\
                 7. ... H9-G7 {{+0.35/12 2.35s}} 8. H0-G2 {{+0.35/12 2.35s}} {{ply-cap}} 1/2-1/2\n\n"
            )
        );
    }

    #[test]
    fn start_position_has_no_fen_tag_and_long_lines_are_wrapped() {
        let moves = ["h2e2", "h9g7"].repeat(20);
        let text = text(&record(&Board::startpos().to_fen(), &moves));
        assert!(!text.contains("[FEN"));
        let mut lines = text.lines();
        assert!(lines.all(|line| line.len() <= 80 && !line.ends_with(' ')));
        assert!(text.lines().count() > 20);
    }

    #[test]
    fn time_controls_are_written_in_seconds() {
        let clock = |base, increment| TimeControl::Clock { base, increment };
        for (control, expected) in [
            (clock(3_000, 30), "3+0.03"),
            (clock(60_000, 0), "60"),
            (TimeControl::MoveTime(100), "1/0.1"),
        ] {
            assert_eq!(time_control_tag(control), expected);
        }
    }

    #[test]
    fn scores_terminations_and_braces_are_written() {
        assert_eq!(score_and_depth(Some(-5), Some(3)), "-0.05/3 ");
        assert_eq!(score_and_depth(Some(0), None), "+0.00 ");
        assert_eq!(score_and_depth(None, Some(3)), "");
        let mut record = record(&Board::startpos().to_fen(), &[]);
        record.played.fault = Some(FaultKind::InvalidAnswer);
        record.played.termination = "invalid-answer".to_owned();
        record.played.detail = "'{x}\u{1b}'".to_owned();
        let text = text(&record);
        let end = "\n\n{invalid-answer: '(x) '} 1/2-1/2\n\n";
        assert!(text.ends_with(end), "{text}");
        assert!(text.contains("[Termination \"rules infraction\"]\n"));
    }
}
