//! The unit of work: one request, one transaction.
//!
//! A plugin's statements, the events, timers and pushes that it queues and the roles that it grants commit together or
//! not at all. The connection is taken from the pool at the first statement. Queued effects are written just before the
//! commit. This module depends on neither HTTP nor wasmtime.
//!
//! No statement text contains a value: statements of plugins and of the kernel use the extended protocol, with every
//! value as a bound parameter. The only texts without parameters are the constants in this file, which begin and end a
//! transaction and switch its role.

mod file_calls;
mod kernel_calls;
mod ledger_calls;
mod mandate_calls;
mod own_file_calls;
mod payment_calls;
mod pending_effects;
mod play_calls;
mod profile_images;
mod resources;
mod signals;
mod sql;
mod sql_call;
mod sql_codec;
mod statement_guard;
mod tracking_calls;
mod unit;

pub use file_calls::FileRow;
pub use kernel_calls::Delivery;
pub use ledger_calls::{
    AccountFunds, ChargeIds, GrantLimits, PluginEntry, PluginHold, PluginTransfer, SpendingOutcome,
};
pub use mandate_calls::{Collection, MandatePayment, PluginMandate};
pub use own_file_calls::{NewOwnFile, OwnFileRow};
pub use payment_calls::{PluginPaymentOrder, PluginPaymentRow, PluginRefund};
pub use pending_effects::{BroadcastIntent, EventIntent, PushIntent, TimerChange, TimerIntent};
pub use play_calls::{PlayCharge, PlayPayment};
pub use resources::{NewResource, ResourceRow};
pub use signals::Signals;
pub use sql_call::{CursorId, SqlFailure, SqlFailureKind, SqlLimits};
pub use sql_codec::{ResultRows, SqlValue};
pub use statement_guard::{guarded, refusal as statement_refusal};
pub use tracking_calls::FollowedParcel;
pub use unit::{Claim, CommitError, StoredAnswer, UnitOfWork};

use uuid::Uuid;

/// An account's id in the form that plugins use.
#[must_use]
pub fn parse_person(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text).ok()
}
