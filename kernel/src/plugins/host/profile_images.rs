//! People's pictures that come from a plugin: of the caller only, and only from this origin.

use witverse_runtime::HostFault;

use super::{Answer, PluginHost, out_of_reach};
use crate::unit_of_work::parse_person;

const MAX_REFERENCE_BYTES: usize = 200;
const MAX_PATH_BYTES: usize = 300;

impl PluginHost {
    pub(super) async fn set_profile_image(
        &mut self,
        path: &str,
        reference: &str,
    ) -> Answer<Result<(), String>> {
        self.need_profile_images()?;
        let Some(person) = self.context.actor.person().map(|person| person.id) else {
            return Ok(Err("the caller is not a person".into()));
        };
        if !is_local_path(path) {
            return Ok(Err(format!("{path:?} is not a path on this origin")));
        }
        if !is_reference(reference) {
            return Ok(Err(format!(
                "a reference has 1 to {MAX_REFERENCE_BYTES} bytes"
            )));
        }
        let (plugin, now) = (self.plugin.id.to_string(), self.now());
        self.work()
            .set_image(person, (&plugin, reference), path, now)
            .await
            .map_err(out_of_reach)?;
        Ok(Ok(()))
    }

    pub(super) async fn clear_profile_image(
        &mut self,
        person: &str,
        reference: &str,
    ) -> Answer<()> {
        self.need_profile_images()?;
        let (Some(person), true) = (parse_person(person), is_reference(reference)) else {
            return Ok(());
        };
        let plugin = self.plugin.id.to_string();
        self.work()
            .clear_image(person, (&plugin, reference))
            .await
            .map_err(out_of_reach)
    }

    fn need_profile_images(&mut self) -> Result<(), HostFault> {
        self.need(
            self.plugin.manifest().capabilities.profile_images,
            "profile_images",
        )
    }
}

fn is_reference(reference: &str) -> bool {
    (1..=MAX_REFERENCE_BYTES).contains(&reference.len()) && !reference.contains('\0')
}

/// `/folder/name.svg`: letters, digits, `-`, `_`, `.` and `/`, without empty or dotted folders.
fn is_local_path(path: &str) -> bool {
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
    };
    path.len() <= MAX_PATH_BYTES
        && path
            .strip_prefix('/')
            .is_some_and(|rest| rest.split('/').all(is_plain))
}

#[cfg(test)]
mod tests {
    use super::is_local_path;

    #[test]
    fn only_paths_on_this_origin_are_pictures() {
        for path in [
            "/assets/plugins/items/items/moon-cat.svg",
            "/files/0190f3a0-0000-7000-8000-000000000001",
        ] {
            assert!(is_local_path(path), "{path}");
        }
        for path in [
            "",
            "/",
            "a.svg",
            "//host/a.svg",
            "/\\host/a.svg",
            "https://host/a.svg",
            "/a/../b.svg",
            "/a?b",
            "/a#b",
            "/a b",
            "/a\n",
            "/%2e%2e/a",
        ] {
            assert!(!is_local_path(path), "{path}");
        }
        assert!(!is_local_path(&format!("/{}", "a".repeat(300))));
    }
}
