//! The options of a look, and the look of people who have not chosen one.
//!
//! Pure: no kernel, no statements. The database checks the same lists.

use serde::{Deserialize, Serialize};
use witverse_sdk::Uuid;
use witverse_sdk::sql::FromRow;

/// The version of [`Look`] in rooms and tokens.
/// Looks of version 1 had no styles of clothes.
pub const VERSION: u8 = 2;

/// An enum of options, each with its text.
macro_rules! options {
    ($(#[$about:meta])* $type:ident { $($variant:ident => $text:literal),* $(,)? }) => {
        $(#[$about])*
        #[allow(missing_docs, reason = "the variants are the texts")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
        pub enum $type { $(#[serde(rename = $text)] $variant),* }

        impl $type {
            /// Every option, in the order of the page.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The text that is stored and sent.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// Parses the result of [`Self::as_str`].
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|option| option.as_str() == text)
            }
        }
    };
}

/// Options that are colours, each with its text and its value.
macro_rules! colours {
    ($(#[$about:meta])* $type:ident { $($variant:ident => ($text:literal, $hex:literal)),* $(,)? }) => {
        options!($(#[$about])* $type { $($variant => $text),* });

        impl $type {
            /// The colour in sRGB, as in CSS.
            pub const fn hex(self) -> &'static str {
                match self { $(Self::$variant => $hex),* }
            }
        }
    };
}

options!(
    /// The proportions.
    Body { Petite => "petite", Slim => "slim", Regular => "regular", Broad => "broad" }
);

options!(
    /// The expression.
    Face {
        Calm => "calm",
        Smile => "smile",
        Bright => "bright",
        Wink => "wink",
        Cool => "cool",
        Shy => "shy",
        Surprised => "surprised",
        Stern => "stern",
    }
);

options!(
    /// The hair style.
    Hair {
        Buzz => "buzz",
        Short => "short",
        Bob => "bob",
        Long => "long",
        Ponytail => "ponytail",
        Bun => "bun",
        Curly => "curly",
        Spiky => "spiky",
        Pixie => "pixie",
        Wavy => "wavy",
        TwinTails => "twin-tails",
        Braid => "braid",
        TwoBlock => "two-block",
        HalfUp => "half-up",
    }
);

options!(
    /// The cut of the upper clothes. The first one is that of clients that know none.
    TopStyle {
        Tee => "tee",
        Hoodie => "hoodie",
        Hanbok => "hanbok",
        Dress => "dress",
        LongSleeve => "long-sleeve",
        Shirt => "shirt",
        Knit => "knit",
        Cardigan => "cardigan",
        Jacket => "jacket",
        Tank => "tank",
        Sailor => "sailor",
        Puffer => "puffer",
        Vest => "vest",
        Turtleneck => "turtleneck",
    }
);

options!(
    /// The cut of the lower clothes. The first one is that of clients that know none.
    BottomStyle {
        Trousers => "trousers",
        Shorts => "shorts",
        Skirt => "skirt",
        Chima => "chima",
        Jeans => "jeans",
        Wide => "wide",
        Joggers => "joggers",
        Pleated => "pleated",
        LongSkirt => "long-skirt",
        Leggings => "leggings",
        Culottes => "culottes",
        Cargo => "cargo",
    }
);

colours!(
    /// The colour of the skin.
    Skin {
        Porcelain => ("porcelain", "#ffe4d2"),
        Rose => ("rose", "#f9d0b8"),
        Sand => ("sand", "#f0c49b"),
        Honey => ("honey", "#dca878"),
        Amber => ("amber", "#c48a5c"),
        Bronze => ("bronze", "#a36a45"),
        Umber => ("umber", "#7c4e35"),
        Espresso => ("espresso", "#553325"),
    }
);

colours!(
    /// The colour of the hair.
    HairColor {
        Black => ("black", "#231d24"),
        Brown => ("brown", "#4a3026"),
        Chestnut => ("chestnut", "#7d4f33"),
        Blond => ("blond", "#d9b26a"),
        Red => ("red", "#b04a32"),
        Silver => ("silver", "#c3c0d2"),
        Blue => ("blue", "#4a68c8"),
        Pink => ("pink", "#e08bb0"),
    }
);

colours!(
    /// The colour of the upper clothes.
    Top {
        Violet => ("violet", "#7a63e8"),
        Coral => ("coral", "#e8705f"),
        Teal => ("teal", "#3f9c8a"),
        Gold => ("gold", "#e8a94a"),
        Blue => ("blue", "#4d83d6"),
        Pink => ("pink", "#e58fb8"),
        Ivory => ("ivory", "#f1ede2"),
        Moss => ("moss", "#6d7d54"),
        Charcoal => ("charcoal", "#3b3946"),
        Red => ("red", "#b83a44"),
    }
);

colours!(
    /// The colour of the lower clothes.
    Bottom {
        Navy => ("navy", "#2f3358"),
        Brown => ("brown", "#5b463c"),
        Slate => ("slate", "#566680"),
        Plum => ("plum", "#5a3a63"),
        Charcoal => ("charcoal", "#2a2833"),
        Beige => ("beige", "#c2ab88"),
    }
);

options!(
    /// The place of a gear item.
    Slot { Head => "head", Face => "face", Back => "back", Hand => "hand" }
);

/// The choice of a person.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, FromRow,
)]
#[serde(rename_all = "camelCase")]
pub struct Look {
    /// The proportions.
    #[row(parse)]
    pub body: Body,
    /// The colour of the skin.
    #[row(parse)]
    pub skin: Skin,
    /// The expression.
    #[row(parse)]
    pub face: Face,
    /// The hair style.
    #[row(parse)]
    pub hair: Hair,
    /// The colour of the hair.
    #[row(parse)]
    pub hair_color: HairColor,
    /// The colour of the upper clothes.
    #[row(parse)]
    pub top: Top,
    /// The colour of the lower clothes.
    #[row(parse)]
    pub bottom: Bottom,
    /// The cut of the upper clothes.
    #[serde(default = "first_top")]
    #[row(parse)]
    pub top_style: TopStyle,
    /// The cut of the lower clothes.
    #[serde(default = "first_bottom")]
    #[row(parse)]
    pub bottom_style: BottomStyle,
}

const fn first_top() -> TopStyle {
    TopStyle::ALL[0]
}

const fn first_bottom() -> BottomStyle {
    BottomStyle::ALL[0]
}

/// The cuts of people who have chosen none: those that everybody wears.
const COMMON_TOPS: &[TopStyle] = &[
    TopStyle::Tee,
    TopStyle::LongSleeve,
    TopStyle::Hoodie,
    TopStyle::Knit,
    TopStyle::Shirt,
];
const COMMON_BOTTOMS: &[BottomStyle] = &[
    BottomStyle::Trousers,
    BottomStyle::Jeans,
    BottomStyle::Joggers,
    BottomStyle::Shorts,
];

impl Look {
    /// The look of an account that has not chosen: the same at every call, different between accounts.
    pub fn derived(account: &Uuid) -> Self {
        let mut seed = Seed::of(account);
        Self {
            body: seed.pick(Body::ALL),
            skin: seed.pick(Skin::ALL),
            face: seed.pick(&[Face::Calm, Face::Smile]),
            hair: seed.pick(Hair::ALL),
            hair_color: seed.pick(&HairColor::ALL[..4]),
            top: seed.pick(Top::ALL),
            bottom: seed.pick(Bottom::ALL),
            top_style: seed.pick(COMMON_TOPS),
            bottom_style: seed.pick(COMMON_BOTTOMS),
        }
    }
}

/// Repeatable choices from an id (FNV-1a, then an LCG).
struct Seed(u64);

impl Seed {
    fn of(account: &Uuid) -> Self {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(account.as_str().bytes().fold(0xcbf2_9ce4_8422_2325, mix))
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let index = usize::try_from(self.0 >> 33).unwrap_or_default() % from.len();
        from[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u8) -> Uuid {
        Uuid::parse(&format!("0190f3a0-0000-7000-8000-0000000000{n:02x}")).expect("a UUID")
    }

    #[test]
    fn a_derived_look_is_stable_and_varied() {
        let mut looks = Vec::new();
        for n in 0..=255 {
            let look = Look::derived(&id(n));
            assert_eq!(look, Look::derived(&id(n)));
            looks.push(look);
        }
        for skin in Skin::ALL {
            assert!(looks.iter().any(|look| look.skin == *skin), "{skin:?}");
        }
        for hair in Hair::ALL {
            assert!(looks.iter().any(|look| look.hair == *hair), "{hair:?}");
        }
        for top in TopStyle::ALL {
            let is_common = COMMON_TOPS.contains(top);
            let is_worn = looks.iter().any(|look| look.top_style == *top);
            assert_eq!(is_worn, is_common, "{top:?}");
        }
        for bottom in BottomStyle::ALL {
            let is_common = COMMON_BOTTOMS.contains(bottom);
            let is_worn = looks.iter().any(|look| look.bottom_style == *bottom);
            assert_eq!(is_worn, is_common, "{bottom:?}");
        }
    }

    /// The CHECK constraints of the migrations list the same texts.
    #[test]
    fn the_database_knows_every_option() {
        let migrations = concat!(
            include_str!("../migrations/0001_expand.sql"),
            include_str!("../migrations/0003_expand.sql")
        );
        let migrations = migrations.split_whitespace().collect::<Vec<_>>().join(" ");
        let check = |column: &str, texts: Vec<&str>| {
            let quoted: Vec<String> = texts.iter().map(|text| format!("'{text}'")).collect();
            let expected = format!("{column} in ({})", quoted.join(", "));
            assert!(migrations.contains(&expected), "{expected}");
        };
        check("body", Body::ALL.iter().map(|one| one.as_str()).collect());
        check("skin", Skin::ALL.iter().map(|one| one.as_str()).collect());
        check("face", Face::ALL.iter().map(|one| one.as_str()).collect());
        check("hair", Hair::ALL.iter().map(|one| one.as_str()).collect());
        let colours = HairColor::ALL.iter().map(|one| one.as_str());
        check("hair_color", colours.collect());
        check("top", Top::ALL.iter().map(|one| one.as_str()).collect());
        check(
            "bottom",
            Bottom::ALL.iter().map(|one| one.as_str()).collect(),
        );
        let tops = TopStyle::ALL.iter().map(|one| one.as_str());
        check("top_style", tops.collect());
        let bottoms = BottomStyle::ALL.iter().map(|one| one.as_str());
        check("bottom_style", bottoms.collect());
        check("slot", Slot::ALL.iter().map(|one| one.as_str()).collect());
    }

    /// The migration gives people who chose without styles one of the common ones.
    #[test]
    fn the_migration_knows_the_common_styles() {
        let migration = include_str!("../migrations/0003_expand.sql");
        let listed = |texts: Vec<&str>| {
            let quoted: Vec<String> = texts.iter().map(|text| format!("'{text}'")).collect();
            let expected = format!("array[{}]", quoted.join(", "));
            assert!(migration.contains(&expected), "{expected}");
        };
        listed(COMMON_TOPS.iter().map(|one| one.as_str()).collect());
        listed(COMMON_BOTTOMS.iter().map(|one| one.as_str()).collect());
    }

    #[test]
    fn clients_that_know_no_styles_choose_the_first() {
        let look = r#"{"body":"slim","skin":"sand","face":"calm","hair":"bob","hairColor":"red","top":"teal","bottom":"navy"}"#;
        let look: Look = serde_json::from_str(look).expect("a look of version 1");
        assert_eq!(
            (look.top_style, look.bottom_style),
            (TopStyle::Tee, BottomStyle::Trousers)
        );
    }

    #[test]
    fn texts_round_trip() {
        for hair in Hair::ALL {
            assert_eq!(Hair::parse(hair.as_str()), Some(*hair));
        }
        assert_eq!(Hair::parse("mohawk"), None);
    }

    #[test]
    fn colours_are_written_as_in_css() {
        let all = Skin::ALL.iter().map(|one| one.hex());
        let all = all.chain(HairColor::ALL.iter().map(|one| one.hex()));
        let all = all.chain(Top::ALL.iter().map(|one| one.hex()));
        for hex in all.chain(Bottom::ALL.iter().map(|one| one.hex())) {
            let digits = hex.strip_prefix('#').expect("a number sign");
            assert_eq!(digits.len(), 6);
            assert!(u32::from_str_radix(digits, 16).is_ok(), "{hex}");
        }
    }
}
