//! Prices, shares and unusual amounts. Pure: no kernel, no statements.
//!
//! Rounding: fee and royalty are rounded down to hundredths of a WIT; the seller gets the rest. So the parts always make
//! the price.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use witverse_sdk::Error;
use witverse_sdk::sql::FromRow;

/// The highest price in whole WIT; the table and the ledger grants have the same.
const PRICE_MAX: u64 = 1_000_000;
/// Fewer sales have no median.
const SALES_MIN: usize = 3;

/// A price in hundredths of a WIT: at least 1 WIT, always whole WIT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Price(u64);

impl Price {
    /// From whole WIT in a request.
    ///
    /// # Errors
    /// 422 at `field` for anything but a whole number within the limits.
    pub fn parse(value: &Value, field: &str) -> Result<Self, Error> {
        value
            .as_u64()
            .filter(|wit| (1..=PRICE_MAX).contains(wit))
            .map(|wit| Self(wit * 100))
            .ok_or_else(|| {
                Error::field(
                    field,
                    "가격은 1 이상 1,000,000 이하의 정수로 입력해 주세요.",
                    "Please enter a whole number of WIT from 1 to 1,000,000.",
                )
            })
    }

    /// From the database.
    pub fn stored(hundredths: i64) -> Self {
        Self(u64::try_from(hundredths).unwrap_or_default())
    }

    /// In hundredths of a WIT.
    pub const fn hundredths(self) -> u64 {
        self.0
    }

    /// For the database.
    pub fn to_stored(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }
}

/// The shares of a price that are fixed when a listing or an offer is made, in hundredths of a percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Shares {
    /// The platform's fee.
    pub fee_bp: i64,
    /// The share of the collection's maker.
    pub royalty_bp: i64,
}

/// The parts of a price, in hundredths of a WIT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Split {
    /// What the buyer pays.
    #[schemars(range(min = 100))]
    pub price_hundredths: u64,
    /// What the platform gets.
    pub fee_hundredths: u64,
    /// What the maker of the collection gets.
    pub royalty_hundredths: u64,
    /// What the seller gets.
    pub seller_receives_hundredths: u64,
}

impl Split {
    /// Splits a price. There is no royalty if `has_maker` is false: the maker is the buyer or the seller, or has left.
    pub fn of(price: Price, shares: Shares, has_maker: bool) -> Self {
        let part = |bp: i64| price.0 * u64::try_from(bp).unwrap_or_default() / 10_000;
        let fee = part(shares.fee_bp);
        let royalty = if has_maker {
            part(shares.royalty_bp)
        } else {
            0
        };
        Self {
            price_hundredths: price.0,
            fee_hundredths: fee,
            royalty_hundredths: royalty,
            seller_receives_hundredths: price.0 - fee - royalty,
        }
    }
}

/// The median of the latest prices of a collection; `None` for few.
pub fn median(mut prices: Vec<i64>) -> Option<i64> {
    if prices.len() < SALES_MIN {
        return None;
    }
    prices.sort_unstable();
    let middle = prices.len() / 2;
    Some(match prices.len() % 2 {
        0 => (prices[middle - 1] + prices[middle]) / 2,
        _ => prices[middle],
    })
}

/// Whether a price is at least `times` over or under the median.
pub fn is_unusual(price: Price, median: Option<i64>, times: i64) -> bool {
    let (price, times) = (i128::from(price.0), i128::from(times));
    median
        .map(i128::from)
        .is_some_and(|median| median > 0 && (price >= median * times || price * times <= median))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn prices_are_whole_numbers_from_one_to_a_million() {
        for (value, expected) in [(json!(1), 100), (json!(1_000_000), 100_000_000)] {
            let price = Price::parse(&value, "price").map(Price::hundredths);
            assert_eq!(price.ok(), Some(expected), "{value}");
        }
        for wrong in [
            json!(0),
            json!(-1),
            json!(0.5),
            json!(1.0),
            json!(1_000_001),
            json!(1_000_000_000_000_000_000_u64),
            json!(u64::MAX),
            json!("1"),
            json!(null),
        ] {
            let error = Price::parse(&wrong, "price").expect_err("refused");
            assert_eq!(error.fields()[0].field, "price", "{wrong}");
        }
    }

    #[test]
    fn the_parts_make_the_price_for_every_share() {
        for hundredths in [100, 300, 700, 99_900, 100_000_000] {
            for fee_bp in [0, 1, 33, 250, 3_000] {
                for royalty_bp in [0, 1, 333, 1_000] {
                    let shares = Shares { fee_bp, royalty_bp };
                    for has_maker in [true, false] {
                        let split = Split::of(Price(hundredths), shares, has_maker);
                        let sum = split.fee_hundredths
                            + split.royalty_hundredths
                            + split.seller_receives_hundredths;
                        assert_eq!(sum, hundredths);
                        assert!(has_maker || split.royalty_hundredths == 0);
                    }
                }
            }
        }
        let shares = Shares {
            fee_bp: 250,
            royalty_bp: 333,
        };
        let split = Split::of(Price(100), shares, true);
        assert_eq!(
            (split.fee_hundredths, split.royalty_hundredths),
            (2, 3),
            "rounded down"
        );
    }

    #[test]
    fn a_price_is_unusual_at_three_times_over_or_under_the_median() {
        let median = median(vec![900, 300, 600, 500, 700]);
        assert_eq!(median, Some(600));
        for (hundredths, unusual) in [(1_799, false), (1_800, true), (201, false), (200, true)] {
            assert_eq!(
                is_unusual(Price(hundredths), median, 3),
                unusual,
                "{hundredths}"
            );
        }
        assert!(!is_unusual(
            Price(100_000_000),
            super::median(vec![100, 100]),
            3
        ));
        assert_eq!(super::median(vec![100, 200, 400, 500]), Some(300));
    }
}
