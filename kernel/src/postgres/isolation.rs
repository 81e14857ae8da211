//! Restricts a plugin's statements to its schema: privileges, applied and verified at every start.
//!
//! By default PostgreSQL lets every role call functions that sleep, lock, read the catalogs or cannot be interrupted.
//! `plugin_functions.txt` lists the harmless ones. EXECUTE on every other function of `pg_catalog` is revoked from
//! PUBLIC in this database, so a function that a later PostgreSQL adds cannot be called until it is listed.
//! `kernel_app` keeps the default privileges. The other half of the isolation, the check of statement texts, is
//! `unit_of_work::statement_guard`.

use std::collections::BTreeSet;

use sqlx::postgres::types::Oid;
use sqlx::{AssertSqlSafe, PgConnection};

use super::error::PrepareError;

/// A violation that the check found, as a sentence.
pub type Refusal = String;

const PLUGIN_FUNCTIONS: &str = include_str!("plugin_functions.txt");

/// The parsed list of functions that plugins may call.
#[derive(Debug, Default)]
struct AllowList {
    /// Argument types of the functions that are listed by name only.
    types: Vec<String>,
    /// Functions listed by name: every overload whose arguments have these types is allowed.
    names: Vec<String>,
    /// `name(type,type)`: only this overload is allowed.
    signatures: Vec<String>,
}

impl AllowList {
    fn parse(text: &str) -> Self {
        let mut list = Self::default();
        let mut section = "";
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if let Some(name) = line
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'))
            {
                section = name;
                continue;
            }
            for entry in entries(line) {
                let to = match (section, entry.contains('(')) {
                    ("types", _) => &mut list.types,
                    (_, true) => &mut list.signatures,
                    (_, false) => &mut list.names,
                };
                to.push(entry);
            }
        }
        list
    }

    /// The object ids of the listed functions in this database.
    async fn resolve(&self, owner: &mut PgConnection) -> Result<BTreeSet<u32>, sqlx::Error> {
        let oids: Vec<Oid> = sqlx::query_scalar(
            "select p.oid from pg_proc p
             where p.pronamespace = 'pg_catalog'::regnamespace
               and (p.oid = any(array(
                        select to_regprocedure(signature)::oid from unnest($3) signature))
                    -- A cast of a constant is made by these while the statement is planned.
                    or p.oid in (
                        select unnest(array[t.typinput, t.typoutput]) from pg_type t
                        where t.typnamespace = 'pg_catalog'::regnamespace and t.typname = any($1))
                    or p.proname = any($2) and not exists (
                        select from unnest(p.proargtypes) argument
                        where argument <> all(array(
                            select t.oid from pg_type t
                            where t.typnamespace = 'pg_catalog'::regnamespace and t.typname = any($1)))))",
        )
        .bind(&self.types)
        .bind(&self.names)
        .bind(&self.signatures)
        .fetch_all(owner)
        .await?;
        Ok(oids.into_iter().map(|oid| oid.0).collect())
    }
}

/// The entries of a line; a signature is one entry, including the spaces in its type names.
fn entries(line: &str) -> Vec<String> {
    let (mut words, mut word, mut depth) = (Vec::new(), String::new(), 0_i32);
    for letter in line.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if letter.is_whitespace() && depth == 0 {
            words.push(std::mem::take(&mut word));
        } else {
            word.push(letter);
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Functions of `pg_catalog` that PUBLIC may call.
async fn public_functions(owner: &mut PgConnection) -> Result<BTreeSet<u32>, sqlx::Error> {
    let oids: Vec<Oid> = sqlx::query_scalar(
        "select p.oid from pg_proc p
         where p.pronamespace = 'pg_catalog'::regnamespace
           and (p.proacl is null or exists (
               select from aclexplode(p.proacl) a where a.grantee = 0 and a.privilege_type = 'EXECUTE'))",
    )
    .fetch_all(owner)
    .await?;
    Ok(oids.into_iter().map(|oid| oid.0).collect())
}

/// The names of functions, in the form that `grant` takes.
async fn names<'a>(
    owner: &mut PgConnection,
    oids: impl Iterator<Item = &'a u32>,
) -> Result<Vec<String>, sqlx::Error> {
    let oids: Vec<Oid> = oids.map(|oid| Oid(*oid)).collect();
    if oids.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query_scalar("select oid::regprocedure::text from unnest($1) oid")
        .bind(oids)
        .fetch_all(owner)
        .await
}

/// Applies missing privileges, then verifies all of them. On a database that was prepared before it only verifies.
pub(super) async fn enforce(owner: &mut PgConnection) -> Result<(), PrepareError> {
    if violations(owner).await?.is_empty() {
        return Ok(());
    }
    apply(owner).await?;
    match violations(owner).await?.into_iter().next() {
        None => Ok(()),
        Some(first) => Err(PrepareError::NotIsolated(first)),
    }
}

async fn apply(owner: &mut PgConnection) -> Result<(), sqlx::Error> {
    let allowed = AllowList::parse(PLUGIN_FUNCTIONS).resolve(owner).await?;
    let public = public_functions(owner).await?;
    let closed = names(owner, public.difference(&allowed)).await?;
    if !closed.is_empty() {
        let closed = closed.join(", ");
        run(
            owner,
            format!(
                "revoke execute on function {closed} from public;
                 grant execute on function {closed} to kernel_app"
            ),
        )
        .await?;
    }
    // These were listed after the last start.
    for name in names(owner, allowed.difference(&public)).await? {
        run(owner, format!("grant execute on function {name} to public")).await?;
    }
    let database: String = sqlx::query_scalar("select quote_ident(current_database())")
        .fetch_one(&mut *owner)
        .await?;
    let revokes = format!(
        "grant execute on function pg_catalog.pg_backend_pid() to kernel_rt;
         revoke all on all tables in schema pg_catalog from public;
         revoke all on all tables in schema information_schema from public;
         revoke usage on schema information_schema from public;
         revoke usage on language plpgsql from public;
         revoke usage on language sql from public;
         revoke all on schema public from public;
         revoke all on database {database} from public;
         grant connect on database {database} to kernel_app, kernel_rt;
         revoke all on schema kernel, kernel_api from public;
         grant usage on schema kernel to kernel_app;
         grant select, insert, update, delete on all tables in schema kernel to kernel_app;
         revoke all on kernel._sqlx_migrations from kernel_app;
         revoke all on schema ledger from public;
         grant usage on schema ledger to kernel_app;
         grant select on all tables in schema ledger to kernel_app;
         revoke execute on all functions in schema kernel, kernel_api, ledger from public;
         grant execute on all functions in schema kernel, ledger to kernel_app;
         grant usage on schema kernel_api to kernel_rt;
         grant execute on all functions in schema kernel_api to kernel_rt;
         revoke all on all tables in schema kernel_api from public;
         revoke all on all tables in schema kernel_api from kernel_rt;"
    );
    run(owner, revokes).await
}

async fn run(owner: &mut PgConnection, statements: String) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(statements))
        .execute(owner)
        .await?;
    Ok(())
}

