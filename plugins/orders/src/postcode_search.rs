//! What people search for in the index of postal codes: a street, a building or a quarter, or an address as it was copied from
//! elsewhere, with its code, building, floor and flat. Pure.

use crate::postcode::key;
use witverse_sdk::{Error, text};

const QUERY: std::ops::RangeInclusive<usize> = 2..=120;
/// Words beside the street narrow a search by region.
const REGION_WORDS: usize = 4;
/// What the name of a street, a quarter, a village or a town ends with.
const NAME_ENDS: [&str; 7] = ["로", "길", "동", "리", "가", "읍", "면"];
/// The country, and what stands before a code. They are in no region of the index.
const IGNORED: [&str; 8] = [
    "대한민국",
    "한국",
    "우편번호",
    "우",
    "south",
    "korea",
    "republic",
    "of",
];
/// English words before the number of a flat.
const UNIT_WORDS: [&str; 8] = [
    "apt",
    "apartment",
    "unit",
    "room",
    "rm",
    "suite",
    "ste",
    "floor",
];
/// Regions by their other names, and a part of their name in the index.
const REGIONS: [(&str, &str); 20] = [
    ("서울시", "서울"),
    ("부산시", "부산"),
    ("대구시", "대구"),
    ("인천시", "인천"),
    ("광주시", "광주"),
    ("대전시", "대전"),
    ("울산시", "울산"),
    ("세종시", "세종"),
    ("제주도", "제주"),
    ("강원도", "강원"),
    ("전라북도", "전북"),
    ("충북", "충청북도"),
    ("충남", "충청남도"),
    ("전남", "전라남도"),
    ("경북", "경상북도"),
    ("경남", "경상남도"),
    ("seoulsi", "seoul"),
    ("busansi", "busan"),
    ("jejudo", "jeju"),
    ("gangwondo", "gangwon"),
];

/// A number of a house or lot, and the number after the dash.
type House = (i64, Option<i64>);

/// A search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    /// Five digits.
    Code(String),
    /// A street, building or quarter; all texts are keys.
    Place {
        /// What its name begins with.
        name: String,
        /// Parts of the name of its region.
        region: Vec<String>,
        number: Option<House>,
    },
}

impl Search {
    /// Understands what people enter: `테헤란로 152`, `강남구 테헤란로152`, `역삼동 736-1`, `152, Teheran-ro, Gangnam-gu`, `06236`,
    /// `(06236) 서울시 강남구 테헤란로 152, 12층 1203호 (역삼동, 가람타워)`.
    ///
    /// # Errors
    /// A text that is too short or too long, or a number without a name.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let text = plain(&text::paragraph("q", text, QUERY)?);
        let all: Vec<&str> = without_brackets(&text)
            .into_iter()
            .flat_map(|part| {
                part.split(|c: char| c.is_whitespace() || matches!(c, ',' | ')' | ']'))
            })
            .map(|word| word.trim_end_matches(['.', ';']))
            .filter(|word| !word.is_empty() && !IGNORED.contains(&key(word).as_str()))
            .collect();
        let (codes, mut words): (Vec<&str>, Vec<&str>) = all.iter().partition(|word| is_code(word));
        if words.is_empty() {
            let code = codes.first().copied().or_else(|| code_in(&text));
            return code.map_or_else(|| Err(nameless()), |code| Ok(Self::Code(code.to_owned())));
        }
        let number = match words.iter().all(|word| word.is_ascii()) {
            true => take_english(&mut words),
            false => take_korean(&mut words),
        };
        // Only a house has five digits where its street is the word before it.
        let number = number.or_else(|| match all.as_slice() {
            [.., name, last] if is_code(last) && ends_like_a_name(name) => house(last),
            _ => None,
        });
        let Some(name) = words.pop() else {
            return Err(nameless());
        };
        Ok(Self::Place {
            name: key(name),
            region: words
                .into_iter()
                .take(REGION_WORDS)
                .map(region_key)
                .collect(),
            number,
        })
    }
}

/// Composed, with digits and signs in their usual width.
fn plain(text: &str) -> String {
    let is_dash = |letter: char| matches!(letter, '‐' | '‑' | '‒' | '–' | '—' | '―' | '−');
    text::compatible(text)
        .chars()
        .map(|letter| if is_dash(letter) { '-' } else { letter })
        .collect()
}

