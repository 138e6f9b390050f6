//! The page: what the module sends to JavaScript.

mod imports {
    #[link(wasm_import_module = "chuhe")]
    unsafe extern "C" {
        pub fn send_line(text: *const u8, length: usize);
        pub fn send_reply(text: *const u8, length: usize);
        pub fn send_panic(text: *const u8, length: usize);
    }
}

/// Sends a line of UCCI or UCI.
pub fn send_line(text: &str) {
    // SAFETY: the function reads the text before it returns.
    unsafe { imports::send_line(text.as_ptr(), text.len()) }
}

/// Sends the reply to a request in JSON.
pub fn send_reply(text: &str) {
    // SAFETY: as in `send_line`.
    unsafe { imports::send_reply(text.as_ptr(), text.len()) }
}

/// Sends the message of a panic, or of a network that cannot be used, after which the module cannot be used.
pub fn send_panic(text: &str) {
    // SAFETY: as in `send_line`.
    unsafe { imports::send_panic(text.as_ptr(), text.len()) }
}
