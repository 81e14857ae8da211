//! What operators see of packages and installs.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::grant::{Grant, Permission};
use super::measures::Measures;
use super::records::UsageView;
use super::texts::TextView;
use crate::plugins::SettingOption;

/// The publisher of a package.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublisherView {
    /// The first part of the plugin's id.
    pub name: String,
    /// The first 8 bytes of the SHA-256 of the signing key, in hexadecimal.
    pub key_id: String,
    /// When the platform saw its first package.
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub known_since: OffsetDateTime,
    /// When the platform saw its first package with this key.
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub key_since: OffsetDateTime,
    /// The key that the operators of this world have agreed to.
    pub agreed_key_id: Option<String>,
    /// Its packages on this platform, up to 1,000.
    pub packages: i64,
    /// Worlds that have installed something of it, up to 1,000.
    pub worlds: i64,
    /// No world has installed anything of it.
    pub is_new: bool,
    /// The operators of this world have agreed to another key.
    pub has_new_key: bool,
    /// Its plugins are installed and updated here only with `agreedKey`, the value of `keyId`.
    pub needs_agreement: bool,
}

/// A verified package, before it is installed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackageReview {
    /// SHA-256 of the contents in hexadecimal; names the package in later requests.
    pub digest: String,
    /// `publisher.name`.
    pub plugin: String,
    pub version: String,
    pub name: TextView,
    /// What it is for, in the words of its author.
    pub description: Option<TextView>,
    pub publisher: PublisherView,
    /// Everything that the plugin asks for.
    pub requested: Grant,
    /// The same in words, one line for each field of `requested`.
    pub permissions: Vec<Permission>,
    /// The installed version of the same plugin in this world.
    pub installed: Option<InstallView>,
    /// What the package asks for beyond the installed version, and the places in which only the package appears
    /// (`slots.<place>`); empty if nothing is installed.
    pub additional: Vec<Permission>,
    /// Where it appears besides its own pages: `block.renderer`, `world.dashboard.tab`, `profile.tab`, `header.action`,
    /// `event.form`, `event.page`.
    pub slots: Vec<String>,
    /// The platform has reviewed and countersigned it.
    pub is_reviewed: bool,
    /// Of an update: until then it is applied only with `isEarly`.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub rests_until: Option<OffsetDateTime>,
    /// What was measured of all its installs in 30 days.
    pub measures: Measures,
}

/// An installed plugin.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstallView {
    /// Its routes are `/api/x/<id>/…`.
    pub id: String,
    pub plugin: String,
    pub version: String,
    pub name: TextView,
    /// `enabled`, `disabled` or `uninstalled`.
    pub state: String,
    /// The platform runs it. False also for an enabled one that could not be loaded.
    pub is_loaded: bool,
    /// `operator` or `failures`, of a disabled one.
    pub disabled_because: Option<String>,
    /// Why Witverse has stopped this version, or its publisher, everywhere; absent while it may run.
    pub stopped_because: Option<String>,
    /// Witverse has stopped everything of the publisher.
    pub is_publisher_stopped: bool,
    pub requested: Grant,
    pub granted: Grant,
    /// The granted permissions in words.
    pub permissions: Vec<Permission>,
    /// Granted permissions that it has had for 30 days and never used.
    pub unused_permissions: Vec<Permission>,
    /// Everything that the plugin asks for, in words.
    pub requested_permissions: Vec<Permission>,
    /// What operators can set, in the order of the form.
    pub settings: Vec<SettingView>,
    /// It has pages, which are shown in frames.
    pub has_pages: bool,
    /// It can be the game of a block, and on trial that of a copy (`<room>:<install>` in `POST /api/rooms/{id}/join`).
    pub is_game: bool,
    /// Where it appears besides its own pages, as in a review; empty while it does not run, that of a game without the permission
    /// for rooms.
    pub slots: Vec<String>,
    /// The platform has reviewed and countersigned this version.
    pub is_reviewed: bool,
    /// The version to which it can be rolled back.
    pub previous_version: Option<String>,
    /// The last update waits for the operator to finish it, which removes what only the version before needed.
    pub is_unfinished: bool,
    /// A newer version that the platform knows and has not stopped.
    pub update: Option<UpdateView>,
    /// Updates that ask for no more apply by themselves, a day after their upload.
    pub auto_update: bool,
    /// What its calls have used today, in Korean time.
    pub used_today: UsageView,
    /// What its calls have used in the last 30 days.
    pub used_month: UsageView,
    /// The balance of its WIT account, in hundredths of a WIT; of a trial its play money.
    pub balance_hundredths: i64,
    /// The last time that it was asked whether it can work: at a start, and at a change of its version, permissions or settings.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub checked_at: Option<OffsetDateTime>,
    /// Why it could not, in the words of its author or of the platform; absent if it could.
    pub check_failed: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub installed_at: OffsetDateTime,
    /// Of an uninstalled one: until then it can be restored with its data.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub retained_until: Option<OffsetDateTime>,
    /// Of a trial: when it ends. Only the people who manage the world reach it.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub trial_until: Option<OffsetDateTime>,
}

