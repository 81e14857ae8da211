//! The service `challenges@1`, for games. A game refuses a moderator who competes with the runner the decision about the run. The
//! answer does not depend on reports of the game, which arrive later than the run.

use witverse_sdk::games::{Compete, Rivals};
use witverse_sdk::{Ctx, Error, params};

pub(crate) fn compete(ctx: &Ctx, rivals: Rivals) -> Result<Compete, Error> {
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
