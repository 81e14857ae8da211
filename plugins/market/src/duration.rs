//! How long listings and offers last.

use serde::{Deserialize, Serialize};
use witverse_sdk::{DAY_MS, Timestamp};

/// A duration that people choose from. A month has 30 days and a year 365.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub enum Duration {
    /// One day.
    #[serde(rename = "1d")]
    OneDay,
    /// Three days.
    #[serde(rename = "3d")]
    ThreeDays,
    /// Seven days.
    #[serde(rename = "7d")]
    SevenDays,
    /// One month.
    #[serde(rename = "1m")]
    OneMonth,
    /// Three months.
    #[serde(rename = "3m")]
    ThreeMonths,
    /// Six months.
    #[serde(rename = "6m")]
    SixMonths,
    /// One year.
    #[serde(rename = "1y")]
    OneYear,
}

impl Duration {
    const fn days(self) -> i64 {
        match self {
            Self::OneDay => 1,
            Self::ThreeDays => 3,
            Self::SevenDays => 7,
            Self::OneMonth => 30,
            Self::ThreeMonths => 90,
            Self::SixMonths => 180,
            Self::OneYear => 365,
        }
    }

    /// The end, if it starts at `now`.
    pub fn end(self, now: Timestamp) -> Timestamp {
        now.plus_millis(self.days() * DAY_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::Duration;
    use serde_json::{from_value, json};
    use witverse_sdk::Timestamp;

    #[test]
    fn durations_are_those_of_the_specification() {
        for (text, days) in [
            ("1d", 1),
            ("3d", 3),
            ("7d", 7),
            ("1m", 30),
            ("3m", 90),
            ("6m", 180),
            ("1y", 365),
        ] {
            let duration: Duration = from_value(json!(text)).expect(text);
            let end = duration.end(Timestamp::from_millis(0));
            assert_eq!(end.as_millis(), days * 86_400_000, "{text}");
        }
        assert!(from_value::<Duration>(json!("2d")).is_err());
    }
}
