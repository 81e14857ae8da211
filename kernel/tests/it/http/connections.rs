//! Connection limits: clients that send half a request or nothing, or do not read the response, are disconnected, and
//! other clients are still served.

use std::net::SocketAddr;
use std::process::Command;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use witverse_kernel::config::Config;
use witverse_testing::{Program, TestApp, serve};

use crate::program::{folder, kernel};

const HEALTH: &[u8] = b"GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n";
const LAST_HEALTH: &[u8] =
    b"GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
const HALF: &[u8] = b"GET /health/live HTTP/1.1\r\nhost: localhost\r\nx-a: ";

/// A kernel that listens on a socket.
struct Listening {
    app: TestApp,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
}

impl Listening {
    async fn start(change: impl FnOnce(&mut Config)) -> Self {
        Self::on("127.0.0.1:0", change).await
    }

    async fn on(address: &str, change: impl FnOnce(&mut Config)) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = TestApp::with(change).await;
        let (stop, stopped) = oneshot::channel();
        let kernel = app.app.clone();
        let serving = tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            witverse_kernel::http::serve(&kernel, listener, stopped).await
        });
        Self {
            app,
            address,
            stop,
            serving,
        }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends bytes on a new connection and leaves it open.
    async fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = self.connect().await;
        stream.write_all(bytes).await.unwrap();
        stream
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        timeout(Duration::from_secs(5), self.serving)
            .await
            .expect("waiting connections do not hold up the end")
            .unwrap()
            .unwrap();
        self.app.stop().await;
    }
}

/// Reads until the kernel closes the connection, for at most `span`.
async fn read_to_close(stream: &mut TcpStream, span: Duration) -> Option<Vec<u8>> {
    let mut read = Vec::new();
    let reading = timeout(span, stream.read_to_end(&mut read)).await;
    // A reset also counts as a close.
    reading.is_ok().then_some(read)
}

/// The status line of the health check on a new connection, within two seconds.
async fn health(address: SocketAddr) -> String {
    let asking = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        stream.write_all(LAST_HEALTH).await.ok()?;
        let mut read = String::new();
        stream.read_to_string(&mut read).await.ok()?;
        read.lines().next().map(str::to_owned)
    };
    let answered = timeout(Duration::from_secs(2), asking).await;
    answered.ok().flatten().unwrap_or_default()
}

async fn still_open(streams: &mut [TcpStream]) -> usize {
    let mut open = 0;
    for stream in streams {
        let closed = read_to_close(stream, Duration::from_millis(1)).await;
        open += usize::from(closed.is_none());
    }
    open
}

const SOON: Duration = Duration::from_secs(3);

