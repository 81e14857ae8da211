//! kill -9 of the kernel during an upload: acknowledged bytes are there afterwards, and the upload continues.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use witverse_testing::crash::request_of;
use witverse_testing::{Program, free_port, target};

use super::samples::mp4;
use super::sha_256;
use crate::program::{folder, kernel};
use crate::user::text;

fn started(data: &Path, port: u16) -> Program {
    Program::start_from(kernel(), data, port, &target().join("bundles"), |command| {
        command.arg("--demo");
    })
}

/// Sends a request with these headers and a part of the announced body; returns the open connection.
fn begin(
    port: u16,
    (method, path): (&str, &str),
    headers: &[(&str, &str)],
    announced: usize,
    body: &[u8],
) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let mut head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {announced}\r\n"
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    stream
        .write_all(format!("{head}\r\n").as_bytes())
        .and_then(|()| stream.write_all(body))
        .unwrap();
    stream
}

/// The status and the headers of the response, in lower case.
fn answer(mut stream: TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let head = text.split("\r\n\r\n").next().unwrap().to_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head)
}

fn header(head: &str, name: &str) -> Option<String> {
    let lines = head.lines();
    lines
        .filter_map(|line| line.split_once(": "))
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value.to_owned())
}

fn logged_in(port: u16) -> String {
    let credentials = json!({
        "email": "theo@witverse.localhost", "password": witverse_kernel::demo::PASSWORD,
    });
    let path = "/api/user/login";
    let (status, body) = request_of(port, "", "POST", path, Some(&credentials)).unwrap();
    assert_eq!(status, 200, "{body}");
    text(&body["payload"]["accessToken"])
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_bytes_survive_a_killed_kernel() {
    tokio::task::spawn_blocking(killed_during_an_upload)
        .await
        .unwrap();
}

fn killed_during_an_upload() {
    let (data, port) = (folder(), free_port());
    let program = started(data.path(), port);
    let token = format!("Bearer {}", logged_in(port));
    let video = mp4(3 << 20);
    let part = 1 << 20;
    let common = [
        ("authorization", token.as_str()),
        ("content-type", "application/partial-upload"),
    ];
    let with = |more: &[(&'static str, &str)]| -> Vec<(&'static str, String)> {
        let all = common.iter().chain(more);
        all.map(|(name, value)| (*name, (*value).to_owned()))
            .collect()
    };
    let send = |method: &str, path: &str, more: &[(&'static str, &str)], announced, body: &[u8]| {
        let headers = with(more);
        let headers: Vec<(&str, &str)> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
        begin(port, (method, path), &headers, announced, body)
    };
    let length = video.len().to_string();
    let new = [
        ("upload-complete", "?0"),
        ("upload-length", length.as_str()),
    ];
    let (status, head) = answer(send("POST", "/api/files", &new, 0, b""));
    assert_eq!(status, 201, "{head}");
    let address = header(&head, "location").unwrap();
    let first = [("upload-complete", "?0"), ("upload-offset", "0")];
    let (status, head) = answer(send("PATCH", &address, &first, part, &video[..part]));
    assert_eq!(status, 200, "{head}");
    let offset = part.to_string();
    let second = [
        ("upload-complete", "?1"),
        ("upload-offset", offset.as_str()),
    ];
    let rest = video.len() - part;
    let open = send("PATCH", &address, &second, rest, &video[part..2 * part]);
    std::thread::sleep(Duration::from_millis(300));
    program.kill();
    drop(open);

    let program = started(data.path(), port);
    let (status, head) = answer(send("HEAD", &address, &[], 0, b""));
    assert_eq!(status, 204, "{head}");
    let at: usize = header(&head, "upload-offset").unwrap().parse().unwrap();
    assert!((part..=2 * part).contains(&at), "{at}");
    let (offset, digest) = (at.to_string(), sha_256(&video));
    let last = [
        ("upload-complete", "?1"),
        ("upload-offset", offset.as_str()),
        ("repr-digest", digest.as_str()),
    ];
    let (status, head) = answer(send(
        "PATCH",
        &address,
        &last,
        video.len() - at,
        &video[at..],
    ));
    assert_eq!(status, 200, "{head}");
    let began = Instant::now();
    let bearer = token.trim_start_matches("Bearer ");
    loop {
        let file = request_of(port, bearer, "GET", &address, None);
        let state = file.map(|(_, body): (u16, Value)| body["payload"]["state"].clone());
        if state == Some(json!("ready")) {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "{state:?}");
        std::thread::sleep(Duration::from_millis(200));
    }
    program.kill();
}
