//! The signed quote of a purchase: for 60 seconds, the buyer pays exactly this or nothing.
//!
//! The statement names everything that decides what the buyer pays and gets. Ed25519 signatures are deterministic, so a
//! quote is verified by signing its statement again; a quote that another key signed is a changed one.

use crate::money::Split;
use crate::problems::{QUOTE_EXPIRED, QUOTE_INVALID};
use serde::{Deserialize, Serialize};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, localized};

/// How long a quote is valid.
pub const VALID_MS: i64 = 60_000;

/// The terms of a purchase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Terms {
    /// The listing.
    pub listing_id: Uuid,
    /// The parts of the price.
    #[serde(flatten)]
    pub split: Split,
    /// The version of the market's rules that the fee comes from.
    #[schemars(range(min = 1))]
    pub rules_version: i64,
    /// The version of the item.
    #[schemars(range(min = 1))]
    pub item_version: i64,
}

/// Terms for one person, with the platform's signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// What is bought, for how much.
    #[serde(flatten)]
    pub terms: Terms,
    /// The end.
    pub expires_at: Timestamp,
    /// The signature over the statement.
    pub signature: String,
}

fn statement(terms: &Terms, buyer: &Uuid, expires_at: Timestamp) -> String {
    let split = terms.split;
    format!(
        "quote 1\nlisting {}\nbuyer {buyer}\nprice {}\nfee {}\nroyalty {}\nrules {}\nitem version {}\nuntil {}",
        terms.listing_id,
        split.price_hundredths,
        split.fee_hundredths,
        split.royalty_hundredths,
        terms.rules_version,
        terms.item_version,
        expires_at.as_millis(),
    )
}

impl Quote {
    pub(crate) fn sign(ctx: &Ctx, terms: Terms, buyer: &Uuid) -> Result<Self, Error> {
        let expires_at = ctx.now().plus_millis(VALID_MS);
        let signed = ctx
            .signing()
            .sign(statement(&terms, buyer, expires_at).as_bytes())?;
        Ok(Self {
            terms,
            expires_at,
            signature: signed.signature,
        })
    }

    /// Checks that this is a quote of the platform for `buyer` and `listing` that is still valid.
    pub(crate) fn verify(&self, ctx: &Ctx, listing: &Uuid, buyer: &Uuid) -> Result<(), Error> {
        let statement = statement(&self.terms, buyer, self.expires_at);
        let signed = ctx.signing().sign(statement.as_bytes())?;
        if signed.signature != self.signature || self.terms.listing_id != *listing {
            return Err(QUOTE_INVALID.into());
        }
        self.in_time(ctx.now())
    }

    fn in_time(&self, now: Timestamp) -> Result<(), Error> {
        match now < self.expires_at {
            true => Ok(()),
            false => Err(QUOTE_EXPIRED.into()),
        }
    }
}

/// The error that names the one field that has changed since the quote was made.
pub fn difference(quoted: &Terms, now: &Terms) -> Option<Error> {
    let changed = [
        (
            "itemVersion",
            quoted.item_version == now.item_version,
            (
                "아이템의 소유 이력이 바뀌었습니다.",
                "The ownership of this item has changed.",
            ),
        ),
        (
            "priceHundredths",
            quoted.split.price_hundredths == now.split.price_hundredths,
            (
                "판매자가 가격을 바꿨습니다.",
                "The seller has changed the price.",
            ),
        ),
        (
            "rulesVersion",
            quoted.rules_version == now.rules_version,
            (
                "마켓 규칙이 바뀌었습니다.",
                "The rules of the market have changed.",
            ),
        ),
        (
            "feeHundredths",
            quoted.split.fee_hundredths == now.split.fee_hundredths,
            ("수수료가 바뀌었습니다.", "The fee has changed."),
        ),
        (
            "royaltyHundredths",
            quoted.split.royalty_hundredths == now.split.royalty_hundredths,
            (
                "창작자 로열티가 바뀌었습니다.",
                "The creator's royalty has changed.",
            ),
        ),
    ];
    let (field, _, (ko, en)) = changed.into_iter().find(|(_, same, _)| !same)?;
    let text = localized(
        format!("{ko} WIT는 차감되지 않았습니다. 다시 확인해 주세요."),
        format!("{en} You were not charged. Please check it again."),
    );
    Some(Error::new(409, "quote_changed", text).at(field))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> Terms {
        Terms {
            listing_id: Uuid::nil(),
            split: Split {
                price_hundredths: 1_000,
                fee_hundredths: 20,
                royalty_hundredths: 50,
                seller_receives_hundredths: 930,
            },
            rules_version: 1,
            item_version: 3,
        }
    }

    #[test]
    fn a_difference_names_the_field_that_has_changed() {
        assert!(difference(&terms(), &terms()).is_none());
        let check = |now: Terms, field: &str| {
            let error = difference(&terms(), &now).expect("a difference");
            assert_eq!(error.code(), "quote_changed");
            assert_eq!(error.fields()[0].field, field);
        };
        let split = terms().split;
        let with = |split: Split| Terms { split, ..terms() };
        check(
            Terms {
                item_version: 4,
                ..terms()
            },
            "itemVersion",
        );
        check(
            Terms {
                rules_version: 2,
                ..terms()
            },
            "rulesVersion",
        );
        check(
            with(Split {
                price_hundredths: 900,
                ..split
            }),
            "priceHundredths",
        );
        check(
            with(Split {
                fee_hundredths: 21,
                ..split
            }),
            "feeHundredths",
        );
        check(
            with(Split {
                royalty_hundredths: 0,
                ..split
            }),
            "royaltyHundredths",
        );
    }

    #[test]
    fn every_term_is_part_of_the_statement() {
        let base = statement(&terms(), &Uuid::nil(), Timestamp::from_millis(1));
        let split = terms().split;
        for other in [
            Terms {
                rules_version: 2,
                ..terms()
            },
            Terms {
                item_version: 4,
                ..terms()
            },
            Terms {
                split: Split {
                    price_hundredths: 1,
                    ..split
                },
                ..terms()
            },
            Terms {
                split: Split {
                    fee_hundredths: 1,
                    ..split
                },
                ..terms()
            },
            Terms {
                split: Split {
                    royalty_hundredths: 1,
                    ..split
                },
                ..terms()
            },
        ] {
            assert_ne!(
                statement(&other, &Uuid::nil(), Timestamp::from_millis(1)),
                base
            );
        }
        assert_ne!(
            statement(&terms(), &Uuid::nil(), Timestamp::from_millis(2)),
            base
        );
    }
}
