//! Data export: the gifts that a person received, then those that they sent.

use crate::store::{self, Direction, Newest};
use crate::views::{GiftView, people_of};
use witverse_sdk::export::Part;
use witverse_sdk::page::{Page, Window};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Uuid, part};

pub(crate) const PARTS: &[Part] = &[
    part!("received", 200 => received),
    part!("sent", 200 => sent),
];

fn received(ctx: &Ctx, person: &Uuid, window: &Window<Newest>) -> Result<Page<GiftView>, Error> {
    gifts(ctx, person, Direction::Received, window)
}

fn sent(ctx: &Ctx, person: &Uuid, window: &Window<Newest>) -> Result<Page<GiftView>, Error> {
    gifts(ctx, person, Direction::Sent, window)
}

fn gifts(
    ctx: &Ctx,
    person: &Uuid,
    direction: Direction,
    window: &Window<Newest>,
) -> Result<Page<GiftView>, Error> {
    let rows = store::list(ctx, person, direction, store::Listed::All, window)?;
    let page = window.page(rows, |gift| (gift.sent_at.as_micros(), gift.id.clone()));
    let people = People::of(ctx, people_of(&page.items));
    Ok(page.map(|gift| GiftView::of(gift, person, &people)))
}
