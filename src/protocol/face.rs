//! The two protocols, and the few customs in which they differ beyond their text.

/// A protocol, as the engine shows itself in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// UCCI 3.0.
    Ucci,
    /// UCI, as GUIs for xiangqi speak it (the Cyclone dialect).
    Uci,
}

impl Face {
    /// Its name.
    ///
    /// ```
    /// use chuhe::protocol::Face;
    /// assert_eq!(Face::Uci.name(), "UCI");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Face::Ucci => "UCCI",
            Face::Uci => "UCI",
        }
    }

    /// Whether a `stop` in idle is answered: UCCI's GUIs may have lost count, UCI's expect silence.
    pub const fn answers_stop_in_idle(self) -> bool {
        matches!(self, Face::Ucci)
    }

    /// Whether a best move names the answer expected without an option that asks for it.
    pub const fn always_names_ponder(self) -> bool {
        matches!(self, Face::Uci)
    }

    /// Whether it has words for bounds. A bound told as a score misleads.
    pub const fn tells_bounds(self) -> bool {
        matches!(self, Face::Uci)
    }
}
