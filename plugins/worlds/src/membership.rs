//! Membership collections: the rules. Pure: no kernel, no statements.
//!
//! A world offers one collection at a time, free or for a price. Its items make their owners members who may write.

use crate::problems::{
    MEMBERSHIP_CLOSED, MEMBERSHIP_NOT_FOUND, MEMBERSHIP_SOLD_OUT, PRICE_CHANGED,
};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::{Text, Wit};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Error, Timestamp, Uuid, text};

/// Maximum length of a name, in characters.
const NAME_MAX: usize = 40;
/// The table has the same limits.
const QUANTITY_MAX: i64 = 1_000_000;
const PRICE_MAX: i64 = 1_000_000;

/// The request body of a new collection.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
pub struct NewMembership {
    /// Both languages, neither empty.
    pub name: Text,
    /// How many there are.
    #[schemars(range(min = 1, max = 1000000))]
    pub quantity: i64,
    /// In whole WIT; 0 is free.
    #[schemars(range(min = 0, max = 1000000))]
    pub price: i64,
    /// The end of the registration.
    pub deadline: Option<Timestamp>,
}

impl NewMembership {
    /// Checks all fields; the error names those that are wrong.
    pub fn check(&self, now: Timestamp) -> Result<Self, Error> {
        let name = text::both_lines("name", &self.name, 1..=NAME_MAX);
        let mut errors: Vec<Error> = name.clone().err().into_iter().collect();
        for (field, value, min, max) in [
            ("quantity", self.quantity, 1, QUANTITY_MAX),
            ("price", self.price, 0, PRICE_MAX),
        ] {
            if !(min..=max).contains(&value) {
                errors.push(Error::number_field(field, min, max));
            }
        }
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            errors.push(Error::field(
                "deadline",
                "지금보다 나중의 시각을 선택해 주세요.",
                "Please choose a time in the future.",
            ));
        }
        Error::all(errors)?;
        Ok(Self {
            name: name?,
            ..self.clone()
        })
    }
}

/// A membership collection as stored.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Membership {
    /// Also the id of the collection of `items`.
    pub id: Uuid,
    /// Both languages.
    #[row(both)]
    pub name: Text,
    /// How many there are.
    pub quantity: i64,
    /// How many were sold.
    pub sold: i64,
    /// Hundredths of a WIT.
    pub price: i64,
    /// The end of the registration.
    pub deadline: Option<Timestamp>,
    /// When it was opened.
    pub created_at: Timestamp,
}

/// Whether a collection is sold now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Sale {
    /// It can be bought.
    Open,
    /// All items were sold.
    SoldOut,
    /// The registration has ended.
    Closed,
}

impl Membership {
    /// Whether it is sold at `now`.
    pub fn sale(&self, now: Timestamp) -> Sale {
        match self.deadline {
            _ if self.sold >= self.quantity => Sale::SoldOut,
            Some(deadline) if deadline <= now => Sale::Closed,
            _ => Sale::Open,
        }
    }

    /// The price, in hundredths of a WIT.
    pub fn price(&self) -> Wit {
        Wit::of_hundredths(u64::try_from(self.price).unwrap_or_default())
    }
}

/// Checks that a collection can be bought now for the price that the buyer has seen, in whole WIT.
pub fn buyable(
    found: Option<Membership>,
    seen_price: i64,
    now: Timestamp,
) -> Result<Membership, Error> {
    let membership = found.ok_or(MEMBERSHIP_NOT_FOUND)?;
    match membership.sale(now) {
        Sale::SoldOut => Err(MEMBERSHIP_SOLD_OUT.into()),
        Sale::Closed => Err(MEMBERSHIP_CLOSED.into()),
        Sale::Open if seen_price.checked_mul(100) != Some(membership.price) => {
            Err(PRICE_CHANGED.into())
        }
        Sale::Open => Ok(membership),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn new() -> NewMembership {
        NewMembership {
            name: Text::new("봄", "Spring"),
            quantity: 10,
            price: 100,
            deadline: None,
        }
    }

    #[test]
    fn all_invalid_fields_are_named_together() {
        let check = |new: NewMembership, expected: &[&str]| {
            let fields: Vec<String> = match new.check(at(1_000)) {
                Ok(_) => Vec::new(),
                Err(error) => error.fields().iter().map(|f| f.field.clone()).collect(),
            };
            assert_eq!(fields, expected);
        };
        check(new(), &[]);
        let free = NewMembership { price: 0, ..new() };
        check(free, &[]);
        let wrong = NewMembership {
            name: Text::new(" ", "e".repeat(NAME_MAX + 1)),
            quantity: 0,
            price: PRICE_MAX + 1,
            deadline: Some(at(1_000)),
        };
        check(
            wrong,
            &["name.ko", "name.en", "quantity", "price", "deadline"],
        );
        let negative = NewMembership { price: -1, ..new() };
        check(negative, &["price"]);
    }

    #[test]
    fn a_collection_is_bought_while_it_is_open_for_the_price_that_was_seen() {
        let membership = |sold, deadline: Option<i64>| Membership {
            id: Uuid::nil(),
            name: Text::new("봄", "Spring"),
            quantity: 2,
            sold,
            price: 10_000,
            deadline: deadline.map(at),
            created_at: at(0),
        };
        let check = |found, price, expected: &str| {
            let code = match buyable(found, price, at(1_000)) {
                Ok(_) => "ok".to_owned(),
                Err(error) => error.code().to_owned(),
            };
            assert_eq!(code, expected);
        };
        check(Some(membership(1, None)), 100, "ok");
        check(Some(membership(1, Some(1_001))), 100, "ok");
        check(Some(membership(1, Some(1_000))), 100, "membership_closed");
        check(Some(membership(2, Some(1_000))), 100, "membership_sold_out");
        check(Some(membership(0, None)), 99, "membership_price_changed");
        check(
            Some(membership(0, None)),
            i64::MAX,
            "membership_price_changed",
        );
        check(None, 100, "membership_not_found");
    }
}
