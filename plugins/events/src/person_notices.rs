//! Alarms to one person: about a place, a decision, or WIT.

use crate::event::{Eligibility, Event};
use crate::notices::{alarm, event_changed, korean_time, place_changed, push, refund_words};
use crate::payouts::Payout;
use crate::place::{Place, Reason};
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

/// A place of the waiting list is free.
pub(crate) fn offered(ctx: &Ctx, event: &Event, place: &Place) -> Result<(), Error> {
    let (Some(to), Some(until)) = (&place.holder, place.held_until) else {
        return Ok(());
    };
    let until = korean_time(until);
    place_changed(ctx, event, place)?;
    alarm(
        event,
        to,
        &format!("offer:{}", place.id),
        ("자리가 났습니다", "A place is free"),
        (
            format!(
                "‘{}’에 자리가 났습니다. {until}(KST)까지 받을 수 있습니다.",
                event.title.ko
            ),
            format!(
                "There is a place for you at “{}”. Take it before {until} KST.",
                event.title.en
            ),
        ),
    )
    .raise(ctx)
}

/// A cart or an offer is over.
pub(crate) fn place_lost(
    ctx: &Ctx,
    event: &Event,
    place: &Place,
    reason: Reason,
) -> Result<(), Error> {
    place_changed(ctx, event, place)?;
    let (Some(to), Reason::OfferExpired) = (&place.holder, reason) else {
        return Ok(());
    };
    alarm(
        event,
        to,
        &format!("offer-over:{}", place.id),
        ("자리를 받을 수 있는 시간이 지났습니다", "Your place went to the next person"),
        (
            format!("‘{}’의 자리가 대기 명단의 다음 분에게 넘어갔습니다.", event.title.ko),
            format!("The offer for “{}” has ended. The place went to the next person on the waiting list.", event.title.en),
        ),
    )
    .raise(ctx)
}

/// The world is closed to a person: the place has ended.
pub(crate) fn excluded(ctx: &Ctx, event: &Event, place: &Place) -> Result<(), Error> {
    place_changed(ctx, event, place)?;
    let Some(to) = &place.holder else {
        return Ok(());
    };
    let (also_ko, also_en) = refund_words(place);
    alarm(
        event,
        to,
        &format!("excluded:{}", place.id),
        ("이벤트 자리가 취소되었습니다", "Your place has ended"),
        (
            format!(
                "{} 월드를 이용할 수 없게 되어 ‘{}’ 이벤트의 자리가 취소되었습니다.{also_ko}",
                event.world_name, event.title.ko
            ),
            format!(
                "You can no longer enter {}, so your place at “{}” has ended.{also_en}",
                event.world_name, event.title.en
            ),
        ),
    )
    .raise(ctx)
}

/// The item of a place has a new owner, who takes part with it: the place has ended.
pub(crate) fn item_gone(ctx: &Ctx, event: &Event, place: &Place) -> Result<(), Error> {
    place_changed(ctx, event, place)?;
    let Some(to) = &place.holder else {
        return Ok(());
    };
    alarm(
        event,
        to,
        &format!("item-gone:{}", place.id),
        ("이벤트 자리가 취소되었습니다", "Your place has ended"),
        (
            format!(
                "‘{}’ 참가에 필요한 아이템을 더 이상 가지고 있지 않아 자리가 취소되었습니다.",
                event.title.ko
            ),
            format!(
                "You no longer own the item that “{}” asks for, so your place has ended.",
                event.title.en
            ),
        ),
    )
    .raise(ctx)
}

/// The organiser has decided about an application.
pub(crate) fn decided(
    ctx: &Ctx,
    event: &Event,
    place: &Place,
    is_approved: bool,
) -> Result<(), Error> {
    place_changed(ctx, event, place)?;
    let Some(to) = &place.holder else {
        return Ok(());
    };
    let (title, text) = match is_approved {
        true => (
            ("참가 신청이 승인되었습니다", "You're in"),
            (
                format!("‘{}’ 참가가 승인되었습니다.", event.title.ko),
                format!("Your application for “{}” was approved.", event.title.en),
            ),
        ),
        false => (
            ("참가 신청 결과를 알려 드립니다", "About your application"),
            (
                format!(
                    "아쉽지만 ‘{}’에 함께하지 못하게 되었습니다.",
                    event.title.ko
                ),
                format!(
                    "Your application for “{}” was not approved.",
                    event.title.en
                ),
            ),
        ),
    };
    alarm(event, to, &format!("decided:{}", place.id), title, text).raise(ctx)
}

