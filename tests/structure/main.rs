//! Structure of the source: imports point to lower layers without cycles, and no file is too long. Clippy checks the length of
//! the library's functions, without comments (`too_many_lines` in `src/lib.rs`).

mod source;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use source::{Dependency, Source};

/// The layer of each module. A module may import from lower layers, and from its own layer without a cycle.
const LAYERS: &[(u32, &[&str])] = &[
    (
        1,
        &[
            "board",
            "catalogue",
            "columns",
            "config",
            "fnv",
            "host",
            "storage",
            "web",
        ],
    ),
    (2, &["notation", "rules", "diagram", "eval", "endgame"]),
    (3, &["search", "games"]),
    (4, &["solve", "book", "review", "puzzles", "arena", "train"]),
    (5, &["protocol", "json", "play"]),
    (6, &["cli", "locale", "python", "wasm", "lib", "main"]),
];

const FILE_LINES: usize = 450;
const CLI_LINES: usize = 6_800;

fn source() -> Source {
    Source::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

/// The strongly connected components with a cycle, largest first.
fn cycles<T: Copy + Ord>(edges: &BTreeSet<(T, T)>) -> Vec<Vec<T>> {
    let mut targets: BTreeMap<T, Vec<T>> = BTreeMap::new();
    for &(from, to) in edges {
        targets.entry(from).or_default().push(to);
    }
    let reachable = |start: T| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(node) = open.pop() {
            let next = targets.get(&node).into_iter().flatten();
            open.extend(next.filter(|&&target| seen.insert(target)));
        }
        seen
    };
    let reached: BTreeMap<T, BTreeSet<T>> = targets
        .keys()
        .map(|&node| (node, reachable(node)))
        .collect();
    let leads = |from: &T, to: &T| reached.get(from).is_some_and(|seen| seen.contains(to));
    let mut groups = BTreeSet::new();
    for (node, seen) in &reached {
        if seen.contains(node) {
            let group = seen.iter().filter(|other| leads(other, node));
            groups.insert(group.copied().collect::<Vec<T>>());
        }
    }
    let mut groups = Vec::from_iter(groups);
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// Pairs of files of which the first depends on the second.
fn file_edges(dependencies: &[Dependency]) -> BTreeSet<(usize, usize)> {
    dependencies.iter().map(|d| (d.user, d.definer)).collect()
}

/// A line for each dependency between two files of a group, with its first place in the source.
fn describe(source: &Source, dependencies: &[Dependency], group: &[usize]) -> String {
    let inside = |d: &&Dependency| group.contains(&d.user) && group.contains(&d.definer);
    let mut pairs = BTreeMap::new();
    for dependency in dependencies.iter().filter(inside) {
        pairs
            .entry((dependency.user, dependency.definer))
            .or_insert(dependency);
    }
    let lines = pairs
        .into_values()
        .map(|dependency| place(source, dependency));
    lines.collect::<Vec<_>>().join("\n")
}

/// The place of a dependency, as a line of a message.
fn place(source: &Source, dependency: &Dependency) -> String {
    let [user, definer] =
        [dependency.user, dependency.definer].map(|file| &source.files[file].path);
    let Dependency { line, path, .. } = dependency;
    format!("  src/{user}:{line} uses {path} of {definer}")
}

/// The top-level module of a file.
fn top_module(path: &str) -> &str {
    let end = path.find(['/', '.']).unwrap_or(path.len());
    &path[..end]
}

/// The layer of a file.
fn layer(path: &str) -> u32 {
    let name = top_module(path);
    let row = LAYERS.iter().find(|(_, modules)| modules.contains(&name));
    row.unwrap_or_else(|| panic!("module {name} has no layer"))
        .0
}

#[test]
fn files_do_not_import_each_other_in_a_cycle() {
    let source = source();
    let dependencies = source.dependencies();
    let cycles = cycles(&file_edges(&dependencies));
    let described = cycles.iter().map(|group| {
        let size = group.len();
        format!("{size} files:\n{}", describe(&source, &dependencies, group))
    });
    let text = described.collect::<Vec<_>>().join("\n");
    assert!(cycles.is_empty(), "{} cycles\n{text}", cycles.len());
}

#[test]
fn imports_point_to_lower_layers() {
    let source = source();
    let path = |file: usize| source.files[file].path.as_str();
    let is_upward = |d: &&Dependency| layer(path(d.definer)) > layer(path(d.user));
    let dependencies = source.dependencies();
    let upward = dependencies.iter().filter(is_upward);
    let lines: Vec<String> = upward
        .map(|dependency| place(&source, dependency))
        .collect();
    assert!(
        lines.is_empty(),
        "{} imports point upward\n{}",
        lines.len(),
        lines.join("\n")
    );
}

#[test]
fn modules_do_not_import_each_other_in_a_cycle() {
    let source = source();
    let path = |file: usize| source.files[file].path.as_str();
    let dependencies = source.dependencies();
    let edges = dependencies
        .iter()
        .map(|d| (top_module(path(d.user)), top_module(path(d.definer))))
        .filter(|(user, definer)| user != definer);
    let cycles = cycles(&edges.collect());
    assert!(cycles.is_empty(), "cycles of modules: {cycles:?}");
}

#[test]
fn no_file_is_too_long() {
    let source = source();
    let long = source.files.iter().filter(|file| file.lines > FILE_LINES);
    let long: Vec<_> = long
        .map(|file| format!("src/{}: {} lines", file.path, file.lines))
        .collect();
    assert!(long.is_empty(), "more than {FILE_LINES} lines: {long:#?}");
}

#[test]
fn command_line_code_is_small() {
    let source = source();
    let cli = source
        .files
        .iter()
        .filter(|file| top_module(&file.path) == "cli");
    let lines: usize = cli.map(|file| file.lines).sum();
    assert!(
        lines <= CLI_LINES,
        "src/cli has {lines} lines, more than {CLI_LINES}"
    );
}

/// All dependencies of a crate of these files, as "user definer".
fn pairs(files: &[(&str, &str)]) -> Vec<String> {
    let files = files
        .iter()
        .map(|(path, text)| (path.to_string(), text.to_string()));
    let source = Source::from_files(files);
    let path = |file: usize| source.files[file].path.as_str();
    let mut pairs: Vec<String> = source
        .dependencies()
        .iter()
        .map(|d| format!("{} {}", path(d.user), path(d.definer)))
        .collect();
    pairs.dedup();
    pairs
}

#[test]
fn imports_are_resolved_to_the_defining_file() {
    const A: &str = "mod b; pub use b::{Item, Other as Alias}; mod c;";
    let cases: [(&str, &[&str]); 10] = [
        ("use super::Item;", &["a/c.rs a/b.rs"]),
        ("use crate::a::{Alias};", &["a/c.rs a/b.rs"]),
        ("use super::{super::d, Item};", &["a/c.rs a/b.rs"]),
        ("use crate::d; fn f() { d::g() }", &["a/c.rs d.rs"]),
        ("fn f() { crate::d::g::<u8>() }", &["a/c.rs d.rs"]),
        ("use crate::d::*; fn f() { g() }", &["a/c.rs d.rs"]),
        ("use crate::d::*; fn f() {}", &[]),
        (
            "mod tests { use super::super::super::d::g; }",
            &["a/c.rs d.rs"],
        ),
        ("// use crate::d::g;\n/* /* crate::d::g */ */", &[]),
        (
            r##"const T: &str = r#""crate::d::g"#; const C: char = '"';"##,
            &[],
        ),
    ];
    for (text, expected) in cases {
        let files = [
            ("a/mod.rs", A),
            ("a/b.rs", "pub struct Item; pub struct Other;"),
            ("a/c.rs", text),
            ("d.rs", "pub fn g<T>() {}"),
        ];
        assert_eq!(pairs(&files), expected, "{text}");
    }
    // A re-export alone is no dependency, a use of the item is one.
    let used = format!("{A} fn f(item: Item) {{}}");
    let files = [("a/mod.rs", used.as_str()), ("a/b.rs", "pub struct Item;")];
    assert_eq!(pairs(&files), ["a/mod.rs a/b.rs"]);
}

#[test]
fn cycles_are_found() {
    let files = [
        ("a.rs", "use crate::b::f; pub fn g() { f() }"),
        ("b.rs", "use crate::c::h; pub fn f() { h() }"),
        ("c.rs", "pub fn h() { crate::a::g() }"),
        ("d.rs", "use crate::a::g; fn i() { g() }"),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
    let source = Source::from_files(files);
    assert_eq!(cycles(&file_edges(&source.dependencies())), [[0, 1, 2]]);
}
