//! `/api/v2/user/sns`, `/api/v2/profile/…`: public profiles. For a person who was blocked, the blocking person's
//! profile does not exist.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::routing::get;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use super::extract::{Caller, language};
use super::operation::Operation;
use super::pagination::PathValues;
use super::problem::Failure;
use super::reply::payload;
use super::state::Shared;
use crate::actor::Actor;
use crate::error::{Language, NOT_FOUND, UNAUTHENTICATED};
use crate::identity::NO_SUCH_PERSON;
use crate::plugins::serve_service;
use crate::safety::Relation;

/// The service with which plugins add facts to an account.
const ACCOUNT_INFO: &str = "account-info@1";
/// The picture of a person without one.
const NO_IMAGE: &str = "/assets/shell/mark.svg";

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/v2/user/sns/{id}",
            get(share),
            "A person's card for sharing",
        )
        .answers::<Card>()
        .fails(&[NO_SUCH_PERSON, NOT_FOUND]),
        Operation::new(
            "GET",
            "/api/v2/profile/user/{name}",
            get(profile),
            "A person's public profile",
        )
        .answers::<ProfileView>()
        .fails(&[NO_SUCH_PERSON, NOT_FOUND, UNAUTHENTICATED]),
        Operation::new(
            "GET",
            "/api/v2/profile/check/{id}",
            get(check),
            "Whether an account exists",
        )
        .answers::<Checked>()
        .fails(&[NOT_FOUND, UNAUTHENTICATED]),
    ]
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Card {
    id: Uuid,
    nickname: String,
    /// The path of the person's picture.
    profile_image: Option<String>,
    /// The former name of `profileImage`.
    image: Option<String>,
    world_name: Option<String>,
    title: String,
    /// The description, in the requested language.
    description: String,
    /// The absolute URL of the picture.
    image_url: String,
    /// The absolute URL of the page.
    link: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ProfileView {
    id: Uuid,
    nickname: String,
    /// The path of the person's picture.
    profile_image: Option<String>,
    /// The former name of `profileImage`.
    image: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    joined_at: OffsetDateTime,
    world_name: Option<String>,
    relation: Relation,
}

#[derive(Serialize, JsonSchema)]
struct Checked {
    id: Uuid,
    exists: bool,
    nickname: Option<String>,
    relation: Relation,
}

async fn share(
    State(app): State<Shared>,
    headers: HeaderMap,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let id = path.id("id")?;
    let person = app
        .identity
        .directory
        .profile(id)
        .await?
        .ok_or(NO_SUCH_PERSON)?;
    let language = language(&headers);
    let world_name = facts(&app, &Actor::System, id, language).await.world_name;
    let base = app.config.base_url();
    let name = &person.nickname;
    let description = match (language, &world_name) {
        (Language::Ko, Some(world)) => {
            format!("{name}님의 {world} 월드에 놀러 오세요.")
        }
        (Language::Ko, None) => format!("Witverse에서 {name}님을 만나 보세요."),
        (Language::En, Some(world)) => format!("Come and see {name}'s world, {world}."),
        (Language::En, None) => format!("Meet {name} on Witverse."),
    };
    Ok(payload(Card {
        id,
        title: format!("{name} · Witverse"),
        description,
        image_url: absolute(&base, person.image.as_deref()),
        link: format!("{base}/user/{id}"),
        nickname: person.nickname,
        profile_image: person.image.clone(),
        image: person.image,
        world_name,
    }))
}

async fn profile(
    State(app): State<Shared>,
    Caller(actor): Caller,
    headers: HeaderMap,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let name = path.text("name")?;
    let person = app.identity.directory.profile_named(name).await?;
    let person = person.ok_or(NO_SUCH_PERSON)?;
    let relation = relation(&app, &actor, person.id).await?;
    if relation.blocked_by {
        return Err(NO_SUCH_PERSON.into());
    }
    let facts = facts(&app, &Actor::System, person.id, language(&headers)).await;
    Ok(payload(ProfileView {
        id: person.id,
        nickname: person.nickname,
        profile_image: person.image.clone(),
        image: person.image,
        joined_at: person.joined_at,
        world_name: facts.world_name,
        relation,
    }))
}

async fn check(
    State(app): State<Shared>,
    Caller(actor): Caller,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let id = path.id("id")?;
    let relation = relation(&app, &actor, id).await?;
    let person = app.identity.directory.profile(id).await?;
    let person = person.filter(|_| !relation.blocked_by);
    Ok(payload(Checked {
        id,
        exists: person.is_some(),
        nickname: person.map(|person| person.nickname),
        relation,
    }))
}

/// The relation of the actor to another person; all false for visitors.
async fn relation(app: &Shared, actor: &Actor, other: Uuid) -> Reply<Relation> {
    match actor.person() {
        Some(me) => Ok(app.safety.relation(me, other).await?),
        None => Ok(Relation::default()),
    }
}

fn absolute(base: &str, image: Option<&str>) -> String {
    match image.unwrap_or(NO_IMAGE) {
        image if image.starts_with("https://") || image.starts_with("http://") => image.to_owned(),
        image => format!("{base}/{}", image.trim_start_matches('/')),
    }
}

/// The facts of plugins about an account.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) has_world: bool,
    pub(super) world_name: Option<String>,
}

/// Calls every plugin that provides account facts. The facts of a plugin that fails are left out.
pub(super) async fn facts(app: &Shared, actor: &Actor, of: Uuid, language: Language) -> Facts {
    let mut known = Facts::default();
    let plugins = app.platform.registry.current();
    let question = json!({ "userId": of }).to_string().into_bytes();
    for id in plugins.providers(ACCOUNT_INFO) {
        let Some(plugin) = plugins.by_id.get(id) else {
            continue;
        };
        let asked = serve_service(
            &app.platform,
            plugin,
            actor,
            language,
            ACCOUNT_INFO,
            "facts",
            question.clone(),
        );
        match asked.await {
            Ok(answer) => {
                let facts: Value = serde_json::from_slice(&answer).unwrap_or_default();
                known.has_world |= facts["hasWorld"].as_bool().unwrap_or(false);
                if let Some(name) = facts["worldName"].as_str() {
                    known.world_name = Some(name.to_owned());
                }
            }
            Err(error) => {
                tracing::warn!(plugin = %id, %error, "the account facts of a plugin could not be read")
            }
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::absolute;

    #[test]
    fn picture_urls_are_absolute() {
        let base = "https://witverse.example";
        for (image, expected) in [
            (None, "https://witverse.example/assets/shell/mark.svg"),
            (
                Some("/assets/a.png"),
                "https://witverse.example/assets/a.png",
            ),
            (Some("a.png"), "https://witverse.example/a.png"),
            (
                Some("https://cdn.example/a.png"),
                "https://cdn.example/a.png",
            ),
        ] {
            assert_eq!(absolute(base, image), expected);
        }
    }
}
