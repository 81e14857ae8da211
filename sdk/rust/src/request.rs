//! The request of a service: its type names the service, the method and the answer.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The request of a method of a service; made by [`requests!`](crate::requests!).
pub trait Request: Serialize + DeserializeOwned {
    /// The service, with its version: `account-info@1`.
    const SERVICE: &'static str;
    /// The method's name.
    const METHOD: &'static str;
    /// What the provider answers.
    type Answer: Serialize + DeserializeOwned;
}

/// Names the methods of a service with their types of request and answer.
///
/// ```
/// # use serde::{Deserialize, Serialize};
/// #[derive(Serialize, Deserialize)]
/// struct Roll { sides: u8 }
///
/// witverse_sdk::requests!("dice@1": "roll" Roll => u8);
/// ```
#[macro_export]
macro_rules! requests {
    ($service:literal: $($method:literal $request:ty => $answer:ty),+ $(,)?) => {$(
        impl $crate::services::Request for $request {
            const SERVICE: &'static str = $service;
            const METHOD: &'static str = $method;
            type Answer = $answer;
        }
    )+};
}
