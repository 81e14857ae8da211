//! `/api/v3/worlds/{worldId}/plugins`: the plugins that the administrators of a world have installed.

use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use futures::Stream;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::io::AsyncReadExt;

use super::extract::{Json, SignedIn};
use super::operation::Operation;
use super::pagination::{List, Page, PathValues};
use super::problem::Failure;
use super::reply::payload;
use super::state::Shared;
use crate::error::{BUSY, Catalogue, Error, NOT_FOUND, TOO_MANY, UNAVAILABLE, VALIDATION_FAILED};
use crate::installs::{
    Change, DATA_REQUIRED, EXPORT_TOO_LARGE, EventView, GRANT_TOO_WIDE, INSTALL_CHANGED,
    INSTALL_EXISTS, INSTALL_FAILED, INSTALL_NOT_FOUND, INSTALLS_TOO_LARGE, InstallContents,
    InstallView, LogView, MANAGERS_ONLY, ManagedScope, NO_EARLIER_VERSION, NewVersion, Order,
    PACKAGE_NOT_FOUND, PACKAGE_STOPPED, PUBLISHER_UNCONFIRMED, Payment, PlayersView, RESTART_LATER,
    TOO_MANY_INSTALLS, UPDATE_RESTS, WANTS_MORE,
};
use crate::page_cursor::PageCursor;
use crate::wallet_admin::{INSUFFICIENT_WIT, WALLET_IS_FROZEN};

type Reply<T> = Result<T, Failure>;

/// Exports of one person.
const EXPORTS_PER_HOUR: u32 = 20;
const PIECE_BYTES: usize = 64 << 10;
/// Why a version does not become active.
const ACTIVATING: [Catalogue; 9] = [
    BUSY,
    MANAGERS_ONLY,
    NOT_FOUND,
    PACKAGE_NOT_FOUND,
    PACKAGE_STOPPED,
    GRANT_TOO_WIDE,
    DATA_REQUIRED,
    INSTALL_FAILED,
    INSTALLS_TOO_LARGE,
];
const OF_INSTALL: [Catalogue; 3] = [MANAGERS_ONLY, NOT_FOUND, INSTALL_NOT_FOUND];

#[derive(Serialize, JsonSchema)]
struct Installed {
    items: Vec<InstallView>,
}

/// The errors of a payment into or out of an install.
const OF_PAYMENT: [Catalogue; 4] = [
    VALIDATION_FAILED,
    INSUFFICIENT_WIT,
    WALLET_IS_FROZEN,
    UNAVAILABLE,
];

