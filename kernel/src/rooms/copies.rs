//! Copies of rooms for trials: the room `<plugin>:<key>:<install>` looks like `<plugin>:<key>`, and its game is the plugin on
//! trial. Only the people who manage the resource of the trial enter it, as themselves or as its made-up players
//! (docs/decisions/0059).

use std::sync::Arc;

use uuid::Uuid;
use witverse_rooms::RoomId;
use witverse_rooms::room::{Permissions, Profile, Relations};

use super::description::EMPTY_LOOK;
use super::messages::ROOM_NOT_FOUND;
use crate::actor::Actor;
use crate::error::{Language, Result};
use crate::plugins::{
    GAME_SLOT, Installed, Platform, find_resource, manages_installs, trial_nickname, trial_player,
    trial_player_number,
};

/// The parts of a room's id.
pub(super) struct RoomName<'a> {
    pub(super) plugin: &'a str,
    pub(super) key: &'a str,
    /// The install on trial that this copy is for; `None` if the room is no copy.
    trial: Option<&'a str>,
}

impl<'a> RoomName<'a> {
    pub(super) fn of(room: &'a RoomId) -> Option<Self> {
        let mut parts = room.as_str().splitn(3, ':');
        Some(Self {
            plugin: parts.next()?,
            key: parts.next()?,
            trial: parts.next(),
        })
    }
}

/// A plugin on trial whose copy of a room is asked for.
pub(super) struct Trial {
    install: Arc<Installed>,
}

impl Trial {
    /// The trial that a room is a copy for; `None` if the room is no copy.
    ///
    /// # Errors
    /// `room_not_found` if there is no such trial or its plugin is no game.
    pub(super) fn of(platform: &Platform, room: &RoomId) -> Result<Option<Self>> {
        let Some(id) = RoomName::of(room).and_then(|name| name.trial) else {
            return Ok(None);
        };
        let plugins = platform.registry.current();
        let install = plugins.get(id).filter(|plugin| {
            let is_trial = plugin.install.as_ref().is_some_and(|scope| scope.is_trial);
            let mut slots = plugin.manifest().ui.slots.iter();
            let has_page = slots.any(|slot| slot.at == GAME_SLOT);
            is_trial && has_page && plugin.manifest().capabilities.rooms
        });
        let install = install.ok_or(ROOM_NOT_FOUND)?.clone();
        Ok(Some(Self { install }))
    }

    /// Refuses people who do not manage the resource of the trial.
    ///
    /// # Errors
    /// `room_not_found`, so that the trial stays hidden from them; the error of the database.
    pub(super) async fn check_manager(&self, platform: &Platform, actor: &Actor) -> Result<()> {
        let scope = self.install.install.as_ref().ok_or(ROOM_NOT_FOUND)?;
        let plugins = platform.registry.current();
        let target = find_resource(platform, &plugins, &scope.kind, &scope.id).await?;
        let target = target.ok_or(ROOM_NOT_FOUND)?;
        match manages_installs(platform, &plugins, actor, &target) {
            true => Ok(()),
            false => Err(ROOM_NOT_FOUND.into()),
        }
    }

    fn id(&self) -> &str {
        self.install.id.as_str()
    }

    /// The id of the resource that the trial belongs to. Only rooms of this resource have copies.
    pub(super) fn resource(&self) -> &str {
        let scope = self.install.install.as_ref();
        scope.map_or("", |scope| scope.id.as_str())
    }

    /// The name of the plugin as the game of the copy.
    pub(super) fn game(&self) -> String {
        self.install.game()
    }

    /// The id of a made-up player; `None` for a number without a player.
    pub(super) fn player(&self, number: usize) -> Option<Uuid> {
        let player = trial_player(self.id(), number, Language::default());
        player.map(|player| player.id)
    }

    /// The room as a made-up player enters it; `None` if the person is none.
    pub(super) fn player_profile(&self, person: Uuid) -> Option<Profile> {
        let number = trial_player_number(self.id(), person)?;
        Some(Profile {
            name: trial_nickname(number),
            look: EMPTY_LOOK,
            permissions: Permissions {
                may_chat: true,
                may_interact: true,
                is_moderator: false,
            },
            relations: Relations::default(),
        })
    }
}
