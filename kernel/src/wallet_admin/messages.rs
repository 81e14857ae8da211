//! The error catalogue of wallets, in both languages.

use crate::error::Catalogue;

pub const INSUFFICIENT_WIT: Catalogue = Catalogue::new(
    409,
    "insufficient_wit",
    "보유 WIT가 부족합니다.",
    "Not enough WIT in possession.",
);
pub const WALLET_IS_FROZEN: Catalogue = Catalogue::new(
    403,
    "wallet_frozen",
    "지갑이 정지되어 있습니다.",
    "This wallet is frozen.",
);
pub const WALLET_IS_CLOSED: Catalogue = Catalogue::new(
    409,
    "wallet_closed",
    "종료된 지갑입니다.",
    "This wallet is closed.",
);
pub const WIT_AMOUNT_INVALID: Catalogue = Catalogue::new(
    422,
    "amount_invalid",
    "WIT 수량을 다시 확인해 주세요.",
    "Please check the amount of WIT.",
);
pub const ADJUSTMENT_DECIDED: Catalogue = Catalogue::new(
    409,
    "adjustment_decided",
    "이미 결정된 정정입니다.",
    "This correction was already decided.",
);
pub const NO_SUCH_ADJUSTMENT: Catalogue = Catalogue::new(
    404,
    "adjustment_not_found",
    "존재하지 않는 정정입니다.",
    "Correction not found.",
);
pub const WALLET_STATE_UNCHANGED: Catalogue = Catalogue::new(
    409,
    "wallet_state_unchanged",
    "이미 그 상태인 지갑입니다.",
    "The wallet is already in that state.",
);
