//! The service `mail@1` for plugins that operators have installed: alarms to people who have used them. The kernel checks the
//! scope and names the install.
//!
//! - `add_recipient {}` makes the person who calls a recipient; `remove_recipient {}` ends it. Both are idempotent.
//! - `send {to, key, title, text}` raises an alarm for a recipient, once for a key. Its title begins with the name of the plugin,
//!   and it names the world. It is shown in the list and the badge only: no mail and no notification of a device has words of an
//!   installed plugin. A person can turn off the messages of a plugin ([`plugin_mutes`]).

use crate::plugin_mutes;
use crate::preference::Channels;
use crate::problems::{PLUGIN_ALARM_LIMIT, PLUGIN_RECIPIENT_NEEDED};
use crate::raise_alarm;
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::{CallingInstall, Text};
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::kernel_events::InstallEnded;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Event, KoreanDay, ServiceCall, Uuid, params, text};

/// Alarms of a plugin on one day, to one person and to all people.
const PERSON_DAY_MAX: i64 = 3;
const INSTALL_DAY_MAX: i64 = 500;
const TITLE_MAX: usize = 60;
const TEXT_MAX: usize = 200;
const KEY_MAX: usize = 60;
/// The name of the plugin in a title, and the name of the world in a text, in characters.
const NAME_MAX: usize = 30;
const BATCH: u32 = 500;

pub(crate) fn answer(
    ctx: &Ctx,
    install: &CallingInstall,
    call: &ServiceCall,
) -> Result<Vec<u8>, Error> {
    match call.method.as_str() {
        "add_recipient" => {
            add_recipient(ctx, install)?;
            ServiceCall::answer(&())
        }
        "remove_recipient" => {
            remove_recipient(ctx, install)?;
            ServiceCall::answer(&())
        }
        "send" => ServiceCall::answer(&send(ctx, install, call.json()?)?),
        _ => Err(NOT_FOUND.into()),
    }
}

fn add_recipient(ctx: &Ctx, install: &CallingInstall) -> Result<(), Error> {
    let me = ctx.caller()?;
    plugin_mutes::record_sender(ctx, install)?;
    ctx.sql().execute(
        "insert into plugin_recipient (install, account_id, added_at) values ($1, $2, $3) on conflict do nothing",
        &params![&install.id, &me.id, ctx.now()],
    )?;
    Ok(())
}

fn remove_recipient(ctx: &Ctx, install: &CallingInstall) -> Result<(), Error> {
    let me = ctx.caller()?;
    ctx.sql().execute(
        "delete from plugin_recipient where install = $1 and account_id = $2",
        &params![&install.id, &me.id],
    )?;
    Ok(())
}

#[derive(Debug, Deserialize)]
struct NewMessage {
    to: Uuid,
    key: String,
    title: Text,
    text: Text,
}

#[derive(Serialize)]
struct Sent {
    /// The plugin has raised an alarm with this key for the person before.
    replayed: bool,
}

/// Refuses a text with a word of the platform's list.
fn check_words(ctx: &Ctx, field: &str, text: &Text) -> Result<(), Error> {
    let both = format!("{} {}", text.ko, text.en);
    match ctx.users().forbidden_word(&both) {
        true => Err(Error::field(
            field,
            "사용할 수 없는 단어가 있습니다.",
            "This contains a word that can't be used.",
        )),
        false => Ok(()),
    }
}

fn send(ctx: &Ctx, install: &CallingInstall, mut new: NewMessage) -> Result<Sent, Error> {
    new.title = text::both_lines("title", &new.title, 1..=TITLE_MAX)?;
    new.text = text::both_paragraphs("text", &new.text, 1..=TEXT_MAX)?;
    new.key = text::line("key", &new.key, 1..=KEY_MAX)?;
    check_words(ctx, "title", &new.title)?;
    check_words(ctx, "text", &new.text)?;
    let is_recipient: Option<(i64,)> = ctx.sql().optional(
        "select 1::bigint from plugin_recipient where install = $1 and account_id = $2",
        &params![&install.id, &new.to],
    )?;
    if is_recipient.is_none() {
        return Err(PLUGIN_RECIPIENT_NEEDED.into());
    }
    if store::alarm_of_key(ctx, &new.to, &install.id, &new.key)?.is_some() {
        return Ok(Sent { replayed: true });
    }
    count(ctx, install, &new.to, PERSON_DAY_MAX)?;
    count(ctx, install, &Uuid::nil(), INSTALL_DAY_MAX)?;
    plugin_mutes::record_names(ctx, install)?;
    if plugin_mutes::is_muted(ctx, &new.to, &install.world, &install.plugin)? {
        return Ok(Sent { replayed: false });
    }
    let alarm = alarm_of(install, new);
    let inserted = store::put_alarms(
        ctx,
        &install.id,
        &[(ctx.random().uuid(), &alarm)],
        ctx.now(),
    )?;
    let channels = Channels {
        app: true,
        email: false,
        push: false,
    };
    raise_alarm::notify_receivers(ctx, &install.id, vec![(&alarm, channels)], &inserted)?;
    Ok(Sent { replayed: false })
}

