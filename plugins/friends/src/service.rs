//! `friends@1`: read-only queries about friendships, for other plugins; `arrivals@1`, which the kernel calls.

use crate::list_handlers::prefix_of;
use crate::relationship::Standing;
use crate::{presence, queries};
use witverse_sdk::services::ServiceRoute;
use witverse_sdk::services::friends::{Between, Found, List, Part, Relation, Search};
use witverse_sdk::services::presence::Moved;
use witverse_sdk::{Ctx, Error, Uuid, serve};

const MOST: u32 = 100;

pub(crate) const METHODS: &[ServiceRoute] = &[
    serve!(Between => between),
    serve!(Search => search),
    serve!(List => list),
    serve!(Moved => presence::moved),
];

fn between(ctx: &Ctx, two: Between) -> Result<Relation, Error> {
    let state = match two.a == two.b {
        true => Standing::None,
        false => queries::standing(ctx, &two.a, &two.b)?,
    };
    Ok(Relation { state })
}

fn search(ctx: &Ctx, search: Search) -> Result<Found, Error> {
    let limit = search.limit.clamp(1, MOST);
    let ids = match prefix_of(&search.prefix) {
        Some(prefix) => queries::friends_named(ctx, &search.user_id, &prefix, limit)?,
        None => Vec::new(),
    };
    Ok(Found { ids })
}

fn list(ctx: &Ctx, list: List) -> Result<Part, Error> {
    let limit = list.limit.clamp(1, MOST);
    let after = list.after.unwrap_or_else(Uuid::nil);
    let mut friends = queries::friends_after(ctx, &list.user_id, &after, limit + 1)?;
    let more = friends.len() > limit as usize;
    friends.truncate(limit as usize);
    let ids: Vec<Uuid> = friends.into_iter().map(|friend| friend.id).collect();
    Ok(Part {
        next: ids.last().filter(|_| more).cloned(),
        ids,
    })
}
