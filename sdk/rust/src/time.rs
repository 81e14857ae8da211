//! Points in time. This module reads no clock: the time of a call is [`Ctx::now`](crate::Ctx::now).

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A day in milliseconds.
pub const DAY_MS: i64 = 86_400_000;
const HOUR_MS: i64 = 3_600_000;
/// Korea is nine hours ahead of UTC all year.
const KOREA_MS: i64 = 9 * HOUR_MS;

/// A point in time, in microseconds since 1970-01-01T00:00:00Z; RFC 3339 in JSON.
///
/// ```
/// use witverse_sdk::Timestamp;
/// let t = Timestamp::from_millis(1_700_000_000_123);
/// assert_eq!(t.to_string(), "2023-11-14T22:13:20.123Z");
/// assert_eq!(t.plus_millis(1_000).as_millis(), 1_700_000_001_123);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The last microsecond of the year 9999: later than any row.
    pub const LATEST: Self = Self(253_402_300_799_999_999);

    /// From milliseconds since the epoch.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis.saturating_mul(1_000))
    }

    /// From microseconds since the epoch.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Milliseconds since the epoch, rounded down.
    pub const fn as_millis(self) -> i64 {
        self.0.div_euclid(1_000)
    }

    /// Microseconds since the epoch.
    pub const fn as_micros(self) -> i64 {
        self.0
    }

    /// Later by this many milliseconds (earlier if negative).
    #[must_use]
    pub const fn plus_millis(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis.saturating_mul(1_000)))
    }

    /// The hour of the day in Korea, 0 to 23.
    pub const fn korean_hour(self) -> i64 {
        (self.as_millis() + KOREA_MS)
            .div_euclid(HOUR_MS)
            .rem_euclid(24)
    }

    /// How many seconds after `now` this is, rounded up; 0 if it has passed.
    pub fn seconds_after(self, now: Self) -> u32 {
        let micros = self.0.saturating_sub(now.0).max(0);
        let seconds = micros / 1_000_000 + i64::from(micros % 1_000_000 > 0);
        u32::try_from(seconds).unwrap_or(u32::MAX)
    }
}

/// A day in Korea; as text `2026-11-24`.
///
/// ```
/// use witverse_sdk::{KoreanDay, Timestamp};
/// let day = KoreanDay::of(Timestamp::parse("2026-11-23T15:00:00Z").expect("RFC 3339"));
/// assert_eq!(day.to_string(), "2026-11-24");
/// assert_eq!(day.plus_days(1).start().to_string(), "2026-11-24T15:00:00.000Z");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KoreanDay(i64);

impl KoreanDay {
    /// The day in Korea at a point in time.
    pub const fn of(at: Timestamp) -> Self {
        Self((at.as_millis() + KOREA_MS).div_euclid(DAY_MS))
    }

    /// Days since 1970-01-01.
    pub const fn number(self) -> i64 {
        self.0
    }

    /// Later by this many days (earlier if negative).
    #[must_use]
    pub const fn plus_days(self, days: i64) -> Self {
        Self(self.0.saturating_add(days))
    }

    /// Midnight in Korea, when the day begins.
    pub const fn start(self) -> Timestamp {
        Timestamp::from_millis(self.0.saturating_mul(DAY_MS).saturating_sub(KOREA_MS))
    }
}

impl std::fmt::Display for KoreanDay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (year, month, day) = civil(self.0);
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl Timestamp {
    /// Parses RFC 3339: `2026-11-20T09:00:00Z`, `2026-11-20T18:00:00.5+09:00`; the seconds may be missing, as in
    /// browsers' inputs.
    ///
    /// ```
    /// use witverse_sdk::Timestamp;
    /// let t = Timestamp::parse("2023-11-15T07:13:20.123+09:00").expect("RFC 3339");
    /// assert_eq!(t.to_string(), "2023-11-14T22:13:20.123Z");
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let (date, rest) = text.split_once(['T', 't', ' '])?;
        let offset_at = rest.find(['Z', 'z', '+', '-'])?;
        let (clock, offset) = rest.split_at(offset_at);
        let [year, month, day] = numbers(date, '-', [4, 2, 2])?;
        let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
        let [hour, minute, second] = match clock.len() {
            5 => {
                let [hour, minute] = numbers(clock, ':', [2, 2])?;
                [hour, minute, 0]
            }
            _ => numbers(clock, ':', [2, 2, 2])?,
        };
        let digits = fraction.get(..fraction.len().min(6))?;
        if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let micros: i64 = format!("{digits:0<6}").parse().ok()?;
        let offset_minutes = match offset.split_at(1) {
            ("Z" | "z", "") => 0,
            (sign, ahead) => {
                let [hours, minutes] = numbers(ahead, ':', [2, 2])?;
                let ahead = hours * 60 + minutes;
                if hours > 23 || minutes > 59 {
                    return None;
                }
                if sign == "-" { -ahead } else { ahead }
            }
        };
        let days = days_from_civil(year, month, day);
        let real = civil(days) == (year, month, day);
        if !real || hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let seconds = days * 86_400 + hour * 3_600 + (minute - offset_minutes) * 60 + second;
        Some(Self(seconds * 1_000_000 + micros))
    }
}

