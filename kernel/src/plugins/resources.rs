//! Resources that plugins have declared, as targets of authorization.

use uuid::Uuid;

use super::platform::Platform;
use super::registry::Plugins;
use crate::permissions::Target;
use crate::unit_of_work::ResourceRow;

/// Reads a resource with its ancestors, outside of a unit of work. `kind` is a full name, `key` an id or an alias.
///
/// # Errors
/// The error of the database.
pub async fn find_resource<C>(
    platform: &Platform<C>,
    plugins: &Plugins<C>,
    kind: &str,
    key: &str,
) -> Result<Option<Target>, sqlx::Error> {
    let rows = sqlx::query_as("select kind, id, attributes from kernel.resource_lineage($1, $2)")
        .bind(kind)
        .bind(canonical_key(key))
        .fetch_all(&platform.pools.app)
        .await?;
    Ok(target_of(plugins, rows))
}

/// Builds the target from a resource and its ancestors, nearest first; `None` if there are no rows.
pub(super) fn target_of<C>(plugins: &Plugins<C>, rows: Vec<ResourceRow>) -> Option<Target> {
    rows.into_iter().rev().fold(
        None,
        |parent,
         ResourceRow {
             kind,
             id,
             attributes,
         }| {
            let roles = plugins
                .resource_kind(&kind)
                .map(|known| known.roles.clone())
                .unwrap_or_default();
            Some(Target {
                kind,
                id,
                attributes,
                roles,
                parent: parent.map(Box::new),
            })
        },
    )
}

/// UUIDs in their canonical form, other keys unchanged: two spellings of an id name the same resource.
pub(super) fn canonical_key(key: &str) -> String {
    Uuid::try_parse(key).map_or_else(|_| key.to_owned(), |id| id.hyphenated().to_string())
}
