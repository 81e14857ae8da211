//! What can be bought at the current rate, and through which provider.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::exchange_rates::{ExchangeRates, Rate};
use super::price::{Currency, MAX_WIT, MIN_WIT, Money, PACKS, price};
use super::provider::{ProviderName, Providers};
use crate::error::Result;

/// The offers of WIT.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Offers {
    /// Suggested amounts, in whole WIT.
    pub packs: Vec<i64>,
    /// What each suggested amount costs in each currency.
    pub prices: Vec<PackPrice>,
    pub min_wit: i64,
    pub max_wit: i64,
    pub currencies: Vec<Currency>,
    pub provider: ProviderName,
    /// Products of app stores.
    pub products: Vec<Product>,
    pub rate: Rate,
}

/// The price of a suggested amount.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PackPrice {
    /// Whole WIT.
    pub wit: i64,
    #[serde(flatten)]
    pub price: Money,
}

/// A product of an app store.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Product {
    /// The product id in the store.
    pub id: String,
    /// Whole WIT.
    pub wit: i64,
}

/// Reads the current offers.
#[derive(Clone)]
pub struct OfferCatalog {
    pub(super) products: Arc<BTreeMap<String, i64>>,
    pub(super) providers: Providers,
    pub(super) rates: ExchangeRates,
}

impl OfferCatalog {
    /// # Errors
    /// The error of the database.
    pub async fn offers(&self) -> Result<Offers> {
        let products = self.products.iter();
        let rate = self.rates.rate().await?;
        let costs = |wit| {
            Currency::ALL.map(|currency| PackPrice {
                wit,
                price: price(wit * 100, currency, &rate),
            })
        };
        Ok(Offers {
            packs: PACKS.to_vec(),
            prices: PACKS.into_iter().flat_map(costs).collect(),
            min_wit: MIN_WIT,
            max_wit: MAX_WIT,
            currencies: Currency::ALL.to_vec(),
            provider: self.providers.current().name(),
            products: products
                .map(|(id, wit)| Product {
                    id: id.clone(),
                    wit: *wit,
                })
                .collect(),
            rate,
        })
    }
}
