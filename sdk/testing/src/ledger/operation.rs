//! One operation on the ledger, for both model and database.

use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Clone, Copy, Debug)]
pub(super) struct Movement {
    pub(super) id: Uuid,
    pub(super) from: Uuid,
    pub(super) to: Uuid,
    pub(super) amount: i64,
}

#[derive(Clone, Debug)]
pub(super) enum Operation {
    Transfer(Movement),
    /// All or none, under one key; the ids of the movements are not used.
    Legs {
        key: Uuid,
        legs: Vec<Movement>,
    },
    /// A payment back to the person who made `charge`, or to another one.
    Refund {
        charge: Uuid,
        movement: Movement,
    },
    Recharge {
        lot: Uuid,
        movement: Movement,
    },
    Hold {
        id: Uuid,
        from: Uuid,
        to: Option<Uuid>,
        amount: i64,
        expires_at: OffsetDateTime,
    },
    Capture {
        hold: Uuid,
        to: Option<Uuid>,
        amount: Option<i64>,
    },
    Release {
        hold: Uuid,
    },
    Expire,
    ReserveLot {
        lot: Uuid,
        hold: Uuid,
        expires_at: OffsetDateTime,
    },
    UnreserveLot {
        lot: Uuid,
    },
    RefundLot {
        lot: Uuid,
    },
    ClawBack {
        id: Uuid,
        lot: Uuid,
    },
    SetState {
        account: Uuid,
        state: i16,
    },
    RollUp,
}

impl Operation {
    /// The number of operations that it counts as.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Legs { legs, .. } => legs.len(),
            _ => 1,
        }
    }
}
