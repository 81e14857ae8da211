//! Notices to the operators of a resource: the platform has stopped one of its plugins, calls of it have failed too often, its
//! trial is over, or an update waits for them. An event for the plugin that owns the kind of the resource, which has their roles and raises the alarms. One event for
//! each install, in the transaction of what happened.

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};

use super::Installs;
use crate::error::Result;

/// The event for the plugin of the resource: {install, scope, plugin, name: {ko, en}, because, reason, key}.
const INSTALL_STOPPED: &str = "kernel.install.stopped@1";
/// The event for the plugin of the resource: {install, scope, plugin, name: {ko, en}, version, because, key}.
const INSTALL_UPDATE: &str = "kernel.install.update@1";

/// Why installs stop without their operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopCause {
    /// Calls have failed again and again.
    Failures,
    /// The platform has stopped the version, its publisher, or the key that has signed it.
    Platform,
    TrialOver,
}

impl StopCause {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Failures => "failures",
            Self::Platform => "platform",
            Self::TrialOver => "trial_over",
        }
    }
}

/// Installs that stop.
pub(super) struct Stop<'a> {
    /// A condition about the install `i`, its package `p` and the publisher `maker`, with the parameters `$1` and `$2`.
    pub installs: &'static str,
    pub value: &'a str,
    pub other: Option<&'a [u8]>,
    pub cause: StopCause,
    /// The words of the administrator.
    pub reason: Option<&'a str>,
}

impl<'a> Stop<'a> {
    pub(super) fn of_install(install: &'a str, cause: StopCause) -> Self {
        Self {
            installs: "i.id = $1 and $2::bytea is null",
            value: install,
            other: None,
            cause,
            reason: None,
        }
    }
}

impl Installs {
    /// Queues the event for each of the installs.
    pub(super) async fn publish_stop(
        &self,
        connection: &mut PgConnection,
        stop: &Stop<'_>,
    ) -> Result<()> {
        let facts = json!({ "because": stop.cause.as_str(), "reason": stop.reason });
        let installs = (stop.installs, stop.value, stop.other);
        self.publish_to_owner(connection, INSTALL_STOPPED, installs, facts)
            .await
    }

    /// Queues the event of an update that is not applied without an operator.
    pub(super) async fn publish_update(
        &self,
        connection: &mut PgConnection,
        install: &str,
        version: &str,
        because: &str,
    ) -> Result<()> {
        let facts = json!({ "version": version, "because": because });
        let one = ("i.id = $1 and $2::bytea is null", install, None);
        self.publish_to_owner(connection, INSTALL_UPDATE, one, facts)
            .await
    }

    /// Queues an event for the plugin that owns the kind of the resources, one for each of the installs.
    async fn publish_to_owner(
        &self,
        connection: &mut PgConnection,
        topic: &str,
        (installs, value, other): (&'static str, &str, Option<&[u8]>),
        facts: Value,
    ) -> Result<()> {
        let plugins = self.platform.registry.current();
        let Some(kind) = plugins.install_host() else {
            return Ok(());
        };
        let owner = plugins.owner_of_kind(&kind);
        let owner = owner.filter(|owner| plugins.subscribers(topic).contains(&owner.id));
        let Some(owner) = owner else { return Ok(()) };
        let statement = format!(
            "insert into kernel.delivery (id, subscriber, topic, payload, happened_at, due_at)
             select gen_random_uuid(), $3, $4, convert_to((jsonb_build_object(
                 'install', i.id, 'scope', i.scope_id, 'plugin', p.plugin,
                 'name', jsonb_build_object('ko', p.name_ko, 'en', p.name_en),
                 'key', gen_random_uuid()) || $5::jsonb)::text, 'UTF8'), $6, $6
             from kernel.install i join kernel.package p on p.digest = i.digest
             join kernel.publisher maker on maker.name = p.publisher
             where i.scope_kind = $7 and ({installs})"
        );
        sqlx::query(AssertSqlSafe(statement))
            .bind(value)
            .bind(other)
            .bind(owner.id.as_str())
            .bind(topic)
            .bind(facts)
            .bind(self.platform.clock.now())
            .bind(&kind)
            .execute(connection)
            .await?;
        Ok(())
    }
}