#[tokio::test]
async fn half_sent_headers_are_disconnected_and_do_not_block_others() {
    let kernel = Listening::start(|config| {
        config.http.header_timeout_ms = 700;
        config.http.max_connections_per_address = 10;
    })
    .await;
    let mut half_sent = Vec::new();
    for _ in 0..40 {
        half_sent.push(kernel.send(HALF).await);
    }
    assert_eq!(health(kernel.address).await, "HTTP/1.1 200 OK");
    assert!(
        still_open(&mut half_sent).await <= 10,
        "one address has ten"
    );
    for stream in &mut half_sent {
        let closed = read_to_close(stream, SOON).await;
        assert!(closed.is_some(), "headers that never end are cut");
    }
    // Slowly arriving bytes do not extend the header timeout.
    let mut trickling = kernel.send(b"GET / HTTP/1.1\r\nx-a: ").await;
    let started = Instant::now();
    while trickling.write_all(b"a").await.is_ok() && started.elapsed() < SOON {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(started.elapsed() < SOON, "headers that trickle in are cut");
    kernel.stop().await;
}

#[tokio::test]
async fn idle_connections_are_closed_and_used_ones_are_kept() {
    let kernel = Listening::start(|config| {
        config.http.idle_timeout_ms = 600;
        config.http.header_timeout_ms = 60_000;
    })
    .await;
    let mut stream = kernel.connect().await;
    for _ in 0..4 {
        stream.write_all(HEALTH).await.unwrap();
        let mut read = [0; 2048];
        let count = timeout(SOON, stream.read(&mut read)).await.unwrap();
        assert!(read[..count.unwrap()].starts_with(b"HTTP/1.1 200 OK"));
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let started = Instant::now();
    assert_eq!(
        read_to_close(&mut stream, SOON).await.as_deref(),
        Some(&b""[..])
    );
    assert!(started.elapsed() < Duration::from_secs(2));
    kernel.stop().await;
}

#[tokio::test]
async fn a_client_that_does_not_read_is_disconnected() {
    let kernel = Listening::start(|config| {
        config.http.write_timeout_ms = 500;
        config.http.idle_timeout_ms = 60_000;
    })
    .await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(kernel.address).await.unwrap();
    // More than the buffers of both sides.
    const REQUESTS: usize = 100;
    let request = b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(REQUESTS);
    stream.write_all(&request).await.unwrap();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let read = read_to_close(&mut stream, Duration::from_secs(20)).await;
    let read = read.expect("the connection was cut");
    let answers = read
        .windows(15)
        .filter(|bytes| bytes == b"HTTP/1.1 200 OK")
        .count();
    assert!(answers < REQUESTS, "{answers} answers were sent to nobody");
    assert_eq!(health(kernel.address).await, "HTTP/1.1 200 OK");
    kernel.stop().await;
}

#[tokio::test]
async fn a_new_connection_is_refused_only_if_all_are_busy() {
    let kernel = Listening::start(|config| {
        config.http.max_connections = Some(3);
        config.http.max_streams = Some(3);
    })
    .await;
    let person = kernel.app.person("mina").await;
    let live = format!(
        "GET /api/live HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\n\r\n",
        person.token().unwrap()
    );
    let mut streams = Vec::new();
    for _ in 0..3 {
        let mut stream = kernel.send(live.as_bytes()).await;
        let mut read = [0; 4096];
        let count = timeout(SOON, stream.read(&mut read)).await.unwrap();
        let text = String::from_utf8_lossy(&read[..count.unwrap()]);
        assert!(text.starts_with("HTTP/1.1 200 OK"), "{text}");
        streams.push(stream);
    }
    assert_eq!(health(kernel.address).await, "", "closed at once");
    assert_eq!(still_open(&mut streams).await, 3);
    streams.pop();
    kernel
        .app
        .eventually("the place is given back", async || {
            health(kernel.address).await == "HTTP/1.1 200 OK"
        })
        .await;
    kernel.stop().await;
}

#[tokio::test]
async fn behind_trusted_proxies_one_address_is_not_counted() {
    let kernel = Listening::start(|config| {
        config.http.trusted_proxies = 1;
        config.http.max_connections_per_address = 2;
    })
    .await;
    let mut waiting = Vec::new();
    for _ in 0..20 {
        waiting.push(kernel.send(HALF).await);
    }
    assert_eq!(health(kernel.address).await, "HTTP/1.1 200 OK");
    assert_eq!(still_open(&mut waiting).await, 20);
    kernel.stop().await;
}

#[tokio::test]
async fn ipv4_clients_of_a_dual_stack_listener_are_distinguished() {
    if TcpListener::bind("[::]:0").await.is_err() {
        return; // This machine has no IPv6.
    }
    let kernel = Listening::on("[::]:0", |config| config.http.account_rate = 2).await;
    let ask = async |client: &str, path: &str| {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(format!("{client}:0").parse().unwrap()).unwrap();
        let to = format!("127.0.0.1:{}", kernel.address.port());
        let mut stream = socket.connect(to.parse().unwrap()).await.unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        String::from_utf8(read_to_close(&mut stream, SOON).await.unwrap()).unwrap()
    };
    assert!(
        ask("127.0.0.2", "/api/ip")
            .await
            .contains(r#""ip":"127.0.0.2""#)
    );
    let limited = "/api/v2/user/query/nickname?nickname=abcd";
    for status in ["200", "200", "429"] {
        let answer = ask("127.0.0.2", limited).await;
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{answer}"
        );
    }
    let other = ask("127.0.0.3", limited).await;
    assert!(other.starts_with("HTTP/1.1 200"), "{other}");
    kernel.stop().await;
}

#[tokio::test]
async fn a_kernel_with_a_low_file_limit_keeps_serving() {
    let data = folder();
    let served = serve(kernel(), data.path(), 0);
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "ulimit -n 256 && exec \"$0\" \"$@\""])
        .arg(served.get_program())
        .args(served.get_args());
    for (name, value) in served.get_envs() {
        limited.env(name, value.unwrap_or_default());
    }
    let running = Program::run(limited);
    let address: SocketAddr = running
        .address
        .trim_start_matches("http://")
        .parse()
        .unwrap();
    let mut sockets = Vec::new();
    for _ in 0..300 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let _ = stream.write_all(b"G").await;
        sockets.push(stream);
    }
    for _ in 0..5 {
        assert_eq!(health(address).await, "HTTP/1.1 200 OK");
    }
    let open = still_open(&mut sockets).await;
    assert!(open <= 64, "{open} are open, which leaves too few files");
    drop(sockets);
    assert!(running.interrupt().success());
}
