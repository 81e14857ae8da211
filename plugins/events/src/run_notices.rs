//! Alarms about the runs of a challenge: to a runner whose run does not count, and to the administrators of the world about times
//! that wait for a decision. The game notifies the runner of the decision.

use crate::course::Mismatch;
use crate::event::Event;
use crate::notices::{alarm, korean_time};
use crate::store;
use crate::venue;
use serde::{Deserialize, Serialize};
use witverse_sdk::alarm::{NewAlarm, Settled};
use witverse_sdk::ctx::Text;
use witverse_sdk::people::People;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, DAY_MS, Error, Timestamp, Uuid, games, params};

/// Prizes wait this long for decisions.
pub(crate) const REVIEW_MS: i64 = 7 * DAY_MS;

/// When ranks become final without the times that wait for a decision.
pub(crate) fn decided_until(event: &Event) -> Timestamp {
    event.ends_at.plus_millis(REVIEW_MS)
}

/// Tells a runner why a run does not count. Once per event and reason.
pub(crate) fn not_counted(
    ctx: &Ctx,
    event: &Event,
    runner: &Uuid,
    (why, laps): (Mismatch, i64),
) -> Result<(), Error> {
    let (ko, en) = (&event.title.ko, &event.title.en);
    let (key, text) = match why {
        Mismatch::Laps => (
            "other-laps",
            (
                format!(
                    "‘{ko}’ 챌린지에서는 {laps}바퀴 경주만 인정됩니다. 이번 경주는 바퀴 수가 달라 기록에 들어가지 않고 도전 횟수도 줄지 않습니다."
                ),
                format!(
                    "“{en}” counts races of {laps} {}. This race has another length, so it is not ranked and uses no attempt.",
                    if laps == 1 { "lap" } else { "laps" }
                ),
            ),
        ),
        Mismatch::Gates => (
            "other-course",
            (
                format!(
                    "‘{ko}’ 챌린지가 시작된 뒤에 코스의 관문이 바뀌었습니다. 시작할 때의 코스에서 뛴 기록만 인정되므로 이번 경주는 기록에 들어가지 않고 도전 횟수도 줄지 않습니다."
                ),
                format!(
                    "The gates were changed after “{en}” had started. Only runs on the course at its start count, so this race is not ranked and uses no attempt."
                ),
            ),
        ),
    };
    let title = (
        "이번 경주는 챌린지에 들어가지 않습니다",
        "This race does not count in the challenge",
    );
    alarm(event, runner, key, title, text).raise(ctx)
}

/// Who is asked about a run.
enum Deciders {
    /// Administrators of the world who do not compete.
    Administrators(Vec<Uuid>),
    /// All of them compete: the organiser finds another moderator.
    Organiser(Option<Uuid>),
}

impl Deciders {
    fn people(&self) -> Vec<Uuid> {
        match self {
            Self::Administrators(people) => people.clone(),
            Self::Organiser(organiser) => organiser.iter().cloned().collect(),
        }
    }
}

/// Administrators of the world who have a place or an attempt in the challenge compete, and are refused the decision.
fn deciders(ctx: &Ctx, event: &Event) -> Result<Deciders, Error> {
    let all = venue::administrators(ctx, &event.world)?;
    let rows: Vec<(Option<Uuid>,)> = ctx
        .sql()
        .query(
            "select p.holder_id from place p where p.event_id = $1 and p.state = 'taken' \
             and p.holder_id = any($2::uuid[]) \
             union select a.account_id from attempt a where a.event_id = $1 and a.account_id = any($2::uuid[]) \
             and a.state <> 'void'",
            &params![&event.id, all.clone()],
        )?
        .all()?;
    let competing: Vec<Uuid> = rows.into_iter().filter_map(|(holder,)| holder).collect();
    let impartial: Vec<Uuid> = all
        .into_iter()
        .filter(|person| !competing.contains(person))
        .collect();
    Ok(match impartial.is_empty() {
        true => Deciders::Organiser(event.organiser.clone()),
        false => Deciders::Administrators(impartial),
    })
}

fn block_link(event: &Event) -> Option<String> {
    Some(format!("/{}/{}", event.world_name, event.block_name))
}

fn check_key(run: &Uuid) -> String {
    format!("check:{run}")
}

/// A time that needs a decision.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Question {
    pub(crate) event_id: Uuid,
    pub(crate) run_id: Uuid,
    pub(crate) runner: Uuid,
    pub(crate) time_ms: i64,
}

/// Asks in a call of its own: a report about a run may concern several challenges.
pub(crate) fn schedule_question(ctx: &Ctx, question: &Question) -> Result<(), Error> {
    let id = format!("{}:{}", question.event_id, question.run_id);
    QUESTION.now(ctx, id, question)
}

pub(crate) const QUESTION: TimerKind<Question> = TimerKind::new("ask");

