//! A model of the ledger: sequential, without database and locks. It shares only identifiers with the ledger's code.

use std::collections::{BTreeMap, HashMap};

use time::OffsetDateTime;
use uuid::Uuid;
use witverse_ledger::{FIRST_HOUSE_ACCOUNT, MINT};

use super::lots::Lots;
use super::operation::{Movement, Operation};
use super::snapshot::AccountSnapshot;

const MOST: i64 = 1_000_000_000_000_000;
const SYSTEM: u128 = 0xffff_ffff_0000_0000_0000_0000_0000_0000;

#[derive(Clone, Debug, Default)]
struct Account {
    balance: i64,
    held: i64,
    state: i16,
    seq: i64,
}

#[derive(Clone, Debug)]
pub(super) struct Hold {
    pub(super) from: Uuid,
    to: Option<Uuid>,
    amount: i64,
    expires_at: OffsetDateTime,
    /// 0 open, 1 captured, 2 released
    pub(super) state: u8,
}

/// The state of the model.
#[derive(Default)]
pub(super) struct Model {
    accounts: BTreeMap<Uuid, Account>,
    transfers: HashMap<Uuid, (Uuid, Uuid, i64)>,
    /// Groups of movements, by key.
    legs: HashMap<Uuid, Vec<(Uuid, Uuid, i64)>>,
    pub(super) holds: BTreeMap<Uuid, Hold>,
    pub(super) lots: Lots,
}

impl Model {
    pub(super) fn new(people: &[Uuid]) -> Self {
        let accounts = people.iter().map(|id| (*id, Account::default())).collect();
        Self {
            accounts,
            ..Self::default()
        }
    }

    /// The state of every person's and plugin's account.
    pub(super) fn accounts(&self) -> Vec<(Uuid, AccountSnapshot)> {
        self.accounts
            .iter()
            .filter(|(id, _)| id.as_u128() < SYSTEM)
            .map(|(id, account)| {
                let seq = if *id < FIRST_HOUSE_ACCOUNT {
                    account.seq
                } else {
                    0
                };
                (
                    *id,
                    (
                        account.balance,
                        account.held,
                        self.lots.bought(*id),
                        account.state,
                        seq,
                    ),
                )
            })
            .collect()
    }

    /// The available amount.
    pub(super) fn available(&self, id: Uuid) -> i64 {
        self.accounts
            .get(&id)
            .map_or(0, |account| account.balance - account.held)
    }

    /// Applies an operation; returns an outcome for each movement, with the ledger's numbers.
    pub(super) fn apply(&mut self, operation: &Operation, at: OffsetDateTime) -> Vec<i16> {
        match operation {
            Operation::Transfer(movement) => vec![self.transfer(movement)],
            Operation::Legs { key, legs } => vec![self.legs(*key, legs)],
            Operation::Refund { charge, movement } => vec![self.refund_charge(*charge, movement)],
            Operation::Recharge { lot, movement } => vec![self.recharge(*lot, movement)],
            Operation::Hold {
                id,
                from,
                to,
                amount,
                expires_at,
            } => {
                vec![self.hold(*id, *from, *to, *amount, *expires_at)]
            }
            Operation::Capture { hold, to, amount } => vec![self.capture(*hold, *to, *amount, at)],
            Operation::Release { hold } => vec![self.release(*hold)],
            Operation::Expire => {
                self.expire(at);
                vec![0]
            }
            Operation::ReserveLot {
                lot,
                hold,
                expires_at,
            } => {
                vec![self.reserve(*lot, *hold, *expires_at)]
            }
            Operation::UnreserveLot { lot } => vec![self.unreserve(*lot)],
            Operation::RefundLot { lot } => vec![self.refund(*lot, at)],
            Operation::ClawBack { id, lot } => vec![self.claw_back(*id, *lot)],
            Operation::SetState { account, state } => {
                if let Some(account) = self.accounts.get_mut(account) {
                    account.state = *state;
                }
                vec![0]
            }
            Operation::RollUp => vec![0],
        }
    }

    fn refusal(&self, id: Uuid, otherwise: i16) -> i16 {
        match self.accounts.get(&id).map(|account| account.state) {
            // A plugin's account is opened by its first income.
            None if id >= FIRST_HOUSE_ACCOUNT => otherwise,
            None => 4,
            Some(2) => 6,
            Some(1) => 5,
            Some(_) => otherwise,
        }
    }

