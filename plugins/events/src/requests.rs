//! Notices of requests: the administrators of the world get an alarm for an event that needs their approval, which is marked as
//! read after the decision; the organiser gets one for a request that has lapsed.

use crate::event::Event;
use crate::notices::alarm;
use crate::venue;
use witverse_sdk::alarm::{NewAlarm, Settled};
use witverse_sdk::ctx::Text;
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error};

/// What has become of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Approved,
    Declined,
    /// By its organiser, with the block, or with the organiser's account.
    Cancelled,
    /// It has reached its start without a decision.
    Lapsed,
}

const KEY: &str = "request";

/// Asks the owner and the administrators of the world, who are at most six.
pub(crate) fn announce(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let name = event
        .organiser
        .as_ref()
        .and_then(|id| People::of(ctx, [id]).get(id))
        .map(|person| person.nickname)
        .unwrap_or_default();
    let (ko, en) = (&event.title.ko, &event.title.en);
    let alarms: Vec<NewAlarm> = venue::administrators(ctx, &event.world)?
        .iter()
        .map(|to| NewAlarm {
            link: Some(format!("/{}/management", event.world_name)),
            ..alarm(
                event,
                to,
                KEY,
                (
                    "이벤트 승인 요청이 있습니다",
                    "An event is waiting for your approval",
                ),
                (
                    format!(
                        "{name}님이 {} 월드에서 ‘{ko}’ 이벤트를 열려고 합니다. 시작 전까지 승인하거나 거절해 주세요.",
                        event.world_name
                    ),
                    format!(
                        "{name} would like to hold “{en}” in {}. Approve or decline it before it starts.",
                        event.world_name
                    ),
                ),
            )
        })
        .collect();
    NewAlarm::raise_all(ctx, &alarms)
}

fn outcome_text(event: &Event, outcome: Outcome) -> Text {
    let (ko, en) = (&event.title.ko, &event.title.en);
    match outcome {
        Outcome::Approved => Text::new(
            format!("‘{ko}’ 이벤트가 승인되었습니다."),
            format!("“{en}” was approved."),
        ),
        Outcome::Declined => Text::new(
            format!("‘{ko}’ 이벤트가 거절되었습니다."),
            format!("“{en}” was declined."),
        ),
        Outcome::Cancelled => Text::new(
            format!("‘{ko}’ 이벤트의 요청이 취소되었습니다."),
            format!("The request for “{en}” was cancelled."),
        ),
        Outcome::Lapsed => Text::new(
            format!("‘{ko}’ 이벤트가 승인되지 않은 채 시작 시각이 지났습니다."),
            format!("“{en}” reached its start without approval."),
        ),
    }
}

/// Marks the alarms of the administrators as read and shows the outcome in them.
pub(crate) fn settle(ctx: &Ctx, event: &Event, outcome: Outcome) -> Result<(), Error> {
    let text = outcome_text(event, outcome);
    let settled: Vec<Settled> = venue::administrators(ctx, &event.world)?
        .into_iter()
        .map(|to| Settled {
            to,
            key: format!("{KEY}:{}", event.id),
            outcome: Some(text.clone()),
        })
        .collect();
    Settled::settle_all(ctx, &settled)
}

/// Notifies the organiser that the start has passed without a decision.
pub(crate) fn lapsed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let Some(to) = &event.organiser else {
        return Ok(());
    };
    let (ko, en) = (&event.title.ko, &event.title.en);
    alarm(
        event,
        to,
        "lapsed",
        ("이벤트가 열리지 않았습니다", "Your event did not take place"),
        (
            format!(
                "‘{ko}’ 이벤트가 월드 관리자의 승인을 받지 못한 채 시작 시각이 지나 취소되었습니다."
            ),
            format!(
                "“{en}” was cancelled: its start has passed without an answer from the world's administrators."
            ),
        ),
    )
    .raise(ctx)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::tests::event;

    #[test]
    fn each_outcome_has_a_text_of_its_own_that_fits_an_alarm() {
        let all = [
            Outcome::Approved,
            Outcome::Declined,
            Outcome::Cancelled,
            Outcome::Lapsed,
        ];
        let texts = all.map(|outcome| outcome_text(&event(), outcome));
        for (n, text) in texts.iter().enumerate() {
            assert!(text.ko.contains("모임") && text.en.contains("Meetup"));
            assert!(texts[..n].iter().all(|other| other.en != text.en));
        }
    }
}
