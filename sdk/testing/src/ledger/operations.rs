//! Random operations, chosen so that most of them succeed, and their execution on the real ledger.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sqlx::{PgConnection, Row};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;
use witverse_ledger::{
    self as ledger, Amount, Failure, Kind, Leg, NewHold, Recharge, Refusal, Transfer,
};

use super::model::Model;
use super::operation::{Movement, Operation};
use super::snapshot::{AccountSnapshot, SOURCES};

/// A generator with a seed.
pub(super) struct Chooser {
    rng: StdRng,
    people: Vec<Uuid>,
    plugins: [Uuid; 2],
    count: u128,
    /// Some of the earlier operations, for replays.
    made: Vec<Movement>,
    made_legs: Vec<(Uuid, Vec<Movement>)>,
}

impl Chooser {
    pub(super) fn new(seed: u64, people: Vec<Uuid>) -> Self {
        Self {
            rng: StdRng::seed_from_u64(seed),
            people,
            plugins: [ledger::plugin("one"), ledger::plugin("two")],
            count: 0,
            made: Vec::new(),
            made_legs: Vec::new(),
        }
    }

    pub(super) fn next(&mut self, model: &Model, at: OffsetDateTime) -> Operation {
        match self.rng.random_range(0..100) {
            0..36 => Operation::Transfer(self.movement(model)),
            36..40 => self.refund(model),
            40..46 => {
                if !self.made_legs.is_empty() && self.rng.random_bool(0.1) {
                    let place = self.rng.random_range(0..self.made_legs.len());
                    let (key, mut legs) = self.made_legs[place].clone();
                    if self.rng.random_bool(0.5) {
                        legs.pop();
                    }
                    return Operation::Legs { key, legs };
                }
                let size = self.rng.random_range(1..=8);
                let legs: Vec<Movement> = (0..size).map(|_| self.leg(model)).collect();
                let key = self.id();
                if self.made_legs.len() < 1_000 {
                    self.made_legs.push((key, legs.clone()));
                }
                Operation::Legs { key, legs }
            }
            46..52 => {
                let movement = Movement {
                    id: self.id(),
                    from: ledger::MINT,
                    to: self.person(),
                    amount: self.rng.random_range(1..50_000),
                };
                Operation::Recharge {
                    lot: self.id(),
                    movement,
                }
            }
            52..66 => self.hold(model, at),
            66..74 => self.capture(model),
            74..80 => Operation::Release {
                hold: self.known_hold(model),
            },
            80..82 => Operation::Expire,
            82..86 => Operation::ReserveLot {
                lot: self.known_lot(model),
                hold: self.id(),
                expires_at: at + self.span(),
            },
            86..88 => Operation::UnreserveLot {
                lot: self.known_lot(model),
            },
            88..91 => Operation::RefundLot {
                lot: self.known_lot(model),
            },
            91..93 => Operation::ClawBack {
                id: self.id(),
                lot: self.known_lot(model),
            },
            93..97 => Operation::SetState {
                account: self.person(),
                state: i16::from(self.rng.random_bool(0.25)),
            },
            _ => Operation::RollUp,
        }
    }

    fn id(&mut self) -> Uuid {
        // Even, so that the model can use the odd number beside it as the id of the capture.
        self.count += 2;
        Uuid::from_u128(0x1_0000_0000 + self.count)
    }

    fn person(&mut self) -> Uuid {
        self.people[self.rng.random_range(0..self.people.len())]
    }

    fn span(&mut self) -> Duration {
        Duration::seconds(self.rng.random_range(1..2_000))
    }

    fn account(&mut self) -> Uuid {
        match self.rng.random_range(0..20) {
            0..3 => SOURCES[self.rng.random_range(0..2)],
            3..6 => self.plugins[self.rng.random_range(0..2)],
            // An account that does not exist.
            6 => Uuid::from_u128(7),
            _ => self.person(),
        }
    }

    /// Usually the balance or a little more, sometimes any amount.
    fn amount(&mut self, model: &Model, payer: Uuid) -> i64 {
        let available = model.available(payer);
        match self.rng.random_range(0..10) {
            0 => Amount::MAX.hundredths(),
            1 => available.max(1),
            2 => available.max(0) + 1,
            3 => self.rng.random_range(1..1_000_000_000),
            _ => self.rng.random_range(1..=(available / 8).max(2_000)),
        }
        .clamp(1, Amount::MAX.hundredths())
    }

