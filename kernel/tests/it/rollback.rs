//! One request is one transaction: a failure undoes all effects of a plugin.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_kernel::plugins::sweep;
use witverse_rooms::protocol::{KickCode, ServerMessage};
use witverse_testing::{Client, TestApp};

use crate::rooms::socket::{Received, Socket, listen};
use crate::rooms::ticket;
use crate::support::{note, run};

/// The number of rows of all effects that a request can have.
const EFFECT_COUNT: &str = "select (select count(*) from plugin_probe.note)
    + (select count(*) from kernel.delivery where subscriber <> 'kernel:mail')
    + (select count(*) from kernel.timer where plugin = 'probe')
    + (select count(*) from kernel.live_event)
    + (select sum(seq)::bigint from kernel.live_cursor)
    + (select count(*) from kernel.idempotency)
    + (select count(*) from ledger.transfer) + (select count(*) from ledger.gathered)
    + (select count(*) from ledger.deferred) + (select count(*) from ledger.hold)
    + (select count(*) from ledger.mandate) + (select count(*) from kernel.plugin_payment) + (select count(*) from kernel.tracked_parcel)
    + (select count(*) from ledger.lot_spending) + (select count(*) from ledger.usage) + (select count(*) from ledger.spending)
    + (select count(*) from kernel.role_binding where scope like 'probe::%')
    + (select count(*) from kernel.resource where kind like 'probe::%')
    + (select count(*) from kernel.file_use where plugin = 'probe')";

