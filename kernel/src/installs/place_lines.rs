//! The places of the platform where a plugin appears, in words. A version that appears in a new one waits for the operator, as
//! one that asks for an additional permission.

use std::borrow::Cow;

use super::grant::{Grant, Permission};
use super::store::InstallRow;
use crate::plugins::{
    DASHBOARD_SLOT, EVENT_FORM_SLOT, EVENT_PAGE_SLOT, GAME_SLOT, HEADER_SLOT, PROFILE_SLOT,
};

/// The places of a package, `slots`, in which it appears and the installed version does not.
pub(super) fn new_places<'a>(
    slots: &'a [String],
    installed: &'a InstallRow,
) -> impl Iterator<Item = Permission> + 'a {
    let places = slots.iter();
    let new = places.filter(|at| !installed.slots.contains(at));
    new.map(|at| place_line(at))
}

impl InstallRow {
    /// Whether a version that asks for `requested` and appears in `slots` needs no consent of the operator.
    pub(super) fn covers(&self, requested: &Grant, slots: &[String]) -> bool {
        requested.fits_in(&self.requested) && new_places(slots, self).next().is_none()
    }
}

/// A place as a line of a review. Its key is `slots.<place>`.
fn place_line(at: &str) -> Permission {
    let (ko, en) = match at {
        GAME_SLOT => (
            "블록의 게임으로 고를 수 있습니다.",
            "Can be chosen as the game of blocks.",
        ),
        DASHBOARD_SLOT => (
            "월드 대시보드에 관리자용 탭을 더합니다.",
            "Adds a tab for administrators to the dashboard of the world.",
        ),
        PROFILE_SLOT => (
            "이 월드 사람들의 자기 프로필에 화면을 더합니다.",
            "Appears on the own profile of people of this world.",
        ),
        HEADER_SLOT => (
            "이 월드에 있는 동안 위쪽 메뉴에 버튼을 더합니다.",
            "Adds a button to the header while people are in this world.",
        ),
        EVENT_FORM_SLOT => (
            "이벤트를 만들 때 활동으로 고를 수 있습니다.",
            "Can be chosen as the activity of an event.",
        ),
        EVENT_PAGE_SLOT => (
            "이벤트 페이지에 화면을 더합니다.",
            "Appears on the page of an event.",
        ),
        _ => ("새로운 자리에 화면을 더합니다.", "Appears in a new place."),
    };
    Permission {
        key: Cow::Owned(format!("slots.{at}")),
        ko: ko.to_owned(),
        en: en.to_owned(),
        objects: None,
    }
}
