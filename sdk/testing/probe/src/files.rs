//! The ops about files and people's pictures.

use serde_json::{Value as Json, json};
use witverse_sdk::bindings::witverse::plugin::{files, own_files, users};

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

/// The text and the bytes in hexadecimal, repeated.
pub(crate) fn content_of(text: &str, hex: &str, times: Option<usize>) -> Vec<u8> {
    let mut content = text.as_bytes().to_vec();
    let digits: Vec<u32> = hex.chars().filter_map(|digit| digit.to_digit(16)).collect();
    content.extend(digits.chunks(2).filter_map(|pair| {
        let [high, low] = pair else { return None };
        u8::try_from(high * 16 + low).ok()
    }));
    content.repeat(times.unwrap_or(1))
}

pub(crate) fn write_own(name: &str, content: &[u8], person: Option<&str>) -> Json {
    of_own(own_files::write(name, content, person).map(|file| own(&file)))
}

pub(crate) fn read_own(name: &str) -> Json {
    let read = own_files::read(name);
    of_own(
        read.map(
            |content| json!({ "bytes": content.len(), "text": String::from_utf8(content).ok() }),
        ),
    )
}

pub(crate) fn remove_own(name: &str) -> Json {
    of_own(own_files::remove(name).map(Json::from))
}

pub(crate) fn find_own(prefix: &str, after: Option<&str>, limit: u32) -> Json {
    let found = own_files::find(prefix, after, limit);
    of_own(found.map(|files| files.iter().map(own).collect()))
}

fn of_own(outcome: Result<Json, own_files::OwnFileError>) -> Json {
    match outcome {
        Ok(value) => json!({ "ok": value }),
        Err(error) => json!({ "error": { "kind": error.name() } }),
    }
}

fn own(file: &own_files::OwnFile) -> Json {
    json!({
        "name": file.name,
        "mediaType": file.media_type,
        "bytes": file.bytes,
        "person": file.person,
        "state": format!("{:?}", file.state),
    })
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
