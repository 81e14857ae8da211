//! Items for sale and offers of the demo accounts.

use serde_json::json;

use super::clients::DemoClients;
use crate::error::Result;

/// Who lists which item, by its English name, for how many WIT.
const LISTINGS: [(&str, &str, u32); 8] = [
    ("theo", "Small Lighthouse", 120),
    ("leon", "Small Lighthouse", 150),
    ("yuna", "Tiny Hanok", 280),
    ("noah", "Poem at a Window", 25),
    ("bora", "Record of the Night Bus", 45),
    ("arin", "Paper Crane", 60),
    ("sora", "Dew Potion", 12),
    ("mateo", "Paper Crane", 55),
];

/// Who offers how many WIT for the listing at this place.
const OFFERS: [(&str, usize, u32); 3] = [("minji", 0, 95), ("jules", 0, 100), ("minji", 2, 250)];

/// Lists the items that are free, and makes the offers. What exists is not made again.
pub(super) async fn trade(clients: &DemoClients<'_>) -> Result<()> {
    for (seller, name, price) in LISTINGS {
        let Some(item) = item_of(clients, seller, name, "free").await? else {
            continue;
        };
        let body = json!({ "itemId": item, "price": price, "duration": "3m", "agreed": true });
        clients
            .post_accepting(
                seller,
                "/api/v2/market/listings",
                &format!("demo:listing:{item}"),
                body,
                &[],
            )
            .await?;
    }
    for (buyer, place, price) in OFFERS {
        let (seller, name, _) = LISTINGS[place];
        let Some(item) = item_of(clients, seller, name, "locked").await? else {
            continue;
        };
        let body = json!({ "itemId": item, "price": price, "duration": "3m", "agreed": true });
        clients
            .post_accepting(
                buyer,
                "/api/v2/market/offers",
                &format!("demo:offer:{item}"),
                body,
                &["offer_exists", "item_awaiting_acceptance", "item_worn"],
            )
            .await?;
    }
    Ok(())
}

/// The id of a person's item with this English name.
async fn item_of(
    clients: &DemoClients<'_>,
    owner: &str,
    name: &str,
    state: &str,
) -> Result<Option<String>> {
    let path = format!("/api/item/inventory/craft/all/{state}?limit=100");
    let answer = clients.get(owner, &path).await?;
    let item = answer
        .items()
        .iter()
        .find(|item| item["name"]["en"] == name);
    Ok(item
        .and_then(|item| item["itemId"].as_str())
        .map(str::to_owned))
}
