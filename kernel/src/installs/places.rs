//! The places of the platform in which the pages of installed plugins appear, besides their own addresses.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::Installs;
use super::store::InstallRow;
use super::texts::TextView;
use super::views::SlotView;
use crate::actor::{Actor, Person};
use crate::error::Result;
use crate::plugins::{
    DASHBOARD_SLOT, GAME_SLOT, HEADER_SLOT, Installed, LedgerOp, PROFILE_SLOT, PluginId,
};

/// Pages on the profile of one person.
const MAX_PROFILE_PAGES: usize = 20;
/// Installs that are looked at for them: those of worlds that the person may no longer enter are left out.
const MAX_CANDIDATES: i64 = 60;

/// The page of a plugin on the own profile of a person.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfilePage {
    /// The id of the install.
    pub id: String,
    /// `publisher.name`.
    pub plugin: String,
    pub name: TextView,
    pub title: TextView,
    /// The document on the host of the install.
    pub file: String,
    pub world_id: String,
    pub world_name: String,
    /// The most whole WIT that it may ask a person for at a time; null if it may ask for none.
    pub max_charge: Option<u32>,
}

impl Installs {
    /// The pages on the caller's own profile: of plugins in resources that they manage or have joined, and may enter. The
    /// latest installs first, at most 20.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn profile_pages(&self, person: &std::sync::Arc<Person>) -> Result<Vec<ProfilePage>> {
        let Some(kind) = self.host_kind() else {
            return Ok(Vec::new());
        };
        let candidates: Vec<(String, String)> = sqlx::query_as(
            "select i.id, i.scope_id from (
                 select distinct substr(b.scope, length($2) + 2) as scope_id from kernel.role_binding b
                 where b.account_id = $1 and b.scope like $2 || ':%'
             ) own
             join kernel.install i on i.scope_kind = $2 and i.scope_id = own.scope_id
             join kernel.package p on p.digest = i.digest
             where i.state = 'enabled' and not i.is_trial and $3 = any (p.slots)
             order by i.installed_at desc, i.id desc limit $4",
        )
        .bind(person.id)
        .bind(&kind)
        .bind(PROFILE_SLOT)
        .bind(MAX_CANDIDATES)
        .fetch_all(&self.platform.pools.app)
        .await?;
        let actor = Actor::Person(person.clone());
        let plugins = self.platform.registry.current();
        let (mut pages, mut enters) = (Vec::new(), HashMap::new());
        for (id, scope_id) in candidates {
            if pages.len() == MAX_PROFILE_PAGES {
                break;
            }
            let plugin = PluginId::try_from(id).ok();
            let plugin = plugin.and_then(|id| plugins.by_id.get(&id));
            let Some(page) = plugin.and_then(|plugin| profile_page(plugin)) else {
                continue;
            };
            // A role can also be a refusal, for example on a blacklist.
            let may_enter = match enters.get(&scope_id) {
                Some(known) => *known,
                None => self.entered(&actor, &kind, &scope_id).await.is_ok(),
            };
            if may_enter {
                pages.push(page);
            }
            enters.insert(scope_id, may_enter);
        }
        Ok(pages)
    }

    /// Where an install appears while it runs: the slots of its manifest, that of a game only with the permission for rooms.
    pub(super) fn places_of(&self, row: &InstallRow) -> Vec<String> {
        let mut slots = row.slots.clone();
        if !row.is_running() || row.is_trial {
            slots.clear();
        }
        slots.retain(|at| at != GAME_SLOT || row.granted.rooms);
        slots
    }
}

/// Whether an install can be the game of a block.
pub(super) fn is_game(row: &InstallRow) -> bool {
    row.granted.rooms && row.slots.iter().any(|at| at == GAME_SLOT)
}

/// The pages of a plugin in the places of its world. A trial has its own pages only.
pub(super) fn slot_pages(plugin: &Installed, manages: bool) -> Vec<SlotView> {
    let slots = plugin.manifest().ui.slots.iter();
    let shown = slots.zip(&plugin.bundle.ui.slots).filter(|(slot, _)| {
        let is_shown = slot.at == HEADER_SLOT || slot.at == DASHBOARD_SLOT && manages;
        is_shown && !is_trial(plugin)
    });
    let view = shown.map(|(slot, title)| SlotView {
        at: slot.at.clone(),
        title: title.into(),
        file: format!("{}.html", slot.page),
    });
    view.collect()
}

fn profile_page(plugin: &Installed) -> Option<ProfilePage> {
    let scope = plugin.install.as_ref()?;
    let mut slots = plugin
        .manifest()
        .ui
        .slots
        .iter()
        .zip(&plugin.bundle.ui.slots);
    let (slot, title) = slots.find(|(slot, _)| slot.at == PROFILE_SLOT)?;
    Some(ProfilePage {
        id: plugin.id.to_string(),
        plugin: plugin.manifest().plugin.id.to_string(),
        name: (&plugin.bundle.name).into(),
        title: title.into(),
        file: format!("{}.html", slot.page),
        world_id: scope.id.clone(),
        world_name: scope.name.clone().unwrap_or_else(|| scope.id.clone()),
        max_charge: plugin
            .manifest()
            .ledger_grant(LedgerOp::Charge)
            .map(|grant| grant.per_op),
    })
}

pub(super) fn is_trial(plugin: &Installed) -> bool {
    let scope = plugin.install.as_ref();
    scope.is_some_and(|scope| scope.is_trial)
}
