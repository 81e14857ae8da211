//! Notices of applications to the organiser of an event whose places the organiser gives.
//!
//! A timer sends them, at most one an hour for each event, and each marks the former as read: of a thousand applications the
//! organiser has one unread alarm.

use crate::event::{Entry, Event, Phase};
use crate::notices::alarm;
use crate::place_store;
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::alarm::{NewAlarm, Settled};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

const PAUSE_MS: i64 = 60 * 60_000;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfEvent {
    event_id: Uuid,
}

pub(crate) const APPLIED: TimerKind<OfEvent> = TimerKind::new("applied");

fn notified_at(ctx: &Ctx, event: &Uuid) -> Result<Option<Timestamp>, Error> {
    let (at,): (Option<Timestamp>,) = ctx.sql().one(
        "select e.applications_notified_at from event e where e.id = $1",
        &params![event],
    )?;
    Ok(at)
}

/// Sets the timer of the notice: there is a new application, or a place for one, at a locked event.
pub(crate) fn announce(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let now = ctx.now();
    let at = match notified_at(ctx, &event.id)? {
        Some(notified) => notified.plus_millis(PAUSE_MS).max(now),
        None => now,
    };
    let payload = OfEvent {
        event_id: event.id.clone(),
    };
    APPLIED.at(ctx, &event.id, at, &payload)
}

fn key(notified: Timestamp) -> String {
    format!("applied:{}", notified.as_millis())
}

/// Sends the notice if an application still waits.
pub(crate) fn on_announce(ctx: &Ctx, OfEvent { event_id }: OfEvent) -> Result<(), Error> {
    let Some(event) = store::lock(ctx, &event_id)? else {
        return Ok(());
    };
    let now = ctx.now();
    let waiting = place_store::counts(ctx, &event_id, now)?.applied;
    let Some(to) = &event.organiser else {
        return Ok(());
    };
    if event.phase(now) != Phase::Pre || event.entry != Entry::Approval || waiting == 0 {
        return Ok(());
    }
    if let Some(notified) = notified_at(ctx, &event_id)? {
        let former = Settled {
            to: to.clone(),
            key: format!("{}:{event_id}", key(notified)),
            outcome: None,
        };
        Settled::settle_all(ctx, &[former])?;
    }
    ctx.sql().execute(
        "update event set applications_notified_at = $2 where id = $1",
        &params![&event_id, now],
    )?;
    NewAlarm {
        link: Some(format!("/event/console/{event_id}")),
        ..alarm(
            &event,
            to,
            &key(now),
            (
                "참가 신청이 기다리고 있습니다",
                "Applications are waiting for you",
            ),
            text(&event, waiting),
        )
    }
    .raise(ctx)
}

fn text(event: &Event, waiting: i64) -> (String, String) {
    let (ko, en) = (&event.title.ko, &event.title.en);
    let english = match waiting {
        1 => {
            format!("1 application for “{en}” is waiting. Approve or decline it before the start.")
        }
        _ => format!(
            "{waiting} applications for “{en}” are waiting. Approve or decline them before the start."
        ),
    };
    (
        format!("‘{ko}’ 참가 신청 {waiting}건을 시작 전까지 승인하거나 거절해 주세요."),
        english,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::tests::{at, event};

    #[test]
    fn the_notice_counts_the_applications_in_both_languages() {
        let (ko, en) = text(&event(), 1);
        assert!(ko.contains("1건") && en.starts_with("1 application for"));
        let (ko, en) = text(&event(), 12);
        assert!(ko.contains("12건") && en.starts_with("12 applications for"));
        assert_ne!(key(at(0)), key(at(PAUSE_MS)));
    }
}
