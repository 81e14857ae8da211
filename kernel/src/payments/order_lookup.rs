//! Single columns of an order, read without a lock.

use sqlx::PgConnection;
use uuid::Uuid;

use super::messages::ORDER_NOT_FOUND;
use super::provider::ProviderName;
use crate::error::{Error, Result};

/// The provider of an order.
pub(super) async fn provider_of(
    connection: &mut PgConnection,
    order: Uuid,
) -> Result<ProviderName> {
    let provider: String =
        sqlx::query_scalar("select provider from kernel.payment_order where id = $1")
            .bind(order)
            .fetch_optional(connection)
            .await?
            .ok_or(ORDER_NOT_FOUND)?;
    ProviderName::parse(&provider)
        .ok_or_else(|| Error::internal("the order row has an unknown provider"))
}

/// The store purchase of an order: product and transaction id.
pub(super) async fn purchase_of(
    connection: &mut PgConnection,
    order: Uuid,
) -> Result<(String, String)> {
    sqlx::query_as("select product, transaction_id from kernel.store_purchase where order_id = $1")
        .bind(order)
        .fetch_optional(connection)
        .await?
        .ok_or_else(|| ORDER_NOT_FOUND.into())
}
