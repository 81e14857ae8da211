//! Mails about moderation decisions, in both languages. A reporter learns only whether action was taken. The sanctioned
//! person learns the sanction, its reason, its end and how to appeal. The moderator is never named.

use time::OffsetDateTime;
use time::macros::format_description;

use super::vocabulary::{Outcome, Weight};
use crate::clock::KST;
use crate::email_templates::localized_message;
use crate::error::Language;
use crate::mailer::Message;

/// The receiver was sanctioned; `link` leads to the appeal.
pub(super) fn sanctioned(
    to: &str,
    weight: Weight,
    until: Option<OffsetDateTime>,
    reason: &str,
    link: &str,
    language: Language,
) -> Message {
    let (what_ko, what_en) = names(weight);
    let (until_ko, until_en) = ends(weight, until);
    localized_message(
        to,
        language,
        (
            format!("Witverse 이용 안내: {what_ko}"),
            format!(
                "회원님의 계정에 운영 정책에 따른 조치가 적용되었습니다.\n\n조치: {what_ko}\n{until_ko}사유: {reason}\n\n\
                 결정이 잘못되었다고 생각하시면 30일 안에 아래 링크에서 이의를 제기해 주세요. 처음 결정한 사람이 아닌 다른 운영자가 다시 검토합니다.\n{link}\n"
            ),
        ),
        (
            format!("Your Witverse account: {what_en}"),
            format!(
                "We took action on your account under our community rules.\n\nAction: {what_en}\n{until_en}Reason: {reason}\n\n\
                 If you think this is wrong, you can appeal within 30 days using the link below. Someone who was not involved in the decision will review it.\n{link}\n"
            ),
        ),
    )
}

/// A sanction no longer applies.
pub(super) fn lifted(to: &str, weight: Weight, reason: &str, language: Language) -> Message {
    let (what_ko, what_en) = names(weight);
    localized_message(
        to,
        language,
        (
            "Witverse 조치가 해제되었습니다".into(),
            format!(
                "회원님의 계정에 적용되었던 조치({what_ko})가 해제되었습니다.\n\n사유: {reason}\n"
            ),
        ),
        (
            "A decision about your Witverse account was lifted".into(),
            format!(
                "The decision about your account ({what_en}) was lifted.\n\nReason: {reason}\n"
            ),
        ),
    )
}

/// An appeal was rejected.
pub(super) fn upheld(to: &str, weight: Weight, answer: &str, language: Language) -> Message {
    let (what_ko, what_en) = names(weight);
    localized_message(
        to,
        language,
        (
            "Witverse 이의 제기 검토 결과".into(),
            format!(
                "이의를 제기하신 조치({what_ko})를 다른 운영자가 다시 검토했으며, 기존 결정을 유지하기로 했습니다.\n\n답변: {answer}\n"
            ),
        ),
        (
            "Your Witverse appeal was reviewed".into(),
            format!(
                "Someone who was not involved reviewed the decision you appealed ({what_en}). It stands.\n\nAnswer: {answer}\n"
            ),
        ),
    )
}

/// The outcome of a report.
pub(super) fn report_decided(
    to: &str,
    about: Option<&str>,
    outcome: Outcome,
    language: Language,
) -> Message {
    let whom_ko = about.map_or("탈퇴한 회원".into(), |name| format!("{name}님"));
    let whom_en = about.unwrap_or("a former member");
    let (ko, en) = match outcome {
        Outcome::Acted => (
            "운영 정책 위반을 확인하여 필요한 조치를 했습니다. 알려 주셔서 감사합니다.",
            "We found a violation of our community rules and took action. Thank you for letting us know.",
        ),
        Outcome::NoAction => (
            "운영 정책 위반을 확인하지 못해 별도의 조치는 하지 않았습니다. 계속 불편하시다면 차단 기능을 이용해 주세요.",
            "We did not find a violation of our community rules, so we took no action. If this still bothers you, you can block this person.",
        ),
    };
    localized_message(
        to,
        language,
        (
            "Witverse 신고 처리 결과".into(),
            format!("{whom_ko}에 대한 신고를 검토했습니다.\n\n{ko}\n"),
        ),
        (
            "The outcome of your Witverse report".into(),
            format!("We reviewed your report about {whom_en}.\n\n{en}\n"),
        ),
    )
}

fn names(weight: Weight) -> (&'static str, &'static str) {
    match weight {
        Weight::Warn => ("경고", "a warning"),
        Weight::Mute => ("채팅 제한", "a restriction on talking to others"),
        Weight::Suspend => ("이용 정지", "a suspension"),
    }
}

/// A line with the duration; empty for a sanction without one.
fn ends(weight: Weight, until: Option<OffsetDateTime>) -> (String, String) {
    let clock = format_description!("[year]-[month]-[day] [hour]:[minute]");
    match (weight, until) {
        (Weight::Warn, _) => (String::new(), String::new()),
        (_, None) => ("기간: 기한 없음\n".into(), "Until: further notice\n".into()),
        (_, Some(until)) => {
            let kst = until.to_offset(KST).format(clock).unwrap_or_default();
            let utc = until.format(clock).unwrap_or_default();
            (
                format!("기간: {kst}까지 (한국 시간)\n"),
                format!("Until: {utc} (UTC)\n"),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::{Outcome, Weight, report_decided, sanctioned};
    use crate::error::Language;

    #[test]
    fn a_sanction_mail_contains_end_reason_and_appeal() {
        let until = Some(datetime!(2026-07-01 15:30 UTC));
        let text = |weight, until, language| {
            sanctioned("a@b.co", weight, until, "욕설", "http://x/appeal", language).text
        };
        let ko = text(Weight::Mute, until, Language::Ko);
        assert!(ko.contains("2026-07-02 00:30까지 (한국 시간)") && ko.contains("욕설"));
        assert!(text(Weight::Mute, until, Language::En).contains("2026-07-01 15:30 (UTC)"));
        assert!(text(Weight::Suspend, None, Language::En).contains("further notice"));
        assert!(!text(Weight::Warn, None, Language::Ko).contains("기간"));
        assert!(text(Weight::Warn, None, Language::Ko).contains("http://x/appeal"));
    }

    #[test]
    fn the_sanction_is_not_revealed_to_the_reporter() {
        for language in [Language::Ko, Language::En] {
            let text = report_decided("a@b.co", Some("mallory"), Outcome::Acted, language).text;
            assert!(text.contains("mallory"));
            for word in ["경고", "제한", "정지", "warning", "restrict", "suspend"] {
                assert!(!text.contains(word), "{word}");
            }
            let left = report_decided("a@b.co", None, Outcome::NoAction, language).text;
            assert!(left.contains("탈퇴한 회원에") || left.contains("a former member."));
        }
    }
}
