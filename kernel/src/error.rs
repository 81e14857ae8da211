//! The domain error, independent of HTTP: what failed, and who must act.
//!
//! A [`Problem`] is for the caller and is shown in the caller's language. An internal error is for the operator or the
//! programmer: its text is logged and never sent to a caller.

use std::fmt;

/// A text for people, in both languages of the platform.
#[derive(
    Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
pub struct Localized {
    pub ko: String,
    pub en: String,
}

impl Localized {
    pub fn new(ko: impl Into<String>, en: impl Into<String>) -> Self {
        Self {
            ko: ko.into(),
            en: en.into(),
        }
    }

    #[must_use]
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::Ko => &self.ko,
            Language::En => &self.en,
        }
    }
}

/// The languages of the platform, as in the API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    Ko,
    En,
}

impl Language {
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "ko" | "kr" => Some(Self::Ko),
            "en" => Some(Self::En),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ko => "ko",
            Self::En => "en",
        }
    }
}

/// The validation error of one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldProblem {
    pub field: String,
    pub message: Localized,
}

/// An error that the caller can understand and act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The HTTP status code; the domain uses it as the kind of problem.
    pub status: u16,
    /// A code of the error catalogue.
    pub code: String,
    pub message: Localized,
    pub fields: Vec<FieldProblem>,
    /// After how many seconds a retry is useful.
    pub retry_after_s: Option<u64>,
}

/// A problem of the error catalogue as a constant.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    pub status: u16,
    pub code: &'static str,
    pub ko: &'static str,
    pub en: &'static str,
}

impl From<Catalogue> for Problem {
    fn from(row: Catalogue) -> Self {
        Self {
            status: row.status,
            code: row.code.to_owned(),
            message: Localized::new(row.ko, row.en),
            fields: Vec::new(),
            retry_after_s: None,
        }
    }
}

impl Catalogue {
    #[must_use]
    pub const fn new(status: u16, code: &'static str, ko: &'static str, en: &'static str) -> Self {
        Self {
            status,
            code,
            ko,
            en,
        }
    }

    /// Returns this problem with a retry delay in seconds.
    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Problem {
        Problem {
            retry_after_s: Some(seconds),
            ..self.into()
        }
    }
}