/// Counts an alarm of today; fails at the limit. Two calls at the same time wait for each other.
fn count(ctx: &Ctx, install: &CallingInstall, to: &Uuid, max: i64) -> Result<(), Error> {
    let today = KoreanDay::of(ctx.now()).number();
    let counted = ctx.sql().execute(
        "insert into plugin_alarm_count (install, account_id, day, sent) values ($1, $2, $3, 1) \
         on conflict (install, account_id, day) do update set sent = plugin_alarm_count.sent + 1 \
         where plugin_alarm_count.sent < $4",
        &params![&install.id, to, today, max],
    )?;
    match counted {
        0 => Err(PLUGIN_ALARM_LIMIT.into()),
        _ => Ok(()),
    }
}

/// The alarm of a message: it says which plugin it comes from, and from which world.
fn alarm_of(install: &CallingInstall, new: NewMessage) -> NewAlarm {
    let world = install.world_name.as_deref().unwrap_or_default();
    let shown = text::excerpt(world, NAME_MAX);
    let marked =
        |name: &str, title: &str| format!("{}: {}", text::excerpt(name, NAME_MAX), title.trim());
    NewAlarm {
        to: new.to,
        kind: Kind::System,
        key: new.key,
        title: Text::new(
            marked(&install.name.ko, &new.title.ko),
            marked(&install.name.en, &new.title.en),
        ),
        description: Text::new(
            format!(
                "{shown} 월드의 플러그인이 보냈습니다. {}",
                new.text.ko.trim()
            ),
            format!("From a plugin in the world {shown}. {}", new.text.en.trim()),
        ),
        link: Some(match world {
            "" => "/mail".to_owned(),
            world => format!("/{world}/x/{}", install.plugin),
        }),
        from: None,
        can_reply: false,
        remain_amount: None,
    }
}

/// An install has ended: it has no recipients any more. Its alarms stay, and so does what people have turned off.
pub(crate) fn on_install_ended(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let ended: InstallEnded = event.json()?;
    ctx.sql().execute(
        "delete from plugin_sender where install = $1",
        &params![&ended.install],
    )?;
    forget_install(ctx, ended)
}

/// Continues to forget the recipients of an install.
pub(crate) const FORGET_INSTALL: TimerKind<InstallEnded> = TimerKind::new("forget-install");

pub(crate) fn forget_install(ctx: &Ctx, ended: InstallEnded) -> Result<(), Error> {
    let deleted = ctx.sql().execute(
        "delete from plugin_recipient where (install, account_id) in \
         (select install, account_id from plugin_recipient where install = $1 limit $2)",
        &params![&ended.install, BATCH],
    )?;
    if deleted == u64::from(BATCH) {
        FORGET_INSTALL.now(ctx, &ended.install, &ended)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn install(name: &str) -> CallingInstall {
        CallingInstall {
            id: "x-a".into(),
            plugin: "acme.poll".into(),
            name: Text::new(name, name),
            world: Uuid::nil(),
            world_name: Some("agora".into()),
            is_trial: false,
        }
    }

    fn message(length: usize) -> NewMessage {
        NewMessage {
            to: Uuid::nil(),
            key: "k".into(),
            title: Text::new("가".repeat(length), "a".repeat(length)),
            text: Text::new("나", "b"),
        }
    }

    #[test]
    fn an_alarm_says_where_it_comes_from_and_fits() {
        let alarm = alarm_of(&install("투표"), message(1));
        assert_eq!(alarm.title, Text::new("투표: 가", "투표: a"));
        assert_eq!(
            alarm.description.ko,
            "agora 월드의 플러그인이 보냈습니다. 나"
        );
        assert_eq!(alarm.link.as_deref(), Some("/agora/x/acme.poll"));
        let longest = alarm_of(&install(&"이".repeat(90)), message(TITLE_MAX));
        assert!(crate::alarm::check(&longest).is_ok(), "{longest:?}");
    }
}