/// Privileges that the database grants and must not grant, and privileges that are missing.
async fn violations(owner: &mut PgConnection) -> Result<Vec<Refusal>, sqlx::Error> {
    let allowed = AllowList::parse(PLUGIN_FUNCTIONS).resolve(owner).await?;
    let public = public_functions(owner).await?;
    let mut found: Vec<Refusal> = names(owner, public.difference(&allowed))
        .await?
        .into_iter()
        .map(|name| format!("everyone may call {name}"))
        .collect();
    found.extend(
        allowed
            .difference(&public)
            .map(|oid| format!("plugins may not call the listed function {oid}")),
    );
    let violations: Vec<String> = sqlx::query_scalar(
        "select 'everyone may call ' || p.oid::regprocedure
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname in ('kernel', 'kernel_api', 'ledger')
           and (p.proacl is null or exists (
               select 1 from aclexplode(p.proacl) a where a.grantee = 0 and a.privilege_type = 'EXECUTE'))
         union all
         select 'everyone may read ' || c.oid::regclass
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ('pg_catalog', 'information_schema', 'kernel_api') and c.relkind in ('r', 'v')
           and exists (select 1 from aclexplode(c.relacl) a where a.grantee = 0)
         union all
         select 'everyone may use language ' || l.lanname
         from pg_language l
         where l.lanname in ('plpgsql', 'sql')
           and (l.lanacl is null or exists (select 1 from aclexplode(l.lanacl) a where a.grantee = 0))
         union all
         select 'everyone may use database ' || d.datname
         from pg_database d
         where d.datname = current_database()
           and (d.datacl is null or exists (select 1 from aclexplode(d.datacl) a where a.grantee = 0))
         union all
         select 'kernel_rt may read ' || c.oid::regclass
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ('kernel', 'ledger') and c.relkind in ('r', 'v')
           and has_table_privilege('kernel_rt', c.oid, 'select, insert, update, delete')
         union all
         select 'kernel_app may write ' || c.oid::regclass || ', which the functions of the ledger alone may'
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'ledger' and c.relkind = 'r'
           and has_table_privilege('kernel_app', c.oid, 'insert, update, delete, truncate')
         union all
         select 'kernel_app may not read ' || c.oid::regclass
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'ledger' and c.relkind = 'r' and not has_table_privilege('kernel_app', c.oid, 'select')
         union all
         select 'kernel_app may not call ' || p.oid::regprocedure
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname = 'ledger' and not has_function_privilege('kernel_app', p.oid, 'execute')
         union all
         select 'kernel_app may not use ' || c.oid::regclass
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'kernel' and c.relkind = 'r' and c.relname <> '_sqlx_migrations'
           and not has_table_privilege('kernel_app', c.oid, 'select')
         union all
         select p.oid::regprocedure || ' runs with its owner''s rights and does not pin search_path'
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname in ('kernel', 'kernel_api', 'ledger') and p.prosecdef
           and not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%')
         union all
         select 'kernel_api holds ' || c.oid::regclass || '; only functions belong there'
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'kernel_api'
         union all
         select 'kernel_rt may not call ' || p.oid::regprocedure
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname = 'kernel_api' and not has_function_privilege('kernel_rt', p.oid, 'execute')
         limit 20",
    )
    .fetch_all(owner)
    .await?;
    found.extend(violations);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{AllowList, PLUGIN_FUNCTIONS, entries};

    #[test]
    fn a_signature_is_one_entry() {
        assert_eq!(
            entries(" lower f(double precision,text)  upper"),
            ["lower", "f(double precision,text)", "upper"]
        );
        assert!(entries("").is_empty());
    }

    #[test]
    fn forbidden_functions_are_not_listed() {
        let list = AllowList::parse(PLUGIN_FUNCTIONS);
        assert!(list.types.contains(&"timestamptz".to_owned()));
        assert!(list.names.contains(&"lower".to_owned()));
        for name in [
            "pg_sleep",
            "set_config",
            "setseed",
            "current_query",
            "xpath",
            "translate",
            "textlike",
            "strpos",
            "replace",
            "repeat",
            "numeric_div",
            "numeric_mul",
            "arraycontains",
            "arrayoverlap",
            "jsonb_contains",
            "query_to_xml",
            "txid_current",
        ] {
            assert!(!list.names.contains(&name.to_owned()), "{name}");
        }
    }
}
