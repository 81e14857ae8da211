//! What a unit of work takes for granted is told as it is, whenever it was not so.

use std::sync::Arc;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_kernel::work::{CommitError, GrantLimits, PluginHold, SqlLimits, SqlValue, Work};
use witverse_ledger::{self as ledger, Amount, Key, Kind, Transfer};
use witverse_testing::{Client, TestApp};

use crate::support::{reported, run, sql};

const INSERT: &str = "insert into note (id, v) values ($1, $2)";

fn put_in(id: Uuid, v: &str) -> Value {
    json!({ "op": "sql_execute", "statement": INSERT, "params": [{ "uuid": id }, v] })
}

fn hold(app: &TestApp, key: &str, amount: i64) -> Value {
    let end = app.clock.now_ms() + 86_400_000;
    json!({ "op": "hold", "key": key, "amount": amount, "expires_at_ms": end })
}

/// Somebody with 1 WIT.
async fn with_one_wit(app: &TestApp) -> Client {
    let person = app.person("alice").await;
    let mut connection = app.app.platform.pools.app.acquire().await.unwrap();
    let bonus = Transfer {
        id: Key::of(&["bonus", "alice"]),
        from: ledger::BONUS,
        to: person.id,
        amount: Amount::new(100).unwrap(),
        kind: Kind::Bonus,
        source: "kernel",
        memo: "",
        at: app.app.platform.clock.now(),
    };
    ledger::transfer(&mut connection, &bonus).await.unwrap();
    person
}

/// What each op gave, in a request that is rolled back.
async fn told(person: &Client, ops: Value) -> Vec<Value> {
    reported(person, ops).await.as_array().unwrap().clone()
}

fn work(app: &TestApp) -> Work {
    let platform = &app.app.platform;
    Work::new(platform.pools.rt.clone(), platform.signals.clone()).presuming()
}

#[tokio::test]
async fn it_costs_no_message_and_goes_with_the_next() {
    let app = TestApp::start().await;
    let (probe, limits): (Arc<str>, _) = ("probe".into(), SqlLimits::default());
    let row = || {
        vec![
            SqlValue::Uuid(Uuid::now_v7().to_string()),
            SqlValue::Text(Uuid::now_v7().to_string()),
        ]
    };

    let mut one = work(&app);
    assert_eq!(
        one.execute(&probe, &limits, INSERT, row()).await.unwrap(),
        1
    );
    assert!(one.is_ahead(), "nobody has asked PostgreSQL");
    let seen = one
        .query(&probe, &limits, "select count(*) from note", vec![])
        .await;
    assert!(matches!(seen.unwrap().rows[0][0], SqlValue::Int(1)));
    assert!(!one.is_ahead(), "whoever asks is answered after it");
    one.execute(&probe, &limits, INSERT, row()).await.unwrap();
    let changed = one
        .execute(&probe, &limits, "update note set n = 1", vec![])
        .await;
    assert_eq!(changed.unwrap(), 2, "and counts its own rows only");
    one.execute(&probe, &limits, INSERT, row()).await.unwrap();
    one.commit().await.expect("all of it");
    assert_eq!(app.count("select count(*) from plugin_probe.note").await, 3);

    let twice = row();
    let mut other = work(&app);
    for _ in 0..2 {
        other
            .execute(&probe, &limits, INSERT, twice.clone())
            .await
            .unwrap();
    }
    assert!(matches!(other.commit().await, Err(CommitError::Mistaken)));
    assert_eq!(app.count("select count(*) from plugin_probe.note").await, 3);

    // Whoever does not do a call again asks at once.
    let platform = &app.app.platform;
    let mut asks = Work::new(platform.pools.rt.clone(), platform.signals.clone());
    asks.execute(&probe, &limits, INSERT, twice.clone())
        .await
        .unwrap();
    assert!(!asks.is_ahead());
    let again = asks
        .execute(&probe, &limits, INSERT, twice)
        .await
        .unwrap_err();
    assert_eq!(again.code, "23505");
    drop(asks);
    app.stop().await;
}

#[tokio::test]
async fn a_row_that_was_there_is_a_broken_constraint() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    let (id, other) = (Uuid::now_v7(), Uuid::now_v7());
    let results = told(
        &person,
        json!([put_in(id, "a"), put_in(other, "b"), put_in(id, "c")]),
    )
    .await;
    assert_eq!(results[1]["ok"], 1, "{results:?}");
    assert_eq!(results[2]["error"]["code"], "23505", "{results:?}");
    // A plugin that does not look is refused, as it always was.
    let reply = run(&person, json!([put_in(id, "a"), put_in(id, "b")])).await;
    assert_eq!(reply.line(), "502 plugin_failed");
    assert_eq!(
        sql(&person, "select count(*) from note").await.unwrap()["rows"][0][0],
        0
    );
    app.stop().await;
}

