//! A moderator's decision, parsed.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Action;
use crate::error::{Localized, Problem, Result};
use crate::typed_text::paragraph;

/// The longest mute or temporary suspension: a year, in hours.
const MAX_HOURS: i64 = 8760;
/// The input of a moderator's decision.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct NewDecision {
    pub action: Action,
    /// The reason, 5 to 500 characters; shown to the sanctioned person.
    pub reason: String,
    /// The duration in hours, 1 to 8760, for `mute` and `suspend`. Null means permanent, for `suspend` only.
    pub hours: Option<i64>,
}

/// A validated decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub(super) action: Action,
    pub(super) reason: String,
    pub(super) hours: Option<i64>,
}

impl Verdict {
    /// # Errors
    /// The invalid fields.
    pub fn parse(new: &NewDecision) -> Result<Self> {
        let reason = paragraph("reason", &new.reason, 5..=500)?;
        let hours = match (new.action, new.hours) {
            (Action::Dismiss | Action::Warn, _) | (Action::Suspend, None) => None,
            (Action::Mute | Action::Suspend, Some(hours)) if (1..=MAX_HOURS).contains(&hours) => {
                Some(hours)
            }
            (Action::Mute | Action::Suspend, _) => {
                let message = Localized::new(
                    "기간을 1시간에서 8,760시간(1년) 사이로 정해 주세요.",
                    "Choose between 1 and 8,760 hours (1 year).",
                );
                return Err(Problem::field("hours", message).into());
            }
        };
        Ok(Self {
            action: new.action,
            reason,
            hours,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, NewDecision, Verdict};

    fn hours(action: Action, hours: Option<i64>) -> Option<Option<i64>> {
        let new = NewDecision {
            action,
            reason: "because".into(),
            hours,
        };
        Verdict::parse(&new).ok().map(|verdict| verdict.hours)
    }

    #[test]
    fn the_duration_depends_on_the_action() {
        for (action, given, expected) in [
            (Action::Dismiss, None, Some(None)),
            (Action::Warn, Some(3), Some(None)),
            (Action::Mute, Some(1), Some(Some(1))),
            (Action::Mute, Some(8760), Some(Some(8760))),
            (Action::Mute, None, None),
            (Action::Suspend, None, Some(None)),
            (Action::Suspend, Some(24), Some(Some(24))),
            (Action::Suspend, Some(0), None),
            (Action::Suspend, Some(8761), None),
            (Action::Mute, Some(i64::MIN), None),
        ] {
            assert_eq!(hours(action, given), expected, "{action:?} {given:?}");
        }
    }

    #[test]
    fn a_decision_requires_a_reason() {
        let new = |reason: &str| NewDecision {
            action: Action::Dismiss,
            reason: reason.into(),
            hours: None,
        };
        assert!(Verdict::parse(&new("no")).is_err());
        assert!(Verdict::parse(&new(&"x".repeat(501))).is_err());
        assert!(Verdict::parse(&new("다섯 글자")).is_ok());
    }
}
