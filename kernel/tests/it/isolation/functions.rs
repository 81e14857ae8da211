//! Every function of the database, as the roles that plugin SQL runs under.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, Connection, PgConnection, Row};
use witverse_testing::TestApp;

const A_MILLION: usize = 1_000_000;
/// `statement_timeout` is 250 ms; the rest is tolerance for a slow machine.
const MOST: Duration = Duration::from_secs(4);

/// A connection that has switched to `role`.
async fn connection_as(app: &TestApp, role: &str) -> PgConnection {
    let mut connection = app.app.platform.pools.owner().await.unwrap();
    let settings = format!("set role {role}; set statement_timeout = 250");
    sqlx::raw_sql(AssertSqlSafe(settings))
        .execute(&mut connection)
        .await
        .unwrap();
    connection
}

/// The SQLSTATE of a failed call; empty after a success.
async fn state_of(connection: &mut PgConnection, call: &str) -> String {
    let mut transaction = connection.begin().await.unwrap();
    let outcome = sqlx::raw_sql(AssertSqlSafe(call.to_owned()))
        .execute(&mut *transaction)
        .await;
    transaction.rollback().await.unwrap();
    match outcome {
        Ok(_) => String::new(),
        Err(error) => match error.as_database_error().and_then(|error| error.code()) {
            Some(code) => code.into_owned(),
            None => panic!("{call}: {error}"),
        },
    }
}

/// `schema.name(null::type, …)` for every function of our schemas.
async fn kernel_functions(app: &TestApp) -> Vec<(String, String)> {
    let rows = sqlx::query(
        "select n.nspname, format('select %I.%I(%s)', n.nspname, p.proname, (
             select coalesce(string_agg(format('null::%I.%I', tn.nspname, t.typname), ', ' order by i), '')
             from unnest(p.proargtypes) with ordinality u (a, i)
             join pg_type t on t.oid = a join pg_namespace tn on tn.oid = t.typnamespace))
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname in ('kernel', 'kernel_api', 'ledger') and p.prorettype <> 'trigger'::regtype",
    )
    .fetch_all(app.owner())
    .await
    .unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

#[tokio::test]
async fn plugins_cannot_call_functions_of_the_kernel() {
    let app = TestApp::start().await;
    let functions = kernel_functions(&app).await;
    assert!(functions.len() > 50, "{} functions", functions.len());
    let mut plugin = connection_as(&app, "plugin_probe").await;
    let mut rt = connection_as(&app, "kernel_rt").await;
    for (schema, call) in &functions {
        assert_eq!(
            state_of(&mut plugin, call).await,
            "42501",
            "{call} as a plugin"
        );
        let state = state_of(&mut rt, call).await;
        assert_eq!(
            schema != "kernel_api",
            state == "42501",
            "{call} as kernel_rt: {state:?}"
        );
    }
    app.stop().await;
}

/// The privileges are sufficient without the statement guard.
#[tokio::test]
async fn privileges_refuse_what_the_statement_guard_refuses() {
    let app = TestApp::start().await;
    let mut plugin = connection_as(&app, "plugin_probe").await;
    for statement in [
        "select pg_sleep(1)",
        "select pg_advisory_lock(1)",
        "select pg_terminate_backend(1)",
        "select pg_notify('x', 'y')",
        "select pg_read_file('/etc/passwd')",
        "select pg_backend_pid()",
        "select query_to_xml('select 1', true, false, '')",
        "select xpath('a', '<a/>'::xml)",
        "select * from pg_proc",
        "select * from pg_roles",
        "select * from pg_backend_memory_contexts",
        "select * from information_schema.tables",
        "select * from kernel.account",
        "select * from ledger.account",
        "create table intruder (i int)",
        "create temp table intruder (i int)",
        "create function f() returns int language sql as 'select 1'",
        "do $$ begin perform 1; end $$",
    ] {
        assert_eq!(
            state_of(&mut plugin, statement).await,
            "42501",
            "{statement}"
        );
    }
    app.stop().await;
}

