//! The rules inside of one manifest, beyond its syntax. Each refusal is a sentence for the plugin's author.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::data::{MAX_RETAIN_DAYS, MIN_RETAIN_DAYS};
use super::{Isolation, Kind, LedgerOp, Manifest, parse_rate};

/// The largest quota of a plugin's tables, in MiB.
const MAX_SQL_MIB: u32 = 64 << 10;
const MAX_ROUTES: usize = 200;
/// Of a route or a page.
const MAX_PATH_BYTES: usize = 200;
const MAX_PATH_SEGMENTS: usize = 16;
/// Pages and slots together.
const MAX_PAGES: usize = 50;
const MAX_TIMERS: usize = 50;

impl Manifest {
    pub(super) fn check(&self) -> Result<(), String> {
        if !matches!(self.plugin.api.as_str(), "^1" | "^1.0" | "^1.0.0") {
            return Err(format!(
                "the contract {:?} is not supported; this kernel speaks 1.0",
                self.plugin.api
            ));
        }
        self.check_limits()?;
        self.check_numbers()?;
        self.check_routes()?;
        self.check_resources()?;
        self.check_initial_data()?;
        self.check_ui()?;
        self.check_ledger()?;
        for timer in &self.timers {
            crate::plugins::cron::next_cron_ms(&timer.cron, 0).ok_or_else(|| {
                format!(
                    "the cron {:?} of timer {} is not valid",
                    timer.cron, timer.key
                )
            })?;
        }
        no_duplicates("the timer", self.timers.iter().map(|timer| &timer.key))?;
        let topics = self.subscriptions.iter().map(|known| &known.topic);
        no_duplicates("the subscription to", topics)?;
        let used = self.capabilities.services.iter().map(|used| &used.service);
        no_duplicates("the use of service", used)?;
        let provided = self.provides.iter().map(|service| &service.service);
        no_duplicates("the service", provided)?;
        self.check_scopes()?;
        self.check_forms()?;
        self.check_migrations()?;
        match self.plugin.kind {
            Kind::System => Ok(()),
            Kind::WorldBlock | Kind::WorldEvent => self.check_installable(),
        }
    }

    /// Refuses limits above the platform's instead of lowering them silently.
    fn check_limits(&self) -> Result<(), String> {
        within("component.memory_mib", self.component.memory_mib, 2..=64)?;
        within("component.call_ticks", self.component.call_ticks, 1..=10)?;
        if let Some(sql) = self.capabilities.sql {
            within("capabilities.sql.mib", sql.mib, 1..=MAX_SQL_MIB)?;
            within("capabilities.sql.statement_ms", sql.statement_ms, 1..=250)?;
        }
        within(
            "data.retain_days",
            self.data.retain_days,
            1..=MAX_RETAIN_DAYS,
        )?;
        if self.plugin.kind == Kind::System
            && (self.data.personal.is_some() || self.data.retain_days != MIN_RETAIN_DAYS)
        {
            return Err("the section data is for plugins that operators install".into());
        }
        if self.plugin.kind == Kind::System && self.capabilities.files.own().is_some() {
            return Err("files = { mib = … } is for plugins that operators install".into());
        }
        if self.capabilities.kept_files && !self.capabilities.files.has_uploads() {
            return Err("the capability kept_files needs files".to_owned());
        }
        for known in &self.subscriptions {
            within("subscriptions.at_once", known.at_once, 1..=50)?;
        }
        Ok(())
    }

    /// Each of these is kept in memory, and compared with others, for as long as the plugin runs.
    fn check_numbers(&self) -> Result<(), String> {
        let pages = self.ui.routes.len() + self.ui.slots.len();
        for (what, count, most) in [
            ("routes", self.routes.len(), MAX_ROUTES),
            ("pages and slots", pages, MAX_PAGES),
            ("timers", self.timers.len(), MAX_TIMERS),
        ] {
            if count > most {
                return Err(format!(
                    "it has {count} {what}; at most {most} are possible"
                ));
            }
        }
        let routes = self.routes.iter().map(|route| &route.path);
        let pages = self.ui.routes.iter().map(|page| &page.path);
        match routes.chain(pages).find(|path| is_long(path)) {
            None => Ok(()),
            Some(path) => {
                let shown: String = path.chars().take(60).collect();
                Err(format!(
                    "the path {shown} has more than {MAX_PATH_BYTES} bytes or {MAX_PATH_SEGMENTS} segments"
                ))
            }
        }
    }

    fn check_migrations(&self) -> Result<(), String> {
        let (to, from) = (self.migrations.to, self.compatible_from());
        if self.capabilities.sql.is_none() && to > 0 {
            return Err("it has migrations but does not declare the capability sql".into());
        }
        if to < 0 || from > to || from < to.min(1) {
            return Err(format!(
                "migrations.compatible_from is {from}, which is not one of its migrations up to {to}"
            ));
        }
        Ok(())
    }

