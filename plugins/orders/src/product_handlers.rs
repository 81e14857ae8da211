//! Products: the list, a product with its odds, and the editor of its seller. The items and weights of a product never change,
//! so that the published odds are those of every draw.

use crate::access;
use crate::operators;
use crate::preorder;
use crate::problems::PRODUCT_NOT_FOUND;
use crate::product::{Content, Kind, NewProduct, Product};
use crate::product_search;
use crate::stock::{self, Reason};
use crate::world_rule;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::images;
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::people::PersonCard;
use witverse_sdk::services::items::MakeCollection;
use witverse_sdk::{Ctx, Error, KoreanDay, Timestamp, Uuid, params, select};

/// The supply of a collection whose items are limited by the stock of their product.
const UNLIMITED: i64 = 1_000_000_000;

/// A product in lists.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductCard {
    product_id: Uuid,
    kind: Kind,
    world_name: Option<String>,
    name: Text,
    about: Text,
    thumbnail_url: String,
    /// Won.
    won: i64,
    /// Hundredths of a WIT; null if it is sold for won only.
    wit_hundredths: Option<i64>,
    available: i64,
    is_open: bool,
    /// The first day of shipping of a pre-order; null if it is shipped at once.
    #[schemars(extend("format" = "date"))]
    release_on: Option<String>,
    created_at: Timestamp,
}

