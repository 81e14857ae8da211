//! Tickets admit a visitor to an instance once; resume tokens let a dropped client return to its membership.
//!
//! Both are signed with HMAC-SHA-256 and can be verified without stored state. What was used is kept in memory until
//! it expires. After a restart that memory is empty, so tickets from before the start are refused. Resume tokens from
//! before the start are accepted until they expire, so that clients return after a restart; a token that was used
//! shortly before the restart can then be used once more, by its owner.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::BufMut;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::ids::{Identity, InstanceId, RoomId, Visit};
use crate::protocol::{MAX_TICKET_BYTES, Pose};

/// How long a ticket is valid.
pub const TICKET_TTL_MS: u64 = 30_000;
/// How long after a drop a client can resume.
pub const RESUME_WINDOW_MS: u64 = 30_000;
/// How often a connection receives a new resume token.
pub const RESUME_REFRESH_MS: u64 = 10_000;
/// A token is up to one refresh interval old when the connection drops.
const RESUME_TTL_MS: u64 = RESUME_WINDOW_MS + RESUME_REFRESH_MS;
/// Used nonces are swept when their number has doubled, and not below this number.
const MIN_SWEEP: usize = 1024;

const FORMAT: u8 = 2;
const MAC_BYTES: usize = 32;

/// Identifies one admission. A ticket and all resume tokens of the connection it opened have different nonces.
pub type Nonce = [u8; 16];

/// Why a ticket is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TicketError {
    #[error("expired")]
    Expired,
    #[error("used")]
    Used,
    /// The text was not issued with this key, or is no ticket at all.
    #[error("forged")]
    Forged,
    #[error("wrong_origin")]
    WrongOrigin,
    #[error("wrong_room")]
    WrongRoom,
}

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Ticket,
    /// Carries the last position, for the case that the room has restarted.
    Resume(Pose),
}

/// The signed content of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    pub kind: TokenKind,
    pub instance: InstanceId,
    pub visit: Visit,
    pub nonce: Nonce,
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub issued_ms: u64,
    pub expires_ms: u64,
}

/// Issues and verifies tokens.
pub struct Tickets {
    key: [u8; 32],
    started_ms: u64,
    used: Mutex<Used>,
}

#[derive(Default)]
struct Used {
    /// Nonces and when they can be forgotten.
    expiry_ms: HashMap<Nonce, u64>,
    sweep_at: usize,
}

impl Tickets {
    /// `key` must be the same after a restart; `started_ms` is the start of this process.
    #[must_use]
    pub fn new(key: [u8; 32], started_ms: u64) -> Self {
        Self {
            key,
            started_ms,
            used: Mutex::default(),
        }
    }

    /// A ticket for one admission from a page of `origin`.
    #[must_use]
    pub fn issue(
        &self,
        now_ms: u64,
        nonce: Nonce,
        instance: &InstanceId,
        visit: Visit,
        origin: &str,
    ) -> String {
        let claims = Claims {
            kind: TokenKind::Ticket,
            instance: instance.clone(),
            visit,
            nonce,
            issued_ms: now_ms,
            expires_ms: now_ms + TICKET_TTL_MS,
        };
        self.sign(&claims, origin)
    }

    /// A resume token of the session `nonce`.
    #[must_use]
    pub fn issue_resume(
        &self,
        now_ms: u64,
        nonce: Nonce,
        instance: &InstanceId,
        visit: Visit,
        origin: &str,
        pose: Pose,
    ) -> String {
        let claims = Claims {
            kind: TokenKind::Resume(pose),
            instance: instance.clone(),
            visit,
            nonce,
            issued_ms: now_ms,
            expires_ms: now_ms + RESUME_TTL_MS,
        };
        self.sign(&claims, origin)
    }

    /// Verifies a token and marks it used. `room` is the room that the client asked for, if its URL names one.
    ///
    /// # Errors
    /// The first check that fails: signature, origin, room, expiry, use. A refused token is not marked used.
    pub fn redeem(
        &self,
        now_ms: u64,
        token: &str,
        origin: &str,
        room: Option<&RoomId>,
    ) -> Result<Claims, TicketError> {
        let (claims, origin_hash) = self.verify(token)?;
        if origin_hash != hash_origin(origin) {
            return Err(TicketError::WrongOrigin);
        }
        if room.is_some_and(|room| *room != claims.instance.room) {
            return Err(TicketError::WrongRoom);
        }
        let is_from_before = claims.issued_ms < self.started_ms;
        if now_ms >= claims.expires_ms || (is_from_before && claims.kind == TokenKind::Ticket) {
            return Err(TicketError::Expired);
        }
        match self.mark_used(now_ms, claims.nonce, claims.expires_ms) {
            true => Ok(claims),
            false => Err(TicketError::Used),
        }
    }

    /// Invalidates all tokens of a session, for example after a kick.
    pub fn revoke(&self, now_ms: u64, nonce: Nonce) {
        self.mark_used(now_ms, nonce, now_ms + RESUME_TTL_MS);
    }

