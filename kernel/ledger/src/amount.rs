//! An amount of WIT that can be moved.

use std::fmt;

use crate::Refusal;

/// Between 0.01 and 10¹² WIT, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(i64);

impl Amount {
    /// The largest amount of one movement: 10¹² WIT.
    pub const MAX: Self = Self(100_000_000_000_000);

    /// From hundredths of a WIT.
    ///
    /// # Errors
    /// [`Refusal::InvalidAmount`] for anything below 1 or above [`Amount::MAX`].
    pub const fn new(hundredths: i64) -> Result<Self, Refusal> {
        if hundredths >= 1 && hundredths <= Self::MAX.0 {
            Ok(Self(hundredths))
        } else {
            Err(Refusal::InvalidAmount)
        }
    }

    /// From whole WIT, as people enter them.
    ///
    /// # Errors
    /// Same as [`Amount::new`].
    pub const fn whole(wit: i64) -> Result<Self, Refusal> {
        match wit.checked_mul(100) {
            Some(hundredths) => Self::new(hundredths),
            None => Err(Refusal::InvalidAmount),
        }
    }

    /// The amount in hundredths of a WIT, between 1 and [`Amount::MAX`].
    #[must_use]
    pub const fn hundredths(self) -> i64 {
        self.0
    }
}

/// In WIT, with two decimals unless the amount is whole: `1234.05`, `7`.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match rest {
            0 => write!(f, "{whole}"),
            rest => write!(f, "{whole}.{rest:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Amount;

    #[test]
    fn amounts_outside_of_the_range_are_refused() {
        for bad in [i64::MIN, -1, 0, Amount::MAX.hundredths() + 1, i64::MAX] {
            assert!(Amount::new(bad).is_err(), "{bad}");
        }
        for bad in [i64::MIN, -1, 0, i64::MAX, i64::MAX / 100 + 1] {
            assert!(Amount::whole(bad).is_err(), "{bad}");
        }
        assert_eq!(Amount::whole(7).expect("seven WIT").hundredths(), 700);
    }

    #[test]
    fn amounts_are_formatted_in_wit_with_decimals_only_if_needed() {
        let formatted = |hundredths| Amount::new(hundredths).expect("an amount").to_string();
        assert_eq!(formatted(1), "0.01");
        assert_eq!(formatted(100), "1");
        assert_eq!(formatted(123_405), "1234.05");
    }
}
