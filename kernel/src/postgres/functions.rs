//! The code in the database: functions, views and triggers, one file for each under `migrations/functions`.
//!
//! Numbered migrations hold tables. Code is applied after them, in the same transaction. A file whose digest differs
//! from the applied one runs again, so it uses `create or replace`. Objects that a changed file no longer creates, and
//! objects of a deleted file, are dropped.

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, PgConnection};

/// (`schema.name`, text)
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/database_functions.rs"));

/// Updates the code in the database, in the caller's transaction.
///
/// # Errors
/// The error of the database.
pub(super) async fn apply(owner: &mut PgConnection) -> Result<(), sqlx::Error> {
    let applied: Vec<(String, Vec<u8>)> =
        sqlx::query_as("select name, digest from kernel.database_function")
            .fetch_all(&mut *owner)
            .await?;
    let applied: HashMap<String, Vec<u8>> = applied.into_iter().collect();
    let digest = |text: &str| Sha256::digest(text).to_vec();
    let changed: Vec<(&str, &str)> = FILES
        .iter()
        .copied()
        .filter(|(name, text)| applied.get(*name) != Some(&digest(text)))
        .collect();
    for name in applied.keys() {
        if !FILES.iter().any(|(file, _)| file == name) {
            drop_file(owner, name).await?;
        }
    }
    let mut before = Vec::new();
    for (name, _) in &changed {
        before.extend(signatures(owner, name).await?);
    }
    // Functions call each other, so their bodies are checked in a second pass, when all of them exist.
    for check in ["off", "on"] {
        run(owner, &format!("set local check_function_bodies = {check}")).await?;
        for (_, text) in &changed {
            run(owner, text).await?;
        }
    }
    for (name, text) in changed {
        let after = signatures(owner, name).await?;
        if after.len() > 1 {
            for old in after.iter().filter(|signature| before.contains(signature)) {
                run(owner, &format!("drop function {old}")).await?;
            }
        }
        sqlx::query(
            "insert into kernel.database_function (name, digest) values ($1, $2)
             on conflict (name) do update set digest = excluded.digest",
        )
        .bind(name)
        .bind(digest(text))
        .execute(&mut *owner)
        .await?;
    }
    Ok(())
}

async fn run(owner: &mut PgConnection, text: &str) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(text.to_owned()))
        .execute(owner)
        .await?;
    Ok(())
}

/// The signatures of the functions with this name, in the form that `drop function` takes.
async fn signatures(owner: &mut PgConnection, name: &str) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar(
        "select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname || '.' || p.proname = $1 order by 1",
    )
    .bind(name)
    .fetch_all(owner)
    .await
}

async fn drop_file(owner: &mut PgConnection, name: &str) -> Result<(), sqlx::Error> {
    run(owner, &format!("drop view if exists {name}")).await?;
    for signature in signatures(owner, name).await? {
        run(owner, &format!("drop function {signature}")).await?;
    }
    sqlx::query("delete from kernel.database_function where name = $1")
        .bind(name)
        .execute(owner)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn every_file_creates_the_object_of_its_name() {
        assert!(FILES.len() > 50, "{} files", FILES.len());
        for (name, text) in FILES {
            let creates = ["function", "view"]
                .iter()
                .any(|kind| text.contains(&format!("create or replace {kind} {name}")));
            assert!(creates, "{name}");
            let definer = text.contains("security definer");
            assert!(
                !definer || text.contains("set search_path = "),
                "{name} runs with its owner's rights and does not pin search_path"
            );
        }
    }
}
