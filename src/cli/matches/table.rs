//! Formats the table at the end of a match, and the line of its progress.

use std::cmp::Reverse;

use crate::arena::{Decision, ResultCounts, Sprt, Standings};
use crate::columns::{counted, pad, plies, widest};

/// Formats a score as `80-60-60 (55.0 %)`: won, drawn and lost games.
fn score(counts: &ResultCounts) -> String {
    let count = format!("{}-{}-{}", counts.wins, counts.draws, counts.losses);
    match counts.score() {
        Some(score) => format!("{count} ({:.1} %)", 100.0 * score),
        None => count,
    }
}

/// Formats an Elo difference as `+34.9 [+1.2, +68.8]`; a dash before the first pair.
fn elo(counts: &ResultCounts) -> String {
    counts.estimate().map_or("-".to_owned(), |found| {
        format!("{:+.1} [{:+.1}, {:+.1}]", found.elo, found.low, found.high)
    })
}

/// Formats a sequential test as `LLR +1.23 [-2.94, +2.94]`.
fn llr(sprt: &Sprt, counts: &ResultCounts) -> String {
    let (lower, upper) = (sprt.lower(), sprt.upper());
    format!("LLR {:+.2} [{lower:+.2}, {upper:+.2}]", sprt.llr(counts))
}

/// The progress of a match in one line; `total` is the number of games of the schedule.
pub fn progress_line(standings: &Standings, total: u64, sprt: Option<&Sprt>) -> String {
    let mut text = format!("{}/{total}", standings.games());
    if standings.names.len() == 2 {
        let counts = standings.counts_of(0);
        let (name, score, elo) = (&standings.names[0], score(&counts), elo(&counts));
        text += &format!("  {name} {score}  Elo {elo}");
    } else {
        for (index, name) in standings.names.iter().enumerate() {
            let percent = |points| format!("{:.1} %", 100.0 * points);
            let score = standings.counts_of(index).score().map(percent);
            text += &format!("  {name} {}", score.as_deref().unwrap_or("-"));
        }
    }
    if let Some(sprt) = sprt {
        text += &format!("  {}", llr(sprt, &standings.counts_of(0)));
    }
    text
}

/// The table at the end of a match.
pub fn standings_table(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let names = &standings.names;
    let mut text = match names.len() {
        0..=2 => String::new(),
        _ => ranking(standings),
    };
    for ((first, second), counts) in standings.pairings() {
        let games = counted(counts.games(), "game");
        let (first, second) = (&names[first], &names[second]);
        let (score, elo) = (score(counts), elo(counts));
        text += &format!("{first} against {second}, {games}\n");
        text += &format!("  W-D-L        {score}\n");
        text += &format!("  Elo          {elo}, 95 % over pairs\n");
        if let Some(estimate) = counts.estimate() {
            text += &format!("  superiority  {:.1} %\n", 100.0 * estimate.superiority);
        }
        text += "  pairs       ";
        for (points, count) in ["0", "½", "1", "1½", "2"].iter().zip(counts.pairs) {
            text += &format!(" {points}:{count}");
        }
        text += "\n";
        if let Some(sprt) = sprt {
            let verdict = match sprt.decision(counts) {
                Decision::PlayOn => "not decided".to_owned(),
                Decision::AcceptH0 => format!("H0 accepted, elo0={}", sprt.elo0),
                Decision::AcceptH1 => format!("H1 accepted, elo1={}", sprt.elo1),
            };
            text += &format!("  SPRT         {}: {verdict}\n", llr(sprt, counts));
        }
    }
    text + &terminations(standings)
}

/// All engines, the best first, each with its score against all its opponents.
fn ranking(standings: &Standings) -> String {
    let names = standings.names.iter().enumerate();
    let row = |(index, name)| (name, standings.counts_of(index));
    let mut rows: Vec<(&String, ResultCounts)> = names.map(row).collect();
    let points = |(_, counts): &(&String, ResultCounts)| counts.score().unwrap_or_default();
    rows.sort_by(|one, other| points(other).total_cmp(&points(one)));
    let width = widest(rows.iter().map(|(name, _)| name.as_str()));
    let mut text = String::new();
    for (name, counts) in rows {
        let (name, score, elo) = (pad(name, width), score(&counts), elo(&counts));
        text += &format!("{name}  {score}  Elo {elo}\n");
    }
    text + "\n"
}

/// The terminations, the mean length of a game, and the faults of each engine.
fn terminations(standings: &Standings) -> String {
    let games = standings.games();
    if games == 0 {
        return String::new();
    }
    let mut terminations: Vec<(&String, &u64)> = standings.terminations.iter().collect();
    terminations.sort_by_key(|&(name, count)| (Reverse(count), name));
    let counts = terminations.iter();
    let counts: Vec<String> = counts
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    let length = plies((standings.plies + games / 2) / games);
    let mut text = format!("terminations  {}\n", counts.join(", "));
    text += &format!("length        {length} a game\n");
    for (name, faults) in standings.names.iter().zip(&standings.faults) {
        let counts = faults.iter();
        let counts = counts.map(|(kind, count)| format!("{} {count}", kind.name()));
        if !faults.is_empty() {
            let counts: Vec<String> = counts.collect();
            text += &format!("faults        {name}: {}\n", counts.join(", "));
        }
    }
    text
}
