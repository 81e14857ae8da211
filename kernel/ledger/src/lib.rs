//! The WIT ledger: double entry, append-only, integer hundredths of a WIT.
//!
//! The rules are functions of the schema `ledger` (`migrations/functions/ledger`), which run next to the locked rows,
//! so that concurrent requests cannot violate them. This crate is their typed interface: amounts that are never zero,
//! negative or out of range, names instead of numbers, and a checker of all invariants. Every function takes a
//! connection inside of its caller's transaction and never commits. The crate depends on neither HTTP nor names nor
//! prices.
//!
//! Idempotency: a movement is identified by its id ([`Key::of`]). A repeated call with the same values is a replay
//! ([`Receipt::replayed`]); with other values it is refused with [`Refusal::KeyConflict`].
//!
//! Locking: a function locks holds first, then accounts in the order of their ids, then lots, until the caller's
//! transaction ends. Transactions with several movements can deadlock; PostgreSQL then ends one of them, and the caller
//! repeats the whole transaction. A [`Refusal`] changes nothing and leaves the transaction usable.

mod account;
mod amount;
mod check;
mod hold;
mod kind;
mod legs;
mod lot;
mod outcome;
mod proof;
mod queries;
mod refund;
mod transfer;

pub use account::{
    ADJUSTMENTS, BONUS, Balance, FIRST_HOUSE_ACCOUNT, FORFEITED, MINT, State, balance, plugin,
    plugin_balance, set_state,
};
pub use amount::Amount;
pub use check::{Report, check};
pub use hold::{Captured, NewHold, Released, capture, expire_holds, hold, release};
pub use kind::Kind;
pub use legs::{Leg, MAX_LEGS, RefusedLeg, transfer_legs};
pub use lot::{
    ClawedBack, Lot, LotState, Recharge, claw_back, lot, recharge, refund_lot, reserve_lot,
    unreserve_lot,
};
pub use outcome::{Failure, Receipt, Refusal};
pub use proof::{ENTRY_EPOCH_US, entry_hash, genesis};
pub use queries::{
    Circulation, Direction, Entry, Filter, Link, Month, OpenHold, Total, circulation, close_days,
    history, history_total, hold_total, holds, links, months, totals,
};
pub use refund::{refund_charges, return_payments};
pub use transfer::{Key, Transfer, force, key_was_taken, roll_up, transfer};
