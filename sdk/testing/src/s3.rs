//! Files with their blobs in moto, an S3 server from `PyPI`: images and videos, an upload over a dropped connection,
//! ranges, equal bytes, deletion, and what happens when the server hangs, fails or has lost a blob.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use witverse_kernel::config;

use crate::hostile_files::{sample_images, sample_video};
use crate::{Client, Reply, TestApp, free_port, signal};

const BUCKET: &str = "witverse-files";
/// How long moto may take to start.
const STARTS_WITHIN: Duration = Duration::from_secs(60);
/// How soon a request must be answered while the server is gone.
const ANSWERED_WITHIN: Duration = Duration::from_secs(30);
/// The size of a part that the kernel sends to the bucket.
const PART_BYTES: usize = 8 << 20;

/// A running S3 server, with one bucket in memory.
struct Moto {
    child: Child,
    port: u16,
}

impl Moto {
    fn start(program: &Path) -> Result<Self, String> {
        let port = free_port();
        let child = Command::new(program)
            .args(["--host", "127.0.0.1", "--port", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{} cannot be started: {error}", program.display()))?;
        let moto = Self { child, port };
        let began = Instant::now();
        while moto.request("PUT", &format!("/{BUCKET}")).0 != 200 {
            if began.elapsed() > STARTS_WITHIN {
                return Err("moto does not start".into());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(moto)
    }

    fn settings(&self) -> config::S3 {
        config::S3 {
            bucket: BUCKET.into(),
            region: "us-east-1".into(),
            endpoint: Some(format!("http://127.0.0.1:{}/", self.port)),
            access_key_id: "key".into(),
            secret_access_key: "secret".into(),
            virtual_host: false,
        }
    }

    /// The status, zero without a response, and the body.
    fn request(&self, method: &str, path: &str) -> (u16, String) {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
        );
        exchange(self.port, head.as_bytes(), b"").unwrap_or_default()
    }

    /// The names of all objects.
    fn objects(&self) -> Vec<String> {
        let (_, list) = self.request("GET", &format!("/{BUCKET}?list-type=2"));
        between(&list, "<Key>", "</Key>")
    }

    /// How many uploads in parts were begun and not ended.
    fn unfinished(&self) -> usize {
        let (_, list) = self.request("GET", &format!("/{BUCKET}?uploads"));
        between(&list, "<UploadId>", "</UploadId>").len()
    }

    /// Stops or continues the process, so that connections are open and silent.
    fn pause(&self, paused: bool) {
        let number = if paused { libc::SIGSTOP } else { libc::SIGCONT };
        signal(self.child.id(), number);
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        self.kill();
    }
}

fn between(text: &str, start: &str, end: &str) -> Vec<String> {
    text.split(start)
        .skip(1)
        .filter_map(|rest| rest.split(end).next().map(str::to_owned))
        .collect()
}

/// Sends a request and reads the response: its status and everything after its status line.
fn exchange(port: u16, head: &[u8], body: &[u8]) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .ok()?;
    stream.write_all(head).ok()?;
    stream.write_all(body).ok()?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).ok()?;
    let text = String::from_utf8_lossy(&response).into_owned();
    let (status, rest) = text.split_once("\r\n")?;
    Some((status.split(' ').nth(1)?.parse().ok()?, rest.to_owned()))
}

/// A kernel that listens on a port, with its blobs in moto.
struct Run {
    app: TestApp,
    moto: Moto,
    port: u16,
}

/// Runs everything.
///
/// # Errors
/// The first finding.
pub async fn files(program: &Path) -> Result<String, String> {
    let moto = Moto::start(program)?;
    let settings = moto.settings();
    let app = TestApp::with(|config| config.files.s3 = Some(settings)).await;
    let listener = TcpListener::bind(("127.0.0.1", 0))
        .await
        .map_err(|error| error.to_string())?;
    let port = listener.local_addr().unwrap().port();
    let serving = tokio::spawn({
        let app = app.app.clone();
        async move { witverse_kernel::http::serve(&app, listener, std::future::pending()).await }
    });
    let mut run = Run { app, moto, port };
    let found = run.everything().await;
    run.app.stop().await;
    serving.abort();
    found
}

impl Run {
    async fn everything(&mut self) -> Result<String, String> {
        let mina = self.app.person("mina").await;
        let images = self.images(&mina).await?;
        let video = self.video(&mina).await?;
        self.equal_bytes().await?;
        self.silence(&mina).await?;
        self.lost_blob(&mina).await?;
        let stored = self.moto.objects().len();
        self.collection().await?;
        // The clock was advanced by more than a token is valid.
        let sora = self.app.person("sora").await;
        let refused_ms = self.without_server(&sora).await?;
        Ok(format!(
            "{images} pictures and a video of {video} bytes; {stored} objects, all collected; without the server \
             503 after {refused_ms} ms"
        ))
    }

