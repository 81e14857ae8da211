//! A plugin's migrations: which statements they may contain, and how they run.
//!
//! They run as the role that owns the plugin's schema and nothing else, one statement at a time. The list of allowed
//! beginnings below is a second barrier: that role may not create functions, triggers in other languages, extensions or
//! schemas.

use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use sqlparser::dialect::PostgreSqlDialect;
use sqlparser::tokenizer::{Token, Tokenizer, Whitespace};
use sqlx::{AssertSqlSafe, PgConnection};

use super::bundle::Migration;
use crate::postgres::{plugin_owner, plugin_role, plugin_schema};
use crate::unit_of_work::statement_refusal;

const ALLOWED: &[&str] = &[
    "create table",
    "create index",
    "create unique index",
    "alter table",
    "drop table",
    "drop index",
    "comment on table",
    "comment on column",
    "insert into",
    "update",
    "delete from",
];
/// Words that are refused inside of a statement with an allowed beginning.
const FORBIDDEN: &[&str] = &[
    "owner to",
    "set schema",
    "inherit",
    "tablespace",
    "enable trigger",
    "disable trigger",
    "row level security",
    "generated always as identity",
];

/// The statements of a migration.
///
/// # Errors
/// The first statement that is not allowed, quoted for the author.
pub(super) fn statements(sql: &str) -> Result<Vec<String>, String> {
    let statements = split(sql)?;
    for statement in &statements {
        if let Some(refusal) = statement_refusal(statement) {
            return Err(refusal);
        }
        let words = statement
            .to_ascii_lowercase()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let begins = ALLOWED
            .iter()
            .any(|allowed| words.starts_with(&format!("{allowed} ")));
        if !begins || FORBIDDEN.iter().any(|word| words.contains(word)) {
            let shown: String = words.chars().take(60).collect();
            return Err(format!(
                "a migration may only create and change tables, indexes and constraints, not: {shown}"
            ));
        }
    }
    Ok(statements)
}

/// What the migrations of a plugin may use that is not the platform's own. They run on the session of the owner, which has no
/// limits of its own.
pub(super) struct MigrationLimits {
    /// The size of the plugin's tables, which is measured after each statement.
    pub bytes: u64,
}

impl MigrationLimits {
    /// Settings for the transaction. Only the owner can raise the size of temporary files.
    const SETTINGS: &str = "set local statement_timeout = '5s'; set local lock_timeout = '3s'; set local temp_file_limit = '64MB'";
    const RESET: &str = "set local statement_timeout = default; set local lock_timeout = default; \
                         set local temp_file_limit = default";
    /// All migrations of an activation together.
    const TOTAL: Duration = Duration::from_secs(20);

    async fn check(
        &self,
        owner: &mut PgConnection,
        schema: &str,
        started: Instant,
    ) -> Result<(), String> {
        if started.elapsed() > Self::TOTAL {
            let seconds = Self::TOTAL.as_secs();
            return Err(format!("its migrations take longer than {seconds} s"));
        }
        let bytes: i64 = sqlx::query_scalar("select kernel.plugin_bytes($1)")
            .bind(schema)
            .fetch_one(owner)
            .await
            .map_err(|error| error.to_string())?;
        match u64::try_from(bytes).unwrap_or_default() > self.bytes {
            true => Err(format!(
                "its migrations write more than the {} MiB that it may store",
                self.bytes >> 20
            )),
            false => Ok(()),
        }
    }
}

