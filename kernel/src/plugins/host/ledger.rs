//! WIT for plugins: who may pay, which grant applies, and how a refusal is reported. The database checks and uses up
//! the limits in the same statement that moves the WIT. The id of a movement is derived from the plugin and its key, so
//! a repeated call is a replay and does not use up a grant again.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;
use witverse_ledger::{self as ledger, Amount, Key, Kind, Refusal};
use witverse_runtime::NewTransfer;
use witverse_runtime::types::{
    Funds, LedgerEntry, LedgerError, LedgerErrorKind, Leg, NewHold, Operation, Party, Posting,
    Settlement,
};

use super::{Answer, MAX_KEY_BYTES, PluginHost, Tried, out_of_reach};
use crate::actor::Actor;
use crate::plugins::DenialLayer;
use crate::plugins::install_records::Measured;
use crate::plugins::manifest::{Kind as PluginKind, LedgerGrant, LedgerOp};
use crate::unit_of_work::{GrantLimits, PluginEntry, PluginHold, PluginTransfer, parse_person};

const MAX_MEMO: usize = 100;
const MAX_HISTORY: u32 = 100;
/// Legs of one transfer.
pub(super) const MAX_LEGS: usize = 64;
/// The longest duration of a hold or a mandate.
const LONGEST_HOLD: Duration = Duration::days(366);

impl PluginHost {
    pub(super) async fn funds(&mut self, of: Party) -> Answer<Tried<Funds>> {
        let account = match self.account(of) {
            Ok(account) => account,
            Err(error) => return Ok(Err(error)),
        };
        if self.is_trial() {
            let funds = self.play_funds(account).await?;
            return Ok(funds.ok_or_else(|| ledger_error(Refusal::NoAccount)));
        }
        let funds = self
            .work()
            .ledger_balance(account)
            .await
            .map_err(out_of_reach)?;
        Ok(match funds {
            Some(funds) => Ok(Funds {
                balance: funds.balance,
                held: funds.held,
                frozen: funds.frozen,
            }),
            None => Err(ledger_error(Refusal::NoAccount)),
        })
    }

    /// One movement, which may give back a payment.
    pub(super) async fn move_wit(&mut self, new: NewTransfer) -> Answer<Tried<Posting>> {
        let NewTransfer { movement, charge } = new;
        let planned = self.key("transfer", &movement.key).and_then(|id| {
            let leg = Leg {
                operation: movement.operation,
                to: movement.to,
                amount: movement.amount,
                memo: movement.memo,
            };
            let charge = charge.map(|charge| self.charge_ids(&charge)).transpose()?;
            Ok((self.planned(id, leg)?, charge))
        });
        let ((transfer, limits), charge) = match planned {
            Ok(planned) => planned,
            Err(error) => return Ok(Err(error)),
        };
        let id = transfer.id;
        if transfer.kind == Kind::Reward {
            self.used(Measured::Reward);
        }
        if self.is_trial() {
            if let Some(charge) = &charge
                && !self.play_was_paid(charge, transfer.to).await?
            {
                return Ok(Err(ledger_error(Refusal::NoCharge)));
            }
            let paid = self.play_transfer(id, vec![(transfer, limits)]).await?;
            return Ok(paid
                .map(|replayed| posting(id, replayed))
                .map_err(|(_, refusal)| ledger_error(refusal)));
        }
        let reward = match transfer.kind {
            Kind::Reward => transfer.amount.hundredths(),
            _ => 0,
        };
        let moved = match charge {
            Some(charge) => self.work().ledger_refund(transfer, charge, limits).await,
            None => self.work().ledger_transfer(transfer, limits).await,
        };
        let moved = moved.map_err(out_of_reach)?;
        if matches!(moved, Ok(false)) {
            self.spent.paid += reward;
        }
        Ok(moved
            .map(|replayed| posting(id, replayed))
            .map_err(ledger_error))
    }

