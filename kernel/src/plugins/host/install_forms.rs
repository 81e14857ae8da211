//! Forms of installed plugins, for the system plugins that show them: values are checked against the form that the running version
//! declares.

use serde_json::Value;
use witverse_runtime::types::{FieldProblem, FilledForm, FormError, Localized};

use super::{Answer, PluginHost};
use crate::error;
use crate::plugins::settings::filled_form;

impl PluginHost {
    pub(super) fn fill_install_form(
        &mut self,
        install: &str,
        slot: &str,
        values: &str,
    ) -> Answer<Result<FilledForm, FormError>> {
        let is_granted = self.plugin.manifest().capabilities.install_forms;
        self.need(is_granted, "install_forms")?;
        let plugins = self.context.platform.registry.current();
        let found = plugins.get(install);
        let Some((plugin, form, scope)) =
            found.and_then(|plugin| Some((plugin, plugin.form(slot)?, plugin.install.as_ref()?)))
        else {
            return Ok(Err(FormError::Unavailable));
        };
        // Invalid JSON counts as an empty form, so its required fields are reported.
        let entered: Value = serde_json::from_str(values).unwrap_or_default();
        Ok(match filled_form(form, &entered) {
            Ok(values) => Ok(FilledForm {
                plugin: plugin.manifest().plugin.id.to_string(),
                name: wire(&plugin.bundle.name),
                world: scope.id.clone(),
                values: Value::Object(values).to_string(),
            }),
            Err(refused) => {
                let problem = |(field, message): (String, error::Localized)| FieldProblem {
                    field,
                    message: wire(&message),
                };
                Err(FormError::Invalid(
                    refused.into_iter().map(problem).collect(),
                ))
            }
        })
    }
}

/// A text of the kernel as one of the contract.
pub(super) fn wire(text: &error::Localized) -> Localized {
    Localized {
        ko: text.ko.clone(),
        en: text.en.clone(),
    }
}
