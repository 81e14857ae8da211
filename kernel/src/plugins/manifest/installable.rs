//! What a plugin that operators install may ask for. The list is an allow-list: a capability that is not named here is
//! for system plugins, also a new one.

use super::{Capabilities, Kind, LedgerOp, Manifest};

/// The topics of other plugins that an installed plugin may subscribe to. Their contents concern no single world.
const TOPICS: &[&str] = &["kernel.account.erased@1"];

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
        if let Some(service) = self.provides.first() {
            return Err(system_only(&format!("the service {}", service.service)));
        }
        self.check_capabilities()
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
            rooms,
            signing,
            files,
            profile_images,
            email,
            push,
            services,
        } = &self.capabilities;
        let asked = [
            ("spending", *spending),
            ("authz", *authz),
            ("events", *events),
            ("live", *live),
            ("rooms", *rooms),
            ("signing", *signing),
            ("files", *files),
            ("profile_images", *profile_images),
            ("email", *email),
            ("push", *push),
            ("services", !services.is_empty()),
        ];
        if let Some((what, _)) = asked.into_iter().find(|(_, asked)| *asked) {
            return Err(system_only(&format!("the capability {what}")));
        }
        let rewards = |op: LedgerOp| op == LedgerOp::Reward;
        match ledger.iter().find(|grant| !rewards(grant.op)) {
            Some(grant) => Err(system_only(&format!(
                "the ledger grant {}",
                grant.op.as_str()
            ))),
            None => Ok(()),
        }
    }
}

fn system_only(what: &str) -> String {
    format!("{what} is for system plugins")
}