/// A place has a new holder.
pub(crate) fn transferred(
    ctx: &Ctx,
    event: &Event,
    place: &Place,
    from: &Uuid,
) -> Result<(), Error> {
    place_changed(ctx, event, place)?;
    let Some(to) = &place.holder else {
        return Ok(());
    };
    let people = People::of(ctx, [from]);
    let name = people
        .get(from)
        .map(|person| person.nickname)
        .unwrap_or_default();
    // A place can come back: the code is new with each transfer.
    let code = place.code.as_deref().unwrap_or_default();
    alarm(
        event,
        to,
        &format!("transfer:{code}"),
        ("이벤트 자리를 받았습니다", "You were given a place"),
        (
            format!("{name}님이 ‘{}’의 자리를 양도했습니다.", event.title.ko),
            format!("{name} gave you their place at “{}”.", event.title.en),
        ),
    )
    .raise(ctx)
}

/// The organiser has named the person as a helper at the door; once more after they were removed.
pub(crate) fn helper_added(
    ctx: &Ctx,
    event: &Event,
    to: &Uuid,
    now: Timestamp,
) -> Result<(), Error> {
    push(ctx, to, event)?;
    alarm(
        event,
        to,
        &format!("helper:{}", now.as_millis()),
        ("입장 도우미로 지정되었습니다", "You are a helper at the door"),
        (
            format!(
                "‘{}’에서 참가자의 QR 코드를 확인해 주세요. 시작 1시간 전부터 이벤트 화면에서 열 수 있습니다.",
                event.title.ko
            ),
            format!(
                "Please check in people at “{}” by their QR codes. The event's page opens the scanner from an hour before the start.",
                event.title.en
            ),
        ),
    )
    .raise(ctx)
}

/// The person is no helper any more.
pub(crate) fn helper_removed(
    ctx: &Ctx,
    event: &Event,
    to: &Uuid,
    now: Timestamp,
) -> Result<(), Error> {
    push(ctx, to, event)?;
    alarm(
        event,
        to,
        &format!("helper-over:{}", now.as_millis()),
        (
            "입장 도우미에서 제외되었습니다",
            "You are no longer a helper",
        ),
        (
            format!("‘{}’의 입장 도우미 지정이 해제되었습니다.", event.title.ko),
            format!(
                "The organiser of “{}” has removed you as a helper at the door.",
                event.title.en
            ),
        ),
    )
    .raise(ctx)
}

/// An administrator of the world has decided about the event.
pub(crate) fn reviewed(ctx: &Ctx, event: &Event, is_approved: bool) -> Result<(), Error> {
    event_changed(ctx, event)?;
    let Some(to) = &event.organiser else {
        return Ok(());
    };
    let (title, text) = match is_approved {
        true => (
            ("이벤트가 승인되었습니다", "Your event was approved"),
            (
                format!("‘{}’ 이벤트가 목록에 공개되었습니다.", event.title.ko),
                format!("“{}” is now in the list of events.", event.title.en),
            ),
        ),
        false => (
            (
                "이벤트가 승인되지 않았습니다",
                "Your event was not approved",
            ),
            (
                format!(
                    "‘{}’ 요청이 거절되었습니다. 이벤트 페이지에서 이유를 확인해 주세요.",
                    event.title.ko
                ),
                format!(
                    "“{}” was declined. You can see the reason on its page.",
                    event.title.en
                ),
            ),
        ),
    };
    alarm(event, to, "reviewed", title, text).raise(ctx)
}

/// An administrator of the world or of the platform has stopped the event.
pub(crate) fn stopped(ctx: &Ctx, event: &Event, has_ended: bool) -> Result<(), Error> {
    let Some(to) = &event.organiser else {
        return Ok(());
    };
    let (ko, en) = (&event.title.ko, &event.title.en);
    let text = match has_ended {
        true => (
            format!(
                "관리자가 ‘{ko}’ 이벤트를 종료했습니다. 상금은 지금까지의 순위대로 지급됩니다. 이벤트 페이지에서 이유를 확인해 주세요."
            ),
            format!(
                "An administrator ended “{en}”. The prizes go by the ranks so far. You can see the reason on its page."
            ),
        ),
        false => (
            format!(
                "관리자가 ‘{ko}’ 이벤트를 취소했습니다. 이벤트 페이지에서 이유를 확인해 주세요."
            ),
            format!("An administrator cancelled “{en}”. You can see the reason on its page."),
        ),
    };
    let title = (
        "이벤트가 중단되었습니다",
        "Your event was stopped by an administrator",
    );
    alarm(event, to, "stopped", title, text).raise(ctx)
}

