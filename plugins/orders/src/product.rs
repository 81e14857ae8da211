//! Products and their contents: the rules of a new product, and prices.

use crate::draw::{Odds, Promised};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::{FileKind, Text};
use witverse_sdk::images::is_platform_art;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Error, Timestamp, Uuid, text};

const NAME_MAX: usize = 50;
const ABOUT_MAX: usize = 1000;
const CONTENTS_MAX: usize = 20;
/// Units of a product.
pub(crate) const STOCK_MAX: i64 = 1_000_000;
/// What a shop sells. Gear, texts and 3D models are made in `/crafting`, which asks for what they consist of.
const TYPES: [&str; 5] = ["audio", "consumable", "pfp", "photo", "video"];

/// What a product is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An item that is drawn from published odds.
    Random,
    /// Digital items at once, and a card that is shipped within 1 to 4 business days.
    Album,
    /// An item and a parcel.
    Hybrid,
}

impl Kind {
    /// As it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Album => "album",
            Self::Hybrid => "hybrid",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Random, Self::Album, Self::Hybrid]
            .into_iter()
            .find(|kind| kind.as_str() == text)
    }

    /// Whether something is shipped.
    #[must_use]
    pub const fn has_parcel(self) -> bool {
        matches!(self, Self::Album | Self::Hybrid)
    }

    /// The first and the last business day after the payment on which it is shipped.
    #[must_use]
    pub const fn ship_days(self) -> (u32, u32) {
        (1, 4)
    }
}

/// An item of a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Content {
    /// Its number in the product, from 1.
    pub no: i64,
    /// Both languages.
    #[row(both)]
    pub name: Text,
    /// A type of items.
    #[schemars(extend("enum" = ["audio", "block", "consumable", "gear", "pfp", "photo", "text", "video"]))]
    #[row(column = "item_type")]
    pub r#type: String,
    /// An image of the platform, or an uploaded one.
    #[row(column = "thumbnail")]
    pub thumbnail_url: String,
    /// What a buyer of an item plays: the media type of its sound or video.
    pub media_type: Option<String>,
    /// The uploaded image.
    #[serde(skip)]
    pub image_file: Option<Uuid>,
    /// The sound or video; only people who have bought the item learn where it is.
    #[serde(skip)]
    pub media_file: Option<Uuid>,
    /// The weight in the draw; 0 for items that every buyer gets.
    pub weight: i64,
    /// All that were ever made; null without a stock of its own.
    pub stock: Option<i64>,
    /// What was not drawn yet.
    #[row(column = "left_over")]
    pub left: Option<i64>,
}

/// The rows that an order placed now promises: without sold-out ones.
#[must_use]
pub fn promised(contents: &[Content]) -> Vec<Promised> {
    contents
        .iter()
        .filter(|content| content.weight > 0 && content.left != Some(0))
        .map(|content| Promised {
            no: content.no,
            weight: content.weight,
            left: content.left,
        })
        .collect()
}

/// The rows of a draw now, for orders that promised none: sold-out rows leave it.
#[must_use]
pub fn odds(contents: &[Content]) -> Vec<Odds> {
    contents
        .iter()
        .filter(|content| content.weight > 0 && content.left != Some(0))
        .map(|content| Odds {
            no: content.no,
            weight: content.weight,
        })
        .collect()
}

/// A product as it is stored.
#[derive(Clone, Debug, FromRow)]
pub struct Product {
    /// Its id.
    pub id: Uuid,
    /// What it is.
    #[row(parse)]
    pub kind: Kind,
    /// The name of the world that sells; none for the platform.
    pub world: Option<String>,
    /// The person who receives WIT of a world's product.
    #[row(column = "seller_id")]
    pub seller: Option<Uuid>,
    /// Its seller was erased.
    pub is_orphan: bool,
    /// Both languages.
    #[row(both)]
    pub name: Text,
    /// Both languages.
    #[row(both)]
    pub about: Text,
    /// An image of the platform.
    pub thumbnail: String,
    /// The price in won.
    pub won: i64,
    /// The price in hundredths of a WIT; none if it is sold for won only.
    pub wit: Option<i64>,
    /// The collection of its items.
    #[row(column = "collection_id")]
    pub collection: Uuid,
    /// On sale.
    pub is_open: bool,
    /// Not reserved and not sold.
    pub available: i64,
    /// A pre-order is shipped from this day on; days since 1970-01-01.
    pub release_day: Option<i64>,
    /// When it was created.
    pub created_at: Timestamp,
}

/// What an order costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    /// Won for the products.
    pub products_won: i64,
    /// Won for delivery to an island.
    pub surcharge_won: i64,
    /// All won.
    pub total_won: i64,
    /// All in hundredths of a WIT; null if it cannot be bought with WIT.
    pub total_hundredths: Option<i64>,
}

