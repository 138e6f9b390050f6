//! Every number of the search, in one table: its name, value, range and step.
//!
//! Depths are plies, margins are centipawn-like units of the evaluation, parts are in 1/1024 of a ply or in hundredths, as said.
//!
//! In the usual build each is a constant. In a **tuning build** (`cargo build --release --features tuning`) each is also an
//! option of the protocol by the same name, so that `chuhe match` can play any value against any other without a rebuild:
//!
//! ```text
//! chuhe match --engine "name=wide  cmd=chuhe option.aspiration_window=26" \
//!             --engine "name=usual cmd=chuhe" ...
//! ```
//!
//! The step is by how much a value must change for a match to have a chance to show it.

#[cfg(feature = "tuning")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A number of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, and its option's in a tuning build.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its default value.
    pub value: i32,
    /// Its smallest value.
    pub least: i32,
    /// Its largest value.
    pub most: i32,
    /// By how much to change it, to see a difference.
    pub step: i32,
}

macro_rules! params {
    ($( $(#[doc = $doc:literal])+ $name:ident = $value:literal, $least:literal ..= $most:literal, $step:literal; )+) => {
        /// All of them.
        pub const ALL: &[Param] = &[
            $( Param {
                name: stringify!($name),
                about: concat!($($doc),+),
                value: $value,
                least: $least,
                most: $most,
                step: $step,
            }, )+
        ];

        #[cfg(feature = "tuning")]
        #[allow(non_camel_case_types)]
        enum Place { $( $name, )+ }

        #[cfg(feature = "tuning")]
        static VALUES: [AtomicI32; ALL.len()] = [ $( AtomicI32::new($value), )+ ];

        $(
            $(#[doc = $doc])+
            #[inline(always)]
            pub fn $name() -> i32 {
                #[cfg(feature = "tuning")]
                {
                    VALUES[Place::$name as usize].load(Ordering::Relaxed)
                }
                #[cfg(not(feature = "tuning"))]
                {
                    $value
                }
            }
        )+
    };
}

params! {
    /// Aspiration: depth from which the window is used.
    aspiration_depth = 4, 2..=10, 1;
    /// Aspiration: half the first window.
    aspiration_window = 21, 4..=80, 6;

    /// Null move: R of the fixed form (Donninger's 2).
    null_fixed_r = 2, 1..=4, 1;
    /// Null move: R of the verified form (Tabibi & Netanyahu's 3).
    null_verified_r = 3, 1..=5, 1;
    /// Null move, deep form: the constant part of R.
    null_deep_base = 3, 1..=6, 1;
    /// Null move, deep form: one ply more of R for each so many plies of depth.
    null_deep_depth = 3, 2..=8, 1;
    /// Null move, deep form: one ply more of R for each so much above beta.
    null_deep_margin = 190, 60..=600, 60;
    /// Null move, deep form: from this depth on a fail high is verified.
    null_deep_verify = 14, 6..=40, 4;

    /// Reductions: constant part, in 1/1024 ply.
    lmr_base = 1485, 0..=2000, 150;
    /// Reductions: factor of ln(depth) * ln(number), in 1/1024 ply.
    lmr_slope = 540, 200..=800, 50;
    /// Reductions: moves searched to full depth before the first reduced one.
    lmr_full_moves = 2, 1..=6, 1;
    /// Reductions: depth from which moves are reduced.
    lmr_depth = 3, 2..=6, 1;
    /// Reductions: so much history takes a ply off the reduction.
    lmr_history = 14800, 3000..=40000, 3000;
    /// Reductions: more at nodes expected to cut, in 1/1024 ply.
    lmr_cut_node = 1080, 0..=3000, 400;
    /// Reductions: less for a capture, in 1/1024 ply.
    lmr_capture = 935, 0..=4000, 400;
    /// Reductions: less for an answer to a check or a mate threat, in 1/1024 ply.
    lmr_answer = 230, 0..=4000, 400;
    /// Reductions: less on the principal variation, in 1/1024 ply.
    lmr_pv = 730, 0..=3000, 400;
    /// Reductions: less where the evaluation improves, in 1/1024 ply.
    lmr_improving = 305, 0..=2000, 250;

    /// Reverse futility: greatest depth.
    reverse_futility_depth = 8, 3..=14, 2;
    /// Reverse futility: margin a ply.
    reverse_futility_margin = 59, 30..=200, 15;
    /// Razoring: greatest depth.
    razor_depth = 3, 0..=8, 1;
    /// Razoring: margin a ply.
    razor_margin = 264, 100..=600, 60;
    /// Futility: greatest depth left after reduction.
    futility_depth = 8, 3..=14, 2;
    /// Futility: constant margin.
    futility_base = 2, 0..=400, 40;
    /// Futility: margin a ply.
    futility_margin = 52, 30..=300, 25;
    /// Late-move pruning: greatest depth.
    late_move_depth = 8, 3..=14, 2;
    /// Late-move pruning: quiet moves searched at depth 0.
    late_move_base = 7, 0..=12, 2;
    /// SEE pruning: greatest depth.
    see_depth = 8, 3..=14, 2;
    /// SEE pruning: what a quiet move may lose, a ply.
    see_quiet_margin = 99, 20..=250, 25;
    /// SEE pruning: what a capture may lose, a ply.
    see_capture_margin = 155, 40..=400, 40;
    /// Internal iterative reduction: least depth.
    iir_depth = 4, 2..=10, 1;

    /// Singular extension: least depth.
    singular_depth = 8, 4..=14, 1;
    /// Singular extension: how much worse all others must be, a ply of depth.
    singular_margin = 1, 1..=8, 1;
    /// Singular extension: so much worse still earns a second ply, away from the principal variation.
    singular_double = 28, 0..=120, 12;

    /// Quiescence: what a capture may fall short of alpha beyond its victim's value.
    delta_margin = 180, 0..=500, 60;
    /// Quiescence: checks answered in one line before the rest is taken as quiet.
    quiescence_checks = 6, 0..=12, 2;

    /// Correction history: units of an entry that make one point of score.
    correction_grain = 410, 100..=2000, 100;

    /// History: bonus a ply of depth.
    history_bonus = 199, 40..=500, 40;
    /// History: largest bonus.
    history_max = 1420, 400..=6000, 400;

    /// Threads: depth from which a move that another thread is searching is put off.
    defer_depth = 4, 1..=20, 1;

    /// Time: moves that a game is expected to last when the clock does not say.
    time_moves_left = 32, 12..=80, 4;
    /// Time: how much of the increment a move may take, in hundredths.
    time_increment = 75, 20..=100, 10;
    /// Time: the hard limit, in soft ones.
    time_hard_factor = 4, 1..=12, 1;
    /// Time: the soft limit while the best move is new, in hundredths.
    time_unstable = 135, 100..=250, 15;
    /// Time: so many hundredths less for each iteration that the best move has been the same, up to 8.
    time_stable = 9, 0..=15, 2;
    /// Time: so many hundredths more for each 100 points that the score fell.
    time_fallen = 100, 0..=300, 40;
    /// Time: the soft limit while the best move took no nodes, in hundredths.
    time_effortless = 145, 100..=250, 15;
    /// Time: so many hundredths less when it took all of them.
    time_effort = 75, 0..=120, 15;
}

/// The place in [`ALL`] of the number of this name, in any case, and the number.
pub fn find(name: &str) -> Option<(usize, &'static Param)> {
    let mut places = ALL.iter().enumerate();
    places.find(|(_, param)| param.name.eq_ignore_ascii_case(name))
}

/// Changes the number at this place of [`ALL`] for the whole program; the value is in range.
#[cfg(feature = "tuning")]
pub fn set(place: usize, value: i32) {
    VALUES[place].store(value, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_its_range_and_found_by_its_name() {
        for (place, param) in ALL.iter().enumerate() {
            let (name, range) = (param.name, param.least..=param.most);
            assert!(range.contains(&param.value), "{name}");
            assert!(param.step > 0, "{name}");
            let stepped = [param.value - param.step, param.value + param.step];
            assert!(stepped.iter().any(|value| range.contains(value)), "{name}");
            assert!(param.about.ends_with('.'), "{name}");
            assert_eq!(find(&name.to_uppercase()), Some((place, param)), "{name}");
        }
        assert_eq!(find("LMR_Base").unwrap().1.value, lmr_base());
        assert!(find("lmr").is_none());
    }
}