fn nameless() -> Error {
    Error::field(
        "q",
        "도로명이나 건물 이름, 동 이름을 입력해 주세요.",
        "Enter the name of a street, building or quarter.",
    )
}

/// The parts of an address that are not in brackets, which hold its code, quarter or building.
fn without_brackets(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['(', '[']) {
        parts.push(&rest[..start]);
        let inside = &rest[start + 1..];
        rest = inside.find([')', ']']).map_or("", |end| &inside[end + 1..]);
    }
    parts.push(rest);
    parts
}

fn is_code(word: &str) -> bool {
    word.len() == 5 && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn code_in(text: &str) -> Option<&str> {
    text.split(|c: char| !c.is_ascii_digit())
        .find(|word| is_code(word))
}

/// Leaves the region and, last, the name. A building, a floor and a flat stand after the number of the house.
fn take_korean(words: &mut Vec<&str>) -> Option<House> {
    words.retain(|word| !matches!(*word, "산" | "지하"));
    for at in 0..words.len() {
        let word = words[at];
        if let Some((name, number)) = joined(word) {
            words.truncate(at);
            words.push(name);
            return Some(number);
        }
        let number = house(word).filter(|_| at > 0 && ends_like_a_name(words[at - 1]));
        if number.is_some() {
            words.truncate(at);
            return number;
        }
    }
    words.retain(|word| !is_unit(word));
    let at = words.iter().rposition(|word| house(word).is_some())?;
    house(words.remove(at))
}

/// The same where the street stands first, and its region follows. A flat and a floor may stand before it.
fn take_english(words: &mut Vec<&str>) -> Option<House> {
    if let Some(at) = words
        .iter()
        .position(|word| UNIT_WORDS.contains(&key(word).as_str()))
    {
        let has_number = words
            .get(at + 1)
            .is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit()));
        words.drain(at..=at + usize::from(has_number));
    }
    words.retain(|word| !is_unit(word));
    let at = words.iter().position(|word| house(word).is_some());
    let number = at.and_then(|at| house(words.remove(at)));
    if !words.is_empty() {
        words.rotate_left(1);
    }
    number
}

fn ends_like_a_name(word: &str) -> bool {
    NAME_ENDS.iter().any(|end| word.ends_with(end)) && !is_unit(word)
}

/// A building, floor or flat: `101동`, `12층`, `B1층`, `1203호`, `12F`, `1203-ho`, `#1203`.
fn is_unit(word: &str) -> bool {
    let word = key(word);
    let number = word
        .trim_start_matches(['b', '제'])
        .trim_start_matches("지하");
    let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let ends = ["층", "호", "호실", "동", "f", "fl", "ho", "dong", "th"];
    word.starts_with('#')
        || (rest.len() < number.len() && ends.iter().any(|end| rest.ends_with(end)))
}

/// `152`, `736-1`, `152번지`, `산16-1`.
fn house(word: &str) -> Option<House> {
    let part = |text: &str| {
        let is_number = (1..=5).contains(&text.len())
            && !text.starts_with('0')
            && text.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| text.parse().ok()).flatten()
    };
    let word = ["번지", "번"]
        .iter()
        .find_map(|end| word.strip_suffix(end))
        .unwrap_or(word);
    let word = ["산", "지하"]
        .iter()
        .find_map(|start| word.strip_prefix(start))
        .unwrap_or(word);
    match word.split_once('-') {
        Some((main, sub)) => Some((part(main)?, Some(part(sub)?))),
        None => Some((part(word)?, None)),
    }
}

/// The number that is written together with its street: `테헤란로152`. `4` of `테헤란로4길` belongs to the name.
fn joined(word: &str) -> Option<(&str, House)> {
    word.char_indices().skip(1).find_map(|(at, _)| {
        let (name, rest) = word.split_at(at);
        let number = house(rest)?;
        ends_like_a_name(name).then_some((name, number))
    })
}

