//! The service `mail@1`: another plugin raises an alarm for a person.
//!
//! Idempotent: the same key of the same plugin raises one alarm for a person. An alarm that its receiver has excluded
//! from the list is not stored. An alarm that was caused by a blocked person is not raised, nor one about a
//! gift, a request or a reply of a person whom the receiver has muted.

use crate::alarm;
use crate::badge;
use crate::directions;
use crate::preference::Channels;
use crate::queries;
use crate::store::{self, InsertedAlarm};
use serde::Serialize;
use witverse_sdk::alarm::{Kind, MOST, NewAlarm, RAISE, RAISE_ALL, SERVICE, SETTLE_ALL, Settled};
use witverse_sdk::ctx::{Notice, Text};
use witverse_sdk::{Ctx, Error, ServiceCall, Uuid, text};

/// What the kernel takes as the subject of a mail, and as a title or text on a device.
const SUBJECT_BYTES: usize = 200;
const NOTICE_BYTES: usize = 1_200;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Raised {
    alarm_id: Option<Uuid>,
    replayed: bool,
}

pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    match (call.service.as_str(), call.method.as_str()) {
        (SERVICE, RAISE) => {
            let raised = raise(ctx, &call.from, &[call.json()?])?.pop();
            ServiceCall::answer(&raised.ok_or(witverse_sdk::error::NOT_FOUND)?)
        }
        (SERVICE, RAISE_ALL) => {
            let news = check_length(call.json()?)?;
            ServiceCall::answer(&raise(ctx, &call.from, &news)?)
        }
        (SERVICE, SETTLE_ALL) => {
            settle(
                ctx,
                &call.from,
                &check_length(call.json::<Vec<Settled>>()?)?,
            )?;
            ServiceCall::answer(&())
        }
        _ => Err(witverse_sdk::error::NOT_FOUND.into()),
    }
}

fn check_length<T>(list: Vec<T>) -> Result<Vec<T>, Error> {
    match list.len() <= MOST {
        true => Ok(list),
        false => Err(Error::internal(format!("at most {MOST} alarms at once"))),
    }
}

/// Settles alarms: marks them as read, replaces their descriptions, and pushes the new badges.
fn settle(ctx: &Ctx, source: &str, settled: &[Settled]) -> Result<(), Error> {
    settled
        .iter()
        .filter_map(|settled| settled.outcome.as_ref())
        .try_for_each(alarm::check_description)?;
    let settled: Vec<Settled> = settled
        .iter()
        .map(|one| Settled {
            outcome: one.outcome.as_ref().map(directions::isolated),
            ..one.clone()
        })
        .collect();
    let people = store::settle(ctx, source, &settled, ctx.now())?;
    let reachable = ctx.notify().reachable(&people.iter().collect::<Vec<_>>());
    for reach in reachable.iter().filter(|reach| reach.screens) {
        badge::push(ctx, &reach.person)?;
    }
    Ok(())
}

/// Raises each alarm, with one kernel call and one query for all of them; returns the outcomes in the same order.
fn raise(ctx: &Ctx, source: &str, news: &[NewAlarm]) -> Result<Vec<Raised>, Error> {
    news.iter().try_for_each(alarm::check)?;
    let news: Vec<NewAlarm> = news.iter().map(isolated).collect();
    let news = news.as_slice();
    let wanted = wanted(ctx, news)?;
    let listed: Vec<(Uuid, &NewAlarm)> = wanted
        .iter()
        .filter(|(_, channels)| channels.app)
        .map(|(new, _)| (ctx.random().uuid(), *new))
        .collect();
    let inserted = store::put_alarms(ctx, source, &listed, ctx.now())?;
    let mut deliverable = wanted;
    // Of several alarms with the same key, one is raised.
    deliverable.retain(|(new, channels)| {
        is_first(news, new) && (!channels.app || inserted.iter().any(|alarm| alarm.is(new)))
    });
    notify_receivers(ctx, source, deliverable, &inserted)?;
    news.iter()
        .map(|new| {
            let is_listed = listed.iter().any(|(_, listed)| std::ptr::eq(*listed, new));
            let known = inserted.iter().find(|alarm| alarm.is(new));
            let alarm_id = match known {
                Some(alarm) => Some(alarm.id.clone()),
                None if is_listed => store::alarm_of_key(ctx, &new.to, source, &new.key)?,
                None => None,
            };
            Ok(Raised {
                alarm_id,
                replayed: is_listed && (known.is_none() || !is_first(news, new)),
            })
        })
        .collect()
}

