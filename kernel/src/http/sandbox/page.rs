//! Renders the sandbox's page, in both languages.

use crate::error::Language;
use crate::payments::{Shown, ShownState};

/// Where the page's style sheet is served.
pub(super) const STYLE_PATH: &str = "/sandbox/pay.css";

/// A text in the language of the page.
fn say<'a>(language: Language, ko: &'a str, en: &'a str) -> &'a str {
    match language {
        Language::Ko => ko,
        Language::En => en,
    }
}

/// The page of a payment; `error` is the text of a failed action.
pub(super) fn payment(shown: &Shown, language: Language, error: Option<&str>) -> String {
    let say = |ko, en| say(language, ko, en);
    let error = error.map_or_else(String::new, |text| {
        format!("<p class=\"alert\" role=\"alert\">{}</p>", escape(text))
    });
    let (mark, title, about) = state_texts(shown.state, language);
    let details = format!(
        "<section class=\"amount\"><span>{}</span><strong>{}</strong><span>{}</span></section>",
        say("결제 금액", "To pay"),
        escape(&shown.price.shown(language)),
        escape(&shown.name),
    );
    let state =
        format!("<section class=\"standing {mark}\"><h2>{title}</h2><p>{about}</p></section>");
    let doing = match shown.state {
        ShownState::Ready => ready(shown, language),
        ShownState::Paid => format!(
            "{}{}",
            back(shown, language),
            form(
                shown,
                "after",
                &[button(
                    "chargeback",
                    "quiet",
                    say(
                        "카드사에서 결제 되돌리기 (차지백)",
                        "Reverse the payment (chargeback)"
                    ),
                    say(
                        "승인된 결제를 카드 주인이 취소한 상황입니다.",
                        "As if the cardholder had disputed it."
                    ),
                )],
            )
        ),
        _ => back(shown, language),
    };
    let head = match shown.state {
        ShownState::Pending => "<meta http-equiv=\"refresh\" content=\"2\">",
        _ => "",
    };
    frame(
        language,
        Some(shown),
        head,
        &format!("{error}{details}{state}{doing}"),
    )
}

/// The page for an unknown payment.
pub(super) fn unknown_payment(text: &str, language: Language) -> String {
    let home = say(language, "Witverse로 돌아가기", "Back to Witverse");
    let body = format!(
        "<section class=\"standing bad\"><h2>{}</h2></section><a class=\"main\" href=\"/\">{home}</a>",
        escape(text)
    );
    frame(language, None, "", &body)
}

fn state_texts(
    state: ShownState,
    language: Language,
) -> (&'static str, &'static str, &'static str) {
    let (mark, ko, en) = match state {
        ShownState::Ready => (
            "",
            (
                "결제 결과를 선택해 주세요",
                "시험 결제입니다. 실제로 돈이 오가지 않으며, 카드 번호도 묻지 않습니다.",
            ),
            (
                "Choose the outcome",
                "This is a test payment. No money moves, and no card is needed.",
            ),
        ),
        ShownState::Pending => (
            "wait",
            (
                "승인을 기다리는 중입니다",
                "10초 안에 승인됩니다. 이 화면을 닫아도 됩니다.",
            ),
            (
                "Waiting for approval",
                "It goes through within 10 seconds. You can close this page.",
            ),
        ),
        ShownState::Paid => (
            "good",
            ("결제되었습니다", "승인이 끝난 결제입니다."),
            ("Paid", "This payment was approved."),
        ),
        ShownState::Disputed => (
            "bad",
            ("되돌린 결제입니다", "카드 주인이 결제를 되돌렸습니다."),
            ("Disputed", "The cardholder disputed this payment."),
        ),
        ShownState::Failed => (
            "bad",
            ("거절되었습니다", "결제가 승인되지 않았습니다."),
            ("Declined", "This payment was not approved."),
        ),
        ShownState::Cancelled => (
            "bad",
            ("취소된 결제입니다", "결제한 금액은 모두 돌려드렸습니다."),
            ("Cancelled", "Any amount paid has been refunded."),
        ),
        ShownState::Expired => (
            "bad",
            ("시간이 지났습니다", "더 이상 결제할 수 없는 주문입니다."),
            ("Expired", "This order can no longer be paid."),
        ),
    };
    let (title, about) = match language {
        Language::Ko => ko,
        Language::En => en,
    };
    (mark, title, about)
}

