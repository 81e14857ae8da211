//! Who may enter a block, and what would let a refused person in.
//!
//! Pure: no kernel, no SQL.

use crate::problems::{
    COLLECTION_REQUIRED, ITEM_REQUIRED, KICKED, LOGIN_REQUIRED, MEMBERS_ONLY, PRIVATE,
    WORLD_BLACKLISTED, WORLD_MEMBERS_ONLY,
};
use crate::stored_text::texts;
use serde::{Deserialize, Serialize};
use witverse_sdk::Problem;

/// The people for whom a block is open. Its maker and the administrators of its world always enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Access {
    /// Visitors, too.
    Everybody,
    /// Everybody who is logged in.
    SignedIn,
    /// Members of the world.
    Members,
    /// Owners of an item of one of the world's membership collections.
    Membership,
    /// Owners of an item of an official collection.
    Item,
    /// Nobody else.
    Owner,
}

texts!(Access {
    Everybody => "everybody",
    SignedIn => "signedIn",
    Members => "members",
    Membership => "membership",
    Item => "item",
    Owner => "owner",
});

/// The caller's relation to the block and its world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// A person is logged in.
    pub is_signed_in: bool,
    /// On the blacklist of the world.
    pub is_blacklisted: bool,
    /// Was removed from the block a short time ago.
    pub is_banned: bool,
    /// May see the blocks of the world: it is public, or they are a member.
    pub sees_world: bool,
    /// The maker of the block, or an administrator of its world.
    pub is_manager: bool,
    /// A member of the world.
    pub is_member: bool,
    /// Owns an item of one of the world's membership collections.
    pub has_membership: bool,
    /// Owns an item of the collection that the block asks for.
    pub has_item: bool,
}

/// The reason why a person may not enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// On the blacklist.
    Blacklisted,
    /// Removed from the block, for some time.
    Kicked,
    /// The world is private.
    WorldPrivate,
    /// Not logged in.
    SignedOut,
    /// Not a member.
    NotMember,
    /// Without a membership item.
    NoMembership,
    /// Without an item of the block's collection.
    NoItem,
    /// Neither maker nor administrator.
    Private,
}

/// The step that would let a person in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Remedy {
    /// Log in.
    LogIn,
    /// Join the world.
    Join,
    /// Get an item of a membership collection.
    GetMembership,
    /// Get an item of the block's collection.
    GetItem,
}

impl Refusal {
    /// The error of a refused request.
    pub const fn problem(self) -> Problem {
        match self {
            Self::Blacklisted => WORLD_BLACKLISTED,
            Self::Kicked => KICKED,
            Self::WorldPrivate => WORLD_MEMBERS_ONLY,
            Self::SignedOut => LOGIN_REQUIRED,
            Self::NotMember => MEMBERS_ONLY,
            Self::NoMembership => ITEM_REQUIRED,
            Self::NoItem => COLLECTION_REQUIRED,
            Self::Private => PRIVATE,
        }
    }

    /// The step that would let the person in; `None` if there is none.
    pub const fn remedy(self) -> Option<Remedy> {
        match self {
            Self::Blacklisted | Self::Kicked | Self::Private => None,
            Self::SignedOut => Some(Remedy::LogIn),
            Self::WorldPrivate | Self::NotMember => Some(Remedy::Join),
            Self::NoMembership => Some(Remedy::GetMembership),
            Self::NoItem => Some(Remedy::GetItem),
        }
    }
}

/// Whether a person with this standing may enter.
pub const fn decide(access: Access, who: Standing) -> Result<(), Refusal> {
    if who.is_blacklisted {
        return Err(Refusal::Blacklisted);
    }
    if who.is_manager {
        return Ok(());
    }
    if who.is_banned {
        return Err(Refusal::Kicked);
    }
    if !who.sees_world {
        return Err(Refusal::WorldPrivate);
    }
    match access {
        Access::Everybody => Ok(()),
        Access::SignedIn if who.is_signed_in => Ok(()),
        Access::SignedIn => Err(Refusal::SignedOut),
        Access::Members if who.is_member => Ok(()),
        Access::Members => Err(Refusal::NotMember),
        Access::Membership if who.has_membership => Ok(()),
        Access::Membership => Err(Refusal::NoMembership),
        Access::Item if who.has_item => Ok(()),
        Access::Item => Err(Refusal::NoItem),
        Access::Owner => Err(Refusal::Private),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Access; 6] = [
        Access::Everybody,
        Access::SignedIn,
        Access::Members,
        Access::Membership,
        Access::Item,
        Access::Owner,
    ];

    fn codes(who: Standing) -> Vec<&'static str> {
        let code = |access| match decide(access, who) {
            Ok(()) => "ok",
            Err(refusal) => refusal.problem().code,
        };
        ALL.into_iter().map(code).collect()
    }

    #[test]
    fn every_kind_of_access_for_every_kind_of_person() {
        let visitor = Standing {
            sees_world: true,
            ..Standing::default()
        };
        let person = Standing {
            is_signed_in: true,
            ..visitor
        };
        let member = Standing {
            is_member: true,
            ..person
        };
        let patron = Standing {
            has_membership: true,
            ..member
        };
        let collector = Standing {
            has_item: true,
            ..person
        };
        let manager = Standing {
            is_manager: true,
            ..person
        };
        let (login, members, pass, item, private) = (
            "block_login_required",
            "block_members_only",
            "block_item_required",
            "block_collection_required",
            "block_private",
        );
        for (who, expected) in [
            (visitor, ["ok", login, members, pass, item, private]),
            (person, ["ok", "ok", members, pass, item, private]),
            (member, ["ok", "ok", "ok", pass, item, private]),
            (patron, ["ok", "ok", "ok", "ok", item, private]),
            (collector, ["ok", "ok", members, pass, "ok", private]),
            (manager, ["ok"; 6]),
        ] {
            assert_eq!(codes(who), expected, "{who:?}");
        }
        let outside = Standing {
            sees_world: false,
            ..person
        };
        assert_eq!(codes(outside), ["world_members_only"; 6]);
        let banned = |who| Standing {
            is_banned: true,
            ..who
        };
        assert_eq!(codes(banned(patron)), ["block_kicked"; 6]);
        assert_eq!(codes(banned(manager)), ["ok"; 6]);
        let listed = Standing {
            is_blacklisted: true,
            ..manager
        };
        assert_eq!(codes(listed), ["world_blacklisted"; 6]);
    }

    #[test]
    fn texts_go_there_and_back() {
        for access in ALL {
            assert_eq!(Access::parse(access.as_str()), Some(access));
            let json = serde_json::to_value(access).expect("serialises");
            assert_eq!(json, access.as_str());
        }
        assert_eq!(Access::parse("nobody"), None);
    }
}
