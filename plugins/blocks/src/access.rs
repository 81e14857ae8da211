//! What the caller may do with a block, by Cedar, and which blocks exist for them.

use crate::ban_store;
use crate::block::{Block, State};
use crate::entry::{Access, Refusal, Standing, decide};
use crate::problems::{BLOCK_NOT_FOUND, MANAGERS_ONLY, WORLD_BLACKLISTED};
use crate::store;
use serde::Deserialize;
use witverse_sdk::ctx::{Decision, Resource};
use witverse_sdk::services::items;
use witverse_sdk::{Ctx, Error, Problem, Uuid};

/// The kind of resource of a block.
pub(crate) const BLOCK: &str = "Block";

/// The path of a route about one block.
#[derive(Deserialize)]
pub(crate) struct OfBlock {
    id: String,
}

impl OfBlock {
    /// The id; 404 for a text that is no id.
    pub(crate) fn id(&self) -> Result<Uuid, Error> {
        parse(&self.id)
    }
}

/// An id of a block; 404 for a text that is no id.
pub(crate) fn parse(id: &str) -> Result<Uuid, Error> {
    Ok(Uuid::parse(id).ok_or(BLOCK_NOT_FOUND)?)
}

/// Whose relation to a block is asked for.
#[derive(Clone, Copy)]
enum Subject<'a> {
    Caller,
    Person(&'a Uuid),
}

impl Subject<'_> {
    fn account(self, ctx: &Ctx) -> Option<Uuid> {
        match self {
            Self::Caller => ctx.actor().account().cloned(),
            Self::Person(person) => Some(person.clone()),
        }
    }

    fn explain(self, ctx: &Ctx, action: &str, id: &Uuid) -> Decision {
        let resource = Resource::declared(BLOCK, id.as_str());
        match self {
            Self::Caller => ctx.authz().explain(action, &resource),
            Self::Person(person) => ctx.authz().explain_for(person, action, &resource),
        }
    }

    fn may(self, ctx: &Ctx, action: &str, id: &Uuid) -> bool {
        self.account(ctx).is_some() && self.explain(ctx, action, id).allowed
    }
}

/// Whether the caller is the maker of a block or an administrator of its world.
pub(crate) fn is_manager(ctx: &Ctx, id: &Uuid) -> bool {
    Subject::Caller.may(ctx, "manageBlock", id)
}

/// Whether the caller owns a membership of the world that a block belongs to.
pub(crate) fn owns_membership(ctx: &Ctx, id: &Uuid) -> bool {
    Subject::Caller.may(ctx, "enterAsMembershipOwner", id)
}

/// Whether the caller may see the blocks of the world that a block belongs to.
pub(crate) fn sees(ctx: &Ctx, id: &Uuid) -> bool {
    ctx.authz()
        .check("viewBlock", &Resource::declared(BLOCK, id.as_str()))
}

/// A block and whether the caller manages it. A draft does not exist for others than its managers.
pub(crate) fn existing(ctx: &Ctx, found: Option<Block>) -> Result<(Block, bool), Error> {
    let block = found.ok_or(BLOCK_NOT_FOUND)?;
    let is_manager = is_manager(ctx, &block.id);
    match block.state == State::Complete || is_manager {
        true => Ok((block, is_manager)),
        false => Err(BLOCK_NOT_FOUND.into()),
    }
}

/// Fails unless the caller manages a block, for routes where the kernel does not decide it.
pub(crate) fn require_manager(ctx: &Ctx, block: &Block) -> Result<(), Error> {
    match (is_manager(ctx, &block.id), block.state) {
        (true, _) => Ok(()),
        (false, State::Assembling) => Err(BLOCK_NOT_FOUND.into()),
        (false, State::Complete) => Err(MANAGERS_ONLY.into()),
    }
}

/// Why the caller may not enter a block; `None` if they may.
pub(crate) fn refusal(
    ctx: &Ctx,
    block: &Block,
    is_manager: bool,
) -> Result<Option<Refusal>, Error> {
    match is_manager {
        true => Ok(None),
        false => refusal_of(ctx, block, Subject::Caller),
    }
}

/// Why a person may not enter a block; `None` if they may. A draft has no visitors.
pub(crate) fn refusal_for(
    ctx: &Ctx,
    found: Option<Block>,
    person: &Uuid,
) -> Result<Option<Problem>, Error> {
    let subject = Subject::Person(person);
    let Some(block) = found else {
        return Ok(Some(BLOCK_NOT_FOUND));
    };
    if subject.may(ctx, "manageBlock", &block.id) {
        return Ok(None);
    }
    if block.state != State::Complete {
        return Ok(Some(BLOCK_NOT_FOUND));
    }
    Ok(refusal_of(ctx, &block, subject)?.map(Refusal::problem))
}

/// Why a caller or person who does not manage a block may not enter it.
fn refusal_of(ctx: &Ctx, block: &Block, subject: Subject<'_>) -> Result<Option<Refusal>, Error> {
    let account = subject.account(ctx);
    let is_banned = match &account {
        Some(account) => ban_store::is_banned(ctx, &block.id, account)?,
        None => false,
    };
    let view = subject.explain(ctx, "viewBlock", &block.id);
    let is_blacklisted = view
        .problems
        .iter()
        .any(|code| code == WORLD_BLACKLISTED.code);
    // Only the relations that the access of the block asks for.
    let asks = |access: Access, action: &str| {
        block.access == access && subject.may(ctx, action, &block.id)
    };
    let has_item = match (&account, &block.collection) {
        (Some(account), Some(collection)) => items::owns(ctx, account, collection)?,
        _ => false,
    };
    let standing = Standing {
        is_signed_in: account.is_some(),
        is_blacklisted,
        is_banned,
        sees_world: view.allowed,
        is_manager: false,
        is_member: asks(Access::Members, "enterAsMember"),
        has_item,
        has_membership: asks(Access::Membership, "enterAsMembershipOwner"),
    };
    Ok(decide(block.access, standing).err())
}

/// A block that the caller may enter, and whether they manage it.
pub(crate) fn enterable(ctx: &Ctx, id: &Uuid) -> Result<(Block, bool), Error> {
    let (block, is_manager) = existing(ctx, store::find(ctx, id)?)?;
    match refusal(ctx, &block, is_manager)? {
        None => Ok((block, is_manager)),
        Some(refusal) => Err(refusal.problem().into()),
    }
}
