//! Blocks: their fields, and the validation of new and changed settings.
//!
//! Pure: no kernel, no statements.

use crate::chat_rules::{Chat, ChatRules};
use crate::entry::Access;
use crate::name::BlockName;
use crate::stored_text::texts;
use crate::templates::Template;
use serde::{Deserialize, Deserializer, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Error, Timestamp, Uuid, text};

const TITLE_MAX: usize = 40;
const DESCRIPTION_MAX: usize = 300;

/// What a block is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Presents a brand.
    Brand,
    /// A game.
    Game,
    /// A place to meet.
    Social,
    /// A shop.
    Store,
}

texts!(Kind { Brand => "brand", Game => "game", Social => "social", Store => "store" });

/// Whether visitors see a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// A draft: its maker and the administrators of its world see it.
    Assembling,
    /// Published at least once.
    Complete,
}

texts!(State { Assembling => "assembling", Complete => "complete" });

/// A description; a missing language is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
pub struct Description {
    /// Korean.
    #[serde(default)]
    #[schemars(length(max = 4800))]
    pub ko: String,
    /// English.
    #[serde(default)]
    #[schemars(length(max = 4800))]
    pub en: String,
}

/// The request body of a new block.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewBlock {
    /// See [`BlockName`].
    #[schemars(length(min = 3, max = 20), extend("pattern" = r"^[a-z0-9_-]{3,20}$"))]
    pub block_name: String,
    /// What it is for.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Both languages are required.
    pub title: Text,
    /// Empty if absent.
    pub description: Option<Description>,
    /// Everybody if absent.
    #[schemars(extend("default" = "everybody"))]
    pub access: Option<Access>,
    /// The collection of the access `item`.
    pub collection_id: Option<Uuid>,
    /// The scene to begin with.
    #[serde(default)]
    pub template: Template,
    /// The game of a block of the type `game`; that of the template if absent, none if null.
    #[serde(default, deserialize_with = "present")]
    #[schemars(extend("pattern" = r"^[a-z][a-z0-9.-]{0,39}$"))]
    pub game: Option<Option<String>>,
    /// Who may chat; by the access if absent.
    pub chat: Option<Chat>,
    /// Seconds between two messages of one person; 0 if absent.
    #[schemars(range(min = 0, max = 60))]
    pub slow_mode_seconds: Option<i64>,
}

/// A field that is present, also if it is null.
fn present<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(value).map(Some)
}

/// The request body of changed settings; absent fields are kept.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockChanges {
    /// See [`BlockName`].
    #[schemars(length(min = 3, max = 20), extend("pattern" = r"^[a-z0-9_-]{3,20}$"))]
    pub block_name: Option<String>,
    /// What it is for.
    #[serde(rename = "type")]
    pub kind: Option<Kind>,
    /// Both languages.
    pub title: Option<Text>,
    /// Both languages.
    pub description: Option<Description>,
    /// Who may enter.
    pub access: Option<Access>,
    /// The collection of the access `item`.
    pub collection_id: Option<Uuid>,
    /// The game; none if null.
    #[serde(default, deserialize_with = "present")]
    #[schemars(extend("pattern" = r"^[a-z][a-z0-9.-]{0,39}$"))]
    pub game: Option<Option<String>>,
    /// Who may chat.
    pub chat: Option<Chat>,
    /// Seconds between two messages of one person.
    #[schemars(range(min = 0, max = 60))]
    pub slow_mode_seconds: Option<i64>,
}

/// Validated settings; rules that need the database are checked later.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The name, unique in the world.
    pub name: BlockName,
    /// What it is for.
    pub kind: Kind,
    /// Never empty.
    pub title: Text,
    /// May be empty.
    pub description: Text,
    /// Who may enter.
    pub access: Access,
    /// The collection of which a visitor needs an item. `None` with another access.
    pub collection: Option<Uuid>,
    /// The id of the plugin whose game is played. `None` if the block is of another type.
    pub game: Option<String>,
    /// Who chats, and how often.
    pub chat: ChatRules,
}

