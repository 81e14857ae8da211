//! The items of the demo accounts: three small collections, granted through the API for administrators. Grants are
//! idempotent by their keys.

use serde_json::json;

use super::clients::DemoClients;
use super::people::MEMBERS;
use crate::error::Result;

struct Collection {
    id: &'static str,
    ko: &'static str,
    en: &'static str,
}

struct DemoItem {
    /// Also the name of its image file.
    key: &'static str,
    /// Index in [`COLLECTIONS`].
    collection: usize,
    kind: &'static str,
    /// Korean and English, in all texts below.
    name: [&'static str; 2],
    description: [&'static str; 2],
    /// The slot and the model of an item that can be worn.
    gear: Option<[&'static str; 2]>,
    /// The members who own one.
    owners: &'static [&'static str],
}

const COLLECTIONS: [Collection; 3] = [
    Collection {
        id: "0190f3a0-0000-7000-8000-0000000c0100",
        ko: "밤의 항구",
        en: "Night Harbor",
    },
    Collection {
        id: "0190f3a0-0000-7000-8000-0000000c0101",
        ko: "달빛 친구들",
        en: "Moonlit Friends",
    },
    Collection {
        id: "0190f3a0-0000-7000-8000-0000000c0102",
        ko: "고요한 골목",
        en: "Quiet Alley",
    },
];

const ITEMS: [DemoItem; 12] = [
    DemoItem {
        key: "harbour-lantern",
        collection: 0,
        kind: "gear",
        name: ["항구 등불", "Harbor Lantern"],
        description: [
            "바람이 불어도 꺼지지 않는 종이 등불입니다. 들고 걸으면 발밑이 환해집니다.",
            "A paper lantern that no wind can blow out. Carry it to light your way.",
        ],
        gear: Some(["hand", "lantern"]),
        owners: &["haneul", "dohyun", "noah"],
    },
    DemoItem {
        key: "small-lighthouse",
        collection: 0,
        kind: "block",
        name: ["작은 등대", "Small Lighthouse"],
        description: [
            "월드 어디에나 세울 수 있는 한 칸짜리 등대입니다.",
            "A one-block lighthouse to put anywhere in your world.",
        ],
        gear: None,
        owners: &["theo", "leon"],
    },
    DemoItem {
        key: "pier-polaroid",
        collection: 0,
        kind: "photo",
        name: ["부두의 폴라로이드", "Polaroid of the Pier"],
        description: [
            "해가 지기 2분 전, 부두 끝에서 찍은 한 장입니다.",
            "Taken at the end of the pier, two minutes before sunset.",
        ],
        gear: None,
        owners: &["sora", "jules", "bora"],
    },
    DemoItem {
        key: "rain-film",
        collection: 0,
        kind: "video",
        name: ["비 오는 날의 단편", "A Short Film About Rain"],
        description: [
            "우산 하나가 항구를 건너는 3분짜리 영상입니다.",
            "A three-minute film of an umbrella crossing the harbor.",
        ],
        gear: None,
        owners: &["jules", "mateo"],
    },
    DemoItem {
        key: "moon-cat",
        collection: 1,
        kind: "pfp",
        name: ["달고양이", "Moon Cat"],
        description: [
            "보름달 앞에 앉기를 좋아하는 고양이입니다. 프로필 이미지로 쓸 수 있습니다.",
            "A cat that likes to sit in front of the full moon. Use it as your profile picture.",
        ],
        gear: None,
        owners: &["minji", "arin", "witkeeper"],
    },
    DemoItem {
        key: "lamp-fox",
        collection: 1,
        kind: "pfp",
        name: ["등불여우", "Lamp Fox"],
        description: [
            "길을 잃은 사람 앞에 작은 불을 밝히고 나타납니다. 프로필 이미지로 쓸 수 있습니다.",
            "Appears with a small light when someone is lost. Use it as your profile picture.",
        ],
        gear: None,
        owners: &["sora", "bora", "mateo"],
    },
    DemoItem {
        key: "star-goggles",
        collection: 1,
        kind: "gear",
        name: ["별 고글", "Star Goggles"],
        description: [
            "쓰면 낮에도 별자리가 보입니다.",
            "Put them on to see the constellations by day.",
        ],
        gear: Some(["face", "goggles"]),
        owners: &["theo", "minji", "leon"],
    },
    DemoItem {
        key: "dew-potion",
        collection: 1,
        kind: "consumable",
        name: ["이슬 물약", "Dew Potion"],
        description: [
            "마시면 30분 동안 발자국마다 풀꽃이 핍니다.",
            "Drink it, and flowers grow in your footsteps for half an hour.",
        ],
        gear: None,
        owners: &["dohyun", "haneul", "sora", "yuna"],
    },
    DemoItem {
        key: "tiny-hanok",
        collection: 2,
        kind: "block",
        name: ["손바닥 한옥", "Tiny Hanok"],
        description: [
            "창호지 너머로 불빛이 새어 나오는 한 칸짜리 한옥입니다.",
            "A one-block hanok with light shining through its paper windows.",
        ],
        gear: None,
        owners: &["minji", "yuna"],
    },
    DemoItem {
        key: "window-poem",
        collection: 2,
        kind: "text",
        name: ["창가의 시", "Poem at a Window"],
        description: [
            "누군가 창가에 두고 간 다섯 줄의 시입니다.",
            "Five lines of poetry that someone left by a window.",
        ],
        gear: None,
        owners: &["haneul", "theo", "witkeeper", "noah"],
    },
    DemoItem {
        key: "night-bus-record",
        collection: 2,
        kind: "audio",
        name: ["막차 레코드", "Record of the Night Bus"],
        description: [
            "막차가 지나가는 골목의 소리를 담은 레코드입니다.",
            "The sound of an alley when the last bus goes by.",
        ],
        gear: None,
        owners: &["jules", "dohyun", "bora"],
    },
    DemoItem {
        key: "paper-crane",
        collection: 2,
        kind: "gear",
        name: ["종이학", "Paper Crane"],
        description: [
            "어깨 위를 천천히 맴도는 종이학입니다.",
            "A paper crane that circles slowly above your shoulder.",
        ],
        gear: Some(["back", "paper-crane"]),
        owners: &["dohyun", "minji", "theo", "arin", "mateo"],
    },
];

/// Grants the items as the administrator. An item that was granted before is not granted again.
pub(super) async fn grant(clients: &DemoClients<'_>) -> Result<()> {
    for item in &ITEMS {
        let collection = &COLLECTIONS[item.collection];
        for owner in item.owners {
            let key = format!("demo:{}:{owner}", item.key);
            let gear = item
                .gear
                .map(|[slot, model]| json!({ "slot": slot, "model": model }));
            let grant = json!({
                "key": key,
                "collectionId": collection.id,
                "collectionName": { "ko": collection.ko, "en": collection.en },
                "ownerNickname": owner,
                "type": item.kind,
                "name": { "ko": item.name[0], "en": item.name[1] },
                "description": { "ko": item.description[0], "en": item.description[1] },
                "thumbnailUrl": format!("/assets/plugins/items/items/{}.svg", item.key),
                "numbered": true,
                "gear": gear,
            });
            clients
                .post_accepting(
                    MEMBERS[0].nickname,
                    "/api/v2/items/grants",
                    &key,
                    grant,
                    &[],
                )
                .await?;
        }
    }
    Ok(())
}
