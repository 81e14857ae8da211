//! The long suite `sandbox`: a hundred hostile plugins at once beside a good one, in one kernel. The kernel does not restart, the
//! good one answers every request, and its 99th percentile is printed beside the aim: a rise of 10 % at most.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{Client, TestApp, TestPackage};

/// Hostile plugins, and how many of them a world has.
const HOSTILE: usize = 100;
const IN_A_WORLD: usize = 25;
/// How long each part is measured.
const SPAN: Duration = Duration::from_secs(60);
/// Time between two requests of the good plugin's people.
const EVERY: Duration = Duration::from_millis(20);
/// The aim for the rise of the 99th percentile.
const RISE: f64 = 1.10;
/// A 99th percentile above it is a finding: people would notice.
const NOTICED_S: f64 = 0.1;

/// What the hostile plugins do, in turns.
fn misdeed(index: usize) -> Value {
    match index % 8 {
        0 => json!([{ "op": "loop" }]),
        1 => json!([{ "op": "hog" }]),
        2 => json!([{ "op": "recurse" }]),
        3 => json!([{ "op": "log_flood" }]),
        4 => json!([{ "op": "huge_response", "bytes": 8_000_000 }]),
        5 => json!([{ "op": "sleepless" }]),
        6 => {
            json!([{ "op": "sql_query", "statement": "select count(*) from generate_series(1, 100000000)" }])
        }
        _ => json!([{ "op": "hostcall_flood", "count": 100_000_000 }]),
    }
}

/// An install, and a person who manages it.
pub(crate) struct Install {
    client: Client,
    path: String,
    run: String,
}

impl Install {
    /// Uploads and installs a package in a world.
    pub(crate) async fn of(
        client: &Client,
        world: &str,
        package: &TestPackage,
    ) -> Result<Self, String> {
        let base = format!("/api/v3/worlds/{world}");
        let upload = client
            .with_header("content-type", "application/octet-stream")
            .send(
                "POST",
                &format!("{base}/plugin-packages"),
                Some(package.archive()),
            )
            .await;
        let review = upload.body["payload"].clone();
        let order = json!({ "package": review["digest"], "grant": review["requested"],
            "agreedKey": review["publisher"]["keyId"] });
        let installed = client.post(&format!("{base}/plugins"), order).await;
        let id = installed.body["payload"]["id"].as_str();
        let id = id.ok_or_else(|| format!("{}: {}", package.id, installed.line()))?;
        Ok(Self {
            client: client.clone(),
            path: format!("{base}/plugins/{id}"),
            run: format!("/api/x/{id}/run"),
        })
    }

    /// The same install with another session.
    pub(crate) fn of_client(&self, client: Client) -> Self {
        Self {
            client,
            path: self.path.clone(),
            run: self.run.clone(),
        }
    }

    /// Misbehaves until `stop`; the operator runs it again each time that it was stopped.
    async fn misbehave(self, ops: Value, stop: Arc<AtomicBool>) -> u64 {
        let mut held = 0;
        while !stop.load(Ordering::Relaxed) {
            let reply = self.client.post(&self.run, json!({ "ops": ops })).await;
            held += u64::from(reply.status.as_u16() >= 400);
            if reply.status.as_u16() == 404 {
                tokio::time::sleep(Duration::from_secs(5)).await;
                let body = Some(json!({ "enabled": true }).to_string().into_bytes());
                self.client.send("PATCH", &self.path, body).await;
            }
        }
        held
    }
}

/// Runs the suite; the error describes the finding.
///
/// # Errors
/// The good plugin failed, or became slower.
pub async fn run() -> Result<String, String> {
    let app = TestApp::with(|config| config.http.route_rate_factor = 1000).await;
    let good_owner = app.person("good").await;
    let world = new_world(&good_owner, "good").await?;
    let good = Install::of(&good_owner, &world, &TestPackage::new("1.0.0")).await?;
    let mut hostile = Vec::new();
    for number in 0..HOSTILE / IN_A_WORLD {
        let name = format!("hostile{number}");
        let owner = app.person(&name).await;
        let world = new_world(&owner, &name).await?;
        for index in 0..IN_A_WORLD {
            let package = TestPackage {
                id: format!("acme.bad{index}"),
                ..TestPackage::new("1.0.0")
            };
            hostile.push(Install::of(&owner, &world, &package).await?);
        }
    }
    let before = percentile(&good, SPAN, None).await?;
    let stop = Arc::new(AtomicBool::new(false));
    let bad: Vec<_> = hostile
        .into_iter()
        .enumerate()
        .map(|(index, install)| tokio::spawn(install.misbehave(misdeed(index), stop.clone())))
        .collect();
    let beside = percentile(&good, SPAN, None).await;
    stop.store(true, Ordering::Relaxed);
    let mut held = 0;
    for task in bad {
        held += task.await.map_err(|error| error.to_string())?;
    }
    let beside = beside?;
    app.stop().await;
    let report = format!(
        "{HOSTILE} hostile plugins, {held} calls held; {}",
        rise(before, beside)
    );
    if beside <= NOTICED_S {
        Ok(report)
    } else {
        Err(report)
    }
}

/// The rise of the 99th percentile, given in seconds, beside its aim.
pub(crate) fn rise(before: f64, beside: f64) -> String {
    let aim = if beside <= before * RISE {
        "reached"
    } else {
        "not reached"
    };
    format!(
        "p99 of the good one {:.1} ms alone, {:.1} ms beside them ({:+.0} %; aim {:+.0} %: {aim})",
        before * 1e3,
        beside * 1e3,
        (beside / before - 1.0) * 100.0,
        (RISE - 1.0) * 100.0
    )
}

pub(crate) async fn new_world(owner: &Client, name: &str) -> Result<String, String> {
    let created = owner
        .post("/api/v3/worlds", json!({ "worldName": name }))
        .await;
    let id = created.body["payload"]["worldId"].as_str();
    id.map(str::to_owned)
        .ok_or_else(|| format!("a world was refused: {}", created.line()))
}

/// The 99th percentile of the times of requests, in seconds. They end after `span`, or when `stop` is true.
pub(crate) async fn percentile(
    good: &Install,
    span: Duration,
    stop: Option<Arc<AtomicBool>>,
) -> Result<f64, String> {
    let note = json!({ "ops": [{ "op": "sql_query", "statement": "select count(*) from note" }] });
    let mut times = Vec::new();
    let is_stopped = || {
        stop.as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
    };
    let began = Instant::now();
    while began.elapsed() < span && !is_stopped() {
        let started = Instant::now();
        let reply = good.client.post(&good.run, note.clone()).await;
        if reply.status.as_u16() != 200 {
            return Err(format!("the good plugin failed: {}", reply.line()));
        }
        times.push(started.elapsed().as_secs_f64());
        tokio::time::sleep(EVERY).await;
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() * 99 / 100])
}
