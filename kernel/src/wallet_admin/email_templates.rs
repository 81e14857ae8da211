//! Mails about administrative changes of a wallet, in both languages.

use crate::email_templates::localized_message;
use crate::error::Language;
use crate::mailer::Message;

/// Formats an amount in hundredths of a WIT, with its sign.
fn format_wit(hundredths: i64) -> String {
    let (whole, rest) = (
        hundredths.unsigned_abs() / 100,
        hundredths.unsigned_abs() % 100,
    );
    let sign = if hundredths < 0 { "−" } else { "+" };
    match rest {
        0 => format!("{sign}{whole}"),
        rest => format!("{sign}{whole}.{rest:02}"),
    }
}

/// Two administrators corrected a balance.
pub(super) fn adjusted(
    to: &str,
    hundredths: i64,
    reason: &str,
    base: &str,
    language: Language,
) -> Message {
    let wit = format_wit(hundredths);
    localized_message(
        to,
        language,
        (
            format!("Witverse 잔액이 정정되었습니다: {wit} WIT"),
            format!(
                "관리자가 회원님의 잔액을 정정했습니다: {wit} WIT\n\n사유: {reason}\n\n내역 보기: {base}/wallet\n"
            ),
        ),
        (
            format!("Your Witverse balance was corrected: {wit} WIT"),
            format!(
                "Administrators corrected your balance: {wit} WIT\n\nReason: {reason}\n\nSee your history: {base}/wallet\n"
            ),
        ),
    )
}

/// An administrator froze a wallet.
pub(super) fn frozen(to: &str, reason: &str, language: Language) -> Message {
    localized_message(
        to,
        language,
        (
            "Witverse 지갑이 정지되었습니다".into(),
            format!(
                "회원님의 지갑이 정지되어 WIT를 쓰거나 받을 수 없습니다. 잔액은 그대로입니다.\n\n사유: {reason}\n"
            ),
        ),
        (
            "Your Witverse wallet was frozen".into(),
            format!(
                "Your wallet was frozen, so you can't spend or receive WIT. Your balance stays the same.\n\nReason: {reason}\n"
            ),
        ),
    )
}

/// An administrator unfroze a wallet.
pub(super) fn wallet_unfrozen(to: &str, reason: &str, language: Language) -> Message {
    localized_message(
        to,
        language,
        (
            "Witverse 지갑을 다시 사용할 수 있습니다".into(),
            format!("회원님의 지갑 정지가 해제되었습니다.\n\n사유: {reason}\n"),
        ),
        (
            "Your Witverse wallet can be used again".into(),
            format!("Your wallet is no longer frozen.\n\nReason: {reason}\n"),
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::format_wit;

    #[test]
    fn amounts_have_a_sign_and_needed_decimals() {
        for (hundredths, text) in [
            (100, "+1"),
            (-12_345, "−123.45"),
            (5, "+0.05"),
            (i64::MIN, "−92233720368547758.08"),
        ] {
            assert_eq!(format_wit(hundredths), text);
        }
    }
}
