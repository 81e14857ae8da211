//! Recordings of calls, for authors of plugins: a replay without a platform goes as recorded, and a changed plugin shows the first
//! host call that differs.

use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use witverse_runtime::types::Install;
use witverse_runtime::{CUT, Comparison, Ending, Head, RecordedCall, Recorder, Replay, replay};
use witverse_testing::{TestApp, component_cache, test_bundle};

use crate::program::kernel;
use crate::support::{note, run};

/// Keeps the recordings of the probe, and cuts its requests off after a number of host calls.
#[derive(Default)]
struct Kept(Mutex<Vec<RecordedCall>>, Mutex<Option<usize>>);

impl Recorder for Kept {
    fn name_of(&self, install: &Install) -> Option<String> {
        (install.plugin == "probe").then(|| install.plugin.clone())
    }

    fn keep(&self, recording: RecordedCall) {
        self.0.lock().unwrap().push(recording);
    }

    fn cut_after(&self, call: &Head) -> Option<usize> {
        self.1.lock().unwrap().filter(|_| call.export == "handle")
    }
}

impl Kept {
    /// The recordings since the last call, without health checks.
    fn take(&self) -> Vec<RecordedCall> {
        let mut kept = std::mem::take(&mut *self.0.lock().unwrap());
        kept.retain(|recording| recording.head.export != "health");
        kept
    }
}

fn component(app: &TestApp) -> Vec<u8> {
    let plugins = app.app.platform.registry.current();
    let folder = &plugins.get("probe").unwrap().bundle.folder;
    std::fs::read(folder.join("component.wasm")).unwrap()
}

/// Replays what was written to a file.
async fn replayed(component: &[u8], recording: &RecordedCall) -> Replay {
    let read = RecordedCall::of_lines(&recording.to_lines()).unwrap();
    assert_eq!(&read, recording);
    replay(component, read, &component_cache()).await.unwrap()
}

fn calls(recording: &RecordedCall) -> Vec<&str> {
    let calls = recording.host_calls.iter();
    calls.map(|call| call.call.as_str()).collect()
}

