//! The flat table of the values of all weights, and the weights' names.
//!
//! ```
//! use chuhe::eval::values::{ROOK_MOBILITY, TABLE_OF_HORSE};
//! use chuhe::eval::weights::{VALUES, name};
//! let weight = ROOK_MOBILITY.at(12);
//! assert!(VALUES[weight.index()].mg() > 0);
//! assert_eq!(name(weight), "ROOK_MOBILITY[12]");
//! assert_eq!(name(TABLE_OF_HORSE.at(0)), "TABLE_OF_HORSE a9");
//! ```

use super::tapered::Tapered;
use super::values::FAMILIES;
use super::weight::{Family, Numbers, Weight};

/// The number of weights.
pub const COUNT: usize = {
    let last = FAMILIES[FAMILIES.len() - 1];
    last.first + last.count()
};

/// The values of all weights, by `Weight::index`.
pub const VALUES: [Tapered; COUNT] = {
    let mut values = [Tapered::ZERO; COUNT];
    let mut index = 0;
    while index < FAMILIES.len() {
        let family = FAMILIES[index];
        let mut place = 0;
        while place < family.count() {
            values[family.first + place] = family.numbers.value(place);
            place += 1;
        }
        index += 1;
    }
    values
};

/// [`VALUES`] as a static: indexing the constant at run time would copy it.
static TABLE: [Tapered; COUNT] = VALUES;

/// The value of a weight, middlegame and endgame.
#[inline(always)]
pub fn value(weight: Weight) -> Tapered {
    TABLE[weight.index()]
}

/// The value of a weight of a family of `Numbers::Plain`.
#[inline(always)]
pub const fn plain_value(weight: Weight) -> i32 {
    VALUES[weight.index()].mg()
}

/// The family that a weight belongs to.
pub fn family(weight: Weight) -> &'static Family {
    let mut families = FAMILIES.iter().rev();
    let family = families.find(|family| family.first <= weight.index());
    family.expect("the first family begins at 0")
}

/// The name of a weight: its family's, with the place or the square if the family has several weights.
pub fn name(weight: Weight) -> String {
    let family = family(weight);
    let place = weight.index() - family.first;
    match family.numbers {
        Numbers::Board(ranks, _) => {
            let file = char::from(b'a' + (place % 5) as u8);
            format!("{} {file}{}", family.name, ranks.len() - 1 - place / 5)
        }
        _ if family.count() == 1 => family.name.to_string(),
        _ => format!("{}[{place}]", family.name),
    }
}

#[cfg(test)]
mod tests {
    use super::super::values::{SCALE_LONE_CANNON, TABLE_OF_GENERAL, TEMPO};
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_weight_has_its_own_place_and_name() {
        let names: HashSet<String> = (0..COUNT).map(|index| name(Weight::new(index))).collect();
        assert_eq!(names.len(), COUNT);
        assert!(names.contains("TEMPO") && names.contains("DANGER[23]"));
        assert_eq!(name(TABLE_OF_GENERAL.at(14)), "TABLE_OF_GENERAL e0");
        let mut next = 0;
        for listed in FAMILIES {
            assert_eq!(listed.first, next, "{}", listed.name);
            assert!(!listed.doc.is_empty());
            next += listed.count();
            assert_eq!(family(listed.at(0)).name, listed.name);
        }
        assert_eq!(next, COUNT);
        assert_eq!(value(TEMPO.single()), VALUES[TEMPO.first]);
        let plain = SCALE_LONE_CANNON.single();
        assert_eq!(plain_value(plain), value(plain).eg());
    }
}