    /// Small enough that several in sequence often succeed.
    fn leg(&mut self, model: &Model) -> Movement {
        let (id, from, to) = (self.id(), self.account(), self.account());
        let most = (model.available(from) / 4).clamp(2, Amount::MAX.hundredths());
        let amount = match self.rng.random_bool(0.1) {
            true => self.amount(model, from),
            false => self.rng.random_range(1..most),
        };
        Movement {
            id,
            from,
            to,
            amount,
        }
    }

    fn movement(&mut self, model: &Model) -> Movement {
        if !self.made.is_empty() && self.rng.random_bool(0.05) {
            let again = self.made[self.rng.random_range(0..self.made.len())];
            let other = i64::from(self.rng.random_bool(0.5));
            return Movement {
                amount: again.amount.min(Amount::MAX.hundredths() - 1) + other,
                ..again
            };
        }
        let (id, from, to) = (self.id(), self.account(), self.account());
        // Small amounts, so that insufficient balances occur.
        let amount = if SOURCES.contains(&from) && self.rng.random_bool(0.98) {
            self.rng.random_range(1..5_000)
        } else {
            self.amount(model, from)
        };
        let movement = Movement {
            id,
            from,
            to,
            amount,
        };
        if self.made.len() < 1_000 {
            self.made.push(movement);
        } else {
            let place = self.rng.random_range(0..self.made.len());
            self.made[place] = movement;
        }
        movement
    }

    /// A payment of a person given back, mostly in part and sometimes twice; to another person, now and then.
    fn refund(&mut self, model: &Model) -> Operation {
        let back = self.rng.random_range(0..60.min(self.made.len()).max(1));
        let payments = self.made.iter().rev();
        let charge = payments
            .filter(|made| self.people.contains(&made.from))
            .nth(back)
            .copied();
        let Some(charge) = charge else {
            return Operation::Transfer(self.movement(model));
        };
        let to = match self.rng.random_bool(0.1) {
            true => self.person(),
            false => charge.from,
        };
        let most = charge.amount.min(100_000);
        let movement = Movement {
            id: self.id(),
            from: SOURCES[0],
            to,
            amount: self.rng.random_range(1..=most),
        };
        Operation::Refund {
            charge: charge.id,
            movement,
        }
    }

    fn hold(&mut self, model: &Model, at: OffsetDateTime) -> Operation {
        let from = self.person();
        let to = match self.rng.random_range(0..3) {
            0 => None,
            _ => Some(self.account()),
        };
        Operation::Hold {
            id: self.id(),
            from,
            to,
            amount: self.amount(model, from),
            expires_at: at + self.span(),
        }
    }

    fn capture(&mut self, model: &Model) -> Operation {
        let hold = self.known_hold(model);
        let to = match self.rng.random_range(0..3) {
            0 => None,
            _ => Some(self.account()),
        };
        let amount = self
            .rng
            .random_bool(0.3)
            .then(|| self.rng.random_range(1..2_000));
        Operation::Capture { hold, to, amount }
    }

    /// Usually one of the last, because old ones have ended.
    fn known_hold(&mut self, model: &Model) -> Uuid {
        let back = self.rng.random_range(0..40);
        match model.holds.keys().rev().nth(back) {
            Some(hold) => *hold,
            None => Uuid::from_u128(9),
        }
    }

    fn known_lot(&mut self, model: &Model) -> Uuid {
        let back = self.rng.random_range(0..30);
        model.lots.nth_last(back).unwrap_or(Uuid::from_u128(9))
    }
}

