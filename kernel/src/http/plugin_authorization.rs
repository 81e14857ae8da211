//! Authorization of a plugin route: finds the resource that the route names, asks Cedar, and explains a denial.

use std::sync::Arc;

use axum::body::Bytes;
use serde_json::Value;

use super::extract::WRONG_TYPE;
use super::state::Shared;
use crate::actor::{Actor, Person};
use crate::error::{
    Error, FORBIDDEN, INVALID_BODY, Localized, NOT_FOUND, Problem, UNAUTHENTICATED,
};
use crate::identity::NICKNAME_REQUIRED;
use crate::permissions::{Decision, Permissions, Permit, Target};
use crate::plugins::{
    DenialLayer, InstallScope, Installed, Plugins, ResourceParam, Route, RouteResource,
    find_resource,
};
use crate::safety::muted;

/// The code of [`muted`].
const MUTED_CODE: &str = "muted";
/// The beginning of the ids of the kernel's policies.
const KERNEL_POLICY: &str = "kernel: ";

/// Decides whether an actor may call a route.
pub(super) struct AccessCheck<'a> {
    pub app: &'a Shared,
    pub plugins: &'a Plugins,
    pub plugin: &'a Installed,
    pub route: &'a Route,
    pub actor: &'a Actor,
    /// The resource of a trial, which the operator may manage: it is not asked again whether the actor may enter.
    pub entered: Option<Target>,
}

/// The parts of a request that can hold the key of a resource.
#[derive(Clone, Copy)]
pub(super) struct RequestValues<'a> {
    pub params: &'a [(String, String)],
    pub query: &'a [(String, String)],
    pub body: &'a Bytes,
    /// Whether the content type says that the body is JSON.
    pub is_json: bool,
}

impl AccessCheck<'_> {
    /// Decides about the resource that the request names, or about the platform if the route names none.
    pub(super) async fn permit(&self, values: RequestValues<'_>) -> Result<Permit, Error> {
        let action = self.plugin.action(&self.route.action);
        let permissions = self.permissions();
        let target = match &self.route.resource {
            None => match &self.plugin.install {
                Some(scope) => {
                    let entered = self.enter_scope(scope).await;
                    entered.inspect_err(|_| self.record(DenialLayer::World))?
                }
                None => Target::platform(),
            },
            // Visitors learn nothing about a resource that is only for people who have signed in.
            Some(_)
                if matches!(self.actor, Actor::Visitor)
                    && !permissions.is_open_to_visitors(&action) =>
            {
                return Err(UNAUTHENTICATED.into());
            }
            Some(resource) => self.find(resource, values).await?,
        };
        permissions
            .permit(self.actor, &action, &target)
            .map_err(|denied| {
                let refusal = self.refusal(&action, &target, &denied);
                self.record(self.layer(&refusal, &denied));
                refusal.into()
            })
    }

    async fn find(
        &self,
        resource: &RouteResource,
        values: RequestValues<'_>,
    ) -> Result<Target, Error> {
        // A body of another type is refused before the resource is looked up.
        if self.route.request.is_some() && !values.is_json {
            return Err(WRONG_TYPE.into());
        }
        let key = key_of(resource, values)?;
        let kind = self.plugin.manifest().full_kind(&resource.kind);
        let found = find_resource(&self.app.platform, self.plugins, &kind, &key).await?;
        found.ok_or_else(|| {
            let unknown = resource.unknown.as_deref();
            unknown
                .and_then(|code| self.plugin.bundle.problem(404, code))
                .unwrap_or_else(|| NOT_FOUND.into())
                .into()
        })
    }

    /// What refuses the action.
    fn layer(&self, refusal: &Problem, denied: &Decision) -> DenialLayer {
        let is_of_kernel = |policy: &String| policy.starts_with(KERNEL_POLICY);
        if denied.policies.iter().any(is_of_kernel) && refusal.code == FORBIDDEN.code {
            return DenialLayer::Platform;
        }
        match self.actor {
            // What the person has to change themselves.
            Actor::Person(_)
                if [NICKNAME_REQUIRED.code, MUTED_CODE].contains(&refusal.code.as_str()) =>
            {
                DenialLayer::Person
            }
            Actor::Person(_) => DenialLayer::Policy,
            Actor::Visitor | Actor::System => DenialLayer::Person,
        }
    }

    /// Records a refused route of an install for its operators.
    fn record(&self, layer: DenialLayer) {
        let route = self.route;
        let what = format!("{} {}", route.method, route.path);
        self.plugin.record_denial(layer, &what);
    }

    /// Why the actor may not do the action.
    fn refusal(&self, action: &str, target: &Target, denied: &Decision) -> Problem {
        let Actor::Person(person) = self.actor else {
            return match self.actor {
                Actor::Visitor => UNAUTHENTICATED.into(),
                _ => FORBIDDEN.into(),
            };
        };
        // A nickname is not the missing requirement of a staff route.
        if person.nickname.is_none() && self.route.role.is_none() {
            return NICKNAME_REQUIRED.into();
        }
        if let Some(until) = person.muted_until
            && self.may_unmuted(person, action, target)
        {
            return muted(until);
        }
        denied
            .problems
            .iter()
            .find_map(|code| self.plugin.bundle.problem(403, code))
            .unwrap_or_else(|| FORBIDDEN.into())
    }

    /// Whether the person could do it if they were not muted.
    fn may_unmuted(&self, person: &Person, action: &str, target: &Target) -> bool {
        let unmuted = Actor::Person(Arc::new(Person {
            muted_until: None,
            ..person.clone()
        }));
        self.permissions().permit(&unmuted, action, target).is_ok()
    }

    fn permissions(&self) -> &Permissions {
        match &self.plugin.install {
            Some(scope) => &scope.permissions,
            None => &self.app.platform.permissions,
        }
    }

    /// The resource that the plugin was installed into, if the actor may use what is in it. The plugin's policies cannot
    /// open what is closed to the actor.
    async fn enter_scope(&self, scope: &InstallScope) -> Result<Target, Error> {
        if let Some(target) = &self.entered {
            return Ok(target.clone());
        }
        let installs = &self.app.installs;
        installs.entered(self.actor, &scope.kind, &scope.id).await
    }
}

/// The id or alias in the request.
fn key_of(resource: &RouteResource, values: RequestValues<'_>) -> Result<String, Problem> {
    let pair = |pairs: &[(String, String)], wanted: &str| {
        let found = pairs.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.clone())
    };
    let (name, key) = match resource.param() {
        Some(ResourceParam::Path(name)) => (name, pair(values.params, name)),
        Some(ResourceParam::Query(name)) => (name, pair(values.query, name)),
        Some(ResourceParam::Body(name)) => {
            let body: Value =
                serde_json::from_slice(values.body).map_err(|_| Problem::from(INVALID_BODY))?;
            (name, body[name].as_str().map(str::to_owned))
        }
        None => return Err(NOT_FOUND.into()),
    };
    key.ok_or_else(|| {
        let text = Localized::new("필수 항목입니다.", "This field is required.");
        Problem::field(name, text)
    })
}
