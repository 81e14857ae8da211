//! The service `avatars@1`, and the calls of `items@1`.

use crate::views::Appearance;
use witverse_sdk::services::ServiceRoute;
use witverse_sdk::services::avatars::{Drawn, LookOf};
use witverse_sdk::services::items::{Gear, Lock, Release};
use witverse_sdk::{Ctx, Error, Uuid, serve};

pub(crate) const METHODS: &[ServiceRoute] = &[serve!(LookOf => look)];

fn look(ctx: &Ctx, of: LookOf) -> Result<Drawn, Error> {
    let look = Appearance::of(ctx, &of.user_id)?.drawn();
    Ok(Drawn { look })
}

/// Locks an item of `owner` while it is worn; `items` names the reason of a refusal. `None` if it cannot be worn.
pub(crate) fn lock(ctx: &Ctx, owner: &Uuid, item: &Uuid) -> Result<Option<Gear>, Error> {
    let lock = Lock {
        item_id: item.clone(),
        owner: owner.clone(),
        key: owner.to_string(),
        by: "worn".to_owned(),
    };
    Ok(ctx.services().request(&lock)?.item.gear)
}

/// Ends the lock of an item that is not worn any more. Idempotent.
pub(crate) fn release(ctx: &Ctx, owner: &Uuid, item: &Uuid) -> Result<(), Error> {
    let release = Release {
        item_id: item.clone(),
        key: owner.to_string(),
    };
    ctx.services().request(&release).map(drop)
}
