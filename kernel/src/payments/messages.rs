//! The error catalogue of payments, in both languages.

use witverse_ledger::{Failure, Refusal};

use crate::error::{Catalogue, Error, Localized};

macro_rules! catalogue {
    ($($name:ident = $status:literal $code:literal $ko:literal $en:literal;)*) => {
        $(pub const $name: Catalogue = Catalogue::new($status, $code, $ko, $en);)*
    };
}

catalogue! {
    AMOUNT_INVALID = 422 "amount_invalid" "100 WIT 이상 1,000,000 WIT 이하의 정수로 입력해 주세요." "Please enter a whole number from 100 to 1,000,000 WIT.";
    AGREEMENT_REQUIRED = 422 "agreement_required" "결제하려면 약관에 동의해 주세요." "Please agree to the terms to pay.";
    ORDER_NOT_FOUND = 404 "order_not_found" "존재하지 않는 주문입니다." "Order not found.";
    ORDER_NOT_PAYABLE = 409 "order_not_payable" "더 이상 결제하거나 취소할 수 없는 주문입니다." "This order can no longer be paid or cancelled.";
    ORDER_LIMIT = 409 "order_limit" "결제하지 않은 주문이 5건 있습니다. 먼저 결제하거나 취소해 주세요." "You have 5 unpaid orders. Please pay or cancel one of them first.";
    PAYMENT_AMOUNT_MISMATCH = 409 "payment_amount_mismatch" "결제된 금액이 주문 금액과 달라 결제를 취소합니다." "The amount paid does not match the order, so the payment is being cancelled.";
    PAYMENT_DECLINED = 409 "payment_declined" "결제가 승인되지 않았습니다." "The payment was declined.";
    DECLINED_TOO_OFTEN = 429 "declined_too_often" "카드 결제가 여러 번 승인되지 않아 24시간 동안 카드로 결제할 수 없습니다." "Your card payments were declined too often. You can pay by card again after 24 hours.";
    PAYMENT_NOT_CREDITED = 409 "payment_not_credited" "지갑에 충전할 수 없어 결제를 취소합니다." "The wallet cannot be topped up, so the payment is being cancelled.";
    PAYMENT_UNAVAILABLE = 503 "payment_unavailable" "결제 대행사에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요." "We cannot reach the payment provider. Please try again shortly.";
    REFUND_NOT_POSSIBLE = 409 "refund_not_possible" "환불할 수 없는 주문입니다." "This order cannot be refunded.";
    REFUND_NOT_REQUESTED = 409 "refund_not_requested" "결정할 환불 신청이 없습니다." "There is no refund request to decide.";
    WEBHOOK_INVALID = 401 "webhook_invalid" "서명을 확인할 수 없는 알림입니다." "The signature of this notification is not valid.";
    PURCHASE_INVALID = 400 "purchase_invalid" "스토어에서 확인되지 않은 구매입니다." "The store could not confirm this purchase.";
    PURCHASE_USED = 409 "purchase_used" "다른 계정에서 이미 사용한 구매입니다." "This purchase was already used by another account.";
    RATE_UNCHANGED = 409 "rate_unchanged" "현재 환율과 같습니다." "This is already the current rate.";
    RATE_NEEDS_APPROVAL = 409 "rate_needs_approval" "환율을 10% 넘게 바꾸려면 다른 관리자의 승인이 필요합니다. 먼저 제안해 주세요." "A change of more than 10% needs the approval of another administrator. Please propose it.";
    RATE_PROPOSAL_OPEN = 409 "rate_proposal_open" "아직 결정되지 않은 환율 제안이 있습니다." "Another proposed rate is still open.";
    RATE_PROPOSAL_DECIDED = 409 "rate_proposal_decided" "이미 결정된 제안입니다." "This proposal was already decided.";
    RATE_CHANGED = 409 "rate_changed" "제안한 뒤에 환율이 바뀌었습니다. 이 제안을 거절하고 다시 제안해 주세요." "The rate has changed since this was proposed. Please reject the proposal and propose again.";
    NO_SUCH_RATE_PROPOSAL = 404 "rate_proposal_not_found" "존재하지 않는 제안입니다." "Proposal not found.";
    NOTHING_REFUSED = 409 "nothing_refused" "다시 요청할 환불이 없습니다. 이미 처리되었거나 결제 대행사에 요청하고 있습니다." "There is no refund to request again: it was made, or the provider is being asked.";
    NOT_DISPUTED = 409 "not_disputed" "해결할 이의가 없습니다." "There is no dispute to settle.";
    WALLET_FROZEN = 403 "wallet_frozen" "지갑이 정지되어 있습니다. 고객 지원에 문의해 주세요." "Your wallet is frozen. Please contact support.";
    WALLET_CLOSED = 409 "wallet_closed" "종료된 지갑입니다." "This wallet is closed.";
}

/// Why an order failed, as text for its stored code.
pub(super) fn failure(code: &str) -> Localized {
    let known = [
        PAYMENT_AMOUNT_MISMATCH,
        PAYMENT_DECLINED,
        PAYMENT_NOT_CREDITED,
    ]
    .into_iter()
    .find(|row| row.code == code)
    .unwrap_or(PAYMENT_DECLINED);
    Localized::new(known.ko, known.en)
}

/// Converts a refusal of the ledger to a problem for the caller.
pub(super) fn ledger_error(failure: Failure) -> Error {
    match failure {
        Failure::Database(error) => error.into(),
        Failure::Refused(Refusal::Frozen) => WALLET_FROZEN.into(),
        Failure::Refused(Refusal::Closed) => WALLET_CLOSED.into(),
        Failure::Refused(refusal) => Error::internal(format!("the ledger refuses: {refusal}")),
    }
}
