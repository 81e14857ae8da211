//! Events that the kernel publishes for plugins. Their topics begin with `kernel.`: a manifest may subscribe to them,
//! and no plugin id is allowed with which a plugin could publish one.

use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::host::Code;
use super::registry::Plugins;
use crate::clock::{Clock, Rng};
use crate::error::{Error, Result};

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
