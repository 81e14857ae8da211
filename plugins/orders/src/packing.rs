//! Proof of packing: the weight of a parcel and up to three photos. The hashes of the photos are signed for the items of the
//! order, in their provenance. A parcel never changes afterwards; the seller can only add to it, with a reason.

use crate::purchase::Purchase;
use crate::store;
use serde::Deserialize;
use witverse_sdk::services::items::AttestPacking;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, FileKind, Uuid};

const PHOTOS_MAX: usize = 3;
/// Grams; the table has the same limit.
const WEIGHT_MAX: i64 = 100_000;

/// What a seller adds to a parcel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct NewProof {
    /// The weight of the packed parcel.
    #[schemars(range(min = 1, max = 100000))]
    pub weight_grams: Option<i64>,
    /// Uploaded images of the seller.
    #[schemars(length(max = 3))]
    pub file_ids: Vec<Uuid>,
}

/// A proof with the hashes of its photos.
#[derive(Clone, Debug, Default, FromRow)]
pub(crate) struct Proof {
    pub(crate) weight_grams: Option<i64>,
    #[row(column = "photo_ids")]
    pub(crate) photos: Vec<Uuid>,
    #[row(column = "photo_hashes")]
    pub(crate) hashes: Vec<String>,
}

impl NewProof {
    /// Checks what needs no file.
    pub fn check(&self) -> Result<(), Error> {
        if let Some(weight) = self.weight_grams
            && !(1..=WEIGHT_MAX).contains(&weight)
        {
            return Err(Error::field(
                "weightGrams",
                "무게는 1~100,000g 사이로 입력해 주세요.",
                "Enter a weight from 1 to 100,000 grams.",
            ));
        }
        let mut different = self.file_ids.clone();
        different.sort();
        different.dedup();
        match self.file_ids.len() <= PHOTOS_MAX && different.len() == self.file_ids.len() {
            true => Ok(()),
            false => Err(Error::field(
                "fileIds",
                format!("서로 다른 사진을 {PHOTOS_MAX}장까지 넣을 수 있습니다."),
                format!("Add up to {PHOTOS_MAX} different photos."),
            )),
        }
    }

    /// Whether nothing was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.weight_grams.is_none() && self.file_ids.is_empty()
    }

    /// Attaches the photos, which are kept from now on, and reads their hashes.
    pub(crate) fn attach(&self, ctx: &Ctx, reference: &str) -> Result<Proof, Error> {
        self.check()?;
        let mut hashes = Vec::new();
        for file in &self.file_ids {
            ctx.files()
                .attach_ready(file, FileKind::Image, reference, "fileIds")?;
            let hash = ctx.files().digest(file);
            hashes.push(hash.ok_or_else(|| Error::internal("a ready photo has no hash"))?);
        }
        Ok(Proof {
            weight_grams: self.weight_grams,
            photos: self.file_ids.clone(),
            hashes,
        })
    }
}

impl Proof {
    /// Adds a proof to the provenance of the items of the order that exist. `reference` names the parcel or the note.
    pub(crate) fn attest(
        &self,
        ctx: &Ctx,
        purchase: &Purchase,
        reference: &str,
    ) -> Result<(), Error> {
        if self.weight_grams.is_none() && self.hashes.is_empty() {
            return Ok(());
        }
        let items: Vec<Uuid> = store::given(ctx, &purchase.id)?
            .into_iter()
            .filter_map(|given| given.item_id)
            .collect();
        if items.is_empty() {
            return Ok(());
        }
        let packed = AttestPacking {
            key: reference.to_owned(),
            items,
            weight_grams: self.weight_grams,
            photos: self.hashes.clone(),
        };
        ctx.services().request(&packed).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::NewProof;
    use witverse_sdk::Uuid;

    #[test]
    fn a_proof_has_a_weight_and_three_photos_at_most() {
        let id = |n: u8| {
            Uuid::parse(&format!("00000000-0000-0000-0000-00000000000{n}")).unwrap_or(Uuid::nil())
        };
        let check = |weight: Option<i64>, photos: &[u8], expect: bool| {
            let proof = NewProof {
                weight_grams: weight,
                file_ids: photos.iter().map(|n| id(*n)).collect(),
            };
            assert_eq!(proof.check().is_ok(), expect, "{weight:?} {photos:?}");
        };
        check(None, &[], true);
        check(Some(1), &[1, 2, 3], true);
        check(Some(100_000), &[1], true);
        check(Some(0), &[], false);
        check(Some(100_001), &[], false);
        check(None, &[1, 2, 3, 4], false);
        check(None, &[1, 1], false);
    }
}
