//! Orders: their states, and who may move them. The functions are pure; handlers lock the row first.

use crate::draw::Promised;
use crate::problems::{ORDER_EXPIRED, ORDER_STATE, PARCEL_ON_THE_WAY};
use crate::product::Price;
use serde::{Deserialize, Serialize};
use witverse_sdk::sql::{FromRow, Row, SqlError};
use witverse_sdk::{Error, Timestamp, Uuid};

/// How long an order is reserved for its buyer.
pub const RESERVED_MS: i64 = 10 * 60 * 1000;

/// The state of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// The stock is reserved, and it can be paid.
    Reserved,
    /// It was not paid in time.
    Expired,
    /// By the buyer, before the payment.
    Cancelled,
    Paid,
    /// The seller packs it.
    Preparing,
    Shipped,
    /// Received; a random item at once.
    Delivered,
    /// The payment provider makes the refund.
    Refunding,
    Refunded,
}

impl State {
    const ALL: [Self; 9] = [
        Self::Reserved,
        Self::Expired,
        Self::Cancelled,
        Self::Paid,
        Self::Preparing,
        Self::Shipped,
        Self::Delivered,
        Self::Refunding,
        Self::Refunded,
    ];

    /// As it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reserved => "reserved",
            Self::Expired => "expired",
            Self::Cancelled => "cancelled",
            Self::Paid => "paid",
            Self::Preparing => "preparing",
            Self::Shipped => "shipped",
            Self::Delivered => "delivered",
            Self::Refunding => "refunding",
            Self::Refunded => "refunded",
        }
    }

    /// The state of a stored text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }

    /// Whether the seller needs the address.
    #[must_use]
    pub const fn needs_address(self) -> bool {
        matches!(self, Self::Paid | Self::Preparing | Self::Shipped)
    }

    /// Whether it was paid, and the money was not given back.
    #[must_use]
    pub const fn is_bought(self) -> bool {
        matches!(
            self,
            Self::Paid | Self::Preparing | Self::Shipped | Self::Delivered
        )
    }
}

/// A step of the seller, or the buyer's receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    Prepare,
    Ship,
    /// Received: said by the buyer, or by the seller after the carrier's report.
    Deliver,
    /// Cancelled before it was shipped.
    Cancel,
    Refund,
    /// A new parcel for one that is defective or was lost.
    Exchange,
}

/// The state after a step; 409 `order_state` if it is not possible.
pub fn next(state: State, step: Step) -> Result<State, Error> {
    use State::{Delivered, Paid, Preparing, Refunding, Reserved, Shipped};
    match (state, step) {
        (Paid, Step::Prepare) => Ok(Preparing),
        (Paid | Preparing, Step::Ship) => Ok(Shipped),
        (Shipped, Step::Deliver) => Ok(Delivered),
        (Reserved, Step::Cancel) => Ok(State::Cancelled),
        (Paid | Preparing, Step::Cancel) | (Shipped | Delivered, Step::Refund) => Ok(Refunding),
        (Shipped | Delivered, Step::Exchange) => Ok(Preparing),
        (Shipped, Step::Cancel) => Err(PARCEL_ON_THE_WAY.into()),
        _ => Err(ORDER_STATE.into()),
    }
}

/// How an order is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    Card,
    Wit,
}

impl Method {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Wit => "wit",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Card, Self::Wit]
            .into_iter()
            .find(|method| method.as_str() == text)
    }
}

fn ship_days(row: Row<'_>) -> Result<Option<(i64, i64)>, SqlError> {
    let from: Option<i64> = row.get("ship_from_day")?;
    Ok(from.zip(row.get("ship_by_day")?))
}

/// An order `p` as it is stored.
#[derive(Clone, Debug, FromRow)]
#[row(alias = "p")]
pub struct Purchase {
    pub id: Uuid,
    pub product_id: Uuid,
    pub world: Option<String>,
    /// None once the account was erased.
    #[row(column = "buyer_id")]
    pub buyer: Option<Uuid>,
    pub quantity: i64,
    #[row(parse)]
    pub state: State,
    /// Won with the surcharge.
    pub won: i64,
    pub surcharge_won: i64,
    pub wit: Option<i64>,
    #[row(parse)]
    pub method: Option<Method>,
    pub payment_id: Option<Uuid>,
    pub seed: Option<Vec<u8>>,
    pub seed_hash: Option<String>,
    /// The rows of the draw that the hash covers; none if it was published by rule 1.
    #[row(json, column = "draw_rows")]
    pub promised: Option<Vec<Promised>>,
    pub nonce: Option<String>,
    pub address: Option<Vec<u8>>,
    pub has_parcel: bool,
    /// Days since 1970-01-01.
    #[row(with = ship_days, columns = "ship_from_day, ship_by_day")]
    pub ship_days: Option<(i64, i64)>,
    /// The first day of shipping that a pre-order was promised; days since 1970-01-01.
    pub promised_day: Option<i64>,
    pub carrier: Option<String>,
    pub tracking: Option<String>,
    pub exchanges: i64,
    pub created_at: Timestamp,
    pub reserved_until: Timestamp,
    pub paid_at: Option<Timestamp>,
    pub shipped_at: Option<Timestamp>,
    pub delivered_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    pub opened_at: Option<Timestamp>,
    /// Hundredths that the seller has received.
    pub paid_out: Option<i64>,
    /// How often the seller gave the payout back.
    pub paybacks: i64,
    /// What was refunded in parts, in the unit of the payment.
    pub refunded: i64,
    /// When the buyer has last changed the address after the payment, and how often.
    pub address_changed_at: Option<Timestamp>,
    pub address_changes: i64,
}

