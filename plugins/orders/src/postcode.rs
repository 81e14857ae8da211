//! What people search for in the index of postal codes, and an address as the public index lists it. Pure.

use serde::{Deserialize, Serialize};
use witverse_sdk::{Error, text};

const QUERY: std::ops::RangeInclusive<usize> = 2..=60;
/// Words before the street narrow a search by region.
const REGION_WORDS: usize = 4;

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
        /// The number of the house or lot, and the number after the dash.
        number: Option<(i64, Option<i64>)>,
    },
}

impl Search {
    /// Understands what people enter: `테헤란로 152`, `강남구 테헤란로152`, `역삼동 736-1`, `152, Teheran-ro, Gangnam-gu`, `06236`.
    ///
    /// # Errors
    /// A text that is too short or too long, or a number without a name.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let text = text::paragraph("q", text, QUERY)?;
        if text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Self::Code(text));
        }
        let mut words: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .collect();
        let mut number = None;
        if let Some(at) = words.iter().rposition(|word| house(word).is_some()) {
            number = house(words.remove(at));
        } else if let Some(last) = words.last_mut()
            && let Some((name, found)) = joined(last)
        {
            *last = name;
            number = Some(found);
        }
        // In English the street stands first, and the region follows.
        let is_english = words.iter().all(|word| word.is_ascii());
        let name = match (words.is_empty(), is_english) {
            (true, _) => {
                return Err(Error::field(
                    "q",
                    "도로명이나 건물 이름, 동 이름을 입력해 주세요.",
                    "Enter the name of a street, building or quarter.",
                ));
            }
            (false, true) => words.remove(0),
            (false, false) => words.remove(words.len() - 1),
        };
        Ok(Self::Place {
            name: key(name),
            region: words.into_iter().take(REGION_WORDS).map(key).collect(),
            number,
        })
    }
}

/// `152` or `736-1`.
fn house(word: &str) -> Option<(i64, Option<i64>)> {
    let part = |text: &str| {
        let is_number = (1..=5).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| text.parse().ok()).flatten()
    };
    match word.split_once('-') {
        Some((main, sub)) => Some((part(main)?, Some(part(sub)?))),
        None => Some((part(word)?, None)),
    }
}

/// The number that is written together with its street: `테헤란로152`. `4` of `테헤란로4길` belongs to the name.
fn joined(word: &str) -> Option<(&str, (i64, Option<i64>))> {
    let ends = ["로", "길", "동", "리", "가"];
    word.char_indices().skip(1).find_map(|(at, _)| {
        let (name, rest) = word.split_at(at);
        let number = house(rest)?;
        ends.iter()
            .any(|end| name.ends_with(end))
            .then_some((name, number))
    })
}

/// A text as it is compared: small letters without spaces, dashes and dots.
#[must_use]
pub fn key(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '.' | '·'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// A building of the public index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct IndexRow {
    /// Five digits.
    pub code: String,
    /// Province or metropolitan city: `서울특별시`.
    pub province: String,
    pub province_en: String,
    /// City or district: `강남구`; empty in Sejong.
    pub district: String,
    pub district_en: String,
    /// Town or township: `안덕면`; often empty.
    pub town: String,
    pub town_en: String,
    pub road: String,
    pub road_en: String,
    pub is_underground: bool,
    pub main: i64,
    pub sub: i64,
    pub building: String,
    /// Quarter: `역삼동`.
    pub quarter: String,
    /// Village: `사계리`.
    pub village: String,
    pub is_mountain: bool,
    pub lot: i64,
    pub sub_lot: i64,
}

impl IndexRow {
    /// Whether the row can be found and shown.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.code.len() == 5
            && self.code.bytes().all(|byte| byte.is_ascii_digit())
            && !self.province.is_empty()
            && !self.road.is_empty()
            && self.main >= 0
    }

    /// `서울특별시 강남구 테헤란로 152`, without the building.
    #[must_use]
    pub fn street(&self) -> String {
        let below = if self.is_underground { "지하 " } else { "" };
        let road = format!("{} {below}{}", self.road, numbers(self.main, self.sub));
        words(&[&self.province, &self.district, &self.town, &road], " ")
    }

    /// `152, Teheran-ro, Gangnam-gu, Seoul`.
    #[must_use]
    pub fn street_en(&self) -> String {
        let number = numbers(self.main, self.sub);
        words(
            &[
                &number,
                &self.road_en,
                &self.town_en,
                &self.district_en,
                &self.province_en,
            ],
            ", ",
        )
    }

    /// `역삼동 736-1`.
    #[must_use]
    pub fn lot_text(&self) -> String {
        let mountain = if self.is_mountain { "산 " } else { "" };
        let lot = format!("{mountain}{}", numbers(self.lot, self.sub_lot));
        words(&[&self.quarter, &self.village, &lot], " ")
    }

    /// The region in both languages, for the words that narrow a search.
    #[must_use]
    pub fn region_key(&self) -> String {
        [
            &self.province,
            &self.district,
            &self.town,
            &self.quarter,
            &self.province_en,
            &self.district_en,
            &self.town_en,
        ]
        .map(|text| key(text))
        .join(" ")
    }
}

fn numbers(main: i64, sub: i64) -> String {
    match sub {
        0 => main.to_string(),
        sub => format!("{main}-{sub}"),
    }
}

fn words(parts: &[&str], between: &str) -> String {
    let parts: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|one| !one.is_empty())
        .collect();
    parts.join(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str, region: &[&str], number: Option<(i64, Option<i64>)>) -> Search {
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
            ("테헤란로 152", place("테헤란로", &[], Some((152, None)))),
            ("테헤란로152", place("테헤란로", &[], Some((152, None)))),
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
            ("서울 시청", place("시청", &["서울"], None)),
            (
                "152, Teheran-ro, Gangnam-gu",
                place("teheranro", &["gangnamgu"], Some((152, None))),
            ),
            ("63빌딩", place("63빌딩", &[], None)),
        ] {
            assert_eq!(Search::parse(text).expect(text), expected, "{text}");
        }
        for refused in ["", "가", "152", "1-2", &"가".repeat(61)] {
            assert!(Search::parse(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn an_address_is_written_as_on_a_letter() {
        let row = IndexRow {
            code: "63528".into(),
            province: "제주특별자치도".into(),
            province_en: "Jeju-do".into(),
            district: "서귀포시".into(),
            district_en: "Seogwipo-si".into(),
            town: "안덕면".into(),
            town_en: "Andeok-myeon".into(),
            road: "사계남로".into(),
            road_en: "Sagyenam-ro".into(),
            main: 216,
            sub: 28,
            quarter: "안덕면".into(),
            village: "사계리".into(),
            is_mountain: true,
            lot: 16,
            ..IndexRow::default()
        };
        assert!(row.is_valid());
        assert_eq!(
            row.street(),
            "제주특별자치도 서귀포시 안덕면 사계남로 216-28"
        );
        assert_eq!(
            row.street_en(),
            "216-28, Sagyenam-ro, Andeok-myeon, Seogwipo-si, Jeju-do"
        );
        assert_eq!(row.lot_text(), "안덕면 사계리 산 16");
        assert!(row.region_key().contains("seogwiposi"));
        for wrong in ["6352", "6352a", ""] {
            let code = wrong.to_owned();
            assert!(
                !IndexRow {
                    code,
                    ..row.clone()
                }
                .is_valid()
            );
        }
    }
}
