//! Implements the host calls of a component: capabilities, limits, and the unit of work.
//!
//! One value serves one call. The manifest declares every capability. A call without its capability returns a typed
//! denial if the contract has one; otherwise it counts as abuse and ends the call. No input of the guest is trusted.
//!
//! Host calls do not retry. A conflict with another transaction fails the statement, and `dispatch` repeats the whole
//! request on a new transaction. Locks are held until the unit of work ends.

mod authz;
mod budget;
mod call_context;
mod files;
mod grants;
mod install_forms;
mod ledger;
mod mandates;
mod notifications;
mod outbox;
mod own_files;
mod payments;
mod people;
mod play;
mod profile_images;
mod rooms;
mod services;
mod spending;
mod sql;

use std::sync::Arc;
use std::time::Instant;

use budget::Spent;
pub use call_context::CallContext;
use witverse_runtime::types::{
    Caller, CallingInstall, Decision, Declaration, FileError, FileInfo, FileKind, FilledForm,
    FormError, Funds, Install, Language as WireLanguage, LedgerEntry, LedgerError, Leg, Level,
    Localized, NewHold, NewMandate, Notice, Pair, Party, Payment, Person as WirePerson, Posting,
    Profile, Reachable, ResourceRef, Rows, ServiceError, Settlement, Signed, SqlError, Value, When,
};
use witverse_runtime::{Backend, HostFault, NewTransfer, Paid, Plugin, Runtime};

use super::{install_records::Usage, platform, registry};
use crate::actor::Actor;
use crate::error::Language;
use crate::unit_of_work::UnitOfWork;

const MAX_KEY_BYTES: usize = 200;

type Answer<T> = Result<T, HostFault>;
/// The answer of the ledger, with the error that the guest gets.
type Tried<T> = Result<T, LedgerError>;

/// The compiled component of a plugin, with this host behind its imports.
pub(crate) type Code = Plugin<PluginHost>;
/// The WebAssembly runtime that plugins run in.
pub type PluginRuntime = Runtime<PluginHost>;
/// What calling a plugin needs, shared by requests and the event relay.
pub type Platform = platform::Platform<Code>;
/// A plugin that can be called.
pub type Installed = registry::Installed<Code>;
/// One state of the plugins in force.
pub type Plugins = registry::Plugins<Code>;
/// The plugins in force.
pub type Registry = registry::Registry<Code>;

/// The kernel's state of one call.
pub struct PluginHost {
    context: CallContext,
    plugin: Arc<Installed>,
    /// `None` while a service that this call invoked uses it.
    work: Option<UnitOfWork>,
    depth: u8,
    /// In a call of a service: the caller, if operators have installed it.
    calling_install: Option<Arc<Installed>>,
    /// CPU ticks that services used for this call.
    ticks_lent: u64,
    spent: Spent,
}

impl PluginHost {
    #[must_use]
    pub fn new(context: CallContext, plugin: Arc<Installed>, work: UnitOfWork) -> Self {
        Self {
            context,
            plugin,
            work: Some(work),
            depth: 0,
            calling_install: None,
            ticks_lent: 0,
            spent: Spent::default(),
        }
    }

    /// Returns the unit of work after the call has ended.
    ///
    /// # Panics
    /// If a service still holds it; a service always ends before its caller.
    #[must_use]
    pub fn into_work(self) -> UnitOfWork {
        self.work.expect("services give the work back")
    }

    /// What the call has used, without its CPU time.
    pub(super) fn usage(&self) -> Usage {
        self.spent.usage()
    }

    /// Whether one of its statements took long.
    pub(super) fn is_slow(&self) -> bool {
        self.spent.is_slow
    }

    fn work(&mut self) -> &mut UnitOfWork {
        self.work.as_mut().expect("services give the work back")
    }
}

fn out_of_reach(error: impl std::fmt::Display) -> HostFault {
    HostFault::Failure(format!("the database: {error}"))
}

impl Backend for PluginHost {
    fn caller(&self) -> Caller {
        match &self.context.actor {
            Actor::Visitor => Caller::Visitor,
            Actor::System => Caller::System,
            Actor::Person(person) => Caller::Person(WirePerson {
                id: person.id.hyphenated().to_string(),
                nickname: person.nickname.clone(),
            }),
        }
    }

    fn world(&self) -> Option<String> {
        self.context.world.clone()
    }

    fn install(&self) -> Install {
        Install {
            plugin: self.plugin.id.to_string(),
            version: self.plugin.version().to_owned(),
        }
    }

    fn calling_install(&self) -> Option<CallingInstall> {
        self.install_that_calls()
    }

    fn locale(&self) -> WireLanguage {
        match self.context.language {
            Language::Ko => WireLanguage::Ko,
            Language::En => WireLanguage::En,
        }
    }

    fn granted_objects(&self, kind: &str) -> Option<Vec<String>> {
        self.objects_of_caller(kind)
    }

