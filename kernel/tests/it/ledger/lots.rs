//! Lots: purchases, the order of spending, and refunds.

use time::Duration;
use uuid::Uuid;
use witverse_ledger::{self as ledger, Key, LotState, Recharge, Refusal, State};

use super::{Bank, NOW, amount, refused};

impl Bank {
    pub(super) async fn buy(&mut self, hundredths: i64) -> Uuid {
        let lot = self.key();
        let new = Recharge {
            id: Key::of(&["order", &lot.to_string()]),
            to: self.ann,
            amount: amount(hundredths),
            lot,
            source: "kernel",
            memo: "",
            at: NOW + Duration::seconds(i64::from(self.names)),
        };
        let mut connection = self.connection().await;
        refused(ledger::recharge(&mut connection, &new).await).expect("bought");
        // A repeated call credits once.
        assert!(
            refused(ledger::recharge(&mut connection, &new).await)
                .expect("known")
                .replayed
        );
        lot
    }

    pub(super) async fn left(&self, lot: Uuid) -> (i64, LotState) {
        let lot = refused(ledger::lot(&mut *self.connection().await, lot).await)
            .expect("an answer")
            .expect("a lot");
        (lot.remaining, lot.state)
    }

    async fn spend(&mut self, hundredths: i64) {
        let (key, ann, ben) = (self.key(), self.ann, self.ben);
        self.transfer(key, ann, ben, hundredths)
            .await
            .expect("spent");
    }

    pub(super) async fn reserve(&mut self, lot: Uuid) -> Result<(), Refusal> {
        let hold = self.key();
        let until = NOW + Duration::days(30);
        refused(ledger::reserve_lot(&mut *self.connection().await, lot, hold, NOW, until).await)
            .map(|_| ())
    }

    async fn refund(&self, lot: Uuid) -> Result<(), Refusal> {
        refused(ledger::refund_lot(&mut *self.connection().await, lot, NOW).await).map(|_| ())
    }
}

#[tokio::test]
async fn received_wit_is_spent_first_then_the_oldest_lot() {
    let mut bank = Bank::open().await;
    let old = bank.buy(1000).await;
    let new = bank.buy(1000).await;
    bank.give(bank.ann, 500).await;
    bank.spend(500).await;
    assert_eq!(
        (bank.left(old).await.0, bank.left(new).await.0),
        (1000, 1000)
    );
    bank.spend(300).await;
    assert_eq!(
        (bank.left(old).await.0, bank.left(new).await.0),
        (700, 1000)
    );
    bank.spend(900).await;
    assert_eq!((bank.left(old).await.0, bank.left(new).await.0), (0, 800));
    // Later income does not make a lot whole again.
    bank.give(bank.ann, 5000).await;
    assert_eq!(bank.reserve(new).await, Err(Refusal::LotSpent));
    bank.close().await;
}

#[tokio::test]
async fn a_refund_takes_its_own_lot() {
    let mut bank = Bank::open().await;
    let ann = bank.ann;
    let old = bank.buy(1000).await;
    let new = bank.buy(1000).await;
    bank.reserve(old).await.expect("reserved");
    assert_eq!(bank.has(ann).await, (2000, 1000));
    assert_eq!(bank.reserve(old).await, Err(Refusal::LotSpent));
    // The oldest lot is reserved: spending takes the other one.
    bank.spend(1000).await;
    assert_eq!(
        (bank.left(old).await, bank.left(new).await.0),
        ((1000, LotState::Reserved), 0)
    );
    bank.refund(old).await.expect("refunded");
    assert_eq!(bank.left(old).await, (0, LotState::Refunded));
    assert_eq!(bank.has(ann).await, (0, 0));
    assert_eq!(bank.refund(old).await, Err(Refusal::HoldEnded));
    bank.close().await;
}

#[tokio::test]
async fn a_refund_requires_unspent_wit() {
    let mut bank = Bank::open().await;
    let lot = bank.buy(1000).await;
    let hold = ledger::NewHold {
        id: bank.key(),
        from: bank.ann,
        to: None,
        amount: amount(1),
        kind: ledger::Kind::Hold,
        source: "test",
        memo: "",
        at: NOW,
        expires_at: NOW + Duration::DAY,
    };
    refused(ledger::hold(&mut *bank.connection().await, &hold).await).expect("held");
    assert_eq!(bank.reserve(lot).await, Err(Refusal::Insufficient));
    refused(ledger::release(&mut *bank.connection().await, hold.id, NOW).await).expect("released");
    bank.reserve(lot).await.expect("reserved");
    bank.close().await;
}

#[tokio::test]
async fn a_refund_request_can_be_withdrawn_and_expires() {
    let mut bank = Bank::open().await;
    let lot = bank.buy(1000).await;
    bank.reserve(lot).await.expect("reserved");
    let mut connection = bank.connection().await;
    refused(ledger::unreserve_lot(&mut connection, lot, NOW).await).expect("live");
    assert_eq!(
        refused(ledger::unreserve_lot(&mut connection, lot, NOW).await),
        Err(Refusal::HoldEnded)
    );
    drop(connection);
    assert_eq!(bank.left(lot).await, (1000, LotState::Live));
    bank.reserve(lot).await.expect("reserved");
    ledger::expire_holds(&mut *bank.connection().await, NOW + Duration::days(30), 10)
        .await
        .expect("expired");
    assert_eq!(bank.left(lot).await, (1000, LotState::Live));
    assert_eq!(bank.has(bank.ann).await, (1000, 0));
    bank.close().await;
}

#[tokio::test]
async fn a_refund_of_a_frozen_account_stays_pending() {
    let mut bank = Bank::open().await;
    let lot = bank.buy(1000).await;
    bank.reserve(lot).await.expect("reserved");
    ledger::set_state(
        &mut *bank.connection().await,
        bank.ann,
        State::Frozen,
        "a test",
    )
    .await
    .expect("frozen");
    assert_eq!(bank.refund(lot).await, Err(Refusal::Frozen));
    assert_eq!(bank.left(lot).await, (1000, LotState::Reserved));
    bank.close().await;
}

#[tokio::test]
async fn a_reversed_payment_debits_at_most_the_available_wit() {
    for (spent, reserved, taken) in [
        (0, false, 1000),
        (0, true, 1000),
        (1300, false, 700),
        (2000, false, 0),
    ] {
        let mut bank = Bank::open().await;
        let ann = bank.ann;
        let lot = bank.buy(1000).await;
        bank.give(ann, 1000).await;
        if spent > 0 {
            bank.spend(spent).await;
        }
        if reserved {
            bank.reserve(lot).await.expect("reserved");
        }
        ledger::set_state(&mut *bank.connection().await, ann, State::Frozen, "a test")
            .await
            .expect("frozen");
        let id = bank.key();
        let mut connection = bank.connection().await;
        let clawed = refused(ledger::claw_back(&mut connection, id, lot, NOW, "").await)
            .expect("clawed back");
        assert_eq!(clawed.taken, taken, "{spent}");
        let again = refused(ledger::claw_back(&mut connection, id, lot, NOW, "").await);
        assert_eq!(again, Err(Refusal::LotSpent));
        drop(connection);
        assert_eq!(bank.has(ann).await, (2000 - spent - taken, 0));
        assert_eq!(bank.left(lot).await, (0, LotState::Void));
        bank.close().await;
    }
}
