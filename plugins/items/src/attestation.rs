//! Signed statements about items that are no change of owner: the weight of a parcel that was packed with them, and the hashes
//! of its photos. They are shown with the provenance of an item, beside its chain. A statement names no person.

use crate::signing;
use serde::Serialize;
use witverse_sdk::services::items::{AttestPacking, Attested};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// Items of one statement: an order has at most twenty.
const ITEMS_MAX: usize = 100;
const PHOTOS_MAX: usize = 3;
/// Statements of one item that are shown, the newest.
const SHOWN_MAX: u32 = 100;

/// What is hashed and signed. The order of its fields is their order in the statement.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Statement<'a> {
    kind: &'static str,
    items: &'a [Uuid],
    at: Timestamp,
    reference: &'a str,
    weight_grams: Option<i64>,
    photos: &'a [String],
}

/// A statement about an item, as everybody sees it.
#[derive(Debug, Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
#[row(alias = "a")]
pub(crate) struct AttestationView {
    at: Timestamp,
    /// Hexadecimal SHA-256 of `statement`.
    hash: String,
    /// Which key signed it.
    key_id: String,
    /// base64url Ed25519 over "witverse:items\n" followed by `statement`.
    signature: String,
    /// The very JSON text that was hashed and signed: kind (`packed`), items, at, reference, weightGrams, photos (hexadecimal SHA-256).
    statement: String,
}

fn is_valid(of: &AttestPacking) -> bool {
    let is_hash = |text: &String| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    (1..=100).contains(&of.key.len())
        && (1..=ITEMS_MAX).contains(&of.items.len())
        && of.photos.len() <= PHOTOS_MAX
        && of.photos.iter().all(is_hash)
        && of.weight_grams.is_none_or(|grams| grams > 0)
}

/// Signs what was packed with items. Idempotent by the plugin's key.
pub(crate) fn attest(ctx: &Ctx, plugin: &str, of: AttestPacking) -> Result<Attested, Error> {
    if !is_valid(&of) {
        return Err(Error::internal("an invalid statement about a parcel"));
    }
    let now = ctx.now();
    let statement = Statement {
        kind: "packed",
        items: &of.items,
        at: now,
        reference: &of.key,
        weight_grams: of.weight_grams,
        photos: &of.photos,
    };
    let text = serde_json::to_string(&statement)
        .map_err(|error| Error::internal(format!("a statement: {error}")))?;
    let signed = signing::sign(ctx, &text)?;
    let id = ctx.random().uuid();
    let written = ctx.sql().execute(
        "insert into attestation (id, plugin, key, at, statement, hash, key_id, signature) \
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (plugin, key) do nothing",
        &params![
            &id,
            plugin,
            &of.key,
            now,
            &text,
            &signed.hash,
            &signed.key_id,
            &signed.signature
        ],
    )?;
    if written == 0 {
        return Ok(Attested { attested: false });
    }
    ctx.sql().execute(
        "insert into attested_item (item_id, attestation_id) select i.id, $2 from unnest($1::uuid[]) i (id) order by i.id",
        &params![of.items.clone(), &id],
    )?;
    Ok(Attested { attested: true })
}

/// The statements about an item, the newest first.
pub(crate) fn of_item(ctx: &Ctx, item: &Uuid) -> Result<Vec<AttestationView>, Error> {
    Ok(ctx
        .sql()
        .query(
            select!(
                AttestationView,
                "from attested_item i join attestation a on a.id = i.attestation_id where i.item_id = $1 \
                 order by a.at desc, a.id desc limit $2"
            ),
            &params![item, SHOWN_MAX],
        )?
        .all()?)
}

#[cfg(test)]
mod tests {
    use super::{AttestPacking, Statement, is_valid};
    use witverse_sdk::{Timestamp, Uuid};

    #[test]
    fn a_statement_is_always_the_same_text() {
        let (items, photos) = ([Uuid::nil()], ["ab".to_owned()]);
        let statement = Statement {
            kind: "packed",
            items: &items,
            at: Timestamp::from_millis(0),
            reference: "parcel:7:0:1",
            weight_grams: Some(320),
            photos: &photos,
        };
        assert_eq!(
            serde_json::to_string(&statement).ok().as_deref(),
            Some(
                r#"{"kind":"packed","items":["00000000-0000-0000-0000-000000000000"],"at":"1970-01-01T00:00:00.000Z","reference":"parcel:7:0:1","weightGrams":320,"photos":["ab"]}"#
            )
        );
    }

    #[test]
    fn statements_are_bounded() {
        let check = |key: &str, items: usize, photos: &[String], expect: bool| {
            let packed = AttestPacking {
                key: key.to_owned(),
                items: vec![Uuid::nil(); items],
                weight_grams: None,
                photos: photos.to_vec(),
            };
            assert_eq!(is_valid(&packed), expect, "{key:?} {items} {photos:?}");
        };
        let hash = "a".repeat(64);
        check("k", 1, std::slice::from_ref(&hash), true);
        check("k", 100, &[], true);
        check("", 1, &[], false);
        check("k", 0, &[], false);
        check("k", 101, &[], false);
        check("k", 1, &[hash.replace('a', "g")], false);
        check("k", 1, &vec![hash; 4], false);
    }
}
