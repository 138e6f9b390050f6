//! Floor 3: alpha-beta, and each technique on it in a room of its own.

mod alpha_beta;
mod aspiration;
pub mod bench;
mod buckets;
mod control;
pub mod correction;
mod deepest;
mod deferral;
pub mod engine;
mod extensions;
pub mod history;
pub mod iterative;
pub mod limits;
pub mod null_move;
pub mod ordering;
pub mod params;
mod pruning;
mod quiescence;
pub mod ranking;
pub mod reductions;
pub mod reference;
pub mod report;
pub mod resources;
mod root;
pub mod score;
pub mod see;
pub mod techniques;
mod threads;
pub mod time;
pub mod transposition;
mod worker;

pub use engine::{Engine, Idle, Probe, Request, RunningSearch, Settings};
pub use limits::{Clock, Limits};
pub use report::{Bound, Event, Line, Outcome};
pub use techniques::{NullMove, Pruning, Techniques, UnknownTechnique};
pub use threads::STACK_SIZE;