/// One call of each host function, with and without effects.
fn host_calls(app: &TestApp, person: &Client) -> Vec<Value> {
    let soon_ms = app.clock.now().unix_timestamp() * 1000 + 60_000;
    let id = person.id.to_string();
    let nested = json!({ "ops": [note("nested"), { "op": "publish", "topic": "probe.note.added@1", "payload": {} }] });
    vec![
        json!({ "op": "sql_query", "statement": "insert into note (id, v) values (gen_random_uuid(), 'q') returning v" }),
        note("e"),
        json!({ "op": "cursor", "statement": "select v from note", "max": 1 }),
        json!({ "op": "publish", "topic": "probe.note.added@1", "payload": {} }),
        json!({ "op": "live_push", "person": id, "kind": "probe.pushed", "payload": {} }),
        json!({ "op": "schedule", "key": "k", "at_ms": 4_000_000_000_000_u64, "payload": {} }),
        json!({ "op": "schedule", "key": "c", "cron": "0 0 * * *", "payload": {} }),
        json!({ "op": "cancel", "key": "k" }),
        json!({ "op": "service_call", "service": "probe@1", "method": "run", "payload": nested }),
        json!({ "op": "service_call", "service": "nobody-provides-this@1", "method": "x" }),
        json!({ "op": "service_available", "service": "probe@1" }),
        json!({ "op": "declare", "kind": "Room", "id": "1", "alias": "hall", "attributes": { "isOpen": true } }),
        json!({ "op": "declare", "kind": "Seat", "id": "1", "parent": "1", "attributes": {} }),
        json!({ "op": "remove", "kind": "Seat", "id": "1" }),
        json!({ "op": "grant_role", "person": id, "role": "owner", "kind": "Room", "id": "1" }),
        json!({ "op": "revoke_role", "person": id, "role": "guest", "kind": "Room", "id": "1" }),
        json!({ "op": "check", "action": "touch", "kind": "Thing", "id": "1", "attributes": { "isOpen": true } }),
        json!({ "op": "explain", "action": "touch", "kind": "Thing", "id": "1", "attributes": { "isOpen": true } }),
        json!({ "op": "explain_for", "people": [id], "action": "touch", "kind": "Thing", "id": "1", "attributes": { "isOpen": true } }),
        json!({ "op": "transfer", "operation": "issue", "key": "t", "to": id, "amount": 100 }),
        json!({ "op": "transfer", "operation": "charge", "key": "c", "amount": 100 }),
        json!({ "op": "transfer", "operation": "refund", "key": "r", "to": id, "amount": 50, "charge": "c" }),
        json!({ "op": "count_spending", "key": "t", "world": id }),
        json!({ "op": "count_spending", "key": "t", "world": id, "kept": 50 }),
        json!({ "op": "transfer_legs", "key": "l", "legs": [{ "operation": "issue", "to": id, "amount": 100 }] }),
        json!({ "op": "hold", "key": "h", "amount": 50, "expires_at_ms": 1_800_000_000_000_u64 }),
        json!({ "op": "give_mandate", "key": "m", "amount": 50, "expires_at_ms": 1_800_000_000_000_u64 }),
        json!({ "op": "payment_open", "reference": "o", "amount": 5000, "expires_at_ms": soon_ms, "return_path": "/order" }),
        json!({ "op": "payment_find", "reference": "o" }),
        json!({ "op": "payment_cancel", "reference": "o" }),
        json!({ "op": "payment_refund", "reference": "o", "key": "r", "amount": 5000 }),
        json!({ "op": "follow", "reference": "p", "carrier": "cj", "number": "1234567890" }),
        json!({ "op": "seal", "about": "a", "text": "t" }),
        json!({ "op": "unseal", "about": "a", "sealed": [1, 2] }),
        json!({ "op": "balance" }),
        json!({ "op": "history", "limit": 5 }),
        json!({ "op": "profile", "id": id }),
        json!({ "op": "profiles", "ids": [id] }),
        json!({ "op": "find_by_nickname", "nickname": "alice" }),
        json!({ "op": "search", "prefix": "al", "limit": 5 }),
        json!({ "op": "broadcast", "kind": "probe.word", "payload": {} }),
        json!({ "op": "room_presence", "room": "hall" }),
        json!({ "op": "room_broadcast", "room": "hall", "topic": "note", "payload": {} }),
        json!({ "op": "room_state", "room": "hall" }),
        json!({ "op": "room_set_state", "room": "hall", "expected": 0, "state": {} }),
        json!({ "op": "room_clock" }),
        json!({ "op": "room_refresh", "room": "hall" }),
        json!({ "op": "room_refresh_person", "account": id }),
        json!({ "op": "room_kick", "room": "hall", "account": id, "reason": "r" }),
        json!({ "op": "room_close", "room": "hall", "reason": "r" }),
        json!({ "op": "sign", "statement": "s" }),
        json!({ "op": "keys" }),
        json!({ "op": "file_info", "ids": [id] }),
        json!({ "op": "file_attach", "file": id, "reference": "post:1" }),
        json!({ "op": "file_attach", "file": id, "reference": "post:2" }),
        json!({ "op": "file_digest", "file": id }),
        json!({ "op": "file_detach", "file": id, "reference": "post:2" }),
        json!({ "op": "file_detach", "reference": "post:3" }),
        json!({ "op": "granted", "permission": "sql" }),
        json!({ "op": "email", "person": id, "subject": "s", "text": "t" }),
        json!({ "op": "notify", "person": id, "title": "t", "link": "/" }),
        json!({ "op": "blocked_between", "a": id, "b": id }),
        json!({ "op": "pairs", "pairs": [[id, id]] }),
        json!({ "op": "blocks" }),
        json!({ "op": "reachable", "people": [id] }),
        json!({ "op": "set_image", "path": "/assets/a.svg", "reference": "a" }),
        json!({ "op": "clear_image", "person": id, "reference": "a" }),
        json!({ "op": "forbidden_word", "text": "admin" }),
        json!({ "op": "log", "message": "hello" }),
        json!({ "op": "random", "count": 16 }),
        json!({ "op": "uuid" }),
        json!({ "op": "settings", "key": "x" }),
        json!({ "op": "metrics", "name": "probes", "delta": 1 }),
        json!({ "op": "clock" }),
        json!({ "op": "context" }),
    ]
}

/// A file of the person and a world, both with the id of the person.
async fn give_file_and_world(app: &TestApp, person: &Client) {
    sqlx::query(
        "insert into kernel.file (id, account_id, state, purpose, name, length, received, digest, kind, media_type,
             width, height, charged, created_at, changed_at)
         values ($1, $1, 'ready', 'any', '', 1, 1, sha256(''), 'image', 'image/png', 1, 1, 1, now(), now())",
    )
    .bind(person.id)
    .execute(app.owner())
    .await
    .unwrap();
    sqlx::query(
        "insert into kernel.resource (kind, id, attributes) values ('worlds::World', $1::text, '{}')",
    )
    .bind(person.id)
    .execute(app.owner())
    .await
    .unwrap();
}

#[tokio::test]
async fn a_trap_after_any_host_call_rolls_everything_back() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    give_file_and_world(&app, &person).await;
    let calls = host_calls(&app, &person);
    for end in ["trap", "panic"] {
        for (index, call) in calls.iter().enumerate() {
            let client = person.with_header("idempotency-key", &format!("{end}-{index}"));
            let reply = run(&client, json!([call, { "op": end }])).await;
            assert_eq!(reply.line(), "502 plugin_failed", "{call}");
            assert_eq!(app.count(EFFECT_COUNT).await, 0, "{end} after {call}");
        }
    }
    // All of them in sequence, with a trap after each prefix.
    for length in 1..=calls.len() {
        let mut script = calls[..length].to_vec();
        script.push(json!({ "op": "trap" }));
        let reply = run(&person, json!(script)).await;
        assert_eq!(reply.line(), "502 plugin_failed");
        assert_eq!(
            app.count(EFFECT_COUNT).await,
            0,
            "a trap after {length} calls"
        );
    }
    app.stop().await;
}

