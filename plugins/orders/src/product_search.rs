//! The source of the search box: products on sale by their names, random items first, then the newest.
//!
//! Only products on sale have terms, so that a search reads no others. A timer makes the terms of products from before.

use crate::product::{Kind, Product};
use witverse_sdk::ctx::{Language, Text};
use witverse_sdk::http::{Payload, Query};
use witverse_sdk::search::{
    CANDIDATES, Found, Results, SearchQuery, SearchText, TermIndex, both_languages,
};
use witverse_sdk::timer::PlainTimer;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select, term_index};

/// Products that one call of the timer indexes.
const BATCH: u32 = 10;

const TERMS: TermIndex = term_index!("product_term", "product_id", "created_at");

pub(crate) fn search(
    ctx: &Ctx,
    Query(search): Query<SearchText>,
) -> Result<Payload<Results>, Error> {
    let Some(query) = SearchQuery::parse(&search.q) else {
        return Ok(Payload(Results::default()));
    };
    let term = TERMS.rarest_term(ctx, &query)?;
    let mut found: Vec<Product> = ctx
        .sql()
        .query(
            select!(Product, "from product where id in (select x.product_id from product_term x where x.term = $1 \
                 order by x.created_at desc, x.product_id desc limit $2) order by created_at desc, id desc"
            ),
            &params![term, CANDIDATES],
        )?
        .all()?;
    let blocks = ctx.users().blocks();
    found.retain(|product| {
        let is_blocked = product
            .seller
            .as_ref()
            .is_some_and(|seller| blocks.contains(seller));
        product.is_open && !is_blocked && query.matches(&both_languages(&product.name))
    });
    // The order of the database among equals: the newest first.
    found.sort_by_key(|product| product.kind != Kind::Random);
    let items = found.iter().map(|product| shown(product, ctx.language()));
    Ok(Payload(Results::first_of(items)))
}

fn shown(product: &Product, language: Language) -> Found {
    let (ko, en) = match product.kind {
        Kind::Random => ("랜덤 아이템", "Random item"),
        Kind::Album => ("앨범", "Album"),
        Kind::Hybrid => ("실물 상품", "Physical item"),
    };
    let text = match product.available {
        0 => Text::new(format!("{ko} · 품절"), format!("{en} · Sold out")),
        _ => Text::new(ko, en),
    };
    Found {
        id: product.id.to_string(),
        title: product.name.of(language).to_owned(),
        text,
        image: Some(product.thumbnail.clone()),
        at: None,
        link: format!("/order?product={}", product.id),
    }
}

/// Makes the terms of a product on sale, or removes those of one that is not. Its name never changes.
pub(crate) fn put_terms(
    ctx: &Ctx,
    id: &Uuid,
    (name, is_open): (&Text, bool),
    created_at: Timestamp,
) -> Result<(), Error> {
    match is_open {
        true => TERMS.put(ctx, id, &both_languages(name), created_at),
        false => TERMS.remove(ctx, id),
    }
}

/// Removes the terms of all products of a seller who is erased.
pub(crate) fn remove_of_seller(ctx: &Ctx, seller: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from product_term where product_id in (select id from product where seller_id = $1)",
        &params![seller],
    )?;
    Ok(())
}

type Unindexed = (Uuid, String, String, bool, Timestamp);

/// Indexes products from before the search.
pub(crate) const INDEX: PlainTimer = PlainTimer::new("index");

/// Makes the terms of products from before the search.
pub(crate) fn index(ctx: &Ctx) -> Result<(), Error> {
    let rows: Vec<Unindexed> = ctx
        .sql()
        .query(
            "select id, name_ko, name_en, is_open, created_at from product where not is_indexed \
             order by created_at, id limit $1 for no key update skip locked",
            &params![BATCH],
        )?
        .all()?;
    for (id, ko, en, is_open, created_at) in rows {
        put_terms(ctx, &id, (&Text::new(ko, en), is_open), created_at)?;
        ctx.sql().execute(
            "update product set is_indexed = true where id = $1",
            &params![&id],
        )?;
    }
    Ok(())
}
