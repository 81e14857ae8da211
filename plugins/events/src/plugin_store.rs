//! The installed plugin of an event: which one it is, what the organiser has entered in its form, and its result.

use crate::new_plugin::NewPlugin;
use crate::problems::PLUGIN_UNAVAILABLE;
use serde::Serialize;
use serde_json::Value;
use witverse_sdk::ctx::{FilledForm, Text};
use witverse_sdk::page::{self, TimeKey, Window};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// The slot of installed plugins whose form an organiser fills in.
const FORM_SLOT: &str = "event.form";

/// The plugin of a new event after the kernel has checked the form.
pub(crate) struct CheckedPlugin {
    pub(crate) install: String,
    pub(crate) filled: FilledForm,
}

/// Checks the form. A plugin that does not run has none.
pub(crate) fn checked(ctx: &Ctx, new: &NewPlugin) -> Result<CheckedPlugin, Error> {
    let values = new.form.to_string();
    let forms = ctx.install_forms();
    let filled = forms.fill(&new.install, FORM_SLOT, &values, "plugin.form")?;
    Ok(CheckedPlugin {
        install: new.install.clone(),
        filled: filled.ok_or(PLUGIN_UNAVAILABLE)?,
    })
}

/// The plugin of an event.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
#[row(alias = "x")]
pub(crate) struct EventPlugin {
    /// The id of the install.
    pub(crate) install_id: String,
    /// publisher.name
    #[row(column = "plugin_id")]
    pub(crate) plugin: String,
    #[row(both)]
    pub(crate) name: Text,
    /// What the organiser has entered in the form of the plugin.
    #[schemars(with = "crate::new_plugin::FormValues")]
    #[row(json, sql = "x.form::text")]
    pub(crate) form: Value,
    /// What the plugin has stated about the outcome.
    #[row(both)]
    pub(crate) result: Option<Text>,
    #[serde(skip)]
    #[row(column = "event_id")]
    pub(crate) event: Uuid,
}

pub(crate) fn insert(ctx: &Ctx, event: &Uuid, plugin: &CheckedPlugin) -> Result<(), Error> {
    let filled = &plugin.filled;
    ctx.sql().execute(
        "insert into event_plugin (event_id, install_id, plugin_id, name_ko, name_en, form) \
         values ($1, $2, $3, $4, $5, $6::text::jsonb)",
        &params![
            event,
            &plugin.install,
            &filled.plugin,
            &filled.name.ko,
            &filled.name.en,
            &filled.values
        ],
    )?;
    Ok(())
}

/// The plugins of events, in any order.
pub(crate) fn of_events(ctx: &Ctx, events: Vec<Uuid>) -> Result<Vec<EventPlugin>, Error> {
    let rows = ctx.sql().query(
        select!(
            EventPlugin,
            "from event_plugin x where x.event_id = any($1::uuid[])"
        ),
        &params![events],
    )?;
    Ok(rows.all()?)
}

pub(crate) fn of_event(ctx: &Ctx, event: &Uuid) -> Result<Option<EventPlugin>, Error> {
    Ok(of_events(ctx, vec![event.clone()])?.into_iter().next())
}

/// Replaces the result of an event.
pub(crate) fn set_result(
    ctx: &Ctx,
    event: &Uuid,
    result: &Text,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "update event_plugin set result_ko = $2, result_en = $3, result_at = $4 where event_id = $1",
        &params![event, &result.ko, &result.en, now],
    )?;
    Ok(())
}

/// What an organiser has entered in the form of a plugin; for the export of their data.
#[derive(Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[row(alias = "x")]
pub(crate) struct FormData {
    pub(crate) event_id: Uuid,
    #[row(column = "plugin_id")]
    plugin: String,
    #[row(json, sql = "x.form::text")]
    form: Value,
    #[serde(skip)]
    #[row(column = "starts_at", sql = "e.starts_at")]
    pub(crate) at: Timestamp,
}

/// The forms of a person's events, the latest start first.
pub(crate) fn forms_of(
    ctx: &Ctx,
    organiser: &Uuid,
    window: &Window<TimeKey>,
) -> Result<Vec<FormData>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            FormData,
            "from event e join event_plugin x on x.event_id = e.id \
             where e.organiser_id = $1 and (e.starts_at, e.id) < ($3, $4) \
             order by e.starts_at desc, e.id desc limit $2"
        ),
        &params![organiser, window.fetch(), before, &id],
    )?;
    Ok(rows.all()?)
}
