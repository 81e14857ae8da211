//! The ops about files and people's pictures.

use serde_json::{Value as Json, json};
use witverse_sdk::bindings::witverse::plugin::{files, users};

pub(crate) fn info(ids: &[String]) -> Json {
    let found: Vec<_> = files::info(ids).iter().map(view).collect();
    json!({ "ok": found })
}

pub(crate) fn digest(file: &str) -> Json {
    json!({ "ok": files::digest(file) })
}

pub(crate) fn attach(file: &str, kind: Option<&str>, reference: &str) -> Json {
    let kind = match kind {
        Some("video") => files::FileKind::Video,
        _ => files::FileKind::Image,
    };
    match files::attach(file, kind, reference) {
        Ok(info) => json!({ "ok": view(&info) }),
        Err(error) => json!({ "error": { "kind": error.name() } }),
    }
}

pub(crate) fn detach(file: Option<&str>, reference: &str) -> Json {
    match file {
        Some(file) => files::detach(file, reference),
        None => files::detach_all(reference),
    }
    json!({ "ok": Json::Null })
}

pub(crate) fn set_image(path: &str, reference: &str) -> Json {
    match users::set_image(path, reference) {
        Ok(()) => json!({ "ok": Json::Null }),
        Err(error) => json!({ "error": { "kind": error } }),
    }
}

pub(crate) fn clear_image(person: &str, reference: &str) -> Json {
    users::clear_image(person, reference);
    json!({ "ok": Json::Null })
}

fn view(info: &files::FileInfo) -> Json {
    json!({
        "id": info.id,
        "owner": info.owner,
        "kind": format!("{:?}", info.kind),
        "mediaType": info.media_type,
        "bytes": info.bytes,
        "width": info.width,
        "height": info.height,
        "url": info.url,
        "ready": info.ready,
    })
}
