//! The table at the end of a match, and the line while it goes on.

use std::fmt;

use crate::arena::{Decision, Sprt, Standings, Tally};

/// `80-60-60 (55.0 %)`.
struct Score<'a>(&'a Tally);

impl fmt::Display for Score<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = self.0;
        write!(f, "{}-{}-{}", tally.wins, tally.draws, tally.losses)?;
        match tally.score() {
            Some(score) => write!(f, " ({:.1} %)", 100.0 * score),
            None => Ok(()),
        }
    }
}

/// `+34.9 [+1.2, +68.8]`, or a dash before the first pair.
struct Elo<'a>(&'a Tally);

impl fmt::Display for Elo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.estimate() {
            None => write!(f, "-"),
            Some(found) => write!(
                f,
                "{:+.1} [{:+.1}, {:+.1}]",
                found.elo, found.low, found.high
            ),
        }
    }
}

/// How a test stands.
struct Test<'a>(&'a Sprt, &'a Tally);

impl fmt::Display for Test<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Test(sprt, tally) = self;
        let (lower, upper) = (sprt.lower(), sprt.upper());
        write!(f, "LLR {:+.2} [{lower:+.2}, {upper:+.2}]", sprt.llr(tally))
    }
}

/// The match in one line, while it goes on.
pub struct Progress<'a> {
    /// How it stands.
    pub standings: &'a Standings,
    /// Games of the whole match.
    pub total: u64,
    /// The test, if there is one.
    pub sprt: Option<&'a Sprt>,
}

impl fmt::Display for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.standings.names();
        write!(f, "{}/{}", self.standings.games(), self.total)?;
        if names.len() == 2 {
            let tally = self.standings.of(0);
            write!(f, "  {} {}  Elo {}", names[0], Score(&tally), Elo(&tally))?;
        } else {
            for (index, name) in names.iter().enumerate() {
                let points = self.standings.of(index).score().unwrap_or_default();
                write!(f, "  {name} {:.1} %", 100.0 * points)?;
            }
        }
        match self.sprt {
            Some(sprt) => write!(f, "  {}", Test(sprt, &self.standings.of(0))),
            None => Ok(()),
        }
    }
}

/// The table.
pub struct Table<'a> {
    /// How it stands.
    pub standings: &'a Standings,
    /// The test, if there is one.
    pub sprt: Option<&'a Sprt>,
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.standings.names();
        if names.len() > 2 {
            self.ranking(f)?;
        }
        for ((first, second), tally) in self.standings.pairings() {
            writeln!(
                f,
                "{} against {}, {} games",
                names[first],
                names[second],
                tally.games()
            )?;
            writeln!(f, "  W-D-L        {}", Score(tally))?;
            writeln!(f, "  Elo          {}, 95 % over pairs", Elo(tally))?;
            if let Some(found) = tally.estimate() {
                writeln!(f, "  superiority  {:.1} %", 100.0 * found.superiority)?;
            }
            write!(f, "  pairs       ")?;
            for (points, count) in ["0", "½", "1", "1½", "2"].iter().zip(tally.pairs) {
                write!(f, " {points}:{count}")?;
            }
            writeln!(f)?;
            if let Some(sprt) = self.sprt {
                let verdict = match sprt.decision(tally) {
                    Decision::PlayOn => "not decided".to_owned(),
                    Decision::AcceptH0 => format!("H0 accepted, elo0={}", sprt.elo0),
                    Decision::AcceptH1 => format!("H1 accepted, elo1={}", sprt.elo1),
                };
                writeln!(f, "  SPRT         {}: {verdict}", Test(sprt, tally))?;
            }
        }
        self.endings(f)
    }
}

impl Table<'_> {
    /// All engines, the best first; each against all that it met.
    fn ranking(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.standings.names();
        let mut rows: Vec<(&str, Tally)> = names
            .iter()
            .enumerate()
            .map(|(index, name)| (name.as_str(), self.standings.of(index)))
            .collect();
        rows.sort_by(|(_, one), (_, other)| {
            other
                .score()
                .partial_cmp(&one.score())
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        let width = names
            .iter()
            .map(|name| name.chars().count())
            .max()
            .unwrap_or(0);
        for (name, tally) in rows {
            writeln!(f, "{name:width$}  {}  Elo {}", Score(&tally), Elo(&tally))?;
        }
        writeln!(f)
    }

    fn endings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.standings.games();
        if games == 0 {
            return Ok(());
        }
        let mut endings: Vec<(&String, &u64)> = self.standings.endings().iter().collect();
        endings.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
        let endings: Vec<String> = endings
            .iter()
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        writeln!(f, "endings  {}", endings.join(", "))?;
        writeln!(
            f,
            "length   {} plies a game",
            (self.standings.plies() + games / 2) / games
        )?;
        for (index, name) in self.standings.names().iter().enumerate() {
            let faults = self.standings.faults(index);
            if !faults.is_empty() {
                let faults: Vec<String> = faults
                    .iter()
                    .map(|(kind, count)| format!("{} {count}", kind.name()))
                    .collect();
                writeln!(f, "faults   {name}: {}", faults.join(", "))?;
            }
        }
        Ok(())
    }
}