impl NewBlock {
    /// Checks everything that needs no kernel call. An invalid name is reported first, with its own code.
    pub fn settings(self) -> Result<Settings, Error> {
        let name = BlockName::parse(&self.block_name)?;
        let access = self.access.unwrap_or(Access::Everybody);
        Settings {
            name,
            kind: self.kind,
            title: self.title,
            description: text_of(self.description.unwrap_or_default()),
            access,
            collection: self.collection_id,
            game: self
                .game
                .unwrap_or_else(|| self.template.game().map(str::to_owned)),
            chat: ChatRules::of_new_block(access).with(self.chat, self.slow_mode_seconds),
        }
        .checked()
    }
}

impl BlockChanges {
    /// The settings of `block` with these changes.
    pub fn apply(self, block: &Block) -> Result<Settings, Error> {
        let name = self.block_name.as_deref().unwrap_or(&block.name);
        Settings {
            name: BlockName::parse(name)?,
            kind: self.kind.unwrap_or(block.kind),
            title: self.title.unwrap_or_else(|| block.title.clone()),
            description: self
                .description
                .map_or_else(|| block.description.clone(), text_of),
            access: self.access.unwrap_or(block.access),
            collection: self.collection_id.or_else(|| block.collection.clone()),
            game: self.game.unwrap_or_else(|| block.game.clone()),
            chat: block.chat.with(self.chat, self.slow_mode_seconds),
        }
        .checked()
    }
}

fn text_of(description: Description) -> Text {
    Text::new(description.ko, description.en)
}

impl Settings {
    /// Trims the texts and checks their lengths; the error names all fields.
    fn checked(mut self) -> Result<Self, Error> {
        let mut errors = Vec::new();
        match text::both_lines("title", &self.title, 1..=TITLE_MAX) {
            Ok(title) => self.title = title,
            Err(error) => errors.push(error),
        }
        match text::both_paragraphs("description", &self.description, 0..=DESCRIPTION_MAX) {
            Ok(description) => self.description = description,
            Err(error) => errors.push(error),
        }
        errors.extend(self.chat.error());
        self.collection = self.collection.filter(|_| self.access == Access::Item);
        if self.access == Access::Item && self.collection.is_none() {
            errors.push(not_official());
        }
        self.game = self.game.filter(|_| self.kind == Kind::Game);
        if self.game.as_deref().is_some_and(|game| !is_plugin_id(game)) {
            errors.push(Error::field(
                "game",
                "게임을 다시 선택해 주세요.",
                "Please choose a game from the list.",
            ));
        }
        Error::all(errors)?;
        Ok(self)
    }
}

/// The error of a collection that a block cannot ask for.
pub(crate) fn not_official() -> Error {
    Error::field(
        "collectionId",
        "공식 컬렉션을 선택해 주세요.",
        "Please choose an official collection.",
    )
}

/// Whether a text has the form of a plugin's id. A game that is not installed has no effect.
fn is_plugin_id(text: &str) -> bool {
    let is_allowed = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-' || c == b'.';
    (1..=40).contains(&text.len())
        && text.bytes().all(is_allowed)
        && text.starts_with(|c: char| c.is_ascii_lowercase())
}

/// A block as stored.
#[derive(Clone, Debug, PartialEq, FromRow)]
#[row(alias = "b")]
pub struct Block {
    /// Its id.
    pub id: Uuid,
    /// The world that it belongs to.
    pub world_id: Uuid,
    /// The name of this world, which never changes.
    pub world_name: String,
    /// Its name, unique in the world.
    pub name: String,
    /// `None` after the account was erased.
    pub maker_id: Option<Uuid>,
    /// What it is for.
    #[row(parse)]
    pub kind: Kind,
    /// Whether visitors see it.
    #[row(parse)]
    pub state: State,
    /// Both languages.
    #[row(both)]
    pub title: Text,
    /// Both languages; may be empty.
    #[row(both)]
    pub description: Text,
    /// Who may enter.
    #[row(parse)]
    pub access: Access,
    /// The collection of the access `item`.
    #[row(column = "collection_id")]
    pub collection: Option<Uuid>,
    /// The scene that it began with.
    #[row(with = Template::stored)]
    pub template: Template,
    /// The id of the plugin whose game is played in it.
    pub game: Option<String>,
    /// Who chats, and how often.
    #[row(flatten)]
    pub chat: ChatRules,
    /// The world shows it first.
    pub is_main: bool,
    /// The newest version of its scene.
    pub version: i64,
    /// The version that visitors see.
    pub published_version: Option<i64>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When its settings or its scene were changed.
    pub updated_at: Timestamp,
    /// When it was published for the first time.
    pub published_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(title: (&str, &str), description: (&str, &str)) -> Result<Settings, Error> {
        NewBlock {
            block_name: "plaza".into(),
            kind: Kind::Social,
            title: Text::new(title.0, title.1),
            description: Some(Description {
                ko: description.0.into(),
                en: description.1.into(),
            }),
            access: None,
            collection_id: None,
            template: Template::Empty,
            game: None,
            chat: None,
            slow_mode_seconds: None,
        }
        .settings()
    }

