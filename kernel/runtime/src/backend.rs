//! The interface to the kernel behind the imports of a guest.

use std::future::Future;

use crate::types::*;

/// Ends the call as a trap: the host failed, the guest abused it, or the plugin may not make the call.
#[derive(Debug, thiserror::Error)]
pub enum HostFault {
    /// An error of the host; the guest is not at fault.
    #[error("{0}")]
    Failure(String),
    /// The guest violated a rule of the host interface.
    #[error("{0}")]
    Abuse(String),
    /// The plugin has not been granted the capability. The guest need not be at fault: an operator may have withheld it.
    #[error("{0}")]
    Denied(String),
}

/// An open cursor of the guest: the backend's number for it.
#[allow(unreachable_pub, reason = "the generated bindings re-export it")]
pub struct Cursor(pub u32);

pub(crate) type Answer<T> = Result<T, HostFault>;

/// A payment to a plugin by its key, and how much of it was kept, in hundredths; all of it without a number.
#[derive(Debug)]
pub struct Paid {
    pub key: String,
    pub kept: Option<u64>,
}

impl Paid {
    pub(crate) fn whole(key: String) -> Self {
        Self { key, kept: None }
    }

    pub(crate) fn part(key: String, kept: u64) -> Self {
        let kept = Some(kept);
        Self { key, kept }
    }
}

/// A movement of WIT, and the payment to the plugin that it gives back to its payer, by its key or id.
#[derive(Debug)]
pub struct NewTransfer {
    pub movement: Movement,
    pub charge: Option<String>,
}

impl From<Movement> for NewTransfer {
    fn from(movement: Movement) -> Self {
        let charge = None;
        Self { movement, charge }
    }
}

impl From<NewRefund> for NewTransfer {
    fn from(refund: NewRefund) -> Self {
        let movement = Movement {
            operation: Operation::Reward,
            key: refund.key,
            to: Some(refund.to),
            amount: refund.amount,
            memo: refund.memo,
        };
        let charge = Some(refund.charge);
        Self { movement, charge }
    }
}

