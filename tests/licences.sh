#!/usr/bin/env bash
# Check the licences, sources and versions of every crate by cargo-deny, by deny.toml.
#
#   tests/licences.sh
#
# Installs cargo-deny from crates.io if it is not there, which compiles for minutes; so it is not among the checks that
# run before every change (tests/library/licences.rs is, and checks the licences alone). Known security faults are checked too
# where their database can be reached, and it is said where not.
set -u

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
if ! cargo deny --version >/dev/null 2>&1 && ! cargo install --locked cargo-deny; then
    echo "licences: cargo-deny cannot be installed" >&2
    exit 2
fi
cargo deny check bans licenses sources || exit 1
if ! cargo deny fetch db; then
    echo "licences: the database of security faults cannot be reached; not checked"
    exit 0
fi
cargo deny check advisories
