//! Runs a service of another plugin inside of the caller's unit of work and within its limits.
//!
//! A system plugin calls every function of a service that its manifest names. A plugin that operators have installed calls the
//! functions of the scopes that it was granted; the provider learns the install from here, never from the payload.

use std::sync::Arc;

use witverse_runtime::types::{CallingInstall, Problem, ServiceCall, ServiceError};
use witverse_runtime::{CallLimits, MAX_DEPTH};

use super::install_forms::wire;
use super::{Answer, Installed, PluginHost};
use crate::error::{Catalogue, PLUGIN_DENIED, PLUGIN_NOT_IN_TRIAL};
use crate::json_text::clean_texts;
use crate::plugins::DenialLayer;
use crate::plugins::call_errors::report;

impl PluginHost {
    /// The plugin that provides a service. Installed plugins provide none to others.
    pub(super) fn provider(&self, service: &str) -> Option<Arc<Installed>> {
        let plugins = self.context.platform.registry.current();
        let first = plugins.providers(service).first();
        let found = first.and_then(|id| plugins.by_id.get(id)).cloned();
        found.filter(|provider| self.plugin.install.is_none() || provider.install.is_none())
    }

    /// Calls the provider of a service. Unavailable without one, or if the manifest does not name the service.
    pub(super) async fn invoke(
        &mut self,
        service: String,
        method: String,
        mut payload: Vec<u8>,
    ) -> Answer<Result<Vec<u8>, ServiceError>> {
        let Some(provider) = self.provider(&service) else {
            return Ok(Err(ServiceError::Unavailable));
        };
        if self.plugin.install.is_some() {
            if let Err(denied) = self.check_scope(&provider, &service, &method) {
                return Ok(Err(denied));
            }
            // Texts of a plugin of others have not passed the edge of the platform.
            if let Some(cleaned) = clean_texts(&payload) {
                payload = cleaned.into_bytes();
            }
        } else if !self.plugin.manifest().uses(&service) {
            return Ok(Err(ServiceError::Unavailable));
        }
        if self.depth + 1 > MAX_DEPTH {
            return Ok(Err(ServiceError::Failed(format!(
                "services call services at most {MAX_DEPTH} deep"
            ))));
        }
        let call = ServiceCall {
            service,
            method,
            payload,
            caller: self.plugin.id.to_string(),
        };
        Ok(self.run_service(provider, call).await)
    }

    /// Whether the operator has granted the scope of a function, and whether a trial may call it. What a scope has taken can be
    /// given back without it.
    fn check_scope(
        &self,
        provider: &Installed,
        service: &str,
        method: &str,
    ) -> Result<(), ServiceError> {
        let manifest = provider.manifest();
        let mut provided = manifest.provides.iter();
        let provided = provided.find(|one| one.service == service);
        let scope = provided.and_then(|provided| provided.scope_of(method));
        let requested = self.plugin.install.as_ref().map(|one| &one.requested);
        let is_requested = requested.is_some_and(|requested| {
            scope.is_some_and(|one| requested.has_scope(service, &one.scope))
        });
        let granted = scope.filter(|one| {
            self.plugin.manifest().has_scope(service, &one.scope)
                || is_requested && one.undo.iter().any(|undo| undo == method)
        });
        let Some(scope) = granted else {
            let layer = match (scope, is_requested) {
                (None, _) => DenialLayer::Platform,
                (Some(_), true) => DenialLayer::Grant,
                (Some(_), false) => DenialLayer::Manifest,
            };
            self.plugin
                .record_denial(layer, &format!("{service} {method}"));
            return Err(denied(PLUGIN_DENIED));
        };
        let is_trial = self.plugin.install.as_ref().is_some_and(|one| one.is_trial);
        if is_trial && !scope.trial {
            return Err(denied(PLUGIN_NOT_IN_TRIAL));
        }
        if let Some(install) = &self.plugin.install {
            install.records.count_scope(service, &scope.scope);
        }
        Ok(())
    }

    /// Makes the next call one of a service for an install, as the kernel asks for its operators.
    pub(in crate::plugins) fn on_behalf_of(self, install: Arc<Installed>) -> Self {
        Self {
            calling_install: Some(install),
            ..self
        }
    }

    /// The install whose call of a service this is.
    pub(super) fn install_that_calls(&self) -> Option<CallingInstall> {
        let plugin = self.calling_install.as_ref()?;
        let scope = plugin.install.as_ref()?;
        Some(CallingInstall {
            id: plugin.id.to_string(),
            plugin: plugin.manifest().plugin.id.to_string(),
            name: wire(&plugin.bundle.name),
            world: scope.id.clone(),
            world_name: scope.name.clone(),
            is_trial: scope.is_trial,
        })
    }

    /// The objects of a kind that the operator has opened for the install whose call this is; all of them without a limit.
    pub(super) fn objects_of_caller(&self, kind: &str) -> Option<Vec<String>> {
        let install = self.calling_install.as_ref()?.install.as_ref()?;
        install.objects.get(kind).cloned()
    }

    /// Runs a service on this call's transaction, clock, deadline and CPU budget.
    pub(super) async fn run_service(
        &mut self,
        provider: Arc<Installed>,
        call: ServiceCall,
    ) -> Result<Vec<u8>, ServiceError> {
        let work = self.work.take().expect("services give the work back");
        let written = work.written();
        let limits = CallLimits {
            ticks: provider.limits.ticks.saturating_sub(self.ticks_lent).max(1),
            has_slot: true,
            ..provider.limits
        };
        let host = Self {
            depth: self.depth + 1,
            calling_install: self.plugin.install.as_ref().map(|_| self.plugin.clone()),
            ticks_lent: self.ticks_lent,
            spent: self.spent,
            ..Self::new(self.context.clone(), provider.clone(), work)
        };
        // Boxed, because a service may call services.
        let finished = Box::pin(provider.code.call(host, limits, &call)).await;
        self.ticks_lent = finished.backend.ticks_lent + finished.ticks;
        self.spent = finished.backend.spent;
        let mut work = finished.backend.into_work();
        let result = match finished.outcome {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(problem)) => {
                // The writes of a refused service must not be committed, and they cannot be undone separately.
                if work.written() != written {
                    work.doom();
                }
                Err(ServiceError::Problem(problem))
            }
            Err(error) => {
                work.doom();
                report(&provider, "call", &error);
                Err(ServiceError::Failed(error.to_string()))
            }
        };
        self.work = Some(work);
        result
    }
}

fn denied(reason: Catalogue) -> ServiceError {
    let problem = crate::error::Problem::from(reason);
    ServiceError::Problem(Problem {
        status: problem.status,
        code: problem.code,
        message: wire(&problem.message),
        fields: Vec::new(),
        retry_after_s: None,
    })
}
