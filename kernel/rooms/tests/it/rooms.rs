//! Several clients in one room, over TCP.

use std::time::Duration;

use bytes::Bytes;
use tokio::time::sleep;
use witverse_rooms::InstanceId;
use witverse_rooms::protocol::{
    ClientMessage, ErrorCode, Event, Feeling, KickCode, Point, ServerMessage,
};
use witverse_rooms::room::{LeaveCause, RoomEvent};

use crate::support::{Client, Received, Server, masked, user};

fn chat_text(message: &ServerMessage) -> Option<String> {
    match message {
        ServerMessage::Chat { text, .. } => Some(text.clone()),
        _ => None,
    }
}

/// Where the member with this slot has moved to.
fn moved_to(message: &ServerMessage, wanted: u16) -> Option<Point> {
    match message {
        ServerMessage::Snap { moved, .. } => moved
            .iter()
            .find(|(slot, _)| *slot == wanted)
            .map(|(_, pose)| pose.at),
        _ => None,
    }
}

#[tokio::test]
async fn three_clients_see_each_other_move_and_chat() {
    let server = Server::without_listener().listen();
    let mut clients = Vec::new();
    for n in 1..=3 {
        clients.push(Client::join(&server, n).await);
    }
    for (slot, x) in [(0_u16, 0.5), (1, 1.0), (2, 1.5)] {
        clients[usize::from(slot)].walk(x).await;
        for client in &mut clients {
            let at = client.wait_for(|m| moved_to(m, slot)).await;
            assert_eq!(at, Point::from_metres(x, 0.0, 0.0));
        }
    }
    clients[1].chat(1, "hello").await;
    for client in &mut clients {
        assert_eq!(client.wait_for(chat_text).await, "hello");
    }
    let feeling = Feeling::Emoji(3);
    clients[2]
        .send(&ClientMessage::Emoji {
            request: 1,
            feeling,
        })
        .await;
    let mut begins = Vec::new();
    for client in &mut clients {
        let begin = client.wait_for(|m| match m {
            ServerMessage::Event(Event::Emoji {
                slot: 2,
                id: 3,
                tick,
            }) => Some(*tick),
            _ => None,
        });
        begins.push(begin.await);
    }
    assert!(
        begins.iter().all(|tick| *tick == begins[0]),
        "one tick for all"
    );
    assert_eq!(server.hub.counts().members, 3);
}

#[tokio::test]
async fn a_dropped_client_resumes_and_gets_what_it_missed() {
    let server = Server::without_listener().listen();
    let mut first = Client::join(&server, 1).await;
    let second = Client::join(&server, 2).await;
    let (token, last_chat) = (second.resume_token.clone(), second.last_chat);
    drop(second);
    // The server notices the end of the connection.
    sleep(Duration::from_millis(200)).await;
    first.chat(1, "are you there?").await;
    first.wait_for(chat_text).await;

    let (mut second, welcome) = Client::resume(&server, &token, last_chat).await;
    assert!(welcome.is_resumed);
    assert_eq!(welcome.slot, 1);
    assert_eq!(
        second.last_chat, 1,
        "the missed message was sent before the token"
    );
    assert!(second.tick > 0, "FULL was received");
    // The first client acknowledges what it has, and receives snapshots again.
    first.walk(0.1).await;
    first.wait_for(|m| moved_to(m, 0)).await;
    second.walk(0.5).await;
    first.wait_for(|m| moved_to(m, 1)).await;
    assert_eq!(
        server.event_count(|e| matches!(e, RoomEvent::Joined { .. })),
        2,
        "nobody joined twice"
    );

    let mut again = Client::connect(&server, None).await;
    again.hello(&token).await;
    let (code, reason, _) = again.wait_for_kick().await;
    assert_eq!((code, reason.as_str()), (KickCode::Ticket, "used"));
}

#[tokio::test]
async fn after_a_restart_clients_come_back_where_they_were() {
    let server = Server::without_listener().listen();
    let mut client = Client::join(&server, 1).await;
    let ticket = server.ticket(2).await;
    client.walk(1.5).await;
    client.wait_for(|m| moved_to(m, 0)).await;
    // A later token carries the position: the client left and came back.
    let token = client.resume_token.clone();
    drop(client);
    sleep(Duration::from_millis(100)).await;
    let (client, _) = Client::resume(&server, &token, 0).await;
    let token = client.resume_token.clone();
    server.hub.shut_down().await;

    let restarted = Server::after(4000).listen();
    let (_client, welcome) = Client::resume(&restarted, &token, 0).await;
    assert!(!welcome.is_resumed);
    assert_eq!(welcome.pose.at, Point::from_metres(1.5, 0.0, 0.0));
    let mut late = Client::connect(&restarted, None).await;
    late.hello(&ticket).await;
    let (code, reason, _) = late.wait_for_kick().await;
    assert_eq!((code, reason.as_str()), (KickCode::Ticket, "expired"));
}

