//! Errors for the caller: a status, a code of the error catalog, and a text in both languages.
//!
//! A [`Problem`] is a constant that a plugin declares once; an [`Error`] is one occurrence of it, with the fields it
//! concerns. Internal details never reach the caller: [`Error::internal`] writes them to the log.

use crate::bindings::witverse::plugin::{log, types};

/// A text for people, in both languages of the platform.
pub use types::Localized;

/// Builds a [`Localized`] text.
///
/// ```
/// let text = witverse_sdk::localized("안녕", "hello");
/// assert_eq!(text.en, "hello");
/// ```
pub fn localized(ko: impl Into<String>, en: impl Into<String>) -> Localized {
    Localized {
        ko: ko.into(),
        en: en.into(),
    }
}

/// An entry of a plugin's error catalog. Declare it as a constant with [`problem!`](crate::problem!).
///
/// ```
/// use witverse_sdk::{Error, Problem, problem};
///
/// const NOT_FOUND: Problem = problem!(404, "note_not_found", "메모가 없습니다.", "There is no such note.");
///
/// let error = Error::from(NOT_FOUND);
/// assert_eq!((error.status(), error.code()), (404, "note_not_found"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    /// 400 to 599.
    pub status: u16,
    /// `snake_case`, stable: clients branch on it.
    pub code: &'static str,
    /// The text in Korean.
    pub ko: &'static str,
    /// The text in English.
    pub en: &'static str,
}

/// A [`Problem`] as a constant expression: `problem!(status, code, korean, english)`.
#[macro_export]
macro_rules! problem {
    ($status:expr, $code:expr, $ko:expr, $en:expr $(,)?) => {
        $crate::Problem {
            status: $status,
            code: $code,
            ko: $ko,
            en: $en,
        }
    };
}

/// No person is signed in.
pub const UNAUTHENTICATED: Problem = problem!(
    401,
    "unauthenticated",
    "로그인이 필요합니다.",
    "Please log in.",
);
/// The person has not chosen a nickname yet.
pub const NICKNAME_REQUIRED: Problem = problem!(
    403,
    "nickname_required",
    "먼저 닉네임을 정해 주세요.",
    "Please choose a nickname first.",
);
/// The caller may not do this.
pub const FORBIDDEN: Problem = problem!(
    403,
    "forbidden",
    "이 작업을 할 권한이 없습니다.",
    "You are not allowed to do this.",
);
/// The plugin needs a permission that its manifest does not ask for, or that the operator has withheld.
pub const NOT_PERMITTED: Problem = problem!(
    403,
    "plugin_not_permitted",
    "이 기능에 필요한 권한이 플러그인에 허용되지 않았습니다. 변경된 것은 없습니다.",
    "The plugin has not been given a permission that this needs. Nothing was changed.",
);
/// The route or the object does not exist.
pub const NOT_FOUND: Problem = problem!(404, "not_found", "찾을 수 없습니다.", "Not found.",);
/// The body is not JSON.
pub const INVALID_BODY: Problem = problem!(
    400,
    "invalid_body",
    "보낸 내용을 읽을 수 없습니다.",
    "What you sent cannot be read.",
);
/// At least one field is missing or invalid; `fields` names them.
pub const VALIDATION_FAILED: Problem = problem!(
    422,
    "validation_failed",
    "필수 항목을 다시 확인해 주세요.",
    "please double-check the required fields",
);
/// The requested page number is beyond the limit.
pub const PAGE_TOO_DEEP: Problem = problem!(
    422,
    "page_too_deep",
    "더 뒤의 목록은 커서로 이어서 불러와 주세요.",
    "Please continue with the cursor for pages this deep.",
);
/// An error of the plugin itself.
pub const INTERNAL: Problem = problem!(
    500,
    "internal_error",
    "서버에 문제가 생겼습니다. 잠시 후 다시 시도해 주세요.",
    "Something went wrong on the server. Please try again later.",
);
/// A dependency of the plugin is unavailable.
pub const UNAVAILABLE: Problem = problem!(
    503,
    "unavailable",
    "지금은 처리할 수 없습니다. 잠시 후 다시 시도해 주세요.",
    "This is not available right now. Please try again later.",
);

/// The reason of a failed request; becomes an `application/problem+json` response and rolls the request back.
#[derive(Clone, Debug, PartialEq)]
pub struct Error(Box<types::Problem>);

impl Error {
    /// An error with a text that is built at run time. Prefer a [`Problem`] constant.
    ///
    /// ```
    /// let error = witverse_sdk::Error::new(409, "full", witverse_sdk::localized("가득 찼습니다.", "It is full."));
    /// assert_eq!(error.status(), 409);
    /// ```
    pub fn new(status: u16, code: impl Into<String>, message: Localized) -> Self {
        Self(Box::new(types::Problem {
            status,
            code: code.into(),
            message,
            fields: Vec::new(),
            retry_after_s: None,
        }))
    }

    /// One field of the request is invalid: 422 `validation_failed`.
    ///
    /// ```
    /// let error = witverse_sdk::Error::field("hue", "색상은 0~359입니다.", "The hue goes from 0 to 359.");
    /// assert_eq!(error.code(), "validation_failed");
    /// assert_eq!(error.fields()[0].field, "hue");
    /// ```
    pub fn field(field: impl Into<String>, ko: impl Into<String>, en: impl Into<String>) -> Self {
        Self::from(VALIDATION_FAILED).and_field(field, localized(ko, en))
    }

