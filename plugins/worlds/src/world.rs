//! Worlds: the validation of new ones, their fields, and the visibility of each field.
//!
//! Pure: no kernel, no statements.

use crate::name::WorldName;
use serde::{Deserialize, Serialize};
use witverse_sdk::images;
use witverse_sdk::people::PersonCard;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Error, Timestamp, Uuid, text};

const DESCRIPTION_MAX: usize = 200;
const ART_FOLDER: &str = "/assets/plugins/worlds/demo/";

/// The request body of a new world.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewWorld {
    /// See [`WorldName`].
    #[schemars(extend("examples" = ["agora"]))]
    pub world_name: String,
    /// A welcome text if absent or empty.
    pub description: Option<Text>,
    /// Public if absent.
    #[schemars(extend("default" = true))]
    pub is_public: Option<bool>,
    /// 0 to 359; chosen from the name if absent.
    #[schemars(range(min = 0, max = 359))]
    pub hue: Option<i64>,
    /// A picture that ships with the platform.
    #[schemars(extend("pattern" = r"^/assets/plugins/worlds/demo/[a-z0-9-]+\.(avif|jpg|png|svg|webp)$"))]
    pub logo: Option<String>,
    /// A picture that ships with the platform.
    #[schemars(extend("pattern" = r"^/assets/plugins/worlds/demo/[a-z0-9-]+\.(avif|jpg|png|svg|webp)$"))]
    pub thumbnail: Option<String>,
    /// An uploaded image of the caller, in place of `logo`.
    pub logo_file_id: Option<Uuid>,
    /// An uploaded image of the caller, in place of `thumbnail`.
    pub thumbnail_file_id: Option<Uuid>,
}

/// A text in both languages, as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Text {
    /// Korean.
    #[serde(default)]
    pub ko: String,
    /// English.
    #[serde(default)]
    pub en: String,
}

impl From<(String, String)> for Text {
    fn from((ko, en): (String, String)) -> Self {
        Self { ko, en }
    }
}

/// A validated [`NewWorld`]; rules that need the database are checked later.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The name.
    pub name: WorldName,
    /// Never empty in both languages.
    pub description: Text,
    /// Listed and open to join.
    pub is_public: bool,
    /// 0 to 359.
    pub hue: u16,
    /// A path on this origin.
    pub logo: Option<String>,
    /// A path on this origin.
    pub thumbnail: Option<String>,
    /// Replaces `logo`.
    pub logo_file: Option<Uuid>,
    /// Replaces `thumbnail`.
    pub thumbnail_file: Option<Uuid>,
}

impl NewWorld {
    /// Checks everything that needs no kernel call. An invalid name is reported first, with its own code; then all
    /// other fields together.
    pub fn draft(self) -> Result<Draft, Error> {
        let name = WorldName::parse(&self.world_name)?;
        let description = described(&name, self.description.unwrap_or_default());
        let mut errors = description_errors(&description);
        let hue = match self.hue.map(u16::try_from) {
            None => name.hue(),
            Some(Ok(hue)) if hue < 360 => hue,
            Some(_) => {
                errors.push(hue_error());
                0
            }
        };
        for (field, path) in [("logo", &self.logo), ("thumbnail", &self.thumbnail)] {
            if path.as_deref().is_some_and(|path| !is_platform_art(path)) {
                errors.push(Error::field(
                    field,
                    "플랫폼이 제공하는 이미지만 쓸 수 있습니다.",
                    "Only pictures provided by the platform can be used.",
                ));
            }
        }
        Error::all(errors)?;
        Ok(Draft {
            name,
            description,
            is_public: self.is_public.unwrap_or(true),
            hue,
            logo: self.logo,
            thumbnail: self.thumbnail,
            logo_file: self.logo_file_id,
            thumbnail_file: self.thumbnail_file_id,
        })
    }
}

/// The error of a hue that is out of range.
pub(crate) fn hue_error() -> Error {
    Error::field(
        "hue",
        "색상은 0부터 359까지의 정수입니다.",
        "The hue must be a whole number from 0 to 359.",
    )
}

/// The errors of a description.
pub(crate) fn description_errors(description: &Text) -> Vec<Error> {
    [
        ("description.ko", &description.ko),
        ("description.en", &description.en),
    ]
    .into_iter()
    .filter_map(|(field, text)| text::paragraph(field, text, 0..=DESCRIPTION_MAX).err())
    .collect()
}

/// Replaces empty fields by defaults.
pub(crate) fn described(name: &WorldName, text: Text) -> Text {
    let name = name.as_str();
    let or = |text: String, welcome: String| match text.trim() {
        "" => welcome,
        trimmed => trimmed.to_owned(),
    };
    Text {
        ko: or(text.ko, format!("{name} 월드에 오신 것을 환영합니다!")),
        en: or(text.en, format!("Welcome to {name} World!")),
    }
}

