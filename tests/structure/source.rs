//! Parses Rust source for modules and imports.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use crate::tokens::{Token, tokens};

/// Segments of a module path, without `crate`.
pub type ModulePath = Vec<String>;

/// One name that a `use` declaration brings into a module; `*` for a glob.
#[derive(Debug)]
struct Import {
    path: Vec<String>,
    name: String,
    is_public: bool,
    line: usize,
}

/// A module, in a file of its own or inside another module's file.
#[derive(Debug, Default)]
struct Module {
    file: usize,
    items: HashSet<String>,
    imports: Vec<Import>,
}

/// A path in an expression or a type.
#[derive(Debug)]
struct Mention {
    module: ModulePath,
    path: Vec<String>,
    line: usize,
}

/// A source file.
#[derive(Debug, Default)]
pub struct File {
    /// The path from the source folder, with slashes.
    pub path: String,
    pub lines: usize,
    /// The names that occur outside `use` declarations.
    names: HashSet<String>,
    mentions: Vec<Mention>,
}

/// The files of a crate and the modules in them.
#[derive(Debug, Default)]
pub struct Source {
    pub files: Vec<File>,
    modules: BTreeMap<ModulePath, Module>,
}

/// A use of something that another file defines.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dependency {
    pub user: usize,
    pub definer: usize,
    pub line: usize,
    pub path: String,
}

