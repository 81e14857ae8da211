//! Lists of installs and of what happened to them.

use serde_json::Value;
use sqlx::AssertSqlSafe;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use witverse_ledger as ledger;

use super::messages::INSTALL_NOT_FOUND;
use super::places::{is_game, is_trial, slot_pages};
use super::settings::setting_views;
use super::store::InstallRow;
use super::texts::TextView;
use super::trials::play_balance;
use super::views::{EventKindView, EventView, GameView, InstallView, PageView, PluginPages};
use super::{Installs, ManagedScope};
use crate::actor::Actor;
use crate::error::{Localized, Result};
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::plugins::{EVENT_FORM_SLOT, EVENT_PAGE_SLOT, GAME_SLOT, Installed, LedgerOp, UiSlot};

impl Installs {
    /// The installs of a resource, the latest first, with the uninstalled ones that can still be restored. At most 30 of
    /// them are installed.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn list(&self, scope: &ManagedScope<'_>) -> Result<Vec<InstallView>> {
        self.write_records().await?;
        let statement = format!(
            "{} where i.scope_kind = $1 and i.scope_id = $2 and not (i.is_trial and i.state = 'uninstalled')
             order by i.installed_at desc, i.id desc limit 100",
            InstallRow::SELECT
        );
        let rows: Vec<InstallRow> = sqlx::query_as(AssertSqlSafe(statement))
            .bind(&scope.target.kind)
            .bind(&scope.target.id)
            .fetch_all(&self.platform.pools.app)
            .await?;
        let mut views = Vec::with_capacity(rows.len());
        for row in &rows {
            views.push(self.view(row).await?);
        }
        Ok(views)
    }

    /// The running plugins of a resource that have pages, in the order of their names.
    ///
    /// # Errors
    /// As [`Installs::entered`].
    pub async fn pages(&self, actor: &Actor, kind: &str, key: &str) -> Result<Vec<PluginPages>> {
        let target = self.entered(actor, kind, key).await?;
        let manages = self.manages(actor, &target);
        let plugins = self.platform.registry.current();
        let here = plugins.by_id.values().filter(|plugin| {
            let scope = plugin.install.as_ref();
            let is_here = scope.is_some_and(|one| one.kind == target.kind && one.id == target.id);
            let is_open = manages || !scope.is_some_and(|one| one.is_trial);
            is_here && is_open
        });
        let mut pages: Vec<PluginPages> = here
            .map(|plugin| {
                let routes = plugin.manifest().ui.routes.iter();
                let pages = routes.zip(&plugin.bundle.ui.routes);
                PluginPages {
                    id: plugin.id.to_string(),
                    plugin: plugin.manifest().plugin.id.to_string(),
                    name: (&plugin.bundle.name).into(),
                    is_trial: is_trial(plugin),
                    pages: pages
                        .map(|(route, title)| PageView {
                            path: route.path.clone(),
                            title: title.into(),
                            file: format!("{}.html", route.page),
                        })
                        .collect(),
                    game: game_page(plugin),
                    slots: slot_pages(plugin, manages),
                    event: event_kind(plugin).filter(|_| !is_trial(plugin)),
                    max_charge: plugin
                        .manifest()
                        .ledger_grant(LedgerOp::Charge)
                        .map(|grant| grant.per_op),
                }
            })
            .collect();
        pages.retain(|one| {
            let has_place = one.game.is_some() || one.event.is_some() || !one.slots.is_empty();
            has_place || !one.pages.is_empty()
        });
        pages.sort_by(|a, b| (&a.plugin, a.is_trial).cmp(&(&b.plugin, b.is_trial)));
        Ok(pages)
    }

    /// One install of the resource.
    ///
    /// # Errors
    /// `plugin_not_installed`.
    pub async fn find(&self, scope: &ManagedScope<'_>, id: &str) -> Result<InstallView> {
        self.write_records().await?;
        let row = self.any_row(scope, id).await?;
        self.view(&row).await
    }

    /// What happened to the install, the latest first.
    ///
    /// # Errors
    /// `plugin_not_installed`.
    pub async fn events(
        &self,
        scope: &ManagedScope<'_>,
        id: &str,
        window: &Window<PageCursor>,
    ) -> Result<Rows<EventView>> {
        self.any_row(scope, id).await?;
        let statement = "select e.id, e.kind, e.at, a.nickname as by, e.details from kernel.install_event e
             left join kernel.account a on a.id = e.actor
             where e.install = $1 and (e.at, e.id) < ($2, $3) order by e.at desc, e.id desc limit $4 offset $5";
        let rows = window.read(&self.platform.pools.app, statement, |query, before| {
            let before = before.unwrap_or(&PageCursor::LAST);
            query.bind(id).bind(before.at).bind(before.id)
        });
        rows.await?.read(|row| Ok(EventView::from_row(row)?))
    }

    /// An install that is not uninstalled.
    pub(super) async fn row(&self, scope: &ManagedScope<'_>, id: &str) -> Result<InstallRow> {
        let row = self.any_row(scope, id).await?;
        match row.state == "uninstalled" {
            true => Err(INSTALL_NOT_FOUND.into()),
            false => Ok(row),
        }
    }

    pub(super) async fn any_row(&self, scope: &ManagedScope<'_>, id: &str) -> Result<InstallRow> {
        let select = InstallRow::SELECT;
        let statement =
            format!("{select} where i.id = $1 and i.scope_kind = $2 and i.scope_id = $3");
        let row = sqlx::query_as(AssertSqlSafe(statement))
            .bind(id)
            .bind(&scope.target.kind)
            .bind(&scope.target.id)
            .fetch_optional(&self.platform.pools.app)
            .await?;
        Ok(row.ok_or(INSTALL_NOT_FOUND)?)
    }

    pub(super) async fn view(&self, row: &InstallRow) -> Result<InstallView> {
        let mut connection = self.platform.pools.app.acquire().await?;
        let account = ledger::plugin(&row.id);
        let balance = match row.is_trial {
            true => play_balance(&mut connection, &row.id, account).await?,
            false => ledger::plugin_balance(&mut connection, account).await?,
        };
        let (used_today, used_month) = self.usage(&mut connection, &row.id).await?;
        let unused = self.unused(&mut connection, row).await?;
        drop(connection);
        Ok(InstallView {
            id: row.id.clone(),
            plugin: row.plugin.clone(),
            version: row.version.clone(),
            name: TextView {
                ko: row.name_ko.clone(),
                en: row.name_en.clone(),
            },
            state: row.state.clone(),
            is_loaded: self.platform.registry.current().get(&row.id).is_some(),
            disabled_because: row.disabled_because.clone(),
            stopped_because: row.stopped_because.clone(),
            is_publisher_stopped: row.is_publisher_stopped,
            requested: row.requested.0.clone(),
            granted: row.granted.0.clone(),
            permissions: self.permission_lines(&row.granted, row.mib()),
            unused_permissions: unused,
            requested_permissions: self.permission_lines(&row.requested, row.mib()),
            settings: setting_views(&row.fields, &row.settings),
            has_pages: row.has_pages,
            is_game: is_game(row),
            slots: self.places_of(row),
            is_reviewed: row.review.is_valid(&self.platform.statements, &row.digest),
            previous_version: row.previous_version.clone(),
            is_unfinished: row.is_unfinished && row.state != "uninstalled",
            update: self.update(row).await?,
            auto_update: row.auto_update,
            used_today,
            used_month,
            balance_hundredths: balance,
            checked_at: row.checked_at,
            check_failed: row.check_failed.clone(),
            installed_at: row.installed_at,
            retained_until: row.retained_until,
            trial_until: row.trial_until,
        })
    }
}