#[tokio::test]
async fn a_hold_that_is_too_much_is_told_to_its_plugin() {
    let app = TestApp::start().await;
    let person = with_one_wit(&app).await;
    let row = || put_in(Uuid::now_v7(), &Uuid::now_v7().to_string());
    let read = json!({ "op": "sql_query", "statement": "select count(*) from note" });
    let balance = json!({ "op": "balance" });
    let trap = json!({ "op": "trap" });
    for (after, line) in [
        (json!([]), "200"),
        (json!([row()]), "200"),
        (json!([row(), read]), "200"),
        (json!([balance]), "200"),
        (
            json!([{ "op": "problem", "status": 409, "code": "no_thanks" }]),
            "409 no_thanks",
        ),
        (json!([trap]), "502 plugin_failed"),
    ] {
        let mut ops = json!([hold(&app, "much", 101)]);
        ops.as_array_mut()
            .unwrap()
            .extend(after.as_array().unwrap().clone());
        let reply = run(&person, ops.clone()).await;
        assert_eq!(reply.line(), line, "{ops}");
        if line == "200" {
            let result = &reply.payload()["results"][0];
            assert_eq!(result["error"]["kind"], "Insufficient", "{ops}: {result}");
        }
        assert_eq!(
            app.count("select count(*) from ledger.hold").await,
            0,
            "{ops}"
        );
    }
    // What is enough is held once, whoever asks again.
    let enough = hold(&app, "enough", 100);
    for replayed in [false, true] {
        let reply = run(&person, json!([enough, row()])).await;
        let result = &reply.payload()["results"][0]["ok"];
        assert_eq!(result["replayed"], replayed, "{}", reply.body);
    }
    let held = sqlx::query_scalar::<_, i64>("select held from ledger.account where id = $1")
        .bind(person.id);
    assert_eq!(
        held.fetch_one(&app.app.platform.pools.app).await.unwrap(),
        100
    );
    app.stop().await;
}

#[tokio::test]
async fn two_people_who_are_expected_are_answered_with_what_was_asked_before() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (probe, limits): (Arc<str>, _) = ("probe".into(), SqlLimits::default());
    let mut one = work(&app);
    one.expect_pair(ann.id, ben.id).await.unwrap();
    assert!(!one.is_ahead(), "nothing is taken for granted");
    let seen = one
        .query(
            &probe,
            &limits,
            "select 7 union all select 8 order by 1",
            vec![],
        )
        .await;
    assert_eq!(
        seen.unwrap().rows.len(),
        2,
        "none of theirs is among the rows"
    );
    one.query(&probe, &limits, "select nothing", vec![])
        .await
        .unwrap_err();
    let pair = one.pairs(&[(ann.id, ben.id)]).await.expect("known before");
    assert_eq!(pair[0].b.as_ref().unwrap().nickname, "ben");
    let other = one.pairs(&[(ben.id, ann.id)]).await;
    assert!(other.is_err(), "and only what was expected");
    drop(one);

    // What was presumed before goes along with the hint, unanswered.
    let mut one = work(&app);
    let now = app.app.platform.clock.now();
    let hold = PluginHold {
        id: Uuid::now_v7(),
        from: ann.id,
        to: None,
        amount: Amount::new(100).unwrap(),
        at: now,
        expires_at: now + std::time::Duration::from_secs(60),
        plugin: "probe".to_owned(),
        memo: String::new(),
    };
    let free = GrantLimits {
        op: "hold",
        person: ann.id,
        world: String::new(),
        day: now.date(),
        person_day: None,
        world_day: None,
        platform_day: None,
    };
    let held = one.ledger_hold(hold, free).await.unwrap();
    assert!(!held.expect("it is presumed to succeed"), "and to be new");
    one.expect_pair(ann.id, ben.id).await.unwrap();
    assert!(one.is_ahead(), "she has nothing to be held");
    one.query(&probe, &limits, "select 1", vec![])
        .await
        .unwrap_err();
    assert!(one.was_mistaken());
    drop(one);

    // Whatever comes before it, and whether or not it was expected.
    let block = sqlx::query("insert into kernel.block (blocker, blocked) values ($1, $2)")
        .bind(ben.id)
        .bind(ann.id);
    block.execute(&app.app.platform.pools.app).await.unwrap();
    let expect = json!({ "op": "expect_pair", "a": ann.id, "b": ben.id });
    let pairs = json!({ "op": "pairs", "pairs": [[ann.id, ben.id]] });
    let row = || put_in(Uuid::now_v7(), &Uuid::now_v7().to_string());
    let read = json!({ "op": "sql_query", "statement": "select v from note" });
    let update = json!({ "op": "sql_execute", "statement": "update note set n = 1" });
    for ops in [
        json!([expect, pairs]),
        json!([expect, read, pairs]),
        json!([expect, update, pairs]),
        json!([row(), expect, read, row(), pairs]),
        json!([expect, expect, { "op": "balance" }, pairs, pairs]),
        json!([row(), row(), pairs]),
    ] {
        let reply = run(&ann, ops.clone()).await;
        let results = &reply.payload()["results"];
        assert_eq!(
            results.as_array().unwrap().last().unwrap()["ok"],
            json!([["ann", "ben", true]]),
            "{ops}: {results}"
        );
    }
    assert_eq!(app.count("select count(*) from plugin_probe.note").await, 4);
    app.stop().await;
}

/// The one served refuses after a hold that was presumed, and whoever asked goes on: what it says must rest on what is so.
#[tokio::test]
async fn a_service_that_presumed_wrongly_is_asked_again() {
    let app = TestApp::start().await;
    let person = with_one_wit(&app).await;
    let no = json!({ "op": "problem", "status": 409, "code": "no_thanks" });
    for (amount, line) in [(101, "200"), (100, "502 plugin_failed")] {
        let inside = json!({ "ops": [hold(&app, "h", amount), no] });
        let call = json!({ "op": "service_call", "service": "probe@1", "method": "run", "payload": inside });
        let reply = run(&person, json!([call])).await;
        assert_eq!(reply.line(), line, "{amount}: {}", reply.body);
        assert_eq!(app.count("select count(*) from ledger.hold").await, 0);
    }
    app.stop().await;
}
