//! Who chats in a block, and how often. Pure: no kernel, no statements.

use crate::entry::Access;
use crate::stored_text::texts;
use serde::{Deserialize, Serialize};
use witverse_sdk::Error;
use witverse_sdk::sql::FromRow;

const SLOW_MODE_MAX_S: i64 = 60;

/// Who may chat, of those who may enter and have an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Chat {
    /// All of them.
    Everybody,
    /// Owners of one of the world's memberships, and people who manage the block.
    Membership,
}

texts!(Chat { Everybody => "everybody", Membership => "membership" });

/// The chat of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct ChatRules {
    /// Who may chat.
    #[row(parse)]
    pub chat: Chat,
    /// Seconds between two messages of one person; 0 for no limit.
    pub slow_mode_s: i64,
}

impl ChatRules {
    /// Of a new block: in a block for members, the owners of memberships chat.
    pub const fn of_new_block(access: Access) -> Self {
        Self {
            chat: match access {
                Access::Members => Chat::Membership,
                _ => Chat::Everybody,
            },
            slow_mode_s: 0,
        }
    }

    /// These rules with changes; absent ones are kept.
    pub fn with(self, chat: Option<Chat>, slow_mode_s: Option<i64>) -> Self {
        Self {
            chat: chat.unwrap_or(self.chat),
            slow_mode_s: slow_mode_s.unwrap_or(self.slow_mode_s),
        }
    }

    /// The error of a pause that is too long.
    pub fn error(self) -> Option<Error> {
        let fits = (0..=SLOW_MODE_MAX_S).contains(&self.slow_mode_s);
        (!fits).then(|| {
            Error::field(
                "slowModeSeconds",
                format!("0~{SLOW_MODE_MAX_S}초로 입력해 주세요."),
                format!("Please enter 0 to {SLOW_MODE_MAX_S} seconds."),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_block_for_members_is_for_the_chat_of_owners() {
        let chat = |access| ChatRules::of_new_block(access).chat;
        assert_eq!(chat(Access::Members), Chat::Membership);
        for access in [
            Access::Everybody,
            Access::SignedIn,
            Access::Membership,
            Access::Owner,
        ] {
            assert_eq!(chat(access), Chat::Everybody);
        }
    }

    #[test]
    fn absent_changes_keep_the_rules_and_a_pause_has_at_most_a_minute() {
        let rules = ChatRules::of_new_block(Access::Members);
        assert_eq!(rules.with(None, None), rules);
        let slow = rules.with(None, Some(60));
        assert_eq!((slow.chat, slow.slow_mode_s), (Chat::Membership, 60));
        assert!(slow.error().is_none());
        for wrong in [-1, 61, i64::MAX] {
            assert!(slow.with(None, Some(wrong)).error().is_some(), "{wrong}");
        }
    }
}