#[tokio::test]
async fn the_same_calls_without_a_trap_commit() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    give_file_and_world(&app, &person).await;
    let client = person.with_header("idempotency-key", "all");
    let reply = run(&client, json!(host_calls(&app, &person))).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    for result in reply.payload()["results"].as_array().unwrap() {
        // The service has no provider, the room is not open, and the payment was not made.
        let kind = &result["error"]["kind"];
        let expected =
            result["error"] == "unavailable" || kind == "notOpen" || kind == "wrongstate";
        assert!(expected || result.get("ok").is_some(), "{result}");
    }
    assert_eq!(
        app.count("select count(*) from kernel.timer where plugin = 'probe'")
            .await,
        1,
        "k was cancelled, c remains"
    );
    assert_eq!(
        app.count("select count(*) from kernel.file_use where plugin = 'probe'")
            .await,
        1,
        "post:2 was detached"
    );
    assert_eq!(
        app.count("select count(*) from kernel.live_event").await,
        2,
        "the push, and the new balance"
    );
    assert_eq!(
        app.count("select count(*) from kernel.idempotency").await,
        1
    );
    assert_eq!(
        app.count("select count(*) from plugin_probe.note where v in ('q', 'e', 'nested')")
            .await,
        3
    );
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_is_rolled_back_changes_no_room() {
    let app = TestApp::start().await;
    let address = listen(&app).await;
    let person = app.person("alice").await;
    let mut socket = Socket::enter(address, &ticket(&person, "probe:guarded").await).await;
    let of_room = |op: &str, more: Value| {
        let mut call = json!({ "op": op, "room": "guarded" });
        for (name, value) in more.as_object().unwrap() {
            call[name] = value.clone();
        }
        call
    };
    let calls = [
        of_room("room_broadcast", json!({ "topic": "lost", "payload": 1 })),
        of_room("room_set_state", json!({ "expected": 0, "state": 1 })),
        of_room("room_kick", json!({ "account": person.id, "reason": "" })),
        of_room("room_refresh", json!({})),
        json!({ "op": "room_refresh_person", "account": person.id }),
        of_room("room_close", json!({ "reason": "" })),
    ];
    let problem = json!({ "op": "problem", "status": 409, "code": "no_thanks" });
    for end in [json!({ "op": "trap" }), problem] {
        let mut script = vec![note("locked")];
        script.extend(calls.clone());
        script.push(end);
        let reply = run(&person, json!(script)).await;
        assert!(reply.status.is_client_error() || reply.status.is_server_error());
    }
    let bell = of_room("room_broadcast", json!({ "topic": "bell", "payload": 2 }));
    assert_eq!(run(&person, json!([bell])).await.line(), "200");
    loop {
        match socket.receive().await {
            Received::Message(ServerMessage::State { .. }) => panic!("the state was set"),
            Received::Message(ServerMessage::Event(event)) => {
                assert!(format!("{event:?}").contains("bell"), "{event:?}");
                break;
            }
            Received::Message(_) => {}
            ended => panic!("the connection ended: {ended:?}"),
        }
    }
    // The same calls commit.
    let mut script = vec![note("locked")];
    script.extend(calls);
    assert_eq!(run(&person, json!(script)).await.line(), "200");
    assert_eq!(socket.event().await.0, "lost");
    assert_eq!(socket.kicked().await.0, KickCode::Kicked);
    app.stop().await;
}

#[tokio::test]
async fn a_problem_rolls_everything_back() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    let problem = json!({ "op": "problem", "status": 409, "code": "no_thanks" });
    let reply = run(&person, json!([note("a"), problem])).await;
    assert_eq!(reply.line(), "409 no_thanks");
    assert_eq!(app.count(EFFECT_COUNT).await, 0);
    app.stop().await;
}