/// Large arguments by type, chosen as worst cases of searches and comparisons.
fn arguments() -> BTreeMap<&'static str, Vec<String>> {
    let a = "a".repeat(A_MILLION);
    let ba = format!("b{}", "a".repeat(A_MILLION / 2));
    let numbers = |from: usize| {
        let numbers: Vec<String> = (from..from + 100_000).map(|n| n.to_string()).collect();
        numbers.join(",")
    };
    let (one, two) = (numbers(1), numbers(100_001));
    let keys: Vec<String> = (0..40_000).map(|n| format!("\"k{n}\":{n}")).collect();
    let texts = vec![a.clone(), ba, format!("%{}b", "a".repeat(A_MILLION / 2))];
    let bytes: Vec<String> = ["61", "62"]
        .iter()
        .map(|byte| format!("\\x62{}", byte.repeat(A_MILLION / 2)))
        .collect();
    let arrays = vec![format!("{{{one}}}"), format!("{{{two}}}")];
    let documents = vec![
        format!("[{one}]"),
        format!("[{two}]"),
        format!("{{{}}}", keys.join(",")),
    ];
    let long_numbers = vec!["9".repeat(100_000), format!("7{}", "3".repeat(50_000))];
    let single = |value: &str| vec![value.to_owned()];
    BTreeMap::from([
        ("text", texts.clone()),
        ("varchar", texts.clone()),
        ("bpchar", texts.clone()),
        ("bytea", bytes),
        ("numeric", long_numbers),
        ("json", documents.clone()),
        ("jsonb", documents),
        ("_int8", arrays.clone()),
        ("anyarray", arrays.clone()),
        ("anycompatiblearray", arrays),
        ("anyelement", texts.clone()),
        ("anynonarray", texts.clone()),
        ("any", texts),
        ("bool", single("true")),
        ("int2", single("32760")),
        ("int4", vec!["2147483640".to_owned(), "100".to_owned()]),
        ("int8", single("9223372036854775800")),
        ("float4", single("1e30")),
        ("float8", single("1e300")),
        ("uuid", single("0190f3a0-0000-7000-8000-000000000001")),
        ("date", single("2026-01-01")),
        ("time", single("12:00")),
        ("timestamp", single("2026-01-01 12:00")),
        ("timestamptz", single("2026-01-01 12:00+00")),
        ("interval", single("1 day")),
        ("anycompatible", single("5")),
        ("anycompatiblenonarray", single("5")),
    ])
}

/// The type that a value of a pseudo-type is cast to.
fn cast_of(kind: &str) -> &str {
    match kind {
        "anyarray" | "anycompatiblearray" => "bigint[]",
        "anyelement" | "anynonarray" | "any" => "text",
        "anycompatible" | "anycompatiblenonarray" => "bigint",
        "_int8" => "bigint[]",
        other => other,
    }
}

/// Each call is ended by `statement_timeout` or ends before: none occupies a connection for longer.
#[tokio::test(flavor = "multi_thread")]
async fn every_function_that_a_plugin_may_call_ends() {
    let app = TestApp::start().await;
    let functions = sqlx::query(
        "select p.proname, array(select t.typname::text from unnest(p.proargtypes) with ordinality u (a, i)
                                 join pg_type t on t.oid = a order by i)
         from pg_proc p
         where p.pronamespace = 'pg_catalog'::regnamespace and p.prokind = 'f' and p.pronargs > 0
           and has_function_privilege('plugin_probe', p.oid, 'execute') order by p.oid",
    )
    .fetch_all(app.owner())
    .await
    .unwrap();
    let known = arguments();
    let mut plugin = connection_as(&app, "plugin_probe").await;
    let (mut calls, mut slow) = (0, Vec::new());
    for function in &functions {
        let (name, types): (String, Vec<String>) = (function.get(0), function.get(1));
        // Input and output functions, and rows: they have no argument that can be large.
        if types.iter().any(|kind| !known.contains_key(kind.as_str())) {
            continue;
        }
        let variants = types.iter().map(|kind| known[kind.as_str()].len()).max();
        for n in 0..variants.unwrap_or(1) {
            let arguments: Vec<String> = types
                .iter()
                .enumerate()
                .map(|(i, kind)| format!("${}::text::{}", i + 1, cast_of(kind)))
                .collect();
            let call = format!(
                "select count(*) from (select pg_catalog.\"{name}\"({}) as x offset 0) y where y.x is not null",
                arguments.join(", ")
            );
            let mut query = sqlx::query(AssertSqlSafe(call.clone())).persistent(false);
            for (i, kind) in types.iter().enumerate() {
                // Runs different calls concurrently.
                let values = &known[kind.as_str()];
                query = query.bind(&values[(n + i) % values.len()]);
            }
            let started = Instant::now();
            if let Err(error) = query.fetch_all(&mut plugin).await {
                assert!(error.as_database_error().is_some(), "{call}: {error}");
            }
            calls += 1;
            if started.elapsed() > MOST {
                slow.push(format!("{call}: {:?}", started.elapsed()));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
    assert!(calls > 700, "{calls} calls");
    app.stop().await;
}
