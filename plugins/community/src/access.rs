//! What the caller may do in the world of a post. Routes that name a world were decided by the kernel; routes that name a
//! post ask here, because the kernel does not know its world.

use crate::problems::{DENIALS, WORLD_NOT_FOUND};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Resource;
use witverse_sdk::error::{FORBIDDEN, UNAUTHENTICATED};
use witverse_sdk::{Ctx, Error, Uuid};

/// The kind of resource of the plugin `worlds`.
const WORLD: &str = "worlds::World";

/// The name of a world: unique, and never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub(crate) struct World(String);

impl World {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as it is stored. The kernel also accepts the id of a world, which this plugin does not know.
    pub(crate) fn checked(self) -> Result<Self, Error> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        match (3..=10).contains(&self.0.len()) && self.0.bytes().all(plain) {
            true => Ok(self),
            false => Err(WORLD_NOT_FOUND.into()),
        }
    }
}

impl From<String> for World {
    fn from(name: String) -> Self {
        Self(name)
    }
}

/// The world as the resource of a decision.
pub(crate) fn resource(world: &World) -> Resource {
    Resource::declared(WORLD, world.as_str())
}

/// The caller as a reader of a world's feed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reader {
    pub(crate) account: Option<Uuid>,
    /// An administrator sees hidden posts, and the posts of people on either side of a block.
    pub(crate) is_admin: bool,
    pub(crate) is_member: bool,
    /// Also sees what people wrote whom they have muted: an administrator, and whoever opens a single post.
    pub(crate) shows_muted: bool,
}

impl Reader {
    /// The caller in a world that they may read.
    pub(crate) fn of(ctx: &Ctx, world: &World) -> Self {
        let Some(account) = ctx.actor().account().cloned() else {
            return Self::default();
        };
        let resource = resource(world);
        let is_admin = ctx.authz().check("moderateFeed", &resource);
        Self {
            account: Some(account),
            is_admin,
            is_member: is_admin || ctx.authz().check("viewMemberPosts", &resource),
            shows_muted: is_admin,
        }
    }

    /// The account; the nil UUID for a visitor.
    pub(crate) fn id(&self) -> Uuid {
        self.account.clone().unwrap_or_else(Uuid::nil)
    }

    pub(crate) fn is(&self, account: &Uuid) -> bool {
        self.account.as_ref() == Some(account)
    }
}

/// Fails if the caller may not do `action` in the world: with the problem that a policy names, or 401 for a visitor.
pub(crate) fn require(ctx: &Ctx, action: &str, world: &World) -> Result<(), Error> {
    let decision = ctx.authz().explain(action, &resource(world));
    if decision.allowed {
        return Ok(());
    }
    if ctx.actor().account().is_none() {
        return Err(UNAUTHENTICATED.into());
    }
    let named = decision.problems.iter().find_map(|code| {
        DENIALS
            .into_iter()
            .find(|problem| problem.code == code.as_str())
    });
    Err(named.unwrap_or(FORBIDDEN).into())
}

/// Whether the caller may do `action` in the world.
pub(crate) fn may(ctx: &Ctx, action: &str, world: &World) -> bool {
    ctx.authz().check(action, &resource(world))
}

/// Whether any visitor may do `action` in the world.
pub(crate) fn is_open(ctx: &Ctx, action: &str, world: &World) -> bool {
    ctx.authz().check_visitor(action, &resource(world))
}

#[cfg(test)]
mod tests {
    use super::World;

    #[test]
    fn a_world_is_named_and_not_numbered() {
        for (text, fits) in [
            ("agora", true),
            ("a_1", true),
            ("ab", false),
            ("abcdefghijk", false),
            ("Agora", false),
            ("0190a1b2-0000-7000-8000-000000000001", false),
            ("", false),
        ] {
            assert_eq!(
                World::from(text.to_owned()).checked().is_ok(),
                fits,
                "{text}"
            );
        }
    }
}
