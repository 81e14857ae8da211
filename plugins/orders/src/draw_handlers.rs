//! The draw of an item, for everybody: the published hash, what was revealed after the payment, and the rows as they were
//! promised with the order and as they were at the draw. It names no person, so neither blocks nor the erasure of the buyer
//! change it. The page repeats the draw in the browser.

use crate::draw::{self, Odds, Promised};
use crate::problems::ITEM_NOT_FOUND;
use crate::product::Content;
use crate::stock;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Params, Payload};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ByItem {
    item_id: String,
}

/// A draw whose order was paid.
#[derive(FromRow)]
#[row(alias = "p")]
struct Drawn {
    #[row(column = "purchase_id", sql = "g.purchase_id")]
    order: Uuid,
    #[row(sql = "g.n")]
    n: i64,
    #[row(sql = "g.content_no")]
    content_no: i64,
    #[row(json, sql = "g.odds")]
    odds: Vec<Odds>,
    #[row(column = "product_id")]
    product: Uuid,
    #[row(both, column = "name", sql = "o.name")]
    product_name: Text,
    seed: Vec<u8>,
    seed_hash: String,
    #[row(column = "draw_rule")]
    rule: i64,
    #[row(json, column = "draw_rows")]
    /// None if the hash was published by rule 1.
    promised: Option<Vec<Promised>>,
    nonce: String,
    #[row(column = "created_at")]
    committed_at: Timestamp,
    #[row(column = "paid_at")]
    drawn_at: Timestamp,
}

/// A row of the draw.
#[derive(Serialize, schemars::JsonSchema)]
struct RowView {
    #[serde(flatten)]
    odds: Odds,
    name: Text,
}

/// A row that the published hash covers.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PromisedView {
    #[serde(flatten)]
    row: Promised,
    /// What is left now: a row that is missing from a draw has to be sold out.
    left_now: Option<i64>,
    name: Text,
}

impl PromisedView {
    pub(crate) fn all(rows: &[Promised], contents: &[Content]) -> Vec<Self> {
        let view = |row: &Promised| {
            let content = contents.iter().find(|content| content.no == row.no);
            Self {
                row: *row,
                left_now: content.map_or(Some(0), |content| content.left),
                name: content.map_or_else(|| Text::new("", ""), |content| content.name.clone()),
            }
        };
        rows.iter().map(view).collect()
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DrawView {
    /// A part of the message that is drawn with.
    order_id: Uuid,
    /// The number of the draw in its order.
    n: i64,
    /// The row that was drawn.
    content_no: i64,
    /// Without rows that were sold out.
    odds: Vec<RowView>,
    product_id: Uuid,
    product_name: Text,
    /// How the hash was made: 2 covers the rows, 1 only the seed.
    #[schemars(extend("enum" = [1, 2]))]
    rule: i64,
    /// Hexadecimal SHA-256, published before the payment. Rule 2: of the lines `witverse draw 2`, the order's id, the seed, and `no weight left` of each row (`-` without a stock). Rule 1: of the seed.
    seed_hash: String,
    /// What the hash covers; empty for rule 1.
    rows: Vec<PromisedView>,
    /// Hexadecimal; revealed with the draw.
    seed: String,
    /// The buyer's part, hexadecimal.
    nonce: String,
    committed_at: Timestamp,
    drawn_at: Timestamp,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct DrawOfItem {
    /// Null for an item that was not drawn.
    draw: Option<DrawView>,
}

/// The draw of an item.
pub(crate) fn view(ctx: &Ctx, Params(by): Params<ByItem>) -> Result<Payload<DrawOfItem>, Error> {
    let item = Uuid::parse(&by.item_id).ok_or(ITEM_NOT_FOUND)?;
    let drawn: Option<Drawn> = ctx.sql().optional(
        select!(
            Drawn,
            "from given g join purchase p on p.id = g.purchase_id join product o on o.id = p.product_id where \
             g.item_id = $1 and g.odds is not null and p.seed is not null and p.nonce is not null and p.paid_at \
             is not null"
        ),
        &params![&item],
    )?;
    let draw = drawn.map(|drawn| shown(ctx, drawn)).transpose()?;
    Ok(Payload(DrawOfItem { draw }))
}

fn shown(ctx: &Ctx, drawn: Drawn) -> Result<DrawView, Error> {
    let contents = stock::contents(ctx, &drawn.product)?;
    let named = |odds: Odds| {
        let content = contents.iter().find(|content| content.no == odds.no);
        RowView {
            name: content.map_or_else(|| Text::new("", ""), |content| content.name.clone()),
            odds,
        }
    };
    Ok(DrawView {
        order_id: drawn.order,
        n: drawn.n,
        content_no: drawn.content_no,
        rule: drawn.rule,
        rows: PromisedView::all(&drawn.promised.unwrap_or_default(), &contents),
        odds: drawn.odds.into_iter().map(named).collect(),
        product_id: drawn.product,
        product_name: drawn.product_name,
        seed_hash: drawn.seed_hash,
        seed: draw::hex(&drawn.seed),
        nonce: drawn.nonce,
        committed_at: drawn.committed_at,
        drawn_at: drawn.drawn_at,
    })
}