    pub(super) async fn move_legs(&mut self, key: &str, legs: Vec<Leg>) -> Answer<Tried<Posting>> {
        let planned = self.key("legs", key).and_then(|id| {
            if legs.is_empty() || legs.len() > MAX_LEGS {
                return Err(invalid(&format!("a transfer has 1 to {MAX_LEGS} legs")));
            }
            let legs: Tried<Vec<_>> = legs
                .into_iter()
                .enumerate()
                .map(|(n, leg)| self.planned(id, leg).map_err(|error| in_leg(n, error)))
                .collect();
            Ok((id, legs?))
        });
        let (id, legs) = match planned {
            Ok(planned) => planned,
            Err(error) => return Ok(Err(error)),
        };
        if legs.iter().any(|(leg, _)| leg.kind == Kind::Reward) {
            self.used(Measured::Reward);
        }
        if self.is_trial() {
            let paid = self.play_transfer(id, legs).await?;
            return Ok(paid
                .map(|replayed| posting(id, replayed))
                .map_err(|(n, refusal)| in_leg(n, ledger_error(refusal))));
        }
        let rewards = legs.iter().filter(|(leg, _)| leg.kind == Kind::Reward);
        let paid: i64 = rewards.map(|(leg, _)| leg.amount.hundredths()).sum();
        let moved = self
            .work()
            .ledger_transfer_legs(id, legs)
            .await
            .map_err(out_of_reach)?;
        if matches!(moved, Ok(false)) {
            self.spent.paid += paid;
        }
        Ok(moved
            .map(|replayed| posting(id, replayed))
            .map_err(|(n, refusal)| in_leg(n, ledger_error(refusal))))
    }

    pub(super) async fn hold_wit(&mut self, new: NewHold) -> Answer<Tried<Posting>> {
        let (hold, limits) = match self.new_hold(new) {
            Ok(new_hold) => new_hold,
            Err(error) => return Ok(Err(error)),
        };
        let id = hold.id;
        let held = self
            .work()
            .ledger_hold(hold, limits)
            .await
            .map_err(out_of_reach)?;
        Ok(held
            .map(|replayed| posting(id, replayed))
            .map_err(ledger_error))
    }

    pub(super) async fn capture_wit(
        &mut self,
        hold: &str,
        to: Option<String>,
        amount: Option<u64>,
    ) -> Answer<Tried<Settlement>> {
        let checked = (|| {
            let hold = self.own_hold(hold)?;
            let to = to.map(|to| receiver(&to)).transpose()?;
            let amount = amount.map(wit).transpose()?;
            // The WIT of a person reaches the account of the install only, and only in a call of this person.
            let payer = match self.plugin.install {
                Some(_) if to.is_some() => return Err(invalid("the platform names the receiver")),
                Some(_) => Some(self.payer()?),
                None => None,
            };
            Ok((hold, to, amount, payer))
        })();
        let (hold, to, amount, caller) = match checked {
            Ok(checked) => checked,
            Err(error) => return Ok(Err(error)),
        };
        self.used(Measured::Charge);
        if let (true, Some(payer)) = (self.is_trial(), caller) {
            let captured = self.play_capture(hold, payer, amount).await?;
            return Ok(captured
                .map(|payee| Settlement {
                    payer: payer.hyphenated().to_string(),
                    payee: payee.hyphenated().to_string(),
                })
                .map_err(ledger_error));
        }
        let collected = amount.map_or(0, Amount::hundredths);
        let (plugin, at) = (self.plugin.id.to_string(), self.now());
        let captured = self
            .work()
            .ledger_capture(hold, &plugin, to, amount, at)
            .await
            .map_err(out_of_reach)?;
        if let (Ok((payer, _)), Some(caller)) = (&captured, caller)
            && *payer != caller
        {
            self.work().doom();
            return Ok(Err(ledger_error(Refusal::NoHold)));
        }
        if captured.is_ok() {
            self.spent.collected += collected;
        }
        Ok(captured
            .map(|(payer, payee)| Settlement {
                payer: payer.hyphenated().to_string(),
                payee: payee.hyphenated().to_string(),
            })
            .map_err(ledger_error))
    }

    pub(super) async fn release_wit(&mut self, hold: &str) -> Answer<Tried<()>> {
        let hold = match self.own_hold(hold) {
            Ok(hold) => hold,
            Err(error) => return Ok(Err(error)),
        };
        let (plugin, at) = (self.plugin.id.to_string(), self.now());
        let released = self
            .work()
            .ledger_release(hold, &plugin, at)
            .await
            .map_err(out_of_reach)?;
        Ok(released.map_err(ledger_error))
    }

    pub(super) async fn moved_wit(
        &mut self,
        of: Party,
        before: Option<u64>,
        limit: u32,
    ) -> Answer<Tried<Vec<LedgerEntry>>> {
        let account = match self.account(of) {
            Ok(account) => account,
            Err(error) => return Ok(Err(error)),
        };
        let before = before
            .and_then(|before| i64::try_from(before).ok())
            .unwrap_or(i64::MAX);
        let limit = i32::try_from(limit.clamp(1, MAX_HISTORY)).unwrap_or(1);
        if self.is_trial() {
            return Ok(Ok(self.play_entries(account, before, limit).await?));
        }
        let plugin = self.plugin.id.to_string();
        let entries = self
            .work()
            .ledger_history(account, &plugin, before, limit)
            .await
            .map_err(out_of_reach)?;
        Ok(Ok(entries.into_iter().map(wire_entry).collect()))
    }

