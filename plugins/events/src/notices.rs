//! Alarms and pushes about events. What concerns many people is sent in batches by a timer, each alarm once per person.

use crate::access;
use crate::event::{Entry, Event, Phase};
pub(crate) use crate::person_notices::{
    decided, offered, paid, place_lost, reviewed, stopped, transferred,
};
use crate::place::{Place, Reason, State};
use crate::place_batches;
use crate::place_store;
use crate::store;
use serde::{Deserialize, Serialize};
use serde_json::json;
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::Text;
use witverse_sdk::people::People;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, KoreanDay, Timestamp, Uuid};

/// People per call: `mail` runs a statement for each alarm.
const BATCH: u32 = 20;

/// A notice to all people of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Notice {
    RemindDay,
    RemindHour,
    RemindTenMinutes,
    Postponed,
    Cancelled,
    /// Applications were not decided, and the waiting list not offered a place, until they closed.
    EntryClosed,
    /// People have not checked in.
    NoShow,
    Drawn,
}

impl Notice {
    /// Whose places it concerns.
    const fn states(self) -> &'static [State] {
        match self {
            Self::RemindDay | Self::RemindHour | Self::RemindTenMinutes => &[State::Taken],
            Self::Postponed => &[
                State::Taken,
                State::Applied,
                State::Waiting,
                State::Offered,
                State::Cart,
            ],
            // Their places are freed: the entry in the ledger has the reason.
            Self::Cancelled | Self::EntryClosed | Self::NoShow => &[State::Freed],
            // A freed place was given back by its winner, or by a person on the waiting list.
            Self::Drawn => &[State::Taken, State::Waiting, State::Offered],
        }
    }

    /// Why the places it concerns were freed.
    const fn freed_for(self) -> Option<Reason> {
        match self {
            Self::Cancelled => Some(Reason::Cancelled),
            Self::EntryClosed => Some(Reason::EntryClosed),
            Self::NoShow => Some(Reason::NoShow),
            _ => None,
        }
    }

    const fn is_reminder(self) -> bool {
        matches!(
            self,
            Self::RemindDay | Self::RemindHour | Self::RemindTenMinutes
        )
    }
}

/// `2026.11.27 19:00` in Korean time.
pub(crate) fn korean_time(at: Timestamp) -> String {
    let day = KoreanDay::of(at).to_string().replace('-', ".");
    let minutes = (at.as_millis().div_euclid(60_000)) % 60;
    format!("{day} {:02}:{minutes:02}", at.korean_hour())
}

fn link(event: &Event) -> String {
    format!("/event/{}", event.id)
}

pub(crate) fn alarm(
    event: &Event,
    to: &Uuid,
    what: &str,
    title: (&str, &str),
    text: (String, String),
) -> NewAlarm {
    NewAlarm {
        to: to.clone(),
        kind: Kind::Event,
        key: format!("{what}:{}", event.id),
        title: Text::new(title.0, title.1),
        description: Text::new(text.0, text.1),
        link: Some(link(event)),
        from: None,
        can_reply: false,
        remain_amount: None,
    }
}

/// A reminder for a person with a place, the organiser, or a helper.
fn reminder(event: &Event, notice: Notice, to: &Uuid) -> Option<NewAlarm> {
    let (ko, en) = (&event.title.ko, &event.title.en);
    let at = korean_time(event.starts_at);
    // A postponed event reminds again: the start is part of the key.
    let start = event.starts_at.as_millis() / 60_000;
    let make = |what: &str, title, text| Some(alarm(event, to, what, title, text));
    match notice {
        Notice::RemindDay => make(
            &format!("day:{start}"),
            ("내일 이벤트가 시작됩니다", "Your event is tomorrow"),
            (
                format!("‘{ko}’ 이벤트가 {at}(KST)에 시작됩니다."),
                format!("“{en}” starts at {at} KST."),
            ),
        ),
        Notice::RemindHour => make(
            &format!("hour:{start}"),
            (
                "한 시간 뒤 이벤트가 시작됩니다",
                "Your event starts in an hour",
            ),
            (
                format!("‘{ko}’ 이벤트가 {at}(KST)에 시작됩니다."),
                format!("“{en}” starts at {at} KST."),
            ),
        ),
        Notice::RemindTenMinutes => make(
            &format!("ten:{start}"),
            (
                "10분 뒤 이벤트가 시작됩니다",
                "Your event starts in ten minutes",
            ),
            (
                format!("‘{ko}’ 이벤트가 곧 시작됩니다. 블록에 미리 들어와 계세요."),
                format!("“{en}” is about to start. Come to the block early."),
            ),
        ),
        _ => None,
    }
}

