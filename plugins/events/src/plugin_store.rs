//! The installed plugin of an event: which one it is, what the organiser has entered in its form, and its result.

use crate::new_plugin::NewPlugin;
use crate::problems::PLUGIN_UNAVAILABLE;
use serde::Serialize;
use serde_json::Value;
use witverse_sdk::ctx::{FilledForm, Text};
use witverse_sdk::page::{self, TimeKey, Window};
use witverse_sdk::sql::{FromRow, Row, SqlError};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

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
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventPlugin {
    /// The id of the install.
    pub(crate) install_id: String,
    /// publisher.name
    pub(crate) plugin: String,
    pub(crate) name: Text,
    /// What the organiser has entered in the form of the plugin.
    #[schemars(with = "crate::new_plugin::FormValues")]
    pub(crate) form: Value,
    /// What the plugin has stated about the outcome.
    pub(crate) result: Option<Text>,
    #[serde(skip)]
    pub(crate) event: Uuid,
}

impl FromRow for EventPlugin {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        let form: String = row.get("form")?;
        let (ko, en): (Option<String>, Option<String>) =
            (row.get("result_ko")?, row.get("result_en")?);
        Ok(Self {
            install_id: row.get("install_id")?,
            plugin: row.get("plugin_id")?,
            name: crate::store::text(row, "name_ko", "name_en")?,
            form: serde_json::from_str(&form).map_err(|_| crate::store::invalid("form"))?,
            result: ko.zip(en).map(|(ko, en)| Text::new(ko, en)),
            event: row.get("event_id")?,
        })
    }
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
        "select x.event_id, x.install_id, x.plugin_id, x.name_ko, x.name_en, x.form::text as form, x.result_ko, \
         x.result_en from event_plugin x where x.event_id = any($1::uuid[])",
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
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FormData {
    pub(crate) event_id: Uuid,
    plugin: String,
    form: Value,
    #[serde(skip)]
    pub(crate) at: Timestamp,
}

impl FromRow for FormData {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        let form: String = row.get("form")?;
        Ok(Self {
            event_id: row.get("event_id")?,
            plugin: row.get("plugin_id")?,
            form: serde_json::from_str(&form).map_err(|_| crate::store::invalid("form"))?,
            at: row.get("starts_at")?,
        })
    }
}

/// The forms of a person's events, the latest start first.
pub(crate) fn forms_of(
    ctx: &Ctx,
    organiser: &Uuid,
    window: &Window<TimeKey>,
) -> Result<Vec<FormData>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        "select e.id as event_id, e.starts_at, x.plugin_id, x.form::text as form from event e \
         join event_plugin x on x.event_id = e.id \
         where e.organiser_id = $1 and (e.starts_at, e.id) < ($3, $4) order by e.starts_at desc, e.id desc limit $2",
        &params![organiser, window.fetch(), before, &id],
    )?;
    Ok(rows.all()?)
}
