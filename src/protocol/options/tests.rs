use super::*;
use crate::protocol::command::Protocol;
use crate::search::Settings;

#[test]
fn every_value_can_be_set_and_read_back() {
    let names = |option: &'static Spec| {
        let names = [Protocol::Ucci, Protocol::Uci].map(|protocol| option.name_in(protocol));
        names.into_iter().flatten().map(move |name| (option, name))
    };
    for (option, name) in OPTIONS.iter().flat_map(names) {
        let mut options = Options::default();
        let mut set = |value: &str| {
            assert_eq!(options.set(name, value), Ok(Effect::Changed), "{name}");
            options.clone()
        };
        match &option.kind {
            Kind::Button(effect) => {
                assert_eq!(options.set(name, ""), Ok(*effect));
                assert_eq!(options, Options::default());
            }
            Kind::Check(field) => {
                for (on, off) in [("on", "false"), ("True", "off"), ("1", "0")] {
                    assert!(*field(&mut set(on)), "{name}");
                    assert!(!*field(&mut set(off)), "{name}");
                }
            }
            Kind::Text(field) => {
                for value in ["", "<empty>"] {
                    let books = "C:\\My Books;b.dat";
                    assert_eq!(field(&mut set(books)), books, "{name}");
                    assert_eq!(field(&mut set(value)), "", "{name}");
                }
            }
            Kind::Spin { range, get, .. } => {
                for number in [*range.start(), *range.end()] {
                    assert_eq!(get(&set(&number.to_string())), number, "{name}");
                }
            }
            Kind::Combo { ucci, uci, get, .. } => {
                assert_eq!(ucci.len(), uci.len());
                for words in [ucci, uci] {
                    for (index, word) in words.iter().enumerate() {
                        assert_eq!(get(&set(word)), index, "{name} {word}");
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
    let contempt = |style: &str| {
        let mut options = Options::default();
        options.set("style", style).unwrap();
        options.settings().contempt
    };
    assert!(contempt("solid") < 0 && contempt("risky") > 0);
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
hashsize = -1 => option hashsize: -1 is out of range 0 to 65536
multipv = 0 => option multipv: 0 is out of range 1 to 128
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
            let allowed = |byte: u8| match protocol {
                Protocol::Ucci => byte.is_ascii_lowercase(),
                Protocol::Uci => byte.is_ascii_alphanumeric() || b" _".contains(&byte),
            };
            // `value` ends a name in UCI.
            let ends = protocol == Protocol::Uci && name.contains("value");
            assert!(name.bytes().all(allowed) && !ends, "{name}");
        }
    }
}
