//! Events that the kernel publishes for plugins. Their topics begin with `kernel.`: a manifest may subscribe to them,
//! and no plugin id is allowed with which a plugin could publish one.

use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::host::Code;
use super::registry::Plugins;
use crate::clock::{Clock, Rng};
use crate::error::{Error, Result};

/// The event of an erased account, for plugins that store personal data: {userId}.
pub const ACCOUNT_ERASED: &str = "kernel.account.erased@1";
/// The event of a deleted file, for plugins that store its address.
const FILE_DELETED: &str = "kernel.file.deleted@1";

/// Queues the erasure of an account for the system plugins that subscribe to it, and for every install whose data still exist:
/// also for those that were stopped or uninstalled, which get it when they run again. One statement for all installs. Their rows
/// are locked, so the end of an install, which deletes its deliveries, waits for this transaction.
///
/// # Errors
/// The error of the database.
pub async fn publish_erasure(
    connection: &mut PgConnection,
    plugins: &Plugins<Code>,
    (rng, clock): (&Rng, &Clock),
    account: Uuid,
) -> Result<()> {
    let content = serde_json::json!({ "userId": account });
    let system = plugins.subscribers(ACCOUNT_ERASED).iter().filter(|id| {
        let plugin = plugins.get(id.as_str());
        plugin.is_some_and(|plugin| plugin.install.is_none())
    });
    let system = system.map(ToString::to_string).collect();
    queue(connection, (rng, clock), system, ACCOUNT_ERASED, &content).await?;
    sqlx::query(
        "insert into kernel.delivery (id, subscriber, topic, payload, happened_at, due_at)
         select gen_random_uuid(), i.id, $1, $2, $3, $3
         from kernel.install i
         where exists (select from kernel.package p where p.digest in (i.digest, i.previous) and p.hears_erasure)
         for key share of i",
    )
    .bind(ACCOUNT_ERASED)
    .bind(serde_json::to_vec(&content).map_err(Error::internal)?)
    .bind(clock.now())
    .execute(connection)
    .await?;
    Ok(())
}

/// Queues the deletion of a file for each plugin that uses it and subscribes, once for each reference: {fileId, reference}. `id` is
/// the file, or the account whose files are deleted. Files that are kept for others are left out. The files are locked, so no use
/// can be added; the caller deletes them in the same transaction.
///
/// # Errors
/// The error of the database.
pub async fn publish_deleted_files(
    connection: &mut PgConnection,
    plugins: &Plugins<Code>,
    clock: &Clock,
    id: Uuid,
) -> Result<()> {
    let subscribers = plugins.subscribers(FILE_DELETED).iter();
    sqlx::query(
        "insert into kernel.delivery (id, subscriber, topic, payload, happened_at, due_at)
         select gen_random_uuid(), u.plugin, $1,
                convert_to(json_build_object('fileId', u.file_id, 'reference', u.reference)::text, 'UTF8'), $2, $2
         from kernel.file f join kernel.file_use u on u.file_id = f.id
         where (f.id = $3 or f.account_id = $3) and not f.kept and u.plugin = any($4)
         for update of f",
    )
    .bind(FILE_DELETED)
    .bind(clock.now())
    .bind(id)
    .bind(subscribers.map(ToString::to_string).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(())
}

/// Queues an event for every plugin that subscribes to it, in the caller's transaction. The caller wakes the event
/// relay after the commit.
///
/// # Errors
/// The error of the database.
pub async fn publish_of_kernel(
    connection: &mut PgConnection,
    plugins: &Plugins<Code>,
    rng: &Rng,
    clock: &Clock,
    topic: &str,
    content: &Value,
) -> Result<()> {
    let subscribers = plugins
        .subscribers(topic)
        .iter()
        .map(ToString::to_string)
        .collect();
    queue(connection, (rng, clock), subscribers, topic, content).await
}

/// Queues an event for one plugin, if it subscribes to the topic.
///
/// # Errors
/// The error of the database.
pub async fn publish_to_plugin(
    connection: &mut PgConnection,
    plugins: &Plugins<Code>,
    time: (&Rng, &Clock),
    plugin: &str,
    topic: &str,
    content: &Value,
) -> Result<()> {
    let subscribers = plugins
        .subscribers(topic)
        .iter()
        .map(ToString::to_string)
        .filter(|subscriber| subscriber == plugin)
        .collect();
    queue(connection, time, subscribers, topic, content).await
}

async fn queue(
    connection: &mut PgConnection,
    (rng, clock): (&Rng, &Clock),
    subscribers: Vec<String>,
    topic: &str,
    content: &Value,
) -> Result<()> {
    if subscribers.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = subscribers
        .iter()
        .map(|_| rng.uuid(clock.now_ms()))
        .collect();
    sqlx::query(
        "insert into kernel.delivery (id, subscriber, topic, payload, happened_at, due_at)
         select e.id, e.subscriber, $3, $4, $5, $5
         from unnest($1::uuid[], $2::text[]) as e (id, subscriber)",
    )
    .bind(ids)
    .bind(subscribers)
    .bind(topic)
    .bind(serde_json::to_vec(content).map_err(Error::internal)?)
    .bind(clock.now())
    .execute(connection)
    .await?;
    Ok(())
}
