//! Figures of installed plugins: what a host call and a call cost, a plugin in JavaScript beside one in Rust, the time of an
//! install and of a change of version, the memory of a hundred installs, and an experiment with instances that are kept.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde_json::{Value, json};
use witverse_kernel::plugins::{pack, thread_cpu};
use witverse_runtime::types::Install;
use witverse_runtime::{RecordedCall, Recorder, measure_reuse};

use crate::ledger::bench::Line;
use crate::{Client, TestApp, TestPackage, component_cache};

const CALLS: u32 = 200;
/// Example, its name, a route that reads, and its language.
const EXAMPLES: [(&str, &str, &str, &str); 2] = [
    ("quiz-block", "quiz", "game", "Rust"),
    ("jukebox-block", "jukebox", "jukebox", "JavaScript"),
];
const INSTALLS: u16 = 100;
/// A world has at most 30 plugins.
const IN_A_WORLD: u16 = 25;

/// Prints the figures.
///
/// # Panics
/// The measurement is not possible.
pub async fn run(line: Line<'_>) {
    let app = TestApp::with(|config| config.http.route_rate_factor = 1000).await;
    let owner = app.person("bench").await;
    let world = new_world(&owner, "bench").await;
    let started = Instant::now();
    let first = upload(&owner, &world, TestPackage::new("1.0.0").archive()).await;
    let uploaded = started.elapsed();
    let started = Instant::now();
    let install = install(&owner, &world, &first).await;
    line(
        "upload of a package: verify, compile, store (ms)",
        ms(uploaded),
        "",
    );
    line(
        "install: migrations, health check, swap (ms)",
        ms(started.elapsed()),
        "",
    );
    let next = upload(&owner, &world, TestPackage::new("1.1.0").archive()).await;
    let started = Instant::now();
    // Otherwise the update rests for a day before the operator can apply it.
    let version = json!({ "package": next["digest"], "isEarly": true });
    let path = format!("/api/v3/worlds/{world}/plugins/{install}/version");
    assert_eq!(owner.post(&path, version).await.line(), "200");
    line("change of version (ms)", ms(started.elapsed()), "");

    host_calls(&owner, &world, &install, line).await;
    languages(&owner, &world, line).await;
    app.stop().await;
    reuse(line).await;
    memory(line).await;
}

async fn host_calls(owner: &Client, world: &str, install: &str, line: Line<'_>) {
    let run = format!("/api/x/{install}/run");
    let (few, many) = (1_000, 20_000);
    let mut cost = [0.0; 2];
    for (cost, count) in cost.iter_mut().zip([few, many]) {
        let ops = json!({ "ops": [{ "op": "hostcall_flood", "count": count }] });
        *cost = cpu_us(owner, world, install, async || {
            assert_eq!(owner.post(&run, ops.clone()).await.line(), "200");
        })
        .await;
    }
    let each = (cost[1] - cost[0]) / f64::from(many - few);
    line("a host call (CPU ns)", format!("{:.0}", each * 1e3), "");
}

/// The recording of the latest request of an installed plugin.
#[derive(Default)]
struct Latest(Mutex<Option<RecordedCall>>);

impl Recorder for Latest {
    fn name_of(&self, install: &Install) -> Option<String> {
        install
            .plugin
            .starts_with("x-")
            .then(|| install.plugin.clone())
    }

    fn keep(&self, recording: RecordedCall) {
        if recording.head.export == "handle" {
            *self.0.lock().unwrap() = Some(recording);
        }
    }
}

/// An experiment: what the same call would cost on an instance that is kept. Its host calls are answered from a recording, so
/// neither figure has the database in it. Every call of the platform gets a fresh instance.
async fn reuse(line: Line<'_>) {
    let latest = Arc::new(Latest::default());
    let app = TestApp::recording(latest.clone()).await;
    let owner = app.person("bench").await;
    let world = new_world(&owner, "bench").await;
    for (example, name, route, language) in EXAMPLES {
        let bundle = bundle_of(example);
        if !bundle.is_dir() {
            continue;
        }
        let archive = archive_of(&bundle, &format!("acme.{name}"));
        let package = upload(&owner, &world, archive).await;
        let install = install(&owner, &world, &package).await;
        let read = owner.get(&format!("/api/x/{install}/{route}")).await;
        assert_eq!(read.line(), "200");
        let recording = latest.0.lock().unwrap().take().unwrap();
        let component = std::fs::read(bundle.join("component.wasm")).unwrap();
        let cache = component_cache();
        let measured = measure_reuse(&component, &recording, &cache, CALLS, thread_cpu).await;
        let measured = measured.unwrap();
        let us = |time: std::time::Duration| format!("{:.0}", time.as_secs_f64() * 1e6);
        line(
            &format!("experiment, {language}: a fresh instance (CPU µs)"),
            us(measured.fresh),
            "",
        );
        line(
            &format!("experiment, {language}: an instance that is kept (CPU µs)"),
            us(measured.kept),
            "",
        );
    }
    app.stop().await;
}

