//! The ledger, by its functions: movements, refusals, and a consistency check after each.

mod holds;
mod host;
mod legs;
mod lots;
mod mandates;
mod model;
mod new_keys;
mod races;
mod refunds;
mod spending;
mod transfers;

use sqlx::PgConnection;
use sqlx::pool::PoolConnection;
use time::OffsetDateTime;
use time::macros::datetime;
use uuid::Uuid;
use witverse_ledger::{self as ledger, Amount, Failure, Key, Kind, Receipt, Refusal, Transfer};
use witverse_testing::TestApp;

/// The default time: later than any time of the kernel that runs beside it.
const NOW: OffsetDateTime = datetime!(2099-01-01 00:00 UTC);

/// Two people with an account each, and a connection with the kernel's own role.
struct Bank {
    app: TestApp,
    ann: Uuid,
    ben: Uuid,
    names: u32,
}

impl Bank {
    async fn open() -> Self {
        let app = TestApp::start().await;
        let (ann, ben) = (app.person("ann").await.id, app.person("ben").await.id);
        Self {
            app,
            ann,
            ben,
            names: 0,
        }
    }

    async fn connection(&self) -> PoolConnection<sqlx::Postgres> {
        self.app
            .app
            .platform
            .pools
            .app
            .acquire()
            .await
            .expect("a connection")
    }

    /// A new key.
    fn key(&mut self) -> Uuid {
        self.names += 1;
        Key::of(&["test", &self.names.to_string()])
    }

    async fn give(&mut self, to: Uuid, hundredths: i64) {
        let key = self.key();
        let bonus = movement(key, ledger::BONUS, to, hundredths);
        let posted = ledger::transfer(&mut *self.connection().await, &bonus).await;
        assert!(posted.is_ok(), "{posted:?}");
    }

    async fn transfer(
        &self,
        id: Uuid,
        from: Uuid,
        to: Uuid,
        hundredths: i64,
    ) -> Result<Receipt, Refusal> {
        let movement = movement(id, from, to, hundredths);
        refused(ledger::transfer(&mut *self.connection().await, &movement).await)
    }

    /// Balance and held amount.
    async fn has(&self, account: Uuid) -> (i64, i64) {
        let balance = ledger::balance(&mut *self.connection().await, account).await;
        let balance = balance.expect("an answer").expect("an account");
        (balance.balance, balance.held)
    }

    /// Checks the ledger, and stops the kernel.
    async fn close(self) {
        assert_consistent(&mut *self.connection().await).await;
        self.app.stop().await;
    }
}

async fn assert_consistent(connection: &mut PgConnection) {
    let report = ledger::check(connection).await.expect("a report");
    assert_eq!(report.findings, Vec::<String>::new());
}

fn amount(hundredths: i64) -> Amount {
    Amount::new(hundredths).expect("an amount")
}

fn movement(id: Uuid, from: Uuid, to: Uuid, hundredths: i64) -> Transfer<'static> {
    Transfer {
        id,
        from,
        to,
        amount: amount(hundredths),
        kind: Kind::Give,
        source: "test",
        memo: "",
        at: NOW,
    }
}

/// The outcome of a movement; fails on database errors.
fn refused<T>(result: Result<T, Failure>) -> Result<T, Refusal> {
    result.map_err(|failure| match failure {
        Failure::Refused(refusal) => refusal,
        Failure::Database(error) => panic!("{error}"),
    })
}
