//! The database roles and their privileges.
//!
//! `kernel_app`: the kernel's tables. `kernel_rt`: the functions of `kernel_api`, and SET ROLE to any `plugin_<id>`.
//! `plugin_<id>`: rows of its own schema. `ddl_plugin_<id>`: owns that schema, used at install only. None of them may
//! create functions, temporary tables or schemas.

use sqlx::{AssertSqlSafe, PgConnection};

use crate::secret::{Secret, hex};

/// The password of a role on a server that requires one.
pub(super) fn password(secret: &Secret, role: &str) -> String {
    hex(&secret.mac(&[b"database role", role.as_bytes()]))
}

/// The role under which a plugin's statements run.
#[must_use]
pub fn plugin_role(plugin: &str) -> String {
    format!("plugin_{}", identifier(plugin))
}

/// The role that owns a plugin's schema. It has a prefix, because with a suffix the ids `worlds` and `worlds-ddl` could
/// collide.
#[must_use]
pub fn plugin_owner(plugin: &str) -> String {
    format!("ddl_{}", plugin_role(plugin))
}

/// The schema of a plugin; the same name as its role.
#[must_use]
pub fn plugin_schema(plugin: &str) -> String {
    plugin_role(plugin)
}

/// A plugin id as part of an identifier. The manifest restricts ids to `[a-z0-9.-]`.
fn identifier(plugin: &str) -> String {
    plugin.replace(['.', '-'], "_")
}

async fn execute(owner: &mut PgConnection, statement: String) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(statement))
        .execute(owner)
        .await?;
    Ok(())
}

async fn create_role(
    owner: &mut PgConnection,
    role: &str,
    login: bool,
) -> Result<bool, sqlx::Error> {
    let known = sqlx::query("select 1 from pg_roles where rolname = $1")
        .bind(role)
        .fetch_optional(&mut *owner)
        .await?;
    if known.is_some() {
        return Ok(false);
    }
    let login = if login { "login" } else { "nologin" };
    let created = execute(
        owner,
        format!("create role {role} {login} noinherit nosuperuser nocreatedb nocreaterole"),
    )
    .await;
    match created {
        // Roles belong to the whole server: the kernel of another database may have created the role in the meantime.
        Err(sqlx::Error::Database(error))
            if error
                .code()
                .is_some_and(|code| code == "42710" || code == "23505") =>
        {
            Ok(false)
        }
        other => other.map(|()| true),
    }
}

/// [`create_role`] in a transaction, which the error of a role that exists in the meantime would end.
async fn create_role_in_transaction(
    owner: &mut PgConnection,
    role: &str,
) -> Result<(), sqlx::Error> {
    execute(owner, "savepoint new_role".into()).await?;
    let end = match create_role(owner, role, false).await? {
        true => "release savepoint new_role",
        false => "rollback to savepoint new_role; release savepoint new_role",
    };
    execute(owner, end.into()).await
}

/// Sets the initial value of a setting for the sessions of a role; does nothing if it is set already.
async fn set_on_role(
    owner: &mut PgConnection,
    role: &str,
    setting: &str,
    value: &str,
) -> Result<(), sqlx::Error> {
    let is_set = sqlx::query("select 1 from pg_roles where rolname = $1 and $2 = any(rolconfig)")
        .bind(role)
        .bind(format!("{setting}={value}"))
        .fetch_optional(&mut *owner)
        .await?;
    if is_set.is_some() {
        return Ok(());
    }
    let set = execute(
        owner,
        format!("alter role {role} set {setting} = '{value}'"),
    )
    .await;
    // The kernel of another database may set the same value concurrently; either result is correct.
    match set {
        Err(sqlx::Error::Database(error)) if error.code().is_some_and(|code| code == "XX000") => {
            Ok(())
        }
        other => other,
    }
}

/// The kernel's two roles and two schemas.
pub(super) async fn create_kernel_roles(
    owner: &mut PgConnection,
    passwords: Option<&Secret>,
) -> Result<(), super::error::PrepareError> {
    let superuser: bool =
        sqlx::query_scalar("select rolsuper from pg_roles where rolname = current_user")
            .fetch_one(&mut *owner)
            .await?;
    if !superuser {
        return Err(super::error::PrepareError::NotSuperuser);
    }
    for role in ["kernel_app", "kernel_rt"] {
        create_role(owner, role, true).await?;
        // Only a superuser may change these settings. They are set on the role, so no statement can raise them.
        if role == "kernel_rt" {
            set_on_role(owner, role, "temp_file_limit", "64MB").await?;
        }
        // Requests that move WIT between the same people in opposite order deadlock. One of them is repeated; the
        // default timeout of one second would delay both.
        set_on_role(owner, role, "deadlock_timeout", "20ms").await?;
        if let Some(secret) = passwords {
            let password = password(secret, role);
            let set = execute(owner, format!("alter role {role} password '{password}'")).await;
            // The kernel of another database may set the same value concurrently; either result is correct.
            let raced = matches!(&set, Err(sqlx::Error::Database(error)) if error.code().is_some_and(|code| code == "XX000"));
            if !raced {
                set?;
            }
        }
    }
    execute(
        owner,
        "set client_min_messages = warning; create schema if not exists kernel; create schema if not exists kernel_api"
            .into(),
    )
    .await?;
    Ok(())
}

/// Creates the roles and the schema of a plugin, in a transaction of the caller; does nothing if they exist.
///
/// # Errors
/// The error of the database.
pub async fn create_plugin_roles(
    owner: &mut PgConnection,
    plugin: &str,
) -> Result<(), sqlx::Error> {
    let role = plugin_role(plugin);
    let ddl = plugin_owner(plugin);
    create_role_in_transaction(owner, &role).await?;
    create_role_in_transaction(owner, &ddl).await?;
    let member: bool = sqlx::query_scalar("select pg_has_role('kernel_rt', $1, 'member')")
        .bind(&role)
        .fetch_one(&mut *owner)
        .await?;
    if !member {
        execute(owner, format!("grant {role} to kernel_rt")).await?;
    }
    execute(
        owner,
        format!(
            "set client_min_messages = warning;
             create schema if not exists {role} authorization {ddl};
             grant usage on schema {role} to {role};
             alter default privileges for role {ddl} in schema {role}
                 grant select, insert, update, delete on tables to {role};
             alter default privileges for role {ddl} in schema {role} grant usage on sequences to {role};"
        ),
    )
    .await
}
