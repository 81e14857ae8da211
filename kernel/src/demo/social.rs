//! Friendships, WIT, gifts and notices of the demo accounts. Relations are defined by distances in a ring of all
//! accounts, so that each account has friends, open requests, pending gifts and closed gifts.

use serde_json::{Value, json};
use uuid::Uuid;

use super::clients::{Answer, DemoClients};
use super::people::MEMBERS;
use crate::error::{Error, Language, Result};
use crate::payments::SandboxAction;

/// Each person is a friend of the people at these distances in the ring.
const FRIENDS_AT: [usize; 2] = [1, 3];
/// Each person has sent a request to the person at this distance.
const REQUEST_AT: usize = 5;
/// WIT that each person has bought, one order each.
const ORDERS: [i64; 2] = [500, 200];

struct WitGift {
    /// The distance from the sender to the recipient in the ring.
    to: usize,
    /// In whole WIT, plus the sender's place in the ring.
    wit: usize,
    /// `None`: the gift stays pending.
    approve: Option<bool>,
    messages: [&'static str; 4],
}

const GIFTS: [WitGift; 3] = [
    WitGift {
        to: 3,
        wit: 20,
        approve: Some(true),
        messages: [
            "어제 길 안내 고마웠어요!",
            "Thanks for showing me around yesterday!",
            "생일 축하해요 🎂",
            "For the lantern you lent me.",
        ],
    },
    WitGift {
        to: 1,
        wit: 10,
        approve: Some(false),
        messages: [
            "커피 한잔하세요.",
            "Coffee is on me this time.",
            "지난번에 빌린 만큼 돌려드려요.",
            "You won our bet!",
        ],
    },
    WitGift {
        to: 1,
        wit: 5,
        approve: None,
        messages: [
            "오늘 밤 광장에서 봐요.",
            "See you at the arcade tonight?",
            "새 월드 열었어요. 놀러 오세요!",
            "For your next postcard.",
        ],
    },
];

struct ItemGift {
    from: &'static str,
    to: &'static str,
    /// The English name of the item.
    item: &'static str,
    approve: Option<bool>,
    message: &'static str,
}

const ITEM_GIFTS: [ItemGift; 8] = [
    item_gift(
        "witkeeper",
        "theo",
        "Poem at a Window",
        None,
        "정거장 창가에 두면 어울릴 것 같아요.",
    ),
    item_gift(
        "haneul",
        "sora",
        "Harbor Lantern",
        None,
        "바닷속에서도 켜지는지 알려 주세요!",
    ),
    item_gift("minji", "jules", "Paper Crane", None, "For your shoulder."),
    item_gift(
        "theo",
        "dohyun",
        "Star Goggles",
        Some(true),
        "Best worn at noon.",
    ),
    item_gift(
        "jules",
        "noah",
        "Record of the Night Bus",
        Some(true),
        "막차 놓친 날 들어요.",
    ),
    item_gift(
        "yuna",
        "leon",
        "Dew Potion",
        None,
        "물 주는 걸 잊지 마세요.",
    ),
    item_gift(
        "bora",
        "mateo",
        "Polaroid of the Pier",
        Some(false),
        "I have two of these.",
    ),
    item_gift(
        "arin",
        "haneul",
        "Moon Cat",
        None,
        "같이 쓰는 고양이 프로필!",
    ),
];

const fn item_gift(
    from: &'static str,
    to: &'static str,
    item: &'static str,
    approve: Option<bool>,
    message: &'static str,
) -> ItemGift {
    ItemGift {
        from,
        to,
        item,
        approve,
        message,
    }
}

/// Creates the data; data of an earlier run is not created again.
pub(super) async fn connect(clients: &DemoClients<'_>) -> Result<()> {
    for at in 0..MEMBERS.len() {
        buy_wit(clients, nickname(at)).await?;
        for distance in FRIENDS_AT {
            befriend(clients, nickname(at), nickname(at + distance)).await?;
        }
    }
    for at in 0..MEMBERS.len() {
        request(clients, nickname(at), nickname(at + REQUEST_AT)).await?;
        for (index, gift) in GIFTS.iter().enumerate() {
            give_wit(clients, at, index, gift).await?;
        }
    }
    for gift in &ITEM_GIFTS {
        give_item(clients, gift).await?;
    }
    publish_notices(clients).await
}

fn nickname(at: usize) -> &'static str {
    MEMBERS[at % MEMBERS.len()].nickname
}

/// Buys WIT on the sandbox's page; does nothing with another payment provider.
pub(super) async fn buy_wit(clients: &DemoClients<'_>, who: &str) -> Result<()> {
    const PATH: &str = "/api/v2/wallet/orders";
    let Some(sandbox) = &clients.app.payments.sandbox else {
        return Ok(());
    };
    if clients.get(who, PATH).await?.items().len() >= ORDERS.len() {
        return Ok(());
    }
    for wit in ORDERS {
        let key = format!("demo-{who}-{wit}");
        let order = json!({ "wit": wit, "currency": "KRW", "agreed": true });
        let order = clients.post_accepting(who, PATH, &key, order, &[]).await?;
        let id = order.payload()["id"]
            .as_str()
            .and_then(|id| Uuid::try_parse(id).ok());
        let id = id.ok_or_else(|| Error::internal("demo data: an order without an id"))?;
        let form = sandbox.shown(id, who).await?;
        sandbox
            .press(id, SandboxAction::Approve, (who, Language::Ko), &form.token)
            .await?;
        let confirm = format!("{PATH}/{id}/confirm");
        clients
            .post_accepting(who, &confirm, &key, json!({}), &[])
            .await?;
    }
    Ok(())
}

