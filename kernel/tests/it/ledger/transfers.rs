//! Transfers: outcomes, and the history.

use sqlx::{AssertSqlSafe, Connection};
use uuid::Uuid;
use witverse_kernel::postgres::PLANNER_SETTINGS;
use witverse_ledger::{self as ledger, Direction, Filter, Kind, Refusal, State};

use super::{Bank, NOW, movement, refused};

#[tokio::test]
async fn a_repeated_transfer_moves_once() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let key = bank.key();

    let first = bank.transfer(key, ann, ben, 300).await.expect("moved");
    assert_eq!((first.replayed, first.left), (false, Some(700)));
    let again = bank.transfer(key, ann, ben, 300).await.expect("replayed");
    assert!(again.replayed);
    // The same key for another transfer is an error, and nothing moves.
    for (from, to, hundredths) in [(ann, ben, 301), (ben, ann, 300), (ann, ledger::MINT, 300)] {
        let other = bank.transfer(key, from, to, hundredths).await;
        assert_eq!(other, Err(Refusal::KeyConflict), "{hundredths}");
    }
    assert_eq!(bank.has(ann).await, (700, 0));
    assert_eq!(bank.has(ben).await, (300, 0));
    bank.close().await;
}

#[tokio::test]
async fn refused_transfers_write_nothing() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    bank.give(ben, 1000).await;
    let nobody = Uuid::from_u128(7);
    for (from, to, hundredths, refusal) in [
        (ann, ben, 1001, Refusal::Insufficient),
        (ben, ann, 1002, Refusal::Insufficient),
        (ann, ann, 5, Refusal::InvalidAmount),
        (ann, nobody, 5, Refusal::NoAccount),
        (nobody, ann, 5, Refusal::NoAccount),
    ] {
        let key = bank.key();
        assert_eq!(
            bank.transfer(key, from, to, hundredths).await,
            Err(refusal),
            "{hundredths}"
        );
        // The key is unused again, because a refusal is not a movement.
        let posted = bank.transfer(key, ann, ben, 1).await;
        assert!(posted.is_ok_and(|posted| !posted.replayed));
    }
    assert_eq!(bank.has(ann).await, (995, 0));
    bank.close().await;
}

#[tokio::test]
async fn the_cost_of_a_refusal_does_not_depend_on_the_history() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 10_000).await;
    // One connection, whose plans are made while the tables are empty. Statistics require the owner's role.
    let pools = &bank.app.app.platform.pools;
    let mut connection = pools.owner().await.expect("a connection");
    for (name, value) in PLANNER_SETTINGS {
        let set = AssertSqlSafe(format!("set {name} = {value}"));
        sqlx::raw_sql(set)
            .execute(&mut connection)
            .await
            .expect(name);
    }
    let mut ask = async |key: Uuid, hundredths: i64| {
        let movement = movement(key, ann, ben, hundredths);
        refused(ledger::transfer(&mut connection, &movement).await).err()
    };
    for _ in 0..10 {
        assert_eq!(ask(bank.key(), 20_000).await, Some(Refusal::Insufficient));
    }
    for _ in 0..200 {
        assert_eq!(ask(bank.key(), 1).await, None);
    }
    let mut transaction = connection.begin().await.expect("a transaction");
    for _ in 0..10 {
        let movement = movement(bank.key(), ann, ben, 20_000);
        let refusal = refused(ledger::transfer(&mut transaction, &movement).await).err();
        assert_eq!(refusal, Some(Refusal::Insufficient));
    }
    let read: i64 = sqlx::query_scalar(
        "select idx_tup_fetch + seq_tup_read from pg_stat_xact_user_tables
         where schemaname = 'ledger' and relname = 'transfer'",
    )
    .fetch_one(&mut *transaction)
    .await
    .expect("what was read");
    assert!(read <= 10 * 6, "{read} rows for ten refusals");
    drop(transaction);
    bank.close().await;
}

#[tokio::test]
async fn frozen_and_closed_accounts_neither_pay_nor_receive() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    bank.give(ben, 1000).await;
    for (state, refusal) in [
        (State::Frozen, Refusal::Frozen),
        (State::Closed, Refusal::Closed),
    ] {
        let set = ledger::set_state(&mut *bank.connection().await, ben, state, "a test").await;
        assert!(set.expect("an answer"));
        for (from, to) in [(ann, ben), (ben, ann)] {
            let key = bank.key();
            assert_eq!(bank.transfer(key, from, to, 5).await, Err(refusal));
        }
        let key = bank.key();
        let forced = movement(key, ben, ledger::ADJUSTMENTS, 5);
        let forced = refused(ledger::force(&mut *bank.connection().await, &forced).await);
        assert_eq!(forced.is_ok(), state == State::Frozen);
    }
    assert_eq!(
        (bank.has(ann).await, bank.has(ben).await),
        ((1000, 0), (995, 0))
    );
    bank.close().await;
}

