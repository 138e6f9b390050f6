use super::*;
use crate::protocol::dialect::protocol::Protocol;
use crate::search::Settings;

#[test]
fn every_value_can_be_set_and_read_back() {
    for option in OPTIONS {
        for name in [option.ucci, option.uci].into_iter().flatten() {
            set_and_read_back(option, name);
        }
    }
}

fn set_and_read_back(option: &Spec, name: &str) {
    {
        let mut options = Options::default();
        match option.kind {
            Kind::Button { effect } => {
                assert_eq!(options.set(name, ""), Ok(effect));
                assert_eq!(options, Options::default());
            }
            Kind::Check { field } => {
                for (text, value) in [
                    ("on", true),
                    ("false", false),
                    ("True", true),
                    ("off", false),
                    ("1", true),
                    ("0", false),
                ] {
                    assert_eq!(options.set(name, text), Ok(Effect::Changed));
                    assert_eq!(*field(&mut options), value, "{name}");
                }
            }
            Kind::Text { field } => {
                for (text, value) in [
                    ("C:\\My Books;b.dat", "C:\\My Books;b.dat"),
                    ("", ""),
                    ("<empty>", ""),
                ] {
                    assert_eq!(options.set(name, text), Ok(Effect::Changed));
                    assert_eq!(*field(&mut options), value, "{name}");
                }
            }
            Kind::Spin { min, max, get, .. } => {
                for number in [min, max] {
                    options.set(name, &number.to_string()).unwrap();
                    assert_eq!(get(&options), number, "{name}");
                }
            }
            Kind::Combo { choices, get, .. } => {
                for words in [choices, option.words_in(Protocol::Uci)] {
                    assert_eq!(words.len(), choices.len());
                    for (index, choice) in words.iter().enumerate() {
                        options.set(name, choice).unwrap();
                        assert_eq!(get(&options), index, "{name} {choice}");
                    }
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
fn each_error_has_its_message_and_changes_nothing() {
    for row in ERRORS.lines().filter(|row| !row.is_empty()) {
        let (option, message) = row.split_once(" => ").unwrap();
        let (name, value) = option.split_once('=').unwrap();
        let mut options = Options::default();
        let error = options.set(name.trim(), value.trim()).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(options, Options::default());
    }
}

const ERRORS: &str = "
promotion = on => there is no option 'promotion'
debug =  => option debug: '' is neither true (on) nor false (off)
Threads = two => option threads: 'two' is not a whole number
hashsize = -1 => option hashsize: -1 is out of range, want 0 to 65536
multipv = 0 => option multipv: 0 is out of range, want 1 to 128
threads = 99999999999999999999 => option threads: '99999999999999999999' is not a whole number
repetition = sky => option repetition: 'sky' is none of asian, chinese, simple
repetition rule = SkyRule => option Repetition Rule: 'SkyRule' is none of AsianRule, ChineseRule, AllowChase
UCI_Variant = chess => option UCI_Variant: 'chess' is none of xiangqi
style = wild => option style: 'wild' is none of solid, normal, risky
";

#[test]
fn names_are_those_that_the_protocols_allow() {
    for protocol in [Protocol::Ucci, Protocol::Uci] {
        let mut seen = Vec::new();
        for name in OPTIONS.iter().filter_map(|option| option.name_in(protocol)) {
            assert!(!seen.contains(&name.to_ascii_lowercase()), "{name}");
            seen.push(name.to_ascii_lowercase());
            let ucci = |byte: u8| byte.is_ascii_lowercase();
            let uci = |byte: u8| byte.is_ascii_alphanumeric() || b" _".contains(&byte);
            match protocol {
                Protocol::Ucci => assert!(name.bytes().all(ucci), "{name}"),
                // `value` ends a name.
                Protocol::Uci => {
                    assert!(name.bytes().all(uci) && !name.contains("value"), "{name}")
                }
            }
        }
    }
}
