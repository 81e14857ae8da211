//! Raises the alarms of requests and sales: for the buyer, and for everyone who sells the product. These are the seller who receives
//! the WIT and the administrators of the world, or those of the platform who use its desk.

use crate::alarms;
use crate::operators;
use crate::product::Product;
use crate::purchase::Purchase;
use crate::request_store::{self, Escalation, Fallback, Kind};
use crate::seller_alarms;
use crate::stock;
use crate::store;
use crate::world_rule;
use serde::{Deserialize, Serialize};
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Uuid};

/// The people who sell a product.
fn sellers(ctx: &Ctx, product: &Product) -> Result<Vec<Uuid>, Error> {
    let mut people: Vec<Uuid> = product.seller.iter().cloned().collect();
    let mut add = |more: Vec<Uuid>| {
        for id in more {
            if !people.contains(&id) {
                people.push(id);
            }
        }
    };
    if let Some(world) = &product.world {
        add(world_rule::administrators(ctx, world)?);
    }
    if product.world.is_none() || product.is_orphan {
        add(operators::all(ctx)?);
    }
    Ok(people)
}

/// What happened to an order or to its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "what", content = "of")]
pub(crate) enum News {
    /// It was paid, and its items exist.
    Bought,
    /// Its buyer has changed the address.
    AddressChanged,
    /// A buyer has withdrawn, or has reported a defect or a missing parcel.
    Requested(Kind),
    /// It was accepted or rejected.
    Decided(bool),
    /// The goods are on their way back.
    SentBack,
    /// An exchange becomes a refund.
    Instead(Fallback),
    /// It waits for an administrator of the platform. The sellers can still settle it.
    Escalated(Escalation),
}

impl News {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Bought => "bought",
            Self::AddressChanged => "address",
            Self::Requested(_) => "requested",
            Self::Decided(_) => "decided",
            Self::SentBack => "sent-back",
            Self::Instead(_) => "instead",
            Self::Escalated(_) => "escalated",
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Notice {
    order_id: Uuid,
    /// The order itself if the news is not about a request.
    request_id: Uuid,
    news: News,
    /// When it happened, in milliseconds: a request can wait for an administrator more than once, and an address can change again.
    #[serde(default)]
    at: i64,
}

/// Raises the alarms from a timer: one for each person, who can be many, and a call has a limited number of statements.
pub(crate) fn schedule(
    ctx: &Ctx,
    purchase: &Purchase,
    request: &Uuid,
    news: News,
) -> Result<(), Error> {
    let notice = Notice {
        order_id: purchase.id.clone(),
        request_id: request.clone(),
        news,
        at: ctx.now().as_millis(),
    };
    let id = format!("{}:{request}:{}", news.as_str(), notice.at);
    NOTICE.now(ctx, id, &notice)
}

pub(crate) const NOTICE: TimerKind<Notice> = TimerKind::new("notice");

pub(crate) fn raise(ctx: &Ctx, notice: Notice) -> Result<(), Error> {
    let Some(purchase) = store::by_id(ctx, &notice.order_id)? else {
        return Ok(());
    };
    let Some(product) = stock::product(ctx, &purchase.product_id)? else {
        return Ok(());
    };
    let (request, mut to) = (&notice.request_id, sellers(ctx, &product)?);
    let alarms = match notice.news {
        News::Bought => {
            let mut alarms = alarms::bought(&purchase, &product);
            if purchase.has_parcel {
                alarms.extend(seller_alarms::to_ship(&purchase, &to, &product));
            }
            alarms
        }
        News::AddressChanged => seller_alarms::address_changed(&purchase, &to, &product, notice.at),
        News::Requested(kind) => seller_alarms::requested(&purchase, &to, (request, kind)),
        News::Decided(is_accepted) => {
            let decided = request_store::by_id(ctx, request)?;
            let answer = decided.and_then(|request| request.answer);
            alarms::decided(&purchase, (request, is_accepted, answer.as_deref()))
        }
        News::SentBack => seller_alarms::sent_back(&purchase, &to, request),
        News::Instead(why) => {
            let mut alarms = alarms::refunded_instead(&purchase, (request, why));
            alarms.extend(seller_alarms::refunded_instead(
                &purchase,
                &to,
                (request, why),
            ));
            alarms
        }
        News::Escalated(why) => {
            let operators = operators::all(ctx)?;
            to.retain(|id| !operators.contains(id));
            let stop = (request, why, notice.at);
            let mut alarms = alarms::escalated(&purchase, (why, notice.at));
            alarms.extend(seller_alarms::unsettled(&purchase, &to, stop));
            alarms.extend(seller_alarms::escalated(&purchase, &operators, stop));
            alarms
        }
    };
    NewAlarm::raise_all(ctx, &alarms)
}