/// The block of an event was deleted: the event was cancelled, or has ended.
pub(crate) fn block_deleted(ctx: &Ctx, event: &Event, has_ended: bool) -> Result<(), Error> {
    event_changed(ctx, event)?;
    let Some(to) = &event.organiser else {
        return Ok(());
    };
    let (ko, en) = (&event.title.ko, &event.title.en);
    let (title, ko, en) = match has_ended {
        true => (
            (
                "블록이 삭제되어 이벤트가 종료되었습니다",
                "Your event ended with its block",
            ),
            format!("‘{ko}’ 이벤트를 열던 블록이 삭제되어 이벤트가 종료되었습니다."),
            format!("The block of “{en}” was deleted, so the event has ended."),
        ),
        false => (
            (
                "블록이 삭제되어 이벤트가 취소되었습니다",
                "Your event was cancelled with its block",
            ),
            format!("‘{ko}’ 이벤트를 열 블록이 삭제되어 이벤트가 취소되었습니다."),
            format!("The block of “{en}” was deleted, so the event was cancelled."),
        ),
    };
    let (also_ko, also_en) = match (has_ended, event.eligibility) {
        (true, _) if !event.prizes.is_empty() => (
            " 상금은 지금까지의 순위대로 지급됩니다.",
            " The prizes go by the ranks so far.",
        ),
        (false, Eligibility::Tickets) => (
            " 판매한 티켓은 모두 환불됩니다.",
            " All tickets are refunded.",
        ),
        _ => ("", ""),
    };
    let text = (format!("{ko}{also_ko}"), format!("{en}{also_en}"));
    alarm(event, to, "block-deleted", title, text).raise(ctx)
}

/// WIT of an event have arrived.
pub(crate) fn paid(ctx: &Ctx, event: &Event, payouts: &[Payout]) -> Result<(), Error> {
    let mut alarms = Vec::new();
    for payout in payouts {
        let Some(to) = &payout.account else {
            continue;
        };
        push(ctx, to, event)?;
        let wit = payout.wit();
        let (ko, en) = (&event.title.ko, &event.title.en);
        let (title, text) = match (payout.kind.as_str(), payout.rank) {
            ("prize", Some(rank)) => (
                ("이벤트 상금을 받았습니다", "You won a prize"),
                (
                    format!("‘{ko}’에서 {rank}위를 차지해 {wit} WIT를 받았습니다."),
                    format!("You came in at number {rank} in “{en}” and won {wit} WIT."),
                ),
            ),
            ("refund", _) => (
                ("티켓이 환불되었습니다", "Your ticket was refunded"),
                (
                    format!("‘{ko}’ 티켓 값 {wit} WIT를 돌려드렸습니다."),
                    format!("You have {wit} WIT back for “{en}”."),
                ),
            ),
            ("prize-return", _) => (
                ("남은 상금이 반환되었습니다", "Prizes were returned"),
                (
                    format!("‘{ko}’에서 지급되지 않은 상금 {wit} WIT를 돌려드렸습니다."),
                    format!("You have {wit} WIT of prizes back from “{en}”."),
                ),
            ),
            _ => (
                (
                    "티켓 판매 대금을 받았습니다",
                    "You were paid for your tickets",
                ),
                (
                    format!("‘{ko}’ 티켓 판매 대금 {wit} WIT를 받았습니다."),
                    format!("You received {wit} WIT for the tickets of “{en}”."),
                ),
            ),
        };
        alarms.push(NewAlarm {
            kind: Kind::Reward,
            key: format!("payout:{}", payout.id),
            ..alarm(event, to, "", title, text)
        });
    }
    let people = People::of(ctx, alarms.iter().map(|alarm| &alarm.to));
    alarms.retain(|alarm| people.get(&alarm.to).is_some());
    NewAlarm::raise_all(ctx, &alarms)
}
