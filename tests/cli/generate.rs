//! `chuhe generate`: man pages and completions.

use std::path::PathBuf;
use std::process::Command;

use crate::{bad, chuhe, good, scratch};

/// The subcommands that a help lists, but `help` itself.
fn subcommands(args: &[&str]) -> Vec<String> {
    let help = good(&[args, &["-h"]].concat());
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let words = lines
        .take_while(|line| !line.is_empty())
        // What is told of one may go on in the next line, further in.
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_ascii_whitespace().next());
    words
        .filter(|&word| word != "help")
        .map(str::to_owned)
        .collect()
}

/// A folder for this test run alone.
fn folder(name: &str) -> PathBuf {
    let path = scratch(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

#[test]
fn every_subcommand_has_a_page() {
    let folder = folder("man");
    good(&["generate", "man", "--out", folder.to_str().unwrap()]);
    let page = |name: &str| {
        let path = folder.join(format!("{name}.1"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let whole = page("chuhe");
    assert_eq!(whole, good(&["generate", "man"]));
    for wanted in [
        ".TH chuhe 1",
        ".SH EXAMPLES\n",
        ".SH \"EXIT CODES\"\n",
        "chuhe\\-solve(1)",
    ] {
        assert!(whole.contains(wanted), "{wanted}: {whole}");
    }
    let mut pages = 1;
    for subcommand in subcommands(&[]) {
        assert!(page(&format!("chuhe-{subcommand}")).contains(".SH SYNOPSIS"));
        pages += 1;
        for further in subcommands(&[&subcommand]) {
            let text = page(&format!("chuhe-{subcommand}-{further}"));
            assert!(text.contains("\\-\\-log"), "{subcommand} {further}");
            pages += 1;
        }
    }
    assert!(pages > 20);
    assert_eq!(folder.read_dir().unwrap().count(), pages);
}

#[test]
fn every_shell_has_completions() {
    let folder = folder("completions");
    good(&["generate", "completions", "--out", folder.to_str().unwrap()]);
    let mut names: Vec<_> = folder
        .read_dir()
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "_chuhe",
            "_chuhe.ps1",
            "chuhe.bash",
            "chuhe.elv",
            "chuhe.fish"
        ]
    );
    for (shell, file) in [
        ("bash", "chuhe.bash"),
        ("zsh", "_chuhe"),
        ("fish", "chuhe.fish"),
    ] {
        let text = good(&["generate", "completions", shell]);
        assert_eq!(text, std::fs::read_to_string(folder.join(file)).unwrap());
        assert!(text.contains("openings"), "{shell}");
    }
}

#[test]
fn the_shell_is_that_of_the_environment_or_must_be_said() {
    let run = |shell: &str| {
        let mut command = chuhe();
        command
            .args(["generate", "completions"])
            .env("SHELL", shell);
        command.output().expect("the program starts")
    };
    assert_eq!(
        run("/usr/bin/fish").stdout,
        good(&["generate", "completions", "fish"]).as_bytes()
    );
    let output = run("/bin/none");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        said,
        "error: which shell? SHELL names none that is known, so say it\n"
    );
    assert!(bad(&["generate", "completions", "cmd"]).contains("possible values: bash, elvish"));
}

/// Bash takes the file as sound, binds it to the program, and completes with it.
#[test]
fn bash_loads_its_completions() {
    if Command::new("bash").arg("--version").output().is_err() {
        eprintln!("there is no bash here");
        return;
    }
    let folder = folder("bash");
    good(&[
        "generate",
        "completions",
        "bash",
        "--out",
        folder.to_str().unwrap(),
    ]);
    let file = folder.join("chuhe.bash");
    let bash = |script: &str| {
        let mut command = Command::new("bash");
        command
            .args(["--norc", "--noprofile", "-c", script, "bash"])
            .arg(&file);
        let output = command.output().expect("bash starts");
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{script}: {complaints}");
        String::from_utf8(output.stdout).unwrap()
    };
    bash("bash -n \"$1\"");
    assert!(bash(". \"$1\" && complete -p chuhe").contains("-F _chuhe"));
    let offered = bash(
        ". \"$1\" && COMP_WORDS=(chuhe so) COMP_CWORD=1 && _chuhe chuhe so chuhe && \
         printf '%s\\n' \"${COMPREPLY[@]}\"",
    );
    assert_eq!(offered, "solve\n");
}
