//! A transfer under a new key: what it does not cost, what it writes, and the room that its accounts keep for it.

use sqlx::{AssertSqlSafe, Connection};
use witverse_ledger::{self as ledger, Refusal};

use super::{Bank, assert_sound, movement, refused};

#[tokio::test]
async fn a_used_key_costs_nothing_of_what_went_before_it() {
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
async fn what_both_sides_say_is_what_the_row_says() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 1000).await;
    let mut odd = movement(bank.key(), ann, ben, 1);
    // PostgreSQL keeps microseconds.
    odd.at += time::Duration::nanoseconds(1_999);
    let mut connection = bank.connection().await;
    refused(ledger::transfer(&mut connection, &odd).await).expect("moved");
    assert_sound(&mut connection).await;
    // Whoever hands over another record than the row's is found out.
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

#[tokio::test]
async fn an_account_keeps_room_beside_it_for_its_next_versions() {
    let bank = Bank::open().await;
    let mut owner = bank.app.owner().acquire().await.expect("a connection");
    // They come one by one, and PostgreSQL cleans up now and then.
    for hundred in 0..40 {
        let before = 100_000_000_000_i64 + hundred * 100;
        let open = format!(
            "select ledger.open_account(('00000000-0000-7000-8000-' || ({before} + n))::uuid, 0::smallint) \
             from generate_series(1, 100) n"
        );
        for statement in [open.as_str(), "vacuum ledger.account"] {
            let statement = AssertSqlSafe(statement);
            sqlx::raw_sql(statement)
                .execute(&mut *owner)
                .await
                .expect("opened");
        }
    }
    let (fullest, pages, wide): (i64, i64, i64) = sqlx::query_as(
        "select max(n), count(*), coalesce(sum(wide), 0)::bigint
         from (select count(*) as n, count(*) filter (where state_reason <> '') as wide
               from ledger.account where id < '01000000-0000-0000-0000-000000000000'
               group by (ctid::text::point)[0]) page",
    )
    .fetch_one(&mut *owner)
    .await
    .expect("pages");
    assert_eq!(wide, 0, "nobody has a reason for a state of its own");
    // Accounts and what is free are half of a page each, at its fullest.
    assert!((20..=32).contains(&fullest), "{fullest} accounts on a page");
    assert!(pages < 240, "{pages} pages for four thousand accounts");
    drop(owner);
    bank.close().await;
}
