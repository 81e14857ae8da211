//! Words that the API, the database and the front end share.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

macro_rules! spoken {
    ($($(#[$about:meta])* $name:ident { $($variant:ident = $text:literal),* $(,)? })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub enum $name { $(#[serde(rename = $text)] $variant),* }

        impl $name {
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }

            /// The form that the database stores and checks.
            #[allow(dead_code, reason = "not every word is kept")]
            pub(super) fn read(text: &str) -> Result<Self> {
                Self::parse(text)
                    .ok_or_else(|| Error::internal(format!("{text:?} is no {}", stringify!($name))))
            }
        }
    )*};
}

spoken! {
    /// Why a person is reported.
    Reason {
        Spam = "spam",
        Harassment = "harassment",
        Hate = "hate",
        Sexual = "sexual",
        Impersonation = "impersonation",
        Scam = "scam",
        SelfHarm = "self_harm",
        Other = "other",
    }
    /// The decision of a case.
    Action { Dismiss = "dismiss", Warn = "warn", Mute = "mute", Suspend = "suspend" }
    /// The kind of a sanction.
    Weight { Warn = "warn", Mute = "mute", Suspend = "suspend" }
    SanctionState { InForce = "in_force", Ended = "ended", Lifted = "lifted" }
    AppealState { Open = "open", Upheld = "upheld", Overturned = "overturned" }
    /// The decision of an appeal.
    Ruling { Uphold = "uphold", Overturn = "overturn" }
    CaseState { Open = "open", Appealed = "appealed", Closed = "closed" }
    ReportState { Open = "open", Decided = "decided" }
    /// The outcome that a reporter is informed of.
    Outcome { Acted = "acted", NoAction = "no_action" }
}

impl Action {
    /// What is done, where something is.
    #[must_use]
    pub fn weight(self) -> Option<Weight> {
        match self {
            Self::Dismiss => None,
            Self::Warn => Some(Weight::Warn),
            Self::Mute => Some(Weight::Mute),
            Self::Suspend => Some(Weight::Suspend),
        }
    }

    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self.weight() {
            Some(_) => Outcome::Acted,
            None => Outcome::NoAction,
        }
    }
}

impl From<Weight> for Action {
    fn from(weight: Weight) -> Self {
        match weight {
            Weight::Warn => Self::Warn,
            Weight::Mute => Self::Mute,
            Weight::Suspend => Self::Suspend,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, Outcome, Reason, Weight};

    #[test]
    fn the_words_of_api_and_database_are_equal() {
        let reason = Reason::parse("self_harm").expect("a reason");
        assert_eq!(
            serde_json::to_string(&reason).expect("JSON"),
            "\"self_harm\""
        );
        assert_eq!(reason.as_str(), "self_harm");
        assert!(Reason::parse("dull").is_none());
        assert!(Reason::read("dull").is_err());
    }

    #[test]
    fn a_reporter_gets_the_outcome_but_not_the_sanction() {
        for weight in [Weight::Warn, Weight::Mute, Weight::Suspend] {
            assert_eq!(Action::from(weight).outcome(), Outcome::Acted);
            assert_eq!(Action::from(weight).weight(), Some(weight));
        }
        assert_eq!(Action::Dismiss.outcome(), Outcome::NoAction);
    }
}
