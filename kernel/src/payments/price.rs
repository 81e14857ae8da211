//! Prices of WIT. Integers only, always rounded up, so that a price is never below the rate; won to whole tens.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::exchange_rates::Rate;
use super::messages::AMOUNT_INVALID;
use crate::error::{FieldProblem, Language, Localized, Problem, Result};

/// The smallest order, in whole WIT.
pub const MIN_WIT: i64 = 100;
/// The largest order, in whole WIT.
pub const MAX_WIT: i64 = 1_000_000;
/// Prices in won are multiples of this: the smallest coin in use.
const KRW_STEP: i64 = 10;
/// The suggested amounts, in whole WIT.
pub(super) const PACKS: [i64; 6] = [100, 500, 1_000, 5_000, 10_000, 50_000];

/// The currencies of payments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Currency {
    Krw,
    Usd,
}

impl Currency {
    pub const ALL: [Self; 2] = [Self::Krw, Self::Usd];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Krw => "KRW",
            Self::Usd => "USD",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == text)
    }
}

/// An amount of money in the smallest unit of its currency: won, or US cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Money {
    pub currency: Currency,
    /// The amount in the smallest unit: won, or US cents.
    pub amount_minor: i64,
}

impl Money {
    /// As text: `1,400원`, `₩1,400` or `$14.00`.
    #[must_use]
    pub fn shown(self, language: Language) -> String {
        match (self.currency, language) {
            (Currency::Krw, Language::Ko) => format!("{}원", grouped(self.amount_minor)),
            (Currency::Krw, Language::En) => format!("₩{}", grouped(self.amount_minor)),
            (Currency::Usd, _) => {
                let cents = self.amount_minor.rem_euclid(100);
                format!("${}.{cents:02}", grouped(self.amount_minor.div_euclid(100)))
            }
        }
    }
}

/// Converts whole WIT of an order to hundredths.
///
/// # Errors
/// `amount_invalid` for less than [`MIN_WIT`] or more than [`MAX_WIT`].
pub(super) fn hundredths(wit: i64) -> Result<i64> {
    if (MIN_WIT..=MAX_WIT).contains(&wit) {
        return Ok(wit * 100);
    }
    let message = Localized::new(AMOUNT_INVALID.ko, AMOUNT_INVALID.en);
    Err(Problem {
        fields: vec![FieldProblem {
            field: "wit".into(),
            message,
        }],
        ..AMOUNT_INVALID.into()
    }
    .into())
}

/// What an amount costs at a rate, rounded up: dollars to the cent, won to [`KRW_STEP`].
#[must_use]
pub(super) fn price(hundredths: i64, currency: Currency, rate: &Rate) -> Money {
    // Hundredths of a WIT for this many of the smallest unit.
    let (bought, units, step) = match currency {
        Currency::Usd => (rate.hundredths_per_usd, 100, 1),
        Currency::Krw => (rate.hundredths_per_1000_krw, 1000, KRW_STEP),
    };
    let exact = i128::from(hundredths) * units;
    let step = i128::from(step);
    let bought = i128::from(bought.max(1)) * step;
    let rounded_up = (exact + bought - 1) / bought * step;
    Money {
        currency,
        // The largest price is that of 10^8 hundredths at a rate of one for 1000 won: 10^11.
        amount_minor: i64::try_from(rounded_up).unwrap_or(i64::MAX),
    }
}

/// WIT as text: `1,000`, or `0.50` with hundredths.
#[must_use]
pub(super) fn wit_shown(hundredths: i64) -> String {
    let (whole, rest) = (hundredths.div_euclid(100), hundredths.rem_euclid(100));
    match rest {
        0 => grouped(whole),
        rest => format!("{}.{rest:02}", grouped(whole)),
    }
}

