//! Where the parcels of the plugin are.

use crate::bindings::witverse::plugin::tracking;
use crate::error::{Error, FORBIDDEN};

/// Parcels at the operator's tracking service; made by [`Ctx::tracking`](crate::Ctx::tracking).
#[derive(Clone, Copy, Debug)]
pub struct Tracking(pub(super) ());

impl Tracking {
    /// Follows a parcel until it is delivered, for at most 30 days; changes arrive as
    /// [`ParcelChanged`](crate::kernel_events::ParcelChanged). Idempotent by the reference, 1 to 100 bytes. False if no service
    /// is configured, or it does not know the carrier.
    ///
    /// # Errors
    /// 403 without the capability `tracking`; a reference, carrier or number in an invalid form.
    pub fn follow(&self, reference: &str, carrier: &str, number: &str) -> Result<bool, Error> {
        tracking::follow(reference, carrier, number).map_err(|error| match error {
            tracking::TrackingError::NotGranted => FORBIDDEN.into(),
            tracking::TrackingError::Invalid => {
                Error::internal("a parcel with an invalid reference, carrier or number")
            }
        })
    }
}
