//! Services that system plugins open to installed plugins, scope by scope, and the slots of a kind of event. A scope that no
//! provider declares is refused when a package is uploaded (`plugins::check_services`).

use std::collections::HashSet;

use super::installable::{EVENT_FORM_SLOT, EVENT_PAGE_SLOT, is_word, system_only};
use super::{Capabilities, Kind, Manifest, UiSlot};

/// The service and the scope that a kind of event needs, to learn the values of its form.
const EVENTS: (&str, &str) = ("events@1", "read");

impl Manifest {
    /// The rules of `provides.installs` and `capabilities.services.scopes`.
    pub(super) fn check_scopes(&self) -> Result<(), String> {
        let is_system = self.plugin.kind == Kind::System;
        for service in &self.provides {
            let name = &service.service;
            if !is_system && !service.installs.is_empty() {
                return Err(system_only(&format!("provides.installs of {name}")));
            }
            if let Some(kind) = &service.objects
                && (service.installs.is_empty() || !is_word(kind))
            {
                return Err(format!(
                    "the objects {kind:?} of {name} are no word, or the service opens nothing"
                ));
            }
            let mut functions = HashSet::new();
            let mut scopes = HashSet::new();
            for scope in &service.installs {
                if !is_word(&scope.scope) || !scopes.insert(&scope.scope) {
                    return Err(format!(
                        "the scope {:?} of {name} is no word, or is declared twice",
                        scope.scope
                    ));
                }
                if scope.functions.is_empty() {
                    return Err(format!("the scope {} of {name} opens nothing", scope.scope));
                }
                if let Some(other) = scope.undo.iter().find(|one| !scope.functions.contains(one)) {
                    return Err(format!(
                        "the function {other} is no function of the scope {} of {name}",
                        scope.scope
                    ));
                }
                if let Some(twice) = scope.functions.iter().find(|one| !functions.insert(*one)) {
                    return Err(format!("the function {twice} of {name} is in two scopes"));
                }
            }
        }
        for used in &self.capabilities.services {
            let name = &used.service;
            if is_system && !used.scopes.is_empty() {
                return Err(format!(
                    "scopes of {name} are for plugins that operators install"
                ));
            }
            if !is_system && used.scopes.is_empty() {
                return Err(format!("the use of {name} names no scopes"));
            }
            let mut scopes = HashSet::new();
            if let Some(scope) = used
                .scopes
                .iter()
                .find(|scope| !is_word(scope) || !scopes.insert(*scope))
            {
                return Err(format!(
                    "the scope {scope:?} of {name} is no word, or is named twice"
                ));
            }
        }
        Ok(())
    }

    /// A form takes the place of a page, and only the wizard of events shows one.
    pub(super) fn check_forms(&self) -> Result<(), String> {
        for slot in &self.ui.slots {
            let is_form = self.plugin.kind != Kind::System && slot.at == EVENT_FORM_SLOT;
            match (is_form, slot.page.is_empty(), &slot.form) {
                (true, true, Some(_)) | (false, false, None) => {}
                (true, ..) => {
                    return Err(format!("the slot {} has a form and no page", slot.at));
                }
                (false, ..) => {
                    return Err(format!("the slot {} has a page and no form", slot.at));
                }
            }
        }
        Ok(())
    }

    /// A kind of event has both slots, and reads its events.
    pub(super) fn check_event_slots(&self) -> Result<(), String> {
        let all = |at: &str| -> Vec<&UiSlot> {
            let slots = self.ui.slots.iter();
            slots.filter(|slot| slot.at == at).collect()
        };
        let (forms, pages) = (all(EVENT_FORM_SLOT), all(EVENT_PAGE_SLOT));
        match (forms.as_slice(), pages.as_slice()) {
            ([], []) => return Ok(()),
            ([form], [page]) if form.icon.is_none() && page.icon.is_none() => {}
            _ => {
                return Err(format!(
                    "a kind of event has the slots {EVENT_FORM_SLOT} and {EVENT_PAGE_SLOT} once each, without icons"
                ));
            }
        }
        match self.has_event_scope() {
            true => Ok(()),
            false => {
                let (service, scope) = EVENTS;
                Err(format!(
                    "the slot {EVENT_FORM_SLOT} needs the scope {scope} of {service}"
                ))
            }
        }
    }

    /// Whether the plugin may read its events: a kind of event needs it. After a grant was applied, whether it was granted.
    #[must_use]
    pub fn has_event_scope(&self) -> bool {
        let (service, scope) = EVENTS;
        self.has_scope(service, scope)
    }

    /// Whether the plugin may use a scope of a service.
    #[must_use]
    pub fn has_scope(&self, service: &str, scope: &str) -> bool {
        self.capabilities.has_scope(service, scope)
    }
}

impl Capabilities {
    /// Whether a scope of a service is among them.
    #[must_use]
    pub fn has_scope(&self, service: &str, scope: &str) -> bool {
        let mut used = self.services.iter();
        used.any(|used| used.service == service && used.scopes.iter().any(|one| one == scope))
    }
}
