//! A plugin's SQL cannot leave its schema, its transaction or its limits: statement by statement.

use std::collections::BTreeSet;

use serde_json::json;
use witverse_testing::TestApp;

use crate::support::{note, reported, run, sql};

/// What is refused, and by whom: a syntax error (42601) is the grammar's, 42501 a privilege's.
const ATTACKS: &[&str] = &[
    // roles
    "reset role",
    "/**/ reset role",
    "-- c\nreset role",
    "set role none",
    "set role kernel_rt",
    "set local role kernel",
    "set session authorization default",
    "reset session authorization",
    "reset all",
    "alter role plugin_probe set statement_timeout = 0",
    "alter role kernel_rt superuser",
    "create role intruder login",
    "grant plugin_worlds to plugin_probe",
    "drop owned by plugin_worlds",
    // transactions
    "commit",
    "rollback",
    "begin",
    "abort",
    "end",
    "savepoint x",
    "prepare transaction 'x'",
    "set transaction isolation level serializable",
    // several statements
    "select 1; reset role",
    "select 1; commit",
    "select 1) select set_config('role', 'none', true",
    "select 1); reset role; (select 1",
    // code
    "do $$ begin perform 1; end $$",
    "create function f() returns int language sql as 'select 1'",
    "create procedure p() language sql as 'select 1'",
    "call p()",
    "prepare p as select 1",
    "execute p",
    "deallocate all",
    "discard all",
    "create extension dblink",
    "create trigger t before insert on note execute function f()",
    "create rule r as on insert to note do also select 1",
    // settings
    "set statement_timeout = 0",
    "set search_path = kernel",
    "select set_config('role', 'none', true)",
    "select set_config('statement_timeout', '0', true)",
    "select (select set_config('role', 'kernel_rt', true)) from note",
    "with x as (select set_config('role', 'none', true)) select * from x",
    "select current_setting('data_directory')",
    "show all",
    "select pg_reload_conf()",
    // data in and out
    "copy note to stdout",
    "copy note from stdin",
    "copy (select 1) to program 'id'",
    "copy note from '/etc/passwd'",
    "select pg_read_file('/etc/passwd')",
    "select pg_ls_dir('.')",
    "select lo_create(0)",
    "select lo_from_bytea(0, 'aa')",
    "select lo_import('/etc/passwd')",
    "select lo_export(1, '/tmp/x')",
    // objects
    "create table intruder (i int)",
    "create temp table z (i int)",
    "select 1 into temp z",
    "select 1 into z",
    "create view v as select 1",
    "create schema intruder",
    "alter table note add column x int",
    "drop table note",
    "truncate note",
    "comment on table note is 'x'",
    // waiting and locking
    "select pg_sleep(30)",
    "select pg_sleep_for('1 minute')",
    "select pg_advisory_lock(1)",
    "select pg_try_advisory_xact_lock(1)",
    "lock table note",
    "notify x",
    "listen x",
    "select pg_notify('x', 'y')",
    "select pg_terminate_backend(1)",
    "select pg_cancel_backend(1)",
    // other schemas and the catalogs
    "select * from kernel.account",
    "select * from kernel.signing_key",
    "insert into kernel.role_binding values (gen_random_uuid(), 'admin', 'platform')",
    "update kernel.account set password_hash = ''",
    "select kernel_api.change_role(true, gen_random_uuid(), 'admin', 'platform')",
    "select kernel_api.finish(null, null, null, null, null, null, null, null)",
    "select * from kernel_api.profiles('{}')",
    "select * from kernel_api.person",
    "select * from kernel_api.block",
    "select * from plugin_worlds.world",
    "delete from plugin_worlds.member",
    "select 'plugin_worlds.world'::regclass",
    "select to_regclass('plugin_worlds.world')",
    "select * from pg_roles",
    "select * from pg_authid",
    "select * from pg_stat_activity",
    "select prosrc from pg_proc",
    "select nspname from pg_namespace",
    "select relname from pg_class",
    "select attname from pg_attribute",
    "select * from pg_settings",
    "select * from pg_locks",
    "select * from information_schema.tables",
    "select pg_get_viewdef('pg_roles'::regclass)",
    "select has_table_privilege('kernel_rt', 'kernel.account', 'select')",
    "select pg_current_wal_lsn()",
    "select txid_current()",
    "select pg_export_snapshot()",
    "select inet_server_addr()",
    "select version()",
    "select pg_database_size('postgres')",
    // functions that run text
    "select query_to_xml('reset role', true, false, '')",
    "select * from ts_stat('select set_config(''role'', ''none'', true)::tsvector')",
    "select ts_rewrite('a'::tsquery, 'select ''a''::tsquery, ''b''::tsquery')",
    // looking at plans, walking by hand
    "explain analyze select 1",
    "declare c cursor with hold for select * from note",
    "fetch all from c",
    "vacuum note",
    "analyze note",
    "reindex table note",
    "cluster note",
    "checkpoint",
    "load 'x'",
    // too much
    "select count(*) from generate_series(1, 10000000000)",
    "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n",
    "select repeat('x', 1000000000)",
    "select repeat('x', 3000000)",
    "select i from generate_series(1, 1001) i",
    "select repeat('x', 2000) from generate_series(1, 900)",
    "select string_agg(repeat('x', 100000), '') from generate_series(1, 100000)",
    "select array_agg(i) from generate_series(1, 300000) i",
    // not text
    "",
    ";",
    "select '\u{0}'",
];