    fn granted(&self, permission: &str) -> bool {
        self.plugin.manifest().capabilities.has(permission)
    }

    fn deadline_ms(&self) -> u64 {
        let left = self
            .context
            .deadline
            .saturating_duration_since(Instant::now());
        u64::try_from(left.as_millis()).unwrap_or(u64::MAX)
    }

    async fn query(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> Answer<Result<Rows, SqlError>> {
        Ok(self.run_query(&statement, params).await)
    }

    async fn execute(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> Answer<Result<u64, SqlError>> {
        Ok(self.run_statement(&statement, params).await)
    }

    async fn open_cursor(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> Answer<Result<u32, SqlError>> {
        let (name, limits) = (self.plugin.name.clone(), self.plugin.sql);
        let work = match self.statement() {
            Ok(work) => work,
            Err(error) => return Ok(Err(error)),
        };
        Ok(work
            .open_cursor(&name, &limits, &statement, params)
            .await
            .map_err(SqlError::from))
    }

    async fn cursor_next(
        &mut self,
        cursor: u32,
        max: u32,
    ) -> Answer<Result<Vec<Vec<Value>>, SqlError>> {
        let (name, limits) = (self.plugin.name.clone(), self.plugin.sql);
        let work = match self.statement() {
            Ok(work) => work,
            Err(error) => return Ok(Err(error)),
        };
        Ok(work
            .cursor_next(&name, &limits, cursor, max)
            .await
            .map_err(SqlError::from))
    }

    async fn close_cursor(&mut self, cursor: u32) -> Answer<()> {
        let (name, limits) = (self.plugin.name.clone(), self.plugin.sql);
        self.work().close_cursor(&name, &limits, cursor).await;
        Ok(())
    }

    async fn ledger_balance(&mut self, of: Party) -> Answer<Tried<Funds>> {
        self.funds(of).await
    }

    async fn ledger_transfer(&mut self, new: NewTransfer) -> Answer<Tried<Posting>> {
        self.move_wit(new).await
    }

    async fn ledger_transfer_legs(
        &mut self,
        key: String,
        legs: Vec<Leg>,
    ) -> Answer<Tried<Posting>> {
        self.move_legs(&key, legs).await
    }

    async fn ledger_count_spending(&mut self, paid: Paid, world: String) -> Answer<Tried<()>> {
        self.count_spending(&paid.key, &world, paid.kept).await
    }

    async fn ledger_hold(&mut self, hold: NewHold) -> Answer<Tried<Posting>> {
        self.hold_wit(hold).await
    }

    async fn ledger_capture(
        &mut self,
        hold: String,
        to: Option<String>,
        amount: Option<u64>,
    ) -> Answer<Tried<Settlement>> {
        self.capture_wit(&hold, to, amount).await
    }

    async fn ledger_release(&mut self, hold: String) -> Answer<Tried<()>> {
        self.release_wit(&hold).await
    }

    async fn ledger_give_mandate(&mut self, mandate: NewMandate) -> Answer<Tried<Posting>> {
        self.give_mandate(mandate).await
    }

    async fn ledger_collect(
        &mut self,
        mandate: String,
        payments: Vec<Payment>,
    ) -> Answer<Tried<()>> {
        self.collect(&mandate, payments).await
    }

    async fn ledger_revoke_mandate(&mut self, mandate: String) -> Answer<Tried<()>> {
        self.revoke_mandate(&mandate).await
    }

    async fn ledger_history(
        &mut self,
        of: Party,
        before: Option<u64>,
        limit: u32,
    ) -> Answer<Tried<Vec<LedgerEntry>>> {
        self.moved_wit(of, before, limit).await
    }

    async fn profiles(&mut self, ids: Vec<String>) -> Answer<Vec<Profile>> {
        self.profiles_of(ids).await
    }

    async fn pairs(&mut self, pairs: Vec<(String, String)>) -> Answer<Vec<Pair>> {
        self.pairs_of(pairs).await
    }

    async fn find_by_nickname(&mut self, nickname: String) -> Answer<Option<Profile>> {
        self.profile_named(&nickname).await
    }

    async fn blocked_between(&mut self, a: String, b: String) -> Answer<bool> {
        self.has_block_between(&a, &b).await
    }

    async fn blocks(&mut self) -> Answer<Vec<String>> {
        self.people_blocked().await
    }

    async fn search_people(&mut self, prefix: String, limit: u32) -> Answer<Vec<Profile>> {
        self.people_named(&prefix, limit).await
    }

    async fn set_image(&mut self, path: String, reference: String) -> Answer<Result<(), String>> {
        self.set_profile_image(&path, &reference).await
    }

    async fn clear_image(&mut self, person: String, reference: String) -> Answer<()> {
        self.clear_profile_image(&person, &reference).await
    }

    async fn forbidden_word(&mut self, text: String) -> Answer<bool> {
        Ok(self.context.platform.words.forbid(&text))
    }

    async fn explain(&mut self, action: String, resource: ResourceRef) -> Answer<Decision> {
        let caller = self.context.actor.clone();
        self.decide(caller, &action, resource).await
    }

    async fn check_visitor(&mut self, action: String, resource: ResourceRef) -> Answer<bool> {
        let decision = self.decide(Actor::Visitor, &action, resource).await?;
        Ok(decision.allowed)
    }

    async fn explain_for(
        &mut self,
        people: Vec<String>,
        action: String,
        resource: ResourceRef,
    ) -> Answer<Vec<Decision>> {
        self.decide_for(&people, &action, resource).await
    }

    async fn change_role(
        &mut self,
        grant: bool,
        person: String,
        role: String,
        kind: String,
        id: String,
    ) -> Answer<Result<(), String>> {
        self.set_role_binding(grant, &person, &role, &kind, &id)
            .await
    }

    async fn declare_resource(&mut self, declaration: Declaration) -> Answer<Result<(), String>> {
        self.record_resource(declaration).await
    }

    async fn remove_resource(&mut self, kind: String, id: String) -> Answer<Result<(), String>> {
        self.delete_resource(&kind, &id).await
    }

    fn publish(&mut self, topic: String, payload: Vec<u8>) -> Answer<Result<(), String>> {
        self.queue_event(topic, payload)
    }

    fn sign(&mut self, statement: Vec<u8>) -> Answer<Result<Signed, String>> {
        self.sign_statement(&statement)
    }

    fn statement_keys(&mut self) -> Answer<String> {
        self.need(self.plugin.manifest().capabilities.signing, "signing")?;
        Ok(self.context.platform.statements.keys().to_owned())
    }

    async fn file_info(&mut self, ids: Vec<String>) -> Answer<Vec<FileInfo>> {
        self.files(ids).await
    }

    async fn file_facts(&mut self, file: String) -> Answer<Option<String>> {
        self.facts(&file).await
    }

    async fn file_digest(&mut self, file: String) -> Answer<Option<String>> {
        self.digest(&file).await
    }

    async fn attach_file(
        &mut self,
        file: String,
        kind: FileKind,
        reference: String,
    ) -> Answer<Result<FileInfo, FileError>> {
        self.use_file(&file, kind, &reference).await
    }

    async fn detach_files(&mut self, file: Option<String>, reference: String) -> Answer<()> {
        self.end_uses(file.as_deref(), &reference).await
    }

    async fn reachable(&mut self, people: Vec<String>) -> Answer<Vec<Reachable>> {
        self.reachable_people(&people).await
    }

    async fn email(
        &mut self,
        person: String,
        subject: Localized,
        text: Localized,
        link: Option<String>,
    ) -> Answer<Result<bool, String>> {
        self.queue_email(&person, subject, text, link).await
    }

    async fn notify(&mut self, person: String, notice: Notice) -> Answer<Result<u32, String>> {
        self.queue_notice(&person, notice).await
    }

    fn schedule(
        &mut self,
        key: String,
        when: When,
        payload: Vec<u8>,
    ) -> Answer<Result<(), String>> {
        self.queue_timer(key, when, payload)
    }

    fn cancel(&mut self, key: String) -> Answer<()> {
        self.queue_cancel(key)
    }

    async fn call_service(
        &mut self,
        service: String,
        method: String,
        payload: Vec<u8>,
    ) -> Answer<Result<Vec<u8>, ServiceError>> {
        self.invoke(service, method, payload).await
    }

    fn service_available(&mut self, service: String) -> Answer<bool> {
        Ok(self.plugin.manifest().uses(&service) && self.provider(&service).is_some())
    }

    fn fill_form(
        &mut self,
        install: String,
        slot: String,
        values: String,
    ) -> Answer<Result<FilledForm, FormError>> {
        self.fill_install_form(&install, &slot, &values)
    }

    fn setting(&self, key: String) -> Answer<Option<String>> {
        Ok(self.plugin.settings.get(&key).map(ToString::to_string))
    }

    fn now_ms(&self) -> u64 {
        self.context.now_ms
    }

    fn random_bytes(&mut self, count: u32) -> Answer<Vec<u8>> {
        self.bytes_of_rng(count)
    }

    fn random_uuid(&mut self) -> Answer<String> {
        let id = self.context.platform.rng.uuid(self.context.now_ms);
        Ok(id.hyphenated().to_string())
    }

    fn log(&mut self, level: Level, message: String, fields: Vec<(String, String)>) -> Answer<()> {
        self.write_log(level, &message, &fields)
    }

    fn count(&mut self, name: String, delta: u64, labels: Vec<(String, String)>) -> Answer<()> {
        let (name, labels) = self.series(&name, &labels)?;
        metrics::counter!(name, labels).increment(delta);
        Ok(())
    }

    fn observe(&mut self, name: String, value: f64, labels: Vec<(String, String)>) -> Answer<()> {
        let (name, labels) = self.series(&name, &labels)?;
        metrics::histogram!(name, labels).record(value);
        Ok(())
    }
}