/// With a comma before every third digit.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "-" } else { "" });
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;

    use super::{Currency, KRW_STEP, MAX_WIT, MIN_WIT, Money, hundredths, price, wit_shown};
    use crate::error::Language;
    use crate::payments::Rate;

    fn rate(hundredths_per_usd: i64, hundredths_per_1000_krw: i64) -> Rate {
        Rate {
            version: 1,
            exchange_rate: 0.0,
            hundredths_per_usd,
            hundredths_per_1000_krw,
            since: OffsetDateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_price_is_rounded_up_and_never_down() {
        let first = rate(10_000, 7_143);
        for (wit, krw, usd) in [
            (100, 1_400, 100),
            (101, 1_420, 101),
            (500, 7_000, 500),
            (1_000_000, 13_999_730, 1_000_000),
        ] {
            let at = |currency| price(wit * 100, currency, &first).amount_minor;
            assert_eq!((at(Currency::Krw), at(Currency::Usd)), (krw, usd), "{wit}");
        }
        // A hundredth of a WIT has a price too.
        assert_eq!(price(1, Currency::Usd, &first).amount_minor, 1);
        assert_eq!(price(1, Currency::Krw, &first).amount_minor, 10);
        // An exact quotient is not rounded.
        assert_eq!(price(7_143, Currency::Krw, &first).amount_minor, 1_000);
        assert_eq!(price(7_144, Currency::Krw, &first).amount_minor, 1_010);
    }

    #[test]
    fn the_price_always_covers_the_amount() {
        for per_usd in [1, 3, 99, 10_000, 12_345, 999_999_999] {
            let rate = rate(per_usd, per_usd);
            for hundredths in [1, 7, 10_000, 33_333, MAX_WIT * 100] {
                let usd = price(hundredths, Currency::Usd, &rate).amount_minor;
                assert!(i128::from(usd) * i128::from(per_usd) >= i128::from(hundredths) * 100);
                assert!((i128::from(usd) - 1) * i128::from(per_usd) < i128::from(hundredths) * 100);
                let krw = price(hundredths, Currency::Krw, &rate).amount_minor;
                assert!(i128::from(krw) * i128::from(per_usd) >= i128::from(hundredths) * 1000);
                assert!(
                    i128::from(krw - KRW_STEP) * i128::from(per_usd)
                        < i128::from(hundredths) * 1000
                );
                assert_eq!(krw % KRW_STEP, 0);
            }
        }
    }

    #[test]
    fn an_order_has_bounds() {
        for bad in [i64::MIN, -100, 0, 1, MIN_WIT - 1, MAX_WIT + 1, i64::MAX] {
            assert!(hundredths(bad).is_err(), "{bad}");
        }
        assert_eq!(hundredths(MIN_WIT).expect("the least"), 10_000);
        assert_eq!(hundredths(MAX_WIT).expect("the most"), 100_000_000);
    }

    #[test]
    fn money_and_wit_are_formatted_for_people() {
        let shown = |currency, amount_minor| {
            Money {
                currency,
                amount_minor,
            }
            .shown(Language::Ko)
        };
        let won = Money {
            currency: Currency::Krw,
            amount_minor: 1_400,
        };
        assert_eq!(won.shown(Language::En), "₩1,400");
        assert_eq!(shown(Currency::Krw, 1_400), "1,400원");
        assert_eq!(shown(Currency::Krw, 900), "900원");
        assert_eq!(shown(Currency::Usd, 123_456), "$1,234.56");
        assert_eq!(shown(Currency::Usd, 5), "$0.05");
        assert_eq!(wit_shown(100_000), "1,000");
        assert_eq!(wit_shown(150), "1.50");
        assert_eq!(wit_shown(100_000_000_000), "1,000,000,000");
    }

    #[test]
    fn unknown_currencies_are_refused() {
        assert_eq!(Currency::parse("KRW"), Some(Currency::Krw));
        assert_eq!(Currency::parse("USD"), Some(Currency::Usd));
        for bad in ["", "krw", "EUR", "USD "] {
            assert_eq!(Currency::parse(bad), None);
        }
    }
}
