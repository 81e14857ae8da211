//! Items that an installed plugin may give to another person: its owner has agreed to it, in a question of the platform.
//!
//! 1. The plugin locks the item in a call of its owner (`ask`). For ten minutes it has the purpose [`ASKED`].
//! 2. The owner answers in the dialog of the platform (`answer`): with a yes the purpose is [`AGREED`], for as long as the
//!    dialog said; with a no the item is free. No code of the plugin takes part in this step. A yes names the ask that the dialog
//!    has shown, by its end.
//! 3. The plugin gives the item away (`transfer`), or back (`return`). After the end the item is free by itself.
//!
//! The purpose is a part of the lock, so an earlier yes never counts for a later lock.

use crate::escrow_alarm;
use crate::handlers::ById;
use crate::install_checks::{KeyOf, MINUTE_MS, checked_minutes, item_here, require_opened};
use crate::item::{AGREED, ASKED, Item, Lock};
use crate::locks;
use crate::problems::{
    ESCROW_NOT_AGREED, ESCROW_NOT_ASKED, ITEM_NOT_FOUND, NOT_ITEM_OWNER, NOT_TAKING_PART,
    USER_NOT_FOUND,
};
use crate::queries;
use crate::service;
use crate::views::{ItemView, Seen};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::CallingInstall;
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::people::PersonCard;
use witverse_sdk::services::items::{Handover, Transfer};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// How long an owner can answer.
const ASKED_MINUTES: i64 = 10;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Asked {
    has_agreed: bool,
    until: Option<Timestamp>,
}

