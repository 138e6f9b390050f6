//! Parameters of the search: the name, value, range and step of each tunable number.
//!
//! Depths are in plies and margins in units of the evaluation, about hundredths of a pawn. Other units are named.
//!
//! In the usual build each is a constant. In a **tuning build** (`cargo build --release --features tuning`) each is also an
//! option of the protocol by the same name, so that `chuhe match` can play any value against any other without a rebuild:
//!
//! ```text
//! chuhe match --engine "name=wide  cmd=chuhe option.aspiration_window=40" \
//!             --engine "name=usual cmd=chuhe" ...
//! ```
//!
//! The step is the smallest change whose effect a match is likely to show.
//!
//! Some have a second value for the search that helps the solver ([`Purpose::Mates`]). It sees more mates with them, and is not
//! disturbed when the first values are tuned to win games. It has no singular extensions.

#[cfg(feature = "tuning")]
use std::cell::Cell;
#[cfg(feature = "tuning")]
use std::sync::atomic::{AtomicI32, Ordering};

use super::techniques::Purpose;

/// A parameter of the search.
#[cfg(any(feature = "tuning", test))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, which is also that of its option in a tuning build.
    pub name: &'static str,
    /// Its default value.
    pub value: i32,
    /// The smallest value allowed.
    pub min: i32,
    /// The largest value allowed.
    pub max: i32,
    /// The smallest change whose effect a match is likely to show.
    pub step: i32,
}

macro_rules! params {
    ($( $name:ident = $value:literal $(/ $mates:literal)?, $min:literal ..= $max:literal, $step:literal, $about:literal; )+) => {
        /// All parameters.
        #[cfg(any(feature = "tuning", test))]
        pub const ALL: &[Param] = &[
            $( Param {
                name: stringify!($name),
                value: $value,
                min: $min,
                max: $max,
                step: $step,
            }, )+
        ];

        #[allow(non_camel_case_types)]
        enum Index { $( $name, )+ }

        /// The values of a tuning build, for threads without [their own](own_values).
        #[cfg(feature = "tuning")]
        static VALUES: Values = [ $( AtomicI32::new($value), )+ ];

        /// A value for each parameter, in the order of [`ALL`].
        #[cfg(feature = "tuning")]
        type Values = [AtomicI32; [$( $value ),+].len()];

        $( param! { $name, $value $(, $mates)?, $about } )+
    };
}

/// Declares the function of a parameter; with a second value it takes the purpose of the search.
macro_rules! param {
    ($name:ident, $value:literal, $about:literal) => {
        #[doc = $about]
        #[inline(always)]
        pub fn $name() -> i32 {
            in_games(Index::$name, $value)
        }
    };
    ($name:ident, $value:literal, $mates:literal, $about:literal) => {
        #[doc = $about]
        #[inline(always)]
        pub fn $name(purpose: Purpose) -> i32 {
            match purpose {
                Purpose::Games => in_games(Index::$name, $value),
                Purpose::Mates => $mates,
            }
        }
    };
}

/// The value of a parameter in games.
#[cfg(feature = "tuning")]
#[inline(always)]
fn in_games(index: Index, _default: i32) -> i32 {
    in_use()[index as usize].load(Ordering::Relaxed)
}

/// The value of a parameter in games: its default.
#[cfg(not(feature = "tuning"))]
#[inline(always)]
fn in_games(_index: Index, default: i32) -> i32 {
    default
}