#[tokio::test]
async fn a_service_commits_or_rolls_back_with_its_caller() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    let call = |ops: Value| json!({ "op": "service_call", "service": "probe@1", "method": "run", "payload": { "ops": ops } });
    let problem = json!({ "op": "problem", "status": 409, "code": "no_thanks" });

    // A service's writes are part of the caller's transaction.
    let reply = run(
        &person,
        json!([call(json!([note("inner")])), { "op": "trap" }]),
    )
    .await;
    assert_eq!(reply.line(), "502 plugin_failed");
    assert_eq!(app.count(EFFECT_COUNT).await, 0);

    // After a refusal before any write, the caller may continue.
    let reply = run(&person, json!([call(json!([problem])), note("after")])).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    assert!(reply.body.to_string().contains("no_thanks"));
    assert_eq!(app.count("select count(*) from plugin_probe.note").await, 1);

    // A refusal after a write aborts the whole request.
    let reply = run(
        &person,
        json!([call(json!([note("inner"), problem])), note("more")]),
    )
    .await;
    assert_eq!(reply.line(), "502 plugin_failed");
    assert_eq!(app.count("select count(*) from plugin_probe.note").await, 1);

    // The maximum depth is four; a trap at the bottom undoes everything.
    let deep =
        |depth: usize, bottom: Value| (0..depth).fold(bottom, |inner, _| json!([call(inner)]));
    let reply = run(&person, deep(4, json!([note("bottom")]))).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    assert_eq!(
        app.count("select count(*) from plugin_probe.note where v = 'bottom'")
            .await,
        1
    );
    let reply = run(&person, deep(5, json!([note("deeper")]))).await;
    assert!(reply.body.to_string().contains("deep"), "{}", reply.body);
    assert_eq!(
        app.count("select count(*) from plugin_probe.note where v = 'deeper'")
            .await,
        0
    );
    let reply = run(&person, deep(3, json!([note("lost"), { "op": "trap" }]))).await;
    assert_eq!(reply.line(), "502 plugin_failed");
    assert_eq!(
        app.count("select count(*) from plugin_probe.note where v = 'lost'")
            .await,
        0
    );
    app.stop().await;
}

#[tokio::test]
async fn a_request_with_an_idempotency_key_is_executed_once() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    let client = person.with_header("idempotency-key", "one");
    let first = run(&client, json!([note("once"), { "op": "uuid" }])).await;
    let again = run(&client, json!([note("once"), { "op": "uuid" }])).await;
    assert_eq!(first.bytes, again.bytes);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(
        run(&client, json!([note("other")])).await.line(),
        "422 idempotency_key_reused"
    );
    assert_eq!(app.count("select count(*) from plugin_probe.note").await, 1);

    // A refusal is not stored: the same key can be used again.
    let retry = person.with_header("idempotency-key", "two");
    let script = json!([note("once")]);
    assert_eq!(
        run(&retry, script.clone()).await.line(),
        "502 plugin_failed",
        "the name is taken"
    );
    sqlx::query("delete from plugin_probe.note")
        .execute(app.owner())
        .await
        .unwrap();
    assert_eq!(run(&retry, script).await.line(), "200");

    // The same key of another person is another key.
    let bob = app
        .person("bob")
        .await
        .with_header("idempotency-key", "one");
    assert_eq!(run(&bob, json!([note("bob")])).await.line(), "200");

    // Eight concurrent requests: one is executed, the others get its response.
    let same = person.with_header("idempotency-key", "three");
    let script = json!([note("eight"), { "op": "uuid" }]);
    let replies = futures::future::join_all((0..8).map(|_| run(&same, script.clone()))).await;
    assert!(
        replies
            .iter()
            .all(|reply| reply.bytes == replies[0].bytes && reply.line() == "200")
    );
    for bad in ["", &"x".repeat(101)] {
        let reply = run(&person.with_header("idempotency-key", bad), json!([])).await;
        assert_eq!(reply.line(), "400 idempotency_key_invalid");
    }
    // Keys are stored and deleted by the same clock.
    let keys = "select count(*) from kernel.idempotency";
    for (hours, expect) in [(23, 4), (2, 0)] {
        app.advance(Duration::from_secs(hours * 3600));
        sweep(&app.app.platform).await.unwrap();
        assert_eq!(app.count(keys).await, expect, "{hours} hours later");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_request_that_times_out_at_a_row_lock_is_retried() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    assert_eq!(run(&person, json!([note("e")])).await.line(), "200");
    let mut other = app.owner().begin().await.unwrap();
    sqlx::query("update plugin_probe.note set v = 'other'")
        .execute(&mut *other)
        .await
        .unwrap();
    let changes = json!([{ "op": "sql_execute", "statement": "update note set v = v || '!'" }]);
    // The row stays locked for longer than the statement timeout.
    let (reply, ()) = tokio::join!(run(&person, changes), async {
        tokio::time::sleep(Duration::from_millis(450)).await;
        other.commit().await.unwrap();
    });
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let seen = "select count(*) from plugin_probe.note where v = 'other!'";
    assert_eq!(app.count(seen).await, 1);
    app.stop().await;
}
