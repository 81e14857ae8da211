//! What a person must confirm: the terms of every trade, and an unusual price by typing it again.

use crate::money::{self, Price};
use crate::problems::AGREEMENT_REQUIRED;
use crate::rules::Rules;
use crate::sale;
use witverse_sdk::{Ctx, Error, Uuid, localized};

/// # Errors
/// `agreement_required`.
pub(crate) fn agreed(agreed: bool) -> Result<(), Error> {
    match agreed {
        true => Ok(()),
        false => Err(Error::from(AGREEMENT_REQUIRED).at("agreed")),
    }
}

/// Refuses a price far over or under the median of the collection, unless the same amount was typed again.
pub(crate) fn usual_price(
    ctx: &Ctx,
    rules: &Rules,
    collection: &Uuid,
    price: Price,
    confirmed: Option<i64>,
) -> Result<(), Error> {
    let hundredths = confirmed.and_then(|wit| wit.checked_mul(100));
    if hundredths == Some(price.to_stored()) {
        return Ok(());
    }
    let median = sale::median(ctx, collection)?;
    if !money::is_unusual(price, median, rules.outlier_times) {
        return Ok(());
    }
    let usual = Price::stored(median.unwrap_or_default()).hundredths() / 100;
    let (price, times) = (price.hundredths() / 100, rules.outlier_times);
    Err(Error::new(
        409,
        "price_unusual",
        localized(
            format!(
                "최근 거래의 중간 가격은 {usual} WIT입니다. {price} WIT는 {times}배 이상 차이가 나므로, 금액을 한 번 더 입력해 주세요."
            ),
            format!(
                "The median of recent sales is {usual} WIT. {price} WIT differs {times} times or more, so please type the amount again."
            ),
        ),
    )
    .at("confirmedPrice"))
}
