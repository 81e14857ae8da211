//! The plugins that operators have installed and that may write to the caller, and which of them the caller has turned off.
//! The answers to the plugin do not show it: its messages are counted, and dropped.

use crate::problems::PLUGIN_SENDER_NOT_FOUND;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::{CallingInstall, Text};
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// A person uses fewer plugins; of more, those that the person has used last.
const MAX_LISTED: u32 = 100;

/// A plugin in a world that may write to the caller.
#[derive(Debug, PartialEq, Eq, Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PluginSender {
    /// `publisher.name`.
    plugin: String,
    world_id: Uuid,
    world_name: String,
    #[row(both)]
    name: Text,
    /// The caller does not get its messages.
    is_muted: bool,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct PluginSenders {
    items: Vec<PluginSender>,
}

/// The plugins that may write to the caller, and those that the caller has turned off.
pub(crate) fn list_senders(ctx: &Ctx, (): ()) -> Result<Payload<PluginSenders>, Error> {
    let me = ctx.caller()?;
    let items = ctx
        .sql()
        .query(
            "with muted as ( \
                 select world_id, plugin, world_name, name_ko, name_en from plugin_mute where account_id = $1 \
                 order by muted_at desc limit $2), \
             allowed as ( \
                 select s.world_id, s.plugin, s.world_name, s.name_ko, s.name_en \
                 from plugin_recipient r join plugin_sender s on s.install = r.install \
                 where r.account_id = $1 and not exists (select from plugin_mute m \
                     where m.account_id = $1 and m.world_id = s.world_id and m.plugin = s.plugin) \
                 order by r.added_at desc limit $2) \
             select muted.*, true as is_muted from muted union all select allowed.*, false as is_muted from allowed \
             order by world_name, plugin, world_id",
            &params![&me.id, MAX_LISTED],
        )?
        .all()?;
    Ok(Payload(PluginSenders { items }))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Choice {
    #[schemars(length(max = 64))]
    world_id: String,
    #[schemars(length(max = 100))]
    plugin: String,
    is_muted: bool,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Chosen {
    is_muted: bool,
}

/// Turns the messages of a plugin off or on. Idempotent.
pub(crate) fn set_mute(ctx: &Ctx, Json(choice): Json<Choice>) -> Result<Payload<Chosen>, Error> {
    let me = ctx.caller()?;
    let world = Uuid::parse(&choice.world_id).ok_or(PLUGIN_SENDER_NOT_FOUND)?;
    match choice.is_muted {
        true => mute(ctx, &me.id, &world, &choice.plugin)?,
        false => {
            ctx.sql().execute(
                "delete from plugin_mute where account_id = $1 and world_id = $2 and plugin = $3",
                &params![&me.id, &world, &choice.plugin],
            )?;
        }
    }
    Ok(Payload(Chosen {
        is_muted: choice.is_muted,
    }))
}

fn mute(ctx: &Ctx, account: &Uuid, world: &Uuid, plugin: &str) -> Result<(), Error> {
    let muted = ctx.sql().execute(
        "insert into plugin_mute (account_id, world_id, plugin, world_name, name_ko, name_en, muted_at) \
         select $1, world_id, plugin, world_name, name_ko, name_en, $4 from plugin_sender \
         where world_id = $2 and plugin = $3 limit 1 on conflict do nothing",
        &params![account, world, plugin, ctx.now()],
    )?;
    match muted == 1 || is_muted(ctx, account, world, plugin)? {
        true => Ok(()),
        false => Err(PLUGIN_SENDER_NOT_FOUND.into()),
    }
}

/// Whether a person does not get the messages of a plugin in a world.
pub(crate) fn is_muted(
    ctx: &Ctx,
    account: &Uuid,
    world: &Uuid,
    plugin: &str,
) -> Result<bool, Error> {
    let muted: Option<(i64,)> = ctx.sql().optional(
        "select 1::bigint from plugin_mute where account_id = $1 and world_id = $2 and plugin = $3",
        &params![account, world, plugin],
    )?;
    Ok(muted.is_some())
}

/// The plugin that has raised an alarm of the caller, while it is installed.
pub(crate) fn sender_of(
    ctx: &Ctx,
    account: &Uuid,
    alarm: &Uuid,
) -> Result<Option<PluginSender>, Error> {
    Ok(ctx.sql().optional(
        "select s.world_id, s.plugin, s.world_name, s.name_ko, s.name_en, m.account_id is not null as is_muted \
         from alarm a join plugin_sender s on s.install = a.source \
         left join plugin_mute m on m.account_id = a.account_id and m.world_id = s.world_id and m.plugin = s.plugin \
         where a.account_id = $1 and a.id = $2",
        &params![account, alarm],
    )?)
}

/// Records an install that may write to people. Takes no lock if it is known.
pub(crate) fn record_sender(ctx: &Ctx, install: &CallingInstall) -> Result<(), Error> {
    let world = install.world_name.as_deref().unwrap_or_default();
    ctx.sql().execute(
        "insert into plugin_sender (install, plugin, world_id, world_name, name_ko, name_en) \
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
        &params![
            &install.id,
            &install.plugin,
            &install.world,
            world,
            &install.name.ko,
            &install.name.en
        ],
    )?;
    Ok(())
}

/// Records a changed name of a plugin or of its world. Takes no lock if nothing has changed.
pub(crate) fn record_names(ctx: &Ctx, install: &CallingInstall) -> Result<(), Error> {
    record_sender(ctx, install)?;
    let world = install.world_name.as_deref().unwrap_or_default();
    ctx.sql().execute(
        "update plugin_sender set world_name = $2, name_ko = $3, name_en = $4 \
         where install = $1 and (world_name <> $2 or name_ko <> $3 or name_en <> $4)",
        &params![&install.id, world, &install.name.ko, &install.name.en],
    )?;
    Ok(())
}
