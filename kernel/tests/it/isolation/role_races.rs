//! Roles belong to the whole server, so kernels of several databases may create the same one at the same time.

use std::time::Duration;

use sqlx::PgConnection;
use uuid::Uuid;
use witverse_kernel::postgres::{create_plugin_roles, plugin_role};
use witverse_testing::TestApp;

/// Connections of the database that wait for a lock.
async fn waiting(watch: &mut PgConnection) -> i64 {
    sqlx::query_scalar(
        "select count(*) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'",
    )
    .fetch_one(watch)
    .await
    .unwrap()
}

#[tokio::test]
async fn a_role_that_another_database_creates_first_does_not_end_the_transaction() {
    let (one, two) = tokio::join!(TestApp::start(), TestApp::start());
    let mut first = one.app.platform.pools.owner().await.unwrap();
    let mut second = two.app.platform.pools.owner().await.unwrap();
    let plugin = format!("x-{}", &Uuid::new_v4().simple().to_string()[..12]);
    let mut watch = two.app.platform.pools.owner().await.unwrap();
    for connection in [&mut first, &mut second] {
        sqlx::raw_sql("begin").execute(connection).await.unwrap();
    }
    create_plugin_roles(&mut first, &plugin).await.unwrap();
    let creates = async {
        // Waits for the other transaction, then finds the role.
        create_plugin_roles(&mut second, &plugin).await?;
        sqlx::raw_sql("select 1; commit")
            .execute(&mut second)
            .await
            .map(drop)
    };
    let commits = async {
        // Without a wait the role would be found, and the test would see nothing.
        while waiting(&mut watch).await == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        sqlx::raw_sql("commit").execute(&mut first).await.unwrap();
    };
    let (created, ()) = tokio::join!(creates, commits);
    created.unwrap();
    let schemas: i64 = sqlx::query_scalar("select count(*) from pg_namespace where nspname = $1")
        .bind(plugin_role(&plugin))
        .fetch_one(&mut second)
        .await
        .unwrap();
    assert_eq!(schemas, 1);
    one.stop().await;
    two.stop().await;
}
