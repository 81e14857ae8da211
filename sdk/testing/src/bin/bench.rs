//! Prints the platform's benchmark figures beside their targets. Asserts no figure, because figures vary on a shared
//! machine; fails if a rush to an event has a wrong result. Ratios are measured in alternating turns of one run.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark prints, and stops when it cannot measure"
)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::post;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use witverse_kernel::actor::Actor;
use witverse_kernel::error::Language;
use witverse_kernel::plugins::{CallContext, Installed, Platform, PluginHost};
use witverse_kernel::unit_of_work::UnitOfWork;
use witverse_runtime::types::{Method, Request};
use witverse_testing::social::whole;
use witverse_testing::{Program, TestApp};

/// The program's allocator, since its parts are measured here.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let runtime = || {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap()
    };
    // The packages of the other server are installed by `cargo xtask bench`.
    let (options, asked): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|word| word.contains('='));
    let colyseus = options
        .iter()
        .find_map(|option| option.strip_prefix("colyseus=").map(PathBuf::from));
    let wanted = |name: &str| asked.is_empty() || asked.iter().any(|asked| asked == name);
    println!("{:<72} {:>8}   aim", "measure", "figure");
    if wanted("call") {
        // CPU time per thread: one thread, so that no other work is included.
        let one = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        one.block_on(with_app(async |app| calls(app).await));
    }
    if wanted("route") {
        runtime().block_on(with_app(async |app| routes(app).await));
    }
    if wanted("isolation") {
        runtime().block_on(with_app(async |app| isolation(app).await));
    }
    if wanted("growth") {
        runtime().block_on(growth());
    }
    if wanted("ledger") {
        runtime().block_on(witverse_testing::ledger::bench::run(
            &mut |measure: &str, figure: String, aim: &str| line(measure, &figure, aim),
        ));
    }
    let mut is_right = true;
    let mut show = |measure: &str, figure: String, aim: &str| line(measure, &figure, aim);
    if wanted("gift") {
        runtime().block_on(witverse_testing::social::gifts(&mut show));
    }
    if wanted("gift") || wanted("lists") {
        runtime().block_on(witverse_testing::social::growth(&mut show));
    }
    if wanted("market") {
        let given = |name: &str| -> Option<u32> {
            let mut options = options.iter();
            options.find_map(|option| option.strip_prefix(name)?.parse().ok())
        };
        let mut sizes = witverse_testing::market::Sizes::default();
        if let Some(listings) = given("listings=") {
            sizes.listings[1] = listings;
        }
        if let Some(rounds) = given("rounds=") {
            (sizes.rounds, sizes.requests) = (rounds as usize, 50);
        }
        runtime().block_on(witverse_testing::market::search(sizes, &mut show));
    }
    if wanted("market") || wanted("purchases") {
        runtime().block_on(witverse_testing::market::purchases(&mut show));
    }
    if wanted("events") || wanted("door") {
        use witverse_testing::events::{door, option};
        is_right &= runtime().block_on(door::run(option("people", 2_000), &mut show));
    }
    if wanted("events") {
        use witverse_testing::events::{growth, option, rush};
        let (people, places) = (option("people", 2_000), option("places", 100));
        is_right &= runtime().block_on(rush::run(people, places, &mut show));
        let sizes = growth::Sizes {
            rows: [10_000, option("rows", 1_000_000)],
            requests: option("requests", 500),
            rounds: option("rounds", 7),
        };
        runtime().block_on(growth::run(sizes, &mut show));
    }
    if wanted("rooms") {
        let one = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        one.block_on(witverse_testing::rooms::bench::run(
            &mut |measure: &str, figure: String, aim: &str| line(measure, &figure, aim),
            &binary(),
            colyseus,
        ));
    }
    if wanted("plugins") {
        runtime().block_on(witverse_testing::plugins_bench::run(&mut show));
    }
    if wanted("start") {
        start();
    }
    match is_right {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

async fn with_app(measure: impl AsyncFn(&TestApp)) {
    let app = TestApp::start().await;
    measure(&app).await;
    app.stop().await;
}

fn line(measure: &str, figure: &str, aim: &str) {
    println!("{measure:<72} {figure:>8}   {aim}");
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// CPU time of this thread, in microseconds.
#[allow(unsafe_code, reason = "the standard library has no thread CPU clock")]
fn cpu_us() -> f64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: writes only into the passed struct.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}

fn example(path: &str, body: Vec<u8>) -> Request {
    Request {
        method: Method::Post,
        path: path.to_owned(),
        route: path.to_owned(),
        params: Vec::new(),
        query: Vec::new(),
        headers: vec![
            ("content-type".into(), "application/json".into()),
            ("user-agent".into(), "bench".into()),
        ],
        body,
    }
}

const BODY: &str = r#"{"name":"alice","qty":21,"tags":["a","b"]}"#;

async fn call(platform: &Arc<Platform>, plugin: &Arc<Installed>, request: &Request) -> bool {
    let context = CallContext {
        platform: platform.clone(),
        actor: Actor::Visitor,
        language: Language::Ko,
        world: None,
        now_ms: 0,
        deadline: Instant::now() + Duration::from_secs(2),
    };
    let work = UnitOfWork::new(platform.pools.rt.clone(), platform.signals.clone());
    let host = PluginHost::new(context, plugin.clone(), work);
    plugin
        .code
        .handle(host, plugin.limits, request)
        .await
        .outcome
        .is_ok()
}

async fn calls(app: &TestApp) {
    let platform = &app.app.platform;
    let plugins = platform.registry.current();
    let plugin = plugins.get("probe").unwrap();
    let request = example("/api/x/probe/json", BODY.into());
    let hog = example(
        "/api/x/probe/run",
        json!({ "ops": [{ "op": "hog" }] }).to_string().into_bytes(),
    );
    // Below the memory limit, but above the initial memory of an instance.
    let grow = example(
        "/api/x/probe/run",
        json!({ "ops": [{ "op": "hog", "mib": 2 }] })
            .to_string()
            .into_bytes(),
    );
    let batch = async |request: &Request| {
        let mut rounds = Vec::new();
        for _ in 0..25 {
            let started = cpu_us();
            for _ in 0..200 {
                assert!(call(platform, plugin, request).await);
            }
            rounds.push((cpu_us() - started) / 200.0);
        }
        median(rounds)
    };
    let show = async |about: &str, request: &Request, aim: &str| {
        line(about, &format!("{:.1}", batch(request).await), aim);
    };
    batch(&request).await;
    show(
        "plugin call: fresh instance + typed call (CPU µs)",
        &request,
        "≤ 12",
    )
    .await;
    show(
        "plugin call that grows its memory by 2 MiB (CPU µs)",
        &grow,
        "",
    )
    .await;
    for _ in 0..500 {
        assert!(!call(platform, plugin, &hog).await, "a hog must fail");
    }
    let aim = "no dearer";
    let long = format!(r#"{{"name":"{}","qty":1}}"#, "x".repeat(400 << 10));
    let large = example("/api/x/probe/json", long.into_bytes());
    for _ in 0..500 {
        assert!(call(platform, plugin, &large).await);
    }
    show(
        "the first after 500 calls with bodies of 400 KiB",
        &request,
        aim,
    )
    .await;
    show(
        "the first after 500 calls that failed at the memory limit",
        &request,
        aim,
    )
    .await;
    show("the growing one after them", &grow, aim).await;
}

async fn isolation(app: &TestApp) {
    let rt = &app.app.platform.pools.rt;
    let bare = "begin";
    let full = "begin; set local role plugin_probe; set local search_path = plugin_probe, pg_temp; set local statement_timeout = 250";
    let one = async |statement: &'static str| {
        let started = Instant::now();
        let mut unit = rt.take(None).await.unwrap();
        assert!(unit.mark_begun(), "a unit comes without a transaction");
        sqlx::raw_sql(statement).execute(&mut *unit).await.unwrap();
        unit.commit().await.unwrap();
        started.elapsed().as_secs_f64() * 1e6
    };
    let (mut bares, mut fulls) = (Vec::new(), Vec::new());
    for _ in 0..4000 {
        bares.push(one(bare).await);
        fulls.push(one(full).await);
    }
    let (bare, full) = (median(bares), median(fulls));
    line("BEGIN + COMMIT (µs)", &format!("{bare:.0}"), "");
    line(
        "isolation over it: role, search path, timeouts (µs)",
        &format!("{:.0}", full - bare),
        "≤ 20",
    );
}

/// The probe's response, by a native handler.
async fn native(axum::Json(body): axum::Json<Value>) -> axum::Json<Value> {
    let qty = body["qty"].as_u64().unwrap_or_default();
    axum::Json(json!({
        "hello": body["name"], "qty2": qty * 2, "tags": body["tags"], "rows": 0, "method": "POST",
    }))
}

async fn routes(app: &TestApp) {
    let serve = async |router: Router| {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        port
    };
    let bare = serve(Router::new().route("/native", post(native))).await;
    let layered = Router::new().route("/api/native", post(native));
    let layered = serve(witverse_kernel::http::layered(layered)).await;
    let kernel = serve(witverse_kernel::http::router(app.app.clone())).await;
    let (mut bares, mut layereds, mut plugins) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..7 {
        bares.push(load(bare, "/native").await);
        layereds.push(load(layered, "/api/native").await);
        plugins.push(load(kernel, "/api/x/probe/open").await);
    }
    let (bare, layered, plugin) = (median(bares), median(layereds), median(plugins));
    line(
        "native axum handler, bare (requests/s)",
        &format!("{bare:.0}"),
        "",
    );
    line(
        "native axum handler behind the kernel's layers (requests/s)",
        &format!("{layered:.0}"),
        "",
    );
    line(
        "plugin route: actor, Cedar, fresh instance (requests/s)",
        &format!("{plugin:.0}"),
        "",
    );
    line(
        "plugin route ÷ native behind the same layers",
        &format!("{:.2}", plugin / layered),
        "≥ 0.7",
    );
    line(
        "plugin route ÷ bare native",
        &format!("{:.2}", plugin / bare),
        "",
    );
}

/// Requests per second over eight persistent connections, measured for one second.
async fn load(port: u16, path: &'static str) -> f64 {
    let started = Instant::now();
    let span = Duration::from_millis(1000);
    let clients = (0..8).map(|_| {
        tokio::spawn(async move {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
            stream.set_nodelay(true).unwrap();
            let request = format!(
                "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{BODY}",
                BODY.len()
            );
            let mut buffer = vec![0; 16 << 10];
            let mut count = 0_u32;
            while started.elapsed() < span {
                stream.write_all(request.as_bytes()).await.unwrap();
                let mut filled = 0;
                loop {
                    let read = stream.read(&mut buffer[filled..]).await.unwrap();
                    assert!(read > 0, "the connection was closed");
                    filled += read;
                    if whole(&buffer[..filled]) {
                        break;
                    }
                }
                assert!(buffer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&buffer[..filled]));
                count += 1;
            }
            count
        })
    });
    let clients: Vec<_> = clients.collect();
    let mut total = 0;
    for client in clients {
        total += client.await.unwrap();
    }
    f64::from(total) / started.elapsed().as_secs_f64()
}