#[tokio::test]
async fn every_attack_is_refused() {
    let app = TestApp::start().await;
    let person = app.person("mallory").await;
    let (mut passed, mut kinds) = (Vec::new(), BTreeSet::new());
    for attack in ATTACKS {
        match sql(&person, attack).await {
            // Told to the plugin by its kind, or, for text that is no text, to its author before that.
            Err(error) if error.starts_with(|c: char| c.is_ascii_lowercase()) => {
                kinds.insert(error);
            }
            Err(error) if attack.contains('\0') && error == "400 invalid_body" => {}
            other => passed.push(format!("{attack:?}: {other:?}")),
        }
    }
    assert!(passed.is_empty(), "{}", passed.join("\n"));
    // Each of the fences held something back: the grammar, privileges, time, memory, budgets.
    for fence in [
        "invalid 42601",
        "denied 42501",
        "timeout 57014",
        "limit 53200",
        "limit ",
    ] {
        assert!(
            kinds.contains(fence),
            "nothing was refused as {fence:?}: {kinds:?}"
        );
    }
    // Nothing stuck: the next request has its role, its limits and its data.
    assert!(
        sql(&person, "select current_user::text, session_user::text")
            .await
            .is_ok_and(|rows| { rows["rows"][0] == json!(["plugin_probe", "kernel_rt"]) })
    );
    assert_eq!(
        app.count("select count(*) from kernel.role_binding").await,
        0
    );
    app.stop().await;
}

#[tokio::test]
async fn what_a_plugin_needs_passes() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    for statement in [
        "select * from note limit 1",
        "select v from note where v = any(array['a', 'b']) order by v limit 3 for update",
        "insert into note (id, v) values (gen_random_uuid(), 'n') returning v",
        "insert into note (id, v) values (gen_random_uuid(), 'n') on conflict (v) do update set n = 1",
        "update note set n = 3 where v = 'n'",
        "delete from note where v = 'n' returning v",
        "with x as (select 1 a) select a from x",
        "WITH RECURSIVE n(i) as (select 1 union all select i + 1 from n where i < 5) select i from n",
        "with x as (insert into note (id, v) values (gen_random_uuid(), 'z') returning v) select v from x",
        "merge into note using (select 'z'::text v) s on note.v = s.v when matched then delete",
        "values (1), (2)",
        "table note",
        "select lower(v), now(), gen_random_uuid(), jsonb_build_object('a', n) from note limit 1",
        "select count(*), sum(n)::bigint, max(v) from note",
    ] {
        let outcome = sql(&person, statement).await;
        assert!(outcome.is_ok(), "{statement}: {outcome:?}");
    }
    app.stop().await;
}

