//! The pages that are open. The server ends some seconds after the last of them, but not when a page is loaded again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::engine::PageEngine;

/// Pages at a time. Each keeps one of the six connections that a browser opens to a server.
const MAX_PAGES: usize = 4;
/// The time in which a page can be loaded again, or goes on to load.
const RELOAD_TIME: Duration = Duration::from_secs(5);

/// The pages that are open, with their engines.
#[derive(Default)]
pub struct Pages {
    engines: HashMap<u64, Arc<PageEngine>>,
    /// The number of the page that was opened last.
    last: u64,
    /// When the last page was closed, or a file was sent after that; `None` while there is a page, and before the first.
    empty_since: Option<Instant>,
}

impl Pages {
    /// True if one more page can be opened.
    pub fn have_room(&self) -> bool {
        self.engines.len() < MAX_PAGES
    }

    /// Waits for a page that is being loaded.
    pub fn expect_page(&mut self, now: Instant) {
        self.empty_since = self.empty_since.map(|_| now);
    }

    /// Adds a page, and returns its number.
    pub fn open(&mut self, engine: PageEngine) -> u64 {
        self.last += 1;
        self.engines.insert(self.last, Arc::new(engine));
        self.empty_since = None;
        self.last
    }

    /// The engine of the page with this number.
    pub fn engine(&self, number: u64) -> Option<Arc<PageEngine>> {
        self.engines.get(&number).cloned()
    }

    /// Removes a page.
    pub fn close(&mut self, number: u64, now: Instant) {
        self.engines.remove(&number);
        if self.engines.is_empty() {
            self.empty_since = Some(now);
        }
    }

    /// True if there was a page, and none since a while.
    pub fn have_gone(&self, now: Instant) -> bool {
        let is_over = |since| now.saturating_duration_since(since) >= RELOAD_TIME;
        self.empty_since.is_some_and(is_over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Options;

    #[test]
    fn pages_have_gone_some_time_after_the_last_was_closed() {
        let engine =
            || PageEngine::start(Options::default(), std::sync::mpsc::channel().0).unwrap();
        let mut pages = Pages::default();
        let start = Instant::now();
        let later = start + RELOAD_TIME;
        assert!(!pages.have_gone(later));
        let first = pages.open(engine());
        assert!(pages.engine(first).is_some() && !pages.have_gone(later));
        pages.close(first, start);
        assert!(pages.engine(first).is_none());
        assert!(!pages.have_gone(later - Duration::from_millis(1)) && pages.have_gone(later));
        pages.expect_page(later);
        assert!(!pages.have_gone(later) && pages.have_gone(later + RELOAD_TIME));
        // The page is loaded again, and a second one opened.
        let (again, second) = (pages.open(engine()), pages.open(engine()));
        pages.close(again, later);
        assert!(!pages.have_gone(later + RELOAD_TIME) && pages.have_room());
        pages.close(second, later);
        assert!(pages.have_gone(later + RELOAD_TIME));
        for _ in 0..MAX_PAGES {
            pages.open(engine());
        }
        assert!(!pages.have_room());
    }
}