/// The kernel's implementation of the host calls (`sdk/wit/plugin.wit`). One value serves one call and owns its
/// transaction.
///
/// A method that returns a future may run statements in the transaction and wait for row locks. The other methods only
/// read the state of the call or queue an effect, which is written just before the commit. The outer error of a
/// result ends the call; the inner error is returned to the guest. No method retries: after a conflict the kernel
/// repeats the whole call.
pub trait Backend:
    RoomBackend + PaymentBackend + OwnFileBackend + LiveBackend + Send + 'static
{
    fn caller(&self) -> Caller;
    fn world(&self) -> Option<String>;
    fn install(&self) -> Install;
    fn calling_install(&self) -> Option<CallingInstall>;
    fn locale(&self) -> Language;
    fn deadline_ms(&self) -> u64;
    fn granted_objects(&self, kind: &str) -> Option<Vec<String>>;
    fn granted(&self, permission: &str) -> bool;

    fn query(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> impl Future<Output = Answer<Result<Rows, SqlError>>> + Send;
    fn execute(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> impl Future<Output = Answer<Result<u64, SqlError>>> + Send;
    fn open_cursor(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> impl Future<Output = Answer<Result<u32, SqlError>>> + Send;
    fn cursor_next(
        &mut self,
        cursor: u32,
        max: u32,
    ) -> impl Future<Output = Answer<Result<Vec<Vec<Value>>, SqlError>>> + Send;
    fn close_cursor(&mut self, cursor: u32) -> impl Future<Output = Answer<()>> + Send;

    fn ledger_balance(
        &mut self,
        of: Party,
    ) -> impl Future<Output = Answer<Result<Funds, LedgerError>>> + Send;
    fn ledger_transfer(
        &mut self,
        transfer: NewTransfer,
    ) -> impl Future<Output = Answer<Result<Posting, LedgerError>>> + Send;
    fn ledger_transfer_legs(
        &mut self,
        key: String,
        legs: Vec<Leg>,
    ) -> impl Future<Output = Answer<Result<Posting, LedgerError>>> + Send;
    fn ledger_count_spending(
        &mut self,
        paid: Paid,
        world: String,
    ) -> impl Future<Output = Answer<Result<(), LedgerError>>> + Send;
    fn ledger_hold(
        &mut self,
        hold: NewHold,
    ) -> impl Future<Output = Answer<Result<Posting, LedgerError>>> + Send;
    fn ledger_capture(
        &mut self,
        hold: String,
        to: Option<String>,
        amount: Option<u64>,
    ) -> impl Future<Output = Answer<Result<Settlement, LedgerError>>> + Send;
    fn ledger_release(
        &mut self,
        hold: String,
    ) -> impl Future<Output = Answer<Result<(), LedgerError>>> + Send;
    fn ledger_give_mandate(
        &mut self,
        mandate: NewMandate,
    ) -> impl Future<Output = Answer<Result<Posting, LedgerError>>> + Send;
    fn ledger_collect(
        &mut self,
        mandate: String,
        payments: Vec<Payment>,
    ) -> impl Future<Output = Answer<Result<(), LedgerError>>> + Send;
    fn ledger_revoke_mandate(
        &mut self,
        mandate: String,
    ) -> impl Future<Output = Answer<Result<(), LedgerError>>> + Send;
    fn ledger_history(
        &mut self,
        of: Party,
        before: Option<u64>,
        limit: u32,
    ) -> impl Future<Output = Answer<Result<Vec<LedgerEntry>, LedgerError>>> + Send;

    fn profiles(&mut self, ids: Vec<String>) -> impl Future<Output = Answer<Vec<Profile>>> + Send;
    fn pairs(
        &mut self,
        pairs: Vec<(String, String)>,
    ) -> impl Future<Output = Answer<Vec<Pair>>> + Send;
    fn find_by_nickname(
        &mut self,
        nickname: String,
    ) -> impl Future<Output = Answer<Option<Profile>>> + Send;
    fn blocked_between(
        &mut self,
        a: String,
        b: String,
    ) -> impl Future<Output = Answer<bool>> + Send;
    fn blocks(&mut self) -> impl Future<Output = Answer<Vec<String>>> + Send;
    fn search_people(
        &mut self,
        prefix: String,
        limit: u32,
    ) -> impl Future<Output = Answer<Vec<Profile>>> + Send;
    fn set_image(
        &mut self,
        path: String,
        reference: String,
    ) -> impl Future<Output = Answer<Result<(), String>>> + Send;
    fn clear_image(
        &mut self,
        person: String,
        reference: String,
    ) -> impl Future<Output = Answer<()>> + Send;
    fn forbidden_word(&mut self, text: String) -> impl Future<Output = Answer<bool>> + Send;

    fn explain(
        &mut self,
        action: String,
        resource: ResourceRef,
    ) -> impl Future<Output = Answer<Decision>> + Send;
    fn check_visitor(
        &mut self,
        action: String,
        resource: ResourceRef,
    ) -> impl Future<Output = Answer<bool>> + Send;
    fn explain_for(
        &mut self,
        people: Vec<String>,
        action: String,
        resource: ResourceRef,
    ) -> impl Future<Output = Answer<Vec<Decision>>> + Send;
    fn declare_resource(
        &mut self,
        declaration: Declaration,
    ) -> impl Future<Output = Answer<Result<(), String>>> + Send;
    fn remove_resource(
        &mut self,
        kind: String,
        id: String,
    ) -> impl Future<Output = Answer<Result<(), String>>> + Send;
    fn change_role(
        &mut self,
        grant: bool,
        person: String,
        role: String,
        kind: String,
        id: String,
    ) -> impl Future<Output = Answer<Result<(), String>>> + Send;

    fn publish(&mut self, topic: String, payload: Vec<u8>) -> Answer<Result<(), String>>;
    fn sign(&mut self, statement: Vec<u8>) -> Answer<Result<Signed, String>>;
    fn statement_keys(&mut self) -> Answer<String>;
    fn file_info(&mut self, ids: Vec<String>)
    -> impl Future<Output = Answer<Vec<FileInfo>>> + Send;
    fn file_facts(&mut self, file: String) -> impl Future<Output = Answer<Option<String>>> + Send;
    fn file_digest(&mut self, file: String) -> impl Future<Output = Answer<Option<String>>> + Send;
    fn attach_file(
        &mut self,
        file: String,
        kind: FileKind,
        reference: String,
    ) -> impl Future<Output = Answer<Result<FileInfo, FileError>>> + Send;
    /// Ends the use of one file, or of all files without one.
    fn detach_files(
        &mut self,
        file: Option<String>,
        reference: String,
    ) -> impl Future<Output = Answer<()>> + Send;
    fn reachable(
        &mut self,
        people: Vec<String>,
    ) -> impl Future<Output = Answer<Vec<Reachable>>> + Send;
    fn email(
        &mut self,
        person: String,
        subject: Localized,
        text: Localized,
        link: Option<String>,
    ) -> impl Future<Output = Answer<Result<bool, String>>> + Send;
    fn notify(
        &mut self,
        person: String,
        notice: Notice,
    ) -> impl Future<Output = Answer<Result<u32, String>>> + Send;
    fn schedule(&mut self, key: String, when: When, payload: Vec<u8>)
    -> Answer<Result<(), String>>;
    fn cancel(&mut self, key: String) -> Answer<()>;

    fn call_service(
        &mut self,
        service: String,
        method: String,
        payload: Vec<u8>,
    ) -> impl Future<Output = Answer<Result<Vec<u8>, ServiceError>>> + Send;
    fn service_available(&mut self, service: String) -> Answer<bool>;

    fn fill_form(
        &mut self,
        install: String,
        slot: String,
        values: String,
    ) -> Answer<Result<FilledForm, FormError>>;

    fn setting(&self, key: String) -> Answer<Option<String>>;
    fn now_ms(&self) -> u64;
    fn random_bytes(&mut self, count: u32) -> Answer<Vec<u8>>;
    fn random_uuid(&mut self) -> Answer<String>;
    fn log(&mut self, level: Level, message: String, fields: Vec<(String, String)>) -> Answer<()>;
    fn count(&mut self, name: String, delta: u64, labels: Vec<(String, String)>) -> Answer<()>;
    fn observe(&mut self, name: String, value: f64, labels: Vec<(String, String)>) -> Answer<()>;
}

/// The calls of the interface `live`. Each queues a push for after the commit.
pub trait LiveBackend {
    fn push(
        &mut self,
        person: String,
        kind: String,
        payload: Vec<u8>,
    ) -> Answer<Result<(), String>>;
    fn broadcast(&mut self, kind: String, payload: Vec<u8>) -> Answer<Result<(), String>>;
    fn signal(
        &mut self,
        people: Vec<String>,
        kind: String,
        payload: Vec<u8>,
    ) -> Answer<Result<(), String>>;
}

/// The calls of the interface `rooms`. Those without a future queue an effect for after the commit.
pub trait RoomBackend {
    fn room_presence(
        &mut self,
        room: String,
    ) -> impl Future<Output = Answer<Result<RoomPresence, String>>> + Send;
    fn room_counts(&mut self, rooms: Vec<String>) -> Answer<Result<Vec<u32>, String>>;
    fn room_whereabouts(
        &mut self,
        people: Vec<String>,
    ) -> Answer<Result<Vec<(String, String)>, String>>;
    fn busiest_rooms(&mut self, limit: u32) -> Answer<Result<Vec<(String, u32)>, String>>;
    fn room_state(
        &mut self,
        room: String,
        instance: u16,
    ) -> impl Future<Output = Answer<Option<RoomState>>> + Send;
    fn set_room_state(
        &mut self,
        room: String,
        instance: u16,
        expected: u64,
        state: Vec<u8>,
    ) -> impl Future<Output = Answer<Result<(), StateError>>> + Send;
    fn room_broadcast(
        &mut self,
        room: String,
        topic: String,
        payload: Vec<u8>,
    ) -> Answer<Result<(), String>>;
    fn room_kick(
        &mut self,
        room: String,
        account: String,
        reason: String,
    ) -> Answer<Result<(), String>>;
    fn room_close(&mut self, room: String, reason: String) -> Answer<Result<(), String>>;
    fn room_refresh(&mut self, room: String) -> Answer<Result<(), String>>;
    fn room_refresh_person(&mut self, account: String) -> Answer<Result<(), String>>;
    fn room_clock_ms(&mut self) -> Answer<u64>;
}

/// The calls of the interfaces `payments`, `sealing` and `tracking`.
pub trait PaymentBackend {
    fn open_payment(
        &mut self,
        payment: NewCardPayment,
    ) -> impl Future<Output = Answer<Result<PaymentInfo, PaymentError>>> + Send;
    fn find_payment(
        &mut self,
        reference: String,
    ) -> impl Future<Output = Answer<Result<PaymentInfo, PaymentError>>> + Send;
    fn cancel_payment(
        &mut self,
        reference: String,
    ) -> impl Future<Output = Answer<Result<(), PaymentError>>> + Send;
    fn refund_payment(
        &mut self,
        reference: String,
        key: String,
        amount: u64,
    ) -> impl Future<Output = Answer<Result<(), PaymentError>>> + Send;
    fn follow_parcel(
        &mut self,
        reference: String,
        carrier: String,
        number: String,
    ) -> impl Future<Output = Answer<Result<bool, TrackingError>>> + Send;
    fn seal(&mut self, about: String, text: Vec<u8>) -> Answer<Result<Vec<u8>, String>>;
    fn unseal(&mut self, about: String, sealed: Vec<u8>) -> Answer<Option<Vec<u8>>>;
}

/// The calls of the interface `own-files`.
pub trait OwnFileBackend {
    fn write_own_file(
        &mut self,
        name: String,
        content: Vec<u8>,
        person: Option<String>,
    ) -> impl Future<Output = Answer<Result<OwnFile, OwnFileError>>> + Send;
    fn read_own_file(
        &mut self,
        name: String,
    ) -> impl Future<Output = Answer<Result<Vec<u8>, OwnFileError>>> + Send;
    fn remove_own_file(
        &mut self,
        name: String,
    ) -> impl Future<Output = Answer<Result<bool, OwnFileError>>> + Send;
    fn find_own_files(
        &mut self,
        prefix: String,
        after: Option<String>,
        limit: u32,
    ) -> impl Future<Output = Answer<Result<Vec<OwnFile>, OwnFileError>>> + Send;
}