impl Price {
    /// The price of an order. The surcharge in WIT has the ratio of the product's prices, rounded up to a hundredth.
    #[must_use]
    pub fn of(won: i64, wit: Option<i64>, quantity: i64, surcharge_won: i64) -> Self {
        let extra = |wit: i64| (surcharge_won * wit + won - 1) / won;
        Self {
            products_won: won * quantity,
            surcharge_won,
            total_won: won * quantity + surcharge_won,
            total_hundredths: wit.map(|wit| wit * quantity + extra(wit)),
        }
    }
}

/// The input of a new product.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewProduct {
    /// What it is.
    pub kind: Kind,
    /// The world that sells; none for the platform.
    pub world_name: Option<String>,
    /// Both languages.
    pub name: Text,
    /// Both languages.
    pub about: Text,
    /// Won, 100 to 2,000,000.
    #[schemars(range(min = 100, max = 2000000))]
    pub won: i64,
    /// Hundredths of a WIT.
    #[schemars(range(min = 100, max = 100000000))]
    pub wit_hundredths: Option<i64>,
    /// How many are sold; for a random item, the sum of its rows.
    #[schemars(range(min = 1, max = 1000000))]
    pub stock: Option<i64>,
    /// The first day of shipping of a pre-order, `2026-12-24`; only for products with a parcel.
    #[schemars(extend("format" = "date"))]
    pub release_on: Option<String>,
    /// The items.
    #[schemars(length(min = 1, max = 20))]
    pub contents: Vec<NewContent>,
}

/// An item of a new product.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewContent {
    /// Both languages.
    pub name: Text,
    /// A type of items.
    #[schemars(extend("enum" = ["audio", "consumable", "pfp", "photo", "video"]))]
    pub r#type: String,
    /// An image of the platform; ignored with an uploaded one.
    #[serde(default)]
    pub thumbnail_url: String,
    /// An uploaded image.
    pub image_file_id: Option<Uuid>,
    /// The uploaded sound or video; for these types only.
    pub media_file_id: Option<Uuid>,
    /// The weight in the draw.
    #[schemars(range(min = 1, max = 1000000))]
    pub weight: Option<i64>,
    /// How many can be drawn.
    #[schemars(range(min = 1, max = 1000000))]
    pub stock: Option<i64>,
}

impl NewProduct {
    /// Trims the texts, and checks everything that needs no query; the error names all invalid fields.
    pub fn checked(mut self) -> Result<Self, Error> {
        let mut errors = Vec::new();
        match text::both_lines("name", &self.name, 1..=NAME_MAX) {
            Ok(name) => self.name = name,
            Err(error) => errors.push(error),
        }
        match text::both_paragraphs("about", &self.about, 1..=ABOUT_MAX) {
            Ok(about) => self.about = about,
            Err(error) => errors.push(error),
        }
        range(&mut errors, "won", self.won, 100, 2_000_000);
        if let Some(wit) = self.wit_hundredths {
            range(&mut errors, "witHundredths", wit, 100, 100_000_000);
        }
        let is_random = self.kind == Kind::Random;
        if !is_random {
            range(&mut errors, "stock", self.stock.unwrap_or(0), 1, STOCK_MAX);
        }
        if !(1..=CONTENTS_MAX).contains(&self.contents.len()) {
            errors.push(Error::field(
                "contents",
                format!("1~{CONTENTS_MAX}개의 아이템을 넣어 주세요."),
                format!("Add 1 to {CONTENTS_MAX} items."),
            ));
        }
        if self.release_on.is_some() && !self.kind.has_parcel() {
            errors.push(Error::field(
                "releaseOn",
                "배송이 있는 상품만 예약 판매할 수 있습니다.",
                "Only products that are shipped can be pre-ordered.",
            ));
        }
        for (n, content) in self.contents.iter_mut().enumerate() {
            content.check(&mut errors, &format!("contents.{n}"), is_random);
        }
        Error::all(errors)?;
        Ok(self)
    }

    /// How many can be sold.
    #[must_use]
    pub fn units(&self) -> i64 {
        match self.kind {
            Kind::Random => self.contents.iter().filter_map(|one| one.stock).sum(),
            _ => self.stock.unwrap_or(0),
        }
    }
}