/// Sends a friend request; returns the relationship, or `None` if the two are connected already.
async fn request(clients: &DemoClients<'_>, from: &str, to: &str) -> Result<Option<String>> {
    let key = format!("demo-friend-{from}-{to}");
    let known = ["friend_request_exists", "already_friends"];
    let path = "/api/v2/relationship/request/friend";
    let body = json!({ "nickname": to });
    let answer = clients
        .post_accepting(from, path, &key, body, &known)
        .await?;
    let pending = answer.payload()["status"] == 0;
    let id = answer.payload()["relationshipId"].as_str();
    Ok(id.filter(|_| pending).map(str::to_owned))
}

async fn befriend(clients: &DemoClients<'_>, from: &str, to: &str) -> Result<()> {
    let Some(relationship) = request(clients, from, to).await? else {
        return Ok(());
    };
    let path = "/api/v2/relationship/process/request";
    let body = json!({ "approve": true, "relationshipId": relationship });
    clients
        .post_accepting(
            to,
            path,
            &format!("demo-{relationship}"),
            body,
            &["request_answered"],
        )
        .await?;
    Ok(())
}

async fn give_wit(
    clients: &DemoClients<'_>,
    at: usize,
    index: usize,
    gift: &WitGift,
) -> Result<()> {
    let (from, to) = (nickname(at), nickname(at + gift.to));
    let body = json!({
        "airdropTargetType": "wit",
        "airdropTargetData": gift.wit + at,
        "message": gift.messages[at % gift.messages.len()],
        "userId": clients.id(to)?,
    });
    // Without WIT, where another payment provider is configured, there are no gifts of WIT.
    let key = format!("demo-gift-{from}-{index}");
    let path = "/api/v2/gift/create";
    let created = clients
        .post_accepting(from, path, &key, body, &["insufficient_wit"])
        .await?;
    answer(clients, to, &created, gift.approve).await
}

async fn give_item(clients: &DemoClients<'_>, gift: &ItemGift) -> Result<()> {
    let path = format!("/api/v2/user/inventory/paging/{}", clients.id(gift.from)?);
    let inventory = clients.get(gift.from, &path).await?;
    let has_name = |item: &&Value| item["name"]["en"] == gift.item;
    // Absent after a first run, in which the gift was accepted.
    let Some(item) = inventory.items().iter().find(has_name) else {
        return Ok(());
    };
    let body = json!({
        "airdropTargetType": "item",
        "airdropTargetData": item["itemId"],
        "message": gift.message,
        "userId": clients.id(gift.to)?,
    });
    let key = format!("demo-item-{}", gift.from);
    let given = ["already_rock_item", "item_awaiting_acceptance"];
    let created = clients
        .post_accepting(gift.from, "/api/v2/gift/create", &key, body, &given)
        .await?;
    answer(clients, gift.to, &created, gift.approve).await
}

/// Accepts or rejects a gift; does nothing if it is to wait, or if it was not created.
async fn answer(
    clients: &DemoClients<'_>,
    to: &str,
    created: &Answer,
    approve: Option<bool>,
) -> Result<()> {
    let (Some(id), Some(approve)) = (created.payload()["airdropId"].as_str(), approve) else {
        return Ok(());
    };
    let body = json!({ "airdropId": id, "approve": approve });
    let key = format!("demo-answer-{id}");
    clients
        .post_accepting(to, "/api/v2/gift/handle", &key, body, &["gift_closed"])
        .await?;
    Ok(())
}

async fn publish_notices(clients: &DemoClients<'_>) -> Result<()> {
    let admin = MEMBERS[0].nickname;
    let path = "/api/v2/mails/admin/notices";
    if !clients.get(admin, path).await?.items().is_empty() {
        return Ok(());
    }
    let notices = [
        (
            "Witverse에 오신 것을 환영합니다",
            "Welcome to Witverse",
            "월드를 하나 골라 가입하고, 친구를 찾아 첫 선물을 보내 보세요. 궁금한 점은 언제든 알려 주세요.",
            "Choose a world to join, find your friends and send your first gift. Let us know if you have any questions.",
        ),
        (
            "위치(Witch) 포인트 안내",
            "About witch points",
            "멤버가 월드에서 쓴 WIT와 방문자 수에 따라 월드의 위치(Witch) 포인트가 쌓입니다.",
            "A world earns witch points from the WIT that its members spend there and from its visitors.",
        ),
    ];
    for (index, (title_ko, title_en, ko, en)) in notices.into_iter().enumerate() {
        let notice = json!({
            "title": { "ko": title_ko, "en": title_en },
            "body": { "ko": ko, "en": en },
        });
        let key = format!("demo-notice-{index}");
        clients
            .post_accepting(admin, path, &key, notice, &[])
            .await?;
    }
    Ok(())
}
