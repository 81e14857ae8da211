//! What a plugin that operators install may ask for. The list is an allow-list: a capability that is not named here is
//! for system plugins, also a new one.

use super::{Capabilities, Kind, LedgerOp, Manifest, OwnFiles};
use crate::plugins::kernel_events::ACCOUNT_ERASED;

/// The topics of other plugins that an installed plugin may subscribe to. Their contents concern no single world.
const TOPICS: &[&str] = &[ACCOUNT_ERASED];

/// The most space for the files of an install, in MiB. They are stored in the database.
const MAX_FILES_MIB: u32 = 64;
/// The paths of an install that the platform answers: its files.
const PLATFORM_PATHS: &str = "/-/";

/// The page that a block shows whose game is the plugin.
pub const GAME_SLOT: &str = "block.renderer";
/// A tab of the dashboard of a world, which the people who manage the world see.
pub const DASHBOARD_SLOT: &str = "world.dashboard.tab";
/// A page on the own profile of people who have a role in the world.
pub const PROFILE_SLOT: &str = "profile.tab";
/// An entry in the header, while one is in the world.
pub const HEADER_SLOT: &str = "header.action";
/// The form of an event in the wizard, drawn by the platform.
pub const EVENT_FORM_SLOT: &str = "event.form";
/// The page of the plugin on the page of such an event.
pub const EVENT_PAGE_SLOT: &str = "event.page";

/// The places where an installed plugin may appear besides its own pages; each of them once.
const SLOTS: &[&str] = &[
    GAME_SLOT,
    DASHBOARD_SLOT,
    PROFILE_SLOT,
    HEADER_SLOT,
    EVENT_FORM_SLOT,
    EVENT_PAGE_SLOT,
];

impl Manifest {
    pub(super) fn check_installable(&self) -> Result<(), String> {
        debug_assert!(self.plugin.kind != Kind::System);
        let id = self.plugin.id.as_str();
        if id.split('.').count() != 2 {
            return Err(format!("the id {id:?} is not like publisher.name"));
        }
        for route in &self.routes {
            if !route.path.starts_with('/') || route.path.starts_with("/api/") {
                return Err(format!(
                    "the route {:?} is not the path after /api/x/<install>, like /laps",
                    route.path
                ));
            }
            if route.path.starts_with(PLATFORM_PATHS) {
                return Err(format!(
                    "the route {:?} begins with {PLATFORM_PATHS}, where the platform serves the plugin's files",
                    route.path
                ));
            }
            if route.media_type.is_some() {
                return Err(system_only(&format!(
                    "an answer that is not JSON, of the route {},",
                    route.path
                )));
            }
            if route.role.is_some() || route.resource.is_some() {
                return Err(format!(
                    "the route {} names a role or a resource; it is always about the world of the install",
                    route.path
                ));
            }
        }
        if let Some(known) = self
            .subscriptions
            .iter()
            .find(|known| !TOPICS.contains(&known.topic.as_str()))
        {
            return Err(system_only(&format!("the subscription to {}", known.topic)));
        }
        if let Some(kind) = self.resources.first() {
            return Err(system_only(&format!("the resource kind {}", kind.kind)));
        }
        let events = format!("{id}.game@1");
        if let Some(service) = self.provides.iter().find(|one| one.service != events) {
            return Err(system_only(&format!("the service {}", service.service)));
        }
        if !self.provides.is_empty() && !self.capabilities.rooms {
            return Err(format!("the service {events} needs the capability rooms"));
        }
        self.check_frames()?;
        self.check_capabilities()
    }

