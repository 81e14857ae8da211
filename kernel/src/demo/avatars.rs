//! The avatars of the demo accounts. Some people have not chosen one, so that the page of the choice can be seen.

use serde_json::json;

use super::clients::DemoClients;
use crate::error::Result;

struct DemoAvatar {
    member: &'static str,
    /// Body, skin, face, hair, hair colour, top, bottom, and the styles of top and bottom.
    look: [&'static str; 9],
    /// Slot and thumbnail of an own item that is worn.
    gear: Option<(&'static str, &'static str)>,
}

const AVATARS: [DemoAvatar; 10] = [
    of(
        "witkeeper",
        [
            "regular", "sand", "calm", "half-up", "black", "violet", "charcoal", "cardigan",
            "pleated",
        ],
        None,
    ),
    of(
        "haneul",
        [
            "slim", "rose", "smile", "bob", "black", "teal", "navy", "hoodie", "jeans",
        ],
        Some(("hand", "harbour-lantern")),
    ),
    of(
        "minji",
        [
            "petite",
            "porcelain",
            "bright",
            "ponytail",
            "chestnut",
            "coral",
            "beige",
            "hanbok",
            "chima",
        ],
        Some(("back", "paper-crane")),
    ),
    of(
        "theo",
        [
            "broad", "amber", "cool", "curly", "brown", "moss", "brown", "jacket", "cargo",
        ],
        Some(("face", "star-goggles")),
    ),
    of(
        "sora",
        [
            "slim", "honey", "shy", "wavy", "blue", "ivory", "slate", "knit", "wide",
        ],
        None,
    ),
    of(
        "jules",
        [
            "regular",
            "umber",
            "wink",
            "spiky",
            "red",
            "charcoal",
            "plum",
            "turtleneck",
            "trousers",
        ],
        None,
    ),
    of(
        "dohyun",
        [
            "broad",
            "sand",
            "smile",
            "two-block",
            "black",
            "blue",
            "charcoal",
            "shirt",
            "joggers",
        ],
        Some(("hand", "harbour-lantern")),
    ),
    of(
        "yuna",
        [
            "petite",
            "rose",
            "surprised",
            "twin-tails",
            "pink",
            "gold",
            "navy",
            "sailor",
            "skirt",
        ],
        None,
    ),
    of(
        "noah",
        [
            "regular",
            "espresso",
            "bright",
            "buzz",
            "black",
            "red",
            "slate",
            "long-sleeve",
            "shorts",
        ],
        Some(("hand", "harbour-lantern")),
    ),
    of(
        "leon",
        [
            "slim", "bronze", "calm", "braid", "blond", "pink", "beige", "vest", "culottes",
        ],
        Some(("face", "star-goggles")),
    ),
];

const fn of(
    member: &'static str,
    look: [&'static str; 9],
    gear: Option<(&'static str, &'static str)>,
) -> DemoAvatar {
    DemoAvatar { member, look, gear }
}

/// Chooses the avatars; one that was chosen before stays.
pub(super) async fn choose(clients: &DemoClients<'_>) -> Result<()> {
    for avatar in &AVATARS {
        let [
            body,
            skin,
            face,
            hair,
            hair_color,
            top,
            bottom,
            top_style,
            bottom_style,
        ] = avatar.look;
        let look = json!({
            "body": body, "skin": skin, "face": face, "hair": hair, "hairColor": hair_color, "top": top,
            "topStyle": top_style, "bottom": bottom, "bottomStyle": bottom_style,
        });
        let chosen = ["avatar_already_chosen"];
        clients
            .put_accepting(avatar.member, "/api/user/avatars2", look, &chosen)
            .await?;
        if let Some((slot, item)) = avatar.gear {
            wear(clients, avatar.member, slot, item).await?;
        }
    }
    Ok(())
}

async fn wear(clients: &DemoClients<'_>, member: &str, slot: &str, item: &str) -> Result<()> {
    let inventory = clients
        .get(member, "/api/item/inventory/craft/gear/all")
        .await?;
    let picture = format!("/assets/plugins/items/items/{item}.svg");
    let owned = inventory
        .items()
        .iter()
        .find(|owned| owned["thumbnailUrl"] == picture.as_str() && owned["gear"]["slot"] == slot);
    if let Some(owned) = owned {
        let body = json!({ "slot": slot, "itemId": owned["itemId"] });
        // In a gift of the demo, or in one that a person has sent meanwhile.
        let given = ["item_awaiting_acceptance", "not_item_owner"];
        clients
            .put_accepting(member, "/api/v2/avatars/gear", body, &given)
            .await?;
    }
    Ok(())
}