params! {
    // Name, value (in games / to see mates), range, step, meaning.
    aspiration_depth        = 4,             2..=10,       1,    "Aspiration: depth from which the window is used.";
    aspiration_window       = 26 / 21,       4..=80,       6,    "Aspiration: half the first window.";

    null_fixed_r            = 2,             1..=4,        1,    "Null move: R of the fixed form (Donninger's 2).";
    null_verified_r         = 3,             1..=5,        1,    "Null move: R of the verified form (Tabibi & Netanyahu's 3).";
    null_deep_base          = 3,             1..=6,        1,    "Null move, deep form: the constant part of R.";
    null_deep_depth         = 3,             2..=8,        1,    "Null move, deep form: R grows by a ply for this many plies of depth.";
    null_deep_margin        = 84 / 190,      60..=600,     60,   "Null move, deep form: R grows by a ply for each such margin above beta, up to 3.";
    null_deep_eval          = 121 / 120,     0..=400,      30,   "Null move, deep form: how far the static evaluation must be above beta at depth 0.";
    null_deep_slope         = 9 / 15,        0..=60,       5,    "Null move, deep form: how much less far for each ply of depth.";
    null_deep_verify        = 14,            6..=40,       4,    "Null move, deep form: from this depth on a fail high is verified.";

    lmr_base                = 979 / 1485,    0..=2000,     150,  "Reductions: constant part, in 1/1024 ply.";
    lmr_slope               = 487 / 540,     200..=800,    50,   "Reductions: factor of ln(depth) * ln(number), in 1/1024 ply.";
    lmr_full_moves          = 2,             1..=6,        1,    "Reductions: moves searched to full depth before the first reduced one.";
    lmr_depth               = 3,             2..=6,        1,    "Reductions: depth from which moves are reduced.";
    lmr_history             = 18699 / 14800, 3000..=40000, 3000, "Reductions: history that takes one ply off the reduction.";
    lmr_cut_node            = 1080,          0..=3000,     400,  "Reductions: more at nodes expected to cut, in 1/1024 ply.";
    lmr_capture             = 935,           0..=4000,     400,  "Reductions: less for a capture, in 1/1024 ply.";
    lmr_answer              = 230,           0..=4000,     400,  "Reductions: less for an answer to a check or a mate threat, in 1/1024 ply.";
    lmr_pv                  = 730,           0..=3000,     400,  "Reductions: less on the principal variation, in 1/1024 ply.";
    lmr_table_capture       = 1024,          0..=4000,     400,  "Reductions: more if the table move is a capture, in 1/1024 ply.";
    lmr_improving           = 305,           0..=2000,     250,  "Reductions: less where the evaluation improves, in 1/1024 ply.";

    reverse_futility_depth  = 5,             3..=14,       2,    "Reverse futility: greatest depth.";
    reverse_futility_margin = 66 / 59,       30..=200,     15,   "Reverse futility: margin per ply.";
    futility_depth          = 8,             3..=14,       2,    "Futility: greatest depth left after reduction.";
    futility_base           = 1 / 2,         0..=400,      40,   "Futility: constant margin.";
    futility_margin         = 35 / 52,       30..=300,     25,   "Futility: margin per ply.";
    futility_history        = 195 / 164,     40..=1000,    40,   "Futility: history that adds a point to the margin.";
    history_pruning_depth   = 4,             1..=8,        1,    "History pruning: greatest depth left after reduction.";
    history_pruning_margin  = 4825 / 3500,   500..=12000,  700,  "History pruning: least history, negated, per ply.";
    see_depth               = 8,             3..=14,       2,    "SEE pruning: greatest depth.";
    see_quiet_margin        = 150 / 99,      20..=250,     25,   "SEE pruning: what a quiet move may lose, per ply.";
    see_capture_margin      = 134 / 155,     40..=400,     40,   "SEE pruning: what a capture may lose, per ply.";
    iir_depth               = 4,             2..=10,       1,    "Internal iterative reduction: least depth.";

    singular_depth          = 8,             4..=14,       1,    "Singular extension: least depth.";
    singular_margin         = 1,             1..=8,        1,    "Singular extension: how much worse all others must be, per ply of depth.";
    singular_double_margin  = 18,            0..=120,      12,   "Singular extension: how much worse still for a second ply, off the principal variation.";

    delta_margin            = 122 / 180,     0..=500,      60,   "Quiescence: delta margin, by how much a capture may fall short of alpha besides its victim's value.";
    quiescence_checks       = 6,             0..=12,       2,    "Quiescence: checks answered in one line; later ones are ignored.";

    correction_grain        = 560 / 410,     100..=2000,   100,  "Correction history: units of an entry for one point of score.";

    history_bonus           = 199,           40..=500,     40,   "History: bonus per ply of depth.";
    history_eval            = 10 / 12,       0..=64,       4,    "History: bonus of a quiet move for each point by which the mover's evaluation rose.";
    history_max             = 1420,          400..=6000,   400,  "History: largest bonus.";

    clock_contempt          = 20,            0..=100,      10,   "With a clock: by how much less a draw is worth than the style says.";

    time_moves_first        = 36,            12..=80,      4,    "Time: moves that the clock must last for at the start of a game with increments.";
    time_moves_last         = 14,            8..=60,       2,    "Time: the same late in the game.";
    time_moves_fixed        = 32,            12..=80,      4,    "Time: the same without increments, and the most if the number of moves to the next control is known.";
    time_increment          = 75,            20..=100,     10,   "Time: part of the increment that a move may take, in hundredths.";
    time_hard_factor        = 4,             1..=12,       1,    "Time: the hard limit as a multiple of the soft one.";
    time_unstable           = 150,           100..=250,    15,   "Time: factor of the soft limit while the best move is new, in hundredths.";
    time_stable             = 13,            0..=15,       2,    "Time: hundredths less for each iteration that the best move has been the same, up to 8 iterations.";
    time_fallen             = 100,           0..=300,      40,   "Time: hundredths more for each 100 points that the score fell.";
    time_effortless         = 145,           100..=250,    15,   "Time: factor of the soft limit if the best move took no nodes, in hundredths.";
    time_effort             = 75,            0..=120,      15,   "Time: hundredths less if it took all of them.";
}

