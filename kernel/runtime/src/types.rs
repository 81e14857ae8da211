//! The types of the contract, with the names that the kernel uses.

pub use crate::bindings::exports::witverse::plugin::guest::{
    DataFile, DataPage, Event, ServiceCall, Timer,
};
pub use crate::bindings::witverse::plugin::authz::{Decision, Declaration, ResourceRef};
pub use crate::bindings::witverse::plugin::context::{
    Installation as Install, InstalledCaller as CallingInstall, Person, Principal as Caller,
};
pub use crate::bindings::witverse::plugin::files::{FileError, FileInfo, FileKind};
pub use crate::bindings::witverse::plugin::install_forms::{FilledForm, FormError};
pub use crate::bindings::witverse::plugin::ledger::{
    Entry as LedgerEntry, Funds, LedgerError, LedgerErrorKind, Leg, Movement, NewHold, NewMandate,
    NewRefund, Operation, Party, Payment, Posting, Settlement,
};
pub use crate::bindings::witverse::plugin::log::Level;
pub use crate::bindings::witverse::plugin::notify::{Notice, Place as Reachable};
pub use crate::bindings::witverse::plugin::own_files::{OwnFile, OwnFileError, OwnFileState};
pub use crate::bindings::witverse::plugin::payments::{
    NewPayment as NewCardPayment, PaymentError, PaymentInfo, PaymentState,
};
pub use crate::bindings::witverse::plugin::rooms::{RoomPresence, RoomState, StateError};
pub use crate::bindings::witverse::plugin::services::ServiceError;
pub use crate::bindings::witverse::plugin::signing::Signed;
pub use crate::bindings::witverse::plugin::sql::{Rows, SqlError, SqlErrorKind};
pub use crate::bindings::witverse::plugin::timers::When;
pub use crate::bindings::witverse::plugin::tracking::TrackingError;
pub use crate::bindings::witverse::plugin::types::{
    FieldProblem, Language, Localized, Method, Problem, Request, Response, Value,
};
pub use crate::bindings::witverse::plugin::users::{Pair, PublicProfile as Profile};