pub(super) fn operations() -> Vec<Operation> {
    const PLUGINS: &str = "/api/v3/worlds/{worldId}/plugins";
    const PLUGIN: &str = "/api/v3/worlds/{worldId}/plugins/{id}";
    vec![
        Operation::new(
            "GET",
            PLUGINS,
            get(list).post(install),
            "The installed plugins of a world, and uninstalled ones that can be restored",
        )
        .signed_in()
        .answers::<Installed>()
        .fails(&[MANAGERS_ONLY, NOT_FOUND]),
        Operation::also("POST", PLUGINS, "Install an uploaded plugin, or try it")
            .signed_in()
            .takes::<Order>()
            .answers::<InstallView>()
            .status(201)
            .fails(&ACTIVATING)
            .fails(&[
                VALIDATION_FAILED,
                INSTALL_EXISTS,
                TOO_MANY_INSTALLS,
                INSTALL_CHANGED,
                PUBLISHER_UNCONFIRMED,
            ]),
        Operation::new(
            "GET",
            PLUGIN,
            get(view).patch(change).delete(uninstall),
            "An installed plugin",
        )
        .signed_in()
        .answers::<InstallView>()
        .fails(&OF_INSTALL),
        Operation::also(
            "PATCH",
            PLUGIN,
            "Stop a plugin, run it again, replace its granted permissions, or set its settings",
        )
        .signed_in()
        .takes::<Change>()
        .answers::<InstallView>()
        .fails(&ACTIVATING)
        .fails(&[
            VALIDATION_FAILED,
            INSTALL_NOT_FOUND,
            INSTALL_CHANGED,
            RESTART_LATER,
        ]),
        Operation::also(
            "DELETE",
            PLUGIN,
            "Uninstall a plugin. Its WIT goes to the owner of the world; its data are kept for as long as its package says, 30 to 90 days. Those of a trial are deleted at once",
        )
        .signed_in()
        .answers::<InstallView>()
        .fails(&OF_INSTALL),
        Operation::new(
            "POST",
            "/api/v3/worlds/{worldId}/plugins/{id}/version",
            post(upgrade),
            "Change a plugin to another uploaded version",
        )
        .signed_in()
        .takes::<NewVersion>()
        .answers::<InstallView>()
        .fails(&ACTIVATING)
        .fails(&[
            VALIDATION_FAILED,
            INSTALL_NOT_FOUND,
            INSTALL_CHANGED,
            WANTS_MORE,
            PUBLISHER_UNCONFIRMED,
            UPDATE_RESTS,
        ]),
        Operation::new(
            "POST",
            "/api/v3/worlds/{worldId}/plugins/{id}/rollback",
            post(roll_back),
            "Go back to the version before the last change of version",
        )
        .signed_in()
        .answers::<InstallView>()
        .fails(&ACTIVATING)
        .fails(&[INSTALL_NOT_FOUND, INSTALL_CHANGED, NO_EARLIER_VERSION]),
        Operation::new(
            "POST",
            "/api/v3/worlds/{worldId}/plugins/{id}/finish",
            post(finish),
            "Finish the last change of version: what only the version before needed is removed from the data, and it cannot be gone back to",
        )
        .signed_in()
        .answers::<InstallView>()
        .fails(&ACTIVATING)
        .fails(&[INSTALL_NOT_FOUND, INSTALL_CHANGED]),
        Operation::new(
            "POST",
            "/api/v3/worlds/{worldId}/plugins/{id}/restore",
            post(restore),
            "Undo an uninstall while the data are kept",
        )
        .signed_in()
        .answers::<InstallView>()
        .fails(&ACTIVATING)
        .fails(&[
            INSTALL_NOT_FOUND,
            INSTALL_CHANGED,
            INSTALL_EXISTS,
            TOO_MANY_INSTALLS,
            RESTART_LATER,
        ]),
        Operation::new(
            "POST",
            "/api/v3/worlds/{worldId}/plugins/{id}/funds",
            post(pay_in),
            "Pay WIT into the account of a plugin, for its prizes",
        )
        .signed_in()
        .takes::<Payment>()
        .answers::<InstallView>()
        .fails(&OF_INSTALL)
        .fails(&OF_PAYMENT),
        Operation::new(
            "POST",
            "/api/v3/worlds/{worldId}/plugins/{id}/payouts",
            post(pay_out),
            "Pay WIT from the account of a plugin to the owner of the world",
        )
        .signed_in()
        .takes::<Payment>()
        .answers::<InstallView>()
        .fails(&OF_INSTALL)
        .fails(&OF_PAYMENT),
        Operation::new(
            "GET",
            "/api/v3/worlds/{worldId}/plugins/{id}/contents",
            get(contents),
            "What a plugin holds, and what an uninstall ends",
        )
        .signed_in()
        .answers::<InstallContents>()
        .fails(&OF_INSTALL),
        Operation::new(
            "GET",
            "/api/v3/worlds/{worldId}/plugins/{id}/export",
            get(export),
            "Download everything that a plugin holds, a zip. Also after its uninstall, until its data are deleted",
        )
        .signed_in()
        .media_type("application/zip")
        .fails(&OF_INSTALL)
        .fails(&[EXPORT_TOO_LARGE, TOO_MANY]),
        Operation::new(
            "GET",
            "/api/v3/worlds/{worldId}/plugins/{id}/players",
            get(players),
            "The people as whom a plugin on trial can be used, with their play money. The caller comes first",
        )
        .signed_in()
        .answers::<PlayersView>()
        .fails(&OF_INSTALL),
        Operation::new(
            "GET",
            "/api/v3/worlds/{worldId}/plugins/{id}/logs",
            get(logs),
            "The newest 1,000 lines of a plugin's log, with the failures of its calls. The latest first",
        )
        .signed_in()
        .paged()
        .answers::<List<LogView>>()
        .fails(&OF_INSTALL),
        Operation::new(
            "GET",
            "/api/v3/worlds/{worldId}/plugins/{id}/events",
            get(events),
            "What happened to a plugin: installs, versions, grants, failures. The latest first",
        )
        .signed_in()
        .paged()
        .answers::<List<EventView>>()
        .fails(&OF_INSTALL),
    ]
}

