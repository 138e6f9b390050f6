//! `info` lines of UCCI and UCI, and scores of mates.

use super::Heard;

/// The score of a mate is this, less the moves to it.
const MATE: i32 = 30_000;

/// Reads an `info` line. Lines of other variations than the best hold nothing of interest.
pub fn read(line: &str) -> Heard {
    let mut words = line.split_ascii_whitespace().skip(1);
    let (mut depth, mut score) = (None, None);
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = words.next().and_then(|word| word.parse().ok()),
            "multipv" if words.next() != Some("1") => return Heard::Other,
            // Only UCI has a word before the number.
            "score" => {
                score = match words.next() {
                    Some("cp") => words.next().and_then(|word| word.parse().ok()),
                    Some("mate") => words.next().and_then(|word| word.parse().ok()).map(mate),
                    plain => plain.and_then(|word| word.parse().ok()),
                };
            }
            // Moves or free text follow.
            "pv" | "string" | "message" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    Heard::Info { depth, score }
}

/// The score of a mate in some moves, negative if the other side mates. Mate in 0 is being mated.
pub fn mate(moves: i32) -> i32 {
    let score = MATE - moves.saturating_abs().min(MATE / 2);
    if moves > 0 { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_and_score_are_found_wherever_they_stand() {
        for (line, depth, score) in [
            ("info depth 9 score -31 pv h2e2 h9g7", Some(9), Some(-31)),
            (
                "info depth 9 seldepth 12 multipv 1 score cp 12 nodes 5",
                Some(9),
                Some(12),
            ),
            ("info depth 3 score mate 2 pv a0a1", Some(3), Some(29_998)),
            ("info depth 3 score mate -1", Some(3), Some(-29_999)),
            ("info depth 3 score mate 0", Some(3), Some(-30_000)),
            ("info score cp 5 lowerbound depth 4", Some(4), Some(5)),
            ("info time 12 nodes 3456", None, None),
            ("info message depth 99 score 1", None, None),
            ("info depth x score cp", None, None),
            ("info", None, None),
        ] {
            assert_eq!(read(line), Heard::Info { depth, score }, "{line}");
        }
        assert_eq!(read("info depth 9 multipv 2 score 4"), Heard::Other);
    }
}