/// Runs it on the real ledger; returns an outcome for each movement.
pub(super) async fn perform(
    connection: &mut PgConnection,
    operation: &Operation,
    at: OffsetDateTime,
) -> Vec<i16> {
    match operation {
        Operation::Transfer(movement) => {
            vec![number(
                ledger::transfer(connection, &transfer(movement, at))
                    .await
                    .map(|posted| posted.replayed),
            )]
        }
        Operation::Refund { charge, movement } => {
            let refund = transfer(movement, at);
            vec![number(
                ledger::refund_charges(connection, &refund, &[*charge])
                    .await
                    .map(|posted| posted.replayed),
            )]
        }
        Operation::Legs { key, legs } => {
            let legs: Vec<Leg<'_>> = legs
                .iter()
                .map(|leg| Leg {
                    from: leg.from,
                    to: leg.to,
                    amount: amount(leg.amount),
                    kind: Kind::Give,
                    memo: "",
                })
                .collect();
            let moved = ledger::transfer_legs(connection, *key, &legs, "model", at).await;
            let moved = moved
                .unwrap()
                .map_err(|refused| Failure::Refused(refused.refusal));
            vec![number(moved)]
        }
        Operation::Recharge { lot, movement } => {
            let new = Recharge {
                id: movement.id,
                to: movement.to,
                amount: amount(movement.amount),
                lot: *lot,
                source: "model",
                memo: "",
                at,
            };
            vec![number(
                ledger::recharge(connection, &new)
                    .await
                    .map(|posted| posted.replayed),
            )]
        }
        Operation::Hold {
            id,
            from,
            to,
            amount: hundredths,
            expires_at,
        } => {
            let new = NewHold {
                id: *id,
                from: *from,
                to: *to,
                amount: amount(*hundredths),
                kind: Kind::Hold,
                source: "model",
                memo: "",
                at,
                expires_at: *expires_at,
            };
            vec![number(
                ledger::hold(connection, &new)
                    .await
                    .map(|posted| posted.replayed),
            )]
        }
        Operation::Capture {
            hold,
            to,
            amount: part,
        } => {
            let part = part.map(amount);
            vec![number(
                ledger::capture(connection, *hold, *to, part, at)
                    .await
                    .map(|_| false),
            )]
        }
        Operation::Release { hold } => {
            vec![number(
                ledger::release(connection, *hold, at).await.map(|_| false),
            )]
        }
        Operation::Expire => {
            while !ledger::expire_holds(connection, at, 100)
                .await
                .unwrap()
                .is_empty()
            {}
            vec![0]
        }
        Operation::ReserveLot {
            lot,
            hold,
            expires_at,
        } => {
            let reserved = ledger::reserve_lot(connection, *lot, *hold, at, *expires_at).await;
            vec![number(reserved.map(|posted| posted.replayed))]
        }
        Operation::UnreserveLot { lot } => {
            vec![number(
                ledger::unreserve_lot(connection, *lot, at)
                    .await
                    .map(|_| false),
            )]
        }
        Operation::RefundLot { lot } => {
            vec![number(
                ledger::refund_lot(connection, *lot, at)
                    .await
                    .map(|_| false),
            )]
        }
        Operation::ClawBack { id, lot } => {
            vec![number(
                ledger::claw_back(connection, *id, *lot, at, "")
                    .await
                    .map(|_| false),
            )]
        }
        Operation::SetState { account, state } => {
            let state = if *state == 0 {
                ledger::State::Active
            } else {
                ledger::State::Frozen
            };
            ledger::set_state(connection, *account, state, "model")
                .await
                .unwrap();
            vec![0]
        }
        Operation::RollUp => {
            ledger::roll_up(connection, at, 50).await.unwrap();
            vec![0]
        }
    }
}

/// An account as the database stores it.
pub(super) async fn snapshot_of(connection: &mut PgConnection, account: Uuid) -> AccountSnapshot {
    let found = ledger::balance(&mut *connection, account).await.unwrap();
    let people = account < ledger::FIRST_HOUSE_ACCOUNT;
    match found {
        Some(found) => (
            found.balance,
            found.held,
            found.bought,
            found.state as i16,
            if people { found.seq } else { 0 },
        ),
        // A plugin's account is opened by the roll-up of its first income.
        None => {
            let deferred = "select coalesce(sum(amount), 0)::bigint from ledger.deferred where account_id = $1";
            let row = sqlx::query(deferred)
                .bind(account)
                .fetch_one(connection)
                .await
                .unwrap();
            (row.get(0), 0, 0, 0, 0)
        }
    }
}

fn amount(hundredths: i64) -> Amount {
    Amount::new(hundredths).unwrap()
}

fn transfer(movement: &Movement, at: OffsetDateTime) -> Transfer<'static> {
    Transfer {
        id: movement.id,
        from: movement.from,
        to: movement.to,
        amount: amount(movement.amount),
        kind: Kind::Give,
        source: "model",
        memo: "",
        at,
    }
}

/// An outcome of the database.
fn number(outcome: Result<bool, Failure>) -> i16 {
    match outcome {
        Ok(replayed) => i16::from(replayed),
        Err(Failure::Refused(refusal)) => (2..=14)
            .find(|number| Refusal::of_number(*number) == Some(refusal))
            .unwrap(),
        Err(Failure::Database(error)) => panic!("{error}"),
    }
}
