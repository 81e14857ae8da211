//! Alarms about trades. The plugin's own events raise them after the commit: a trade waits for no mail, and each alarm is
//! raised once. Statistics are counted here too, so that two buyers of one collection do not wait for each other.

use crate::account_events;
use crate::collections;
use crate::listing::Listing;
use crate::listing_store;
use crate::offer::{Offer, OfferStatus};
use crate::offer_store;
use crate::sale::{self, Sale};
use crate::saved_searches;
use crate::watches;
use serde::{Deserialize, Serialize};
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::{Text, Wit};
use witverse_sdk::josa::particle;
use witverse_sdk::people::People;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Event, KoreanDay, Uuid};

/// People per call and kind whom a listing may interest: `mail` runs a statement for each alarm.
const BATCH: u32 = 10;

fn alarm(
    to: &Uuid,
    key: String,
    title: (&str, &str),
    text: (String, String),
    link: String,
) -> NewAlarm {
    NewAlarm {
        to: to.clone(),
        kind: Kind::Trade,
        key,
        title: Text::new(title.0, title.1),
        description: Text::new(text.0, text.1),
        link: Some(link),
        from: None,
        can_reply: false,
        remain_amount: None,
    }
}

fn item_link(item: &Uuid) -> String {
    format!("/market/detail?id={item}")
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sold {
    sale_id: Uuid,
}

/// A sale: statistics, and alarms for the seller and for an offerer whose offer was accepted.
pub(crate) fn on_sold(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let Sold { sale_id } = event.json()?;
    let Some(sale) = sale::by_id(ctx, &sale_id)? else {
        return Ok(());
    };
    if !sale.wash.is_wash {
        let price = i64::try_from(sale.split.price_hundredths).unwrap_or(i64::MAX);
        let day = KoreanDay::of(sale.at).number();
        collections::count_sale(ctx, &sale.card.collection_id, day, price)?;
    }
    let people = People::of(
        ctx,
        [sale.seller.as_ref(), sale.buyer.as_ref()]
            .into_iter()
            .flatten(),
    );
    let alarms: Vec<NewAlarm> = sold_alarms(&sale)
        .into_iter()
        .filter(|alarm| people.get(&alarm.to).is_some())
        .collect();
    NewAlarm::raise_all(ctx, &alarms)
}

fn sold_alarms(sale: &Sale) -> Vec<NewAlarm> {
    let (ko, en) = (&sale.card.name.ko, &sale.card.name.en);
    let received = Wit::of_hundredths(sale.split.seller_receives_hundredths);
    let price = Wit::of_hundredths(sale.split.price_hundredths);
    let link = item_link(&sale.card.item_id);
    let mut alarms = Vec::new();
    // The seller who accepts an offer sells with their own click.
    match (&sale.offer, &sale.seller, &sale.buyer) {
        (None, Some(seller), _) => alarms.push(alarm(
            seller,
            format!("sold:{}", sale.id),
            ("아이템이 판매되었습니다", "Your item was sold"),
            (
                format!(
                    "‘{ko}’{} {price} WIT에 판매되어 {received} WIT를 받았습니다.",
                    particle(ko, "이", "가")
                ),
                format!("“{en}” was sold for {price} WIT. You received {received} WIT."),
            ),
            link,
        )),
        (Some(_), _, Some(buyer)) => alarms.push(alarm(
            buyer,
            format!("bought:{}", sale.id),
            ("제안이 수락되었습니다", "Your offer was accepted"),
            (
                format!("‘{ko}’ 제안이 수락되어 {price} WIT를 결제하고 아이템을 받았습니다."),
                format!("Your offer for “{en}” was accepted. You paid {price} WIT and the item is yours."),
            ),
            link,
        )),
        _ => {}
    }
    alarms
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfferChanged {
    offer_id: Uuid,
    version: i64,
    status: OfferStatus,
}

/// An offer was made, changed, rejected or cancelled, or has expired.
pub(crate) fn on_offer_changed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let change: OfferChanged = event.json()?;
    let Some(offer) = offer_store::by_id(ctx, &change.offer_id)? else {
        return Ok(());
    };
    // A later change has an event of its own.
    let is_current = offer.version == change.version
        && (change.status != OfferStatus::Open || offer.is_live(ctx.now()));
    if !is_current {
        return Ok(());
    }
    let owner = offer.target.owner();
    let people = People::of(ctx, [Some(&offer.offerer), owner].into_iter().flatten());
    if people.get(&offer.offerer).is_none() && change.status == OfferStatus::Open {
        return account_events::schedule_erasure(ctx, &offer.offerer);
    }
    let alarm = offer_alarm(&offer, change.status, &people);
    if let Some(item) = offer.target.item() {
        let payload = serde_json::json!({ "itemId": item.item_id });
        for person in [Some(&offer.offerer), owner].into_iter().flatten() {
            if people.get(person).is_some() {
                ctx.live().push(person, "market.changed", &payload)?;
            }
        }
    }
    match alarm.filter(|alarm| people.get(&alarm.to).is_some()) {
        Some(alarm) => alarm.raise(ctx),
        None => Ok(()),
    }
}

fn offer_alarm(offer: &Offer, status: OfferStatus, people: &People) -> Option<NewAlarm> {
    let (ko, en) = (&offer.target.name().ko, &offer.target.name().en);
    let price = Wit::of_hundredths(offer.price.hundredths());
    let name = people.get(&offer.offerer).map(|person| person.nickname)?;
    let key = format!("offer:{}:{}:{}", offer.id, offer.version, status.as_str());
    let link = match offer.target.item() {
        Some(card) => item_link(&card.item_id),
        None => format!("/market/{}", offer.target.collection()),
    };
    let to_offerer = |title, text| {
        Some(alarm(
            &offer.offerer,
            key.clone(),
            title,
            text,
            link.clone(),
        ))
    };
    match status {
        OfferStatus::Open => {
            let owner = offer.target.owner()?;
            let (title, text) = match offer.version {
                1 => (
                    ("가격 제안이 도착했습니다", "You have an offer"),
                    (
                        format!("{name}님이 ‘{ko}’에 {price} WIT를 제안했습니다."),
                        format!("{name} offers {price} WIT for “{en}”."),
                    ),
                ),
                _ => (
                    ("가격 제안이 변경되었습니다", "An offer was changed"),
                    (
                        format!("{name}님이 ‘{ko}’ 제안을 {price} WIT로 변경했습니다."),
                        format!("{name} now offers {price} WIT for “{en}”."),
                    ),
                ),
            };
            Some(alarm(owner, key, title, text, link))
        }
        OfferStatus::Rejected => to_offerer(
            ("제안이 거절되었습니다", "Your offer was declined"),
            (
                format!("‘{ko}’에 보낸 {price} WIT 제안이 거절되었습니다."),
                format!("Your offer of {price} WIT for “{en}” was declined."),
            ),
        ),
        OfferStatus::Expired => to_offerer(
            ("제안 기한이 지났습니다", "Your offer has expired"),
            (
                format!("‘{ko}’에 보낸 {price} WIT 제안의 기한이 지났습니다."),
                format!("Your offer of {price} WIT for “{en}” has expired."),
            ),
        ),
        // A block or an erased account is not revealed: the alarm only reports the end.
        OfferStatus::Closed => to_offerer(
            ("제안이 종료되었습니다", "Your offer has ended"),
            (
                format!("‘{ko}’에 보낸 {price} WIT 제안이 종료되었습니다."),
                format!("Your offer of {price} WIT for “{en}” has ended."),
            ),
        ),
        OfferStatus::Cancelled | OfferStatus::Accepted => None,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    listing_id: Uuid,
}

/// Where the alarms about a listing continue.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Round {
    listing_id: Uuid,
    /// People who watch the item, then saved searches.
    is_searches: bool,
    after: Uuid,
}

/// An item was listed or its price has fallen: tells the people who wait for it.
pub(crate) fn on_listed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let Listed { listing_id } = event.json()?;
    for is_searches in [false, true] {
        let round = Round {
            listing_id: listing_id.clone(),
            is_searches,
            after: Uuid::nil(),
        };
        tell(ctx, round)?;
    }
    Ok(())
}