#[tokio::test]
async fn a_shutdown_tells_clients_to_come_back() {
    let server = Server::without_listener().listen();
    let mut client = Client::join(&server, 1).await;
    server.hub.shut_down().await;
    let (code, _, close) = client.wait_for_kick().await;
    assert_eq!((code, close), (KickCode::ServerRestart, Some(4014)));
    assert!(code.is_resumable());
    assert_eq!(
        server.event_count(|e| matches!(e, RoomEvent::Closed { .. })),
        1
    );
}

#[tokio::test]
async fn tickets_admit_once_and_forged_ones_never() {
    let server = Server::without_listener().listen();
    let ticket = server.ticket(1).await;
    let mut client = Client::connect(&server, None).await;
    client.hello(&ticket).await;
    client.welcome().await;
    let mut forged = ticket.clone();
    let last = if forged.pop() == Some('A') { 'B' } else { 'A' };
    forged.push(last);
    for (token, expected) in [
        (ticket.as_str(), "used"),
        (&forged, "forged"),
        ("", "forged"),
    ] {
        let mut client = Client::connect(&server, None).await;
        client.hello(token).await;
        let (code, reason, close) = client.wait_for_kick().await;
        assert_eq!((code, reason.as_str()), (KickCode::Ticket, expected));
        assert_eq!(close, Some(4012));
        assert_eq!(client.receive().await, Received::End);
    }
}

#[tokio::test]
async fn a_kicked_client_is_told_why_and_cannot_resume() {
    let server = Server::without_listener().listen();
    let mut first = Client::join(&server, 1).await;
    let mut second = Client::join(&server, 2).await;
    assert!(server.hub.ban(&server.room, user(2), "rude").await);
    let (code, reason, close) = second.wait_for_kick().await;
    assert_eq!((code, reason.as_str()), (KickCode::Banned, "rude"));
    assert_eq!(close, Some(4002));
    first
        .wait_for(|m| matches!(m, ServerMessage::Leave { slot: 1 }).then_some(()))
        .await;
    let mut again = Client::connect(&server, None).await;
    again.hello(&second.resume_token).await;
    assert_eq!(again.wait_for_kick().await.0, KickCode::Ticket);
    assert!(!server.hub.kick(&server.room, user(2), "").await);
}

#[tokio::test]
async fn the_kernel_can_refuse_at_the_door() {
    let server = Server::without_listener().listen();
    let ticket = server.ticket(1).await;
    let refused = &server.host.refused;
    refused
        .lock()
        .expect("not poisoned")
        .insert(user(1), "members only".to_owned());
    let mut client = Client::connect(&server, None).await;
    client.hello(&ticket).await;
    let (code, reason, _) = client.wait_for_kick().await;
    assert_eq!(
        (code, reason.as_str()),
        (KickCode::Refused, "refused: members only")
    );
}

#[tokio::test]
async fn a_slow_reader_is_skipped_and_loses_no_reliable_message() {
    const EVENTS: u32 = 120;
    let server = Server::without_listener().listen();
    let mut mover = Client::join(&server, 1).await;
    let mut slow = Client::connect(&server, Some(4096)).await;
    slow.hello(&server.ticket(2).await).await;
    slow.welcome().await;
    // 120 events of 1 KiB are more than the socket's buffers hold, and less than the queue.
    let mut snapshots = 0;
    for n in 0..EVENTS {
        let mut json = n.to_string();
        json.extend(std::iter::repeat_n(' ', 1024));
        let sent = server
            .hub
            .broadcast(&server.room, None, "n", Bytes::from(json))
            .await;
        assert_eq!(sent, Ok(1));
        mover.walk(f64::from(n) * 0.02).await;
        let moved = mover.wait_for(|m| moved_to(m, 0)).await;
        snapshots += u32::from(moved.x > 0);
    }
    assert_eq!(snapshots, EVENTS, "one slow client does not slow the room");
    let (mut next, mut seen) = (0, 0);
    while next < EVENTS {
        let event = slow.wait_for(|m| match m {
            ServerMessage::Event(Event::Custom { json, .. }) => {
                Some(String::from_utf8_lossy(json).trim().parse::<u32>().ok())
            }
            ServerMessage::Snap { .. } => Some(None),
            _ => None,
        });
        match event.await {
            Some(n) => {
                assert_eq!(n, next, "in order, none missing");
                next += 1;
            }
            None => seen += 1,
        }
    }
    assert!(seen < EVENTS / 2, "{seen} of {EVENTS} snapshots were sent");
    // Its next acknowledgement brings FULL.
    slow.walk(0.1).await;
    slow.wait_for(|m| matches!(m, ServerMessage::Full { .. }).then_some(()))
        .await;
}