    /// False if the nonce was used before. The record of a nonce lives as long as its longest token.
    fn mark_used(&self, now_ms: u64, nonce: Nonce, expires_ms: u64) -> bool {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.expiry_ms.len() >= used.sweep_at.max(MIN_SWEEP) {
            used.expiry_ms.retain(|_, expiry| *expiry > now_ms);
            used.sweep_at = used.expiry_ms.len() * 2;
        }
        // An older token of the same session expires earlier than the newest one: keep the record for the longest.
        let keep_until = expires_ms.max(now_ms + RESUME_TTL_MS);
        used.expiry_ms.insert(nonce, keep_until).is_none()
    }

    fn sign(&self, claims: &Claims, origin: &str) -> String {
        let mut body = claims.encode(&hash_origin(origin));
        let mac = self.mac(&body).finalize().into_bytes();
        body.extend_from_slice(&mac);
        let text = URL_SAFE_NO_PAD.encode(body);
        debug_assert!(text.len() <= MAX_TICKET_BYTES, "tokens fit into HELLO");
        text
    }

    fn verify(&self, token: &str) -> Result<(Claims, [u8; 8]), TicketError> {
        let bytes = URL_SAFE_NO_PAD
            .decode(token)
            .map_err(|_| TicketError::Forged)?;
        let (body, mac) = bytes
            .split_last_chunk::<MAC_BYTES>()
            .ok_or(TicketError::Forged)?;
        self.mac(body)
            .verify_slice(mac)
            .map_err(|_| TicketError::Forged)?;
        Claims::decode(body).ok_or(TicketError::Forged)
    }

    fn mac(&self, body: &[u8]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("any key length will do");
        mac.update(b"witverse-room-ticket:");
        mac.update(body);
        mac
    }
}

fn hash_origin(origin: &str) -> [u8; 8] {
    let hash: [u8; 32] = Sha256::digest(origin.as_bytes()).into();
    let (head, _) = hash.split_first_chunk::<8>().expect("32 bytes hold 8");
    *head
}