#[tokio::test]
async fn an_account_cannot_hold_more_than_its_limit() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    for _ in 0..10 {
        bank.give(ann, 100_000_000_000_000).await;
    }
    let key = bank.key();
    assert_eq!(
        bank.transfer(key, ledger::BONUS, ann, 1).await,
        Err(Refusal::Overflow)
    );
    // The payer gets everything back, and the payer's chain continues without a gap.
    bank.give(ben, 500).await;
    let key = bank.key();
    assert_eq!(
        bank.transfer(key, ben, ann, 1).await,
        Err(Refusal::Overflow)
    );
    let key = bank.key();
    bank.transfer(key, ann, ben, 1).await.expect("moved");
    assert_eq!(bank.has(ben).await, (501, 0));
    bank.close().await;
}

#[tokio::test]
async fn only_the_functions_write_the_ledger() {
    let mut bank = Bank::open().await;
    bank.give(bank.ann, 1000).await;
    let mut connection = bank.connection().await;
    for statement in [
        "update ledger.account set balance = balance + 1",
        "insert into ledger.deferred values (gen_random_uuid(), gen_random_uuid(), 1)",
        "delete from ledger.transfer",
        "truncate ledger.transfer",
        "update ledger.gathered set amount = 1",
    ] {
        let tried = sqlx::raw_sql(statement).execute(&mut *connection).await;
        let code = tried
            .expect_err("it must be refused")
            .as_database_error()
            .and_then(|error| error.code().map(String::from));
        assert_eq!(code.as_deref(), Some("42501"), "{statement}");
    }
    drop(connection);
    // The trigger also protects against mistakes of the database owner.
    for statement in [
        "update ledger.transfer set amount = 1",
        "delete from ledger.transfer",
    ] {
        let tried = sqlx::raw_sql(statement).execute(bank.app.owner()).await;
        assert!(tried.is_err(), "{statement}");
    }
    bank.close().await;
}

#[tokio::test]
async fn the_checker_detects_changes_that_bypass_the_functions() {
    let mut bank = Bank::open().await;
    let (mut ann, mut ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let key = bank.key();
    bank.transfer(key, ann, ben, 300).await.expect("moved");
    for (forgery, found) in [
        ("update ledger.account set balance = balance + 1 where id = $1", "is not at its last entry"),
        ("update ledger.account set held = 5 where id = $1", "has promised 5"),
        ("update ledger.account set bought = 5 where id = $1", "5 of bought WIT"),
        ("insert into ledger.deferred values ($1, $1, 7)", "all movements together are 7"),
        ("update ledger.transfer set amount = amount + 1 where credit = $1 and credit_seq = 1", "does not follow"),
        ("update ledger.transfer set at = at + interval '1 microsecond' where credit = $1 and credit_seq = 1", "does not follow"),
        ("update ledger.transfer set debit = 'ffffffff-ffff-8fff-bfff-000000000003', debit_seq = null where credit = $1 and credit_seq = 1", "does not follow"),
        ("delete from ledger.transfer where credit = $1 and credit_seq = 1", "does not follow"),
        ("update ledger.transfer set amount = 299 where debit = $1", "its transfers make"),
        ("update ledger.transfer set debit_seq = null where debit = $1", "sides of transfers"),
        ("insert into ledger.lot (id, account_id, amount, remaining, bought_at) values ($1, $1, 9, 9, now())", "lots make 9"),
        ("insert into ledger.hold (id, account_id, amount, kind, source, at, expires_at) values ($1, $1, 9, 6, 't', now(), now() + interval '1 hour')", "its holds make 9"),
        ("insert into ledger.hold (id, account_id, amount, captured, state, kind, source, at, expires_at, ended_at)
          values ($1, $1, 9, 9, 1, 6, 't', now(), now() + interval '1 hour', now())", "without a capture"),
    ] {
        let mut owner = bank.app.owner().acquire().await.expect("a connection");
        let mut forged = owner.begin().await.expect("a transaction");
        sqlx::raw_sql("alter table ledger.transfer disable trigger user")
            .execute(&mut *forged).await.expect("triggers off");
        sqlx::query(forgery).bind(ann).execute(&mut *forged).await.expect(forgery);
        forged.commit().await.expect("committed");
        let report = ledger::check(&mut owner).await.expect("a report");
        assert!(report.findings.iter().any(|finding| finding.contains(found)), "{forgery}: {:?}", report.findings);
        // Restores the row for the next forgery.
        drop(owner);
        bank.app.stop().await;
        bank = Bank::open().await;
        (ann, ben) = (bank.ann, bank.ben);
        bank.give(ann, 1000).await;
        let key = bank.key();
        bank.transfer(key, ann, ben, 300).await.expect("moved");
    }
    bank.close().await;
}

#[tokio::test]
async fn a_history_is_paged_and_searchable() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 10_000).await;
    for n in 1..=5 {
        let key = bank.key();
        bank.transfer(key, ann, ben, n).await.expect("moved");
    }
    let mut connection = bank.connection().await;
    let everything = Filter::default();
    let page = ledger::history(&mut connection, ann, &everything, i64::MAX, 0..4)
        .await
        .expect("a page");
    assert_eq!(
        page.iter().map(|entry| entry.seq).collect::<Vec<_>>(),
        [6, 5, 4, 3]
    );
    let next = ledger::history(&mut connection, ann, &everything, 3, 0..4)
        .await
        .expect("a page");
    assert_eq!(
        next.iter().map(|entry| entry.amount).collect::<Vec<_>>(),
        [-1, 10_000]
    );
    assert!(
        next.iter()
            .all(|entry| entry.other == if entry.seq == 1 { ledger::BONUS } else { ben })
    );
    for (filter, count) in [
        (
            Filter {
                direction: Some(Direction::In),
                ..everything
            },
            1,
        ),
        (
            Filter {
                direction: Some(Direction::Out),
                ..everything
            },
            5,
        ),
        (
            Filter {
                kind: Some(Kind::Bonus),
                ..everything
            },
            0,
        ),
        (
            Filter {
                from: Some(NOW + time::Duration::SECOND),
                ..everything
            },
            0,
        ),
        (
            Filter {
                until: Some(NOW),
                ..everything
            },
            0,
        ),
    ] {
        let found = ledger::history(&mut connection, ann, &filter, i64::MAX, 0..10)
            .await
            .expect("a page");
        assert_eq!(found.len(), count, "{filter:?}");
    }
    let months = ledger::months(&mut connection, ann, NOW)
        .await
        .expect("months");
    assert_eq!(months.len(), 1);
    assert_eq!((months[0].came_in, months[0].went_out), (10_000, 15));
    drop(connection);
    bank.close().await;
}