    /// One field of the request is no whole number within its limits.
    ///
    /// ```
    /// let error = witverse_sdk::Error::number_field("days", 7, 90);
    /// assert_eq!(error.fields()[0].field, "days");
    /// ```
    pub fn number_field(field: impl Into<String>, min: i64, max: i64) -> Self {
        Self::field(
            field,
            format!("{min}~{max} 사이의 정수로 입력해 주세요."),
            format!("Please enter a whole number from {min} to {max}."),
        )
    }

    /// An error of the plugin: writes `detail` to the log and does not show it to the caller.
    pub fn internal(detail: impl AsRef<str>) -> Self {
        #[cfg(target_arch = "wasm32")]
        log::write(log::Level::Error, shortened(detail.as_ref()), &[]);
        #[cfg(not(target_arch = "wasm32"))]
        let _ = (detail.as_ref(), log::Level::Error);
        Self::from(INTERNAL)
    }

    /// A refusal of the kernel: [`NOT_PERMITTED`] without the permission, otherwise an error of the plugin.
    pub(crate) fn refused(detail: impl AsRef<str>) -> Self {
        match detail.as_ref().starts_with("not-granted") {
            true => Self::from(NOT_PERMITTED),
            false => Self::internal(detail),
        }
    }

    /// Adds a field; its text defaults to the error's own with [`Error::at`].
    #[must_use]
    pub fn and_field(mut self, field: impl Into<String>, message: Localized) -> Self {
        self.0.fields.push(types::FieldProblem {
            field: field.into(),
            message,
        });
        self
    }

    /// Attaches this error to the field `field`, so that a form can show it there.
    ///
    /// ```
    /// use witverse_sdk::{Error, problem};
    /// let error = Error::from(problem!(409, "taken", "사용 중입니다.", "It is in use.")).at("name");
    /// assert_eq!(error.fields()[0].message.en, "It is in use.");
    /// ```
    #[must_use]
    pub fn at(self, field: impl Into<String>) -> Self {
        let message = self.0.message.clone();
        self.and_field(field, message)
    }

    /// States after how many seconds a retry is useful. The kernel sends it as `Retry-After` with status 429 and 503.
    ///
    /// ```
    /// use witverse_sdk::{Error, problem};
    /// let error = Error::from(problem!(429, "too_fast", "너무 빠릅니다.", "That was too fast.")).retry_after(15);
    /// assert_eq!(error.retry_after_s(), Some(15));
    /// ```
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Self {
        self.0.retry_after_s = Some(seconds);
        self
    }

    /// After how many seconds a retry is useful, if that is known.
    pub fn retry_after_s(&self) -> Option<u32> {
        self.0.retry_after_s
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// The code in the error catalog.
    pub fn code(&self) -> &str {
        &self.0.code
    }

    /// The text in both languages.
    pub fn message(&self) -> &Localized {
        &self.0.message
    }

    /// The invalid fields, if the error is about fields.
    pub fn fields(&self) -> &[types::FieldProblem] {
        &self.0.fields
    }

    /// Succeeds if there is no error, and fails with all of them at once.
    ///
    /// # Errors
    /// The errors, joined.
    pub fn all(errors: impl IntoIterator<Item = Self>) -> Result<(), Self> {
        errors.into_iter().reduce(Self::join).map_or(Ok(()), Err)
    }

    /// Merges the errors of several fields into one, so that a form shows all of them.
    ///
    /// The first error gives status and code; the fields of the others are added to it.
    pub fn join(mut self, other: Self) -> Self {
        self.0.fields.extend(other.0.fields);
        self
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.0.status, self.0.code)
    }
}

impl std::error::Error for Error {}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::new(
            problem.status,
            problem.code,
            localized(problem.ko, problem.en),
        )
    }
}

impl From<types::Problem> for Error {
    fn from(problem: types::Problem) -> Self {
        Self(Box::new(problem))
    }
}

impl From<Error> for types::Problem {
    fn from(error: Error) -> Self {
        *error.0
    }
}

/// A line of the log ends the call if it is longer than 4 KiB, and a detail can contain what a caller has sent.
#[cfg(any(target_arch = "wasm32", test))]
fn shortened(detail: &str) -> &str {
    const MAX_BYTES: usize = 2_000;
    detail
        .get(..detail.floor_char_boundary(MAX_BYTES))
        .unwrap_or(detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_detail_is_shortened_between_letters() {
        assert_eq!(shortened("short"), "short");
        let long = shortened(&"가".repeat(2_000)).chars().count();
        assert_eq!(long, 666);
    }

    #[test]
    fn joining_keeps_the_first_code_and_all_fields() {
        let error = Error::field("a", "가", "A").join(Error::field("b", "나", "B"));
        assert_eq!(error.code(), "validation_failed");
        let names: Vec<_> = error.fields().iter().map(|f| f.field.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
    }

    #[test]
    fn an_internal_error_reveals_no_details() {
        let error = Error::internal("password of the database");
        assert!(!error.message().en.contains("password"));
        assert_eq!(error.status(), 500);
    }
}
