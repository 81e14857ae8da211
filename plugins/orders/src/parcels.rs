//! The parcels of an order: one when it is shipped, and more that the seller adds while they are on their way. A parcel never
//! changes, except for the state that its carrier reports.

use crate::carriers::Sent;
use crate::packing::{NewProof, Proof};
use crate::problems::{NOTE_LIMIT, ORDER_STATE, PARCEL_LIMIT, PARCEL_NOT_FOUND};
use crate::purchase::{Purchase, State};
use crate::reason::checked_reason;
use serde::Serialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::sql::{FromRow, Row, SqlError};
use witverse_sdk::{Ctx, Error, FileView, Timestamp, Uuid, params, select};

/// Parcels of one delivery, and notes of one parcel; the tables have the same limits.
const MOST: i64 = 10;

/// A parcel as it is stored.
#[derive(FromRow)]
pub(crate) struct Parcel {
    n: i64,
    #[row(flatten)]
    sent: Sent,
    #[row(with = tracked, columns = "tracked_state, tracked_at")]
    tracked: Option<(String, Timestamp)>,
    shipped_at: Timestamp,
    #[row(flatten)]
    proof: Proof,
}

/// What was added to a parcel later.
#[derive(FromRow)]
struct Note {
    parcel_n: i64,
    n: i64,
    reason: String,
    #[row(flatten)]
    proof: Proof,
    made_at: Timestamp,
}

fn tracked(row: Row<'_>) -> Result<Option<(String, Timestamp)>, SqlError> {
    let state: Option<String> = row.get("tracked_state")?;
    Ok(state.zip(row.get("tracked_at")?))
}

/// A parcel, as both sides see it.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ParcelView {
    n: i64,
    /// The code of a listed carrier, or the name of another one.
    carrier: Option<String>,
    /// Of a listed carrier.
    carrier_name: Option<Text>,
    tracking: Option<String>,
    /// The carrier's page about the parcel.
    tracking_url: Option<String>,
    /// The latest state that is known; null without a tracking service.
    #[schemars(extend("enum" = ["delivered", "held", "missed", "moving", "out", "pickedup", "problem", "received", null]))]
    tracked_state: Option<String>,
    tracked_at: Option<Timestamp>,
    shipped_at: Timestamp,
    /// Grams.
    weight_grams: Option<i64>,
    photos: Vec<PhotoView>,
    /// What the seller added later.
    notes: Vec<NoteView>,
}

