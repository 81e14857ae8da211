//! The limits that make a trade a wash trade. Pure: no kernel, no SQL. `wash` finds the facts.

use crate::rules::Rules;
use serde::Serialize;

/// The limit that a trade crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WashRule {
    /// The buyer sold the item, or gave it away, a short time ago.
    Returned,
    /// The two people trade again and again.
    Pair,
    /// The two people have traded before, and the price is far off the median.
    Price,
}

impl WashRule {
    const ALL: [Self; 3] = [Self::Returned, Self::Pair, Self::Price];

    /// As it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Returned => "returned",
            Self::Pair => "pair",
            Self::Price => "price",
        }
    }

    /// The rule of a stored text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.as_str() == text)
    }
}

/// What is known about a trade before it is recorded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    /// The item comes back to its buyer within `wash_days`.
    pub returns: bool,
    /// Trades of the two within `wash_pair_days`, in both directions.
    pub pair_trades: i64,
    /// The two have traded within `wash_days`, and the price is far off the median.
    pub is_far_price: bool,
}

/// The first limit that a trade crosses.
#[must_use]
pub fn judge(facts: Facts, rules: &Rules) -> Option<WashRule> {
    [
        (facts.returns, WashRule::Returned),
        (facts.pair_trades >= rules.wash_pair_trades, WashRule::Pair),
        (facts.is_far_price, WashRule::Price),
    ]
    .into_iter()
    .find_map(|(crossed, rule)| crossed.then_some(rule))
}

#[cfg(test)]
mod tests {
    use super::{Facts, WashRule, judge};
    use crate::rules::tests::rules;

    #[test]
    fn the_first_crossed_limit_is_named() {
        let check =
            |returns: bool, pair_trades: i64, is_far_price: bool, expect: Option<WashRule>| {
                let facts = Facts {
                    returns,
                    pair_trades,
                    is_far_price,
                };
                assert_eq!(judge(facts, &rules()), expect, "{facts:?}");
            };
        check(false, 0, false, None);
        check(false, 2, false, None);
        check(false, 3, false, Some(WashRule::Pair));
        check(true, 3, true, Some(WashRule::Returned));
        check(false, 1, true, Some(WashRule::Price));
    }

    #[test]
    fn limits_are_read_as_they_are_stored() {
        for rule in WashRule::ALL {
            assert_eq!(WashRule::parse(rule.as_str()), Some(rule));
        }
        assert_eq!(WashRule::parse("other"), None);
    }
}
