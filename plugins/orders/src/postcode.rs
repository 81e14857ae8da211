//! An address as the public index of postal codes lists it, and how its texts are compared. Pure.

use serde::{Deserialize, Serialize};

/// A text as it is compared: small letters without spaces, dashes and dots.
#[must_use]
pub fn key(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '.' | '·'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// A building of the public index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct IndexRow {
    /// Five digits.
    #[schemars(length(max = 10))]
    pub code: String,
    /// Province or metropolitan city: `서울특별시`.
    #[schemars(length(max = 40))]
    pub province: String,
    #[schemars(length(max = 60))]
    pub province_en: String,
    /// City or district: `강남구`; empty in Sejong.
    #[schemars(length(max = 40))]
    pub district: String,
    #[schemars(length(max = 80))]
    pub district_en: String,
    /// Town or township: `안덕면`; often empty.
    #[schemars(length(max = 40))]
    pub town: String,
    #[schemars(length(max = 60))]
    pub town_en: String,
    #[schemars(length(max = 80))]
    pub road: String,
    #[schemars(length(max = 120))]
    pub road_en: String,
    pub is_underground: bool,
    #[schemars(range(min = 0, max = 99999))]
    pub main: i64,
    #[schemars(range(min = 0, max = 99999))]
    pub sub: i64,
    #[schemars(length(max = 200))]
    pub building: String,
    /// Quarter: `역삼동`.
    #[schemars(length(max = 40))]
    pub quarter: String,
    /// Village: `사계리`.
    #[schemars(length(max = 40))]
    pub village: String,
    pub is_mountain: bool,
    #[schemars(range(min = 0, max = 99999))]
    pub lot: i64,
    #[schemars(range(min = 0, max = 99999))]
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