    #[test]
    fn both_titles_are_required_and_all_invalid_fields_are_named() {
        let check = |title, description, expected: &[&str]| {
            let fields: Vec<String> = match new(title, description) {
                Ok(_) => Vec::new(),
                Err(error) => error.fields().iter().map(|f| f.field.clone()).collect(),
            };
            assert_eq!(fields, expected);
        };
        let (long, text) = ("가".repeat(41), "가".repeat(301));
        check(("광장", "Plaza"), ("", ""), &[]);
        check((&long[3..], "Plaza"), (&text[3..], ""), &[]);
        check((" ", "Plaza"), ("", ""), &["title.ko"]);
        check(
            (&long, ""),
            ("", &text),
            &["title.ko", "title.en", "description.en"],
        );
    }

    #[test]
    fn only_a_game_block_has_a_game() {
        let check = |body: &str, expected: Option<&str>| {
            let text = r#""blockName": "run", "title": { "ko": "a", "en": "a" }"#;
            let new: NewBlock = serde_json::from_str(&format!("{{ {text}, {body} }}")).expect(body);
            let settings = new.settings().map(|settings| settings.game);
            assert_eq!(settings.ok(), Some(expected.map(str::to_owned)), "{body}");
        };
        let run = r#""type": "game", "template": "lantern-run""#;
        check(run, Some("lantern-race"));
        check(&format!(r#"{run}, "game": null"#), None);
        check(
            &format!(r#"{run}, "game": "hide-and-seek""#),
            Some("hide-and-seek"),
        );
        check(
            r#""type": "social", "template": "lantern-run", "game": "x1""#,
            None,
        );
        check(r#""type": "game""#, None);
        for id in ["", "Race", "-race", "a:b", "1a"] {
            assert!(!is_plugin_id(id), "{id}");
        }
    }

    #[test]
    fn absent_changes_keep_the_settings() {
        let settings = new((" 광장 ", "Plaza"), ("", "here")).expect("fine");
        assert_eq!(settings.title.ko, "광장");
        assert_eq!(settings.access, Access::Everybody);
        let block = Block {
            id: Uuid::nil(),
            world_id: Uuid::nil(),
            world_name: "agora".into(),
            name: "plaza".into(),
            maker_id: None,
            kind: settings.kind,
            state: State::Assembling,
            title: settings.title.clone(),
            description: settings.description.clone(),
            access: Access::Members,
            collection: None,
            template: Template::Empty,
            game: None,
            chat: settings.chat,
            is_main: false,
            version: 1,
            published_version: None,
            created_at: Timestamp::from_millis(0),
            updated_at: Timestamp::from_millis(0),
            published_at: None,
        };
        let changes = BlockChanges {
            kind: Some(Kind::Game),
            ..BlockChanges::default()
        };
        let changed = changes.apply(&block).expect("fine");
        let expected = Settings {
            kind: Kind::Game,
            access: Access::Members,
            collection: None,
            ..settings
        };
        assert_eq!(changed, expected);
        let renamed = BlockChanges {
            block_name: Some("event".into()),
            ..BlockChanges::default()
        };
        let error = renamed.apply(&block).expect_err("reserved");
        assert_eq!(error.code(), "block_name_unavailable");
    }
}
