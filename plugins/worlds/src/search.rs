//! Search for worlds by name and description: public ones, and the caller's own.
//!
//! A search reads a bounded number of rows: those of its rarest term, the most popular worlds first. Of a term that more
//! worlds have, only these are searched.

use crate::name::WorldName;
use crate::store;
use crate::world::{Text, World};
use witverse_sdk::http::{Payload, Query};
use witverse_sdk::search::{CANDIDATES, Found, Results, SearchQuery, SearchText, TermIndex};
use witverse_sdk::{Ctx, Error, Uuid, params, term_index};

const TERMS: TermIndex = term_index!("world_term", "world_id", "popularity");

/// The worlds that have everything that is searched for: names that begin with it first, then the most popular.
pub(crate) fn search_worlds(
    ctx: &Ctx,
    Query(search): Query<SearchText>,
) -> Result<Payload<Results>, Error> {
    let items = find(ctx, &search.q)?.into_iter().map(found);
    Ok(Payload(Results::first_of(items)))
}

/// The worlds that the caller finds, the best first: at most [`CANDIDATES`] with the rarest term, the world with exactly
/// this name, and the caller's own.
pub(crate) fn find(ctx: &Ctx, text: &str) -> Result<Vec<World>, Error> {
    let Some(query) = SearchQuery::parse(text) else {
        return Ok(Vec::new());
    };
    let asker = ctx.actor().account().cloned().unwrap_or_else(Uuid::nil);
    let mut worlds = store::candidates(ctx, &asker, &TERMS.rarest_term(ctx, &query)?, CANDIDATES)?;
    let name = text.trim().to_lowercase();
    let exact = match WorldName::parse(&name) {
        Ok(_) => store::world_named(ctx, &asker, &name)?,
        Err(_) => None,
    };
    let own = store::world_of(ctx, &asker)?;
    worlds.extend([exact, own].into_iter().flatten());
    worlds.retain(|world| {
        is_visible(world) && query.matches(&text_of(&world.name, &world.description))
    });
    worlds.sort_by_key(|world| {
        let is_named = !world.name.starts_with(&name);
        (
            world.name != name,
            is_named,
            -world.member_count,
            world.id.clone(),
        )
    });
    worlds.dedup_by(|one, other| one.id == other.id);
    Ok(worlds)
}

fn is_visible(world: &World) -> bool {
    world.is_public || world.role.is_some()
}

fn found(world: World) -> Found {
    Found {
        link: format!("/{}", world.name),
        id: world.id.to_string(),
        title: world.name,
        text: witverse_sdk::ctx::Text::new(world.description.ko, world.description.en),
        image: world.logo,
        at: None,
    }
}

fn text_of(name: &str, description: &Text) -> String {
    format!("{name} {} {}", description.ko, description.en)
}

/// Replaces the terms of a world after a change of its texts or visibility. Private worlds have none.
pub(crate) fn reindex(ctx: &Ctx, world: &Uuid) -> Result<(), Error> {
    type Stored = (String, String, String, bool, i64);
    let (name, ko, en, is_public, member_count): Stored = ctx.sql().one(
        "select name, description_ko, description_en, is_public, member_count from world where id = $1",
        &params![world],
    )?;
    let text = text_of(&name, &Text { ko, en });
    match is_public {
        true => TERMS.put(ctx, world, &text, popularity(member_count)),
        false => TERMS.remove(ctx, world),
    }
}

/// Changes the popularity of a world's terms, if the number of members has passed a power of two.
pub(crate) fn rank(ctx: &Ctx, world: &Uuid, before: i64, after: i64) -> Result<(), Error> {
    if popularity(before) != popularity(after) {
        ctx.sql().execute(
            "update world_term set popularity = $2 where world_id = $1",
            &params![world, popularity(after)],
        )?;
    }
    Ok(())
}

fn popularity(member_count: i64) -> u8 {
    let log = u64::try_from(member_count).unwrap_or(0).checked_ilog2();
    log.and_then(|log| u8::try_from(log).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::popularity;

    #[test]
    fn popularity_is_a_logarithm() {
        let of = [0, 1, 2, 3, 4, 1000, 1_000_000].map(popularity);
        assert_eq!(of, [0, 0, 1, 1, 2, 9, 19]);
    }
}
