//! The positions of a training, and what the terms say of each.
//!
//! A network that is added to the terms has to learn what they miss. What they say of a position never changes while it
//! learns, so it is asked once.

use super::input::Input;
use crate::eval::network::Base;
use crate::eval::{Evaluator, Knowledge};
use crate::train::packed::{Record, unpack};
use crate::train::parallel;

/// Positions to learn from, or to check with.
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    records: &'a [Record],
    /// What the terms say of each, centipawns for the mover; none where the network scores alone.
    terms: &'a [i16],
}

/// What the terms say of positions, for a network with such a base: centipawns for the mover, by so many threads.
pub fn terms(records: &[Record], base: Base, threads: usize) -> Vec<i16> {
    if base == Base::Nothing {
        return Vec::new();
    }
    let evaluator = &Evaluator::hand_crafted(Knowledge::Full);
    // A record that holds no position teaches nothing; whoever read the file has refused it.
    let ask = |record: &Record| {
        let board = unpack(record).ok()?.board;
        let score = evaluator.evaluate(&board);
        i16::try_from(score).ok()
    };
    let share = records.len().div_ceil(threads.max(1));
    parallel::each(&parallel::cut(records.len(), share), threads, |places| {
        let scores = records[places].iter();
        scores
            .map(|record| ask(record).unwrap_or(0))
            .collect::<Vec<i16>>()
    })
    .concat()
}

impl<'a> Positions<'a> {
    /// These, with what [`terms`] found.
    pub fn new(records: &'a [Record], terms: &'a [i16]) -> Positions<'a> {
        debug_assert!(terms.is_empty() || terms.len() == records.len());
        Positions { records, terms }
    }

    /// How many.
    pub fn len(self) -> usize {
        self.records.len()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.records.is_empty()
    }

    /// The record at a place.
    pub fn record(self, place: usize) -> &'a Record {
        &self.records[place]
    }

    /// What the network is shown of the record at a place.
    #[inline]
    pub fn input(self, place: usize) -> Input {
        Input {
            base: self.terms.get(place).map_or(0.0, |&said| said.into()),
            ..Input::read(&self.records[place])
        }
    }
}