impl NewContent {
    /// The kind of the file that a buyer of the item plays.
    #[must_use]
    pub fn media_kind(&self) -> Option<FileKind> {
        match self.r#type.as_str() {
            "audio" => Some(FileKind::Audio),
            "video" => Some(FileKind::Video),
            _ => None,
        }
    }

    fn check(&mut self, errors: &mut Vec<Error>, at: &str, is_random: bool) {
        match text::both_lines(&format!("{at}.name"), &self.name, 1..=NAME_MAX) {
            Ok(name) => self.name = name,
            Err(error) => errors.push(error),
        }
        if !TYPES.contains(&self.r#type.as_str()) {
            errors.push(Error::field(
                format!("{at}.type"),
                "상점에서는 음악, 영상, 사진, 프로필 이미지, 소모품만 판매할 수 있습니다.",
                "A shop sells sounds, videos, photos, profile pictures and consumables.",
            ));
        }
        if self.image_file_id.is_none() && !is_platform_art(&self.thumbnail_url) {
            errors.push(Error::field(
                format!("{at}.thumbnailUrl"),
                "그림을 고르거나 올려 주세요.",
                "Choose a picture, or upload one.",
            ));
        }
        if self.media_file_id.is_some() && self.media_kind().is_none() {
            errors.push(Error::field(
                format!("{at}.mediaFileId"),
                "소리와 영상 아이템에만 파일을 넣을 수 있습니다.",
                "Only sounds and videos have a file.",
            ));
        }
        if is_random {
            let weight = self.weight.unwrap_or(0);
            range(errors, &format!("{at}.weight"), weight, 1, 1_000_000);
            let stock = self.stock.unwrap_or(0);
            range(errors, &format!("{at}.stock"), stock, 1, STOCK_MAX);
        }
    }
}

/// Checks the fields of a product that can change; returns its text without spaces around it.
pub fn checked_change(about: &Text, won: i64, wit: Option<i64>) -> Result<Text, Error> {
    let mut errors = Vec::new();
    let about = text::both_paragraphs("about", about, 1..=ABOUT_MAX);
    range(&mut errors, "won", won, 100, 2_000_000);
    if let Some(wit) = wit {
        range(&mut errors, "witHundredths", wit, 100, 100_000_000);
    }
    match (about, errors.into_iter().reduce(Error::join)) {
        (about, None) => about,
        (Ok(_), Some(error)) => Err(error),
        (Err(first), Some(error)) => Err(first.join(error)),
    }
}

fn range(errors: &mut Vec<Error>, field: &str, value: i64, min: i64, max: i64) {
    if !(min..=max).contains(&value) {
        errors.push(Error::field(
            field,
            format!("{min}~{max} 사이로 입력해 주세요."),
            format!("Enter a number from {min} to {max}."),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::{Content, Kind, NewContent, NewProduct, Price, odds};
    use witverse_sdk::Uuid;
    use witverse_sdk::ctx::Text;

    fn content(no: i64, weight: i64, left: i64) -> Content {
        Content {
            no,
            name: Text::new("달", "Moon"),
            r#type: "photo".into(),
            thumbnail_url: String::new(),
            media_type: None,
            image_file: None,
            media_file: None,
            weight,
            stock: Some(10),
            left: Some(left),
        }
    }

    #[test]
    fn sold_out_rows_leave_the_draw() {
        let rows = [content(1, 5, 0), content(2, 30, 4), content(3, 0, 4)];
        let left: Vec<i64> = odds(&rows).iter().map(|row| row.no).collect();
        assert_eq!(left, [2]);
    }

    #[test]
    fn the_parts_are_the_price() {
        let price = Price::of(10_000, Some(70_000), 2, 3_000);
        assert_eq!((price.products_won, price.total_won), (20_000, 23_000));
        assert_eq!(price.total_hundredths, Some(140_000 + 21_000));
        // Rounded up.
        assert_eq!(Price::of(3, Some(1), 1, 1).total_hundredths, Some(2));
        assert_eq!(Price::of(100, None, 1, 0).total_hundredths, None);
    }

    #[test]
    fn a_new_product_names_all_wrong_fields() {
        let product = NewProduct {
            kind: Kind::Random,
            world_name: None,
            name: Text::new("", "Moon"),
            about: Text::new("달", "Moon"),
            won: 99,
            wit_hundredths: Some(1),
            stock: None,
            release_on: Some("2026-12-24".into()),
            contents: vec![NewContent {
                name: Text::new("달", "Moon"),
                r#type: "planet".into(),
                thumbnail_url: "https://elsewhere.example/a.png".into(),
                image_file_id: None,
                media_file_id: Some(Uuid::nil()),
                weight: None,
                stock: Some(0),
            }],
        };
        let error = product.checked().expect_err("an error");
        let fields: Vec<&str> = error
            .fields()
            .iter()
            .map(|one| one.field.as_str())
            .collect();
        let expected = [
            "name.ko",
            "won",
            "witHundredths",
            "releaseOn",
            "contents.0.type",
            "contents.0.thumbnailUrl",
            "contents.0.mediaFileId",
            "contents.0.weight",
            "contents.0.stock",
        ];
        assert_eq!(fields, expected);
    }
}
