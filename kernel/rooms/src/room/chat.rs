//! Chat: limits, who receives a message, and what a returning member missed.

use std::sync::Arc;

use uuid::Uuid;

use crate::ids::{ConnectionId, Identity, Slot};
use crate::protocol::{ErrorCode, ServerMessage};

use super::chat_log::{ChatRecord, ChatVerdict};
use super::machine::Room;
use super::member::{CHAT_LIMIT, Member};

/// The longest message, in characters as people count them. Its bytes are limited by the protocol.
pub const MAX_CHAT_CHARS: usize = 100;
impl Room {
    pub(super) fn chat(&mut self, now_ms: u64, slot: Slot, request: u16, text: &str) {
        let sent = text.trim();
        let clean = witverse_text::clean(sent);
        // Control characters are refused, as the protocol says; what is not seen is left out.
        let text = match sent.chars().any(char::is_control) {
            true => sent,
            false => clean.trim(),
        };
        match self.check_chat(now_ms, slot, request, text) {
            Ok(Repeat::No) => {
                self.say(now_ms, slot, request, text);
                self.send(slot, &ServerMessage::Ack { request });
            }
            Ok(Repeat::Yes) => self.send(slot, &ServerMessage::Ack { request }),
            Err((code, detail, wait_ms)) => self.refuse(slot, request, code, detail, wait_ms),
        }
    }

    /// Checks in the order of cost; only a message that could be shown takes a token.
    fn check_chat(
        &mut self,
        now_ms: u64,
        slot: Slot,
        request: u16,
        text: &str,
    ) -> Result<Repeat, (ErrorCode, u8, u32)> {
        let slow_mode_ms = u64::from(self.options.slow_mode_s) * 1000;
        let policy = Arc::clone(&self.policy);
        let Some(member) = self.member_mut(slot) else {
            return Err((ErrorCode::NotAllowed, 0, 0));
        };
        if !member.profile.permissions.may_chat {
            return Err((ErrorCode::NotAllowed, 0, 0));
        }
        if member.knows_request(request) {
            return Ok(Repeat::Yes);
        }
        if text.is_empty() {
            return Err((ErrorCode::Empty, 0, 0));
        }
        if witverse_text::length(text) > MAX_CHAT_CHARS {
            return Err((ErrorCode::TooLong, 0, 0));
        }
        if text.chars().any(char::is_control) {
            return Err((ErrorCode::InvalidText, 0, 0));
        }
        let since = |at: u64| now_ms.saturating_sub(at);
        let elapsed = member.last_chat_ms.map_or(u64::MAX, since);
        if !member.profile.permissions.is_moderator && elapsed < slow_mode_ms {
            let wait_ms = u32::try_from(slow_mode_ms - elapsed).unwrap_or(u32::MAX);
            return Err((ErrorCode::SlowMode, 0, wait_ms));
        }
        let taken = member.chat.take(CHAT_LIMIT, 1, now_ms);
        taken.map_err(|wait_ms| (ErrorCode::RateLimited, 0, wait_ms))?;
        match policy.check(member.identity, text) {
            ChatVerdict::Allow => Ok(Repeat::No),
            ChatVerdict::Refuse(detail) => Err((ErrorCode::Policy, detail, 0)),
        }
    }

    fn say(&mut self, now_ms: u64, slot: Slot, request: u16, text: &str) {
        let id = self.chat_log.next_id();
        let Some(member) = self.member_mut(slot) else {
            return;
        };
        member.last_chat_ms = Some(now_ms);
        member.remember_request(request);
        let (sender, name) = (member.identity, member.profile.name.clone());
        let (to, withheld_from) = self.hearers(slot, sender.id());
        let message = ServerMessage::Chat {
            id,
            slot,
            name: name.clone(),
            text: text.to_owned(),
        };
        self.send_many(to, &message);
        self.chat_log.push(ChatRecord {
            id,
            at_ms: now_ms,
            sender,
            slot,
            name,
            text: text.to_owned(),
            withheld_from,
        });
        self.chat_log.forget_old(now_ms);
    }

    /// The connections that receive a message of `slot`, and the members from which it is withheld.
    fn hearers(&self, slot: Slot, sender: Uuid) -> (Vec<ConnectionId>, Vec<Uuid>) {
        let is_deaf = |member: &Member| {
            member.hides(slot) || member.profile.relations.muted.contains(&sender)
        };
        let (deaf, hearing): (Vec<&Member>, Vec<&Member>) =
            self.members.iter().flatten().partition(|m| is_deaf(m));
        (
            hearing.into_iter().filter_map(Member::connection).collect(),
            deaf.into_iter()
                .map(|member| member.identity.id())
                .collect(),
        )
    }

    /// Sends a returning member the messages that it missed.
    pub(super) fn replay_chat(&mut self, now_ms: u64, slot: Slot, last_chat: u32) {
        self.chat_log.forget_old(now_ms);
        let Some(member) = self.member(slot) else {
            return;
        };
        let (id, from) = (member.identity.id(), last_chat.max(member.chat_from));
        let relations = &member.profile.relations;
        let is_for_member = |record: &&ChatRecord| {
            let sender = record.sender.id();
            record.id > from
                && !record.withheld_from.contains(&id)
                && !relations.muted.contains(&sender)
                && !relations.blocked.contains(&sender)
        };
        let missed: Vec<ServerMessage> = self
            .chat_log
            .records()
            .filter(is_for_member)
            .map(|record| ServerMessage::Chat {
                id: record.id,
                slot: record.slot,
                name: record.name.clone(),
                text: record.text.clone(),
            })
            .collect();
        for message in &missed {
            self.send(slot, message);
        }
    }

    /// The chat of the last 30 seconds that a member could read, for its report; `None` if it is not inside. Nothing
    /// older is kept.
    pub fn evidence(&mut self, now_ms: u64, reader: Identity) -> Option<Vec<ChatRecord>> {
        let slot = self.slot_of_identity(reader)?;
        let from = self.member(slot)?.chat_from;
        self.chat_log.forget_old(now_ms);
        let could_read =
            |record: &&ChatRecord| record.id > from && !record.withheld_from.contains(&reader.id());
        Some(
            self.chat_log
                .records()
                .filter(could_read)
                .cloned()
                .collect(),
        )
    }
}

/// Whether a request repeats an accepted one.
enum Repeat {
    Yes,
    No,
}