/// What the holder of a place that ends with a refund reads of it in both languages; nothing for a free place.
pub(crate) fn refund_words(place: &Place) -> (&'static str, &'static str) {
    match (place.paid > 0, place.is_paid_by_holder()) {
        (true, true) => (
            " 결제한 WIT는 모두 환불됩니다.",
            " The WIT you paid are refunded.",
        ),
        (true, false) => (
            " 결제 금액은 결제한 회원에게 환불됩니다.",
            " The WIT are refunded to the person who paid for your place.",
        ),
        (false, _) => ("", ""),
    }
}

fn notice_alarm(event: &Event, notice: Notice, place: &Place, now: Timestamp) -> Option<NewAlarm> {
    let to = place.holder.as_ref()?;
    let (ko, en) = (&event.title.ko, &event.title.en);
    let at = korean_time(event.starts_at);
    let make = |what: &str, title, text| Some(alarm(event, to, what, title, text));
    let start = event.starts_at.as_millis() / 60_000;
    match notice {
        Notice::RemindDay | Notice::RemindHour | Notice::RemindTenMinutes => {
            reminder(event, notice, to)
        }
        Notice::EntryClosed => make(
            "entry-closed",
            (
                "이번에는 자리가 나지 않았습니다",
                "There was no place this time",
            ),
            (
                format!("‘{ko}’ 이벤트의 신청이 마감되어 자리를 드리지 못했습니다."),
                format!("Entry to “{en}” has closed, and there was no place left for you."),
            ),
        ),
        Notice::NoShow => {
            let (also_ko, also_en) = match (place.paid > 0, place.is_refundable(event, now)) {
                (_, true) => (
                    " 이벤트 페이지에서 환불을 신청할 수 있습니다.",
                    " You can still ask for a refund on its page.",
                ),
                (true, false) => (
                    " 결제한 WIT는 환불되지 않습니다.",
                    " The WIT you paid are not refunded.",
                ),
                (false, false) => ("", ""),
            };
            make(
                "no-show",
                ("자리가 취소되었습니다", "Your place was released"),
                (
                    format!("‘{ko}’ 이벤트에 제때 체크인하지 않아 자리가 취소되었습니다.{also_ko}"),
                    format!(
                        "You had not checked in to “{en}” in time, so your place was released.{also_en}"
                    ),
                ),
            )
        }
        Notice::Postponed => {
            let is_refundable = place.paid > 0 && event.is_refundable(event.postponed_at?);
            let (also_ko, also_en) = match (is_refundable, place.is_paid_by_holder()) {
                (true, true) => (
                    " 일주일 안에 환불을 신청할 수 있습니다.",
                    " You can ask for a refund within a week.",
                ),
                (true, false) => (
                    " 일주일 안에 자리를 반납할 수 있고, 결제 금액은 결제한 회원에게 환불됩니다.",
                    " You can give your place back within a week. The WIT are refunded to the person who paid.",
                ),
                (false, _) => ("", ""),
            };
            make(
                &format!("postponed:{start}"),
                ("이벤트가 연기되었습니다", "Your event was postponed"),
                (
                    format!("‘{ko}’ 이벤트가 {at}(KST)로 연기되었습니다.{also_ko}"),
                    format!("“{en}” now starts at {at} KST.{also_en}"),
                ),
            )
        }
        Notice::Cancelled => {
            let (also_ko, also_en) = refund_words(place);
            make(
                "cancelled",
                ("이벤트가 취소되었습니다", "Your event was cancelled"),
                (
                    format!("‘{ko}’ 이벤트가 취소되었습니다.{also_ko}"),
                    format!("“{en}” will not take place.{also_en}"),
                ),
            )
        }
        Notice::Drawn if place.rank.is_none() => None,
        Notice::Drawn if place.rank <= event.max_people => make(
            "drawn",
            ("추첨에 당첨되었습니다", "You won a place"),
            (
                format!("‘{ko}’ 추첨에서 {}번으로 당첨되었습니다.", place.rank?),
                format!("You were drawn as number {} for “{en}”.", place.rank?),
            ),
        ),
        Notice::Drawn => make(
            "not-drawn",
            ("추첨 결과가 나왔습니다", "The draw has taken place"),
            (
                format!(
                    "‘{ko}’ 추첨에 당첨되지 않아 순위대로 대기자가 되었습니다. 자리가 나면 알려 드립니다. 추첨은 이벤트 페이지에서 직접 검증할 수 있습니다."
                ),
                format!(
                    "You were not drawn for “{en}”. You are on the waiting list in the order of the draw, which you can check yourself on its page."
                ),
            ),
        ),
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Round {
    event_id: Uuid,
    notice: Notice,
    after: Uuid,
}

pub(crate) const TELL: TimerKind<Round> = TimerKind::new("tell");
pub(crate) const REMIND_HOSTS: TimerKind<Round> = TimerKind::new("remind-hosts");

/// Tells all people of an event; reminders also go to its organiser and helpers.
pub(crate) fn tell_all(ctx: &Ctx, event: &Uuid, notice: Notice) -> Result<(), Error> {
    let round = Round {
        event_id: event.clone(),
        notice,
        after: Uuid::nil(),
    };
    if notice.is_reminder() {
        REMIND_HOSTS.now(ctx, format_args!("{event}:{notice:?}"), &round)?;
    }
    schedule(ctx, &round)
}

fn schedule(ctx: &Ctx, round: &Round) -> Result<(), Error> {
    let id = format!("{}:{:?}", round.event_id, round.notice);
    TELL.now(ctx, id, round)
}

/// Tells the next people.
pub(crate) fn on_tell(ctx: &Ctx, round: Round) -> Result<(), Error> {
    let Some(event) = store::by_id(ctx, &round.event_id)? else {
        return Ok(());
    };
    // A late reminder would not be true.
    if round.notice.is_reminder() && event.phase(ctx.now()) != Phase::Pre {
        return Ok(());
    }
    let places = place_store::after(ctx, &event.id, round.notice.states(), &round.after, BATCH)?;
    let people = People::of(ctx, places.iter().filter_map(|place| place.holder.as_ref()));
    let concerned: Vec<&Place> = match round.notice.freed_for() {
        Some(reason) => {
            let freed = place_batches::freed_for(ctx, &places, reason)?;
            let is_freed = |place: &&Place| freed.contains(&place.id);
            places.iter().filter(is_freed).collect()
        }
        None => places.iter().collect(),
    };
    let alarms: Vec<NewAlarm> = concerned
        .into_iter()
        .filter_map(|place| notice_alarm(&event, round.notice, place, ctx.now()))
        .filter(|alarm| people.get(&alarm.to).is_some())
        .collect();
    NewAlarm::raise_all(ctx, &alarms)?;
    for alarm in &alarms {
        push(ctx, &alarm.to, &event)?;
    }
    match places.last() {
        Some(last) if places.len() == BATCH as usize => schedule(
            ctx,
            &Round {
                after: last.id.clone(),
                ..round
            },
        ),
        _ => Ok(()),
    }
}

/// Reminds the organiser and the helpers at the door, in a call of their own. With a place, they have the same alarm once.
pub(crate) fn on_remind_hosts(ctx: &Ctx, round: Round) -> Result<(), Error> {
    let Some(event) = store::by_id(ctx, &round.event_id)? else {
        return Ok(());
    };
    if event.phase(ctx.now()) != Phase::Pre {
        return Ok(());
    }
    let helpers = store::helpers(ctx, &event.id)?;
    let remind = |host: &Uuid| reminder(&event, round.notice, host);
    let of_helpers = helpers.iter().filter_map(|(helper, _)| remind(helper));
    access::raise_to_viewers(ctx, &event, of_helpers.collect())?;
    match event.organiser.as_ref().and_then(remind) {
        Some(reminder) => reminder.raise(ctx),
        None => Ok(()),
    }
}

pub(crate) fn push(ctx: &Ctx, to: &Uuid, event: &Event) -> Result<(), Error> {
    ctx.live()
        .push(to, "events.changed", &json!({ "eventId": event.id }))
}

/// The screens of the holder and the organiser reload.
pub(crate) fn place_changed(ctx: &Ctx, event: &Event, place: &Place) -> Result<(), Error> {
    let two = [place.holder.as_ref(), event.organiser.as_ref()];
    for person in two.into_iter().flatten() {
        push(ctx, person, event)?;
    }
    Ok(())
}

/// The screens of the organiser reload.
pub(crate) fn event_changed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    match &event.organiser {
        Some(organiser) => push(ctx, organiser, event),
        None => Ok(()),
    }
}

/// The places are drawn: all who took part hear of it.
pub(crate) fn draw_done(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    debug_assert_eq!(event.entry, Entry::Draw);
    event_changed(ctx, event)?;
    tell_all(ctx, &event.id, Notice::Drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::tests::{at, event};
    use witverse_sdk::text_length;

    #[test]
    fn times_are_korean_also_at_midnight_and_on_the_leap_day() {
        for (utc, korean) in [
            ("2028-02-28T15:00:00Z", "2028.02.29 00:00"),
            ("2028-02-29T14:59:00Z", "2028.02.29 23:59"),
            ("2026-12-31T15:30:00Z", "2027.01.01 00:30"),
        ] {
            let time = Timestamp::parse(utc).expect("RFC 3339");
            assert_eq!(korean_time(time), korean);
        }
    }

    #[test]
    fn a_postponed_event_reminds_again_and_cancels_once() {
        let place = Place {
            id: Uuid::nil(),
            event: Uuid::nil(),
            ticket: None,
            holder: Some(Uuid::nil()),
            state: State::Taken,
            paid: 500,
            payer: Some(Uuid::nil()),
            answer: None,
            held_until: None,
            code: None,
            checked_in_at: None,
            joined_at: at(0),
            rank: None,
            item: None,
            nonce: None,
            is_unrefunded_no_show: false,
        };
        let key =
            |event: &Event, notice| notice_alarm(event, notice, &place, at(0)).map(|one| one.key);
        let (first, mut later) = (event(), event());
        later.starts_at = at(60_000);
        assert_ne!(
            key(&first, Notice::RemindDay),
            key(&later, Notice::RemindDay)
        );
        assert_eq!(
            key(&first, Notice::Cancelled),
            key(&later, Notice::Cancelled)
        );
        assert_eq!(key(&first, Notice::Drawn), None);
        // A winner who has given the place back reads nothing about the draw.
        assert!(!Notice::Drawn.states().contains(&State::Freed));
        let of_rank = |rank| Place {
            rank: Some(rank),
            ..place.clone()
        };
        let drawn = |rank| {
            let alarm =
                notice_alarm(&first, Notice::Drawn, &of_rank(rank), at(0)).expect("an alarm");
            alarm.key.starts_with("drawn:")
        };
        assert_eq!((drawn(2), drawn(3)), (true, false));
        // A place that another person has paid for, and passed on.
        let given = Place {
            payer: None,
            ..place.clone()
        };
        let text = |place: &Place, notice| {
            let alarm = notice_alarm(&first, notice, place, at(0)).expect("an alarm");
            alarm.description.en
        };
        assert!(text(&place, Notice::Cancelled).ends_with("The WIT you paid are refunded."));
        assert!(text(&given, Notice::Cancelled).contains("the person who paid"));
        assert!(text(&place, Notice::NoShow).ends_with("are not refunded."));
        for notice in [
            Notice::RemindHour,
            Notice::Cancelled,
            Notice::EntryClosed,
            Notice::NoShow,
        ] {
            let alarm = notice_alarm(&first, notice, &place, at(0)).expect("an alarm");
            assert!(alarm.key.len() <= 100 && text_length(&alarm.title.ko) <= 100);
        }
    }
}
