//! Licences of dependencies: every crate that this platform's build uses has a licence that deny.toml allows.
//! `cargo deny check` (tests/licences.sh) checks all platforms, and more.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Returns the licences that deny.toml allows.
fn allowed(root: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(root.join("deny.toml")).expect("deny.toml");
    let table: toml::Table = text.parse().expect("deny.toml is TOML");
    let list = table["licenses"]["allow"].as_array().expect("a list");
    let names = list
        .iter()
        .map(|name| name.as_str().expect("a name").to_owned());
    names.collect()
}

/// Returns true if an SPDX expression such as `(MIT OR Apache-2.0) AND Zlib` can be satisfied with allowed licences. OR binds
/// more tightly than AND here: that may reject an expression, but accepts no wrong one. A licence with an exception is not
/// the licence that deny.toml names.
fn is_satisfied(expression: &str, allowed: &BTreeSet<String>) -> bool {
    // Old crates write a slash for OR.
    let text = expression.replace('/', " OR ").replace(['(', ')'], "");
    let mut parts = text.split(" AND ");
    parts.all(|part| part.split(" OR ").any(|name| allowed.contains(name.trim())))
}

#[test]
fn spdx_expressions_are_evaluated() {
    let allowed = ["MIT", "Zlib"].map(str::to_owned).into();
    for (expression, is_allowed) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(GPL-3.0 OR Zlib) AND MIT", true),
        ("MIT AND Zlib OR GPL-3.0", true),
        ("MIT WITH some-exception", false),
        ("MIT WITH some-exception OR Zlib", true),
    ] {
        assert_eq!(
            is_satisfied(expression, &allowed),
            is_allowed,
            "{expression}"
        );
    }
}

#[test]
fn every_crate_has_a_licence_that_is_allowed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let allowed = allowed(root);
    let version = Command::new("rustc").arg("-vV").output().expect("rustc");
    let version = String::from_utf8(version.stdout).expect("text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.expect("rustc prints its host");
    // This needs no network, because the crates of this platform were used to build this test.
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1"])
        .args(["--filter-platform", host])
        .current_dir(root)
        .output()
        .expect("cargo");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 20);
    for package in packages {
        let (name, licence) = (&package["name"], package["license"].as_str());
        let licence = licence.unwrap_or_else(|| panic!("{name} names no licence"));
        assert!(is_satisfied(licence, &allowed), "{name}: {licence}");
    }
}
