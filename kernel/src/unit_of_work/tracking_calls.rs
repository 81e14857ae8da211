//! Parcels that a plugin follows, in a unit of work.

use time::OffsetDateTime;

use super::UnitOfWork;

/// A parcel that a plugin follows.
#[derive(Clone, Debug)]
pub struct FollowedParcel {
    pub plugin: String,
    pub reference: String,
    pub carrier: String,
    pub number: String,
    pub at: OffsetDateTime,
    pub look_at: OffsetDateTime,
}

impl UnitOfWork {
    /// Follows a parcel. Idempotent by the reference.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn follow_parcel(&mut self, new: FollowedParcel) -> Result<(), sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let outcome = sqlx::query("select kernel_api.follow_parcel($1, $2, $3, $4, $5, $6)")
            .bind(new.plugin)
            .bind(new.reference)
            .bind(new.carrier)
            .bind(new.number)
            .bind(new.at)
            .bind(new.look_at)
            .execute(self.kernel().await?)
            .await
            .map(drop);
        self.record_error(outcome)
    }
}