impl Claims {
    fn encode(&self, origin_hash: &[u8; 8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(208);
        let (kind, pose) = match self.kind {
            TokenKind::Ticket => (0, Pose::default()),
            TokenKind::Resume(pose) => (1, pose),
        };
        out.put_slice(&[FORMAT, kind, u8::from(self.visit.identity.is_guest())]);
        out.put_slice(self.visit.identity.id().as_bytes());
        out.put_slice(self.visit.login.as_bytes());
        out.put_slice(&self.nonce);
        out.put_slice(origin_hash);
        out.put_u64_le(self.issued_ms);
        out.put_u64_le(self.expires_ms);
        pose.put(&mut out);
        out.put_u16_le(self.instance.index);
        out.put_slice(self.instance.room.as_str().as_bytes());
        out
    }

    fn decode(body: &[u8]) -> Option<(Self, [u8; 8])> {
        let ([format, kind, is_guest], rest) = body.split_first_chunk::<3>()?;
        let (id, rest) = rest.split_first_chunk::<16>()?;
        let (login, rest) = rest.split_first_chunk::<16>()?;
        let (nonce, rest) = rest.split_first_chunk::<16>()?;
        let (origin_hash, rest) = rest.split_first_chunk::<8>()?;
        let (issued_ms, rest) = rest.split_first_chunk::<8>()?;
        let (expires_ms, rest) = rest.split_first_chunk::<8>()?;
        let (pose, rest) = rest.split_first_chunk::<{ Pose::LEN }>()?;
        let (index, room) = rest.split_first_chunk::<2>()?;
        let id = Uuid::from_bytes(*id);
        let claims = Self {
            kind: match kind {
                0 => TokenKind::Ticket,
                1 => TokenKind::Resume(Pose::from_bytes(pose)?),
                _ => return None,
            },
            visit: Visit {
                identity: match is_guest {
                    0 => Identity::User(id),
                    _ => Identity::Guest(id),
                },
                login: Uuid::from_bytes(*login),
            },
            nonce: *nonce,
            issued_ms: u64::from_le_bytes(*issued_ms),
            expires_ms: u64::from_le_bytes(*expires_ms),
            instance: InstanceId {
                room: RoomId::parse(std::str::from_utf8(room).ok()?)?,
                index: u16::from_le_bytes(*index),
            },
        };
        (*format == FORMAT).then_some((claims, *origin_hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "https://witverse.example";
    const START: u64 = 1_000_000;

    fn tickets() -> Tickets {
        Tickets::new([7; 32], START)
    }

    fn instance() -> InstanceId {
        InstanceId {
            room: RoomId::parse("plaza").expect("valid"),
            index: 3,
        }
    }

    fn visitor() -> Visit {
        Visit {
            identity: Identity::User(Uuid::from_u128(42)),
            login: Uuid::from_u128(43),
        }
    }

    fn ticket(tickets: &Tickets, now_ms: u64) -> String {
        tickets.issue(now_ms, [1; 16], &instance(), visitor(), ORIGIN)
    }

    fn resume(tickets: &Tickets, now_ms: u64, nonce: u8) -> String {
        let pose = Pose {
            yaw: 9,
            ..Pose::default()
        };
        tickets.issue_resume(now_ms, [nonce; 16], &instance(), visitor(), ORIGIN, pose)
    }

    #[test]
    fn a_ticket_admits_once() {
        let tickets = tickets();
        let token = ticket(&tickets, START);
        let claims = tickets.redeem(START + 1, &token, ORIGIN, None);
        let claims = claims.expect("a fresh ticket");
        assert_eq!(claims.instance, instance());
        assert_eq!(claims.visit, visitor());
        assert_eq!(claims.kind, TokenKind::Ticket);
        let again = tickets.redeem(START + 2, &token, ORIGIN, None);
        assert_eq!(again, Err(TicketError::Used));
    }

    #[test]
    fn a_ticket_expires_after_30_seconds() {
        let tickets = tickets();
        let token = ticket(&tickets, START);
        let late = tickets.redeem(START + TICKET_TTL_MS, &token, ORIGIN, None);
        assert_eq!(late, Err(TicketError::Expired));
        let last = tickets.redeem(START + TICKET_TTL_MS - 1, &token, ORIGIN, None);
        assert!(last.is_ok());
    }

    #[test]
    fn a_ticket_is_bound_to_origin_and_room_and_a_refusal_does_not_use_it() {
        let tickets = tickets();
        let token = ticket(&tickets, START);
        let other = RoomId::parse("cave");
        assert_eq!(
            tickets.redeem(START, &token, "https://evil.example", None),
            Err(TicketError::WrongOrigin)
        );
        assert_eq!(
            tickets.redeem(START, &token, ORIGIN, other.as_ref()),
            Err(TicketError::WrongRoom)
        );
        let room = instance().room;
        assert!(tickets.redeem(START, &token, ORIGIN, Some(&room)).is_ok());
    }

    #[test]
    fn every_changed_bit_is_a_forgery() {
        let tickets = tickets();
        let token = ticket(&tickets, START);
        let bytes = URL_SAFE_NO_PAD.decode(&token).expect("base64url");
        for at in 0..bytes.len() * 8 {
            let mut forged = bytes.clone();
            forged[at / 8] ^= 1 << (at % 8);
            let forged = URL_SAFE_NO_PAD.encode(forged);
            assert_eq!(
                tickets.redeem(START, &forged, ORIGIN, None),
                Err(TicketError::Forged)
            );
        }
        for cut in 0..token.len() {
            let result = tickets.redeem(START, &token[..cut], ORIGIN, None);
            assert_eq!(result, Err(TicketError::Forged));
        }
        let other_key = Tickets::new([8; 32], START);
        assert_eq!(
            other_key.redeem(START, &token, ORIGIN, None),
            Err(TicketError::Forged)
        );
    }

    #[test]
    fn a_restart_refuses_earlier_tickets_and_accepts_earlier_resume_tokens() {
        let before = tickets();
        let (ticket, resume) = (ticket(&before, START), resume(&before, START, 2));
        let after = Tickets::new([7; 32], START + 100);
        assert_eq!(
            after.redeem(START + 200, &ticket, ORIGIN, None),
            Err(TicketError::Expired)
        );
        let claims = after.redeem(START + 200, &resume, ORIGIN, None);
        let claims = claims.expect("resume tokens survive a restart");
        assert!(matches!(claims.kind, TokenKind::Resume(pose) if pose.yaw == 9));
        assert_eq!(
            after.redeem(START + 300, &resume, ORIGIN, None),
            Err(TicketError::Used)
        );
    }

    #[test]
    fn one_resume_uses_all_tokens_of_its_session() {
        let tickets = tickets();
        let (first, second) = (resume(&tickets, START, 2), resume(&tickets, START + 10, 2));
        assert!(tickets.redeem(START + 20, &second, ORIGIN, None).is_ok());
        assert_eq!(
            tickets.redeem(START + 30, &first, ORIGIN, None),
            Err(TicketError::Used)
        );
        let third = resume(&tickets, START, 3);
        tickets.revoke(START, [3; 16]);
        assert_eq!(
            tickets.redeem(START + 1, &third, ORIGIN, None),
            Err(TicketError::Used)
        );
    }

    #[test]
    fn used_nonces_are_forgotten_after_they_expired() {
        let tickets = tickets();
        for n in 0..10_000_u64 {
            let mut nonce = [0; 16];
            nonce[..8].copy_from_slice(&n.to_le_bytes());
            tickets.revoke(START + n * 1000, nonce);
        }
        let used = tickets.used.lock().expect("not poisoned");
        assert!(used.expiry_ms.len() <= MIN_SWEEP);
    }
}
