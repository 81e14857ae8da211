//! The database: an upgraded one equals a fresh one, and a restart is detected before the next request.

use sqlx::{AssertSqlSafe, PgPool, Row};
use witverse_testing::{TestApp, cluster};

/// All objects that migrations and the files under `functions` create, one line each.
const CATALOG: &str = "
    select format('table %s.%s: %s %s %s %s', n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                  a.attnotnull, pg_get_expr(d.adbin, d.adrelid))
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'v') and (n.nspname in ('kernel', 'kernel_api', 'ledger') or n.nspname like 'plugin\\_%')
    union all
    select format('view %s: %s', c.oid::regclass, pg_get_viewdef(c.oid))
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'v' and n.nspname in ('kernel', 'kernel_api', 'ledger')
    union all
    select format('index %s', pg_get_indexdef(i.indexrelid))
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('kernel', 'ledger') or n.nspname like 'plugin\\_%'
    union all
    select format('constraint %s %s: %s', t.conrelid::regclass, t.conname, pg_get_constraintdef(t.oid))
    from pg_constraint t join pg_namespace n on n.oid = t.connamespace
    where n.nspname in ('kernel', 'ledger') or n.nspname like 'plugin\\_%'
    union all
    select format('trigger %s', pg_get_triggerdef(t.oid))
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and n.nspname in ('kernel', 'ledger')
    union all
    select format('function %s acl %s', pg_get_functiondef(p.oid), p.proacl)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('kernel', 'kernel_api', 'ledger') and p.prokind = 'f'
    union all
    select format('open %s', p.oid::regprocedure)
    from pg_proc p where p.pronamespace = 'pg_catalog'::regnamespace
      and (p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0))
    union all
    select format('applied %s %s', name, encode(digest, 'hex')) from kernel.database_function
    union all
    select format('plugin migration %s %s', plugin, version) from kernel.plugin_migration
    order by 1";

async fn catalog(owner: &PgPool) -> Vec<String> {
    let rows = sqlx::query(CATALOG).fetch_all(owner).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// Leftovers of an older version: a function with another body, one with other arguments, one whose file was deleted, a
/// missing trigger, and later grants.
const OLDER: &str = "
    create or replace function ledger.genesis(account uuid) returns bytea language sql immutable as $$ select '\\x00'::bytea $$;
    drop function kernel_api.profiles(uuid[]);
    create function kernel_api.profiles(ids text[]) returns int language sql as $$ select 1 $$;
    create function kernel_api.retired() returns int language sql as $$ select 1 $$;
    drop trigger transfer_is_final on ledger.transfer;
    update kernel.database_function set digest = '' where name in ('ledger.genesis', 'kernel_api.profiles', 'ledger.refuse_change');
    insert into kernel.database_function (name, digest) values ('kernel_api.retired', '');
    grant execute on function pg_catalog.pg_sleep(double precision) to public;
    grant execute on function kernel_api.retired() to public;
    grant execute on function kernel.record(uuid, timestamptz, text, uuid, jsonb) to public;
    revoke execute on function pg_catalog.lower(text) from public;
    delete from kernel.plugin_migration where plugin = 'friends';
    delete from kernel.plugin where id = 'friends';
    drop schema plugin_friends cascade;";

#[tokio::test]
async fn an_upgraded_database_is_the_same_as_a_fresh_one() {
    let cluster = cluster().await;
    let fresh = TestApp::start().await;
    let expected = catalog(fresh.owner()).await;
    assert!(expected.len() > 1000, "{} lines", expected.len());
    fresh.stop().await;

    let database = cluster.clone_template().await;
    let older = PgPool::connect_with(cluster.options(&database))
        .await
        .unwrap();
    sqlx::raw_sql(AssertSqlSafe(OLDER.to_owned()))
        .execute(&older)
        .await
        .unwrap();
    let before = catalog(&older).await;
    assert_ne!(before, expected, "it is older");
    older.close().await;
    let upgraded = TestApp::on(cluster, &database, |_| {}).await;
    let after = catalog(upgraded.owner()).await;
    for line in &after {
        assert!(expected.contains(line), "only in the upgraded one: {line}");
    }
    for line in &expected {
        assert!(after.contains(line), "not in the upgraded one: {line}");
    }
    upgraded.stop().await;
}

/// Ends every connection to the database, like a restart.
const ALL_BACKENDS: &str = "select count(pg_terminate_backend(pid)) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()";

#[tokio::test]
async fn a_database_restart_fails_no_request() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    for round in 0..3 {
        assert_eq!(app.visitor().get("/api/v3/worlds").await.line(), "200");
        sqlx::query(ALL_BACKENDS)
            .execute(app.owner())
            .await
            .unwrap();
        // Longer than a connection may be idle without a ping.
        tokio::time::sleep(std::time::Duration::from_millis(600)).await;
        for _ in 0..4 {
            assert_eq!(
                app.visitor().get("/api/v3/worlds").await.line(),
                "200",
                "round {round}"
            );
            assert_eq!(
                person.get("/api/v2/gift/received").await.line(),
                "200",
                "round {round}"
            );
        }
    }
    app.stop().await;
}