/// Finds a parameter by its name in any case. Returns its index in [`ALL`], and the parameter.
#[cfg(any(feature = "tuning", test))]
pub fn find(name: &str) -> Option<(usize, &'static Param)> {
    let mut params = ALL.iter().enumerate();
    params.find(|(_, param)| param.name.eq_ignore_ascii_case(name))
}

#[cfg(feature = "tuning")]
thread_local! {
    /// The values of this thread; `None` if it uses those of the program.
    static OWN: Cell<Option<&'static Values>> = const { Cell::new(None) };
}

/// The values that this thread searches with.
#[cfg(feature = "tuning")]
#[inline(always)]
fn in_use() -> &'static Values {
    OWN.get().unwrap_or(&VALUES)
}

/// Sets the parameter at this index of [`ALL`] for the whole program, or for this thread if it [has its own](own_values). The
/// value is in its range.
#[cfg(feature = "tuning")]
pub fn set(index: usize, value: i32) {
    in_use()[index].store(value, Ordering::Relaxed);
}

/// Gives this thread values of its own, which begin as the defaults. They are never freed.
#[cfg(feature = "tuning")]
pub fn own_values() {
    let values = std::array::from_fn(|index| AtomicI32::new(ALL[index].value));
    OWN.set(Some(Box::leak(Box::new(values))));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_in_its_range_and_found_by_its_name() {
        for (place, param) in ALL.iter().enumerate() {
            let (name, range) = (param.name, param.min..=param.max);
            assert!(range.contains(&param.value), "{name}");
            assert!(param.step > 0, "{name}");
            let stepped = [param.value - param.step, param.value + param.step];
            assert!(stepped.iter().any(|value| range.contains(value)), "{name}");
            assert_eq!(find(&name.to_uppercase()), Some((place, param)), "{name}");
        }
        assert_eq!(find("LMR_Base").unwrap().1.value, lmr_base(Purpose::Games));
        assert!(find("lmr").is_none());
    }
}