/// Continues with the next people.
pub(crate) const LISTED: TimerKind<Round> = TimerKind::new("listed");

pub(crate) fn tell(ctx: &Ctx, round: Round) -> Result<(), Error> {
    let Some(listing) = listing_store::by_id(ctx, &round.listing_id)? else {
        return Ok(());
    };
    if !listing.is_live(ctx.now()) {
        return Ok(());
    }
    let (next, alarms) = match round.is_searches {
        false => watch_alarms(ctx, &listing, &round.after)?,
        true => search_alarms(ctx, &listing, &round.after)?,
    };
    // A person who was erased or who has blocked the seller, or whom the seller has blocked, gets none.
    let pairs: Vec<(&Uuid, &Uuid)> = alarms
        .iter()
        .map(|one| (&one.to, &listing.seller))
        .collect();
    let (people, blocked) = People::among(ctx, &pairs);
    if !alarms.is_empty() && people.get(&listing.seller).is_none() {
        return account_events::schedule_erasure(ctx, &listing.seller);
    }
    let alarms: Vec<NewAlarm> = alarms
        .iter()
        .zip(&blocked)
        .filter(|(alarm, blocked)| !**blocked && people.get(&alarm.to).is_some())
        .map(|(alarm, _)| alarm.clone())
        .collect();
    NewAlarm::raise_all(ctx, &alarms)?;
    let Some(after) = next else {
        return Ok(());
    };
    let id = format!("{}:{}", round.is_searches, round.listing_id);
    LISTED.now(ctx, id, &Round { after, ..round })
}

