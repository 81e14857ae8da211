//! A transfer under a new key, and what constraints of the tables refuse.

use sqlx::Connection;
use witverse_ledger::{self as ledger, Refusal};

use super::{Bank, assert_consistent, movement, refused};

#[tokio::test]
async fn a_used_key_undoes_nothing_of_the_transaction() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let used = bank.key();
    bank.transfer(used, ann, ben, 100).await.expect("moved");
    let before = movement(bank.key(), ann, ben, 10);
    let mut connection = bank.connection().await;
    let mut transaction = connection.begin().await.expect("a transaction");
    for (movement, expected) in [
        (before, Ok(false)),
        (movement(used, ann, ben, 100), Ok(true)),
        (movement(used, ann, ben, 101), Err(Refusal::KeyConflict)),
    ] {
        let said = refused(ledger::transfer(&mut transaction, &movement).await);
        assert_eq!(said.map(|posted| posted.replayed), expected);
    }
    transaction.commit().await.expect("committed");
    drop(connection);
    assert_eq!(bank.has(ben).await, (110, 0));
    bank.close().await;
}

#[tokio::test]
async fn the_checker_compares_record_and_row() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let mut odd = movement(bank.key(), ann, ben, 1);
    // PostgreSQL stores microseconds.
    odd.at += time::Duration::nanoseconds(1_999);
    let mut connection = bank.connection().await;
    refused(ledger::transfer(&mut connection, &odd).await).expect("moved");
    assert_consistent(&mut connection).await;
    // A record that differs from the row is detected.
    sqlx::query("select ledger.pay_new($1, $2, $3, 5, 6::smallint, now(), 'test', '', '\\x00')")
        .bind(bank.key())
        .bind(ann)
        .bind(ben)
        .execute(&mut *connection)
        .await
        .expect("moved");
    let report = ledger::check(&mut connection).await.expect("a report");
    let broken = |finding: &&String| finding.contains("does not follow");
    assert_eq!(report.findings.iter().filter(broken).count(), 2);
    drop(connection);
    bank.app.stop().await;
}

/// Not even the owner of the database can write rows that violate the constraints.
#[tokio::test]
async fn constraints_refuse_impossible_rows() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let key = bank.key();
    bank.transfer(key, ann, ben, 300).await.expect("moved");
    let mut owner = bank.app.owner().acquire().await.expect("a connection");
    for (statement, constraint) in [
        (
            "update ledger.account set balance = -1 where id = $1",
            "account_funds",
        ),
        (
            "update ledger.account set held = -1 where id = $1",
            "account_funds",
        ),
        (
            "update ledger.account set held = balance + 1 where id = $1",
            "account_funds",
        ),
        (
            "update ledger.account set bought = -1 where id = $1",
            "account_funds",
        ),
        (
            "update ledger.account set bought = balance + 1 where id = $1",
            "account_funds",
        ),
        (
            "update ledger.account set kind = 3 where id = $1",
            "account_kind",
        ),
        (
            "update ledger.account set state = 3 where id = $1",
            "account_state",
        ),
        (
            "insert into ledger.transfer (id, debit, credit, amount, at, kind, source) values ($1, $1, gen_random_uuid(), 0, now(), 6, 't')",
            "transfer_amount",
        ),
        (
            "insert into ledger.transfer (id, debit, credit, amount, at, kind, source) values ($1, $1, $1, 5, now(), 6, 't')",
            "transfer_parties",
        ),
        (
            "insert into ledger.deferred values ($1, $1, 0)",
            "deferred_amount",
        ),
        (
            "insert into ledger.hold (id, account_id, amount, kind, source, at, expires_at) values ($1, $1, 0, 6, 't', now(), now() + interval '1 hour')",
            "hold_amount",
        ),
        (
            "insert into ledger.hold (id, account_id, amount, kind, source, at, expires_at) values ($1, $1, 9, 6, 't', now(), now())",
            "hold_period",
        ),
        (
            "insert into ledger.hold (id, account_id, to_account, amount, kind, source, at, expires_at) values ($1, $1, $1, 9, 6, 't', now(), now() + interval '1 hour')",
            "hold_parties",
        ),
        (
            "insert into ledger.hold (id, account_id, amount, state, kind, source, at, expires_at) values ($1, $1, 9, 2, 6, 't', now(), now() + interval '1 hour')",
            "hold_ended",
        ),
        (
            "insert into ledger.hold (id, account_id, amount, state, kind, source, at, expires_at, ended_at) values ($1, $1, 9, 1, 6, 't', now(), now() + interval '1 hour', now())",
            "hold_captured",
        ),
    ] {
        let error = sqlx::query(statement).bind(ann).execute(&mut *owner).await;
        let error = error.expect_err(statement);
        let error = error.as_database_error().expect(statement);
        assert_eq!(error.constraint(), Some(constraint), "{statement}");
        assert_eq!(error.code().as_deref(), Some("23514"), "{statement}");
    }
    drop(owner);
    bank.close().await;
}
