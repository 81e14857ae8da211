//! Google Play, for now without a way in.

use time::OffsetDateTime;

use super::{Bought, StoreNotice};
use crate::config;
use crate::payments::client::Http;
use crate::payments::provider::ProviderError;
use crate::payments::webhook::Delivered;

pub(crate) struct Google;

impl Google {
    pub(crate) fn from_config(
        _: &config::Google,
        _: Http,
        _: &str,
    ) -> Result<Option<Self>, String> {
        Ok(None)
    }
    pub(crate) async fn purchase(&self, _: &str, _: &str) -> Result<Bought, ProviderError> {
        Err(ProviderError::Refused(String::new()))
    }
    pub(crate) async fn consume(&self, _: &str, _: &str) -> Result<(), ProviderError> {
        Ok(())
    }
    pub(crate) async fn read_notice(
        &self,
        _: &Delivered<'_>,
        _: OffsetDateTime,
    ) -> Result<StoreNotice, ProviderError> {
        Err(ProviderError::Refused(String::new()))
    }
}
