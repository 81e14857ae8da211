//! Runs a service of another plugin inside of the caller's unit of work and within its limits.

use std::sync::Arc;

use witverse_runtime::CallLimits;
use witverse_runtime::types::{ServiceCall, ServiceError};

use super::{Answer, Installed, PluginHost};
use crate::plugins::call_errors::report;

/// The maximum depth of nested service calls.
const MAX_DEPTH: u8 = 4;

impl PluginHost {
    /// Calls the provider of a service. Unavailable without one, or if the manifest does not name the service.
    pub(super) async fn invoke(
        &mut self,
        service: String,
        method: String,
        payload: Vec<u8>,
    ) -> Answer<Result<Vec<u8>, ServiceError>> {
        let plugins = self.context.platform.registry.current();
        let provider = plugins
            .providers(&service)
            .first()
            .and_then(|id| plugins.by_id.get(id))
            .cloned();
        let Some(provider) = provider.filter(|_| self.plugin.manifest().uses(&service)) else {
            return Ok(Err(ServiceError::Unavailable));
        };
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
            ..provider.limits
        };
        let host = Self {
            depth: self.depth + 1,
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