    fn transfer(&mut self, movement: &Movement) -> i16 {
        self.post(movement, 0, false)
    }

    /// `unhold` of the payer's held amount is released with it; `forced` also reaches frozen accounts.
    fn post(&mut self, movement: &Movement, unhold: i64, forced: bool) -> i16 {
        let Movement {
            id,
            from,
            to,
            amount,
        } = *movement;
        if from == to {
            return 7;
        }
        if let Some(known) = self.transfers.get(&id) {
            return if *known == (from, to, amount) { 1 } else { 2 };
        }
        let system = |id: Uuid| id.as_u128() >= SYSTEM;
        let may = |account: Option<&Account>| {
            account.is_some_and(|account| account.state == 0 || forced && account.state == 1)
        };
        if !system(from) {
            if !may(self.accounts.get(&from)) {
                return self.refusal(from, 3);
            }
            if self.available(from) + unhold < amount {
                return 3;
            }
        }
        if to < FIRST_HOUSE_ACCOUNT {
            if !may(self.accounts.get(&to)) {
                return self.refusal(to, 8);
            }
            if self.accounts[&to].balance > MOST - amount {
                return 8;
            }
        }
        if !system(from) {
            let payer = self.accounts.get_mut(&from).unwrap();
            payer.balance -= amount;
            payer.held -= unhold;
            payer.seq += 1;
            let balance = payer.balance;
            self.lots.spend(id, from, balance);
        }
        let payee = self.accounts.entry(to).or_default();
        payee.balance += amount;
        payee.seq += 1;
        self.transfers.insert(id, (from, to, amount));
        0
    }

    fn legs(&mut self, key: Uuid, legs: &[Movement]) -> i16 {
        let said: Vec<_> = legs
            .iter()
            .map(|leg| (leg.from, leg.to, leg.amount))
            .collect();
        if legs.is_empty() {
            return 7;
        }
        if let Some(known) = self.legs.get(&key) {
            return if *known == said { 1 } else { 2 };
        }
        let active = |id: Uuid| {
            let account = self.accounts.get(&id);
            account.is_some_and(|account| account.state == 0)
        };
        let mut changes: HashMap<Uuid, i64> = HashMap::new();
        for (from, to, amount) in &said {
            let (from, to) = (*from, *to);
            if from == to {
                return 7;
            }
            if from.as_u128() < SYSTEM {
                if !active(from) {
                    return self.refusal(from, 3);
                }
                let change = changes.entry(from).or_default();
                if self.available(from) + *change < *amount {
                    return 3;
                }
                *change -= amount;
            }
            // Income of plugins is not available to later legs.
            if to < FIRST_HOUSE_ACCOUNT {
                if !active(to) {
                    return self.refusal(to, 8);
                }
                let change = changes.entry(to).or_default();
                if self.accounts[&to].balance + *change > MOST - amount {
                    return 8;
                }
                *change += amount;
            }
        }
        for (n, leg) in (1..).zip(legs) {
            let leg = Movement {
                id: Uuid::from_u128(key.as_u128() ^ (n << 64)),
                ..*leg
            };
            assert_eq!(self.transfer(&leg), 0, "leg {n} of {key}");
        }
        self.legs.insert(key, said);
        0
    }

    fn hold(
        &mut self,
        id: Uuid,
        from: Uuid,
        to: Option<Uuid>,
        amount: i64,
        expires_at: OffsetDateTime,
    ) -> i16 {
        if to == Some(from) {
            return 7;
        }
        if let Some(known) = self.holds.get(&id) {
            let same = (known.from, known.to, known.amount, known.expires_at)
                == (from, to, amount, expires_at);
            return if same { 1 } else { 2 };
        }
        if let Some(to) = to.filter(|to| *to < FIRST_HOUSE_ACCOUNT) {
            let refusal = self.refusal(to, 0);
            if refusal != 0 {
                return refusal;
            }
        }
        let refusal = self.refusal(from, 0);
        if refusal != 0 {
            return refusal;
        }
        if self.available(from) < amount {
            return 3;
        }
        self.accounts.get_mut(&from).unwrap().held += amount;
        let hold = Hold {
            from,
            to,
            amount,
            expires_at,
            state: 0,
        };
        self.holds.insert(id, hold);
        0
    }

