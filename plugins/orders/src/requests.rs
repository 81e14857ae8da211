//! Withdrawals and defects: the buyer asks, the seller decides. The rows of `clock` decide whether asking is still possible.

use crate::access;
use crate::alarms;
use crate::clocks::{self, Clock, FOUND_DAYS};
use crate::deliver;
use crate::flow;
use crate::problems::{
    DEFECT_OVER, NO_REQUEST, NOT_WITHDRAWABLE, ORDER_NOT_FOUND, ORDER_STATE, REQUEST_OPEN,
    WITHDRAWAL_OVER,
};
use crate::purchase::{Purchase, State, Step};
use crate::reason::checked_reason;
use crate::request_store::{finish, open};
use crate::stock;
use crate::store;
use crate::views::{self, ByOrder, OrderView};
use serde::{Deserialize, Serialize};
use witverse_sdk::DAY_MS;
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::{Ctx, Error, FileKind, Timestamp, Uuid, params};

const FILES_MAX: usize = 3;

/// Why a buyer asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Without a reason, within 7 days of receipt.
    Withdrawal,
    Defect,
}

impl Kind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Withdrawal => "withdrawal",
            Self::Defect => "defect",
        }
    }
}

/// What a buyer asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Wish {
    Refund,
    Exchange,
}

impl Wish {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Refund => "refund",
            Self::Exchange => "exchange",
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewRequest {
    kind: Kind,
    wish: Wish,
    reason: String,
    #[serde(default)]
    file_ids: Vec<Uuid>,
    /// When a defect was discovered; now without it.
    found_at: Option<String>,
}

/// Whether a buyer may ask. `found_at` is when the defect was discovered.
pub(crate) fn may_ask(
    purchase: &Purchase,
    kind: Kind,
    clocks: &[Clock],
    (found_at, now): (Timestamp, Timestamp),
) -> Result<(), Error> {
    if purchase.state != State::Delivered {
        return Err(ORDER_STATE.into());
    }
    match kind {
        Kind::Withdrawal if !purchase.has_parcel => Err(NOT_WITHDRAWABLE.into()),
        Kind::Withdrawal if !clocks::runs(clocks, "withdraw", now) => Err(WITHDRAWAL_OVER.into()),
        Kind::Defect if !clocks::runs(clocks, "defect", now) => Err(DEFECT_OVER.into()),
        Kind::Defect if found_at.plus_millis(FOUND_DAYS * DAY_MS) < now => Err(DEFECT_OVER.into()),
        Kind::Withdrawal | Kind::Defect => Ok(()),
    }
}

/// Asks for a withdrawal, or reports a defect. An order has one open request.
pub(crate) fn ask(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ByOrder>, Json<NewRequest>),
) -> Result<Payload<OrderView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let reason = checked_reason(&new.reason)?;
    if new.file_ids.len() > FILES_MAX {
        return Err(Error::field(
            "fileIds",
            format!("사진은 {FILES_MAX}장까지 넣을 수 있습니다."),
            format!("Add up to {FILES_MAX} photos."),
        ));
    }
    let purchase = store::lock_own(ctx, &by.uuid()?, &me.id)?;
    let clocks = clocks::of(ctx, &purchase.id)?;
    let found_at = new.found_at.as_deref().and_then(Timestamp::parse);
    may_ask(&purchase, new.kind, &clocks, (found_at.unwrap_or(now), now))?;
    if new.wish == Wish::Refund && purchase.has_parcel {
        deliver::lock_items(ctx, &purchase)?;
    }
    let id = ctx.random().uuid();
    for file in &new.file_ids {
        ctx.files()
            .attach(file, FileKind::Image, &format!("request:{id}"))?;
    }
    ctx.sql()
        .execute(
            "insert into request (id, purchase_id, kind, wish, reason, file_ids, state, requested_at) \
             values ($1, $2, $3, $4, $5, $6, 'requested', $7)",
            &params![
                &id,
                &purchase.id,
                new.kind.as_str(),
                new.wish.as_str(),
                reason,
                new.file_ids,
                now
            ],
        )
        .on_constraint(&[("request_open", REQUEST_OPEN)])?;
    let product = stock::product(ctx, &purchase.product_id)?;
    if let Some(seller) = product.and_then(|product| product.seller) {
        NewAlarm::raise_all(ctx, &alarms::requested(&purchase, &seller, &id))?;
    }
    Ok(Payload(views::own(ctx, purchase)?))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Decision {
    accept: bool,
    answer: String,
}