    fn check_ui(&self) -> Result<(), String> {
        for search in &self.ui.search {
            let mut routes = self.routes.iter();
            if !routes.any(|route| route.method == "GET" && route.path == search.path) {
                return Err(format!(
                    "the search {} is not a GET route of the plugin",
                    search.path
                ));
            }
        }
        let has_pages = !(self.ui.routes.is_empty() && self.ui.slots.is_empty());
        match self.ui.isolation {
            Some(Isolation::Frame) if self.plugin.kind == Kind::System => {
                Err("ui.isolation = \"frame\" is for plugins that operators install".into())
            }
            Some(Isolation::Page) if self.plugin.kind != Kind::System => {
                Err("ui.isolation = \"page\" is for system plugins".into())
            }
            None if has_pages => {
                Err("it brings pages but does not say where they run (ui.isolation)".into())
            }
            Some(_) | None => Ok(()),
        }
    }

    fn check_routes(&self) -> Result<(), String> {
        let mut routes = HashSet::new();
        for route in &self.routes {
            if !matches!(
                route.method.as_str(),
                "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
            ) {
                return Err(format!(
                    "the method {:?} is not one of HTTP's",
                    route.method
                ));
            }
            if route.action.is_empty() {
                return Err(format!("the route {} declares no action", route.path));
            }
            if self.plugin.kind == Kind::System && !route.path.starts_with("/api/") {
                return Err(format!(
                    "the route {} does not begin with /api/",
                    route.path
                ));
            }
            if let Some(rate) = &route.rate {
                parse_rate(rate).ok_or_else(|| format!("the rate {rate:?} is not like 10/s"))?;
            }
            if !routes.insert((&route.method, &route.path)) {
                return Err(format!("{} {} is declared twice", route.method, route.path));
            }
        }
        Ok(())
    }

    fn check_initial_data(&self) -> Result<(), String> {
        for page in &self.ui.routes {
            let Some(data) = &page.initial_data else {
                continue;
            };
            let path = data.path.split('?').next().unwrap_or_default();
            let mut routes = self.routes.iter();
            if !routes.any(|route| route.method == "GET" && is_alike(&route.path, path)) {
                return Err(format!(
                    "the initial data of the page {} are not from a GET route of the plugin",
                    page.path
                ));
            }
            let placeholders = data.path.split('{').skip(1);
            let unknown = placeholders
                .filter_map(|part| part.split('}').next())
                .find(|name| !page.path.contains(&format!("{{{name}}}")));
            if let Some(name) = unknown {
                return Err(format!(
                    "the page {} has no placeholder {{{name}}} for its initial data",
                    page.path
                ));
            }
        }
        Ok(())
    }

    fn check_ledger(&self) -> Result<(), String> {
        let grants = &self.capabilities.ledger;
        for (n, grant) in grants.iter().enumerate() {
            let op = grant.op.as_str();
            if grants[..n].iter().any(|other| other.op == grant.op) {
                return Err(format!("the ledger grant {op} is declared twice"));
            }
            let limits = [
                Some(grant.per_op),
                grant.player_day,
                grant.world_day,
                grant.platform_day,
            ];
            if limits.contains(&Some(0)) {
                return Err(format!(
                    "a limit of the ledger grant {op} is 0, which grants nothing"
                ));
            }
            // Installed plugins may reward and charge only (`check_installable`), so their refusal names the kind.
            if grant.op == LedgerOp::Mandate && self.plugin.kind != Kind::System {
                return Err("the ledger grant mandate is for system plugins".into());
            }
            if grant.op == LedgerOp::Issue
                && (self.plugin.kind != Kind::System || grant.platform_day.is_none())
            {
                return Err(
                    "the ledger grant issue is for system plugins, with a platform_day".into(),
                );
            }
        }
        Ok(())
    }
}

fn within<T: PartialOrd + std::fmt::Display>(
    key: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), String> {
    if range.contains(&value) {
        return Ok(());
    }
    let (least, most) = range.into_inner();
    Err(format!("{key} is {value}; {least} to {most} is possible"))
}

fn no_duplicates<'a>(what: &str, mut all: impl Iterator<Item = &'a String>) -> Result<(), String> {
    let mut known = HashSet::new();
    match all.find(|one| !known.insert(*one)) {
        Some(twice) => Err(format!("{what} {twice} is declared twice")),
        None => Ok(()),
    }
}

fn is_long(path: &str) -> bool {
    path.len() > MAX_PATH_BYTES || path.split('/').count() > MAX_PATH_SEGMENTS + 1
}

/// Whether two paths differ only in the names of their placeholders.
fn is_alike(one: &str, other: &str) -> bool {
    let is_placeholder = |part: &str| part.starts_with('{');
    let (mut ones, mut others) = (one.split('/'), other.split('/'));
    loop {
        match (ones.next(), others.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a == b || is_placeholder(a) && is_placeholder(b) => {}
            _ => return false,
        }
    }
}
