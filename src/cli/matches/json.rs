//! The result of a match in JSON. Programs depend on the names: add some, rename none.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::arena::{Decision, Sprt, Standings};

/// Returns an object for each pairing, and one for the match.
pub fn records(standings: &Standings, sprt: Option<&Sprt>) -> Vec<Value> {
    let names = &standings.names;
    let pairings = standings.pairings().map(|((first, second), counts)| {
        let estimate = counts.estimate();
        json!({
            "type": "pairing",
            "first": names[first],
            "second": names[second],
            "wins": counts.wins,
            "draws": counts.draws,
            "losses": counts.losses,
            "pairs": counts.pairs,
            "elo": estimate.map(|found| [found.elo, found.low, found.high]),
            "superiority": estimate.map(|found| found.superiority),
            "llr": sprt.map(|sprt| sprt.llr(counts)),
            "decision": sprt.map(|sprt| match sprt.decision(counts) {
                Decision::PlayOn => "play-on",
                Decision::AcceptH0 => "h0",
                Decision::AcceptH1 => "h1",
            }),
        })
    });
    let faults = names.iter().zip(&standings.faults);
    let whole = json!({
        "type": "match",
        "games": standings.games(),
        "plies": standings.plies,
        "terminations": standings.terminations,
        "faults": faults.collect::<BTreeMap<_, _>>(),
    });
    pairings.chain([whole]).collect()
}
