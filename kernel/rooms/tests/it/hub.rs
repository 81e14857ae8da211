//! Instances: capacity, friends, bans; members whose facts change.

use uuid::Uuid;
use witverse_rooms::Identity;
use witverse_rooms::hub::{Admission, JoinError, JoinRequest, Refreshed};
use witverse_rooms::protocol::KickCode;
use witverse_rooms::room::RoomOptions;

use crate::support::{Client, ORIGIN, Server, user, visit};

async fn join(server: &Server, n: u128, friends: &[u128]) -> Result<Admission, JoinError> {
    let request = JoinRequest {
        room: server.room.clone(),
        visit: visit(user(n)),
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

fn refuse(server: &Server, n: u128) {
    let mut refused = server.host.refused.lock().expect("not poisoned");
    refused.insert(user(n), "not any more".to_owned());
}

#[tokio::test]
async fn a_member_that_may_not_stay_is_removed_with_the_reason() {
    let server = Server::without_listener().listen();
    let (mut first, _second) = (
        Client::join(&server, 1).await,
        Client::join(&server, 2).await,
    );
    assert_eq!(server.hub.rooms_of(user(1)), vec![server.room.clone()]);
    let refreshed = server.hub.refresh(&server.room, user(1)).await;
    assert_eq!(refreshed, Refreshed::Done);
    refuse(&server, 1);
    server.hub.refresh(&server.room, user(1)).await;
    let (code, reason, _) = first.wait_for_kick().await;
    assert_eq!((code, reason.as_str()), (KickCode::Refused, "not any more"));
    assert_eq!(server.hub.members_of(&server.room), [user(2)]);
}

#[tokio::test]
async fn a_member_leaves_with_its_login_session() {
    let server = Server::without_listener().listen();
    let (mut first, _second) = (
        Client::join(&server, 1).await,
        Client::join(&server, 2).await,
    );
    let login = visit(user(1)).login;
    server
        .host
        .ended
        .lock()
        .expect("not poisoned")
        .insert(login);
    for n in [1, 2] {
        server.hub.refresh(&server.room, user(n)).await;
    }
    let (code, reason, _) = first.wait_for_kick().await;
    assert_eq!((code, reason.as_str()), (KickCode::Refused, "logged out"));
    assert_eq!(server.hub.members_of(&server.room), [user(2)]);
}

#[tokio::test]
async fn tickets_of_guests_keep_nobody_with_an_account_out() {
    let server = with_capacity(3);
    let guest = async |n: u128| {
        let request = JoinRequest {
            room: server.room.clone(),
            visit: visit(Identity::Guest(Uuid::from_u128(n))),
            friends: Vec::new(),
            origin: ORIGIN.to_owned(),
        };
        let admission = server.hub.join(request).await.expect("admitted");
        admission.instance.index
    };
    for n in 100..103 {
        assert_eq!(guest(n).await, 0);
    }
    assert_eq!(guest(103).await, 1, "guests count each other");
    for n in 1..=3 {
        assert_eq!(index(&server, n, &[]).await, 0);
    }
    assert_eq!(index(&server, 4, &[]).await, 1);
}

#[tokio::test]
async fn a_change_during_an_admission_is_not_lost() {
    let server = Server::without_listener().listen();
    let ticket = server.ticket(1).await;
    let (host, hub) = (server.host.clone(), server.hub.clone());
    let change = move || {
        let mut refused = host.refused.lock().expect("not poisoned");
        refused.insert(user(1), "just now".to_owned());
        hub.note_change();
    };
    *server.host.after_profile.lock().expect("not poisoned") = Some(Box::new(change));
    let mut client = Client::connect(&server, None).await;
    client.hello(&ticket).await;
    let (code, reason, _) = client.wait_for_kick().await;
    assert_eq!((code, reason.as_str()), (KickCode::Refused, "just now"));
}
