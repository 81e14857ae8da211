//! What can be bought, for how much at the rate of now, and who takes the money.

use schemars::JsonSchema;
use serde::Serialize;

use super::Payments;
use super::price::{Currency, MAX_WIT, MIN_WIT, PACKS};
use super::provider::ProviderName;
use super::rate::Rate;
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

impl Payments {
    /// # Errors
    /// The database's.
    pub async fn offers(&self) -> Result<Offers> {
        let products = self.products.iter();
        Ok(Offers {
            packs: PACKS.to_vec(),
            min_wit: MIN_WIT,
            max_wit: MAX_WIT,
            currencies: Currency::ALL.to_vec(),
            provider: self.provider.name(),
            products: products
                .map(|(id, wit)| Product {
                    id: id.clone(),
                    wit: *wit,
                })
                .collect(),
            rate: self.rate().await?,
        })
    }
}
