//! The service `mail@1`: another plugin has something to tell somebody.
//!
//! The same key of the same plugin tells the same person once. What somebody does not want in their list is not kept;
//! what blocked people cause is not told.

use crate::alarm;
use crate::badge;
use crate::preference::Channels;
use crate::reading;
use crate::store;
use serde::Serialize;
use witverse_sdk::alarm::{NewAlarm, RAISE, SERVICE};
use witverse_sdk::ctx::{Notice, Text};
use witverse_sdk::{Ctx, Error, ServiceCall, Uuid};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Raised {
    alarm_id: Option<Uuid>,
    replayed: bool,
}

pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    match (call.service.as_str(), call.method.as_str()) {
        (SERVICE, RAISE) => ServiceCall::answer(&raise(ctx, &call.from, &call.json()?)?),
        _ => Err(witverse_sdk::error::NOT_FOUND.into()),
    }
}

fn raise(ctx: &Ctx, source: &str, new: &NewAlarm) -> Result<Raised, Error> {
    alarm::check(new)?;
    let nobody = Raised {
        alarm_id: None,
        replayed: false,
    };
    let gone = ctx.users().profile(&new.to).is_none();
    let unwelcome = new
        .from
        .as_ref()
        .is_some_and(|from| ctx.users().blocked_between(from, &new.to));
    if gone || unwelcome {
        return Ok(nobody);
    }
    let channels = reading::preferences(ctx, &new.to)?.of(new.kind);
    let word = Word {
        title: new.title.clone(),
        body: new.description.clone(),
        link: new.link.clone().unwrap_or_else(|| "/mail".to_owned()),
        tag: format!("{source}:{}", new.key),
    };
    if !channels.app {
        reach(ctx, &new.to, channels, &word)?;
        return Ok(nobody);
    }
    let id = ctx.random().uuid();
    let (alarm_id, replayed) = store::put_alarm(ctx, source, &id, new, ctx.now())?;
    if !replayed {
        // The kernel is asked last: each change between a plugin and the kernel is a round trip, and the commit is its own.
        badge::push(ctx, &new.to)?;
        reach(ctx, &new.to, channels, &word)?;
    }
    Ok(Raised {
        alarm_id: Some(alarm_id),
        replayed,
    })
}

/// What goes to where somebody is.
pub(crate) struct Word {
    pub(crate) title: Text,
    pub(crate) body: Text,
    /// A path of the shell.
    pub(crate) link: String,
    pub(crate) tag: String,
}

/// Tells somebody elsewhere than in their list, as they have chosen.
pub(crate) fn reach(ctx: &Ctx, to: &Uuid, channels: Channels, word: &Word) -> Result<(), Error> {
    if channels.push {
        let notice = Notice {
            title: word.title.clone(),
            body: word.body.clone(),
            link: word.link.clone(),
            tag: word.tag.clone(),
        };
        ctx.notify().push(to, &notice)?;
    }
    if channels.email {
        ctx.notify()
            .email(to, &word.title, &word.body, Some(&word.link))?;
    }
    Ok(())
}
