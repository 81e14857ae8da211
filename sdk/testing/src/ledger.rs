//! Tests of the ledger against a model, and with kill -9.

pub mod bench;
pub mod crash;
mod lots;
mod model;
mod operation;
mod operations;
mod snapshot;

use sqlx::{ConnectOptions, Connection};
use time::Duration;
use time::macros::datetime;
use uuid::Uuid;

use crate::cluster;
use model::Model;
use operations::{Chooser, perform};

/// The result of a run against the model.
#[derive(Clone, Copy, Debug)]
pub struct ModelRun {
    pub operations: usize,
    /// How many of them moved WIT.
    pub moved: usize,
}

/// Runs random operations on the real ledger and on the model in sequence, and compares every result; every thousand
/// operations, and at the end, every account. The same seed gives the same run.
///
/// # Errors
/// The first difference with the command that reproduces it, or the checker's findings.
///
/// # Panics
/// The database is unreachable.
pub async fn against_model(seed: u64, operations: usize) -> Result<ModelRun, String> {
    let cluster = cluster().await;
    let database = cluster.clone_template().await;
    let owner = cluster.options(&database);
    let people: Vec<Uuid> = (1..=12_u128)
        .map(|n| Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + n))
        .collect();
    let mut connection = owner.clone().connect().await.unwrap();
    sqlx::query("select ledger.open_account(id, 0::smallint) from unnest($1::uuid[]) id")
        .bind(&people)
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();

    let mut connection = owner.username("kernel_app").connect().await.unwrap();
    let mut model = Model::new(&people);
    let mut chooser = Chooser::new(seed, people);
    let mut at = datetime!(2026-01-01 00:00 UTC);
    let (mut done, mut moved, mut compared) = (0, 0, 0);
    while done < operations {
        at += Duration::seconds(1);
        let operation = chooser.next(&model, at);
        let expected = model.apply(&operation, at);
        let found = perform(&mut connection, &operation, at).await;
        if expected != found {
            return Err(format!(
                "seed {seed}, operation {done}: {operation:?} gave {found:?}; the model says {expected:?}"
            ));
        }
        done += operation.len();
        moved += expected.iter().filter(|outcome| **outcome == 0).count();
        if done / 1000 > compared || done >= operations {
            compared = done / 1000;
            for (account, expected) in model.accounts() {
                let found = operations::snapshot_of(&mut connection, account).await;
                if found != expected {
                    return Err(format!(
                        "seed {seed}, after {done}: {account} is {found:?}; expected by the model: {expected:?}"
                    ));
                }
            }
        }
    }
    let report = witverse_ledger::check(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    match report.findings.first() {
        None => Ok(ModelRun {
            operations: done,
            moved,
        }),
        Some(finding) => Err(format!("seed {seed}: the checker says: {finding}")),
    }
}
