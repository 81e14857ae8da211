//! Profiles of people for plugins.

use uuid::Uuid;
use witverse_runtime::HostFault;
use witverse_runtime::types::{Pair, Profile};

use super::{Answer, PluginHost, out_of_reach};
use crate::unit_of_work::parse_person;

pub(super) const MAX_PROFILES: usize = 200;
const MAX_PAIRS: usize = 100;

impl PluginHost {
    pub(super) async fn profiles_of(&mut self, ids: Vec<String>) -> Answer<Vec<Profile>> {
        self.need(self.plugin.manifest().capabilities.users, "users")?;
        if ids.len() > MAX_PROFILES {
            return Err(HostFault::Abuse(format!(
                "at most {MAX_PROFILES} profiles at once"
            )));
        }
        let ids: Vec<Uuid> = ids.iter().filter_map(|id| parse_person(id)).collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        if self.is_trial() {
            return self.trial_profiles(&ids).await;
        }
        self.work().profiles(&ids).await.map_err(out_of_reach)
    }

    pub(super) async fn profile_named(&mut self, nickname: &str) -> Answer<Option<Profile>> {
        self.need(self.plugin.manifest().capabilities.users, "users")?;
        let found = self.work().profile_by_nickname(nickname).await;
        found.map_err(out_of_reach)
    }

    pub(super) async fn pairs_of(&mut self, pairs: Vec<(String, String)>) -> Answer<Vec<Pair>> {
        self.need_blocks()?;
        if pairs.len() > MAX_PAIRS {
            return Err(HostFault::Abuse(format!(
                "at most {MAX_PAIRS} pairs at once"
            )));
        }
        // An invalid id matches no account.
        let id = |text: &str| parse_person(text).unwrap_or_default();
        let ids: Vec<(Uuid, Uuid)> = pairs.iter().map(|(a, b)| (id(a), id(b))).collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        self.work().pairs(&ids).await.map_err(out_of_reach)
    }
}
