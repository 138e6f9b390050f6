//! What README and the pages about installing show is what the program prints.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::stdout_of;

fn read_page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The fenced blocks of a page with their language, in order.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let fenced = text.split("```").skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).collect()
}

/// The words of a command; quotation marks keep spaces together.
fn words(command: &str) -> Vec<String> {
    let quoted = command.split('"').enumerate();
    quoted
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
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
        let arguments = words(command.split_once("-- ").expect("arguments").1);
        let printed = stdout_of(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(printed.ends_with(shown), "{name}: {printed}");
    }
}

/// Runs the commands with `chuhe` that print something, in a shell with the program on its path. Times are not compared.
#[cfg(unix)]
#[test]
fn install_page_outputs_match() {
    let folder = Path::new(env!("CARGO_BIN_EXE_chuhe"))
        .parent()
        .expect("a folder");
    let path = format!(
        "{}:{}",
        folder.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    for name in ["docs/install.md", "docs/install.zh-CN.md"] {
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
            let output = Command::new("sh")
                .args(["-c", command])
                .env("PATH", &path)
                .output()
                .expect("a shell");
            let printed = String::from_utf8(output.stdout).expect("UTF-8");
            let without_times = |text: &str| -> Vec<String> {
                let lines = text.lines().filter(|line| !line.is_empty());
                lines
                    .filter(|line| !line.starts_with("time") && !line.starts_with("nodes/s"))
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
        assert_eq!(compared, 3, "{name}");
    }
}