/// A transfer of 100 from the system in the first form of entries, as in an older database.
const OF_BEFORE: &str = "
    with moved as (
        update ledger.account a
        set balance = a.balance + 100, seq = a.seq + 1,
            head = sha256(a.head || uuid_send(a.id) || int8send(a.seq + 1) || uuid_send(a.id) || int8send(100)
                          || int8send(a.balance + 100) || int2send(4::smallint) || timestamptz_send('2026-01-01'))
        where a.id = $1 returning a.balance, a.seq, a.head
    ), written as (
        insert into ledger.transfer (id, debit, credit, credit_seq, credit_after, amount, at, kind, credit_hash, source, form)
        select $1, 'ffffffff-ffff-8fff-bfff-000000000002', $1, seq, balance, 100, '2026-01-01', 4, head, 'kernel', 1 from moved
    )
    insert into ledger.deferred (account_id, transfer_id, amount) values ('ffffffff-ffff-8fff-bfff-000000000002', $1, -100)";

#[tokio::test]
async fn an_owner_can_prove_their_history() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    sqlx::query(OF_BEFORE)
        .bind(ann)
        .execute(bank.app.owner())
        .await
        .expect("written");
    bank.give(ann, 1000).await;
    let key = bank.key();
    bank.transfer(key, ann, ben, 300).await.expect("moved");
    let mut connection = bank.connection().await;
    let links = ledger::links(&mut connection, ann, 0, 100)
        .await
        .expect("links");
    let mut hash = ledger::genesis(ann);
    for link in &links {
        assert_eq!(link.form, if link.seq == 1 { 1 } else { 2 });
        hash = ledger::entry_hash(&hash, ann, link);
        assert_eq!(hash.as_slice(), link.hash, "{}", link.seq);
    }
    let balance = ledger::balance(&mut connection, ann)
        .await
        .expect("an answer")
        .expect("an account");
    assert_eq!((balance.seq, balance.head), (3, hash.to_vec()));
    drop(connection);
    bank.close().await;
}

#[tokio::test]
async fn completed_days_are_summed_up_once() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let mut connection = bank.connection().await;
    for (day, hundredths) in [(0, 100), (1, 10), (1, 20), (3, 1)] {
        let mut later = movement(
            Uuid::from_u128(100 + u128::try_from(day * 1000 + hundredths).expect("small")),
            ann,
            ben,
            hundredths,
        );
        later.at = NOW + time::Duration::days(day);
        refused(ledger::transfer(&mut connection, &later).await).expect("moved");
    }
    let before = ledger::totals(&mut connection, NOW.date())
        .await
        .expect("totals");
    // 9:00 in Korea, three days later: three days are complete.
    let closed = ledger::close_days(&mut connection, NOW + time::Duration::days(3))
        .await
        .expect("closed");
    assert_eq!(closed, 3);
    assert_eq!(
        ledger::close_days(&mut connection, NOW + time::Duration::days(3))
            .await
            .expect("closed"),
        0
    );
    let after = ledger::totals(&mut connection, NOW.date())
        .await
        .expect("totals");
    let said = |totals: &[ledger::Total]| {
        totals
            .iter()
            .map(|total| (total.day, total.kind, total.transfers, total.amount))
            .collect::<Vec<_>>()
    };
    assert_eq!(said(&before), said(&after));
    assert_eq!(
        after.iter().map(|total| total.amount).collect::<Vec<_>>(),
        [1, 30, 1100]
    );
    let circulation = ledger::circulation(&mut connection)
        .await
        .expect("a figure");
    assert_eq!((circulation.hundredths, circulation.held), (1000, 0));
    drop(connection);
    bank.close().await;
}