impl Source {
    /// Reads every Rust file under a folder.
    pub fn read(root: &Path) -> Source {
        let mut paths = Vec::new();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    paths.push(path);
                }
            }
        }
        paths.sort();
        let text = |path: &Path| fs::read_to_string(path).expect("UTF-8");
        let name = |path: &Path| {
            let relative = path.strip_prefix(root).expect("under the root");
            relative.to_string_lossy().replace('\\', "/")
        };
        let files = paths.iter().map(|path| (name(path), text(path)));
        Source::from_files(files)
    }

    /// Parses files, each a path from the source folder and a text.
    pub fn from_files(files: impl IntoIterator<Item = (String, String)>) -> Source {
        let mut source = Source::default();
        for (path, text) in files {
            let tokens = tokens(&text);
            let module = module_path(&path);
            let file = File {
                lines: text.lines().count(),
                path,
                ..File::default()
            };
            source.files.push(file);
            source.add_modules(module, &tokens);
        }
        source
    }

    /// Collects the modules, items, imports and mentions of the last file.
    fn add_modules(&mut self, root: ModulePath, tokens: &[Token]) {
        let file = self.files.len() - 1;
        let new = || Module {
            file,
            ..Module::default()
        };
        self.modules.insert(root.clone(), new());
        // The current module, and the depth of braces at which each inline module ends.
        let (mut current, mut ends, mut depth) = (root, Vec::new(), 0);
        let text = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
        let mut i = 0;
        while i < tokens.len() {
            match text(i) {
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if ends.last() == Some(&depth) {
                        ends.pop();
                        current.pop();
                    }
                }
                "use" => {
                    let end = (i..tokens.len()).find(|&j| text(j) == ";").unwrap_or(i);
                    let is_public = matches!(text(i.wrapping_sub(1)), "pub" | ")");
                    let mut imports = Vec::new();
                    use_tree(&tokens[i + 1..end], &[], &mut |path, name| {
                        let line = tokens[i].line;
                        imports.push(Import {
                            path,
                            name,
                            is_public,
                            line,
                        });
                    });
                    let module = self.modules.get_mut(&current).expect("entered");
                    module.imports.extend(imports);
                    i = end;
                }
                "mod" if text(i + 2) == "{" => {
                    current.push(text(i + 1).to_owned());
                    ends.push(depth);
                    self.modules.insert(current.clone(), new());
                    i += 1;
                }
                "struct" | "enum" | "trait" | "fn" | "type" | "const" | "static" | "union"
                | "macro_rules"
                    if depth == ends.last().map_or(0, |end| end + 1) =>
                {
                    // `const fn` and `macro_rules!` have a token between.
                    let name = (i + 1..i + 3)
                        .map(text)
                        .filter(|name| !matches!(*name, "!" | "fn"));
                    let name = name.into_iter().next().unwrap_or_default().to_owned();
                    let module = self.modules.get_mut(&current).expect("entered");
                    module.items.insert(name);
                }
                _ if tokens[i].is_identifier()
                    && !matches!(text(i.wrapping_sub(1)), "::" | ".") =>
                {
                    let mut path = vec![text(i).to_owned()];
                    let mut j = i + 1;
                    while text(j) == "::" && tokens.get(j + 1).is_some_and(Token::is_identifier) {
                        path.push(text(j + 1).to_owned());
                        j += 2;
                    }
                    let file = &mut self.files[file];
                    file.names.insert(path[0].clone());
                    if path.len() > 1 {
                        let (module, line) = (current.clone(), tokens[i].line);
                        file.mentions.push(Mention { module, path, line });
                    }
                    i = j - 1;
                }
                _ => (),
            }
            i += 1;
        }
    }

    /// All uses of something that another file defines, sorted. A `pub use` counts only if its own file uses the name.
    pub fn dependencies(&self) -> Vec<Dependency> {
        let mut found = BTreeSet::new();
        let mut add = |user: usize, line: usize, path: &[String]| {
            if let Some(definer) = self.definer(path, 0).filter(|&definer| definer != user) {
                let path = path.join("::");
                found.insert(Dependency {
                    user,
                    definer,
                    line,
                    path,
                });
            }
        };
        for (module, Module { file, imports, .. }) in &self.modules {
            let names = &self.files[*file].names;
            for import in imports {
                let Some(path) = self.absolute(module, &import.path, 0) else {
                    continue;
                };
                if import.name == "*" {
                    for name in names.iter().filter(|name| self.exports(&path, name, 0)) {
                        let path = [path.as_slice(), &[name.to_string()]].concat();
                        add(*file, import.line, &path);
                    }
                } else if !import.is_public || names.contains(&import.name) {
                    add(*file, import.line, &path);
                }
            }
        }
        for (user, file) in self.files.iter().enumerate() {
            for mention in &file.mentions {
                if let Some(path) = self.absolute(&mention.module, &mention.path, 0) {
                    add(user, mention.line, &path);
                }
            }
        }
        found.into_iter().collect()
    }

    /// Resolves a path in a module to a path from the root of the crate; `None` for a path of another crate.
    fn absolute(&self, module: &[String], path: &[String], depth: usize) -> Option<ModulePath> {
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "crate" => Vec::new(),
            "chuhe" if module == ["main"] => Vec::new(),
            "self" => module.to_vec(),
            "super" => {
                let parent = &module[..module.len().checked_sub(1)?];
                return match rest.first().map(String::as_str) {
                    Some("super") => self.absolute(parent, rest, depth),
                    _ => Some([parent, rest].concat()),
                };
            }
            name => {
                let child = [module, &[name.to_owned()]].concat();
                if self.modules.contains_key(&child) {
                    child
                } else {
                    let imports = &self.modules.get(module)?.imports;
                    let import = imports.iter().find(|import| import.name == name)?;
                    // `use x::x` refers to itself, and a cycle of imports to nothing.
                    if depth > 8 || import.path.first() == Some(first) {
                        return None;
                    }
                    self.absolute(module, &import.path, depth + 1)?
                }
            }
        };
        Some([&start, rest].concat())
    }

    /// The file that defines what an absolute path names; `None` for a module.
    fn definer(&self, path: &[String], depth: usize) -> Option<usize> {
        let known = |&length: &usize| self.modules.contains_key(&path[..length]);
        let length = (0..=path.len()).rev().find(known)?;
        let (module_path, rest) = path.split_at(length);
        let module = &self.modules[module_path];
        let name = rest.first()?;
        if module.items.contains(name) || depth > 8 {
            return Some(module.file);
        }
        for import in &module.imports {
            let target = self.absolute(module_path, &import.path, 0);
            let Some(target) = target else { continue };
            if import.name == *name {
                let path = [&target, &rest[1..]].concat();
                return self.definer(&path, depth + 1);
            }
            if import.name == "*" && self.exports(&target, name, 0) {
                return self.definer(&[&target, rest].concat(), depth + 1);
            }
        }
        Some(module.file)
    }

    /// True if a module defines a name or re-exports it.
    fn exports(&self, module: &[String], name: &str, depth: usize) -> bool {
        let Some(Module { items, imports, .. }) = self.modules.get(module) else {
            return false;
        };
        let re_exports = |import: &Import| {
            let target = || self.absolute(module, &import.path, 0);
            import.name == name
                || import.name == "*"
                    && depth < 8
                    && target().is_some_and(|target| self.exports(&target, name, depth + 1))
        };
        items.contains(name) || imports.iter().any(re_exports)
    }
}

/// The module path of a file.
fn module_path(path: &str) -> ModulePath {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    let segments = stem.split('/').filter(|segment| *segment != "lib");
    segments.map(str::to_owned).collect()
}

/// Calls `found` with the path and the local name of each import in a `use` tree.
fn use_tree(tokens: &[Token], prefix: &[String], found: &mut impl FnMut(Vec<String>, String)) {
    let mut path = prefix.to_vec();
    let mut rest = tokens;
    while let Some((token, after)) = rest.split_first() {
        match token.text.as_str() {
            "::" => (),
            "{" => {
                let (mut depth, mut start) = (0, 0);
                for (i, token) in after.iter().enumerate() {
                    match token.text.as_str() {
                        "{" => depth += 1,
                        "," | "}" if depth == 0 => {
                            use_tree(&after[start..i], &path, found);
                            start = i + 1;
                        }
                        "}" => depth -= 1,
                        _ => (),
                    }
                }
                return;
            }
            "*" => return found(path, "*".to_owned()),
            "as" => {
                let name = after.first().map_or("_", |token| token.text.as_str());
                return found(path, name.to_owned());
            }
            "self" if !path.is_empty() => (),
            name => path.push(name.to_owned()),
        }
        rest = after;
    }
    if let Some(name) = path.last().cloned() {
        found(path, name);
    }
}