    /// A transfer. The kernel determines its payer, never the plugin.
    fn planned(&self, id: Uuid, movement: Leg) -> Tried<(PluginTransfer, GrantLimits)> {
        let (op, kind) = match movement.operation {
            Operation::Charge => (LedgerOp::Charge, Kind::Charge),
            Operation::Give => (LedgerOp::Give, Kind::Give),
            Operation::Reward => (LedgerOp::Reward, Kind::Reward),
            Operation::Issue => (LedgerOp::Issue, Kind::Issue),
        };
        if op == LedgerOp::Charge && self.plugin.install.is_some() {
            self.plugin
                .record_denial(DenialLayer::Platform, "ledger.charge");
            return Err(not_granted(
                "an installed plugin is paid through the platform: the page asks for it, and the person confirms",
            ));
        }
        let grant = self.grant(op)?;
        let amount = wit(movement.amount)?;
        within(grant, amount)?;
        let memo = memo(movement.memo)?;
        let own = ledger::plugin(self.plugin.id.as_str());
        let to = movement.to.map(|to| receiver(&to)).transpose()?;
        let (from, to, person) = match (op, to) {
            (LedgerOp::Charge, None) => {
                let caller = self.payer()?;
                (caller, own, caller)
            }
            (LedgerOp::Give, Some(to)) => {
                let caller = self.payer()?;
                (caller, to, caller)
            }
            (LedgerOp::Reward, Some(to)) => (own, to, to),
            (LedgerOp::Issue, Some(to)) => (ledger::BONUS, to, to),
            _ => {
                return Err(invalid(
                    "give, reward and issue have a receiver, charge has none",
                ));
            }
        };
        let transfer = PluginTransfer {
            id,
            from,
            to,
            amount,
            kind,
            at: self.now(),
            plugin: self.plugin.id.to_string(),
            memo,
        };
        Ok((transfer, self.limits(grant, person)))
    }

    fn new_hold(&self, new: NewHold) -> Tried<(PluginHold, GrantLimits)> {
        let grant = self.grant(LedgerOp::Hold)?;
        let amount = wit(new.amount)?;
        within(grant, amount)?;
        let id = self.key("hold", &new.key)?;
        let at = self.now();
        let expires_at = self.expiry(new.expires_at_ms)?;
        let from = self.payer()?;
        let hold = PluginHold {
            id,
            from,
            to: new.to.map(|to| receiver(&to)).transpose()?,
            amount,
            at,
            expires_at,
            plugin: self.plugin.id.to_string(),
            memo: memo(new.memo)?,
        };
        Ok((hold, self.limits(grant, from)))
    }

    /// The end of a hold or a mandate.
    pub(super) fn expiry(&self, at_ms: u64) -> Tried<OffsetDateTime> {
        let at = self.now();
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(at_ms) * 1_000_000)
            .ok()
            .filter(|end| *end > at && *end <= at + LONGEST_HOLD)
            .ok_or_else(|| invalid("it must end later than now, within a year"))
    }

    pub(super) fn grant(&self, op: LedgerOp) -> Tried<&LedgerGrant> {
        self.plugin.manifest().ledger_grant(op).ok_or_else(|| {
            self.denied(op.as_str());
            not_granted(&format!(
                "the manifest has no ledger grant for {}",
                op.as_str()
            ))
        })
    }

    /// The only person who can pay: the caller.
    pub(super) fn payer(&self) -> Tried<Uuid> {
        match &self.context.actor {
            Actor::Person(person) => Ok(person.id),
            Actor::Visitor | Actor::System => {
                Err(not_granted("the call has no person who could pay"))
            }
        }
    }

    /// The account of a balance or history query.
    fn account(&mut self, of: Party) -> Tried<Uuid> {
        if matches!(of, Party::Caller) && self.plugin.manifest().capabilities.balance {
            self.used(Measured::Balance);
        }
        let manifest = self.plugin.manifest();
        if manifest.capabilities.ledger.is_empty() && !manifest.capabilities.balance {
            self.denied("balance");
            return Err(not_granted(
                "the manifest declares neither the capability balance nor ledger",
            ));
        }
        match of {
            Party::Caller => self.payer(),
            Party::Plugin => Ok(ledger::plugin(self.plugin.id.as_str())),
            Party::Person(id) if manifest.plugin.kind == PluginKind::System => receiver(&id),
            Party::Person(_) => Err(not_granted(
                "only system plugins may read another person's account",
            )),
        }
    }

    fn own_hold(&self, hold: &str) -> Tried<Uuid> {
        if self.plugin.manifest().capabilities.ledger.is_empty() {
            self.denied("charge");
            return Err(not_granted(
                "the manifest does not declare the capability ledger",
            ));
        }
        Uuid::try_parse(hold).map_err(|_| ledger_error(Refusal::NoHold))
    }

    /// Derives an id from the plugin and its key; keys of different plugins cannot collide.
    pub(super) fn key(&self, what: &str, key: &str) -> Tried<Uuid> {
        if key.is_empty() || key.len() > MAX_KEY_BYTES {
            return Err(invalid(&format!("a key has 1 to {MAX_KEY_BYTES} bytes")));
        }
        Ok(Key::of(&["plugin", self.plugin.id.as_str(), what, key]))
    }

    pub(super) fn limits(&self, grant: &LedgerGrant, person: Uuid) -> GrantLimits {
        grant.limits(person, self.context.world.as_deref(), self.now())
    }

    pub(super) fn now(&self) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.context.now_ms) * 1_000_000)
            .unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }
}

