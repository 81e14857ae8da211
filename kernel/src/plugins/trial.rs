//! The people and the money of a trial: an operator tries a plugin as one of three made-up players, who have no accounts, and
//! with play money in place of WIT.

use time::OffsetDateTime;
use uuid::Uuid;
use witverse_ledger::Key;
use witverse_runtime::types::{Language as WireLanguage, Profile};

use crate::actor::Person;
use crate::error::Language;

/// Made-up players of a trial, numbered from 1.
pub const TRIAL_PLAYERS: usize = 3;
/// The play money of a player, and of the plugin, at the beginning; hundredths.
pub const PLAYER_PURSE: i64 = 50_000;
pub const PLUGIN_PURSE: i64 = 1_000_000;

/// The id of a player. It is derived from the install, and no account has it.
#[must_use]
pub fn trial_player_id(install: &str, number: usize) -> Uuid {
    Key::of(&["trial player", install, &number.to_string()])
}

#[must_use]
pub fn trial_nickname(number: usize) -> String {
    format!("Player{number}")
}

/// A player as the caller of a request; `None` for a number without a player.
#[must_use]
pub fn trial_player(install: &str, number: usize, language: Language) -> Option<Person> {
    (1..=TRIAL_PLAYERS).contains(&number).then(|| Person {
        id: trial_player_id(install, number),
        session: Uuid::nil(),
        email: String::new(),
        nickname: Some(trial_nickname(number)),
        picture: None,
        has_image: false,
        language,
        roles: Vec::new(),
        authenticated_at: OffsetDateTime::UNIX_EPOCH,
        deletion_at: None,
        muted_until: None,
    })
}

/// The number of a player, if the id is one.
#[must_use]
pub fn trial_player_number(install: &str, id: Uuid) -> Option<usize> {
    (1..=TRIAL_PLAYERS).find(|number| trial_player_id(install, *number) == id)
}

/// The profile of a player, if the id is one.
#[must_use]
pub(super) fn trial_profile(install: &str, id: Uuid) -> Option<Profile> {
    let number = trial_player_number(install, id)?;
    Some(Profile {
        id: id.hyphenated().to_string(),
        nickname: trial_nickname(number),
        image: None,
        language: WireLanguage::Ko,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_belong_to_one_trial() {
        let id = trial_player_id("x-a", 1);
        assert!(id < witverse_ledger::FIRST_HOUSE_ACCOUNT);
        assert_ne!(id, trial_player_id("x-b", 1));
        assert_eq!(
            trial_profile("x-a", id).map(|profile| profile.nickname),
            Some("Player1".into())
        );
        assert!(trial_profile("x-b", id).is_none());
        assert!(trial_player("x-a", 0, Language::En).is_none());
        assert!(trial_player("x-a", 4, Language::En).is_none());
    }
}