/// Numbers with a fixed number of digits each, separated by a character.
fn numbers<const N: usize>(text: &str, separator: char, digits: [usize; N]) -> Option<[i64; N]> {
    let mut parts = text.split(separator);
    let mut numbers = [0; N];
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let part = parts.next()?;
        if part.len() != digits || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        *number = part.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}

/// The day since 1970-01-01 (Howard Hinnant's `days_from_civil`).
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let yoe = year.rem_euclid(400);
    let doy = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    era * 146_097 + doe - 719_468
}

/// Year, month and day of a day counted from 1970-01-01 (Howard Hinnant's `civil_from_days`).
fn civil(days: i64) -> (i64, i64, i64) {
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1_460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let day = doy - (153 * mp + 2) / 5 + 1;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    let year = yoe + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = self.0.div_euclid(1_000_000);
        let millis = self.0.rem_euclid(1_000_000) / 1_000;
        let (year, month, day) = civil(seconds.div_euclid(86_400));
        let clock = seconds.rem_euclid(86_400);
        let (hour, minute, second) = (clock / 3_600, clock / 60 % 60, clock % 60);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z"
        )
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl schemars::JsonSchema for Timestamp {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Timestamp".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "date-time" })
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("this is no time in RFC 3339"))
    }
}

#[cfg(test)]
mod tests {
    use super::{DAY_MS, KoreanDay, Timestamp};

    #[test]
    fn reads_rfc_3339_and_nothing_else() {
        let check = |text, millis| {
            assert_eq!(
                Timestamp::parse(text).map(Timestamp::as_millis),
                millis,
                "{text}"
            );
        };
        check("1970-01-01T00:00:00Z", Some(0));
        check("1969-12-31T23:59:59.999Z", Some(-1));
        check("2000-02-29T09:00:00+09:00", Some(951_782_400_000));
        check("2000-02-29T00:00Z", Some(951_782_400_000));
        check("2000-02-28T19:30:00.0000009-04:30", Some(951_782_400_000));
        for wrong in [
            "",
            "2000-02-29",
            "2000-02-29T00:00:00",
            "2001-02-29T00:00:00Z",
            "2000-13-01T00:00:00Z",
            "2000-00-01T00:00:00Z",
            "2000-01-01T24:00:00Z",
            "2000-01-01T00:60:00Z",
            "2000-1-01T00:00:00Z",
            "2000-01-01T00:00:00.xZ",
            "2000-01-01T00:00:00+9",
            "2000-01-01T00:00:00+24:00",
            "\u{662f}T00:00Z",
        ] {
            check(wrong, None);
        }
    }

    #[test]
    fn writes_rfc_3339() {
        let check = |millis, expect| assert_eq!(Timestamp::from_millis(millis).to_string(), expect);
        check(0, "1970-01-01T00:00:00.000Z");
        check(-1, "1969-12-31T23:59:59.999Z");
        check(951_782_400_000, "2000-02-29T00:00:00.000Z");
        check(4_102_444_799_999, "2099-12-31T23:59:59.999Z");
    }

    #[test]
    fn days_and_hours_of_korea() {
        let check = |text: &str, day: &str, hour: i64| {
            let at = Timestamp::parse(text).expect("RFC 3339");
            let found = KoreanDay::of(at);
            assert_eq!(
                (found.to_string().as_str(), at.korean_hour()),
                (day, hour),
                "{text}"
            );
            assert!(found.start() <= at && at < found.plus_days(1).start());
        };
        check("2026-11-23T14:59:59Z", "2026-11-23", 23);
        check("2026-11-23T15:00:00Z", "2026-11-24", 0);
        check("2028-02-28T15:30:00Z", "2028-02-29", 0);
        check("2026-12-31T15:00:00Z", "2027-01-01", 0);
        check("1969-12-31T14:00:00Z", "1969-12-31", 23);
        let first = KoreanDay::of(Timestamp::from_millis(0));
        assert_eq!((first.number(), first.plus_days(-1).number()), (0, -1));
        let later = first.start().plus_millis(3 * DAY_MS);
        assert_eq!(KoreanDay::of(later), first.plus_days(3));
    }

    #[test]
    fn seconds_are_rounded_up() {
        let now = Timestamp::from_millis(10_000);
        for (ms, seconds) in [(-1, 0), (0, 0), (1, 1), (1_000, 1), (1_001, 2)] {
            assert_eq!(now.plus_millis(ms).seconds_after(now), seconds, "{ms}");
        }
        assert_eq!(Timestamp::LATEST.seconds_after(now), u32::MAX);
    }

    #[test]
    fn the_latest_time_is_the_end_of_the_year_9999() {
        assert_eq!(Timestamp::LATEST.to_string(), "9999-12-31T23:59:59.999Z");
        let next = Timestamp::from_micros(Timestamp::LATEST.as_micros() + 1);
        assert!(next.to_string().starts_with("10000-01-01"));
    }
}
