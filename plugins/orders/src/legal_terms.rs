//! The legal periods of decision 29 as versioned settings. A term that has begun keeps its end; a new version holds for terms that
//! begin later. The bounds are those of the law: no version has shorter periods for buyers.

use crate::operators;
use crate::problems::TERMS_CHANGED;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::sql::{FromRow, OnConstraint};
use witverse_sdk::{Ctx, DAY_MS, Error, Timestamp, params, select, text};

const REASON_MAX: usize = 200;
const YEAR_DAYS: i128 = 365;

/// A version of the periods.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LegalTerms {
    /// Grows by one.
    pub(crate) version: i64,
    /// Days from the receipt to withdraw.
    pub(crate) withdraw_days: i64,
    /// Days from the receipt to report a defect.
    pub(crate) defect_days: i64,
    /// Days from the discovery to report a defect.
    pub(crate) found_days: i64,
    /// Business days from the return to the refund.
    pub(crate) refund_business_days: i64,
    /// Interest of a late refund in a year, in hundredths of a percent.
    pub(crate) late_interest_bp: i64,
    /// When it was made.
    pub(crate) made_at: Timestamp,
}

/// A refund that was or is late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Late {
    /// Whole days after the end of the term.
    pub(crate) days: i64,
    /// What the seller owes for them, in the unit of the payment, rounded up.
    pub(crate) interest: i64,
    /// In a year, in hundredths of a percent.
    pub(crate) interest_bp: i64,
}

impl LegalTerms {
    /// The interest of a refund of `amount` that was due at `due` and is made at `at`; `None` within a day of the term.
    pub(crate) fn late(&self, amount: i64, due: Timestamp, at: Timestamp) -> Option<Late> {
        let days = (at.as_millis() - due.as_millis()) / DAY_MS;
        if days < 1 {
            return None;
        }
        let yearly = i128::from(amount) * i128::from(self.late_interest_bp);
        let interest = (yearly * i128::from(days) + 10_000 * YEAR_DAYS - 1) / (10_000 * YEAR_DAYS);
        Some(Late {
            days,
            interest: i64::try_from(interest).unwrap_or(i64::MAX),
            interest_bp: self.late_interest_bp,
        })
    }
}

/// The version in force.
pub(crate) fn current(ctx: &Ctx) -> Result<LegalTerms, Error> {
    Ok(ctx.sql().one(
        select!(LegalTerms, "from legal_terms order by version desc limit 1"),
        &params![],
    )?)
}

pub(crate) fn view(ctx: &Ctx, (): ()) -> Result<Payload<LegalTerms>, Error> {
    Ok(Payload(current(ctx)?))
}

#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewTerms {
    /// The version that the administrator has read.
    #[schemars(range(min = 1))]
    version: i64,
    /// Days from the receipt to withdraw.
    #[schemars(range(min = 7, max = 90))]
    withdraw_days: i64,
    /// Days from the receipt to report a defect.
    #[schemars(range(min = 92, max = 730))]
    defect_days: i64,
    /// Days from the discovery to report a defect.
    #[schemars(range(min = 30, max = 365))]
    found_days: i64,
    /// Business days from the return to the refund.
    #[schemars(range(min = 0, max = 3))]
    refund_business_days: i64,
    /// Interest of a late refund in a year, in hundredths of a percent.
    #[schemars(range(min = 0, max = 10000))]
    late_interest_bp: i64,
    /// For the record. At most 200 characters, as people count them.
    #[serde(default)]
    #[schemars(length(max = 3200))]
    reason: String,
}

impl NewTerms {
    fn check(&self) -> Result<(), Error> {
        let fields = [
            ("withdrawDays", self.withdraw_days, 7, 90),
            ("defectDays", self.defect_days, 92, 730),
            ("foundDays", self.found_days, 30, 365),
            ("refundBusinessDays", self.refund_business_days, 0, 3),
            ("lateInterestBp", self.late_interest_bp, 0, 10_000),
        ];
        let wrong = fields
            .into_iter()
            .filter(|(_, value, min, max)| !(min..=max).contains(&value))
            .map(|(field, _, min, max)| Error::number_field(field, min, max));
        let long = text::paragraph("reason", &self.reason, 0..=REASON_MAX).err();
        Error::all(wrong.chain(long))
    }
}

/// Makes the next version. Of two administrators who change the same version, one is refused.
pub(crate) fn change(ctx: &Ctx, Json(new): Json<NewTerms>) -> Result<Payload<LegalTerms>, Error> {
    new.check()?;
    let me = ctx.caller()?;
    operators::note(ctx)?;
    if current(ctx)?.version != new.version {
        return Err(TERMS_CHANGED.into());
    }
    ctx.sql()
        .execute(
            "insert into legal_terms (version, withdraw_days, defect_days, found_days, refund_business_days, \
             late_interest_bp, reason, made_by, made_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            &params![
                new.version + 1,
                new.withdraw_days,
                new.defect_days,
                new.found_days,
                new.refund_business_days,
                new.late_interest_bp,
                new.reason.trim(),
                &me.id,
                ctx.now()
            ],
        )
        .on_constraint(&[("legal_terms_pkey", TERMS_CHANGED)])?;
    Ok(Payload(current(ctx)?))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Late, LegalTerms};
    use witverse_sdk::{DAY_MS, Timestamp};

    /// The first version.
    pub(crate) fn terms() -> LegalTerms {
        LegalTerms {
            version: 1,
            withdraw_days: 7,
            defect_days: 92,
            found_days: 30,
            refund_business_days: 3,
            late_interest_bp: 1_500,
            made_at: Timestamp::from_millis(0),
        }
    }

    #[test]
    fn a_late_refund_bears_interest_for_whole_days() {
        let at = |days: i64| Timestamp::from_millis(days * DAY_MS);
        let late = |days: i64| terms().late(73_000, at(0), at(days));
        assert_eq!(late(0), None);
        assert_eq!(late(-1), None);
        // 15 % of 73,000 in a year are 10,950: 30 a day.
        let one = Late {
            days: 1,
            interest: 30,
            interest_bp: 1_500,
        };
        assert_eq!(late(1), Some(one));
        assert_eq!(late(10).map(|late| late.interest), Some(300));
        // In favour of the buyer.
        let small = terms().late(1, at(0), at(1)).map(|late| late.interest);
        assert_eq!(small, Some(1));
    }
}