#[tokio::test]
async fn a_replay_goes_as_recorded_until_the_plugin_changes() {
    let kept = Arc::new(Kept::default());
    let app = TestApp::recording(kept.clone()).await;
    let alice = app.person("alice").await;
    let probe = component(&app);
    let due_ms = app.clock.now().unix_timestamp() * 1000 + 60_000;
    let nested = json!({ "ops": [{ "op": "clock" }] });
    kept.take();
    let ops = json!([
        note("a"),
        { "op": "sql_query", "statement": "select v, id from note" },
        { "op": "cursor", "statement": "select v from note", "max": 1 },
        { "op": "transfer", "operation": "reward", "key": "r", "to": alice.id, "amount": 100 },
        { "op": "balance" },
        { "op": "clock" }, { "op": "random", "count": 16 }, { "op": "uuid" }, { "op": "context" },
        { "op": "log", "message": "hello" },
        { "op": "service_call", "service": "probe@1", "method": "run", "payload": nested },
        { "op": "schedule", "key": "k", "at_ms": due_ms, "payload": {} },
    ]);
    assert_eq!(run(&alice, ops).await.line(), "200");
    let [service, route] = kept.take().try_into().unwrap();
    assert_eq!(route.head.export, "handle");
    for call in [
        "sql.execute",
        "sql.query",
        "sql.next",
        "ledger.transfer",
        "random.bytes",
    ] {
        assert!(calls(&route).contains(&call), "{:?}", calls(&route));
    }
    assert_eq!(service.head.export, "call");
    assert!(calls(&service).contains(&"clock.now-ms"));
    for recording in [&route, &service] {
        let replay = replayed(&probe, recording).await;
        assert_eq!(replay.comparison, Comparison::Same, "{:?}", recording.head);
    }
    assert_eq!(replayed(&probe, &route).await.log, ["info hello"]);

    // A trap is replayed as one.
    let reply = run(&alice, json!([{ "op": "clock" }, { "op": "trap" }])).await;
    assert_eq!(reply.line(), "502 plugin_failed");
    let [trapped] = kept.take().try_into().unwrap();
    assert!(
        matches!(trapped.ending, Ending::Trap(_)),
        "{:?}",
        trapped.ending
    );
    let replay = replayed(&probe, &trapped).await;
    assert_eq!(replay.comparison, Comparison::Same);
    assert!(!replay.backtrace.is_empty());

    // A call that is cut off is undone, and is no failure of the plugin. Lines of the log do not count.
    let log = json!({ "op": "log", "message": "x" });
    let cursor = json!({ "op": "cursor", "statement": "select v from note", "max": 1 });
    for (count, last) in [(1, "sql.execute"), (2, "sql.open-cursor"), (3, "sql.next")] {
        *kept.1.lock().unwrap() = Some(count);
        let reply = run(&alice, json!([log, note("cut"), cursor])).await;
        assert_eq!(reply.line(), "503 unavailable");
        let [cut] = kept.take().try_into().unwrap();
        assert_eq!(cut.ending, Ending::HostFailure(CUT.into()));
        assert_eq!(calls(&cut).last(), Some(&last));
        let notes = "select count(*) from plugin_probe.note where v = 'cut'";
        assert_eq!(app.count(notes).await, 0);
    }
    *kept.1.lock().unwrap() = None;

    // A timer writes with a statement of the plugin itself, which a later build changes.
    app.advance(Duration::from_secs(60));
    let fired = Mutex::new(Vec::new());
    app.eventually("the timer fires", async || {
        fired.lock().unwrap().extend(kept.take());
        !fired.lock().unwrap().is_empty()
    })
    .await;
    let timer = fired.lock().unwrap()[0].clone();
    assert_eq!(timer.head.export, "on-timer");
    let replay = replayed(&probe, &timer).await;
    assert_eq!(replay.comparison, Comparison::Same);
    let changed = replaced(
        &probe,
        b"insert into note (id, v, n)",
        b"insert into note (id, n, v)",
    );
    let at = calls(&timer).iter().position(|call| *call == "sql.execute");
    let at = at.unwrap();
    match replayed(&changed, &timer).await.comparison {
        Comparison::HostCall {
            number,
            recorded: Some(recorded),
            asked: Some(asked),
        } => {
            assert_eq!(number, at + 1);
            assert_eq!(recorded, timer.host_calls[at]);
            assert_eq!(asked.call, "sql.execute");
            let statement = asked.arguments["statement"].as_str().unwrap();
            assert!(
                statement.starts_with("insert into note (id, n, v)"),
                "{statement}"
            );
        }
        other => panic!("{other:?}"),
    }
    in_a_terminal(&timer);
    app.stop().await;
}

/// The component with another text in its data.
fn replaced(component: &[u8], text: &[u8], by: &[u8]) -> Vec<u8> {
    let mut changed = component.to_vec();
    let places: Vec<usize> = component
        .windows(text.len())
        .enumerate()
        .filter_map(|(at, part)| (part == text).then_some(at))
        .collect();
    assert!(!places.is_empty(), "the text is in the component");
    for at in places {
        changed[at..at + by.len()].copy_from_slice(by);
    }
    changed
}

/// The exit codes of the command, and what it prints.
fn in_a_terminal(timer: &RecordedCall) {
    let folder = TempDir::new().unwrap();
    let bundle = test_bundle("probe");
    let replay = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let mut command = Command::new(kernel());
        command
            .args(["plugin", "replay"])
            .arg(&file)
            .arg("--bundle")
            .arg(&bundle);
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let lines = timer.to_lines();
    let other_end = lines.replace("{\"ending\":", "{\"ending\":\"out-of-time\",\"before\":");
    let (code, printed) = replay("other.jsonl", &other_end);
    assert_eq!(code, Some(9), "{printed}");
    assert!(
        printed.contains("Timer k, recorded with probe"),
        "{printed}"
    );
    assert!(
        printed.contains("recorded: its CPU time was used up"),
        "{printed}"
    );
    let foreign = lines.replace("\"plugin\":\"probe\"", "\"plugin\":\"acme.quiz\"");
    let half: String = lines.lines().take(1).collect();
    for (name, text, why) in [
        ("no.jsonl", "no recording", "it is no recording"),
        (
            "half.jsonl",
            half.as_str(),
            "it is truncated after 0 host calls",
        ),
        (
            "foreign.jsonl",
            foreign.as_str(),
            "is a recording of acme.quiz, not of probe",
        ),
    ] {
        let (code, printed) = replay(name, text);
        assert_eq!(code, Some(1), "{printed}");
        assert!(printed.contains(why), "{printed}");
    }
}
