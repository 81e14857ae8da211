//! The lots of the model: what was bought, spent and given back.

use std::collections::HashMap;

use uuid::Uuid;

#[derive(Clone, Debug)]
pub(super) struct Lot {
    pub(super) account: Uuid,
    pub(super) amount: i64,
    pub(super) remaining: i64,
    /// 0 live, 1 reserved, 2 refunded, 3 void
    pub(super) state: u8,
    pub(super) hold: Option<Uuid>,
}

#[derive(Default)]
pub(super) struct Lots {
    /// In the order of purchase.
    all: Vec<(Uuid, Lot)>,
    /// What a transfer took from lots, in the order of spending, less what was given back.
    taken: HashMap<Uuid, Vec<(Uuid, i64)>>,
}

impl Lots {
    pub(super) fn buy(&mut self, id: Uuid, account: Uuid, amount: i64) {
        let lot = Lot {
            account,
            amount,
            remaining: amount,
            state: 0,
            hold: None,
        };
        self.all.push((id, lot));
    }

    /// The latest one is 0.
    pub(super) fn nth_last(&self, back: usize) -> Option<Uuid> {
        self.all.iter().rev().nth(back).map(|(id, _)| *id)
    }

    pub(super) fn get(&mut self, id: Uuid) -> Option<&mut Lot> {
        self.all
            .iter_mut()
            .find(|(known, _)| *known == id)
            .map(|(_, lot)| lot)
    }

    pub(super) fn held_by(&mut self, hold: Uuid) -> Option<&mut Lot> {
        self.all
            .iter_mut()
            .map(|(_, lot)| lot)
            .find(|lot| lot.hold == Some(hold))
    }

    pub(super) fn bought(&self, account: Uuid) -> i64 {
        self.all
            .iter()
            .filter(|(_, lot)| lot.account == account && lot.state < 2)
            .map(|(_, lot)| lot.remaining)
            .sum()
    }

    /// Bought WIT is spent last, the oldest lot first; reserved lots are never spent.
    pub(super) fn spend(&mut self, transfer: Uuid, account: Uuid, balance: i64) {
        let mut short = self.bought(account) - balance;
        for reserved in [0, 1] {
            for (id, lot) in &mut self.all {
                let part = lot.remaining.min(short);
                if part > 0 && lot.account == account && lot.state == reserved {
                    lot.remaining -= part;
                    short -= part;
                    self.taken.entry(transfer).or_default().push((*id, part));
                }
            }
        }
    }

    /// What a payment took from lots is given back first, the lot that was spent last before the others.
    pub(super) fn restore(&mut self, payment: Uuid, account: Uuid, amount: i64) {
        let mut left_over = amount;
        let mut taken = self.taken.remove(&payment).unwrap_or_default();
        for (id, part) in taken.iter_mut().rev() {
            let lot = self.get(*id).unwrap();
            if lot.account == account && lot.state == 0 {
                let back = (*part).min(left_over);
                lot.remaining += back;
                *part -= back;
                left_over -= back;
            }
        }
        self.taken.insert(payment, taken);
    }
}
