//! `worlds@1` about worlds, and `account-info@1` about their members. Neither decides about a permission.
#![allow(missing_docs, reason = "fields whose name says it all have no comment")]

use crate::{Ctx, Error, Uuid};
use serde::{Deserialize, Serialize};

/// A world with an id or a name.
#[derive(Debug, Serialize, Deserialize)]
pub struct View {
    /// The id or the name.
    pub key: String,
}

/// A world.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct World {
    pub world_id: Uuid,
    pub world_name: String,
}

/// The answer to [`View`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Viewed {
    /// `None` if there is no such world.
    pub world: Option<World>,
}

/// The role of a person in a world.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RoleOf {
    pub world_id: Uuid,
    pub user_id: Uuid,
}

/// The answer to [`RoleOf`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Role {
    /// `owner`, `admin` or `member`; `None` for others.
    pub role: Option<String>,
}

/// Whether a person may buy items of a collection of a world on the market.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PurchaseRuleFor {
    pub world_id: Uuid,
    pub user_id: Uuid,
    pub collection_id: Uuid,
}

/// The answer to [`PurchaseRuleFor`]. The memberships themselves are open to all.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PurchaseRule {
    /// The world sells this collection to owners of a membership only.
    pub requires_membership: bool,
    /// The person owns a membership of the world.
    pub has_membership: bool,
}

impl PurchaseRule {
    /// The rule for a buyer; without the plugin `worlds` everybody may buy.
    ///
    /// # Errors
    /// The problem of `worlds`.
    pub fn allows(ctx: &Ctx, request: &PurchaseRuleFor) -> Result<bool, Error> {
        let rule = ctx.services().request_optional(request)?;
        let rule = rule.unwrap_or_default();
        Ok(!rule.requires_membership || rule.has_membership)
    }
}

/// The owner and the administrators of a world, at most six; none of a deleted world.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AdministratorsOf {
    pub world_id: Uuid,
}

/// The answer to [`AdministratorsOf`].
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Administrators {
    /// In no order.
    pub people: Vec<Uuid>,
}

/// Members of a person's world, newest first, without the person.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FellowsOf {
    pub user_id: Uuid,
    /// At most 100.
    pub limit: u32,
}

/// The answer to [`FellowsOf`].
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Fellows {
    pub ids: Vec<Uuid>,
}

/// The world of a person, for their account. The kernel asks for it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactsOf {
    pub user_id: Uuid,
}

/// The answer to [`FactsOf`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    pub has_world: bool,
    pub world_name: Option<String>,
}

/// The event of a person who has become a member of a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MemberJoined {
    pub world_id: Uuid,
    pub world_name: String,
    pub owner_id: Option<Uuid>,
    pub user_id: Uuid,
}

impl MemberJoined {
    pub const TOPIC: &'static str = "worlds.member.joined@1";
}

crate::requests!("worlds@1":
    "view" View => Viewed,
    "role" RoleOf => Role,
    "purchase_rule" PurchaseRuleFor => PurchaseRule,
    "administrators" AdministratorsOf => Administrators,
);
crate::requests!("account-info@1":
    "facts" FactsOf => Facts,
    "fellows" FellowsOf => Fellows,
);
