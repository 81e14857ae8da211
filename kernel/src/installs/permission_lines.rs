//! The permissions of a grant in words. Those of services have the texts of the plugins that provide them.

use std::borrow::Cow;

use super::Installs;
use super::grant::{Grant, Permission};
use super::texts::TextView;
use crate::error::Localized;
use crate::plugins::Plugins;

/// The text of a scope, if a system plugin opens it.
fn text_of<'a>(plugins: &'a Plugins, (service, scope): (&str, &str)) -> Option<&'a Localized> {
    let key = (service.to_owned(), scope.to_owned());
    plugins
        .system()
        .find_map(|plugin| plugin.bundle.scopes.get(&key))
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
            });
        }
        lines
    }
}
