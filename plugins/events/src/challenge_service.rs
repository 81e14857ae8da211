//! The service `challenges@1`, for games.
//!
//! `compete {blockId, game, at, runner, moderator}` answers `{compete}`: whether both people take part in a challenge of this
//! block that counts a run of that time. A game refuses such a moderator the decision about the run. The answer does not depend
//! on reports of the game, which arrive later than the run.

use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::games::{COMPETE, Compete, Rivals};
use witverse_sdk::{Ctx, Error, ServiceCall, params};

pub(crate) use witverse_sdk::games::CHALLENGES as SERVICE;

pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    match call.method.as_str() {
        COMPETE => ServiceCall::answer(&compete(ctx, &call.json()?)?),
        _ => Err(NOT_FOUND.into()),
    }
}

fn compete(ctx: &Ctx, rivals: &Rivals) -> Result<Compete, Error> {
    // A person who has given the place back keeps the attempts.
    let (compete,): (bool,) = ctx.sql().one(
        "select exists (select 1 from event e where e.block_id = $1 and e.kind = 'challenge' and e.status <> 'cancelled' \
         and e.review = 'approved' and coalesce(e.game, 'lantern-race') = $2 and e.starts_at <= $3 and e.ends_at > $3 \
         and (select count(*) from unnest(array[$4::uuid, $5::uuid]) person (id) where exists ( \
             select 1 from place p where p.event_id = e.id and p.holder_id = person.id and p.state = 'taken') \
             or exists (select 1 from attempt a where a.event_id = e.id and a.account_id = person.id \
             and a.state <> 'void')) = 2)",
        &params![
            &rivals.block_id,
            &rivals.game,
            rivals.at,
            &rivals.runner,
            &rivals.moderator
        ],
    )?;
    Ok(Compete { compete })
}