/// A picture of the platform in the folder for worlds; other paths are refused.
fn is_platform_art(path: &str) -> bool {
    let file = path.strip_prefix(ART_FOLDER);
    file.is_some_and(|file| !file.contains('/')) && images::is_platform_art(path)
}

/// A world `w` as stored, and whether the caller, `$1`, is a member.
#[derive(Clone, Debug, PartialEq, FromRow)]
#[row(alias = "w")]
pub struct World {
    /// Its id.
    pub id: Uuid,
    /// Its name, which is also its path.
    pub name: String,
    /// `None` after its owner and all administrators have left: the platform looks after it.
    pub owner_id: Option<Uuid>,
    /// Both languages.
    #[row(both)]
    pub description: Text,
    /// A path on this origin.
    pub logo: Option<String>,
    /// A path on this origin.
    pub thumbnail: Option<String>,
    /// 0 to 359.
    pub hue: u16,
    /// Listed and open to join.
    pub is_public: bool,
    /// The number of members.
    pub member_count: i64,
    /// The number of spaces.
    pub block_count: i64,
    /// The number of items.
    #[row(
        sql = "(w.crafted_items + coalesce((select sum(s.sold) from membership s where s.world_id = w.id), 0))::bigint"
    )]
    pub item_count: i64,
    /// In hundredths of a point.
    #[row(
        sql = "coalesce((select t.spent / 100 + t.visitor_days from world_total t where t.world_id = w.id), 0)"
    )]
    pub witch_points: i64,
    /// When it was created.
    pub created_at: Timestamp,
    /// The caller's role; `None` for a person who is not a member.
    #[row(
        parse,
        sql = "(select m.role from member m where m.account_id = $1 and m.world_id = w.id)"
    )]
    pub role: Option<Role>,
}

/// The role of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Created the world, or succeeded its owner.
    Owner,
    /// Appointed by the owner; at most five.
    Admin,
    /// Joined.
    Member,
}

impl Role {
    /// The text that is stored and sent, and the name of the Cedar role.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Admin => "admin",
            Self::Member => "member",
        }
    }

    /// Parses the result of [`Role::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Owner, Self::Admin, Self::Member]
            .into_iter()
            .find(|role| role.as_str() == text)
    }
}

/// What a world says about the caller, besides their role.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Owns an item of one of its membership collections.
    pub has_membership: bool,
    /// On its blacklist.
    pub blacklisted: Option<Blacklisted>,
}

/// Why and until when a person may not use a world.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Blacklisted {
    /// By its administrators.
    pub reason: String,
    /// `None`: without an end.
    pub until: Option<Timestamp>,
}

/// A world in a list.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorldCard {
    world_id: Uuid,
    world_name: String,
    /// Empty texts for a private world in the view of a non-member.
    description: Text,
    /// A path on this origin.
    world_logo_img: Option<String>,
    /// A path on this origin.
    world_thumbnail_img: Option<String>,
    /// The colour of the world, in degrees.
    hue: u16,
    /// People in the world.
    member_count: i64,
    /// Spaces in the world.
    block_count: i64,
    /// Items of the world.
    item_count: i64,
    is_public: bool,
    created_at: Timestamp,
    /// The caller is a member.
    is_member: bool,
}

/// A world on its own.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorldView {
    #[serde(flatten)]
    card: WorldCard,
    /// Null for a private world in the view of a non-member, and after its owner and all administrators have left.
    owner: Option<PersonCard>,
    /// The caller owns the world.
    is_owner: bool,
    /// The caller is an administrator of the world.
    is_admin: bool,
    /// The caller owns an item of one of its membership collections.
    has_membership: bool,
    /// Why and until when the caller may not use the world; null if they may.
    blacklisted: Option<Blacklisted>,
    /// Merit score, floored to two decimals.
    witch_point: f64,
}

impl World {
    /// True if the caller sees all fields; of a private world, non-members get the name only.
    pub fn is_open_to_caller(&self) -> bool {
        self.is_public || self.role.is_some()
    }

    /// The fields in a list.
    pub fn card(self) -> WorldCard {
        let description = match self.is_open_to_caller() {
            true => self.description,
            false => Text::default(),
        };
        WorldCard {
            world_id: self.id,
            world_name: self.name,
            description,
            world_logo_img: self.logo,
            world_thumbnail_img: self.thumbnail,
            hue: self.hue,
            member_count: self.member_count,
            block_count: self.block_count,
            item_count: self.item_count,
            is_public: self.is_public,
            created_at: self.created_at,
            is_member: self.role.is_some(),
        }
    }

