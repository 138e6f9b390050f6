//! The two protocols.

/// A protocol between a GUI and an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// UCCI 3.0.
    Ucci,
    /// UCI, as GUIs for xiangqi use it (the Cyclone dialect).
    Uci,
}
