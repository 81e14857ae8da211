//! Events that the kernel publishes, each with its topic. A plugin gets those that its manifest subscribes to.
//!
//! An event may arrive late: process what is left, which may be nothing. Work that exceeds one call continues in a
//! timer with the same payload, so these types can be serialized, too.
//!
//! ```no_run
//! use witverse_sdk::kernel_events::Erased;
//! use witverse_sdk::{Ctx, Error, Event, params};
//!
//! fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
//!     match event.topic.as_str() {
//!         Erased::TOPIC => {
//!             let Erased { user_id } = event.json()?;
//!             ctx.sql().execute("delete from note where account_id = $1", &params![user_id])?;
//!             Ok(())
//!         }
//!         _ => Ok(()),
//!     }
//! }
//! ```

use crate::time::Timestamp;
use crate::uuid::Uuid;
use serde::{Deserialize, Serialize};

/// A person has blocked another: end everything pending between the two. Unblocking publishes no event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocked {
    /// The person who blocked.
    pub blocker: Uuid,
    /// The person who was blocked. Never reveal the block to them.
    pub blocked: Uuid,
}

impl Blocked {
    /// The topic, with its version.
    pub const TOPIC: &'static str = "kernel.people.blocked@1";
}

/// A plugin that operators had installed has ended: it was uninstalled, or its trial is over. It can be restored for a time,
/// without what others have kept for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstallEnded {
    /// The id of the install.
    pub install: String,
}

impl InstallEnded {
    /// The topic of the event.
    pub const TOPIC: &'static str = "kernel.install.ended@1";
}

/// A plugin that operators had installed was stopped without them, for the plugin that owns the resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstallStopped {
    /// The id of the install.
    pub install: String,
    /// The resource that it was installed into.
    pub scope: Uuid,
    /// `publisher.name`.
    pub plugin: String,
    /// Its name in both languages.
    pub name: InstallName,
    /// `failures`: its calls have failed again and again. `platform`: an administrator of the platform has stopped the version or
    /// its publisher. `trial_over`: the seven days of a trial are over.
    pub because: String,
    /// The words of the administrator.
    pub reason: Option<String>,
    /// The id of this stop.
    pub key: Uuid,
}

/// The name of an installed plugin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstallName {
    /// In Korean.
    pub ko: String,
    /// In English.
    pub en: String,
}

impl InstallStopped {
    /// The topic of the event.
    pub const TOPIC: &'static str = "kernel.install.stopped@1";
}

/// A newer version of an installed plugin waits for the people who manage the resource. For the plugin that owns the kind of the
/// resource: write to them. Once for each version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstallUpdate {
    /// The install.
    pub install: String,
    /// The resource that it was installed into.
    pub scope: Uuid,
    /// `publisher.name`.
    pub plugin: String,
    /// Its name in both languages.
    pub name: InstallName,
    /// The newer version.
    pub version: String,
    /// `wants_more`: it asks for more permissions or appears in a new place. `new_key`: the publisher has a key that they have not
    /// agreed to. `off`: they apply updates themselves. `failed`: it could not start, and the version before still runs.
    pub because: String,
    /// The id of this notice.
    pub key: Uuid,
}

impl InstallUpdate {
    /// The topic of the event.
    pub const TOPIC: &'static str = "kernel.install.update@1";
}

/// An account was erased: only its id remains. Delete the plugin's data about it too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Erased {
    /// The erased account.
    pub user_id: Uuid,
}

impl Erased {
    /// The topic, with its version.
    pub const TOPIC: &'static str = "kernel.account.erased@1";
}

/// A file that the plugin uses was deleted by its owner, or with their account: its address answers 404. Once for each reference.
/// Remove what names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileDeleted {
    /// The file.
    pub file_id: Uuid,
    /// The reference under which the plugin had attached it.
    pub reference: String,
}

impl FileDeleted {
    /// The topic, with its version.
    pub const TOPIC: &'static str = "kernel.file.deleted@1";

