//! Rubbish from clients: it ends the connection that sent it, and nothing else.

use tokio::io::AsyncWriteExt;
use witverse_rooms::protocol::{ClientMessage, KickCode, ServerMessage};

use crate::support::{Client, Random, Received, Server, masked};

/// Reads until the connection ends; the server must not send anything invalid.
async fn read_to_end(client: &mut Client<tokio::net::TcpStream>) -> Option<KickCode> {
    let mut kicked = None;
    loop {
        match client.receive().await {
            Received::Message(ServerMessage::Kick { code, .. }) => kicked = Some(code),
            Received::End => return kicked,
            _ => {}
        }
    }
}

#[tokio::test]
async fn rubbish_frames_end_only_their_connection() {
    let server = Server::without_listener().listen();
    let mut witness = Client::join(&server, 1).await;
    let mut random = Random(1);
    for round in 0..200 {
        let mut client = Client::connect(&server, None).await;
        if round % 2 == 0 {
            client.hello(&server.ticket(2).await).await;
        }
        let mut bytes = Vec::new();
        for _ in 0..500 {
            let len = random.below(40);
            let payload = random.bytes(len);
            match round % 4 {
                0 | 1 => bytes.extend(masked(0x82, &payload)),
                _ => bytes.extend(payload),
            }
        }
        // The server may close before everything is written.
        let _ = client.io.write_all(&bytes).await;
        let _ = client.io.shutdown().await;
        read_to_end(&mut client).await;
    }
    witness.send(&ClientMessage::Ping { client_ms: 1 }).await;
    witness
        .wait_for(|m| matches!(m, ServerMessage::Pong { .. }).then_some(()))
        .await;
    assert_eq!(server.hub.counts().panics, 0);
}

#[tokio::test]
async fn a_bad_message_is_named_before_the_connection_ends() {
    let server = Server::without_listener().listen();
    let mut client = Client::join(&server, 1).await;
    client.send_raw(&masked(0x82, &[0x77])).await;
    let (code, reason, close) = client.wait_for_kick().await;
    assert_eq!((code, close), (KickCode::BadMessage, Some(4010)));
    assert_eq!(reason, "opcode 0x77 does not exist");

    let mut client = Client::connect(&server, None).await;
    client.send(&ClientMessage::Away(true)).await;
    let (code, reason, _) = client.wait_for_kick().await;
    assert_eq!(code, KickCode::BadMessage);
    assert_eq!(reason, "the first message must be HELLO");
}

#[tokio::test]
async fn a_flood_is_kicked() {
    let server = Server::without_listener().listen();
    let mut client = Client::join(&server, 1).await;
    let ping = masked(0x82, &ClientMessage::Ping { client_ms: 0 }.encode());
    let flood = ping.repeat(700);
    client.send_raw(&flood).await;
    assert_eq!(client.wait_for_kick().await.0, KickCode::Flood);
    assert_eq!(server.hub.presence(&server.room).await[0].1.len(), 0);
}
