//! Floor 3: alpha-beta, and each technique on it in a room of its own.

pub mod engine;
pub mod limits;
pub mod report;
pub mod score;
pub mod see;
pub mod techniques;

pub use engine::{Engine, Probe, Request, RunningSearch, Settings};
pub use limits::{Clock, Limits};
pub use report::{Bound, Event, Line, Outcome};
pub use techniques::{NullMove, Pruning, Techniques, UnknownTechnique};
