//! Runs a service of another plugin inside of the caller's unit of work and within its limits.

use std::sync::Arc;

use witverse_runtime::CallLimits;
use witverse_runtime::types::{ServiceCall, ServiceError};

use super::{Installed, PluginHost};
use crate::plugins::call_errors::report;

impl PluginHost {
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