/// Asks the administrators of the world for a decision about a time.
pub(crate) fn on_question(ctx: &Ctx, question: Question) -> Result<(), Error> {
    let Some(event) = store::by_id(ctx, &question.event_id)? else {
        return Ok(());
    };
    let waits = ctx.sql().query(
        "select 1 from attempt where event_id = $1 and race_id = $2 and account_id = $3 and state = 'pending'",
        &params![&question.event_id, &question.run_id, &question.runner],
    )?;
    if waits.is_empty() {
        return Ok(());
    }
    let name = People::of(ctx, [&question.runner])
        .get(&question.runner)
        .map(|person| person.nickname)
        .unwrap_or_default();
    let time = games::stopwatch(question.time_ms);
    let until = korean_time(decided_until(&event));
    let (ko, en) = (&event.title.ko, &event.title.en);
    let deciders = deciders(ctx, &event)?;
    let (ask_ko, ask_en) = match deciders {
        Deciders::Administrators(_) => (
            "블록의 게임 창에서 다시 보고 인정할지 결정해 주세요.",
            "Watch it in the game panel of the block and decide whether it counts.",
        ),
        Deciders::Organiser(_) => (
            "월드 관리자가 모두 참가 중이라 결정할 수 없습니다. 참가하지 않는 블록 관리자를 정해 결정을 맡겨 주세요.",
            "All administrators of the world take part, so none of them can decide. Please find a moderator of the block who does not.",
        ),
    };
    let alarms: Vec<NewAlarm> = deciders
        .people()
        .iter()
        .map(|to| NewAlarm {
            link: block_link(&event),
            ..alarm(
                &event,
                to,
                &check_key(&question.run_id),
                (
                    "확인이 필요한 챌린지 기록이 있습니다",
                    "A time in a challenge needs a decision",
                ),
                (
                    format!(
                        "‘{ko}’에서 {name}님이 세운 {time} 기록이 지나치게 빠르거나 부자연스럽습니다. {ask_ko} {until}(KST)까지 결정하지 않으면 이 기록 없이 순위가 확정됩니다."
                    ),
                    format!(
                        "The time of {time} by {name} in “{en}” looks wrong. {ask_en} Without a decision by {until} KST the ranking becomes final without it."
                    ),
                ),
            )
        })
        .collect();
    NewAlarm::raise_all(ctx, &alarms)
}

/// Marks the alarms about a run as read and shows the decision in them.
pub(crate) fn settle(ctx: &Ctx, event: &Event, run: &Uuid, is_accepted: bool) -> Result<(), Error> {
    let (ko, en) = (&event.title.ko, &event.title.en);
    let outcome = match is_accepted {
        true => Text::new(
            format!("‘{ko}’의 기록이 인정되었습니다."),
            format!("The time in “{en}” was accepted."),
        ),
        false => Text::new(
            format!("‘{ko}’의 기록이 인정되지 않았습니다."),
            format!("The time in “{en}” was rejected."),
        ),
    };
    let settled: Vec<Settled> = venue::administrators(ctx, &event.world)?
        .into_iter()
        .chain(event.organiser.clone())
        .map(|to| Settled {
            to,
            key: format!("{}:{}", check_key(run), event.id),
            outcome: Some(outcome.clone()),
        })
        .collect();
    Settled::settle_all(ctx, &settled)
}

/// Reminds the administrators of the world of times that still wait on the last day. Once per event.
pub(crate) fn remind_moderators(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let until = korean_time(decided_until(event));
    let (ko, en) = (&event.title.ko, &event.title.en);
    let alarms: Vec<NewAlarm> = deciders(ctx, event)?
        .people()
        .iter()
        .map(|to| NewAlarm {
            link: block_link(event),
            ..alarm(
                event,
                to,
                "last-check",
                (
                    "챌린지 기록이 아직 확인을 기다립니다",
                    "Times in a challenge still need a decision",
                ),
                (
                    format!(
                        "‘{ko}’의 순위가 {until}(KST)에 확정됩니다. 그때까지 결정하지 않은 기록은 순위에서 빠집니다."
                    ),
                    format!(
                        "The ranking of “{en}” becomes final at {until} KST, without the times that still wait for a decision."
                    ),
                ),
            )
        })
        .collect();
    NewAlarm::raise_all(ctx, &alarms)
}

/// Notifies the runners of times without a decision, and the organiser, that the ranking is final without these times.
pub(crate) fn left_out(ctx: &Ctx, event: &Event, runners: &[Uuid]) -> Result<(), Error> {
    let (ko, en) = (&event.title.ko, &event.title.en);
    let mut alarms: Vec<NewAlarm> = runners
        .iter()
        .map(|to| {
            alarm(
                event,
                to,
                "unchecked",
                (
                    "기록이 제때 확인되지 않았습니다",
                    "Your time was not checked in time",
                ),
                (
                    format!(
                        "‘{ko}’에서 확인을 기다리던 기록을 7일 안에 관리자가 확인하지 못해, 이 기록 없이 순위가 확정되었습니다."
                    ),
                    format!(
                        "No moderator has decided about your waiting time in “{en}” within seven days, so the ranking is final without it."
                    ),
                ),
            )
        })
        .collect();
    alarms.extend(event.organiser.iter().map(|to| {
        alarm(
            event,
            to,
            "unchecked-times",
            (
                "확인되지 않은 기록을 빼고 순위가 확정되었습니다",
                "The ranking is final without unchecked times",
            ),
            (
                format!(
                    "‘{ko}’에서 의심스러운 기록 일부를 관리자가 7일 안에 확인하지 못했습니다. 그 기록을 빼고 순위와 상금이 정해졌습니다."
                ),
                format!(
                    "No moderator has decided about some doubtful times in “{en}” within seven days. Ranks and prizes are settled without them."
                ),
            ),
        )
    }));
    NewAlarm::raise_all(ctx, &alarms)
}
