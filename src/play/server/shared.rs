//! What the threads of the connections share.

use std::sync::atomic::AtomicUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::access::Access;
use super::pages::Pages;
use crate::protocol::Options;

/// What the threads of the connections share.
pub struct Shared {
    pub access: Access,
    /// The options of each page's engine at the beginning.
    pub options: Options,
    pub pages: Mutex<Pages>,
    pub connections: AtomicUsize,
}

impl Shared {
    /// The pages that are open.
    pub fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