/// A newer version of an installed plugin.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateView {
    /// The digest of its package.
    pub package: String,
    pub version: String,
    /// Until then it is applied only with `isEarly`; null if it has rested.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub rests_until: Option<OffsetDateTime>,
    /// Why it does not apply by itself: `off`, `wants_more`, `new_key`, `held` (it did not start, or was rolled back), `stopped` (the
    /// plugin does not run); null if it does.
    pub waits_because: Option<String>,
}

/// A setting of a plugin, and its value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingView {
    pub key: String,
    pub title: TextView,
    pub hint: Option<TextView>,
    /// `switch`, `number`, `text` or `choice`.
    pub kind: String,
    /// Of a number.
    pub minimum: Option<i64>,
    /// Of a number.
    pub maximum: Option<i64>,
    /// Of a text, in characters.
    pub max_length: Option<u32>,
    /// Of a text that has to be entered, in characters; only in forms of events.
    pub min_length: Option<u32>,
    /// Of a choice.
    pub options: Vec<SettingOption>,
    /// A boolean, a number or a text.
    pub default: Value,
    /// The value that applies: what an administrator has set, or the default.
    pub value: Value,
}

/// The pages of a running plugin.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginPages {
    /// The id of the install.
    pub id: String,
    /// `publisher.name`; a world has a plugin once.
    pub plugin: String,
    pub name: TextView,
    /// It is on trial: only the people who manage the world see it.
    pub is_trial: bool,
    pub pages: Vec<PageView>,
    /// Its page in blocks whose game it is; of a trial, in copies of blocks.
    pub game: Option<GameView>,
    /// Its pages in `world.dashboard.tab` (for the people who manage the world) and `header.action`.
    pub slots: Vec<SlotView>,
    /// What it adds to events.
    pub event: Option<EventKindView>,
    /// The most whole WIT that it may ask a person for at a time, in a trial play money; null if it may ask for none.
    pub max_charge: Option<u32>,
}

/// The page of a plugin that is the game of a block, shown in a frame.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    pub title: TextView,
    /// The document on the host of the install.
    pub file: String,
    /// It reads the chat of the block.
    pub has_chat: bool,
}

/// A page of a plugin in a place of the platform, shown in a frame.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SlotView {
    pub at: String,
    pub title: TextView,
    /// The document on the host of the install.
    pub file: String,
}

/// A kind of event that a plugin brings.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventKindView {
    pub title: TextView,
    /// The document on the page of such an event, on the host of the install.
    pub file: String,
    /// What an organiser fills in, in the order of the form.
    pub form: Vec<SettingView>,
}

/// A page of a plugin, shown in a frame.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageView {
    /// Below `/<world>/x/<plugin>`, for example `/play`.
    pub path: String,
    pub title: TextView,
    /// The document on the host of the install.
    pub file: String,
}

/// Something that happened to an install.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventView {
    pub id: Uuid,
    /// `installed`, `upgraded`, `rolled_back`, `finished`, `granted`, `configured`, `enabled`, `disabled`, `failed`, `funded`,
    /// `paid_out`, `exported`, `uninstalled`, `restored`, `deleted`, `stopped`, `released`, `reviewed`, `review_withdrawn`,
    /// `publisher_stopped` or `publisher_released`.
    pub kind: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    /// Absent for what the platform did by itself.
    pub by: Option<String>,
    pub details: Value,
}
