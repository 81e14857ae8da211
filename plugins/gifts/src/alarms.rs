//! Alarms about gifts. The plugin's own events raise them after the commit: sending and accepting do not wait for
//! `mail`, and each alarm is raised once, also after a restart of the kernel.

use crate::account_events;
use crate::events::{describe, topic};
use crate::gift::{Gift, Status};
use crate::store;
use crate::views::people_of;
use serde::Deserialize;
use witverse_sdk::alarm::{Kind, NewAlarm, Settled};
use witverse_sdk::ctx::Text;
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Event, Uuid};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Happened {
    airdrop_id: Uuid,
}

/// Raises the alarms of events of one topic.
pub(crate) fn write(ctx: &Ctx, happened: &str, events: &[Event]) -> Result<(), Error> {
    let ids = events.iter().map(|event| {
        let Happened { airdrop_id } = event.json()?;
        Ok(airdrop_id)
    });
    let mut gifts = store::by_ids(ctx, &ids.collect::<Result<Vec<Uuid>, Error>>()?)?;
    let people;
    if happened == topic(Status::Pending) {
        (gifts, people) = account_events::recheck_new_gifts(ctx, gifts)?;
    } else {
        people = People::of(ctx, people_of(&gifts));
    }
    // A gift that was closed in the meantime gets no alarm of its arrival; its end has a separate event.
    gifts.retain(|gift| topic(gift.status) == happened);
    let alarms: Vec<NewAlarm> = gifts
        .iter()
        .map(|gift| alarm(gift, &people, &describe(gift).1))
        .filter(|alarm| people.get(&alarm.to).is_some())
        .collect();
    if happened != topic(Status::Pending) {
        let arrivals: Vec<Settled> = gifts
            .iter()
            .map(|gift| Settled {
                to: gift.recipient.clone(),
                key: key_of(gift, Status::Pending),
                outcome: outcome(gift, &people),
            })
            .collect();
        Settled::settle_all(ctx, &arrivals)?;
    }
    NewAlarm::raise_all(ctx, &alarms)
}

/// The new description of the recipient's alarm once the gift is closed.
fn outcome(gift: &Gift, people: &People) -> Option<Text> {
    let (ko, en) = describe(gift).1;
    let sender = people.get(&gift.sender).map(|person| person.nickname);
    let from_ko = sender.as_ref().map(|name| format!("{name}님이 보낸 "));
    let from_ko = from_ko.unwrap_or_default();
    let from_en = sender
        .map(|name| format!(" from {name}"))
        .unwrap_or_default();
    let (ko, en) = match gift.status {
        Status::Pending => return None,
        Status::Accepted => (
            format!("{from_ko}{ko} 선물을 수락했습니다."),
            format!("You accepted the gift{from_en}: {en}."),
        ),
        Status::Rejected => (
            format!("{from_ko}{ko} 선물을 거절했습니다."),
            format!("You declined the gift{from_en}: {en}."),
        ),
        Status::Returned => (
            format!("{from_ko}{ko} 선물의 수락 기한이 지났습니다."),
            format!("The gift{from_en} expired: {en}."),
        ),
        Status::Cancelled => (
            format!("{from_ko}{ko} 선물이 취소되었습니다."),
            format!("The gift{from_en} was cancelled: {en}."),
        ),
    };
    Some(Text::new(ko, en))
}

/// One alarm for its arrival, and one for its end.
fn key_of(gift: &Gift, status: Status) -> String {
    match status {
        Status::Pending => format!("arrived:{}", gift.id),
        _ => format!("ended:{}", gift.id),
    }
}

fn alarm(gift: &Gift, people: &People, (ko, en): &(String, String)) -> NewAlarm {
    let name = |id| people.get(id).map(|person| person.nickname);
    let sender = name(&gift.sender).unwrap_or_default();
    let recipient = name(&gift.recipient);
    let to_ko = recipient.as_ref().map(|name| format!("{name}님에게 보낸 "));
    let to_ko = to_ko.unwrap_or_else(|| "보낸 ".to_owned());
    let to_en = recipient.as_ref().map(|name| format!(" for {name}"));
    let to_en = to_en.unwrap_or_default();
    let (title, description) = match gift.status {
        Status::Pending => (
            ("선물이 도착했습니다", "A gift has arrived"),
            (
                format!("{sender}님이 {ko} 선물을 보냈습니다. 7일 안에 수락해 주세요."),
                format!("{sender} sent you {en}. Accept it within 7 days."),
            ),
        ),
        Status::Accepted => (
            ("선물이 수락되었습니다", "Your gift was accepted"),
            (
                format!("{to_ko}{ko} 선물이 수락되었습니다."),
                format!("Your gift{to_en} ({en}) was accepted."),
            ),
        ),
        Status::Rejected => (
            ("선물이 거절되었습니다", "Your gift was declined"),
            (
                format!("{to_ko}{ko} 선물이 거절되어 돌아왔습니다."),
                format!("Your gift{to_en} ({en}) was declined and came back to you."),
            ),
        ),
        Status::Returned => (
            ("선물이 돌아왔습니다", "Your gift came back"),
            (
                format!("{to_ko}{ko} 선물이 7일 안에 수락되지 않아 돌아왔습니다."),
                format!(
                    "Your gift{to_en} ({en}) was not accepted within 7 days and came back to you."
                ),
            ),
        ),
        // A block or an erased account is not revealed: the alarm only reports the return.
        Status::Cancelled => (
            ("선물이 취소되었습니다", "Your gift was cancelled"),
            (
                format!("보낸 {ko} 선물이 취소되어 돌아왔습니다."),
                format!("Your gift ({en}) was cancelled and came back to you."),
            ),
        ),
    };
    let (to, from) = match gift.status {
        Status::Pending => (&gift.recipient, Some(&gift.sender)),
        Status::Accepted | Status::Rejected => (&gift.sender, Some(&gift.recipient)),
        Status::Returned | Status::Cancelled => (&gift.sender, None),
    };
    NewAlarm {
        to: to.clone(),
        kind: Kind::Gift,
        key: key_of(gift, gift.status),
        title: Text::new(title.0, title.1),
        description: Text::new(description.0, description.1),
        link: Some(format!("/gifts?id={}", gift.id)),
        from: from.cloned(),
        // Replies are possible to the alarm of the arrival and to that of the acceptance.
        can_reply: matches!(gift.status, Status::Pending | Status::Accepted),
        remain_amount: None,
    }
}