    /// The id after `prefix:` in the reference.
    ///
    /// ```
    /// # use witverse_sdk::{Uuid, kernel_events::FileDeleted};
    /// let deleted = FileDeleted { file_id: Uuid::nil(), reference: format!("post:{}", Uuid::nil()) };
    /// assert_eq!(deleted.used_by("post"), Some(Uuid::nil()));
    /// assert_eq!(deleted.used_by("logo"), None);
    /// ```
    #[must_use]
    pub fn used_by(&self, prefix: &str) -> Option<Uuid> {
        let rest = self.reference.strip_prefix(prefix)?.strip_prefix(':')?;
        Uuid::parse(rest)
    }
}

/// The wallet of a person was frozen or unfrozen. Events may arrive late and in any order: ask the ledger for the state. For
/// system plugins, which alone may ask about other people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WalletChanged {
    /// The person.
    pub user_id: Uuid,
}

impl WalletChanged {
    /// The topic, with its version.
    pub const TOPIC: &'static str = "kernel.wallet.changed@1";
}

/// An administrator has decided about a refund request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RefundDecided {
    /// The person who asked for the refund.
    pub user_id: Uuid,
    /// The request.
    pub refund_id: Uuid,
    /// The order that was paid.
    pub order_id: Uuid,
    /// The WIT of the order.
    pub hundredths: u64,
    /// Whether the money goes back.
    pub approved: bool,
    /// The administrator's words, at most 500 characters.
    pub answer: String,
}

impl RefundDecided {
    /// The topic, with its version.
    pub const TOPIC: &'static str = "kernel.refund.decided@1";
}

/// A payment that this plugin opened has changed, or one of its refunds was made or refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentChanged {
    /// The payment.
    pub payment_id: Uuid,
    /// The plugin's order.
    pub reference: String,
    /// `created`, `paid`, `failed`, `cancelled`, `expired`, `voided`, `refunded` or `disputed`.
    pub state: String,
    /// Won of all requested refunds.
    pub refunded_won: u64,
    /// The plugin's key of the refund that was made or refused, and its won.
    pub refund_key: Option<String>,
    /// Won of that refund.
    pub refund_won: Option<u64>,
    /// Whether the provider refused that refund for good; requesting it with the same key tries again.
    #[serde(default)]
    pub refund_failed: bool,
    /// The declined attempts to pay. While the state is `created`, the payer can make another one.
    #[serde(default)]
    pub declined: Option<DeclinedAttempts>,
}

/// The attempts to make a payment that its provider refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeclinedAttempts {
    /// How many there are.
    pub count: i64,
    /// How many more end the payment.
    pub left: i64,
    /// Of the latest one.
    pub at: Timestamp,
    /// The provider's text for the payer, in one language.
    pub reason: Option<String>,
}

impl PaymentChanged {
    /// The topic, with its version.
    pub const TOPIC: &'static str = "kernel.payment.changed@1";
}

/// A tracking service has reported where a parcel is that this plugin follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParcelChanged {
    /// The plugin's name of the parcel.
    pub reference: String,
    /// `received`, `pickedup`, `moving`, `out`, `missed`, `held`, `delivered` or `problem`.
    pub state: String,
    /// By the carrier's clock.
    pub at: Timestamp,
}

impl ParcelChanged {
    /// The topic, with its version.
    pub const TOPIC: &'static str = "kernel.parcel.changed@1";
}

/// A person spent WIT in a world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Spent {
    /// The world that the selling plugin named.
    pub world_id: Uuid,
    /// The person who paid.
    pub user_id: Uuid,
    /// Hundredths of a WIT.
    pub hundredths: i64,
}

impl Spent {
    /// The topic, with its version.
    pub const TOPIC: &'static str = "kernel.wit.spent@1";
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn they_are_read_as_the_kernel_writes_them() {
        let (one, other) = (Uuid::nil(), Uuid::nil());
        let blocked: Blocked =
            serde_json::from_value(json!({ "blocker": one, "blocked": other })).expect("a block");
        assert_eq!((blocked.blocker, blocked.blocked), (one.clone(), other));
        let erased: Erased =
            serde_json::from_value(json!({ "userId": one })).expect("an erased account");
        assert_eq!(erased.user_id, one);
    }
}
