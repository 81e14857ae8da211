//! Why a database cannot be used, each with its remedy.

use sqlx::migrate::MigrateError;

/// Why the database cannot be used; each text is one sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    #[error("The database cannot be reached: {0}.")]
    Unreachable(sqlx::Error),
    #[error(
        "The database was made by a newer version of Witverse (migration {0}); start that version or a newer one."
    )]
    Newer(i64),
    #[error("The database could not be brought up to date: {0}.")]
    Migration(MigrateError),
    #[error("The database could not be prepared: {0}.")]
    Sql(#[from] sqlx::Error),
    #[error(
        "The role that owns the database must be a superuser, because plugins are kept apart by revoking system functions."
    )]
    NotSuperuser,
    #[error("Plugins are not isolated by this database: {0}.")]
    NotIsolated(String),
}
