//! `chuhe generate`: man pages and completions.

use std::fs;
use std::process::Command;

use crate::{chuhe, scratch_folder, stdout_of};

/// The subcommands that a help lists, but `help` itself.
pub fn subcommands(args: &[&str]) -> Vec<String> {
    let help = stdout_of(&[args, &["-h"]].concat());
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let words = lines
        .take_while(|line| !line.is_empty())
        // A description may continue on the next line, indented.
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_ascii_whitespace().next());
    words
        .filter(|&word| word != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_subcommand_has_a_page() {
    let folder = scratch_folder("man");
    stdout_of(&["generate", "man", "--out", &folder]);
    let page = |name: &str| {
        fs::read_to_string(format!("{folder}/{name}.1"))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let whole = page("chuhe");
    assert_eq!(whole, stdout_of(&["generate", "man"]));
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
    stdout_of(&["--lang", "zh", "generate", "man", "--out", &folder]);
    let (chinese, fish) = (page("chuhe-solve"), ["generate", "completions", "fish"]);
    let fish = stdout_of(&[&["--lang", "zh"], &fish[..]].concat());
    assert!(chinese.contains("可选值：") && chinese.contains("[默认：mate]"));
    for text in [chinese, fish] {
        assert!(text.contains("经过证明的杀局") && text.contains("显示帮助"));
        for english in ["forced mate", "Print help", "Print version", "Print this"] {
            assert!(!text.contains(english), "{english}: {text}");
        }
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), pages);
}

#[test]
fn every_shell_has_completions() {
    let folder = scratch_folder("completions");
    stdout_of(&["generate", "completions", "--out", &folder]);
    let mut names: Vec<_> = fs::read_dir(&folder)
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
        let text = stdout_of(&["generate", "completions", shell]);
        assert_eq!(
            text,
            fs::read_to_string(format!("{folder}/{file}")).unwrap()
        );
        assert!(text.contains("openings"), "{shell}");
    }
    // After one of two conflicting options zsh does not offer the other.
    let zsh = fs::read_to_string(format!("{folder}/_chuhe")).unwrap();
    let excludes = |option: &str, other: &str| {
        let mut options = zsh.lines().filter_map(|line| line.split_once(')'));
        options.any(|(excluded, rest)| rest.starts_with(option) && excluded.contains(other))
    };
    assert!(excludes("--strict[", "--from-results"));
    assert!(excludes("--from-results=", "--strict"));
}

#[test]
fn the_shell_is_that_of_the_environment_or_must_be_named() {
    let run = |shell: &str| {
        let mut command = chuhe();
        command
            .args(["generate", "completions"])
            .env("SHELL", shell);
        command.output().expect("the program starts")
    };
    assert_eq!(
        run("/usr/bin/fish").stdout,
        stdout_of(&["generate", "completions", "fish"]).as_bytes()
    );
    let output = run("/bin/none");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        said,
        "error: the variable SHELL names no known shell; name one, such as bash\n"
    );
}

/// The completions for a shell in a folder of their own, or nothing where there is no such shell.
fn for_shell(shell: &str) -> Option<String> {
    if Command::new(shell).arg("--version").output().is_err() {
        eprintln!("there is no {shell} here");
        return None;
    }
    let folder = scratch_folder(shell);
    stdout_of(&["generate", "completions", shell, "--out", &folder]);
    Some(folder)
}

/// Returns what a shell prints for a script, with the folder as its home.
fn run_shell(shell: &str, args: &[&str], folder: &str) -> String {
    let mut command = Command::new(shell);
    command.args(args).env("HOME", folder).env("TERM", "dumb");
    let output = command.output().expect("the shell starts");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {complaints}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Bash parses the file, binds it to the program, and completes with it.
#[test]
fn bash_loads_its_completions() {
    let Some(folder) = for_shell("bash") else {
        return;
    };
    let file = format!("{folder}/chuhe.bash");
    let bash = |script: &str| {
        let args = ["--norc", "--noprofile", "-c", script, "bash", &file];
        run_shell("bash", &args, &folder)
    };
    bash("bash -n \"$1\"");
    assert!(bash(". \"$1\" && complete -p chuhe").contains("-F _chuhe"));
    let offered = bash(
        ". \"$1\" && COMP_WORDS=(chuhe so) COMP_CWORD=1 && _chuhe chuhe so chuhe && \
         printf '%s\\n' \"${COMPREPLY[@]}\"",
    );
    assert_eq!(offered, "solve\n");
}

/// The Tab key in an interactive zsh that has nothing but its own completions and ours.
#[test]
fn zsh_completes_at_the_tab_key() {
    let Some(folder) = for_shell("zsh") else {
        return;
    };
    // The awaited words are split by quotes, so that their echo does not match.
    let script = r#"
        zmodload zsh/zpty || exit
        zpty shell zsh -f -i
        zpty -w shell "PS1=; fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word"
        zpty -w shell "print -r -- \$_comps[chuhe] REA''DY"
        zpty -r shell line '*READY*'
        print -r -- $line
        for begun in 'so' 'bench --knowledge sma'; do
            zpty -w -n shell "false && chuhe $begun"$'\t; print -r -- DO\'\'NE\n'
            zpty -r shell line '*DONE*'
            print -r -- $line
        done
        zpty -d shell"#;
    let args = ["-f", "-c", script, "zsh", &folder];
    let seen = run_shell("zsh", &args, &folder);
    if seen.is_empty() {
        eprintln!("this zsh has no zpty");
        return;
    }
    for expected in ["_chuhe READY", "chuhe solve", "--knowledge small"] {
        assert!(seen.contains(expected), "{expected}: {seen}");
    }
}

#[test]
fn fish_loads_its_completions() {
    let Some(folder) = for_shell("fish") else {
        return;
    };
    let script =
        "source $argv[1]; complete -C 'chuhe so'; complete -C 'chuhe bench --knowledge sm'";
    let file = format!("{folder}/chuhe.fish");
    let args = ["--no-config", "-c", script, &file];
    let offered = run_shell("fish", &args, &folder);
    let words: Vec<&str> = offered
        .lines()
        .filter_map(|line| line.split('\t').next())
        .collect();
    assert_eq!(words, ["solve", "small"], "{offered}");
}