fn isolated(new: &NewAlarm) -> NewAlarm {
    NewAlarm {
        title: directions::isolated(&new.title),
        description: directions::isolated(&new.description),
        ..new.clone()
    }
}

/// Whether no earlier element of the list has its key.
fn is_first(news: &[NewAlarm], new: &NewAlarm) -> bool {
    let same = |other: &&NewAlarm| (&other.to, &other.key) == (&new.to, &new.key);
    news.iter()
        .find(same)
        .is_some_and(|first| std::ptr::eq(first, new))
}

/// Drops alarms for erased accounts and alarms caused by blocked or muted people; adds the receiver's channels to the
/// others.
fn wanted<'a>(ctx: &Ctx, news: &'a [NewAlarm]) -> Result<Vec<(&'a NewAlarm, Channels)>, Error> {
    let parties: Vec<(&Uuid, &Uuid)> = news
        .iter()
        .map(|new| (&new.to, new.from.as_ref().unwrap_or(&new.to)))
        .collect();
    let unblocked: Vec<&NewAlarm> = news
        .iter()
        .zip(ctx.users().pairs(&parties))
        .filter(|(new, pair)| {
            pair.a.is_some() && !pair.blocked && !(pair.muted && is_silenced(new.kind))
        })
        .map(|(new, _)| new)
        .collect();
    let chosen = queries::preferences_of(ctx, unblocked.iter().map(|new| &new.to))?;
    Ok(unblocked
        .into_iter()
        .filter_map(|new| Some((new, chosen.get(&new.to)?.of(new.kind))))
        .collect())
}

/// Whether muting a person silences their alarms of this kind. What concerns money or the platform is not silenced.
const fn is_silenced(kind: Kind) -> bool {
    match kind {
        Kind::Gift | Kind::Friend | Kind::Reply => true,
        Kind::Reward | Kind::Trade | Kind::Event | Kind::System => false,
    }
}

/// Pushes the badge and notifies by the chosen channels. Without an immediate channel, unread alarms are not counted
/// and devices are not queried. The kernel is called last, since its commit is independent.
pub(crate) fn notify_receivers(
    ctx: &Ctx,
    source: &str,
    deliverable: Vec<(&NewAlarm, Channels)>,
    inserted: &[InsertedAlarm],
) -> Result<(), Error> {
    let mut people: Vec<&Uuid> = deliverable.iter().map(|(new, _)| &new.to).collect();
    people.sort();
    people.dedup();
    let reachable = ctx.notify().reachable(&people);
    let reach_of = |person: &Uuid| reachable.iter().find(|reach| reach.person == *person);
    for person in people {
        let has_new = inserted.iter().any(|alarm| alarm.account == *person);
        if has_new && reach_of(person).is_some_and(|reach| reach.screens) {
            badge::push(ctx, person)?;
        }
    }
    for (new, mut channels) in deliverable {
        channels.push &= reach_of(&new.to).is_some_and(|reach| reach.devices);
        notify(ctx, &new.to, channels, &notification(source, new))?;
    }
    Ok(())
}

fn notification(source: &str, new: &NewAlarm) -> Notification {
    Notification {
        title: new.title.clone(),
        body: new.description.clone(),
        link: new.link.clone().unwrap_or_else(|| "/mail".to_owned()),
        tag: format!("{source}:{}", new.key),
    }
}

/// The content of a notification, in both languages.
pub(crate) struct Notification {
    pub(crate) title: Text,
    pub(crate) body: Text,
    /// A path of the shell.
    pub(crate) link: String,
    pub(crate) tag: String,
}

/// Notifies a person by mail or on devices, by the chosen channels.
pub(crate) fn notify(
    ctx: &Ctx,
    to: &Uuid,
    channels: Channels,
    notification: &Notification,
) -> Result<(), Error> {
    if channels.push {
        let notice = Notice {
            title: within_bytes(&notification.title, NOTICE_BYTES),
            body: within_bytes(&notification.body, NOTICE_BYTES),
            link: notification.link.clone(),
            tag: notification.tag.clone(),
        };
        ctx.notify().push(to, &notice)?;
    }
    if channels.email {
        ctx.notify().email(
            to,
            &within_bytes(&notification.title, SUBJECT_BYTES),
            &notification.body,
            Some(&notification.link),
        )?;
    }
    Ok(())
}

fn within_bytes(both: &Text, bytes: usize) -> Text {
    Text::new(
        text::within_bytes(&both.ko, bytes),
        text::within_bytes(&both.en, bytes),
    )
}
