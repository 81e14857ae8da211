//! The signed-in account, as its owner's pages need it.

use super::shapes::UserInfo;
use crate::actor::{Actor, Person, RoleBinding};
use crate::error::Language;
use crate::http::people::facts;
use crate::http::reply::stamp;
use crate::http::state::Shared;

/// The kernel's facts and those of plugins. The facts of a plugin that fails are left out.
pub(super) async fn user_info(
    app: &Shared,
    person: &std::sync::Arc<Person>,
    language: Language,
) -> UserInfo {
    let mut info = UserInfo {
        id: person.id,
        email: person.email.clone(),
        nickname: person.nickname.clone(),
        default_img: person.picture.clone(),
        has_image: person.has_image,
        has_nickname: person.nickname.is_some(),
        has_world: false,
        world_name: None,
        language: person.language.as_str().to_owned(),
        roles: person
            .roles
            .iter()
            .filter(|binding| binding.scope == RoleBinding::PLATFORM)
            .map(|binding| binding.role.clone())
            .collect(),
        deletion_at: person.deletion_at.map(stamp),
        muted_until: person.muted_until.map(stamp),
    };
    let actor = Actor::Person(person.clone());
    let facts = facts(app, &actor, person.id, language).await;
    info.has_world = facts.has_world;
    info.world_name = facts.world_name;
    info
}
