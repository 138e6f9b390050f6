//! The parameters of the search as options, in a tuning build. They are global to the process.

use super::list::Effect;
use super::value::{OptionError, number};
use crate::search::params;

/// Returns their lines in the list of options; `start` begins each.
pub fn lines(start: &str) -> impl Iterator<Item = String> {
    params::ALL.iter().map(move |param| {
        let (name, min, max, value) = (&param.name, &param.min, &param.max, &param.value);
        format!("{start} {name} type spin min {min} max {max} default {value}")
    })
}

/// Sets a parameter from text; `None` if there is none of that name.
pub fn set(name: &str, text: &str) -> Option<Result<Effect, OptionError>> {
    let (place, param) = params::find(name)?;
    let range = param.min.into()..=param.max.into();
    let checked = number(param.name, text, &range);
    Some(checked.map(|value| {
        params::set(place, value as i32);
        Effect::Changed
    }))
}

#[cfg(test)]
mod tests {
    use super::super::list::Options;
    use super::*;

    #[test]
    fn a_number_of_the_search_is_an_option() {
        let mut options = Options::default();
        let usual = params::lmr_depth();
        assert_eq!(options.set("LMR_depth", "4"), Ok(Effect::Changed));
        assert_eq!(params::lmr_depth(), 4);
        params::set(params::find("lmr_depth").unwrap().0, usual);
        let wrong = |value: &str| Options::default().set("lmr_depth", value).unwrap_err();
        assert!(wrong("many").to_string().contains("not a whole number"));
        assert!(wrong("99").to_string().contains("out of range 2 to 6"));
        assert!(
            lines("option").any(|line| line == "option lmr_depth type spin min 2 max 6 default 3")
        );
    }
}
