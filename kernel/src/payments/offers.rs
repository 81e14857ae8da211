//! What can be bought, for how much at the rate of now, and who takes the money.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::exchange_rates::{ExchangeRates, Rate};
use super::price::{Currency, MAX_WIT, MIN_WIT, PACKS};
use super::provider::{ProviderName, Providers};
use crate::error::Result;

/// What can be bought.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Offers {
    /// Whole WIT, as suggestions.
    pub packs: Vec<i64>,
    pub min_wit: i64,
    pub max_wit: i64,
    pub currencies: Vec<Currency>,
    pub provider: ProviderName,
    /// In-app purchases.
    pub products: Vec<Product>,
    pub rate: Rate,
}

/// Something that a store sells.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Product {
    /// As the store knows it.
    pub id: String,
    /// Whole WIT.
    pub wit: i64,
}

/// What can be bought now.
#[derive(Clone)]
pub struct OfferCatalog {
    pub(super) products: Arc<BTreeMap<String, i64>>,
    pub(super) providers: Providers,
    pub(super) rates: ExchangeRates,
}

impl OfferCatalog {
    /// # Errors
    /// The database's.
    pub async fn offers(&self) -> Result<Offers> {
        let products = self.products.iter();
        Ok(Offers {
            packs: PACKS.to_vec(),
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
            rate: self.rates.rate().await?,
        })
    }
}
