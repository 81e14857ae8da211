//! Resources that plugins have declared, as targets of authorization.

use uuid::Uuid;

use super::platform::Platform;
use super::registry::Plugins;
use crate::actor::Actor;
use crate::permissions::Target;
use crate::unit_of_work::ResourceRow;

/// The longest id or alias.
const MAX_KEY_BYTES: usize = 64;

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
    let Some(key) = canonical_key(key) else {
        return Ok(None);
    };
    let rows = sqlx::query_as("select kind, id, attributes from kernel.resource_lineage($1, $2)")
        .bind(kind)
        .bind(key)
        .fetch_all(&platform.pools.app)
        .await?;
    Ok(target_of(plugins, rows))
}

/// Whether the actor may manage the plugins that are installed into a resource.
#[must_use]
pub fn manages_installs<C>(
    platform: &Platform<C>,
    plugins: &Plugins<C>,
    actor: &Actor,
    target: &Target,
) -> bool {
    let actions = plugins
        .resource_kind(&target.kind)
        .and_then(|known| known.installs.as_ref());
    let (Some(actions), Some(owner)) = (actions, plugins.owner_of_kind(&target.kind)) else {
        return false;
    };
    let action = owner.action(&actions.manage);
    platform.permissions.permit(actor, &action, target).is_ok()
}

/// Builds the target from a resource and its ancestors, nearest first; `None` if there are no rows.
pub(super) fn target_of<C>(plugins: &Plugins<C>, rows: Vec<ResourceRow>) -> Option<Target> {
    let mut target = None;
    for row in rows.into_iter().rev() {
        let known = plugins.resource_kind(&row.kind);
        target = Some(Target {
            roles: known.map(|known| known.roles.clone()).unwrap_or_default(),
            parent: target.map(Box::new),
            ..Target::new(row.kind, row.id, row.attributes)
        });
    }
    target
}

/// A key as it is stored: UUIDs in their canonical form, other keys unchanged. `None` for a text that cannot be a key.
pub(super) fn canonical_key(key: &str) -> Option<String> {
    if !(1..=MAX_KEY_BYTES).contains(&key.len()) || key.contains('\0') {
        return None;
    }
    let id = Uuid::try_parse(key).ok();
    Some(id.map_or_else(|| key.to_owned(), |id| id.hyphenated().to_string()))
}

#[cfg(test)]
mod tests {
    use super::canonical_key;

    #[test]
    fn two_spellings_of_an_id_are_one_key() {
        let check = |key: &str, stored: Option<&str>| {
            assert_eq!(canonical_key(key).as_deref(), stored, "{key:?}");
        };
        let id = "0190a1b2-0000-7000-8000-000000000001";
        check(id, Some(id));
        check(&id.to_uppercase(), Some(id));
        check(&id.replace('-', ""), Some(id));
        check("plaza", Some("plaza"));
        check("", None);
        check("a\0b", None);
        check(&"x".repeat(65), None);
    }
}