impl ProductCard {
    fn of(product: Product, now: Timestamp) -> Self {
        let today = KoreanDay::of(now).number();
        Self {
            release_on: product
                .release_day
                .filter(|day| *day > today)
                .map(|day| preorder::day_text(now, day)),
            product_id: product.id,
            kind: product.kind,
            world_name: product.world,
            name: product.name,
            about: product.about,
            thumbnail_url: product.thumbnail,
            won: product.won,
            wit_hundredths: product.wit,
            available: product.available,
            is_open: product.is_open,
            created_at: product.created_at,
        }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductView {
    #[serde(flatten)]
    card: ProductCard,
    collection_id: Uuid,
    contents: Vec<Content>,
    /// Who put a world's product on sale; null for the platform, and for a person on either side of a block with the caller.
    seller: Option<PersonCard>,
    /// The caller sells it.
    may_edit: bool,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BrowseQuery {
    world_name: Option<String>,
    cursor: Option<String>,
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    #[schemars(range(min = 1))]
    page: Option<u32>,
}

/// Products on sale; of a world also those that are closed, for its sellers.
pub(crate) fn list(
    ctx: &Ctx,
    Query(query): Query<BrowseQuery>,
) -> Result<Payload<Page<ProductCard>>, Error> {
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window = asked.window::<page::TimeKey>(page::USUAL)?;
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = match query.world_name {
        Some(world) => {
            let world = access::world_name(world)?;
            let shows_closed = access::is_seller(ctx, Some(&world));
            ctx.sql().query(
                select!(Product, "from product where world = $1 and (is_open or $6) and (created_at, id) < ($4, $5) \
                     order by created_at desc, id desc limit $2 offset $3"
                ),
                &params![world, window.fetch(), window.offset, before, &id, shows_closed],
            )?
        }
        None => ctx.sql().query(
            select!(
                Product,
                "from product where is_open and (created_at, id) < ($3, $4) order by created_at desc, id desc \
                 limit $1 offset $2"
            ),
            &params![window.fetch(), window.offset, before, &id],
        )?,
    };
    let rows: Vec<Product> = rows.all()?;
    let page = window.page(rows, |row| (row.created_at.as_micros(), row.id.clone()));
    let now = ctx.now();
    Ok(Payload(page.map(|product| ProductCard::of(product, now))))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ByProduct {
    product_id: String,
}

impl ByProduct {
    pub(crate) fn uuid(&self) -> Result<Uuid, Error> {
        Uuid::parse(&self.product_id).ok_or_else(|| PRODUCT_NOT_FOUND.into())
    }
}

pub(crate) fn view(
    ctx: &Ctx,
    Params(by): Params<ByProduct>,
) -> Result<Payload<ProductView>, Error> {
    let product = stock::product(ctx, &by.uuid()?)?.ok_or(PRODUCT_NOT_FOUND)?;
    Ok(Payload(shown(ctx, product)?))
}

pub(crate) fn shown(ctx: &Ctx, product: Product) -> Result<ProductView, Error> {
    Ok(ProductView {
        seller: seller_of(ctx, &product),
        may_edit: access::require_seller(ctx, product.world.as_deref(), product.is_orphan).is_ok(),
        contents: stock::contents(ctx, &product.id)?,
        collection_id: product.collection.clone(),
        card: ProductCard::of(product, ctx.now()),
    })
}

fn seller_of(ctx: &Ctx, product: &Product) -> Option<PersonCard> {
    let seller = product
        .seller
        .as_ref()
        .filter(|_| product.world.is_some())?;
    let actor = ctx.actor();
    let me = actor.account().filter(|me| *me != seller);
    let is_blocked = me.is_some_and(|me| ctx.users().blocked_between(me, seller));
    let profile = ctx.users().profile(seller).filter(|_| !is_blocked);
    profile.map(PersonCard::from)
}

/// Puts a product on sale. Its items get a collection of their own, in which only this plugin creates items.
pub(crate) fn create(
    ctx: &Ctx,
    Json(new): Json<NewProduct>,
) -> Result<Created<ProductView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    me.nickname()?;
    let world = new.world_name.clone().map(access::world_name).transpose()?;
    access::require_seller(ctx, world.as_deref(), false)?;
    if world.is_none() {
        operators::note(ctx)?;
    }
    let new = new.checked()?;
    let release = new.release_on.as_deref();
    let release_day = release
        .map(|day| preorder::release_day(day, now))
        .transpose()?;
    let id = ctx.random().uuid();
    let files = attach_files(ctx, &id, &new)?;
    let product = Product {
        release_day,
        id,
        kind: new.kind,
        seller: world.is_some().then(|| me.id.clone()),
        world,
        is_orphan: false,
        name: new.name.clone(),
        about: new.about.clone(),
        thumbnail: files
            .first()
            .map(|one| one.thumbnail.clone())
            .unwrap_or_default(),
        won: new.won,
        wit: new.wit_hundredths,
        collection: ctx.random().uuid(),
        is_open: true,
        available: 0,
        created_at: now,
    };
    insert(ctx, &product)?;
    insert_contents(ctx, &product.id, &new, &files)?;
    product_search::put_terms(ctx, &product.id, (&product.name, true), now)?;
    stock::change(ctx, &product.id, None, (Reason::Added, new.units()))?;
    let supply = match new.kind {
        Kind::Random => new.units(),
        // A unit that came back is sold again with new items: the stock is the limit.
        Kind::Album | Kind::Hybrid => UNLIMITED,
    };
    // The items of a world's product are items of the world: its market, its rule, and what is spent on them later.
    let world = match &product.world {
        Some(world) => world_rule::id_of(ctx, world)?,
        None => None,
    };
    ctx.services().request(&MakeCollection {
        id: product.collection.clone(),
        name: product.name.clone(),
        supply,
        link: format!("/order?product={}", product.id),
        maker_id: None,
        royalty_bp: 0,
        world_id: world,
    })?;
    let stored = stock::product(ctx, &product.id)?.unwrap_or(product);
    Ok(Created(shown(ctx, stored)?))
}

fn insert(ctx: &Ctx, new: &Product) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into product (id, kind, world, seller_id, name_ko, name_en, about_ko, about_en, thumbnail, won, wit, \
         collection_id, available, created_at, release_day, is_indexed) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, \
         $13, $14, true)",
        &params![
            &new.id,
            new.kind.as_str(),
            new.world.as_ref(),
            new.seller.as_ref(),
            &new.name.ko,
            &new.name.en,
            &new.about.ko,
            &new.about.en,
            &new.thumbnail,
            new.won,
            new.wit,
            &new.collection,
            new.created_at,
            new.release_day
        ],
    )?;
    Ok(())
}

/// The picture and the file of an item.
struct ContentFiles {
    thumbnail: String,
    media_type: Option<String>,
}

