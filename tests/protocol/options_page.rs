//! `docs/options.md` and `docs/options.zh-CN.md` list every option of both protocols, as the code has it.

use chuhe::protocol::Protocol;
use chuhe::protocol::options::{Kind, OPTIONS, Options, Spec};

use crate::documented::read_page;

#[test]
fn the_page_lists_every_option_and_no_other() {
    check_page("docs/options.md", row);
}

#[test]
fn the_chinese_page_lists_every_option_and_no_other() {
    check_page("docs/options.zh-CN.md", |option| {
        row(option).map(|cell| {
            cell.replace("; in UCI ", "；UCI 为 ")
                .replace(" to ", " 到 ")
                .replace(", ", "、")
        })
    });
}

fn check_page(page: &str, row: impl Fn(&Spec) -> [String; 4]) {
    let text = read_page(page);
    let listed: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("| `") || line.starts_with("| - | `"))
        .map(|line| line.split('|').skip(1).take(4).map(str::trim).collect())
        .collect();
    let expected: Vec<[String; 4]> = OPTIONS.iter().map(row).collect();
    for row in &expected {
        assert!(
            listed.contains(&row.each_ref().map(String::as_str).to_vec()),
            "not listed: | {} |",
            row.join(" | ")
        );
    }
    assert_eq!(
        listed.len(),
        expected.len(),
        "the page lists what is no option"
    );
}

/// Names, values and default as the page has them.
fn row(option: &Spec) -> [String; 4] {
    let name = |protocol| {
        let name = option.name_in(protocol);
        name.map_or("-".to_owned(), |name| format!("`{name}`"))
    };
    let mut defaults = Options::default();
    let (values, default) = match &option.kind {
        Kind::Button(_) => ("button".to_owned(), "-".to_owned()),
        Kind::Check(field) => ("check".to_owned(), field(&mut defaults).to_string()),
        Kind::Spin { range, get, .. } => (
            format!("{} to {}", range.start(), range.end()),
            get(&defaults).to_string(),
        ),
        Kind::Text(field) => ("string".to_owned(), field(&mut defaults).clone()),
        Kind::Combo { ucci, uci, get, .. } => {
            let mut values = ucci.join(", ");
            if ucci != uci {
                values += &format!("; in UCI {}", uci.join(", "));
            }
            (values, ucci[get(&defaults)].to_owned())
        }
    };
    [name(Protocol::Ucci), name(Protocol::Uci), values, default]
}
