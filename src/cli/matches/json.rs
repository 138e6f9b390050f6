//! The result of a match in JSON. Programs depend on the names: add some, rename none.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::arena::{Decision, Sprt, Standings};

/// An object for each two engines, and one for the match.
pub fn records(standings: &Standings, sprt: Option<&Sprt>) -> Vec<Value> {
    let names = &standings.names;
    let pairings = standings.pairings().map(|((first, second), tally)| {
        let estimate = tally.estimate();
        json!({
            "type": "pairing",
            "first": names[first],
            "second": names[second],
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "pairs": tally.pairs,
            "elo": estimate.map(|found| [found.elo, found.low, found.high]),
            "superiority": estimate.map(|found| found.superiority),
            "llr": sprt.map(|sprt| sprt.llr(tally)),
            "decision": sprt.map(|sprt| match sprt.decision(tally) {
                Decision::PlayOn => "play-on",
                Decision::AcceptH0 => "h0",
                Decision::AcceptH1 => "h1",
            }),
        })
    });
    let faults = names.iter().zip(&standings.faults).map(|(name, faults)| {
        let counts = faults.iter().map(|(kind, count)| (kind.name(), *count));
        (name, counts.collect::<BTreeMap<&str, u64>>())
    });
    let whole = json!({
        "type": "match",
        "games": standings.games(),
        "plies": standings.plies,
        "endings": standings.terminations,
        "faults": faults.collect::<BTreeMap<_, _>>(),
    });
    pairings.chain([whole]).collect()
}
