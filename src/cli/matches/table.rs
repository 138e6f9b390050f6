//! Formats the table at the end of a match, and the line of its progress.

use std::cmp::Reverse;
use std::fmt;

use crate::arena::{Decision, ResultCounts, Sprt, Standings};
use crate::columns::{pad, plies, widest};

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

/// The progress of a match in one line.
pub struct MatchProgress<'a> {
    /// The standings.
    pub standings: &'a Standings,
    /// The number of games of the schedule.
    pub total: u64,
    /// The sequential test, if there is one.
    pub sprt: Option<&'a Sprt>,
}

impl fmt::Display for MatchProgress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = &self.standings.names;
        write!(f, "{}/{}", self.standings.games(), self.total)?;
        if names.len() == 2 {
            let counts = self.standings.counts_of(0);
            write!(f, "  {} {}  Elo {}", names[0], score(&counts), elo(&counts))?;
        } else {
            for (index, name) in names.iter().enumerate() {
                let points = self.standings.counts_of(index).score().unwrap_or_default();
                write!(f, "  {name} {:.1} %", 100.0 * points)?;
            }
        }
        match self.sprt {
            Some(sprt) => write!(f, "  {}", llr(sprt, &self.standings.counts_of(0))),
            None => Ok(()),
        }
    }
}

/// The table at the end of a match.
pub struct StandingsTable<'a> {
    /// The standings.
    pub standings: &'a Standings,
    /// The sequential test, if there is one.
    pub sprt: Option<&'a Sprt>,
}

impl fmt::Display for StandingsTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = &self.standings.names;
        if names.len() > 2 {
            self.ranking(f)?;
        }
        for ((first, second), counts) in self.standings.pairings() {
            let (first, second, games) = (&names[first], &names[second], counts.games());
            writeln!(f, "{first} against {second}, {games} games")?;
            writeln!(f, "  W-D-L        {}", score(counts))?;
            writeln!(f, "  Elo          {}, 95 % over pairs", elo(counts))?;
            if let Some(estimate) = counts.estimate() {
                writeln!(f, "  superiority  {:.1} %", 100.0 * estimate.superiority)?;
            }
            write!(f, "  pairs       ")?;
            for (points, count) in ["0", "½", "1", "1½", "2"].iter().zip(counts.pairs) {
                write!(f, " {points}:{count}")?;
            }
            writeln!(f)?;
            if let Some(sprt) = self.sprt {
                let verdict = match sprt.decision(counts) {
                    Decision::PlayOn => "not decided".to_owned(),
                    Decision::AcceptH0 => format!("H0 accepted, elo0={}", sprt.elo0),
                    Decision::AcceptH1 => format!("H1 accepted, elo1={}", sprt.elo1),
                };
                writeln!(f, "  SPRT         {}: {verdict}", llr(sprt, counts))?;
            }
        }
        self.terminations(f)
    }
}

impl StandingsTable<'_> {
    /// All engines, the best first, each with its score against all its opponents.
    fn ranking(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.standings.names.iter().enumerate();
        let row = |(index, name)| (name, self.standings.counts_of(index));
        let mut rows: Vec<(&String, ResultCounts)> = names.map(row).collect();
        let points = |(_, counts): &(&String, ResultCounts)| counts.score().unwrap_or_default();
        rows.sort_by(|one, other| points(other).total_cmp(&points(one)));
        let width = widest(rows.iter().map(|(name, _)| name.as_str()));
        for (name, counts) in rows {
            let (name, score, elo) = (pad(name, width), score(&counts), elo(&counts));
            writeln!(f, "{name}  {score}  Elo {elo}")?;
        }
        writeln!(f)
    }

    /// The terminations, the mean length of a game, and the faults of each engine.
    fn terminations(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.standings.games();
        if games == 0 {
            return Ok(());
        }
        let mut terminations: Vec<(&String, &u64)> = self.standings.terminations.iter().collect();
        terminations.sort_by_key(|&(name, count)| (Reverse(count), name));
        let list = |counts: Vec<String>| counts.join(", ");
        let counts = terminations.iter();
        let counts = counts.map(|(name, count)| format!("{name} {count}"));
        writeln!(f, "terminations  {}", list(counts.collect()))?;
        let length = (self.standings.plies + games / 2) / games;
        writeln!(f, "length        {} a game", plies(length))?;
        for (name, faults) in self.standings.names.iter().zip(&self.standings.faults) {
            let counts = faults.iter();
            let counts = counts.map(|(kind, count)| format!("{} {count}", kind.name()));
            if !faults.is_empty() {
                writeln!(f, "faults        {name}: {}", list(counts.collect()))?;
            }
        }
        Ok(())
    }
}