type Alarms = (Option<Uuid>, Vec<NewAlarm>);

fn watch_alarms(ctx: &Ctx, listing: &Listing, after: &Uuid) -> Result<Alarms, Error> {
    let watchers = watches::watchers(ctx, &listing.card.item_id, after, BATCH)?;
    let next = match watchers.len() == BATCH as usize {
        true => watchers.last().cloned(),
        false => None,
    };
    let (ko, en) = (&listing.card.name.ko, &listing.card.name.en);
    let price = Wit::of_hundredths(listing.price.hundredths());
    let alarms = watchers
        .iter()
        .filter(|to| **to != listing.seller)
        .map(|to| {
            alarm(
                to,
                format!("watch:{}:{}", listing.id, listing.price.hundredths()),
                ("관심 아이템의 가격 소식", "News about an item you watch"),
                (
                    format!(
                        "관심 아이템 ‘{ko}’{} {price} WIT에 판매 중입니다.",
                        particle(ko, "이", "가")
                    ),
                    format!("“{en}”, which you watch, is for sale for {price} WIT."),
                ),
                item_link(&listing.card.item_id),
            )
        });
    Ok((next, alarms.collect()))
}

fn search_alarms(ctx: &Ctx, listing: &Listing, after: &Uuid) -> Result<Alarms, Error> {
    let (next, matching) = saved_searches::matching(ctx, listing, after, BATCH)?;
    let (ko, en) = (&listing.card.name.ko, &listing.card.name.en);
    let price = Wit::of_hundredths(listing.price.hundredths());
    let day = KoreanDay::of(ctx.now());
    let alarms = matching.iter().map(|search| {
        let name = &search.name;
        alarm(
            &search.account,
            // One a day for each search.
            format!("search:{}:{day}", search.search_id),
            (
                "저장한 검색에 새 아이템이 있습니다",
                "New for your saved search",
            ),
            (
                format!(
                    "‘{name}’ 검색에 맞는 ‘{ko}’{} {price} WIT에 올라왔습니다.",
                    particle(ko, "이", "가")
                ),
                format!("“{en}” matches your search “{name}”: {price} WIT."),
            ),
            item_link(&listing.card.item_id),
        )
    });
    Ok((next, alarms.collect()))
}

/// A listing has expired: its seller learns that the item is free again.
pub(crate) fn on_listing_expired(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let Listed { listing_id } = event.json()?;
    let Some(listing) = listing_store::by_id(ctx, &listing_id)? else {
        return Ok(());
    };
    let people = People::of(ctx, [&listing.seller]);
    if people.get(&listing.seller).is_none() {
        return Ok(());
    }
    let (ko, en) = (&listing.card.name.ko, &listing.card.name.en);
    alarm(
        &listing.seller,
        format!("expired:{listing_id}"),
        ("판매 기간이 끝났습니다", "Your listing has expired"),
        (
            format!("‘{ko}’의 판매 기간이 끝나 아이템을 다시 쓸 수 있습니다."),
            format!("The listing of “{en}” has expired. The item is free again."),
        ),
        item_link(&listing.card.item_id),
    )
    .raise(ctx)
}
