//! `/api/admin/…`: people, roles, sanctions, forbidden words, the audit log and signing keys, for
//! administrators.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post, put};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use super::extract::{Administrator, Json};
use super::operation::Operation;
use super::pagination::{List, Page, PathValues, Query, reject_nul};
use super::problem::Failure;
use super::reply::{Empty, payload};
use super::state::Shared;
use crate::actor::PlatformRole;
use crate::error::{INVALID_QUERY, NOT_FOUND, VALIDATION_FAILED};
use crate::identity::{
    AccountDetail, AccountRow, Appointment, AuditCursor, AuditRecord, ForbiddenWord, KeyState,
    KeyView, LAST_ADMIN, NO_SUCH_PERSON, NO_SUCH_WORD, ONLY_ADMIN, Place, SELF_NOT_ALLOWED,
    WORD_EXISTS, WordKind,
};
use crate::permissions::{Administer, Authorized};
use crate::safety::{
    Action, NO_SUCH_SANCTION, NewDecision, Passed, SANCTION_OVER, Verdict, Weight,
};

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    let mut operations = people();
    operations.extend(sanctions());
    operations.extend(words());
    operations.extend(platform());
    operations
}

fn people() -> Vec<Operation> {
    const ROLE: &str = "/api/admin/users/{id}/roles/{role}";
    let user = |method, path, handler, summary| {
        Operation::new(method, path, handler, summary)
            .role("admin")
            .fails(&[NO_SUCH_PERSON, NOT_FOUND])
    };
    vec![
        Operation::new(
            "GET",
            "/api/admin/users",
            get(users),
            "Accounts, newest first",
        )
        .role("admin")
        .query(
            "search",
            "The beginning of an email or a nickname, or an account id",
            false,
        )
        .paged()
        .answers::<List<AccountRow>>(),
        user("GET", "/api/admin/users/{id}", get(user_), "An account").answers::<UserView>(),
        user(
            "PUT",
            ROLE,
            put(grant),
            "Grant the role `moderator`, or propose the role `admin`, for another administrator to approve",
        )
        .answers::<UserView>()
        .fails(&[ONLY_ADMIN]),
        user("DELETE", ROLE, delete(revoke), "Revoke a role")
            .answers::<UserView>()
            .fails(&[LAST_ADMIN]),
        user(
            "POST",
            "/api/admin/users/{id}/sessions/revoke",
            post(end_sessions),
            "End every session of an account",
        )
        .answers::<Ended>(),
    ]
}

fn sanctions() -> Vec<Operation> {
    vec![
        Operation::new(
            "POST",
            "/api/admin/users/{id}/sanctions",
            post(sanction),
            "Sanction an account without a report",
        )
        .role("admin")
        .takes::<NewSanction>()
        .answers::<UserView>()
        .fails(&[
            VALIDATION_FAILED,
            NO_SUCH_PERSON,
            NOT_FOUND,
            SELF_NOT_ALLOWED,
            LAST_ADMIN,
        ]),
        Operation::new(
            "POST",
            "/api/admin/sanctions/{id}/lift",
            post(lift),
            "Lift a sanction before its end",
        )
        .role("admin")
        .takes::<Lift>()
        .answers::<UserView>()
        .fails(&[
            VALIDATION_FAILED,
            NO_SUCH_SANCTION,
            NOT_FOUND,
            SANCTION_OVER,
            SELF_NOT_ALLOWED,
        ]),
    ]
}

fn words() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/admin/words",
            get(list_words),
            "Forbidden words in names",
        )
        .role("admin")
        .query("search", "The beginning of a word", false)
        .paged()
        .answers::<List<ForbiddenWord>>(),
        Operation::new("POST", "/api/admin/words", post(forbid), "Forbid a word")
            .role("admin")
            .takes::<NewWord>()
            .answers::<ForbiddenWord>()
            .status(201)
            .fails(&[VALIDATION_FAILED, WORD_EXISTS]),
        Operation::new(
            "DELETE",
            "/api/admin/words/{word}",
            delete(allow),
            "Remove a forbidden word",
        )
        .role("admin")
        .answers::<Empty>()
        .fails(&[NO_SUCH_WORD, NOT_FOUND]),
    ]
}

fn platform() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/admin/audit",
            get(audit),
            "The audit log of all accounts, newest first",
        )
        .role("admin")
        .query("account", "Filter by account id", false)
        .query("kind", "Filter by kind", false)
        .paged()
        .answers::<List<AuditRecord>>(),
        Operation::new(
            "GET",
            "/api/admin/signing-keys",
            get(keys),
            "The keys that sign access tokens",
        )
        .role("admin")
        .answers::<Keys>(),
        Operation::new(
            "POST",
            "/api/admin/signing-keys/rotate",
            post(rotate),
            "Rotate the signing key; the new key signs after one minute",
        )
        .role("admin")
        .answers::<Keys>(),
    ]
}

#[derive(Serialize, JsonSchema)]
struct UserView {
    #[serde(flatten)]
    account: AccountDetail,
    sanctions: Vec<Passed>,
    /// The open proposal to make this person an administrator.
    appointment: Option<Appointment>,
}

#[derive(Serialize, JsonSchema)]
struct Ended {
    ended: u64,
}

#[derive(Deserialize, JsonSchema)]
struct NewSanction {
    action: Weight,
    /// The reason, 5 to 500 characters; shown to the person concerned.
    reason: String,
    /// The duration in hours, 1 to 8760, for `mute` and `suspend`. Null means permanent, for `suspend` only.
    hours: Option<i64>,
}

