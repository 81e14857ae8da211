//! The receipt of a sale, for everybody: price and split, time, and the ids of the link in the item's chain and of the payment in
//! the ledger, signed by the platform. It names no person. Ed25519 signatures are deterministic, so a receipt is always the same.

use crate::item::ItemCard;
use crate::money::Split;
use crate::problems::SALE_NOT_FOUND;
use crate::sale::{self, Sale};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use witverse_sdk::http::{Params, Payload};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BySale {
    sale_id: String,
}

/// What is signed. The order of its fields is their order in the statement.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Statement<'a> {
    kind: &'static str,
    sale: &'a Uuid,
    item: &'a Uuid,
    #[serde(flatten)]
    split: Split,
    rules_version: i64,
    provenance_seq: i64,
    payment: &'a Uuid,
    at: Timestamp,
}

impl<'a> From<&'a Sale> for Statement<'a> {
    fn from(sale: &'a Sale) -> Self {
        Self {
            kind: "sale",
            sale: &sale.id,
            item: &sale.card.item_id,
            split: sale.split,
            rules_version: sale.rules_version,
            provenance_seq: sale.provenance_seq,
            payment: &sale.payment,
            at: sale.at,
        }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Receipt {
    sale_id: Uuid,
    item: ItemCard,
    #[serde(flatten)]
    split: Split,
    /// The version of the market's rules.
    rules_version: i64,
    /// The link in the item's provenance chain.
    provenance_seq: i64,
    /// The payment in the ledger; its transfers are derived from it.
    payment_id: Uuid,
    /// An offer was accepted.
    is_offer: bool,
    /// A wash trade by the rules of the market: not part of volume, median and chart.
    is_wash: bool,
    at: Timestamp,
    /// What is signed, as JSON.
    statement: String,
    /// Base64url, of witverse:market, a line feed and the statement.
    signature: String,
    key_id: String,
    /// Every key that may have signed it, as a JWK set.
    #[schemars(with = "witverse_sdk::ctx::JsonWebKeySet")]
    keys: Value,
}

/// The receipt of a sale.
pub(crate) fn view(ctx: &Ctx, Params(by): Params<BySale>) -> Result<Payload<Receipt>, Error> {
    let id = Uuid::parse(&by.sale_id).ok_or(SALE_NOT_FOUND)?;
    let sale = sale::by_id(ctx, &id)?.ok_or(SALE_NOT_FOUND)?;
    let statement = serde_json::to_string(&Statement::from(&sale))
        .map_err(|error| Error::internal(format!("a receipt: {error}")))?;
    let signed = ctx.signing().sign(statement.as_bytes())?;
    let keys = serde_json::from_str(&ctx.signing().keys())
        .map_err(|error| Error::internal(format!("the signing keys are not JSON: {error}")))?;
    Ok(Payload(Receipt {
        sale_id: sale.id,
        item: sale.card,
        split: sale.split,
        rules_version: sale.rules_version,
        provenance_seq: sale.provenance_seq,
        payment_id: sale.payment,
        is_offer: sale.offer.is_some(),
        is_wash: sale.wash.is_wash,
        at: sale.at,
        statement,
        signature: signed.signature,
        key_id: signed.key_id,
        keys,
    }))
}