/// A photo of a parcel; one that an administrator has removed keeps its hash.
#[derive(Serialize, schemars::JsonSchema)]
struct PhotoView {
    /// Hexadecimal, of the largest picture at its address.
    sha256: String,
    /// Null if an administrator has removed it.
    file: Option<FileView>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NoteView {
    n: i64,
    reason: String,
    /// Grams.
    weight_grams: Option<i64>,
    photos: Vec<PhotoView>,
    made_at: Timestamp,
}

/// The parcels of the current delivery.
pub(crate) fn of(ctx: &Ctx, purchase: &Purchase) -> Result<Vec<Parcel>, Error> {
    Ok(ctx
        .sql()
        .query(
            select!(
                Parcel,
                "from parcel where purchase_id = $1 and exchange = $2 order by n"
            ),
            &params![&purchase.id, purchase.exchanges],
        )?
        .all()?)
}

fn notes_of(ctx: &Ctx, purchase: &Purchase) -> Result<Vec<Note>, Error> {
    Ok(ctx
        .sql()
        .query(
            select!(
                Note,
                "from parcel_note where purchase_id = $1 and exchange = $2 order by parcel_n, n"
            ),
            &params![&purchase.id, purchase.exchanges],
        )?
        .all()?)
}

/// The parcels of the current delivery with their photos and notes, for a response.
pub(crate) fn views(ctx: &Ctx, purchase: &Purchase) -> Result<Vec<ParcelView>, Error> {
    if purchase.shipped_at.is_none() {
        return Ok(Vec::new());
    }
    let (parcels, notes) = (of(ctx, purchase)?, notes_of(ctx, purchase)?);
    let proofs = parcels
        .iter()
        .map(|one| &one.proof)
        .chain(notes.iter().map(|one| &one.proof));
    let ids: Vec<Uuid> = proofs.flat_map(|proof| proof.photos.clone()).collect();
    let files: Vec<FileView> = ctx
        .files()
        .info(&ids)
        .into_iter()
        .map(FileView::from)
        .collect();
    Ok(parcels
        .into_iter()
        .map(|parcel| {
            let listed = parcel.sent.listed();
            let tracking_url = listed
                .as_ref()
                .map(|(carrier, number)| carrier.page_of(number));
            let carrier_name = listed.map(|(carrier, _)| carrier.name);
            let own = notes.iter().filter(|note| note.parcel_n == parcel.n);
            let (tracked_state, tracked_at) = parcel.tracked.unzip();
            ParcelView {
                n: parcel.n,
                carrier_name,
                tracking_url,
                tracked_state,
                tracked_at,
                shipped_at: parcel.shipped_at,
                weight_grams: parcel.proof.weight_grams,
                photos: photos(&parcel.proof, &files),
                notes: own.map(|note| NoteView::of(note, &files)).collect(),
                carrier: parcel.sent.carrier,
                tracking: parcel.sent.tracking,
            }
        })
        .collect())
}

fn photos(proof: &Proof, files: &[FileView]) -> Vec<PhotoView> {
    let photos = proof.photos.iter().zip(&proof.hashes);
    photos
        .map(|(id, hash)| PhotoView {
            sha256: hash.clone(),
            file: files.iter().find(|file| file.file_id == *id).cloned(),
        })
        .collect()
}

impl NoteView {
    fn of(note: &Note, files: &[FileView]) -> Self {
        Self {
            n: note.n,
            reason: note.reason.clone(),
            weight_grams: note.proof.weight_grams,
            photos: photos(&note.proof, files),
            made_at: note.made_at,
        }
    }
}

/// The name of a parcel: of its photos, its proof, and for the tracking service.
fn reference(purchase: &Purchase, n: i64) -> String {
    format!("parcel:{}:{}:{n}", purchase.id, purchase.exchanges)
}

/// Adds a parcel to a shipped order, whose row the caller has locked.
pub(crate) fn add(
    ctx: &Ctx,
    purchase: &Purchase,
    (sent, new): (Sent, &NewProof),
) -> Result<(), Error> {
    if purchase.state != State::Shipped {
        return Err(ORDER_STATE.into());
    }
    let n = i64::try_from(of(ctx, purchase)?.len()).unwrap_or(MOST) + 1;
    if n > MOST {
        return Err(PARCEL_LIMIT.into());
    }
    let reference = reference(purchase, n);
    let proof = new.attach(ctx, &reference)?;
    ctx.sql().execute(
        "insert into parcel (purchase_id, exchange, n, carrier, tracking, shipped_at, weight_grams, photo_ids, photo_hashes) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        &params![
            &purchase.id,
            purchase.exchanges,
            n,
            sent.carrier.as_ref(),
            sent.tracking.as_ref(),
            ctx.now(),
            proof.weight_grams,
            proof.photos.clone(),
            proof.hashes.clone()
        ],
    )?;
    if let Some((carrier, number)) = sent.listed() {
        ctx.tracking().follow(&reference, &carrier.code, number)?;
    }
    proof.attest(ctx, purchase, &reference)
}

/// Adds to a parcel what its seller has to say later; the parcel itself stays as it is. The caller has locked the order.
pub(crate) fn supplement(
    ctx: &Ctx,
    purchase: &Purchase,
    (parcel, reason): (i64, &str),
    (new, by): (&NewProof, &Uuid),
) -> Result<(), Error> {
    let reason = checked_reason(reason)?;
    if !matches!(purchase.state, State::Shipped | State::Delivered) {
        return Err(ORDER_STATE.into());
    }
    if !of(ctx, purchase)?.iter().any(|one| one.n == parcel) {
        return Err(PARCEL_NOT_FOUND.into());
    }
    let (n,): (i64,) = ctx.sql().one(
        "select count(*) + 1 from parcel_note where purchase_id = $1 and exchange = $2 and parcel_n = $3",
        &params![&purchase.id, purchase.exchanges, parcel],
    )?;
    if n > MOST {
        return Err(NOTE_LIMIT.into());
    }
    let reference = format!("{}:note:{n}", reference(purchase, parcel));
    let proof = new.attach(ctx, &reference)?;
    ctx.sql().execute(
        "insert into parcel_note (purchase_id, exchange, parcel_n, n, reason, weight_grams, photo_ids, photo_hashes, made_by, \
         made_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        &params![
            &purchase.id,
            purchase.exchanges,
            parcel,
            n,
            reason,
            proof.weight_grams,
            proof.photos.clone(),
            proof.hashes.clone(),
            by,
            ctx.now()
        ],
    )?;
    proof.attest(ctx, purchase, &reference)
}
