//! The permissions of a grant in words, and the check of the objects in it. Both ask the plugins that provide services.

use std::borrow::Cow;

use super::Installs;
use super::grant::{Grant, Permission};
use super::texts::TextView;
use crate::error::{Localized, Problem, Result};
use crate::plugins::Plugins;

/// The text of a scope, if a system plugin opens it.
fn text_of<'a>(plugins: &'a Plugins, (service, scope): (&str, &str)) -> Option<&'a Localized> {
    let key = (service.to_owned(), scope.to_owned());
    plugins
        .system()
        .find_map(|plugin| plugin.bundle.scopes.get(&key))
}

/// The kind of the objects that a service is limited to in grants, if a system plugin provides it so.
fn objects_of(plugins: &Plugins, service: &str) -> Option<String> {
    let mut provided = plugins
        .system()
        .flat_map(|plugin| &plugin.manifest().provides);
    let provided = provided.find(|provided| provided.service == service)?;
    provided.objects.clone()
}

impl Installs {
    /// The text of a scope, by the key of its permission.
    pub(super) fn scope_text(&self, key: &str) -> Option<TextView> {
        let pair = key.strip_prefix("services.")?.rsplit_once('.')?;
        let plugins = self.platform.registry.current();
        text_of(&plugins, pair).map(TextView::from)
    }

    /// The permissions of a grant as lines of a review. `mib` is the quota of the plugin's data.
    pub(super) fn permission_lines(&self, grant: &Grant, mib: u32) -> Vec<Permission> {
        let plugins = self.platform.registry.current();
        let mut lines = grant.lines(mib);
        for (service, scope) in grant.services.pairs() {
            let text = text_of(&plugins, (service, scope)).cloned().unwrap_or_else(|| {
                Localized::new(
                    format!("이 플랫폼에 없는 기능({service}의 {scope})을 사용합니다."),
                    format!("Uses a feature that this platform does not have ({scope} of {service})."),
                )
            });
            lines.push(Permission {
                key: Cow::Owned(format!("services.{service}.{scope}")),
                ko: text.ko,
                en: text.en,
                objects: objects_of(&plugins, service),
            });
        }
        lines
    }

    /// Fails if a grant limits objects that no provider has, or names too many of them.
    pub(super) fn check_objects(&self, grant: &Grant) -> Result<()> {
        let plugins = self.platform.registry.current();
        let is_kind = |kind: &str| {
            let mut provided = plugins
                .system()
                .flat_map(|plugin| &plugin.manifest().provides);
            provided.any(|provided| provided.objects.as_deref() == Some(kind))
        };
        match grant.objects.fault(is_kind) {
            Some(text) => Err(Problem::field("grant.objects", text).into()),
            None => Ok(()),
        }
    }
}