/// A read of one row by a plugin in each language: the examples, as `cargo xtask examples` has built them.
async fn languages(owner: &Client, world: &str, line: Line<'_>) {
    for (example, name, route, language) in EXAMPLES {
        let bundle = bundle_of(example);
        if !bundle.is_dir() {
            line(
                &format!("{example} is not built: cargo xtask examples"),
                "-".into(),
                "",
            );
            continue;
        }
        let bytes = std::fs::metadata(bundle.join("component.wasm"))
            .unwrap()
            .len();
        line(
            &format!("component in {language}, {example} (KiB)"),
            format!("{}", bytes >> 10),
            "",
        );
        let archive = archive_of(&bundle, &format!("acme.{name}"));
        let started = Instant::now();
        let package = upload(owner, world, archive).await;
        line(
            "its upload, with the compiler (ms)",
            ms(started.elapsed()),
            "",
        );
        let install = install(owner, world, &package).await;
        let path = format!("/api/x/{install}/{route}");
        let started = Instant::now();
        let cost = cpu_us(owner, world, &install, async || {
            assert_eq!(owner.get(&path).await.line(), "200");
        })
        .await;
        let wall = started.elapsed().as_secs_f64() * 1e3 / f64::from(CALLS);
        line(
            &format!("a call that reads the state, in {language} (CPU µs)"),
            format!("{cost:.0}"),
            "",
        );
        line(
            "the same with HTTP and database (ms)",
            format!("{wall:.2}"),
            "",
        );
    }
}

fn bundle_of(example: &str) -> PathBuf {
    let examples = crate::root().join("examples");
    examples.join(example).join("target/bundle")
}

fn archive_of(bundle: &Path, id: &str) -> Vec<u8> {
    pack(bundle, id, "1.0.0", &TestPackage::key(1)).unwrap()
}

/// The CPU time of one call, by the platform's own records.
async fn cpu_us(owner: &Client, world: &str, install: &str, call: impl AsyncFn()) -> f64 {
    let used = async || {
        let view = owner
            .get(&format!("/api/v3/worlds/{world}/plugins/{install}"))
            .await;
        view.body["payload"]["usedToday"]["cpuUs"].as_f64().unwrap()
    };
    for _ in 0..10 {
        call().await;
    }
    let before = used().await;
    for _ in 0..CALLS {
        call().await;
    }
    (used().await - before) / f64::from(CALLS)
}

async fn memory(line: Line<'_>) {
    let app = TestApp::with(|config| config.http.route_rate_factor = 1000).await;
    let before = resident_kib();
    let started = Instant::now();
    for number in 0..INSTALLS / IN_A_WORLD {
        let name = format!("memory{number}");
        let owner = app.person(&name).await;
        let world = new_world(&owner, &name).await;
        for index in 0..IN_A_WORLD {
            let package = TestPackage {
                id: format!("acme.memory{index}"),
                ..TestPackage::new("1.0.0")
            };
            let package = upload(&owner, &world, package.archive()).await;
            install(&owner, &world, &package).await;
        }
    }
    let each = started.elapsed().as_secs_f64() * 1e3 / f64::from(INSTALLS);
    let grown = resident_kib().saturating_sub(before);
    line(
        "memory of 100 installs (MiB)",
        format!("{}", grown >> 10),
        "",
    );
    line(
        "upload and install, on average of 100 (ms)",
        format!("{each:.0}"),
        "",
    );
    app.stop().await;
}

/// The resident memory of this process.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

async fn new_world(owner: &Client, name: &str) -> String {
    let created = owner
        .post("/api/v3/worlds", json!({ "worldName": name }))
        .await;
    created.body["payload"]["worldId"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn upload(owner: &Client, world: &str, archive: Vec<u8>) -> Value {
    let reply = owner
        .with_header("content-type", "application/octet-stream")
        .send(
            "POST",
            &format!("/api/v3/worlds/{world}/plugin-packages"),
            Some(archive),
        )
        .await;
    assert_eq!(reply.line(), "200", "{:?}", reply.body);
    reply.body["payload"].clone()
}

async fn install(owner: &Client, world: &str, package: &Value) -> String {
    let order = json!({ "package": package["digest"], "grant": package["requested"],
        "agreedKey": package["publisher"]["keyId"] });
    let installed = owner
        .post(&format!("/api/v3/worlds/{world}/plugins"), order)
        .await;
    assert_eq!(installed.line(), "201", "{:?}", installed.body);
    installed.body["payload"]["id"].as_str().unwrap().to_owned()
}

fn ms(time: std::time::Duration) -> String {
    format!("{:.0}", time.as_secs_f64() * 1e3)
}