fn ready(shown: &Shown, language: Language) -> String {
    let say = |ko, en| say(language, ko, en);
    let ways = [
        button(
            "approve",
            "main",
            say("결제 승인", "Approve"),
            say("바로 승인됩니다.", "It goes through right away."),
        ),
        button(
            "delay",
            "",
            say("늦게 승인 (10초)", "Approve later (10 s)"),
            say(
                "은행 입금처럼 시간이 걸립니다.",
                "It takes a while, like a bank transfer.",
            ),
        ),
        button(
            "decline",
            "",
            say("결제 거절", "Decline"),
            say(
                "한도 초과로 거절된 상황입니다.",
                "As if the card were over its limit.",
            ),
        ),
        button(
            "twice",
            "quiet",
            say("승인하고 알림을 두 번 보내기", "Approve and notify twice"),
            say("한 번만 충전되어야 합니다.", "Must be credited only once."),
        ),
        button(
            "wrong-amount",
            "quiet",
            say("다른 금액으로 승인하기", "Approve a different amount"),
            say(
                "충전되지 않고 취소되어야 합니다.",
                "Must be cancelled without a credit.",
            ),
        ),
    ];
    form(shown, "ways", &ways)
}

fn form(shown: &Shown, class: &str, buttons: &[String]) -> String {
    format!(
        "<form method=\"post\" class=\"{class}\"><input type=\"hidden\" name=\"token\" value=\"{}\">{}</form>",
        escape(&shown.token),
        buttons.concat()
    )
}

fn button(press: &str, class: &str, label: &str, about: &str) -> String {
    format!(
        "<button name=\"press\" value=\"{press}\" class=\"{class}\"><b>{label}</b><span>{about}</span></button>"
    )
}

fn back(shown: &Shown, language: Language) -> String {
    format!(
        "<a class=\"main\" href=\"{}\">{}</a>",
        escape(&shown.return_path),
        say(language, "Witverse로 돌아가기", "Back to Witverse")
    )
}

fn frame(language: Language, shown: Option<&Shown>, head: &str, body: &str) -> String {
    let say = |ko, en| say(language, ko, en);
    let number = shown.map_or_else(String::new, |shown| {
        format!(
            "<p class=\"number\">{} {}</p>",
            say("주문 번호", "Order"),
            shown.id
        )
    });
    format!(
        "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\"><title>{title} · Witverse</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\">{head}\
         <link rel=\"stylesheet\" href=\"{style}\"></head><body><main>\
         <header><h1>{title}</h1>\
         <nav><a href=\"?lang=ko\" lang=\"ko\"{ko}>한국어</a><a href=\"?lang=en\" lang=\"en\"{en}>English</a></nav></header>\
         <div class=\"card\" aria-hidden=\"true\"><i></i><span>0000 0000 0000 0000</span><span>WITVERSE SANDBOX</span></div>\
         {body}{number}</main></body></html>",
        lang = language.as_str(),
        title = say("시험 결제", "Test payment"),
        style = STYLE_PATH,
        ko = current(language == Language::Ko),
        en = current(language == Language::En),
    )
}

fn current(is: bool) -> &'static str {
    if is { " aria-current=\"true\"" } else { "" }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::payment;
    use crate::error::Language;
    use crate::payments::{Currency, Money, Shown, ShownState};

    #[test]
    fn values_on_the_page_are_escaped() {
        let shown = Shown {
            id: Uuid::nil(),
            name: "<b>\"x\"</b>".into(),
            price: Money {
                currency: Currency::Krw,
                amount_minor: 1_400,
            },
            return_path: "/order/complete?a=<".into(),
            state: ShownState::Ready,
            token: "\"><script>".into(),
        };
        for language in [Language::Ko, Language::En] {
            let page = payment(&shown, language, Some("<i>"));
            assert!(page.contains("1,400"));
            for bad in ["<script", "<i>\"", "<b>\"", "style="] {
                assert!(!page.contains(bad), "{bad}");
            }
            for press in ["approve", "decline", "delay", "twice", "wrong-amount"] {
                assert!(page.contains(&format!("value=\"{press}\"")));
            }
        }
    }
}