/// Runs the migrations that are not applied yet and records them, in the caller's transaction. At the end the role is
/// the owner again.
///
/// An older version of a plugin may be installed on tables that a newer version has changed, if the newer version
/// declared it (`compatible_from`).
///
/// Contract migrations above `contract_to` wait, because the version before may still need what they remove; the answer is
/// how many. Migrations that widen the tables (`expand`) do not depend on them.
///
/// # Errors
/// A statement is refused or fails, the text of an applied migration has changed, or the version is too old for the
/// tables.
pub(super) async fn migrate(
    owner: &mut PgConnection,
    plugin: &str,
    (migrations, limits): (&[Migration], Option<MigrationLimits>),
    contract_to: i32,
) -> Result<i32, String> {
    let show = |error: sqlx::Error| error.to_string();
    let applied: Vec<(i32, Vec<u8>)> = sqlx::query_as(
        "select version, digest from kernel.plugin_migration where plugin = $1 order by version",
    )
    .bind(plugin)
    .fetch_all(&mut *owner)
    .await
    .map_err(show)?;
    let newest = migrations.last().map_or(0, |migration| migration.version);
    if let Some((applied, _)) = applied.last().filter(|(version, _)| *version > newest) {
        let oldest: i32 = sqlx::query_scalar(
            "select coalesce((select compatible_from from kernel.plugin where id = $1), $2)",
        )
        .bind(plugin)
        .bind(applied)
        .fetch_one(&mut *owner)
        .await
        .map_err(show)?;
        if newest < oldest {
            return Err(format!(
                "its tables were changed by a newer version (migration {applied}), which works beside versions with \
                 migration {oldest} or later; this one has {newest}"
            ));
        }
    }
    let (role, owner_role) = (plugin_role(plugin), plugin_owner(plugin));
    let entry = format!("set local role {owner_role}; set local search_path = {role}");
    let mut waiting = 0;
    let started = Instant::now();
    if limits.is_some() {
        run(owner, MigrationLimits::SETTINGS).await?;
    }
    for migration in migrations {
        let digest: [u8; 32] = Sha256::digest(&migration.sql).into();
        if let Some((_, known)) = applied.iter().find(|(v, _)| *v == migration.version) {
            if known[..] == digest {
                continue;
            }
            return Err(format!(
                "migration {} was changed after it had been applied",
                migration.name
            ));
        }
        if migration.is_contract() && migration.version > contract_to {
            waiting += 1;
            continue;
        }
        run(owner, &entry).await?;
        for statement in statements(&migration.sql)? {
            sqlx::query(AssertSqlSafe(statement))
                .persistent(false)
                .execute(&mut *owner)
                .await
                .map_err(|error| format!("migration {}: {error}", migration.name))?;
            if let Some(limits) = &limits {
                run(owner, LEAVE).await?;
                limits.check(owner, &plugin_schema(plugin), started).await?;
                run(owner, &entry).await?;
            }
        }
        run(owner, LEAVE).await?;
        sqlx::query(
            "insert into kernel.plugin_migration (plugin, version, name, digest) values ($1, $2, $3, $4)",
        )
        .bind(plugin)
        .bind(migration.version)
        .bind(&migration.name)
        .bind(&digest[..])
        .execute(&mut *owner)
        .await
        .map_err(show)?;
    }
    if limits.is_some() {
        run(owner, MigrationLimits::RESET).await?;
    }
    Ok(waiting)
}

/// Makes the owner's role the current one again.
const LEAVE: &str = "set local role none; set local search_path = default";

async fn run(owner: &mut PgConnection, statements: &str) -> Result<(), String> {
    let done = sqlx::raw_sql(AssertSqlSafe(statements))
        .execute(owner)
        .await;
    done.map(drop).map_err(|error| error.to_string())
}

/// Splits at semicolons outside of quotes and comments, and drops the comments.
fn split(sql: &str) -> Result<Vec<String>, String> {
    let tokens = Tokenizer::new(&PostgreSqlDialect {}, sql)
        .with_unescape(false)
        .tokenize()
        .map_err(|error| error.to_string())?;
    let mut statements = vec![String::new()];
    for token in tokens {
        match token {
            Token::SemiColon => statements.push(String::new()),
            Token::DollarQuotedString(_) => {
                return Err(
                    "dollar quotes are for functions, which a migration may not create".into(),
                );
            }
            Token::Whitespace(
                Whitespace::SingleLineComment { .. } | Whitespace::MultiLineComment(_),
            ) => statements.last_mut().expect("one at least").push(' '),
            token => statements
                .last_mut()
                .expect("one at least")
                .push_str(&token.to_string()),
        }
    }
    Ok(statements
        .into_iter()
        .map(|statement| statement.trim().to_owned())
        .filter(|statement| !statement.is_empty())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::statements;

    #[test]
    fn tables_and_indexes_pass() {
        let sql = "-- worlds; all of them\n/* and; more */create table world (name text default 'a;b' not null);\n\
                   create  unique index world_name on world (name);";
        assert_eq!(
            statements(sql),
            Ok(vec![
                "create table world (name text default 'a;b' not null)".to_owned(),
                "create  unique index world_name on world (name)".to_owned(),
            ])
        );
    }

    #[test]
    fn everything_else_is_refused() {
        for bad in [
            "create function f() returns int language sql as 'select 1'",
            "create extension pgcrypto",
            "create trigger t before insert on a execute function f()",
            "create schema other",
            "create view v as select 1",
            "create materialized view v as select 1",
            "create rule r as on insert to t do also select 1",
            "create role x",
            "grant select on t to public",
            "alter table t owner to kernel",
            "alter table t set schema kernel",
            "alter role kernel_rt superuser",
            "set role kernel",
            "reset role",
            "do $$ begin end $$",
            "create table t (a int); commit",
            "copy t from program 'id'",
            "select 1",
            "create temp table t (a int)",
            "create table t (a int) /* a; b",
            "create table t (a text default 'x",
            // Names of catalogs, as in the statements of requests.
            "insert into note select p.oid::regclass from pg_class p",
            "update t set a = (select oid::regrole)",
            "create table t (a regclass)",
        ] {
            assert!(statements(bad).is_err(), "{bad}");
        }
    }
}
