//! The functions of the contract that a recording contains, once for recording and once for replaying. The interface `sql`
//! has a resource, so both implement it by hand.

/// Calls a macro with each interface: its name, whether its functions wait, and their signatures.
macro_rules! each_interface {
    ($apply:ident) => {
        $apply! { now context {
            caller() -> Caller;
            world() -> Option<String>;
            install() -> Install;
            calling_install() -> Option<CallingInstall>;
            locale() -> Language;
            deadline_ms() -> u64;
            granted_objects(kind: String) -> Option<Vec<String>>;
            granted(permission: String) -> bool;
        } }
        $apply! { wait ledger {
            balance(of: Party) -> Result<Funds, LedgerError>;
            transfer(movement: Movement) -> Result<Posting, LedgerError>;
            transfer_legs(key: String, legs: Vec<Leg>) -> Result<Posting, LedgerError>;
            refund(refund: NewRefund) -> Result<Posting, LedgerError>;
            count_spending(key: String, world: String) -> Result<(), LedgerError>;
            count_spending_kept(key: String, world: String, kept: u64) -> Result<(), LedgerError>;
            hold(hold: NewHold) -> Result<Posting, LedgerError>;
            capture(hold: String, to: Option<String>, amount: Option<u64>) -> Result<Settlement, LedgerError>;
            release(hold: String) -> Result<(), LedgerError>;
            give_mandate(mandate: NewMandate) -> Result<Posting, LedgerError>;
            collect(mandate: String, payments: Vec<Payment>) -> Result<(), LedgerError>;
            revoke_mandate(mandate: String) -> Result<(), LedgerError>;
            history(of: Party, before: Option<u64>, limit: u32) -> Result<Vec<LedgerEntry>, LedgerError>;
        } }
        $apply! { wait payments {
            open(payment: NewCardPayment) -> Result<PaymentInfo, PaymentError>;
            find(reference: String) -> Result<PaymentInfo, PaymentError>;
            cancel(reference: String) -> Result<(), PaymentError>;
            refund(reference: String, key: String, amount: u64) -> Result<(), PaymentError>;
        } }
        $apply! { wait tracking {
            follow(reference: String, carrier: String, number: String) -> Result<bool, TrackingError>;
        } }
        $apply! { now sealing {
            seal(about: String, text: Vec<u8>) -> Result<Vec<u8>, String>;
            unseal(about: String, sealed: Vec<u8>) -> Option<Vec<u8>>;
        } }
        $apply! { wait users {
            profile(id: String) -> Option<Profile>;
            profiles(ids: Vec<String>) -> Vec<Profile>;
            find_by_nickname(nickname: String) -> Option<Profile>;
            blocked_between(a: String, b: String) -> bool;
            pairs(pairs: Vec<(String, String)>) -> Vec<Pair>;
            search(prefix: String, limit: u32) -> Vec<Profile>;
            blocks() -> Vec<String>;
            set_image(path: String, reference: String) -> Result<(), String>;
            clear_image(person: String, reference: String) -> ();
            forbidden_word(text: String) -> bool;
        } }
        $apply! { wait authz {
            check(action: String, resource: ResourceRef) -> bool;
            check_visitor(action: String, resource: ResourceRef) -> bool;
            explain(action: String, resource: ResourceRef) -> Decision;
            explain_for(people: Vec<String>, action: String, resource: ResourceRef) -> Vec<Decision>;
            declare(declaration: Declaration) -> Result<(), String>;
            remove(kind: String, id: String) -> Result<(), String>;
            grant_role(person: String, role: String, kind: String, id: String) -> Result<(), String>;
            revoke_role(person: String, role: String, kind: String, id: String) -> Result<(), String>;
        } }
        $apply! { now events {
            publish(topic: String, payload: Vec<u8>) -> Result<(), String>;
        } }
        $apply! { now live {
            push(person: String, kind: String, payload: Vec<u8>) -> Result<(), String>;
            broadcast(kind: String, payload: Vec<u8>) -> Result<(), String>;
            signal(people: Vec<String>, kind: String, payload: Vec<u8>) -> Result<(), String>;
        } }
        $apply! { wait rooms {
            presence(room: String) -> Result<RoomPresence, String>;
            counts(rooms: Vec<String>) -> Result<Vec<u32>, String>;
            whereabouts(people: Vec<String>) -> Result<Vec<(String, String)>, String>;
            busiest(limit: u32) -> Result<Vec<(String, u32)>, String>;
            broadcast(room: String, topic: String, payload: Vec<u8>) -> Result<(), String>;
            kick(room: String, account: String, reason: String) -> Result<(), String>;
            close(room: String, reason: String) -> Result<(), String>;
            state(room: String, instance: u16) -> Option<RoomState>;
            set_state(room: String, instance: u16, expected: u64, state: Vec<u8>) -> Result<(), StateError>;
            refresh(room: String) -> Result<(), String>;
            refresh_person(account: String) -> Result<(), String>;
            clock_ms() -> u64;
        } }
        $apply! { now signing {
            sign(statement: Vec<u8>) -> Result<Signed, String>;
            keys() -> String;
        } }
        $apply! { wait files {
            info(ids: Vec<String>) -> Vec<FileInfo>;
            facts(id: String) -> Option<String>;
            attach(file: String, kind: FileKind, reference: String) -> Result<FileInfo, FileError>;
            detach(file: String, reference: String) -> ();
            detach_all(reference: String) -> ();
            digest(id: String) -> Option<String>;
        } }
        $apply! { wait own_files {
            write(name: String, content: Vec<u8>, person: Option<String>) -> Result<OwnFile, OwnFileError>;
            read(name: String) -> Result<Vec<u8>, OwnFileError>;
            remove(name: String) -> Result<bool, OwnFileError>;
            find(prefix: String, after: Option<String>, limit: u32) -> Result<Vec<OwnFile>, OwnFileError>;
        } }
        $apply! { wait notify {
            reachable(people: Vec<String>) -> Vec<Reachable>;
            email(person: String, subject: Localized, text: Localized, link: Option<String>) -> Result<bool, String>;
            push(person: String, notice: Notice) -> Result<u32, String>;
        } }
        $apply! { now timers {
            schedule(key: String, when: When, payload: Vec<u8>) -> Result<(), String>;
            cancel(key: String) -> ();
        } }
        $apply! { wait services {
            call(service: String, method: String, payload: Vec<u8>) -> Result<Vec<u8>, ServiceError>;
            available(service: String) -> bool;
        } }
        $apply! { now install_forms {
            fill(install: String, slot: String, values: String) -> Result<FilledForm, FormError>;
        } }
        $apply! { now settings {
            get(key: String) -> Option<String>;
        } }
        $apply! { now clock {
            now_ms() -> u64;
        } }
        $apply! { now random {
            bytes(count: u32) -> Vec<u8>;
            uuid() -> String;
        } }
        $apply! { now log {
            write(level: Level, message: String, fields: Vec<(String, String)>) -> ();
        } }
        $apply! { now metrics {
            count(name: String, delta: u64, labels: Vec<(String, String)>) -> ();
            observe(name: String, value: f64, labels: Vec<(String, String)>) -> ();
        } }
    };
}

/// The name of a function as the contract writes it: `ledger.transfer-legs`.
macro_rules! call_name {
    ($module:ident, $name:ident) => {
        concat!(stringify!($module), ".", stringify!($name)).replace('_', "-")
    };
}

/// The arguments of a call as JSON.
macro_rules! arguments {
    ($($arg:ident),*) => {
        crate::recording::packed(serde_json::json!({ $(stringify!($arg): $arg),* }))
    };
}

pub(crate) use {arguments, call_name, each_interface};
