//! Products of the platform's shop.

use serde_json::{Value, json};

use super::clients::DemoClients;
use crate::error::Result;

const SELLER: &str = "witkeeper";

/// Puts the products on sale. What exists is not made again.
pub(super) async fn open(clients: &DemoClients<'_>) -> Result<()> {
    for (key, product) in [
        ("draw", draw()),
        ("album", album()),
        ("keepsake", keepsake()),
    ] {
        clients
            .post_accepting(
                SELLER,
                "/api/v2/orders/products",
                &format!("demo:product:{key}"),
                product,
                &[],
            )
            .await?;
    }
    Ok(())
}

fn words(ko: &str, en: &str) -> Value {
    json!({ "ko": ko, "en": en })
}

fn item(ko: &str, en: &str, kind: &str, art: &str) -> Value {
    let art = format!("/assets/plugins/items/items/{art}.svg");
    json!({ "name": words(ko, en), "type": kind, "thumbnailUrl": art })
}

fn draw() -> Value {
    let row = |(ko, en, kind, art): (&str, &str, &str, &str), weight: i64, stock: i64| {
        let mut row = item(ko, en, kind, art);
        row["weight"] = json!(weight);
        row["stock"] = json!(stock);
        row
    };
    json!({
        "kind": "random", "won": 4_900, "witHundredths": 35_000,
        "name": words("달빛 항구 뽑기", "Moonlit harbour draw"),
        "about": words(
            "달빛 항구에서 온 네 가지 수집품 가운데 하나를 뽑습니다.",
            "Draw one of four collectibles from the moonlit harbour.",
        ),
        "contents": [
            row(("달고양이", "Moon cat", "pfp", "moon-cat"), 2, 20),
            row(("등불 여우", "Lamp fox", "pfp", "lamp-fox"), 8, 80),
            row(("부둣가 사진", "Pier polaroid", "photo", "pier-polaroid"), 30, 300),
            row(("종이학", "Paper crane", "consumable", "paper-crane"), 60, 600),
        ],
    })
}

fn album() -> Value {
    json!({
        "kind": "album", "won": 16_500, "witHundredths": 118_000, "stock": 200,
        "name": words("심야 버스 첫 앨범", "Night Bus: the first album"),
        "about": words(
            "두 곡과 표지 사진을 바로 듣고 볼 수 있고, 손글씨 카드를 집으로 보내 드립니다.",
            "Two songs and the cover at once, and a handwritten card by post.",
        ),
        "contents": [
            item("막차", "The last bus", "audio", "night-bus-record"),
            item("비 오는 정류장", "A stop in the rain", "video", "rain-film"),
            item("표지 사진", "The cover", "photo", "pier-polaroid"),
        ],
    })
}

fn keepsake() -> Value {
    json!({
        "kind": "hybrid", "won": 32_000, "stock": 40,
        "name": words("작은 등대 램프", "Small lighthouse lamp"),
        "about": words(
            "책상에 두는 등대 램프와, 그 등대를 담은 사진입니다.",
            "A lamp for your desk, and a picture of the lighthouse to keep.",
        ),
        "contents": [item("작은 등대", "Small lighthouse", "photo", "small-lighthouse")],
    })
}
