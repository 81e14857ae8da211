//! Provider tasks and the sandbox's webhooks: no database transaction is open during a call, an unreadable task is
//! parked, and the claim of a stopped kernel expires.

use std::time::Duration;

use serde_json::json;
use sqlx::Row;
use uuid::Uuid;
use witverse_testing::TestApp;

use super::{UNKNOWN_ID, act, order, portone, press, state, wait_for_state};

/// Queues a task as the kernel does.
async fn queue(app: &TestApp, subscriber: &str, topic: &str, payload: &str) -> Uuid {
    let id = Uuid::new_v4();
    sqlx::query(
        "insert into kernel.delivery (id, subscriber, topic, payload, happened_at, due_at)
         values ($1, $2, $3, $4, $5, $5)",
    )
    .bind(id)
    .bind(subscriber)
    .bind(topic)
    .bind(payload.as_bytes())
    .bind(app.clock.now() - Duration::from_secs(1))
    .execute(app.owner())
    .await
    .unwrap();
    id
}

/// Whether another transaction can lock a subscriber's only task.
async fn is_unlocked(app: &TestApp, subscriber: &str) -> bool {
    let row =
        sqlx::query("select id from kernel.delivery where subscriber = $1 for update skip locked")
            .bind(subscriber)
            .fetch_optional(app.owner())
            .await
            .unwrap();
    row.is_some()
}

#[tokio::test]
async fn no_transaction_is_open_while_a_provider_is_called() {
    let (app, portone) = portone::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let id = order(&mina).await;
    portone.knows(&id, "PAID", json!({}));
    assert_eq!(act(&mina, &id, "confirm").await.payload()["state"], "paid");
    let held = portone.hold_next();
    portone::refund(&mina, &keeper, &id).await;
    held.made.notified().await;
    assert!(
        is_unlocked(&app, "kernel:payments").await,
        "the task is locked while the provider is called"
    );
    held.release.notify_one();
    wait_for_state(&app, &mina, &id, "refunded").await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_transaction_is_open_while_a_webhook_of_the_sandbox_travels() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    // The webhook waits for the order, which this test has locked.
    let mut lock = app.owner().begin().await.unwrap();
    sqlx::query("select 1 from kernel.payment_order for update")
        .execute(&mut *lock)
        .await
        .unwrap();
    press(&app, &id, "approve").await;
    app.eventually("the webhook waits for the order", async || {
        app.count(
            "select count(*) from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'",
        )
        .await
            > 0
    })
    .await;
    let unlocked = is_unlocked(&app, "kernel:sandbox").await;
    lock.rollback().await.unwrap();
    assert!(unlocked, "the task is locked while the webhook travels");
    wait_for_state(&app, &mina, &id, "paid").await;
    app.stop().await;
}

#[tokio::test]
async fn an_unreadable_payload_is_parked_and_does_not_block_others() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let mut bad = Vec::new();
    for subscriber in ["kernel:payments", "kernel:sandbox"] {
        for payload in ["", "{}", "[1]", "{\"kind\":\"dance\"}"] {
            bad.push(queue(&app, subscriber, "unreadable", payload).await);
        }
    }
    // The tasks behind the parked ones are executed.
    let id = order(&mina).await;
    press(&app, &id, "wrong-amount").await;
    wait_for_state(&app, &mina, &id, "failed").await;
    app.eventually("the readable ones are done", async || {
        app.count("select count(*) from kernel.delivery where topic <> 'unreadable'")
            .await
            == 0
    })
    .await;
    for id in bad {
        let row = sqlx::query(
            "select parked_at is not null, last_error from kernel.delivery where id = $1",
        )
        .bind(id)
        .fetch_one(app.owner())
        .await
        .unwrap();
        let reason: Option<String> = row.get(1);
        assert!(row.get::<bool, _>(0), "parked");
        let reason = reason.unwrap_or_default();
        assert!(reason.contains("payload cannot be read"), "{reason}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_database_error_counts_as_a_failed_attempt() {
    let app = TestApp::start().await;
    sqlx::raw_sql("alter table kernel.store_purchase rename to elsewhere")
        .execute(app.owner())
        .await
        .unwrap();
    let payload = json!({ "kind": "consume", "order": UNKNOWN_ID }).to_string();
    queue(&app, "kernel:payments", "consume", &payload).await;
    app.eventually("the failure is written down", async || {
        app.count(
            "select count(*) from kernel.delivery
             where attempts = 1 and last_error like '%store_purchase%' and due_at > happened_at",
        )
        .await
            == 1
    })
    .await;
    app.stop().await;
}

#[tokio::test]
async fn a_failure_while_settling_counts_as_a_failed_attempt() {
    let (app, portone) = portone::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let id = order(&mina).await;
    portone.knows(&id, "PAID", json!({}));
    assert_eq!(act(&mina, &id, "confirm").await.payload()["state"], "paid");
    let held = portone.hold_next();
    portone::refund(&mina, &keeper, &id).await;
    held.made.notified().await;
    // The provider refunds; recording it fails.
    sqlx::raw_sql(
        "create function kernel.stumble() returns trigger language plpgsql as $$
         begin if new.state = 'refunded' then raise exception 'no'; end if; return new; end $$;
         create trigger stumble before update on kernel.payment_order
         for each row execute function kernel.stumble();",
    )
    .execute(app.owner())
    .await
    .unwrap();
    held.release.notify_one();
    let tried =
        "select count(*) from kernel.delivery where attempts = 1 and last_error is not null";
    app.eventually("the failure is written down", async || {
        app.count(tried).await == 1
    })
    .await;
    assert_eq!(state(&mina, &id).await, "refunding");
    sqlx::raw_sql("drop trigger stumble on kernel.payment_order")
        .execute(app.owner())
        .await
        .unwrap();
    app.advance(Duration::from_secs(5));
    wait_for_state(&app, &mina, &id, "refunded").await;
    app.stop().await;
}

#[tokio::test]
async fn a_claim_of_a_kernel_that_ended_expires() {
    let (app, portone) = portone::start().await;
    let mina = app.person("mina").await;
    // A refund task whose claiming kernel has stopped.
    let id = order(&mina).await;
    portone.knows(&id, "PAID", json!({}));
    let payload = json!({ "kind": "cancel", "order": id }).to_string();
    let mut rows = app.owner().begin().await.unwrap();
    let (first, last) = (Uuid::new_v4(), Uuid::new_v4());
    for (delivery, attempts) in [(first, 0), (last, 9)] {
        sqlx::query(
            "insert into kernel.delivery
                 (id, subscriber, topic, payload, happened_at, due_at, attempts, leased_until)
             values ($1, 'kernel:payments', 'cancel', $2, $3, $3, $4, $5)",
        )
        .bind(delivery)
        .bind(payload.as_bytes())
        .bind(app.clock.now())
        .bind(attempts)
        .bind(app.clock.now() + Duration::from_secs(60))
        .execute(&mut *rows)
        .await
        .unwrap();
    }
    rows.commit().await.unwrap();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(portone.cancelled(), 0, "it is claimed");
    app.advance(Duration::from_secs(61));
    app.eventually("the first one is done", async || portone.cancelled() == 1)
        .await;
    // An attempt without a result counts as failed, and the tenth is the last one.
    app.eventually("the last one is parked", async || {
        app.count(
            "select count(*) from kernel.delivery where attempts = 11 and leased_until is null
               and parked_at is not null and last_error like '%without a result%'",
        )
        .await
            == 1
            && app.count("select count(*) from kernel.delivery").await == 1
    })
    .await;
    app.stop().await;
}
