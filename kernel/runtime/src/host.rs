//! The host interface: forwards the guest's calls to the kernel's [`Backend`], which checks permissions and limits. The
//! interfaces are in this file, in the order of the contract, because each has only a few lines; the context and rooms have
//! files of their own.

use std::time::Instant;

use wasmtime::component::Resource;

use crate::backend::{Answer, Backend, Cursor, Paid};
use crate::bindings::witverse::plugin as wit;
use crate::limits::TICK;
use crate::store::State;
use crate::types::*;

/// Awaits a host call and measures its time, which does not count against the guest's CPU budget. The guest was charged
/// at most one tick for it, so at most one tick is returned.
macro_rules! hosted {
    ($state:ident, $call:expr) => {{
        let started = Instant::now();
        let answer = $call.await;
        $state.waited += started.elapsed().min(TICK);
        host(answer)
    }};
}

mod context;
mod rooms;

fn host<T>(answer: Answer<T>) -> wasmtime::Result<T> {
    answer.map_err(wasmtime::Error::from)
}

impl<B: Backend> wit::types::Host for State<B> {}

impl<B: Backend> wit::sql::Host for State<B> {
    async fn query(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> wasmtime::Result<Result<Rows, SqlError>> {
        hosted!(self, self.backend.query(statement, params))
    }
    async fn execute(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> wasmtime::Result<Result<u64, SqlError>> {
        hosted!(self, self.backend.execute(statement, params))
    }
    async fn open_cursor(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> wasmtime::Result<Result<Resource<Cursor>, SqlError>> {
        match hosted!(self, self.backend.open_cursor(statement, params))? {
            Ok(id) => Ok(Ok(self.table.push(Cursor(id))?)),
            Err(error) => Ok(Err(error)),
        }
    }
}

impl<B: Backend> wit::sql::HostCursor for State<B> {
    async fn next(
        &mut self,
        cursor: Resource<Cursor>,
        max: u32,
    ) -> wasmtime::Result<Result<Vec<Vec<Value>>, SqlError>> {
        let id = self.table.get(&cursor)?.0;
        hosted!(self, self.backend.cursor_next(id, max))
    }
    async fn drop(&mut self, cursor: Resource<Cursor>) -> wasmtime::Result<()> {
        let Cursor(id) = self.table.delete(cursor)?;
        hosted!(self, self.backend.close_cursor(id))
    }
}

impl<B: Backend> wit::ledger::Host for State<B> {
    async fn balance(&mut self, of: Party) -> wasmtime::Result<Result<Funds, LedgerError>> {
        hosted!(self, self.backend.ledger_balance(of))
    }
    async fn transfer(
        &mut self,
        movement: Movement,
    ) -> wasmtime::Result<Result<Posting, LedgerError>> {
        hosted!(self, self.backend.ledger_transfer(movement.into()))
    }
    async fn transfer_legs(
        &mut self,
        key: String,
        legs: Vec<Leg>,
    ) -> wasmtime::Result<Result<Posting, LedgerError>> {
        hosted!(self, self.backend.ledger_transfer_legs(key, legs))
    }
    async fn refund(
        &mut self,
        refund: NewRefund,
    ) -> wasmtime::Result<Result<Posting, LedgerError>> {
        hosted!(self, self.backend.ledger_transfer(refund.into()))
    }
    async fn count_spending(
        &mut self,
        key: String,
        world: String,
    ) -> wasmtime::Result<Result<(), LedgerError>> {
        let paid = Paid::whole(key);
        hosted!(self, self.backend.ledger_count_spending(paid, world))
    }
    async fn count_spending_kept(
        &mut self,
        key: String,
        world: String,
        kept: u64,
    ) -> wasmtime::Result<Result<(), LedgerError>> {
        let paid = Paid::part(key, kept);
        hosted!(self, self.backend.ledger_count_spending(paid, world))
    }
    async fn hold(&mut self, hold: NewHold) -> wasmtime::Result<Result<Posting, LedgerError>> {
        hosted!(self, self.backend.ledger_hold(hold))
    }
    async fn capture(
        &mut self,
        hold: String,
        to: Option<String>,
        amount: Option<u64>,
    ) -> wasmtime::Result<Result<Settlement, LedgerError>> {
        hosted!(self, self.backend.ledger_capture(hold, to, amount))
    }
    async fn release(&mut self, hold: String) -> wasmtime::Result<Result<(), LedgerError>> {
        hosted!(self, self.backend.ledger_release(hold))
    }
    async fn give_mandate(
        &mut self,
        mandate: NewMandate,
    ) -> wasmtime::Result<Result<Posting, LedgerError>> {
        hosted!(self, self.backend.ledger_give_mandate(mandate))
    }
    async fn collect(
        &mut self,
        mandate: String,
        payments: Vec<Payment>,
    ) -> wasmtime::Result<Result<(), LedgerError>> {
        hosted!(self, self.backend.ledger_collect(mandate, payments))
    }
    async fn revoke_mandate(
        &mut self,
        mandate: String,
    ) -> wasmtime::Result<Result<(), LedgerError>> {
        hosted!(self, self.backend.ledger_revoke_mandate(mandate))
    }
    async fn history(
        &mut self,
        of: Party,
        before: Option<u64>,
        limit: u32,
    ) -> wasmtime::Result<Result<Vec<LedgerEntry>, LedgerError>> {
        hosted!(self, self.backend.ledger_history(of, before, limit))
    }
}

impl<B: Backend> wit::payments::Host for State<B> {
    async fn open(
        &mut self,
        payment: NewCardPayment,
    ) -> wasmtime::Result<Result<PaymentInfo, PaymentError>> {
        hosted!(self, self.backend.open_payment(payment))
    }
    async fn find(
        &mut self,
        reference: String,
    ) -> wasmtime::Result<Result<PaymentInfo, PaymentError>> {
        hosted!(self, self.backend.find_payment(reference))
    }
    async fn cancel(&mut self, reference: String) -> wasmtime::Result<Result<(), PaymentError>> {
        hosted!(self, self.backend.cancel_payment(reference))
    }
    async fn refund(
        &mut self,
        reference: String,
        key: String,
        amount: u64,
    ) -> wasmtime::Result<Result<(), PaymentError>> {
        hosted!(self, self.backend.refund_payment(reference, key, amount))
    }
}

impl<B: Backend> wit::sealing::Host for State<B> {
    fn seal(&mut self, about: String, text: Vec<u8>) -> wasmtime::Result<Result<Vec<u8>, String>> {
        host(self.backend.seal(about, text))
    }
    fn unseal(&mut self, about: String, sealed: Vec<u8>) -> wasmtime::Result<Option<Vec<u8>>> {
        host(self.backend.unseal(about, sealed))
    }
}

impl<B: Backend> wit::tracking::Host for State<B> {
    async fn follow(
        &mut self,
        reference: String,
        carrier: String,
        number: String,
    ) -> wasmtime::Result<Result<bool, TrackingError>> {
        hosted!(self, self.backend.follow_parcel(reference, carrier, number))
    }
}

impl<B: Backend> wit::users::Host for State<B> {
    async fn profile(&mut self, id: String) -> wasmtime::Result<Option<Profile>> {
        Ok(hosted!(self, self.backend.profiles(vec![id]))?.pop())
    }
    async fn profiles(&mut self, ids: Vec<String>) -> wasmtime::Result<Vec<Profile>> {
        hosted!(self, self.backend.profiles(ids))
    }
    async fn find_by_nickname(&mut self, nickname: String) -> wasmtime::Result<Option<Profile>> {
        hosted!(self, self.backend.find_by_nickname(nickname))
    }
    async fn blocked_between(&mut self, a: String, b: String) -> wasmtime::Result<bool> {
        hosted!(self, self.backend.blocked_between(a, b))
    }
    async fn pairs(&mut self, pairs: Vec<(String, String)>) -> wasmtime::Result<Vec<Pair>> {
        hosted!(self, self.backend.pairs(pairs))
    }
    async fn search(&mut self, prefix: String, limit: u32) -> wasmtime::Result<Vec<Profile>> {
        hosted!(self, self.backend.search_people(prefix, limit))
    }
    async fn blocks(&mut self) -> wasmtime::Result<Vec<String>> {
        hosted!(self, self.backend.blocks())
    }
    async fn set_image(
        &mut self,
        path: String,
        reference: String,
    ) -> wasmtime::Result<Result<(), String>> {
        hosted!(self, self.backend.set_image(path, reference))
    }
    async fn clear_image(&mut self, person: String, reference: String) -> wasmtime::Result<()> {
        hosted!(self, self.backend.clear_image(person, reference))
    }
    async fn forbidden_word(&mut self, text: String) -> wasmtime::Result<bool> {
        hosted!(self, self.backend.forbidden_word(text))
    }
}

impl<B: Backend> wit::authz::Host for State<B> {
    async fn check(&mut self, action: String, resource: ResourceRef) -> wasmtime::Result<bool> {
        Ok(hosted!(self, self.backend.explain(action, resource))?.allowed)
    }
    async fn check_visitor(
        &mut self,
        action: String,
        resource: ResourceRef,
    ) -> wasmtime::Result<bool> {
        hosted!(self, self.backend.check_visitor(action, resource))
    }
    async fn explain(
        &mut self,
        action: String,
        resource: ResourceRef,
    ) -> wasmtime::Result<Decision> {
        hosted!(self, self.backend.explain(action, resource))
    }
    async fn explain_for(
        &mut self,
        people: Vec<String>,
        action: String,
        resource: ResourceRef,
    ) -> wasmtime::Result<Vec<Decision>> {
        hosted!(self, self.backend.explain_for(people, action, resource))
    }
    async fn declare(&mut self, declaration: Declaration) -> wasmtime::Result<Result<(), String>> {
        hosted!(self, self.backend.declare_resource(declaration))
    }
    async fn remove(&mut self, kind: String, id: String) -> wasmtime::Result<Result<(), String>> {
        hosted!(self, self.backend.remove_resource(kind, id))
    }
    async fn grant_role(
        &mut self,
        person: String,
        role: String,
        kind: String,
        id: String,
    ) -> wasmtime::Result<Result<(), String>> {
        hosted!(self, self.backend.change_role(true, person, role, kind, id))
    }
    async fn revoke_role(
        &mut self,
        person: String,
        role: String,
        kind: String,
        id: String,
    ) -> wasmtime::Result<Result<(), String>> {
        hosted!(
            self,
            self.backend.change_role(false, person, role, kind, id)
        )
    }
}

impl<B: Backend> wit::events::Host for State<B> {
    fn publish(&mut self, topic: String, payload: Vec<u8>) -> wasmtime::Result<Result<(), String>> {
        host(self.backend.publish(topic, payload))
    }
}

impl<B: Backend> wit::live::Host for State<B> {
    fn push(
        &mut self,
        person: String,
        kind: String,
        payload: Vec<u8>,
    ) -> wasmtime::Result<Result<(), String>> {
        host(self.backend.push(person, kind, payload))
    }
    fn broadcast(
        &mut self,
        kind: String,
        payload: Vec<u8>,
    ) -> wasmtime::Result<Result<(), String>> {
        host(self.backend.broadcast(kind, payload))
    }
    fn signal(
        &mut self,
        people: Vec<String>,
        kind: String,
        payload: Vec<u8>,
    ) -> wasmtime::Result<Result<(), String>> {
        host(self.backend.signal(people, kind, payload))
    }
}

impl<B: Backend> wit::signing::Host for State<B> {
    fn sign(&mut self, statement: Vec<u8>) -> wasmtime::Result<Result<Signed, String>> {
        host(self.backend.sign(statement))
    }
    fn keys(&mut self) -> wasmtime::Result<String> {
        host(self.backend.statement_keys())
    }
}

impl<B: Backend> wit::files::Host for State<B> {
    async fn info(&mut self, ids: Vec<String>) -> wasmtime::Result<Vec<FileInfo>> {
        hosted!(self, self.backend.file_info(ids))
    }
    async fn facts(&mut self, id: String) -> wasmtime::Result<Option<String>> {
        hosted!(self, self.backend.file_facts(id))
    }
    async fn digest(&mut self, id: String) -> wasmtime::Result<Option<String>> {
        hosted!(self, self.backend.file_digest(id))
    }
    async fn attach(
        &mut self,
        file: String,
        kind: FileKind,
        reference: String,
    ) -> wasmtime::Result<Result<FileInfo, FileError>> {
        hosted!(self, self.backend.attach_file(file, kind, reference))
    }
    async fn detach(&mut self, file: String, reference: String) -> wasmtime::Result<()> {
        hosted!(self, self.backend.detach_files(Some(file), reference))
    }
    async fn detach_all(&mut self, reference: String) -> wasmtime::Result<()> {
        hosted!(self, self.backend.detach_files(None, reference))
    }
}

impl<B: Backend> wit::own_files::Host for State<B> {
    async fn write(
        &mut self,
        name: String,
        content: Vec<u8>,
        person: Option<String>,
    ) -> wasmtime::Result<Result<OwnFile, OwnFileError>> {
        hosted!(self, self.backend.write_own_file(name, content, person))
    }
    async fn read(&mut self, name: String) -> wasmtime::Result<Result<Vec<u8>, OwnFileError>> {
        hosted!(self, self.backend.read_own_file(name))
    }
    async fn remove(&mut self, name: String) -> wasmtime::Result<Result<bool, OwnFileError>> {
        hosted!(self, self.backend.remove_own_file(name))
    }
    async fn find(
        &mut self,
        prefix: String,
        after: Option<String>,
        limit: u32,
    ) -> wasmtime::Result<Result<Vec<OwnFile>, OwnFileError>> {
        hosted!(self, self.backend.find_own_files(prefix, after, limit))
    }
}

impl<B: Backend> wit::notify::Host for State<B> {
    async fn reachable(&mut self, people: Vec<String>) -> wasmtime::Result<Vec<Reachable>> {
        hosted!(self, self.backend.reachable(people))
    }
    async fn email(
        &mut self,
        person: String,
        subject: Localized,
        text: Localized,
        link: Option<String>,
    ) -> wasmtime::Result<Result<bool, String>> {
        hosted!(self, self.backend.email(person, subject, text, link))
    }
    async fn push(
        &mut self,
        person: String,
        notice: Notice,
    ) -> wasmtime::Result<Result<u32, String>> {
        hosted!(self, self.backend.notify(person, notice))
    }
}

impl<B: Backend> wit::timers::Host for State<B> {
    fn schedule(
        &mut self,
        key: String,
        when: When,
        payload: Vec<u8>,
    ) -> wasmtime::Result<Result<(), String>> {
        host(self.backend.schedule(key, when, payload))
    }
    fn cancel(&mut self, key: String) -> wasmtime::Result<()> {
        host(self.backend.cancel(key))
    }
}

impl<B: Backend> wit::services::Host for State<B> {
    async fn call(
        &mut self,
        service: String,
        method: String,
        payload: Vec<u8>,
    ) -> wasmtime::Result<Result<Vec<u8>, ServiceError>> {
        hosted!(self, self.backend.call_service(service, method, payload))
    }
    async fn available(&mut self, service: String) -> wasmtime::Result<bool> {
        host(self.backend.service_available(service))
    }
}

impl<B: Backend> wit::install_forms::Host for State<B> {
    fn fill(
        &mut self,
        install: String,
        slot: String,
        values: String,
    ) -> wasmtime::Result<Result<FilledForm, FormError>> {
        host(self.backend.fill_form(install, slot, values))
    }
}

impl<B: Backend> wit::settings::Host for State<B> {
    fn get(&mut self, key: String) -> wasmtime::Result<Option<String>> {
        host(self.backend.setting(key))
    }
}

impl<B: Backend> wit::clock::Host for State<B> {
    fn now_ms(&mut self) -> wasmtime::Result<u64> {
        Ok(self.backend.now_ms())
    }
}

impl<B: Backend> wit::random::Host for State<B> {
    fn bytes(&mut self, count: u32) -> wasmtime::Result<Vec<u8>> {
        host(self.backend.random_bytes(count))
    }
    fn uuid(&mut self) -> wasmtime::Result<String> {
        host(self.backend.random_uuid())
    }
}

impl<B: Backend> wit::log::Host for State<B> {
    fn write(
        &mut self,
        level: Level,
        message: String,
        fields: Vec<(String, String)>,
    ) -> wasmtime::Result<()> {
        host(self.backend.log(level, message, fields))
    }
}

impl<B: Backend> wit::metrics::Host for State<B> {
    fn count(
        &mut self,
        name: String,
        delta: u64,
        labels: Vec<(String, String)>,
    ) -> wasmtime::Result<()> {
        host(self.backend.count(name, delta, labels))
    }
    fn observe(
        &mut self,
        name: String,
        value: f64,
        labels: Vec<(String, String)>,
    ) -> wasmtime::Result<()> {
        host(self.backend.observe(name, value, labels))
    }
}
