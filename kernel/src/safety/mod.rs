//! Safety between people: blocks, mutes, reports, moderation decisions and appeals. A reporter learns that action was
//! taken, never which; the moderator is never named.

mod appeal_view;
mod appeals;
mod blocks;
mod cases;
mod email_templates;
mod messages;
mod notices;
mod reports;
mod room_chat;
mod sanctions;
mod verdict;
mod vocabulary;

pub use appeal_view::Appeal;
pub use blocks::{BlockEntry, Relation};
pub use cases::{Case, CaseDetail, CaseReport, Decided, PriorDecision};
pub use messages::*;
pub use reports::{MyReport, NewReport, Subject};
pub use room_chat::{ReportedMessage, ReportedRoom, RoomChat, RoomMessage};
pub use sanctions::{Decision, Passed};
pub use verdict::{NewDecision, Verdict};
pub use vocabulary::{
    Action, AppealState, CaseState, Outcome, Reason, ReportState, Ruling, SanctionState, Weight,
};

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::{PgConnection, PgPool, Row};
use uuid::Uuid;

use crate::clock::{Clock, Rng};
use crate::error::Result;
use crate::identity::{Identity, NO_SUCH_PERSON};
use crate::mailer::Mailer;
use crate::plugins::Registry;
use crate::room_effects::RoomEffect;
use crate::unit_of_work::Signals;

/// The operations of safety.
#[derive(Clone)]
pub struct Safety {
    pool: PgPool,
    clock: Clock,
    rng: Rng,
    identity: Identity,
    mailer: Mailer,
    registry: Arc<Registry>,
    signals: Signals,
    /// The beginning of links in mails.
    base: String,
}

/// The dependencies of [`Safety`].
pub struct Parts {
    pub pool: PgPool,
    pub clock: Clock,
    pub rng: Rng,
    pub identity: Identity,
    pub mailer: Mailer,
    /// The plugins that subscribe to blocks.
    pub registry: Arc<Registry>,
    pub signals: Signals,
    pub base: String,
}

/// A person as shown to other people.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PersonCard {
    pub id: Uuid,
    pub nickname: Option<String>,
    pub image: Option<String>,
}

impl Safety {
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self {
            pool: parts.pool,
            clock: parts.clock,
            rng: parts.rng,
            identity: parts.identity,
            mailer: parts.mailer,
            registry: parts.registry,
            signals: parts.signals,
            base: parts.base,
        }
    }

    fn id(&self) -> Uuid {
        self.rng.uuid(self.clock.now_ms())
    }

    /// Applies changed blocks and mutes of these people in the rooms that they are in.
    fn refresh_in_rooms(&self, people: &[Uuid]) {
        for person in people {
            let effect = RoomEffect::RefreshRelations(*person);
            self.signals.rooms.queue(effect);
        }
    }

    /// Refuses an id without a visible account.
    async fn require_person(&self, connection: &mut PgConnection, person: Uuid) -> Result<()> {
        let known = sqlx::query(
            "select 1 from kernel.account
             where id = $1 and verified_at is not null and nickname is not null and erased_at is null",
        )
        .bind(person)
        .fetch_optional(connection)
        .await?;
        known.map(|_| ()).ok_or_else(|| NO_SUCH_PERSON.into())
    }
}

/// Decodes a person from a row, by column names.
fn card(row: &sqlx::postgres::PgRow) -> Result<PersonCard> {
    Ok(PersonCard {
        id: row.try_get("person")?,
        nickname: row.try_get("nickname")?,
        image: row.try_get("image")?,
    })
}
