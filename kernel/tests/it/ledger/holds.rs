//! Holds: captured, released, expired, and only once.

use time::Duration;
use uuid::Uuid;
use witverse_ledger::{self as ledger, Kind, NewHold, Receipt, Refusal, State};

use super::{Bank, NOW, amount, refused};

impl Bank {
    async fn hold(&mut self, hundredths: i64, to: Option<Uuid>) -> Uuid {
        let id = self.key();
        self.try_hold(id, hundredths, to).await.expect("held");
        id
    }

    async fn try_hold(
        &self,
        id: Uuid,
        hundredths: i64,
        to: Option<Uuid>,
    ) -> Result<Receipt, Refusal> {
        let new = NewHold {
            id,
            from: self.ann,
            to,
            amount: amount(hundredths),
            kind: Kind::Hold,
            source: "test",
            memo: "",
            at: NOW,
            expires_at: NOW + Duration::days(7),
        };
        refused(ledger::hold(&mut *self.connection().await, &new).await)
    }

    async fn capture(
        &self,
        hold: Uuid,
        to: Option<Uuid>,
        part: Option<i64>,
    ) -> Result<(), Refusal> {
        let captured = ledger::capture(
            &mut *self.connection().await,
            hold,
            to,
            part.map(amount),
            NOW,
        )
        .await;
        refused(captured).map(|_| ())
    }

    async fn release(&self, hold: Uuid) -> Result<(), Refusal> {
        refused(ledger::release(&mut *self.connection().await, hold, NOW).await).map(|_| ())
    }
}

#[tokio::test]
async fn held_wit_cannot_be_spent() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let hold = bank.hold(800, Some(ben)).await;
    assert_eq!(bank.has(ann).await, (1000, 800));
    let key = bank.key();
    assert_eq!(
        bank.transfer(key, ann, ben, 201).await,
        Err(Refusal::Insufficient)
    );
    bank.transfer(key, ann, ben, 200).await.expect("moved");
    let key = bank.key();
    assert_eq!(
        bank.try_hold(key, 1, None).await,
        Err(Refusal::Insufficient)
    );
    bank.capture(hold, None, None).await.expect("captured");
    assert_eq!(
        (bank.has(ann).await, bank.has(ben).await),
        ((0, 0), (1000, 0))
    );
    bank.close().await;
}

#[tokio::test]
async fn a_hold_ends_once() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;

    let captured = bank.hold(100, Some(ben)).await;
    bank.capture(captured, None, None).await.expect("captured");
    assert_eq!(
        bank.capture(captured, None, None).await,
        Err(Refusal::HoldCaptured)
    );
    assert_eq!(bank.release(captured).await, Err(Refusal::HoldCaptured));

    let released = bank.hold(100, Some(ben)).await;
    bank.release(released).await.expect("released");
    assert_eq!(bank.release(released).await, Err(Refusal::HoldEnded));
    assert_eq!(
        bank.capture(released, None, None).await,
        Err(Refusal::HoldEnded)
    );

    assert_eq!(bank.release(Uuid::from_u128(7)).await, Err(Refusal::NoHold));
    assert_eq!(
        bank.capture(Uuid::from_u128(7), None, None).await,
        Err(Refusal::NoHold)
    );
    assert_eq!(
        (bank.has(ann).await, bank.has(ben).await),
        ((900, 0), (100, 0))
    );
    bank.close().await;
}

#[tokio::test]
async fn a_repeated_hold_is_replayed() {
    let mut bank = Bank::open().await;
    bank.give(bank.ann, 1000).await;
    let id = bank.hold(100, None).await;
    assert!(
        bank.try_hold(id, 100, None)
            .await
            .is_ok_and(|posted| posted.replayed)
    );
    assert_eq!(
        bank.try_hold(id, 101, None).await,
        Err(Refusal::KeyConflict)
    );
    assert_eq!(
        bank.try_hold(id, 100, Some(bank.ben)).await,
        Err(Refusal::KeyConflict)
    );
    assert_eq!(bank.has(bank.ann).await, (1000, 100));
    bank.close().await;
}

