//! What README and the pages show is what the program prints, and both languages have the same chapters and commands.

use std::fs;
use std::path::Path;

use crate::mistakes::words;
use crate::process::program;
use crate::stdout_of;

fn read_page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The language of the readers of a page.
fn language_of(page: &str) -> &'static str {
    match page.ends_with(".zh-CN.md") {
        true => "zh",
        false => "en",
    }
}

/// The names of times, which are not compared.
#[cfg(unix)]
const TIMES: [&str; 4] = ["time", "nodes/s", "用时", "结点/秒"];

/// The fenced blocks of a page with their language, in order.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let fenced = text.split("```").skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).collect()
}

#[test]
fn readme_example_output_matches() {
    for name in ["README.md", "README.zh-CN.md"] {
        let text = read_page(name);
        let mut blocks = blocks(&text).into_iter();
        let (_, command) = blocks
            .find(|(_, block)| block.contains("-- analyze"))
            .expect("the first command");
        let (language, shown) = blocks.next().expect("its output");
        assert_eq!(language, "text", "{name}");
        let arguments = words(command.split_once("-- ").expect("arguments").1.trim());
        let arguments = [
            &["--lang".to_owned(), language_of(name).to_owned()],
            &arguments[..],
        ]
        .concat();
        let printed = stdout_of(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(printed.ends_with(shown), "{name}: {printed}");
    }
}

/// Runs the commands with `chuhe` that print something, in a shell with the program on its path. Times are not compared.
#[cfg(unix)]
#[test]
fn console_outputs_of_pages_match() {
    let folder = Path::new(env!("CARGO_BIN_EXE_chuhe"))
        .parent()
        .expect("a folder");
    let path = format!(
        "{}:{}",
        folder.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    for (name, commands_shown) in [
        ("docs/install.md", 4),
        ("docs/install.zh-CN.md", 4),
        ("docs/play.md", 1),
        ("docs/play.zh-CN.md", 1),
        ("docs/rules.md", 12),
        ("docs/rules.zh-CN.md", 12),
        ("docs/search.md", 2),
        ("docs/search.zh-CN.md", 2),
        ("docs/puzzles.md", 1),
        ("docs/puzzles.zh-CN.md", 1),
    ] {
        let text = read_page(name);
        let consoles = blocks(&text)
            .into_iter()
            .filter(|(language, _)| *language == "console");
        let commands = consoles.flat_map(|(_, block)| block.split("$ ").skip(1));
        let mut compared = 0;
        for (command, shown) in commands.filter_map(|entry| entry.split_once('\n')) {
            if shown.is_empty() || !words(command).contains(&"chuhe".to_owned()) {
                continue;
            }
            let output = program("sh")
                .args(["-c", command])
                .env("PATH", &path)
                .env("LC_MESSAGES", format!("{}_X.UTF-8", language_of(name)))
                .current_dir(env!("CARGO_MANIFEST_DIR"))
                .output()
                .expect("a shell");
            let printed = String::from_utf8(output.stdout).expect("UTF-8");
            assert!(output.status.success(), "{name}: {command}\n{printed}");
            let without_times = |text: &str| -> Vec<String> {
                let lines = text.lines().filter(|line| !line.is_empty());
                lines
                    .filter(|line| !TIMES.iter().any(|name| line.starts_with(name)))
                    .map(str::to_owned)
                    .collect()
            };
            assert_eq!(
                without_times(&printed),
                without_times(shown),
                "{name}: {command}"
            );
            compared += 1;
        }
        assert_eq!(compared, commands_shown, "{name}");
    }
}

/// The levels of a page's headings, in order.
fn heading_levels(text: &str) -> Vec<usize> {
    let outside_blocks = text.split("```").step_by(2);
    outside_blocks
        .flat_map(str::lines)
        .filter(|line| line.starts_with('#'))
        .map(|line| line.chars().take_while(|&char| char == '#').count())
        .collect()
}

/// The commands of a page, without comments, filters of the output, and what asks for a language.
fn commands(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for (language, block) in blocks(text) {
        let lines = block.lines().filter_map(|line| match language {
            "console" => line.strip_prefix("$ "),
            "sh" | "shell" => Some(line),
            _ => None,
        });
        for line in lines {
            let line = line.split(" #").next().unwrap_or(line);
            let line = line.split(" | grep ").next().unwrap_or(line);
            let line = line.split(" | tail ").next().unwrap_or(line).trim_end();
            if !line.is_empty() && !line.starts_with('#') {
                let neutral = line.replace("--lang zh", "--lang en");
                commands.push(neutral.replace(" --notation chinese", ""));
            }
        }
    }
    commands
}

#[test]
fn translated_pages_have_the_same_chapters_and_commands_and_link_to_each_other() {
    let mut compared = 0;
    for folder in ["", "docs/"] {
        let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
        for file in files.expect("a folder") {
            let chinese = file.expect("an entry").file_name();
            let chinese = chinese.to_str().expect("UTF-8");
            let Some(stem) = chinese.strip_suffix(".zh-CN.md") else {
                continue;
            };
            let english = format!("{stem}.md");
            let [here, there] =
                [&english, chinese].map(|name| read_page(&format!("{folder}{name}")));
            assert_eq!(heading_levels(&here), heading_levels(&there), "{english}");
            assert_eq!(commands(&here), commands(&there), "{english}");
            assert!(here.contains(&format!("]({chinese})")), "{english}");
            assert!(there.contains(&format!("]({english})")), "{chinese}");
            compared += 1;
        }
    }
    assert!(compared >= 11);
}
