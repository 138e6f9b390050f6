//! Parses `info` lines of UCCI and UCI, and converts mate scores.

use super::ParsedLine;

/// The score of a mate, in centipawns, before the number of moves to it is subtracted.
const ARENA_MATE: i32 = 30_000;

/// Parses an `info` line. A line of a lower-ranked variation (`multipv` above 1) is [`ParsedLine::Other`].
pub fn read(line: &str) -> ParsedLine {
    let mut words = line.split_ascii_whitespace().skip(1);
    let (mut depth, mut score) = (None, None);
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = words.next().and_then(|word| word.parse().ok()),
            "multipv" if words.next() != Some("1") => return ParsedLine::Other,
            // UCI has `cp` or `mate` before the number, UCCI the number alone.
            "score" => {
                score = match words.next() {
                    Some("cp") => words.next().and_then(|word| word.parse().ok()),
                    Some("mate") => words
                        .next()
                        .and_then(|word| Some(mate_score(word.parse().ok()?))),
                    number => number.and_then(|word| word.parse().ok()),
                };
            }
            // Moves or free text follow.
            "pv" | "string" | "message" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    ParsedLine::Info { depth, score }
}

/// Returns the score of a mate in `moves` moves, in centipawns. If `moves` is 0 or negative, the other side mates. More than
/// 15,000 moves count as 15,000, so that the absolute value is between 15,000 and 30,000.
pub fn mate_score(moves: i32) -> i32 {
    let score = ARENA_MATE - moves.saturating_abs().min(ARENA_MATE / 2);
    if moves > 0 { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_and_score_are_found_in_any_order() {
        for (line, depth, score) in [
            ("info depth 9 score -31 pv h2e2 h9g7", Some(9), Some(-31)),
            ("info depth 9 multipv 1 score cp 12", Some(9), Some(12)),
            ("info depth 3 score mate 2 pv a0a1", Some(3), Some(29_998)),
            ("info depth 3 score mate -1", Some(3), Some(-29_999)),
            ("info depth 3 score mate 0", Some(3), Some(-30_000)),
            ("info score cp 5 lowerbound depth 4", Some(4), Some(5)),
            ("info time 12 nodes 3456", None, None),
            ("info message depth 99 score 1", None, None),
            ("info depth x score cp", None, None),
            ("info", None, None),
        ] {
            assert_eq!(read(line), ParsedLine::Info { depth, score }, "{line}");
        }
        assert_eq!(read("info depth 9 multipv 2 score 4"), ParsedLine::Other);
    }
}