#[tokio::test]
async fn the_short_path_of_a_plugins_hold_has_the_same_outcomes() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let frozen = Uuid::now_v7();
    sqlx::query("select ledger.open_account($1, 0::smallint)")
        .bind(frozen)
        .execute(bank.app.owner())
        .await
        .expect("an account");
    ledger::set_state(
        &mut *bank.connection().await,
        frozen,
        State::Frozen,
        "a test",
    )
    .await
    .expect("frozen");
    let (one, other) = (Uuid::now_v7(), Uuid::now_v7());
    for (id, to, hundredths, outcome) in [
        (one, Some(ben), 100_i64, 0_i16),
        // Repeated calls, also with other values: nothing more is held.
        (one, Some(ben), 100, 1),
        (one, Some(ben), 101, 2),
        (other, Some(ben), 901, 3),
        (other, Some(Uuid::from_u128(7)), 5, 4),
        (other, Some(frozen), 5, 5),
        (other, Some(ann), 5, 7),
        (other, None, 0, 7),
        (other, None, 900, 0),
    ] {
        let said: i16 = sqlx::query_scalar(
            "select (kernel_api.ledger_hold($1, $2, $3, $4, 6::smallint, $5, $6, 'gifts', '', 'hold', $2, 'world',
                                            '2026-01-01', null, null, null)).outcome",
        )
        .bind(id)
        .bind(ann)
        .bind(to)
        .bind(hundredths)
        .bind(NOW)
        .bind(NOW + Duration::hours(1))
        .fetch_one(bank.app.owner())
        .await
        .expect("an answer");
        assert_eq!(said, outcome, "{to:?} {hundredths}");
    }
    assert_eq!(bank.has(ann).await, (1000, 1000));
    bank.close().await;
}

#[tokio::test]
async fn a_partial_capture_releases_the_rest() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let open = bank.hold(500, None).await;
    // The receiver must be named, and cannot be the payer.
    assert_eq!(
        bank.capture(open, None, None).await,
        Err(Refusal::InvalidAmount)
    );
    assert_eq!(
        bank.capture(open, Some(ann), None).await,
        Err(Refusal::InvalidAmount)
    );
    assert_eq!(
        bank.capture(open, Some(ben), Some(501)).await,
        Err(Refusal::InvalidAmount)
    );
    bank.capture(open, Some(ben), Some(200))
        .await
        .expect("captured");
    assert_eq!(
        (bank.has(ann).await, bank.has(ben).await),
        ((800, 0), (200, 0))
    );
    let bound = bank.hold(10, Some(ben)).await;
    assert_eq!(
        bank.capture(bound, Some(ledger::MINT), None).await,
        Err(Refusal::InvalidAmount)
    );
    bank.close().await;
}

#[tokio::test]
async fn holds_require_active_accounts() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let hold = bank.hold(100, Some(ben)).await;
    for (account, capture) in [(ben, Err(Refusal::Frozen)), (ann, Err(Refusal::Frozen))] {
        let mut connection = bank.connection().await;
        ledger::set_state(&mut connection, account, State::Frozen, "a test")
            .await
            .expect("frozen");
        drop(connection);
        let key = bank.key();
        assert_eq!(bank.try_hold(key, 5, Some(ben)).await, Err(Refusal::Frozen));
        assert_eq!(bank.capture(hold, None, None).await, capture);
        let mut connection = bank.connection().await;
        ledger::set_state(&mut connection, account, State::Active, "")
            .await
            .expect("free");
    }
    assert_eq!(bank.has(ann).await, (1000, 100));
    // Releasing twice changes nothing.
    ledger::set_state(&mut *bank.connection().await, ann, State::Frozen, "a test")
        .await
        .expect("frozen");
    bank.release(hold).await.expect("released");
    let nobody = Uuid::from_u128(7);
    let key = bank.key();
    assert_eq!(
        bank.try_hold(key, 5, Some(nobody)).await,
        Err(Refusal::NoAccount)
    );
    bank.close().await;
}

#[tokio::test]
async fn an_expired_hold_is_released() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let hold = bank.hold(100, Some(ben)).await;
    bank.hold(200, Some(ben)).await;
    let over = NOW + Duration::days(7);
    let mut connection = bank.connection().await;
    let early = ledger::expire_holds(&mut connection, over - Duration::MILLISECOND, 10).await;
    assert_eq!(early.expect("an answer"), Vec::<Uuid>::new());
    // An expired hold cannot be captured, even before the sweep.
    let late = ledger::capture(&mut connection, hold, None, None, over).await;
    assert_eq!(refused(late).expect_err("too late"), Refusal::HoldEnded);
    assert_eq!(
        ledger::expire_holds(&mut connection, over, 10)
            .await
            .expect("an answer"),
        [ann]
    );
    drop(connection);
    assert_eq!(bank.has(ann).await, (1000, 0));
    assert_eq!(bank.release(hold).await, Err(Refusal::HoldEnded));
    bank.close().await;
}
