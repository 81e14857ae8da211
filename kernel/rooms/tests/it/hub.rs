//! Instances: capacity, friends, bans.

use uuid::Uuid;
use witverse_rooms::hub::{Admission, JoinError, JoinRequest};
use witverse_rooms::room::RoomOptions;

use crate::support::{ORIGIN, Server, user};

async fn join(server: &Server, n: u128, friends: &[u128]) -> Result<Admission, JoinError> {
    let request = JoinRequest {
        room: server.room.clone(),
        identity: user(n),
        friends: friends.iter().map(|id| Uuid::from_u128(*id)).collect(),
        origin: ORIGIN.to_owned(),
    };
    server.hub.join(request).await
}

async fn index(server: &Server, n: u128, friends: &[u128]) -> u16 {
    let admission = join(server, n, friends).await.expect("admitted");
    admission.instance.index
}

fn with_capacity(capacity: u16) -> Server {
    let server = Server::without_listener();
    *server.host.options.lock().expect("not poisoned") = RoomOptions {
        capacity,
        ..RoomOptions::default()
    };
    server
}

#[tokio::test]
async fn the_room_beside_opens_when_all_places_are_taken_or_reserved() {
    let server = with_capacity(2);
    assert_eq!(index(&server, 1, &[]).await, 0);
    assert_eq!(index(&server, 2, &[]).await, 0);
    assert_eq!(
        index(&server, 1, &[]).await,
        0,
        "its own place is not counted twice"
    );
    assert_eq!(index(&server, 3, &[]).await, 1);
    assert_eq!(server.hub.counts().instances, 2);
}

#[tokio::test]
async fn friends_are_placed_together() {
    let server = with_capacity(3);
    for n in 1..=3 {
        assert_eq!(index(&server, n, &[]).await, 0);
    }
    assert_eq!(index(&server, 4, &[]).await, 1);
    assert_eq!(
        index(&server, 5, &[1, 4]).await,
        1,
        "the friend in 0 has no free place"
    );
    assert_eq!(index(&server, 6, &[1]).await, 1);
    assert_eq!(index(&server, 7, &[]).await, 2);
    assert_eq!(index(&server, 8, &[7]).await, 2);
}

#[tokio::test]
async fn the_banned_get_no_ticket_and_leave_no_room_behind() {
    let server = Server::without_listener();
    server.host.options.lock().expect("not poisoned").banned = vec![user(1)];
    assert_eq!(join(&server, 1, &[]).await, Err(JoinError::Banned));
    assert_eq!(server.hub.counts().rooms, 0);
    assert!(join(&server, 2, &[]).await.is_ok());
    server.hub.ban(&server.room, user(2), "").await;
    assert_eq!(join(&server, 2, &[]).await, Err(JoinError::Banned));
    server.hub.unban(&server.room, user(2)).await;
    assert!(join(&server, 2, &[]).await.is_ok());
}