#[derive(Deserialize, JsonSchema)]
struct Lift {
    /// The reason, 5 to 500 characters; shown to the person concerned.
    reason: String,
}

#[derive(Deserialize, JsonSchema)]
struct NewWord {
    /// 1 to 30 characters, lower case.
    word: String,
    kind: WordKind,
}

#[derive(Serialize, JsonSchema)]
struct Keys {
    items: Vec<Key>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Key {
    kid: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    signs_from: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    retires_at: Option<OffsetDateTime>,
    state: Stage,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Stage {
    Coming,
    Signing,
    Verifying,
}

impl From<KeyView> for Key {
    fn from(key: KeyView) -> Self {
        Self {
            kid: key.kid,
            created_at: key.created_at,
            signs_from: key.signs_from,
            retires_at: key.retires_at,
            state: match key.state {
                KeyState::Coming => Stage::Coming,
                KeyState::Signing => Stage::Signing,
                KeyState::Verifying => Stage::Verifying,
            },
        }
    }
}

async fn users(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let search = query.text("search")?;
    let mut window = page.window()?;
    window.after = match window.after {
        Some(Place::Nickname(text)) => Some(Place::Nickname(reject_nul(text)?)),
        Some(Place::Email(text)) => Some(Place::Email(reject_nul(text)?)),
        after => after,
    };
    let items = app
        .identity
        .directory
        .accounts(&staff.authorized(), search.as_deref(), window)
        .await?;
    Ok(payload(List::of(items, &page, |row| row.place.clone())))
}

/// The current state of the account.
async fn view(
    app: &Shared,
    by: &Authorized<'_, Administer>,
    id: Uuid,
) -> Reply<axum::Json<serde_json::Value>> {
    Ok(payload(UserView {
        account: app.identity.directory.account(by, id).await?,
        sanctions: app.safety.passed(id).await?,
        appointment: app.identity.roles.open_appointment(by, id).await?,
    }))
}

async fn user_(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    view(&app, &staff.authorized(), path.id("id")?).await
}

async fn grant(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let (by, id, role) = (staff.authorized(), path.id("id")?, role(&path)?);
    app.identity.roles.grant_role(&by, id, role).await?;
    view(&app, &by, id).await
}

async fn revoke(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let (by, id, role) = (staff.authorized(), path.id("id")?, role(&path)?);
    app.identity.roles.revoke_role(&by, id, role).await?;
    view(&app, &by, id).await
}

fn role(path: &PathValues) -> Reply<PlatformRole> {
    PlatformRole::parse(path.text("role")?).ok_or_else(|| NOT_FOUND.into())
}

async fn end_sessions(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let ended = app
        .identity
        .sessions
        .end_sessions_of(&staff.authorized(), path.id("id")?)
        .await?;
    Ok(payload(Ended { ended }))
}

async fn sanction(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    Json(new): Json<NewSanction>,
) -> Reply<impl IntoResponse> {
    let verdict = Verdict::parse(&NewDecision {
        action: Action::from(new.action),
        reason: new.reason,
        hours: new.hours,
    })?;
    let (by, id) = (staff.authorized(), path.id("id")?);
    app.safety.sanction(&by, id, verdict).await?;
    view(&app, &by, id).await
}

async fn lift(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    Json(given): Json<Lift>,
) -> Reply<impl IntoResponse> {
    let (by, id) = (staff.authorized(), path.id("id")?);
    let person = app.safety.lift(&by, id, &given.reason).await?;
    view(&app, &by, person).await
}

async fn list_words(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let search = query.text("search")?.unwrap_or_default();
    let mut window = page.window::<String>()?;
    window.after = window.after.map(reject_nul).transpose()?;
    let items = app
        .identity
        .forbidden_words
        .forbidden_words(&staff.authorized(), &search.to_lowercase(), &window)
        .await?;
    Ok(payload(List::of(items, &page, |word| word.word.clone())))
}

async fn forbid(
    State(app): State<Shared>,
    staff: Administrator,
    Json(new): Json<NewWord>,
) -> Reply<impl IntoResponse> {
    let word = app
        .identity
        .forbidden_words
        .forbid_word(&staff.authorized(), &new.word, new.kind)
        .await?;
    Ok((StatusCode::CREATED, payload(word)))
}

async fn allow(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    app.identity
        .forbidden_words
        .allow_word(&staff.authorized(), path.text("word")?)
        .await?;
    Ok(payload(Empty {}))
}

async fn audit(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let account = match query.text("account")? {
        Some(text) => Some(Uuid::try_parse(&text).map_err(|_| INVALID_QUERY)?),
        None => None,
    };
    let kind = query.text("kind")?;
    let items = app
        .identity
        .audit
        .query(
            &staff.authorized(),
            (account, kind.as_deref()),
            &page.window()?,
        )
        .await?;
    Ok(payload(List::of(items, &page, AuditCursor::of)))
}

async fn keys(State(app): State<Shared>, _staff: Administrator) -> impl IntoResponse {
    payload(every_key(&app))
}

async fn rotate(State(app): State<Shared>, staff: Administrator) -> Reply<impl IntoResponse> {
    app.identity
        .sessions
        .rotate_keys(&staff.authorized())
        .await?;
    Ok(payload(every_key(&app)))
}

fn every_key(app: &Shared) -> Keys {
    let keys = app.identity.tokens.keys();
    Keys {
        items: keys.into_iter().map(Key::from).collect(),
    }
}