/// Attaches the uploaded files of a new product. They stay as long as the product, because items that were sold have them.
fn attach_files(ctx: &Ctx, product: &Uuid, new: &NewProduct) -> Result<Vec<ContentFiles>, Error> {
    let reference = format!("product:{product}");
    (0_i64..)
        .zip(&new.contents)
        .map(|(n, content)| {
            let thumbnail = match &content.image_file_id {
                Some(file) => {
                    let field = format!("contents.{n}.imageFileId");
                    let image = images::attach(ctx, file, &reference, &field)?;
                    images::card_address(&image.file_id)
                }
                None => content.thumbnail_url.clone(),
            };
            let media_type = match (&content.media_file_id, content.media_kind()) {
                (Some(file), Some(kind)) => {
                    let field = format!("contents.{n}.mediaFileId");
                    let info = ctx.files().attach_ready(file, kind, &reference, &field)?;
                    Some(info.media_type)
                }
                _ => None,
            };
            Ok(ContentFiles {
                thumbnail,
                media_type,
            })
        })
        .collect()
}

fn insert_contents(
    ctx: &Ctx,
    product: &Uuid,
    new: &NewProduct,
    files: &[ContentFiles],
) -> Result<(), Error> {
    let is_random = new.kind == Kind::Random;
    for (no, (content, files)) in (1_i64..).zip(new.contents.iter().zip(files)) {
        let stock = content.stock.filter(|_| is_random);
        ctx.sql().execute(
            "insert into content (product_id, no, name_ko, name_en, item_type, thumbnail, weight, stock, left_over, \
             image_file, media_file, media_type) values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11)",
            &params![
                product,
                no,
                &content.name.ko,
                &content.name.en,
                &content.r#type,
                &files.thumbnail,
                content.weight.filter(|_| is_random).unwrap_or(0),
                stock,
                content.image_file_id.as_ref(),
                content.media_file_id.as_ref(),
                files.media_type.as_ref()
            ],
        )?;
    }
    Ok(())
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedProduct {
    is_open: bool,
    about: Text,
    #[schemars(range(min = 100, max = 2000000))]
    won: i64,
    wit_hundredths: Option<i64>,
    /// The new day of a pre-order; the former one without it.
    #[schemars(extend("format" = "date"))]
    release_on: Option<String>,
}

/// Changes the text, the prices, whether it is on sale, and the day of a pre-order. Orders keep the price at which they were
/// placed, and the day that was promised.
pub(crate) fn change(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ByProduct>, Json<ChangedProduct>),
) -> Result<Payload<ProductView>, Error> {
    ctx.caller()?;
    let id = by.uuid()?;
    let product = stock::lock(ctx, &id)?.ok_or(PRODUCT_NOT_FOUND)?;
    access::require_seller(ctx, product.world.as_deref(), product.is_orphan)?;
    let about = crate::product::checked_change(&new.about, new.won, new.wit_hundredths)?;
    let release = new.release_on.as_deref();
    let release = release
        .map(|day| preorder::release_day(day, ctx.now()))
        .transpose()?;
    if release.is_some() && !product.kind.has_parcel() {
        return Err(Error::field(
            "releaseOn",
            "배송이 있는 상품만 예약 판매할 수 있습니다.",
            "Only products that are shipped can be pre-ordered.",
        ));
    }
    if release.is_some() && release != product.release_day {
        preorder::schedule_moves(ctx, &id)?;
    }
    ctx.sql().execute(
        "update product set is_open = $2, about_ko = $3, about_en = $4, won = $5, wit = $6, release_day = $7 where id = $1",
        &params![
            &id,
            new.is_open,
            &about.ko,
            &about.en,
            new.won,
            new.wit_hundredths,
            release.or(product.release_day)
        ],
    )?;
    if new.is_open != product.is_open {
        let (name, at) = (&product.name, product.created_at);
        product_search::put_terms(ctx, &id, (name, new.is_open), at)?;
    }
    let stored = stock::product(ctx, &id)?.unwrap_or(product);
    Ok(Payload(shown(ctx, stored)?))
}