/// The list of worlds with a hundred times the rows: the first page, a deep page, one world.
async fn growth() {
    // Each request uses another address, so that the routes' rate limits do not apply.
    let app = TestApp::with(|config| config.http.trusted_proxies = 1).await;
    let from_somewhere = |number: u32| {
        let [_, a, b, c] = number.to_be_bytes();
        app.visitor()
            .with_header("x-forwarded-for", &format!("10.{a}.{b}.{c}"))
    };
    let visitor = from_somewhere(u32::MAX);
    let mut before: Vec<(f64, f64)> = Vec::new();
    for (from, to) in [(1, 10_000), (10_001, 1_000_000)] {
        // Two steps over a name's 36 letters and digits, so that every number has its own name.
        sqlx::query(
            "insert into plugin_worlds.world (id, name, owner_id, description_ko, description_en, hue,
                                              is_public, member_count, created_at)
             select gen_random_uuid(), 'w' || lpad(to_hex(i), 6, '0'), gen_random_uuid(), 'ko', 'en',
                    i % 360, true, i % 5000, now()
             from generate_series($1::int, $2::int) i",
        )
        .bind(from)
        .bind(to)
        .execute(app.owner())
        .await
        .unwrap();
        sqlx::raw_sql("analyze plugin_worlds.world")
            .execute(app.owner())
            .await
            .unwrap();
        let mut cursor = None;
        for _ in 0..18 {
            let page = visitor.get(&page_at(cursor.as_deref())).await;
            cursor = page.payload()["nextCursor"].as_str().map(str::to_owned);
        }
        let deep = page_at(cursor.as_deref());
        let mut now = Vec::new();
        for path in [
            "/api/v3/worlds?limit=50",
            &deep,
            "/api/v2/worlds/mInfo?worldName=w000123",
        ] {
            let mut times = Vec::new();
            for number in 0..600 {
                let visitor = from_somewhere(number);
                let started = Instant::now();
                assert_eq!(visitor.get(path).await.line(), "200");
                times.push(started.elapsed().as_secs_f64() * 1e3);
            }
            times.sort_by(f64::total_cmp);
            now.push((times[times.len() / 2], times[times.len() * 99 / 100]));
        }
        if to == 1_000_000 {
            for (name, (small, large)) in ["first page", "900 worlds down", "one world"]
                .iter()
                .zip(before.iter().zip(&now))
            {
                line(
                    &format!(
                        "worlds, {name}: p99 at 1M rows ÷ at 10k ({:.2} ms, p50 {:.2})",
                        large.1, large.0
                    ),
                    &format!("{:.2}", large.1 / small.1),
                    "≤ 1.2",
                );
            }
        }
        before = now;
    }
    app.stop().await;
}

fn page_at(cursor: Option<&str>) -> String {
    cursor.map_or_else(
        || "/api/v3/worlds?limit=50".to_owned(),
        |cursor| format!("/api/v3/worlds?limit=50&cursor={cursor}"),
    )
}

/// From the program's start until it is ready, with an existing data folder.
/// The kernel's program, beside this one.
fn binary() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    own.with_file_name("witverse")
}

fn start() {
    let program = binary();
    if !program.exists() {
        line("kernel ready, warm (ms)", "no program", "≤ 1000");
        return;
    }
    let data = tempfile::TempDir::new().unwrap();
    std::fs::set_permissions(
        data.path(),
        std::os::unix::fs::PermissionsExt::from_mode(0o711),
    )
    .unwrap();
    let _ = Program::start(&program, data.path(), 0).interrupt();
    let mut times = Vec::new();
    for _ in 0..5 {
        let started = Instant::now();
        let running = Program::start(&program, data.path(), 0);
        times.push(started.elapsed().as_secs_f64() * 1e3);
        let _ = running.interrupt();
    }
    line(
        "kernel ready, warm: PostgreSQL, AOT cache (ms)",
        &format!("{:.0}", median(times)),
        "≤ 1000",
    );
}