    /// Pages in frames. The shell draws nothing else of an installed plugin.
    fn check_frames(&self) -> Result<(), String> {
        self.check_event_slots()?;
        let slots = &self.ui.slots;
        for (index, slot) in slots.iter().enumerate() {
            let at = slot.at.as_str();
            if !SLOTS.contains(&at) {
                return Err(system_only(&format!("the slot {at}")));
            }
            if slots[..index].iter().any(|other| other.at == at) {
                return Err(format!("the slot {at} is declared twice"));
            }
            if at == GAME_SLOT && !self.capabilities.rooms {
                return Err(format!("the slot {GAME_SLOT} needs the capability rooms"));
            }
            if slot.icon.is_some() {
                return Err(format!("the slot {at} has no icon"));
            }
            // The platform draws the form.
            if at != EVENT_FORM_SLOT {
                check_document(&slot.page)?;
            }
        }
        if self.capabilities.chat && !slots.iter().any(|slot| slot.at == GAME_SLOT) {
            return Err(format!("the capability chat is for the slot {GAME_SLOT}"));
        }
        if !self.ui.search.is_empty() || !self.ui.invalidates.is_empty() {
            return Err(system_only("ui.search and ui.invalidates"));
        }
        for (index, page) in self.ui.routes.iter().enumerate() {
            let path = &page.path;
            let is_short = path == "/" || path.strip_prefix('/').is_some_and(is_word);
            if !is_short {
                return Err(format!(
                    "the page {path:?} is neither / nor one word, like /play"
                ));
            }
            if self.ui.routes[..index]
                .iter()
                .any(|other| other.path == *path)
            {
                return Err(format!("the page {path} is declared twice"));
            }
            check_document(&page.page)?;
            let has_more = page.nav
                || page.icon.is_some()
                || page.layout.is_some()
                || page.resource.is_some()
                || page.initial_data.is_some();
            if has_more {
                return Err(system_only(&format!(
                    "a page in a frame has a path, a page and a title only; {path} has more, and it"
                )));
            }
        }
        Ok(())
    }

    fn check_capabilities(&self) -> Result<(), String> {
        let Capabilities {
            sql: _,
            balance: _,
            ledger,
            users: _,
            timers: _,
            spending,
            authz,
            events,
            live,
            rooms: _,
            chat: _,
            signing,
            files,
            kept_files,
            profile_images,
            payments,
            sealing,
            tracking,
            email,
            push,
            install_forms,
            services: _,
        } = &self.capabilities;
        let asked = [
            ("spending", *spending),
            ("authz", *authz),
            ("events", *events),
            ("live", *live),
            ("signing", *signing),
            ("files", files.has_uploads()),
            ("kept_files", *kept_files),
            ("profile_images", *profile_images),
            ("payments", *payments),
            ("sealing", *sealing),
            ("tracking", *tracking),
            ("email", *email),
            ("push", *push),
            ("install_forms", *install_forms),
        ];
        if let Some((what, _)) = asked.into_iter().find(|(_, asked)| *asked) {
            return Err(system_only(&format!("the capability {what}")));
        }
        if let Some(own) = files.own() {
            self.check_own_files(own)?;
        }
        let is_open = |op: LedgerOp| matches!(op, LedgerOp::Reward | LedgerOp::Charge);
        match ledger.iter().find(|grant| !is_open(grant.op)) {
            Some(grant) => Err(system_only(&format!(
                "the ledger grant {}",
                grant.op.as_str()
            ))),
            None => Ok(()),
        }
    }
}

impl Manifest {
    fn check_own_files(&self, own: &OwnFiles) -> Result<(), String> {
        if !(1..=MAX_FILES_MIB).contains(&own.mib) {
            return Err(format!(
                "capabilities.files.mib is {}; 1 to {MAX_FILES_MIB} is possible",
                own.mib
            ));
        }
        let mut routes = self.routes.iter();
        match &own.read {
            Some(read) if !routes.any(|route| route.method == "GET" && route.action == *read) => {
                Err(format!(
                    "capabilities.files.read is {read:?}, which is not the action of a GET route"
                ))
            }
            _ => Ok(()),
        }
    }
}

/// A page names its document.
fn check_document(page: &str) -> Result<(), String> {
    match is_word(page) {
        true => Ok(()),
        false => Err(format!(
            "the page {page:?} is not the name of a file in web/, without .html"
        )),
    }
}

/// A part of an address or a file name: letters, digits, hyphens and underscores.
pub(super) fn is_word(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    !text.is_empty() && text.bytes().all(is_part)
}

pub(super) fn system_only(what: &str) -> String {
    format!("{what} is for system plugins")
}
