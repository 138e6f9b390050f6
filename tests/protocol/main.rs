//! The protocols from outside: the built binary, driven over pipes.

mod book;
mod dialogue;
mod documented;
mod exit;
mod faults;
mod files;
mod harness;
mod log;
mod network;
mod noise;
mod options;
mod options_page;
mod scripts;
mod tables;
mod uci;

#[path = "../common/process.rs"]
mod process;
