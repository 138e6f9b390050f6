//! Games and positions between a person and the engine (`chuhe play`). Layer 5 of `docs/architecture.md`.
//!
//! | file | idea |
//! |---|---|
//! | [`terminal`] | the game in a terminal: reads lines, writes the board and the result |
//! | `command` | a line of the player as a command or a move |
//! | `clock` | the clocks of both sides |
//! | [`server`] | the page for playing, analysing and solving, served to the browser of this computer |

mod clock;
mod command;
pub mod server;
pub mod terminal;