/// The page of a plugin that is the game of a block.
fn game_page(plugin: &Installed) -> Option<GameView> {
    let manifest = plugin.manifest();
    let (slot, title) = slot_of(plugin, GAME_SLOT).filter(|_| manifest.capabilities.rooms)?;
    Some(GameView {
        title: title.into(),
        file: format!("{}.html", slot.page),
        has_chat: manifest.capabilities.chat,
    })
}

/// A kind of event: its form and its page. Without its scope the plugin is none.
fn event_kind(plugin: &Installed) -> Option<EventKindView> {
    let (_, title) = slot_of(plugin, EVENT_FORM_SLOT)?;
    let (page, _) = slot_of(plugin, EVENT_PAGE_SLOT)?;
    let form = plugin.form(EVENT_FORM_SLOT)?;
    Some(EventKindView {
        title: title.into(),
        file: format!("{}.html", page.page),
        form: setting_views(form, &Value::Null),
    })
}

fn slot_of<'a>(plugin: &'a Installed, at: &str) -> Option<(&'a UiSlot, &'a Localized)> {
    let slots = plugin.manifest().ui.slots.iter();
    let mut slots = slots.zip(&plugin.bundle.ui.slots);
    slots.find(|(slot, _)| slot.at == at)
}

impl FromRow<'_, PgRow> for EventView {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.try_get("id")?,
            kind: row.try_get("kind")?,
            at: row.try_get("at")?,
            by: row.try_get("by")?,
            details: row.try_get("details")?,
        })
    }
}
