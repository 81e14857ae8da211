//! Time limits, with a stopped clock, and the memory of a connection.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use witverse_rooms::protocol::{ClientMessage, KickCode};

use witverse_rooms::socket::{SocketRequest, serve};

use crate::support::{Client, ORIGIN, Server, masked};

/// The kick, and the whole seconds until it came.
async fn kick_after(client: &mut Client<tokio::io::DuplexStream>) -> (KickCode, u64) {
    let start = Instant::now();
    let (code, ..) = client.wait_for_kick().await;
    (code, start.elapsed().as_secs())
}

#[tokio::test(start_paused = true)]
async fn hello_must_come_within_5_seconds() {
    let server = Server::without_listener();
    let mut client = Client::in_memory(&server);
    assert_eq!(kick_after(&mut client).await, (KickCode::HelloTimeout, 5));
}

#[tokio::test(start_paused = true)]
async fn other_bytes_do_not_extend_the_time_for_hello() {
    let server = Server::without_listener();
    let mut client = Client::in_memory(&server);
    let start = Instant::now();
    for _ in 0..3 {
        sleep(Duration::from_secs(1)).await;
        client.send_raw(&masked(0x89, b"")).await;
    }
    assert_eq!(kick_after(&mut client).await.0, KickCode::HelloTimeout);
    assert_eq!(start.elapsed().as_secs(), 5);
}

#[tokio::test(start_paused = true)]
async fn silence_ends_after_15_seconds_and_for_hidden_tabs_after_90() {
    let server = Server::without_listener();
    let mut client = Client::in_memory(&server);
    client.hello(&server.ticket(1).await).await;
    client.welcome().await;
    assert_eq!(kick_after(&mut client).await, (KickCode::Idle, 15));

    let mut hidden = Client::in_memory(&server);
    hidden.hello(&server.ticket(2).await).await;
    hidden.welcome().await;
    hidden.send(&ClientMessage::Away(true)).await;
    assert_eq!(kick_after(&mut hidden).await, (KickCode::Idle, 90));

    let mut back = Client::in_memory(&server);
    back.hello(&server.ticket(3).await).await;
    back.welcome().await;
    back.send(&ClientMessage::Away(true)).await;
    sleep(Duration::from_secs(60)).await;
    back.send(&ClientMessage::Away(false)).await;
    assert_eq!(kick_after(&mut back).await, (KickCode::Idle, 15));
}

#[tokio::test(start_paused = true)]
async fn an_empty_room_closes_after_30_seconds() {
    let server = Server::without_listener();
    let mut client = Client::in_memory(&server);
    client.hello(&server.ticket(1).await).await;
    client.welcome().await;
    drop(client);
    // The member can resume for 30 s, and then the empty room waits for 30 s.
    sleep(Duration::from_secs(58)).await;
    assert_eq!(server.hub.counts().instances, 1);
    sleep(Duration::from_secs(4)).await;
    assert_eq!(server.hub.counts().instances, 0);
    assert_eq!(server.hub.counts().rooms, 0);
}

#[tokio::test]
async fn the_task_of_a_connection_is_small() {
    let server = Server::without_listener();
    let (_near, far) = tokio::io::duplex(64);
    let request = SocketRequest {
        origin: ORIGIN.to_owned(),
        room: None,
        leftover: bytes::Bytes::new(),
    };
    let task = serve(&server.hub, far, request);
    assert!(size_of_val(&task) <= 2048, "{} bytes", size_of_val(&task));
}