pub const UNKNOWN: Catalogue = Catalogue::new(
    500,
    "internal_error",
    "알 수 없는 오류가 발생했습니다.",
    "An unknown error occurred.",
);
pub const UNAVAILABLE: Catalogue = Catalogue::new(
    503,
    "unavailable",
    "지금은 처리할 수 없습니다. 잠시 후 다시 시도해 주세요.",
    "This cannot be done right now. Please try again shortly.",
);
pub const UNAUTHENTICATED: Catalogue = Catalogue::new(
    401,
    "unauthenticated",
    "로그인이 필요합니다.",
    "Please log in.",
);
pub const FORBIDDEN: Catalogue = Catalogue::new(
    403,
    "forbidden",
    "이 작업을 할 권한이 없습니다.",
    "You are not allowed to do this.",
);
pub const NOT_FOUND: Catalogue = Catalogue::new(
    404,
    "not_found",
    "페이지를 찾을 수 없습니다.",
    "Page not found.",
);
pub const METHOD_NOT_ALLOWED: Catalogue = Catalogue::new(
    405,
    "method_not_allowed",
    "이 주소에서는 쓸 수 없는 방식입니다.",
    "This address does not support that method.",
);
pub const TIMEOUT: Catalogue = Catalogue::new(
    504,
    "timeout",
    "시간이 너무 오래 걸려 중단했습니다. 다시 시도해 주세요.",
    "This took too long and was stopped. Please try again.",
);
pub const BUSY: Catalogue = Catalogue::new(
    503,
    "busy",
    "지금 이용자가 많습니다. 잠시 후 다시 시도해 주세요.",
    "We are busy right now. Please try again shortly.",
);
pub const TOO_LARGE: Catalogue = Catalogue::new(
    413,
    "body_too_large",
    "보낸 내용이 너무 큽니다.",
    "What you sent is too large.",
);
pub const TOO_MANY: Catalogue = Catalogue::new(
    429,
    "too_many_requests",
    "요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.",
    "Too many requests. Please try again shortly.",
);
pub const INVALID_BODY: Catalogue = Catalogue::new(
    400,
    "invalid_body",
    "보낸 내용을 읽을 수 없습니다.",
    "What you sent cannot be read.",
);
pub const INVALID_QUERY: Catalogue = Catalogue::new(
    400,
    "invalid_query",
    "주소의 값을 읽을 수 없습니다.",
    "The values in the address cannot be read.",
);
pub const PAGE_TOO_DEEP: Catalogue = Catalogue::new(
    422,
    "page_too_deep",
    "더 뒤의 목록은 커서로 이어서 불러와 주세요.",
    "Please continue with the cursor for pages this deep.",
);
/// A decision that the administrator who proposed it cannot make.
pub const SECOND_PERSON_REQUIRED: Catalogue = Catalogue::new(
    403,
    "second_person_required",
    "제안한 관리자가 아닌 다른 관리자가 결정해야 합니다.",
    "An administrator other than the one who proposed it has to decide.",
);
/// An approval by an administrator whom the proposer proposed as an administrator, or the other way round.
pub const APPOINTED_BY_PROPOSER: Catalogue = Catalogue::new(
    403,
    "appointed_by_proposer",
    "두 관리자 중 한 명이 다른 한 명을 관리자로 제안했습니다. 다른 관리자가 승인해야 합니다.",
    "One of you proposed the other as an administrator. Another administrator has to approve this.",
);
/// An approval by an administrator who was appointed less than 72 hours ago.
pub const RECENTLY_APPOINTED: Catalogue = Catalogue::new(
    403,
    "recently_appointed",
    "새 관리자는 임명된 지 72시간이 지나야 승인할 수 있습니다.",
    "New administrators can approve proposals 72 hours after their appointment.",
);
pub const VALIDATION_FAILED: Catalogue = Catalogue::new(
    422,
    "validation_failed",
    "필수 항목을 다시 확인해 주세요.",
    "please double-check the required fields",
);
pub const IDEMPOTENCY_MISMATCH: Catalogue = Catalogue::new(
    422,
    "idempotency_key_reused",
    "이미 다른 요청에 쓰인 키입니다.",
    "This key was already used for another request.",
);
pub const PLUGIN_FAILED: Catalogue = Catalogue::new(
    502,
    "plugin_failed",
    "이 기능에 문제가 생겼습니다. 변경된 것은 없습니다.",
    "This feature had a problem. Nothing was changed.",
);
/// The plugin needs a capability that its manifest does not declare, or that the operator has not granted.
pub const PLUGIN_DENIED: Catalogue = Catalogue::new(
    403,
    "plugin_not_permitted",
    "이 기능에 필요한 권한이 플러그인에 허용되지 않았습니다. 변경된 것은 없습니다.",
    "The plugin has not been given a permission that this needs. Nothing was changed.",
);
/// A plugin on trial has called a function of a service that changes something outside of it.
pub const PLUGIN_NOT_IN_TRIAL: Catalogue = Catalogue::new(
    403,
    "plugin_not_in_trial",
    "체험 중인 플러그인은 이 작업을 할 수 없습니다. 설치한 뒤에 사용할 수 있습니다.",
    "A plugin on trial cannot do this. It can once it is installed.",
);
pub const PLUGIN_TIMEOUT: Catalogue = Catalogue::new(
    504,
    "plugin_timeout",
    "이 기능이 너무 오래 걸려 중단했습니다. 변경된 것은 없습니다.",
    "This feature took too long and was stopped. Nothing was changed.",
);

impl Problem {
    /// [`VALIDATION_FAILED`] with its fields.
    #[must_use]
    pub fn fields(fields: Vec<FieldProblem>) -> Self {
        Self {
            fields,
            ..VALIDATION_FAILED.into()
        }
    }

    /// [`VALIDATION_FAILED`] at one field.
    #[must_use]
    pub fn field(field: &str, message: Localized) -> Self {
        Self::fields(vec![FieldProblem {
            field: field.to_owned(),
            message,
        }])
    }
}

/// The error type of the domain's functions.
#[derive(Debug)]
pub enum Error {
    Problem(Box<Problem>),
    /// An internal error. The text is for the log only.
    Internal(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Problem(problem) => write!(f, "{}: {}", problem.code, problem.message.en),
            Self::Internal(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    pub fn internal(text: impl fmt::Display) -> Self {
        Self::Internal(text.to_string())
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::Problem(Box::new(problem))
    }
}

impl From<Catalogue> for Error {
    fn from(row: Catalogue) -> Self {
        Problem::from(row).into()
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) => {
                tracing::warn!(%error, "the database is unreachable");
                UNAVAILABLE.into()
            }
            sqlx::Error::Database(ref inner)
                if inner
                    .code()
                    .is_some_and(|code| code.starts_with("57P") || code.starts_with("08")) =>
            {
                tracing::warn!(%error, "the database is shutting down");
                UNAVAILABLE.into()
            }
            // A row was locked for too long, or the server has reached a limit.
            sqlx::Error::Database(ref inner)
                if inner.code().is_some_and(|code| {
                    matches!(code.as_ref(), "55P03" | "57014" | "40001" | "40P01")
                        || code.starts_with("53")
                }) =>
            {
                tracing::warn!(%error, "the database refused a statement for now");
                BUSY.retry_after(1).into()
            }
            error => Self::Internal(format!("database: {error}")),
        }
    }
}

pub type Result<T, E = Error> = std::result::Result<T, E>;
