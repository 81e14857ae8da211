//! Trials: an operator runs a plugin in their world before they install it. Only the people who manage the world reach it,
//! as themselves or as one of the made-up players, and it has play money in place of WIT (docs/decisions/0037).

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;
use witverse_ledger as ledger;

use super::messages::INSTALL_NOT_FOUND;
use super::notices::{Stop, StopCause};
use super::store::InstallRow;
use super::{Installs, ManagedScope};
use crate::error::Result;
use crate::plugins::{PLAYER_PURSE, PLUGIN_PURSE, TRIAL_PLAYERS, trial_nickname, trial_player_id};
use crate::postgres::begin;
use crate::room_effects::RoomEffect;

/// The made-up players of a trial.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlayersView {
    pub items: Vec<TrialPlayer>,
}

/// A person as whom an operator can use a plugin on trial.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrialPlayer {
    /// The value of the header `X-Witverse-Player`; 0 is the operator.
    pub number: usize,
    pub id: Uuid,
    pub nickname: Option<String>,
    /// Hundredths of play money.
    pub balance_hundredths: i64,
}

impl Installs {
    /// The people of a trial, and their play money. The operator comes first.
    ///
    /// # Errors
    /// `plugin_not_installed`, also if it is no trial.
    pub async fn players(&self, scope: &ManagedScope<'_>, id: &str) -> Result<PlayersView> {
        let row = self.row(scope, id).await?;
        if !row.is_trial {
            return Err(INSTALL_NOT_FOUND.into());
        }
        let mut connection = self.platform.pools.app.acquire().await?;
        let operator = scope.person.id;
        // Another manager than the one who began the trial.
        open_purse(&mut connection, id, operator, PLAYER_PURSE).await?;
        let players = (1..=TRIAL_PLAYERS).map(|number| {
            let nickname = Some(trial_nickname(number));
            (number, trial_player_id(id, number), nickname)
        });
        let everybody = [(0, operator, scope.person.nickname.clone())]
            .into_iter()
            .chain(players);
        let mut items = Vec::new();
        for (number, player, nickname) in everybody {
            items.push(TrialPlayer {
                number,
                id: player,
                nickname,
                balance_hundredths: play_balance(&mut connection, id, player).await?,
            });
        }
        Ok(PlayersView { items })
    }

    /// Ends trials whose time is over.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn end_trials(&self) -> Result<()> {
        let statement = format!(
            "{} where i.is_trial and i.state <> 'uninstalled' and i.trial_until <= $1 order by i.trial_until limit 20",
            InstallRow::SELECT
        );
        let over: Vec<InstallRow> = sqlx::query_as(AssertSqlSafe(statement))
            .bind(self.platform.clock.now())
            .fetch_all(&self.platform.pools.app)
            .await?;
        for row in &over {
            self.end_trial(row, None).await?;
        }
        Ok(())
    }

    /// Ends a trial and deletes everything of it. Ending it again does nothing.
    pub(super) async fn end_trial(&self, row: &InstallRow, by: Option<Uuid>) -> Result<()> {
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let ended = sqlx::query(
            "update kernel.install
             set state = 'uninstalled', disabled_because = null, retained_until = $2, changed_at = $2
             where id = $1 and is_trial and state <> 'uninstalled'",
        )
        .bind(&row.id)
        .bind(self.platform.clock.now())
        .execute(&mut *transaction)
        .await?;
        if ended.rows_affected() == 0 {
            return Ok(());
        }
        self.event(row, "trial_ended", by)
            .record(&mut transaction)
            .await?;
        self.publish_end(&mut transaction, &row.id).await?;
        if by.is_none() {
            let stop = Stop::of_install(&row.id, StopCause::TrialOver);
            self.publish_stop(&mut transaction, &stop).await?;
        }
        transaction.commit().await?;
        self.platform.signals.deliveries.notify_one();
        self.reload().await?;
        let trial = row.id.clone();
        let copies = RoomEffect::CloseCopies { trial };
        self.platform.signals.rooms.queue(copies);
        self.delete_expired().await
    }
}

/// Gives play money to the plugin, the operator and the players.
pub(super) async fn open_purses(
    connection: &mut PgConnection,
    install: &str,
    operator: Uuid,
) -> sqlx::Result<()> {
    open_purse(connection, install, ledger::plugin(install), PLUGIN_PURSE).await?;
    open_purse(connection, install, operator, PLAYER_PURSE).await?;
    for number in 1..=TRIAL_PLAYERS {
        let player = trial_player_id(install, number);
        open_purse(connection, install, player, PLAYER_PURSE).await?;
    }
    Ok(())
}

async fn open_purse(
    connection: &mut PgConnection,
    install: &str,
    holder: Uuid,
    hundredths: i64,
) -> sqlx::Result<()> {
    sqlx::query(
        "insert into kernel.play_account (install, holder, balance) values ($1, $2, $3) on conflict do nothing",
    )
    .bind(install)
    .bind(holder)
    .bind(hundredths)
    .execute(connection)
    .await?;
    Ok(())
}

/// The play money of a holder, in hundredths.
pub(super) async fn play_balance(
    connection: &mut PgConnection,
    install: &str,
    holder: Uuid,
) -> Result<i64> {
    let balance = sqlx::query_scalar(
        "select balance from kernel.play_account where install = $1 and holder = $2",
    )
    .bind(install)
    .bind(holder)
    .fetch_optional(connection)
    .await?;
    Ok(balance.unwrap_or_default())
}