fn region_key(word: &str) -> String {
    let word = key(word);
    let known = REGIONS.iter().find(|(name, _)| *name == word);
    known.map_or(word, |(_, part)| (*part).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str, region: &[&str], number: Option<House>) -> Search {
        Search::Place {
            name: name.into(),
            region: region.iter().map(|&word| word.into()).collect(),
            number,
        }
    }

    #[test]
    fn searches_as_people_write_them() {
        for (text, expected) in [
            ("06236", Search::Code("06236".into())),
            ("０６２３６", Search::Code("06236".into())),
            ("(06236)", Search::Code("06236".into())),
            ("테헤란로 152", place("테헤란로", &[], Some((152, None)))),
            ("테헤란로152", place("테헤란로", &[], Some((152, None)))),
            (
                "테헤란로 12345",
                place("테헤란로", &[], Some((12345, None))),
            ),
            (
                " 서울 강남구  테헤란로 152 ",
                place("테헤란로", &["서울", "강남구"], Some((152, None))),
            ),
            (
                "테헤란로4길 10-2",
                place("테헤란로4길", &[], Some((10, Some(2)))),
            ),
            ("테헤란로4길10", place("테헤란로4길", &[], Some((10, None)))),
            ("테헤란로4길", place("테헤란로4길", &[], None)),
            ("역삼동 736-1", place("역삼동", &[], Some((736, Some(1))))),
            ("사계리 산 16", place("사계리", &[], Some((16, None)))),
            ("서울 시청", place("시청", &["서울"], None)),
            ("달빛아파트 101동 1203호", place("달빛아파트", &[], None)),
            (
                "충남 천안시 중앙로",
                place("중앙로", &["충청남도", "천안시"], None),
            ),
            (
                "152, Teheran-ro, Gangnam-gu",
                place("teheranro", &["gangnamgu"], Some((152, None))),
            ),
            ("63빌딩", place("63빌딩", &[], None)),
        ] {
            assert_eq!(Search::parse(text).expect(text), expected, "{text}");
        }
        for refused in ["", "가", "152", "1-2", "12층", &"가".repeat(121)] {
            assert!(Search::parse(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn addresses_are_understood_as_people_paste_them() {
        let seoul = ["서울특별시", "강남구"];
        for (text, region) in [
            ("서울특별시 강남구 테헤란로 152 (역삼동)", &seoul[..]),
            ("서울특별시 강남구 테헤란로 152, 12층", &seoul),
            ("서울특별시 강남구 테헤란로 152 12층 1203호", &seoul),
            (
                "서울특별시 강남구 테헤란로 152, 101동 1203호(역삼동, 가람타워)",
                &seoul,
            ),
            ("서울특별시 강남구 테헤란로152 가람타워 B1층", &seoul),
            ("서울시 강남구 테헤란로 152", &["서울", "강남구"]),
            ("(06236) 서울특별시 강남구 테헤란로 152", &seoul),
            ("[06236] 서울특별시 강남구 테헤란로 152", &seoul),
            ("우) 06236 서울특별시 강남구 테헤란로 152", &seoul),
            ("우편번호 06236 서울특별시 강남구 테헤란로 152", &seoul),
            ("서울특별시 강남구 테헤란로 152 06236", &seoul),
            ("대한민국 서울특별시 강남구 테헤란로 152", &seoul),
            ("서울특별시 강남구 테헤란로 지하 152", &seoul),
            (
                "\u{1110}\u{1166}\u{1112}\u{1166}\u{1105}\u{1161}\u{11ab}\u{1105}\u{1169} 152",
                &[],
            ),
            ("테헤란로 １５２", &[]),
            ("테헤란로 152번지", &[]),
        ] {
            let expected = place("테헤란로", region, Some((152, None)));
            assert_eq!(Search::parse(text).expect(text), expected, "{text}");
        }
        for text in [
            "152, Teheran-ro, Gangnam-gu, Seoul 06236",
            "152 Teheran-ro, Gangnam-gu, Seoul, 06236, Republic of Korea",
            "12F, 152, Teheran-ro, Gangnam-gu, Seoul, South Korea",
            "Apt. 1203, 152 Teheran-ro, Gangnam-gu, Seoul",
            "1203-ho, 152, Teheran-ro (Yeoksam-dong), Gangnam-gu, Seoul",
        ] {
            let expected = place("teheranro", &["gangnamgu", "seoul"], Some((152, None)));
            assert_eq!(Search::parse(text).expect(text), expected, "{text}");
        }
    }
}