    fn capture(
        &mut self,
        id: Uuid,
        to: Option<Uuid>,
        amount: Option<i64>,
        at: OffsetDateTime,
    ) -> i16 {
        let Some(hold) = self.holds.get(&id).cloned() else {
            return 9;
        };
        if hold.state == 1 {
            return 10;
        }
        if hold.state > 1 || hold.expires_at <= at {
            return 11;
        }
        if self.lots.held_by(id).is_some() {
            return 7;
        }
        let amount = amount.unwrap_or(hold.amount);
        let payee = match (hold.to, to) {
            (Some(bound), Some(said)) if bound != said => return 7,
            (bound, said) => bound.or(said),
        };
        let Some(payee) = payee.filter(|_| amount <= hold.amount) else {
            return 7;
        };
        let movement = Movement {
            // Identified by its hold, so that it is posted once.
            id: Uuid::from_u128(id.as_u128() ^ 1),
            from: hold.from,
            to: payee,
            amount,
        };
        let outcome = self.post(&movement, hold.amount, false);
        if outcome == 0 {
            self.holds.get_mut(&id).unwrap().state = 1;
        }
        outcome
    }

    fn release(&mut self, id: Uuid) -> i16 {
        let Some(hold) = self.holds.get_mut(&id) else {
            return 9;
        };
        match hold.state {
            0 => {
                hold.state = 2;
                self.accounts.get_mut(&hold.from).unwrap().held -= hold.amount;
            }
            1 => return 10,
            _ => return 11,
        }
        if let Some(lot) = self.lots.held_by(id) {
            (lot.state, lot.hold) = (0, None);
        }
        0
    }

    fn expire(&mut self, at: OffsetDateTime) {
        let late = |hold: &Hold| hold.state == 0 && hold.expires_at <= at;
        let ids: Vec<Uuid> = self
            .holds
            .iter()
            .filter(|(_, hold)| late(hold))
            .map(|(id, _)| *id)
            .collect();
        for id in ids {
            self.release(id);
        }
    }

    fn refund_charge(&mut self, charge: Uuid, movement: &Movement) -> i16 {
        let outcome = self.transfer(movement);
        if outcome == 0 {
            self.lots.restore(charge, movement.to, movement.amount);
        }
        outcome
    }

    fn recharge(&mut self, id: Uuid, movement: &Movement) -> i16 {
        let outcome = self.transfer(movement);
        if outcome == 0 {
            self.lots.buy(id, movement.to, movement.amount);
        }
        outcome
    }

    fn reserve(&mut self, id: Uuid, hold: Uuid, expires_at: OffsetDateTime) -> i16 {
        let Some(lot) = self.lots.get(id).cloned() else {
            return 13;
        };
        if lot.state != 0 || lot.remaining != lot.amount {
            return 13;
        }
        let outcome = self.hold(hold, lot.account, Some(MINT), lot.amount, expires_at);
        if outcome == 0 {
            let lot = self.lots.get(id).unwrap();
            (lot.state, lot.hold) = (1, Some(hold));
        }
        outcome
    }

    fn unreserve(&mut self, id: Uuid) -> i16 {
        let lot = self.lots.get(id).filter(|lot| lot.state == 1);
        let Some(hold) = lot.and_then(|lot| lot.hold) else {
            return 11;
        };
        self.release(hold)
    }

    fn refund(&mut self, id: Uuid, at: OffsetDateTime) -> i16 {
        let Some(lot) = self.lots.get(id).filter(|lot| lot.state == 1).cloned() else {
            return 11;
        };
        let taken = self.lots.get(id).unwrap();
        (taken.state, taken.remaining, taken.hold) = (2, 0, None);
        let outcome = self.capture(lot.hold.unwrap(), None, None, at);
        if outcome != 0 {
            *self.lots.get(id).unwrap() = lot;
        }
        outcome
    }

    fn claw_back(&mut self, id: Uuid, lot: Uuid) -> i16 {
        let Some(known) = self.lots.get(lot).filter(|lot| lot.state < 2).cloned() else {
            return 13;
        };
        if let Some(hold) = known.hold {
            self.release(hold);
        }
        let gone = self.lots.get(lot).unwrap();
        (gone.state, gone.remaining, gone.hold) = (3, 0, None);
        let amount = known.amount.min(self.available(known.account));
        if amount > 0 {
            let movement = Movement {
                id,
                from: known.account,
                to: MINT,
                amount,
            };
            return self.post(&movement, 0, true);
        }
        0
    }
}
