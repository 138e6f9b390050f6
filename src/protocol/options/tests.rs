use super::*;

#[test]
fn every_value_can_be_set_and_read_back() {
    for option in OPTIONS {
        let mut options = Options::default();
        match option.kind {
            Kind::NewGame => {
                assert_eq!(options.set(option.name, ""), Ok(Effect::NewGame));
                assert_eq!(options, Options::default());
            }
            Kind::Check { field } => {
                for (text, value) in [
                    ("on", true),
                    ("false", false),
                    ("True", true),
                    ("off", false),
                ] {
                    assert_eq!(options.set(option.name, text), Ok(Effect::Changed));
                    assert_eq!(*field(&mut options), value, "{}", option.name);
                }
            }
            Kind::Spin { min, max, get, .. } => {
                for number in [min, max] {
                    options.set(option.name, &number.to_string()).unwrap();
                    assert_eq!(get(&options), number, "{}", option.name);
                }
            }
            Kind::Combo { choices, get, .. } => {
                for (index, choice) in choices.iter().enumerate() {
                    options.set(option.name, choice).unwrap();
                    assert_eq!(get(&options), index, "{} {choice}", option.name);
                }
            }
        }
    }
}

#[test]
fn each_option_that_concerns_the_search_reaches_it() {
    for (name, value) in [
        ("hashsize", "7"),
        ("threads", "3"),
        ("idle", "small"),
        ("pruning", "medium"),
        ("knowledge", "small"),
        ("randomness", "large"),
        ("style", "risky"),
        ("nullmove", "fixed"),
        ("overhead", "200"),
    ] {
        let mut options = Options::default();
        options.set(name, value).unwrap();
        assert_ne!(options.settings(), Settings::default(), "{name}");
    }
}

#[test]
fn a_solid_style_seeks_draws_and_a_risky_one_shuns_them() {
    let contempt = |style| {
        Options {
            style,
            ..Options::default()
        }
        .settings()
        .contempt
    };
    assert!(contempt(Style::Solid) < 0 && contempt(Style::Risky) > 0);
}

#[test]
fn each_fault_is_named_and_changes_nothing() {
    for (name, value, message) in [
        ("promotion", "on", "there is no option 'promotion'"),
        (
            "debug",
            "",
            "option debug: '' is neither true (on) nor false (off)",
        ),
        (
            "Threads",
            "two",
            "option threads: 'two' is not a whole number",
        ),
        (
            "hashsize",
            "-1",
            "option hashsize: -1 is out of range, want 0 to 65536",
        ),
        (
            "multipv",
            "0",
            "option multipv: 0 is out of range, want 1 to 128",
        ),
        (
            "threads",
            "99999999999999999999",
            "option threads: '99999999999999999999' is not a whole number",
        ),
        (
            "style",
            "wild",
            "option style: 'wild' is none of solid, normal, risky",
        ),
    ] {
        let mut options = Options::default();
        assert_eq!(options.set(name, value).unwrap_err().to_string(), message);
        assert_eq!(options, Options::default());
    }
}