/// In memory and with a stopped clock, because it would be slow on a busy machine.
#[tokio::test(start_paused = true)]
async fn a_move_reaches_everybody_in_a_large_room_at_the_same_tick() {
    let server = Server::without_listener();
    server.host.options.lock().expect("not poisoned").capacity = 300;
    let mut clients = Vec::new();
    for n in 1..=200 {
        let mut client = Client::in_memory(&server);
        client.hello(&server.ticket(n).await).await;
        client.welcome().await;
        clients.push(client);
    }
    clients[0].walk(0.5).await;
    let mut ticks = Vec::new();
    for client in &mut clients {
        let tick = client.wait_for(|message| match message {
            ServerMessage::Snap { tick, .. } => moved_to(message, 0).map(|_| *tick),
            _ => None,
        });
        ticks.push(tick.await);
    }
    assert!(ticks.iter().all(|tick| *tick == ticks[0]), "{ticks:?}");
}

#[tokio::test]
async fn an_overflowing_client_is_disconnected_and_can_resume() {
    let server = Server::without_listener().listen();
    let mut slow = Client::connect(&server, Some(4096)).await;
    slow.hello(&server.ticket(2).await).await;
    slow.welcome().await;
    let json = Bytes::from(vec![b' '; 16 * 1024]);
    for _ in 0..400 {
        let sent = server.hub.broadcast(&server.room, None, "n", json.clone());
        assert_eq!(sent.await, Ok(1));
    }
    let members = server.hub.presence(&server.room).await.remove(0).1;
    assert_eq!(members.len(), 1);
    assert!(!members[0].is_connected);
    let (_slow, welcome) = Client::resume(&server, &slow.resume_token, 0).await;
    assert!(welcome.is_resumed);
}

#[tokio::test]
async fn state_is_shared_and_reserved_opcodes_are_refused() {
    let server = Server::without_listener().listen();
    let mut client = Client::join(&server, 1).await;
    let id = InstanceId {
        room: server.room.clone(),
        index: 0,
    };
    let json = Bytes::from_static(b"{\"lap\":1}");
    assert_eq!(
        server.hub.set_state(&id, 0, json.clone()).await,
        Ok(Some(1))
    );
    let state = ServerMessage::State { version: 1, json };
    client.wait_for(|m| (*m == state).then_some(())).await;
    assert_eq!(
        server.hub.state(&id).await.map(|state| state.version),
        Some(1)
    );

    client.send_raw(&masked(0x82, &[0x0F, 1, 2, 3])).await;
    let code = client.wait_for(|m| match m {
        ServerMessage::Error { code, .. } => Some(*code),
        _ => None,
    });
    assert_eq!(code.await, ErrorCode::Unsupported);
    client.send_raw(&masked(0x89, b"ping")).await;
    assert_eq!(client.receive().await, Received::Pong(b"ping".to_vec()));
    client.send(&ClientMessage::Ping { client_ms: 7 }).await;
    client
        .wait_for(|m| matches!(m, ServerMessage::Pong { client_ms: 7, .. }).then_some(()))
        .await;
}

#[tokio::test]
async fn a_deleted_block_tells_everybody() {
    let server = Server::without_listener().listen();
    let mut clients = [
        Client::join(&server, 1).await,
        Client::join(&server, 2).await,
    ];
    server
        .hub
        .close(&server.room, "this block was deleted")
        .await;
    for client in &mut clients {
        let (code, reason, _) = client.wait_for_kick().await;
        assert_eq!(
            (code, reason.as_str()),
            (KickCode::RoomClosed, "this block was deleted")
        );
    }
    assert_eq!(server.hub.presence(&server.room).await, []);
}

#[tokio::test]
async fn a_panic_ends_one_room_and_its_clients_come_back() {
    let server = Server::without_listener().listen();
    let mut client = Client::join(&server, 1).await;
    client.chat(1, "panic").await;
    let (code, ..) = client.wait_for_kick().await;
    assert_eq!(code, KickCode::RoomFailed);
    let (mut client, welcome) = Client::resume(&server, &client.resume_token, 0).await;
    assert!(!welcome.is_resumed);
    client.chat(1, "hello").await;
    assert_eq!(client.wait_for(chat_text).await, "hello");
    assert_eq!(server.hub.counts().panics, 1);
    let failed = RoomEvent::Left {
        identity: user(1),
        cause: LeaveCause::Kicked(KickCode::RoomFailed),
        stayed_ms: 0,
    };
    assert_eq!(server.event_count(|event| *event == failed), 1);
}
