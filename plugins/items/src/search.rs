//! The source of the search box: collections by their names, official ones first, then the newest.
//!
//! A collection gets its terms when it is made and renamed. A timer makes those of collections from before.

use crate::queries::{self, Collection};
use witverse_sdk::ctx::{Language, Text};
use witverse_sdk::http::{Payload, Query};
use witverse_sdk::search::{
    CANDIDATES, Found, Results, SearchQuery, SearchText, TermIndex, both_languages,
};
use witverse_sdk::timer::PlainTimer;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, term_index};

/// Collections that one call of the timer indexes.
const BATCH: u32 = 10;

const TERMS: TermIndex = term_index!("collection_term", "collection_id", "created_at");

pub(crate) fn search_collections(
    ctx: &Ctx,
    Query(search): Query<SearchText>,
) -> Result<Payload<Results>, Error> {
    let Some(query) = SearchQuery::parse(&search.q) else {
        return Ok(Payload(Results::default()));
    };
    let term = TERMS.rarest_term(ctx, &query)?;
    let mut found = queries::collections_of_term(ctx, &term, CANDIDATES)?;
    let blocks = ctx.users().blocks();
    found.retain(|collection| {
        let is_blocked = collection
            .maker
            .as_ref()
            .is_some_and(|maker| blocks.contains(maker));
        !is_blocked && query.matches(&both_languages(&collection.name))
    });
    // The order of the database among equals: the newest first.
    found.sort_by_key(|collection| collection.official_at.is_none());
    let items = found
        .iter()
        .map(|collection| shown(collection, ctx.language()));
    Ok(Payload(Results::first_of(items)))
}

fn shown(collection: &Collection, language: Language) -> Found {
    let text = match collection.official_at {
        Some(_) => Text::new("공식 컬렉션", "Official collection"),
        None => Text::new("컬렉션", "Collection"),
    };
    Found {
        id: collection.id.to_string(),
        title: collection.name.of(language).to_owned(),
        text,
        image: collection.image.clone(),
        at: None,
        link: format!("/collection/{}", collection.id),
    }
}

/// Makes the terms of a new or renamed collection.
pub(crate) fn put_terms(
    ctx: &Ctx,
    id: &Uuid,
    name: &Text,
    created_at: Timestamp,
) -> Result<(), Error> {
    TERMS.put(ctx, id, &both_languages(name), created_at)
}

type Unindexed = (Uuid, String, String, Timestamp);

/// Indexes collections from before the search.
pub(crate) const INDEX: PlainTimer = PlainTimer::new("index");

/// Makes the terms of collections from before the search.
pub(crate) fn index(ctx: &Ctx) -> Result<(), Error> {
    let rows: Vec<Unindexed> = ctx
        .sql()
        .query(
            "select id, name_ko, name_en, created_at from collection where not is_indexed \
             order by created_at, id limit $1 for no key update skip locked",
            &params![BATCH],
        )?
        .all()?;
    for (id, ko, en, created_at) in rows {
        put_terms(ctx, &id, &Text::new(ko, en), created_at)?;
        ctx.sql().execute(
            "update collection set is_indexed = true where id = $1",
            &params![&id],
        )?;
    }
    Ok(())
}