#[tokio::test]
async fn values_survive_the_round_trip() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    let plain = json!([
        null, true, -7, 2.5, "한글 'quoted'", { "bytes": [0, 255] },
        { "uuid": "0190f3a0-0000-7000-8000-000000000001" }, { "timestamp": 1_700_000_000_123_456_i64 },
        { "json": { "a": [1, "b"] } }, { "ints": [1, 2] }, { "texts": ["a", "b\"c"] },
        { "uuids": ["0190f3a0-0000-7000-8000-000000000001"] },
    ]);
    // Values stand in the statement's message, unless they are long: nothing in them may mean anything there.
    let awkward = json!([
        i64::MIN, false, i64::MAX, -1.0e300, "\\'; drop table note; --", { "bytes": [39, 92, 0] },
        { "uuid": "00000000-0000-0000-0000-000000000000" }, { "timestamp": 4_070_908_800_000_000_i64 },
        { "json": "it's \\ \"this\"" }, { "ints": [] }, { "texts": ["NULL", "", "{}", "\\", "'", ","] },
        { "uuids": [] },
    ]);
    let mut long = plain.clone();
    long[4] = json!("'\\".repeat(100_000));
    let statement = "select $1::int8, $2::bool, $3::int8, $4::float8, $5::text, $6::bytea, $7::uuid, \
                     $8::timestamptz, $9::jsonb, $10::int8[], $11::text[], $12::uuid[]";
    for values in [&plain, &awkward, &long, &plain] {
        let reply = run(
            &person,
            json!([{ "op": "sql_query", "statement": statement, "params": values }]),
        )
        .await;
        assert_eq!(reply.payload()["results"][0]["ok"]["rows"][0], *values);
    }
    app.stop().await;
}

#[tokio::test]
async fn a_failed_statement_dooms_the_request() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    let reply = run(
        &person,
        json!([
            note("first"),
            { "op": "sql_query", "statement": "select nothing" },
            note("second"),
        ]),
    )
    .await;
    assert_eq!(
        reply.line(),
        "502 plugin_failed",
        "success after a failure is refused"
    );
    assert_eq!(app.count("select count(*) from plugin_probe.note").await, 0);

    let reply = run(
        &person,
        json!([note("a"), note("a"), { "op": "problem", "status": 409, "code": "twice" }]),
    )
    .await;
    assert_eq!(
        reply.line(),
        "409 twice",
        "the plugin may say what it means"
    );
    assert_eq!(app.count("select count(*) from plugin_probe.note").await, 0);
    app.stop().await;
}

#[tokio::test]
async fn statements_rows_and_cursors_are_counted() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    let one = json!({ "op": "sql_query", "statement": "select 1" });
    let results = reported(&person, json!(vec![one; 33])).await;
    assert!(!results[31]["ok"].is_null());
    assert_eq!(results[32]["error"]["kind"], "limit");

    let walk = json!({ "op": "cursor", "statement": "select i::int8 from generate_series(1, 2500) i", "max": 900 });
    let results = reported(&person, json!([walk])).await;
    let pieces = results[0]["ok"].as_array().unwrap();
    let sizes: Vec<usize> = pieces
        .iter()
        .map(|piece| piece.as_array().unwrap().len())
        .collect();
    assert_eq!(sizes, [900, 900, 700]);
    assert_eq!(pieces[2][699], json!([2500]));
    let five = json!({ "op": "cursor", "statement": "select 1", "max": 1, "open": 5 });
    let results = reported(&person, json!([five])).await;
    assert_eq!(results[0]["error"]["kind"], "limit");
    let writing = json!({ "op": "cursor", "statement": "delete from note returning v", "max": 1 });
    let results = reported(&person, json!([writing])).await;
    assert_eq!(results[0]["error"]["kind"], "invalid");
    app.stop().await;
}

#[tokio::test]
async fn the_same_text_in_two_schemas_keeps_its_plans_apart() {
    // One connection serves everybody, so that a cached plan of one plugin meets the other.
    let app = TestApp::with(|config| config.database.connections = 1).await;
    let person = app.person("alice").await;
    for _ in 0..8 {
        assert_eq!(app.visitor().get("/api/v3/worlds").await.line(), "200");
        assert!(sql(&person, "select v from note").await.is_ok());
        let other = sql(&person, "select name from world").await;
        assert_eq!(other.unwrap_err(), "invalid 42P01");
    }
    app.stop().await;
}
