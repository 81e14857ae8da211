//! Resources of plugins and the roles on them, in the transaction of a unit of work.

use std::time::Duration;

use time::OffsetDateTime;
use uuid::Uuid;

use super::UnitOfWork;
use crate::actor::{Person, RoleBinding};

/// A declared resource, or one of its ancestors.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ResourceRow {
    /// The full name, `worlds::World`.
    pub kind: String,
    pub id: String,
    pub attributes: serde_json::Value,
}

/// A resource to record. Kinds are full names.
#[derive(Debug)]
pub struct NewResource<'a> {
    pub kind: &'a str,
    pub id: &'a str,
    pub alias: Option<&'a str>,
    pub parent: Option<(&'a str, &'a str)>,
    pub attributes: &'a serde_json::Value,
}

impl UnitOfWork {
    /// Reads a resource by its id or alias, and its ancestors, nearest first. Includes what this unit of work has
    /// declared.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn resource_lineage(
        &mut self,
        kind: &str,
        key: &str,
    ) -> Result<Vec<ResourceRow>, sqlx::Error> {
        let rows =
            sqlx::query_as("select kind, id, attributes from kernel_api.resource_lineage($1, $2)")
                .bind(kind)
                .bind(key)
                .fetch_all(self.kernel().await?)
                .await;
        self.record_error(rows)
    }

    /// What policies read about people, in any order; nothing for accounts that do not exist.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn authz_facts(
        &mut self,
        ids: &[Uuid],
        now_ms: u64,
    ) -> Result<Vec<Person>, sqlx::Error> {
        type Row = (Uuid, bool, Option<OffsetDateTime>, Vec<String>, Vec<String>);
        let now = OffsetDateTime::UNIX_EPOCH + Duration::from_millis(now_ms);
        let rows = sqlx::query_as(
            "select id, has_nickname, muted_until, scopes, roles from kernel_api.authz_facts($1, $2)",
        )
        .bind(ids)
        .bind(now)
        .fetch_all(self.kernel().await?)
        .await;
        let rows: Vec<Row> = self.record_error(rows)?;
        let person = |(id, has_nickname, muted_until, scopes, roles): Row| {
            let bindings = scopes.into_iter().zip(roles);
            let roles = bindings.map(|(scope, role)| RoleBinding { scope, role });
            Person::of_policies(id, has_nickname, muted_until, roles.collect())
        };
        Ok(rows.into_iter().map(person).collect())
    }

    /// Records a resource. The outcome is empty, or the reason of the refusal: `alias` or `parent`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn declare_resource(&mut self, new: &NewResource<'_>) -> Result<String, sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let (parent_kind, parent_id) = new.parent.unzip();
        let outcome =
            sqlx::query_scalar("select kernel_api.declare_resource($1, $2, $3, $4, $5, $6)")
                .bind(new.kind)
                .bind(new.id)
                .bind(new.alias)
                .bind(parent_kind)
                .bind(parent_id)
                .bind(new.attributes)
                .fetch_one(self.kernel().await?)
                .await;
        self.record_error(outcome)
    }

    /// Deletes a resource with its descendants and all role bindings on them; false if it does not exist.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn remove_resource(&mut self, kind: &str, id: &str) -> Result<bool, sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let found = sqlx::query_scalar("select kernel_api.remove_resource($1, $2)")
            .bind(kind)
            .bind(id)
            .fetch_one(self.kernel().await?)
            .await;
        self.record_error(found)
    }

    /// Grants or revokes a role on a resource. The outcome is empty, or what does not exist: `person` or `resource`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn change_role(
        &mut self,
        grant: bool,
        person: Uuid,
        role: &str,
        (kind, id): (&str, &str),
    ) -> Result<String, sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        self.effects.changed_people.push(person);
        let outcome = sqlx::query_scalar("select kernel_api.change_role($1, $2, $3, $4, $5)")
            .bind(grant)
            .bind(person)
            .bind(role)
            .bind(kind)
            .bind(id)
            .fetch_one(self.kernel().await?)
            .await;
        self.record_error(outcome)
    }
}