/// The world of the path, if the caller may manage its plugins.
pub(super) async fn managed<'a>(
    app: &Shared,
    person: &'a SignedIn,
    path: &PathValues,
) -> Reply<ManagedScope<'a>> {
    let kind = app.installs.host_kind().ok_or(NOT_FOUND)?;
    let world = path.text("worldId")?;
    Ok(app.installs.managed(&person.0, &kind, world).await?)
}

async fn list(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let items = app.installs.list(&scope).await?;
    Ok(payload(Installed { items }))
}

async fn install(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
    Json(order): Json<Order>,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let install = app.installs.install(&scope, &order).await?;
    Ok((StatusCode::CREATED, payload(install)))
}

async fn view(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let found = app.installs.find(&scope, path.text("id")?).await?;
    Ok(payload(found))
}

async fn change(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
    Json(change): Json<Change>,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let changed = app.installs.change(&scope, path.text("id")?, &change);
    Ok(payload(changed.await?))
}

async fn uninstall(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let ended = app.installs.uninstall(&scope, path.text("id")?).await?;
    Ok(payload(ended))
}

async fn upgrade(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
    Json(version): Json<NewVersion>,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let upgraded = app.installs.upgrade(&scope, path.text("id")?, &version);
    Ok(payload(upgraded.await?))
}

async fn roll_back(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let before = app.installs.roll_back(&scope, path.text("id")?).await?;
    Ok(payload(before))
}

async fn finish(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let finished = app.installs.finish(&scope, path.text("id")?).await?;
    Ok(payload(finished))
}

async fn restore(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let restored = app.installs.restore(&scope, path.text("id")?).await?;
    Ok(payload(restored))
}

async fn pay_in(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
    Json(payment): Json<Payment>,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let paid = app.installs.pay_in(&scope, path.text("id")?, &payment);
    Ok(payload(paid.await?))
}

async fn pay_out(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
    Json(payment): Json<Payment>,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let paid = app.installs.pay_out(&scope, path.text("id")?, &payment);
    Ok(payload(paid.await?))
}

async fn contents(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let contents = app.installs.contents(&scope, path.text("id")?).await?;
    Ok(payload(contents))
}

async fn export(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let limit = EXPORTS_PER_HOUR.saturating_mul(app.config.http.route_rate_factor);
    let key = format!("plugin exports of {}", person.0.id);
    app.rates.count(key, limit, Duration::from_secs(3600))?;
    let (name, file) = app.installs.export(&scope, path.text("id")?).await?;
    let bytes = file.metadata().map_err(Error::internal)?.len();
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (header::CONTENT_LENGTH, bytes.to_string()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(pieces_of(file))))
}

/// The bytes of a file, in pieces.
fn pieces_of(file: std::fs::File) -> impl Stream<Item = std::io::Result<Vec<u8>>> {
    let file = tokio::fs::File::from_std(file);
    futures::stream::try_unfold(file, async |mut file| {
        let mut piece = vec![0; PIECE_BYTES];
        let read = file.read(&mut piece).await?;
        piece.truncate(read);
        Ok((read > 0).then_some((piece, file)))
    })
}

async fn players(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let players = app.installs.players(&scope, path.text("id")?).await?;
    Ok(payload(players))
}

async fn logs(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
    page: Page,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let window = page.window()?;
    let lines = app.installs.logs(&scope, path.text("id")?, &window);
    let key = |line: &LogView| PageCursor {
        at: line.at,
        id: line.id,
    };
    Ok(payload(List::of(lines.await?, &page, key)))
}

async fn events(
    State(app): State<Shared>,
    person: SignedIn,
    path: PathValues,
    page: Page,
) -> Reply<impl IntoResponse> {
    let scope = managed(&app, &person, &path).await?;
    let window = page.window()?;
    let events = app.installs.events(&scope, path.text("id")?, &window);
    let key = |event: &EventView| PageCursor {
        at: event.at,
        id: event.id,
    };
    Ok(payload(List::of(events.await?, &page, key)))
}