/// Decides an open request. An accepted one about goods waits for their return; one about a random item is refunded at once.
pub(crate) fn decide(
    ctx: &Ctx,
    (Params(by), Json(decision)): (Params<ByOrder>, Json<Decision>),
) -> Result<Payload<OrderView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let mut purchase = lock_sale(ctx, &by.uuid()?)?;
    let answer = checked_reason(&decision.answer).map_err(|error| error.at("answer"))?;
    let request = open(ctx, &purchase.id)?
        .filter(|request| request.state == "requested")
        .ok_or(NO_REQUEST)?;
    let state = if decision.accept {
        "accepted"
    } else {
        "rejected"
    };
    ctx.sql().execute(
        "update request set state = $2, answer = $3, decided_at = $4, decided_by = $5 where id = $1",
        &params![&request.request_id, state, &answer, now, &me.id],
    )?;
    if !decision.accept && request.wish == Wish::Refund.as_str() && purchase.has_parcel {
        deliver::release_items(ctx, &purchase)?;
    }
    if decision.accept && !purchase.has_parcel {
        deliver::use_up_items(ctx, &purchase, false)?;
        finish(ctx, &purchase.id)?;
        flow::refund(ctx, &mut purchase, Step::Refund)?;
    }
    let title = match decision.accept {
        true => Text::new("요청이 승인되었습니다", "Your request was accepted"),
        false => Text::new("요청이 거절되었습니다", "Your request was rejected"),
    };
    let text = Text::new(shortened(&answer), shortened(&answer));
    let what = format!("decided-{}", request.request_id);
    NewAlarm::raise_all(ctx, &alarms::news(&purchase, &what, title, text))?;
    Ok(Payload(views::sale(ctx, purchase)?))
}

/// The first characters of a text, for an alarm.
fn shortened(text: &str) -> String {
    text.chars().take(200).collect()
}

/// The goods of an accepted request came back: a new parcel is packed, or the term for the refund begins.
pub(crate) fn returned(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    let request = open(ctx, &purchase.id)?
        .filter(|request| request.state == "accepted" && request.returned_at.is_none())
        .ok_or(NO_REQUEST)?;
    ctx.sql().execute(
        "update request set returned_at = $2 where id = $1",
        &params![&request.request_id, ctx.now()],
    )?;
    if request.wish == Wish::Exchange.as_str() {
        finish(ctx, &purchase.id)?;
        return flow::exchange(ctx, purchase);
    }
    deliver::use_up_items(ctx, purchase, true)?;
    clocks::start_of_return(ctx, &purchase.id)
}

/// The seller gives the money back after the return.
pub(crate) fn refund(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    let is_back = open(ctx, &purchase.id)?
        .is_some_and(|request| request.state == "accepted" && request.returned_at.is_some());
    match is_back {
        true => flow::refund_after_return(ctx, purchase),
        false => Err(NO_REQUEST.into()),
    }
}

/// The locked order of a product that the caller sells.
pub(crate) fn lock_sale(ctx: &Ctx, id: &Uuid) -> Result<Purchase, Error> {
    let purchase = store::lock(ctx, id)?.ok_or(ORDER_NOT_FOUND)?;
    let product = stock::product(ctx, &purchase.product_id)?.ok_or(ORDER_NOT_FOUND)?;
    access::require_seller(ctx, product.world.as_deref(), product.is_orphan).map_err(|error| {
        match error.status() {
            // Whether an order exists is not for others.
            403 => ORDER_NOT_FOUND.into(),
            _ => error,
        }
    })?;
    Ok(purchase)
}

#[cfg(test)]
mod tests {
    use super::{Kind, may_ask};
    use crate::clocks::Clock;
    use crate::purchase::State;
    use crate::purchase::tests::purchase;
    use witverse_sdk::DAY_MS;
    use witverse_sdk::Timestamp;

    fn day(n: i64) -> Timestamp {
        Timestamp::from_millis(n * DAY_MS)
    }

    #[test]
    fn the_terms_decide_what_can_be_asked() {
        let clocks = [("withdraw", 8), ("defect", 91)].map(|(kind, due)| Clock {
            kind: kind.into(),
            due_at: day(due),
            met_at: None,
        });
        let check = |state, has_parcel, kind, (found, now), expect: Option<&str>| {
            let asked = may_ask(
                &purchase(state, has_parcel),
                kind,
                &clocks,
                (day(found), day(now)),
            );
            let code = asked.err().map(|error| error.code().to_owned());
            assert_eq!(code.as_deref(), expect, "{state:?} {kind:?} on day {now}");
        };
        let (delivered, withdrawal, defect) = (State::Delivered, Kind::Withdrawal, Kind::Defect);
        check(delivered, true, withdrawal, (7, 7), None);
        check(delivered, true, withdrawal, (8, 8), Some("withdrawal_over"));
        check(
            delivered,
            false,
            withdrawal,
            (1, 1),
            Some("not_withdrawable"),
        );
        check(
            State::Shipped,
            true,
            withdrawal,
            (1, 1),
            Some("order_state"),
        );
        check(delivered, true, defect, (60, 90), None);
        check(delivered, true, defect, (59, 90), Some("defect_over"));
        check(delivered, true, defect, (91, 91), Some("defect_over"));
        check(delivered, false, defect, (1, 1), None);
    }
}