impl Purchase {
    /// The rule by which the hash of the draw was published.
    #[must_use]
    pub fn draw_rule(&self) -> i64 {
        if self.promised.is_some() { 2 } else { 1 }
    }

    /// The price as it was when the order was placed.
    #[must_use]
    pub fn price(&self) -> Price {
        Price {
            products_won: self.won - self.surcharge_won,
            surcharge_won: self.surcharge_won,
            total_won: self.won,
            total_hundredths: self.wit,
        }
    }

    /// What was paid and not given back, in the unit of the payment: won, or hundredths of a WIT.
    #[must_use]
    pub fn left_to_refund(&self) -> i64 {
        let paid = match (self.method, self.wit) {
            (Some(Method::Wit), Some(wit)) => wit,
            _ => self.won,
        };
        paid - self.refunded
    }

    /// Whether its buyer can change the address: it was paid, and no parcel was made.
    #[must_use]
    pub fn takes_new_address(&self) -> bool {
        self.has_parcel && matches!(self.state, State::Paid | State::Preparing)
    }

    /// Fails unless it can be paid now.
    pub fn payable(&self, now: Timestamp) -> Result<(), Error> {
        match self.state {
            State::Reserved if now < self.reserved_until => Ok(()),
            State::Reserved | State::Expired => Err(ORDER_EXPIRED.into()),
            _ => Err(ORDER_STATE.into()),
        }
    }

    /// The name of the encrypted address.
    #[must_use]
    pub fn sealed_name(&self) -> String {
        sealed_name(&self.id)
    }
}

/// The name of the encrypted address of an order.
pub(crate) fn sealed_name(id: &Uuid) -> String {
    format!("order:{id}")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Purchase, State, Step, next};
    use witverse_sdk::{DAY_MS, Timestamp, Uuid};

    fn day(n: i64) -> Timestamp {
        Timestamp::from_millis(n * DAY_MS)
    }

    /// An order of 1,000 won that was not paid.
    pub(crate) fn purchase(state: State, has_parcel: bool) -> Purchase {
        Purchase {
            id: Uuid::nil(),
            product_id: Uuid::nil(),
            world: None,
            buyer: None,
            quantity: 1,
            state,
            won: 1_000,
            surcharge_won: 0,
            wit: None,
            method: None,
            payment_id: None,
            seed: None,
            seed_hash: None,
            promised: None,
            nonce: None,
            address: None,
            has_parcel,
            ship_days: None,
            promised_day: None,
            carrier: None,
            tracking: None,
            exchanges: 0,
            created_at: day(0),
            reserved_until: day(0),
            paid_at: None,
            shipped_at: None,
            delivered_at: None,
            ended_at: None,
            opened_at: None,
            paid_out: None,
            paybacks: 0,
            refunded: 0,
            address_changed_at: None,
            address_changes: 0,
        }
    }

    #[test]
    fn every_step_has_its_states() {
        let steps = [
            (Step::Prepare, vec![State::Paid]),
            (Step::Ship, vec![State::Paid, State::Preparing]),
            (Step::Deliver, vec![State::Shipped]),
            (
                Step::Cancel,
                vec![State::Reserved, State::Paid, State::Preparing],
            ),
            (Step::Refund, vec![State::Shipped, State::Delivered]),
            (Step::Exchange, vec![State::Shipped, State::Delivered]),
        ];
        for (step, from) in steps {
            for state in State::ALL {
                let fits = next(state, step).is_ok();
                assert_eq!(fits, from.contains(&state), "{step:?} of {state:?}");
            }
        }
    }

    #[test]
    fn states_are_read_as_they_are_stored() {
        for state in State::ALL {
            assert_eq!(State::parse(state.as_str()), Some(state));
        }
        assert_eq!(State::parse("lost"), None);
    }

    #[test]
    fn the_buyer_changes_the_address_until_it_is_shipped() {
        let taken: Vec<State> = State::ALL
            .into_iter()
            .filter(|state| purchase(*state, true).takes_new_address())
            .collect();
        assert_eq!(taken, [State::Paid, State::Preparing]);
        assert!(!purchase(State::Paid, false).takes_new_address());
    }

    #[test]
    fn the_seller_sees_the_address_only_on_the_way() {
        let seen: Vec<State> = State::ALL
            .into_iter()
            .filter(|state| state.needs_address())
            .collect();
        assert_eq!(seen, [State::Paid, State::Preparing, State::Shipped]);
    }
}