    /// The fields on a world's page for a person with an invitation, who sees a private world as its members do.
    pub fn invited_view(mut self, owner: Option<PersonCard>, standing: Standing) -> WorldView {
        let is_public = self.is_public;
        self.is_public = standing.blacklisted.is_none();
        let mut view = self.view(owner, standing);
        view.card.is_public = is_public;
        view
    }

    /// The fields on a world's page for the caller; `owner` is omitted if the caller may not see it.
    pub fn view(self, owner: Option<PersonCard>, standing: Standing) -> WorldView {
        WorldView {
            owner: owner.filter(|_| self.is_open_to_caller()),
            is_owner: self.role == Some(Role::Owner),
            is_admin: self.role == Some(Role::Admin),
            has_membership: standing.has_membership,
            blacklisted: standing.blacklisted,
            witch_point: points(self.witch_points),
            card: self.card(),
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "hundredths of a score: exact far beyond what can be earned"
)]
pub(crate) fn points(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(name: &str) -> NewWorld {
        NewWorld {
            world_name: name.into(),
            description: None,
            is_public: None,
            hue: None,
            logo: None,
            thumbnail: None,
            logo_file_id: None,
            thumbnail_file_id: None,
        }
    }

    fn fields(new: NewWorld) -> Vec<String> {
        let error = new.draft().expect_err("must be refused");
        error.fields().iter().map(|f| f.field.clone()).collect()
    }

    #[test]
    fn a_name_is_enough() {
        let draft = new("agora").draft().expect("fine");
        assert_eq!(draft.description.en, "Welcome to agora World!");
        assert!(draft.is_public);
    }

    #[test]
    fn all_invalid_fields_are_named_together() {
        let wrong = NewWorld {
            description: Some(Text {
                ko: "가".repeat(201),
                en: "e".repeat(200),
            }),
            hue: Some(360),
            logo: Some("https://elsewhere.example/a.png".into()),
            ..new("agora")
        };
        assert_eq!(fields(wrong), ["description.ko", "hue", "logo"]);
        assert_eq!(
            fields(NewWorld {
                hue: Some(-1),
                ..new("agora")
            }),
            ["hue"]
        );
        assert_eq!(
            fields(NewWorld {
                hue: Some(360),
                ..new("a")
            }),
            ["worldName"]
        );
    }

    #[test]
    fn only_the_platforms_own_pictures() {
        assert!(is_platform_art(
            "/assets/plugins/worlds/demo/agora-logo.svg"
        ));
        for wrong in [
            "",
            "/assets/plugins/worlds/demo/",
            "/assets/plugins/worlds/demo/.svg",
            "/assets/plugins/worlds/demo/../x.svg",
            "/assets/plugins/worlds/demo/a/b.svg",
            "/assets/plugins/worlds/demo/a.svg.html",
            "/assets/plugins/worlds/demo/a.html",
            "//assets/plugins/worlds/demo/a.svg",
            "/assets/plugins/worlds/demo/%2e.svg",
        ] {
            assert!(!is_platform_art(wrong), "{wrong}");
        }
    }

    fn world(is_public: bool, is_member: bool) -> World {
        World {
            id: Uuid::nil(),
            name: "agora".into(),
            owner_id: Some(Uuid::nil()),
            description: Text {
                ko: "비밀".into(),
                en: "secret".into(),
            },
            logo: None,
            thumbnail: None,
            hue: 10,
            is_public,
            member_count: 3,
            block_count: 0,
            item_count: 0,
            witch_points: 1_234,
            created_at: Timestamp::from_millis(0),
            role: is_member.then_some(Role::Owner),
        }
    }

    #[test]
    fn a_private_world_shows_non_members_no_other_fields() {
        let owner = PersonCard {
            user_id: Uuid::nil(),
            nickname: "mina".into(),
            thumbnail: None,
        };
        let check = |is_public, is_member, seen: bool| {
            let view = world(is_public, is_member).view(Some(owner.clone()), Standing::default());
            let json = serde_json::to_value(view).expect("serialises");
            assert_eq!(json["owner"].is_object(), seen);
            assert_eq!(json["description"]["en"] == "secret", seen);
            assert_eq!(json["memberCount"], 3);
            assert_eq!(json["isPublic"], is_public);
        };
        check(true, false, true);
        check(false, true, true);
        check(false, false, false);
    }

    #[test]
    fn the_view_extends_the_card() {
        let view = world(true, true).view(None, Standing::default());
        let json = serde_json::to_value(view).expect("serialises");
        assert_eq!(json["witchPoint"], 12.34);
        assert_eq!(json["isOwner"], true);
        assert_eq!(json["createdAt"], "1970-01-01T00:00:00.000Z");
        assert_eq!(json["worldName"], "agora");
    }
}