/// Asks the person who calls for one of their free items. Idempotent by the key, also after they have agreed.
pub(crate) fn ask(ctx: &Ctx, install: &CallingInstall, of: KeyOf) -> Result<Asked, Error> {
    let item = item_here(ctx, install, &of.item_id)?;
    require_opened(install, &item.collection.id)?;
    let owner = ctx.caller()?.id;
    let key = of.checked_key()?;
    let held = item.lock.as_ref().filter(|lock| {
        let is_own = lock.plugin == install.id && lock.key == key && lock.by == AGREED;
        is_own && item.owner.as_ref() == Some(&owner)
    });
    if let Some(held) = held {
        return Ok(Asked {
            has_agreed: true,
            until: held.until,
        });
    }
    let lock = Lock {
        plugin: install.id.clone(),
        key,
        by: ASKED.to_owned(),
        until: Some(ctx.now().plus_millis(ASKED_MINUTES * MINUTE_MS)),
    };
    let (locked, _) = locks::lock_item(ctx, &item.id, &owner, &lock)?;
    Ok(Asked {
        has_agreed: false,
        until: locked.lock.and_then(|held| held.until),
    })
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EscrowAnswer {
    /// The install that asks.
    install: String,
    agrees: bool,
    /// Required to agree: `lock.until` of the item, as the owner has seen it.
    asked_until: Option<Timestamp>,
    /// After this time the item returns to its owner; seven days without it
    #[schemars(range(min = 1, max = 43200))]
    duration_minutes: Option<i64>,
}

/// The owner agrees or refuses. A repeated answer changes nothing, nor does a refusal after the owner has agreed: other people may
/// rely on the item by then.
pub(crate) fn answer(
    ctx: &Ctx,
    (Params(by), Json(body)): (Params<ById>, Json<EscrowAnswer>),
) -> Result<Payload<ItemView>, Error> {
    let me = ctx.caller()?;
    let id = Uuid::parse(&by.id).ok_or(ITEM_NOT_FOUND)?;
    let minutes = checked_minutes(body.duration_minutes)?;
    if body.agrees {
        let asked_until = body.asked_until.ok_or_else(|| {
            Error::field("askedUntil", "필수 항목입니다.", "This field is required.")
        })?;
        let until = ctx.now().plus_millis(minutes * MINUTE_MS);
        agree(ctx, (&id, &me.id), (&body.install, asked_until), until)?;
    } else {
        locks::free_asked(ctx, &id, (&me.id, &body.install))?;
    }
    let item = queries::item(ctx, &id)?.ok_or(ITEM_NOT_FOUND)?;
    if item.owner.as_ref() != Some(&me.id) {
        return Err(NOT_ITEM_OWNER.into());
    }
    if body.agrees && !is_agreed(&item, &body.install) {
        return Err(ESCROW_NOT_ASKED.into());
    }
    let owner = ctx.users().profile(&me.id).map(PersonCard::from);
    Ok(Payload(ItemView::of(item, owner, Seen::ByOwner)))
}

fn is_agreed(item: &Item, install: &str) -> bool {
    let lock = item.lock.as_ref();
    lock.is_some_and(|lock| lock.plugin == install && lock.by == AGREED)
}

/// Changes the purpose of the lock that the owner has seen. `asked_until` was sent as JSON, where times have milliseconds only.
fn agree(
    ctx: &Ctx,
    (item, owner): (&Uuid, &Uuid),
    (install, asked_until): (&str, Timestamp),
    until: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "update item set lock_by = $5, lock_until = $6 \
         where id = $1 and owner_id = $2 and lock_plugin = $3 and lock_by = $4 and lock_until > $7 \
         and date_trunc('milliseconds', lock_until) = $8",
        &params![
            item,
            owner,
            install,
            ASKED,
            AGREED,
            until,
            ctx.now(),
            asked_until
        ],
    )?;
    Ok(())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewOwner {
    item_id: Uuid,
    key: String,
    /// Without it, the person who calls.
    to_user_id: Option<Uuid>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Moved {
    owner_id: Uuid,
}

/// Gives an item to the person who calls, or to a person who has an item in escrow under the same key.
pub(crate) fn transfer(ctx: &Ctx, install: &CallingInstall, of: NewOwner) -> Result<Moved, Error> {
    let item = item_here(ctx, install, &of.item_id)?;
    require_opened(install, &item.collection.id)?;
    let to = match of.to_user_id {
        Some(to) => to,
        None => ctx.caller()?.id,
    };
    let from = held(ctx, &item.id, &install.id, &of.key)?.ok_or(ESCROW_NOT_AGREED)?;
    let is_caller = ctx.actor().account() == Some(&to);
    let takes_part = is_caller || has_item(ctx, &to, &install.id, &of.key)?;
    if from == to || !takes_part || ctx.users().blocked_between(&from, &to) {
        return Err(NOT_TAKING_PART.into());
    }
    if ctx.users().profile(&from).is_none() {
        return Err(USER_NOT_FOUND.into());
    }
    let transfer = Transfer {
        item_id: item.id,
        key: Some(of.key),
        from,
        to: to.clone(),
        kind: Handover::Given,
        reference: Some(format!("plugin:{}", install.plugin)),
        returns_since_ms: None,
    };
    let (item, between) = (
        transfer.item_id.clone(),
        (transfer.from.clone(), to.clone()),
    );
    let moved = service::transfer(ctx, &install.id, transfer)?;
    escrow_alarm::publish(ctx, install, (item, moved.seq), between)?;
    Ok(Moved { owner_id: to })
}

/// The owner of an item in escrow, whose row stays locked until the end of the transaction.
fn held(ctx: &Ctx, item: &Uuid, install: &str, key: &str) -> Result<Option<Uuid>, Error> {
    let row: Option<(Uuid,)> = ctx.sql().optional(
        "select owner_id from item where id = $1 and lock_plugin = $2 and lock_key = $3 and lock_by = $4 \
         and lock_until > $5 for no key update",
        &params![item, install, key, AGREED, ctx.now()],
    )?;
    Ok(row.map(|(owner,)| owner))
}

/// Whether a person has an item in escrow under a key.
fn has_item(ctx: &Ctx, owner: &Uuid, install: &str, key: &str) -> Result<bool, Error> {
    let row: Option<(i32,)> = ctx.sql().optional(
        "select 1 from item where owner_id = $1 and lock_plugin = $2 and lock_key = $3 and lock_by = $4 \
         and lock_until > $5 limit 1",
        &params![owner, install, key, AGREED, ctx.now()],
    )?;
    Ok(row.is_some())
}
