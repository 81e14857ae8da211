//! A small index of postal codes: made-up buildings in existing streets, so that the search can be tried.

use serde_json::{Value, json};

use super::clients::DemoClients;
use crate::error::{Error, Result};

const OPERATOR: &str = "witkeeper";
const VERSIONS: &str = "/api/v2/orders/postcodes/versions";

/// Province, district, street (each Korean and English), postal code, number, building, quarter.
type Sample = (
    [&'static str; 6],
    &'static str,
    i64,
    &'static str,
    &'static str,
);

const SEOUL: [&str; 2] = ["서울특별시", "Seoul"];
const SAMPLES: [Sample; 8] = [
    (
        of(SEOUL, ["강남구", "Gangnam-gu"], ["테헤란로", "Teheran-ro"]),
        "06236",
        152,
        "등불타워",
        "역삼동",
    ),
    (
        of(
            SEOUL,
            ["강남구", "Gangnam-gu"],
            ["테헤란로4길", "Teheran-ro 4-gil"],
        ),
        "06241",
        15,
        "",
        "역삼동",
    ),
    (
        of(SEOUL, ["중구", "Jung-gu"], ["세종대로", "Sejong-daero"]),
        "04524",
        110,
        "시청",
        "태평로1가",
    ),
    (
        of(SEOUL, ["마포구", "Mapo-gu"], ["와우산로", "Wausan-ro"]),
        "04066",
        94,
        "달빛아파트",
        "상수동",
    ),
    (
        of(
            ["부산광역시", "Busan"],
            ["해운대구", "Haeundae-gu"],
            ["해운대해변로", "Haeundaehaebyeon-ro"],
        ),
        "48099",
        264,
        "파도맨션",
        "우동",
    ),
    (
        of(
            ["대전광역시", "Daejeon"],
            ["서구", "Seo-gu"],
            ["둔산로", "Dunsan-ro"],
        ),
        "35242",
        100,
        "",
        "둔산동",
    ),
    (
        of(
            ["경기도", "Gyeonggi-do"],
            ["성남시 분당구", "Bundang-gu, Seongnam-si"],
            ["판교역로", "Pangyoyeok-ro"],
        ),
        "13494",
        166,
        "",
        "백현동",
    ),
    (
        of(
            ["제주특별자치도", "Jeju-do"],
            ["제주시", "Jeju-si"],
            ["첨단로", "Cheomdan-ro"],
        ),
        "63309",
        242,
        "바람집",
        "영평동",
    ),
];

const fn of(
    province: [&'static str; 2],
    district: [&'static str; 2],
    road: [&'static str; 2],
) -> [&'static str; 6] {
    [
        province[0],
        province[1],
        district[0],
        district[1],
        road[0],
        road[1],
    ]
}

/// Imports the index, unless there is one.
pub(super) async fn import(clients: &DemoClients<'_>) -> Result<()> {
    let versions = clients.get(OPERATOR, VERSIONS).await?;
    let items = versions.payload()["items"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    if items.iter().any(|one| one["isUsed"] == true) {
        return Ok(());
    }
    let post = async |path: &str, key: &str, body: Value| {
        let key = format!("demo:postcodes:{}:{key}", items.len());
        clients
            .post_accepting(OPERATOR, path, &key, body, &[])
            .await
    };
    let begun = post(VERSIONS, "begin", json!({})).await?;
    let version = begun.payload()["items"][0]["version"].as_i64();
    let version =
        version.ok_or_else(|| Error::internal("demo data: no version of postal codes"))?;
    let rows: Vec<Value> = SAMPLES.iter().map(row).collect();
    let (rows, count) = (json!({ "from": 0, "rows": rows }), SAMPLES.len());
    post(&format!("{VERSIONS}/{version}/rows"), "rows", rows).await?;
    post(
        &format!("{VERSIONS}/{version}/use"),
        "use",
        json!({ "rows": count }),
    )
    .await?;
    Ok(())
}

fn row((place, code, main, building, quarter): &Sample) -> Value {
    let [province, province_en, district, district_en, road, road_en] = place;
    json!({
        "code": code, "province": province, "provinceEn": province_en, "district": district, "districtEn": district_en,
        "road": road, "roadEn": road_en, "main": main, "building": building, "quarter": quarter, "lot": main,
    })
}