    /// Each picture is an object, and is served from it.
    async fn images(&self, person: &Client) -> Result<usize, String> {
        let mut pictures = 0;
        for image in sample_images() {
            let file = self.upload(person, image).await?;
            let path = format!("/files/{file}/64.webp");
            let served = self.app.visitor().get(&path).await;
            expect("a picture is served", served.line() == "200")?;
            let etag = served.header("etag").unwrap_or_default();
            let known = self.app.visitor().with_header("if-none-match", etag);
            expect("it is known", known.get(&path).await.line() == "304")?;
            pictures += 1;
        }
        let blobs = self.app.count("select count(*) from kernel.blob").await;
        let objects = self.moto.objects();
        expect(
            "each blob is an object",
            i64::try_from(objects.len()) == Ok(blobs),
        )?;
        expect(
            "objects have the names of blobs",
            objects.iter().all(|name| name.starts_with("blobs/")),
        )?;
        Ok(pictures)
    }

    /// A video in several parts of the bucket, whose upload continues after its connection was dropped.
    async fn video(&self, person: &Client) -> Result<usize, String> {
        for bytes in [1000, PART_BYTES, PART_BYTES + 1] {
            self.upload(person, sample_video(bytes)).await?;
        }
        let video = sample_video(2 * PART_BYTES + 12_345);
        let address = create(person, video.len()).await;
        let sent = video.len() / 2;
        self.send_and_drop(person, &address, &video, sent);
        let mut asked = person.send("HEAD", &address, None).await;
        let offset = loop {
            let offset: usize = asked
                .header("upload-offset")
                .and_then(|offset| offset.parse().ok())
                .ok_or("no offset")?;
            if offset > 0 {
                break offset;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            asked = person.send("HEAD", &address, None).await;
        };
        expect("no byte was invented", offset <= sent)?;
        let rest = person
            .with_header("content-type", "application/partial-upload")
            .with_header("upload-complete", "?1")
            .with_header("upload-offset", &offset.to_string())
            .send("PATCH", &address, Some(video[offset..].to_vec()))
            .await;
        expect("the upload continues", rest.line() == "200")?;
        let id = address.rsplit('/').next().unwrap_or_default();
        self.ready(person, id).await?;
        let path = format!("/files/{id}/original.mp4");
        let whole = self.app.visitor().get(&path).await;
        expect("the video is whole", whole.bytes == video)?;
        for (from, to) in [
            (0, 10),
            (PART_BYTES - 5, PART_BYTES + 5),
            (video.len() - 7, video.len()),
        ] {
            let range = format!("bytes={from}-{}", to - 1);
            let part = self.app.visitor().with_header("range", &range);
            let part = part.get(&path).await;
            expect(
                &range,
                part.line() == "206" && part.bytes == video[from..to],
            )?;
        }
        expect("all parts were joined", self.moto.unfinished() == 0)?;
        Ok(video.len())
    }

    /// Announces a part, sends the first bytes of it, and drops the connection.
    fn send_and_drop(&self, person: &Client, address: &str, bytes: &[u8], sent: usize) {
        let head = format!(
            "PATCH {address} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\n\
             content-type: application/partial-upload\r\nupload-complete: ?1\r\nupload-offset: 0\r\n\
             content-length: {}\r\n\r\n",
            person.token().unwrap_or_default(),
            bytes.len()
        );
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(&bytes[..sent]).unwrap();
        let _ = stream.shutdown(Shutdown::Both);
    }

    /// Equal bytes of another person are no further object.
    async fn equal_bytes(&self) -> Result<(), String> {
        let theo = self.app.person("theo").await;
        let before = self.moto.objects().len();
        self.upload(&theo, sample_video(PART_BYTES)).await?;
        expect(
            "equal bytes are stored once",
            self.moto.objects().len() == before,
        )
    }

    /// A server that does not answer delays checks and responses; neither fails.
    async fn silence(&self, person: &Client) -> Result<(), String> {
        let file = self.upload(person, sample_video(2000)).await?;
        self.moto.pause(true);
        let visitor = self.app.visitor();
        let path = format!("/files/{file}/original.mp4");
        let asked = tokio::spawn(async move { visitor.get(&path).await });
        let sent = send(person, sample_video(3000)).await;
        tokio::time::sleep(Duration::from_secs(2)).await;
        self.moto.pause(false);
        let served = asked.await.map_err(|error| error.to_string())?;
        expect("the response waits", served.bytes == sample_video(2000))?;
        self.ready(person, &id_of(&sent)?).await
    }

    /// A blob that the bucket has lost is 404, and a later upload of the same bytes stores it again.
    async fn lost_blob(&self, person: &Client) -> Result<(), String> {
        let before = self.moto.objects();
        let file = self.upload(person, sample_video(4000)).await?;
        let all = self.moto.objects();
        let lost = all.iter().find(|name| !before.contains(name));
        let lost = lost.ok_or("the video is no object")?;
        self.moto.request("DELETE", &format!("/{BUCKET}/{lost}"));
        let path = format!("/files/{file}/original.mp4");
        let served = self.app.visitor().get(&path).await;
        expect("a lost blob is 404", served.line() == "404 file_not_found")?;
        self.upload(person, sample_video(4000)).await?;
        let served = self.app.visitor().get(&path).await;
        expect("it is there again", served.bytes == sample_video(4000))
    }

    /// Deleted files leave no object, also where the bucket has lost one.
    async fn collection(&self) -> Result<(), String> {
        let objects = self.moto.objects();
        if let Some(lost) = objects.first() {
            self.moto.request("DELETE", &format!("/{BUCKET}/{lost}"));
        }
        for nickname in ["mina", "theo"] {
            let files: Vec<uuid::Uuid> = sqlx::query_scalar(
                "delete from kernel.file f using kernel.account a
                 where f.account_id = a.id and a.nickname = $1 returning f.id",
            )
            .bind(nickname)
            .fetch_all(self.app.owner())
            .await
            .map_err(|error| error.to_string())?;
            expect("there were files", !files.is_empty())?;
        }
        self.app.advance(Duration::from_secs(11 * 60));
        let collected = self.app.app.files.collect().await;
        collected.map_err(|error| format!("the collection failed: {error}"))?;
        let blobs = self.app.count("select count(*) from kernel.blob").await;
        expect("no blob is left", blobs == 0)?;
        expect("no object is left", self.moto.objects().is_empty())
    }

    /// Without the server a file is 503 soon, an upload is accepted, and its check waits. Returns milliseconds.
    async fn without_server(&mut self, person: &Client) -> Result<u128, String> {
        let file = self.upload(person, sample_video(5000)).await?;
        self.moto.kill();
        let began = Instant::now();
        let path = format!("/files/{file}/original.mp4");
        let served = self.app.visitor().get(&path).await;
        let elapsed = began.elapsed();
        let line = served.line();
        expect(&format!("503, not {line}"), served.status.as_u16() == 503)?;
        expect("the answer comes soon", elapsed < ANSWERED_WITHIN)?;
        let sent = send(person, sample_video(6000)).await;
        expect("uploads go on", sent.line() == "201")?;
        let id = id_of(&sent)?;
        self.app
            .eventually("the check was tried", async || {
                self.app
                    .count("select max(checks)::bigint from kernel.file where state = 'checking'")
                    .await
                    >= 1
            })
            .await;
        let file = person.get(&format!("/api/files/{id}")).await;
        expect("its check waits", file.payload()["state"] == "checking")?;
        Ok(elapsed.as_millis())
    }

    async fn upload(&self, person: &Client, bytes: Vec<u8>) -> Result<String, String> {
        let id = id_of(&send(person, bytes).await)?;
        self.ready(person, &id).await?;
        Ok(id)
    }

    async fn ready(&self, person: &Client, id: &str) -> Result<(), String> {
        let path = format!("/api/files/{id}");
        self.app
            .eventually("the file is checked", async || {
                person.get(&path).await.payload()["state"] != "checking"
            })
            .await;
        let file = person.get(&path).await;
        let file = file.payload();
        expect(&format!("{file} is ready"), file["state"] == "ready")
    }
}

async fn send(person: &Client, bytes: Vec<u8>) -> Reply {
    let client = person.with_header("upload-complete", "?1");
    client.send("POST", "/api/files", Some(bytes)).await
}

async fn create(person: &Client, length: usize) -> String {
    let created = person
        .with_header("upload-complete", "?0")
        .with_header("upload-length", &length.to_string())
        .send("POST", "/api/files", None)
        .await;
    created.header("location").unwrap_or_default().to_owned()
}

fn id_of(sent: &Reply) -> Result<String, String> {
    let id = sent.body["payload"]["fileId"].as_str();
    id.map(str::to_owned).ok_or_else(|| sent.line())
}

fn expect(what: &str, holds: bool) -> Result<(), String> {
    match holds {
        true => Ok(()),
        false => Err(format!("not so: {what}")),
    }
}