pub(super) fn wire_entry(entry: PluginEntry) -> LedgerEntry {
    LedgerEntry {
        seq: u64::try_from(entry.seq).unwrap_or_default(),
        id: entry.id.hyphenated().to_string(),
        amount: entry.amount,
        at_ms: u64::try_from(entry.at.unix_timestamp_nanos() / 1_000_000).unwrap_or_default(),
        memo: entry.memo,
        other: entry.other.hyphenated().to_string(),
    }
}

pub(super) fn posting(id: Uuid, replayed: bool) -> Posting {
    Posting {
        id: id.hyphenated().to_string(),
        replayed,
    }
}

pub(super) fn wit(hundredths: u64) -> Tried<Amount> {
    i64::try_from(hundredths)
        .ok()
        .and_then(|hundredths| Amount::new(hundredths).ok())
        .ok_or_else(|| ledger_error(Refusal::InvalidAmount))
}

pub(super) fn within(grant: &LedgerGrant, amount: Amount) -> Tried<()> {
    if amount.hundredths() > i64::from(grant.per_op) * 100 {
        return Err(ledger_error(Refusal::OverLimit));
    }
    Ok(())
}

/// A person who receives WIT. Plugins and the system are never receivers by id.
pub(super) fn receiver(id: &str) -> Tried<Uuid> {
    parse_person(id)
        .filter(|id| *id < ledger::FIRST_HOUSE_ACCOUNT)
        .ok_or_else(|| ledger_error(Refusal::NoAccount))
}

pub(super) fn memo(text: String) -> Tried<String> {
    if text.chars().count() > MAX_MEMO || text.contains('\0') {
        return Err(invalid(&format!(
            "a memo has at most {MAX_MEMO} characters"
        )));
    }
    Ok(text)
}

/// Adds to an error the number of the leg that it is about, counted from 1.
pub(super) fn in_leg(n: usize, error: LedgerError) -> LedgerError {
    LedgerError {
        message: format!("leg {}: {}", n + 1, error.message),
        ..error
    }
}

pub(super) fn invalid(message: &str) -> LedgerError {
    LedgerError {
        kind: LedgerErrorKind::Invalid,
        message: message.to_owned(),
    }
}

fn not_granted(message: &str) -> LedgerError {
    LedgerError {
        kind: LedgerErrorKind::NotGranted,
        message: message.to_owned(),
    }
}

pub(super) fn ledger_error(refusal: Refusal) -> LedgerError {
    let kind = match refusal {
        Refusal::KeyConflict => LedgerErrorKind::KeyConflict,
        Refusal::Insufficient => LedgerErrorKind::Insufficient,
        Refusal::NoAccount => LedgerErrorKind::NoSuchAccount,
        Refusal::Frozen => LedgerErrorKind::Frozen,
        Refusal::Closed => LedgerErrorKind::Closed,
        Refusal::InvalidAmount => LedgerErrorKind::Invalid,
        Refusal::Overflow => LedgerErrorKind::Overflow,
        Refusal::NoHold | Refusal::NoCharge => LedgerErrorKind::NoSuchHold,
        Refusal::HoldCaptured => LedgerErrorKind::HoldCaptured,
        // Lots are used by the kernel only; a plugin's call never returns this.
        Refusal::HoldEnded | Refusal::LotSpent => LedgerErrorKind::HoldEnded,
        Refusal::OverLimit => LedgerErrorKind::OverLimit,
    };
    LedgerError {
        kind,
        message: refusal.to_string(),
    }
}
