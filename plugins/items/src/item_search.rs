//! The source of the search box for items: one result for each name in a collection, the newest first. Numbered items with the
//! same name are one result, which leads to the first of them.
//!
//! A name gets its terms when its first item is made. A timer makes those of items from before.

use witverse_sdk::ctx::{Language, Text};
use witverse_sdk::http::{Payload, Query};
use witverse_sdk::search::{
    CANDIDATES, Found, Results, SearchQuery, SearchText, TermIndex, both_languages, index_terms,
};
use witverse_sdk::sql::FromRow;
use witverse_sdk::timer::PlainTimer;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select, term_index};

/// Items that one call of the timer indexes.
const BATCH: u32 = 40;
/// Makes the names of items from before the search.
pub(crate) const INDEX: PlainTimer = PlainTimer::new("index-items");

const TERMS: TermIndex = term_index!("item_term", "name_id", "created_at");

/// A name in a collection, with its first item.
#[derive(FromRow)]
#[row(alias = "n")]
struct Named {
    #[row(column = "item_id")]
    item: Uuid,
    #[row(both)]
    name: Text,
    #[row(both, sql = "c.name")]
    collection: Text,
    #[row(column = "maker_id", sql = "c.maker_id")]
    maker: Option<Uuid>,
    #[row(sql = "i.thumbnail")]
    thumbnail: String,
}

pub(crate) fn search_items(
    ctx: &Ctx,
    Query(search): Query<SearchText>,
) -> Result<Payload<Results>, Error> {
    let Some(query) = SearchQuery::parse(&search.q) else {
        return Ok(Payload(Results::default()));
    };
    let term = TERMS.rarest_term(ctx, &query)?;
    let mut found: Vec<Named> = ctx
        .sql()
        .query(
            select!(
                Named,
                "from item_name n join collection c on c.id = n.collection_id join item i on i.id = n.item_id \
             where n.id in (select x.name_id from item_term x where x.term = $1 \
             order by x.created_at desc, x.name_id desc limit $2) order by n.created_at desc, n.id desc"
            ),
            &params![term, CANDIDATES],
        )?
        .all()?;
    let blocks = ctx.users().blocks();
    found.retain(|named| {
        let is_blocked = named
            .maker
            .as_ref()
            .is_some_and(|maker| blocks.contains(maker));
        !is_blocked && query.matches(&both_languages(&named.name))
    });
    let items = found.into_iter().map(|named| shown(named, ctx.language()));
    Ok(Payload(Results::first_of(items)))
}

fn shown(named: Named, language: Language) -> Found {
    Found {
        id: named.item.to_string(),
        title: named.name.of(language).to_owned(),
        text: named.collection,
        image: Some(named.thumbnail),
        at: None,
        link: format!("/item/{}", named.item),
    }
}

/// A new item, for the names of its collection.
#[derive(Clone, Debug)]
pub(crate) struct NewName {
    pub(crate) collection: Uuid,
    pub(crate) name: Text,
    pub(crate) item: Uuid,
    pub(crate) at: Timestamp,
}

/// Adds the names that their collections do not have yet, with their terms. The names are in one order, so that concurrent
/// calls wait for each other and do not block each other.
pub(crate) fn put_names(ctx: &Ctx, mut names: Vec<NewName>) -> Result<(), Error> {
    names.sort_by(|a, b| key_of(a).cmp(&key_of(b)));
    names.dedup_by(|a, b| key_of(a) == key_of(b));
    let (mut ids, mut terms) = (Vec::new(), Vec::new());
    for new in names {
        let id = ctx.random().uuid();
        let added = ctx.sql().execute(
            "insert into item_name (id, collection_id, name_ko, name_en, item_id, created_at) values ($1, $2, $3, $4, $5, $6) \
             on conflict (collection_id, name_ko, name_en) do nothing",
            &params![
                &id,
                &new.collection,
                &new.name.ko,
                &new.name.en,
                &new.item,
                new.at
            ],
        )?;
        if added == 1 {
            for term in index_terms(&both_languages(&new.name)) {
                ids.push(id.clone());
                terms.push(term);
            }
        }
    }
    if ids.is_empty() {
        return Ok(());
    }
    ctx.sql().execute(
        "insert into item_term (term, created_at, name_id) select t.term, n.created_at, n.id \
         from unnest($1::uuid[], $2::text[]) t (id, term) join item_name n on n.id = t.id",
        &params![ids, terms],
    )?;
    Ok(())
}

fn key_of(new: &NewName) -> (&Uuid, &str, &str) {
    (&new.collection, &new.name.ko, &new.name.en)
}

/// Makes the names of items from before the search, and continues at once if there are more.
pub(crate) fn index(ctx: &Ctx) -> Result<(), Error> {
    let names = unindexed(ctx)?;
    let is_full = names.len() == BATCH as usize;
    let ids: Vec<Uuid> = names.iter().map(|new| new.item.clone()).collect();
    put_names(ctx, names)?;
    ctx.sql().execute(
        "update item set is_indexed = true where id = any($1::uuid[])",
        &params![ids],
    )?;
    match is_full {
        true => INDEX.now(ctx),
        false => Ok(()),
    }
}

/// The oldest items that have no terms.
fn unindexed(ctx: &Ctx) -> Result<Vec<NewName>, Error> {
    let rows: Vec<(Uuid, Uuid, String, String, Timestamp)> = ctx
        .sql()
        .query(
            "select id, collection_id, name_ko, name_en, made_at from item where not is_indexed \
             order by made_at, id limit $1 for no key update skip locked",
            &params![BATCH],
        )?
        .all()?;
    let named = |(item, collection, ko, en, at)| NewName {
        collection,
        name: Text::new(ko, en),
        item,
        at,
    };
    Ok(rows.into_iter().map(named).collect())
}
