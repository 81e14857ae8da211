//! The problems of packages and installs.

use crate::error::Catalogue;

pub const MANAGERS_ONLY: Catalogue = Catalogue::new(
    403,
    "plugin_managers_only",
    "월드 관리자만 플러그인을 관리할 수 있습니다.",
    "Only administrators of the world can manage its plugins.",
);
/// Sent with a text of its own.
pub const PACKAGE_INVALID: Catalogue = Catalogue::new(
    422,
    "package_invalid",
    "플러그인 파일에 문제가 있어 설치할 수 없습니다.",
    "This plugin file is faulty and cannot be installed.",
);
pub const PACKAGE_NOT_FOUND: Catalogue = Catalogue::new(
    404,
    "package_not_found",
    "플러그인 파일을 찾을 수 없습니다. 다시 올려 주세요.",
    "This plugin file was not found. Upload it again.",
);
pub const PACKAGES_FULL: Catalogue = Catalogue::new(
    409,
    "package_storage_full",
    "설치하지 않고 올려 둔 플러그인 파일이 30개 또는 200MB를 넘습니다. 올린 파일을 설치하거나, 쓰지 않는 파일이 지워질 때까지(올린 지 7일 뒤) 기다려 주세요.",
    "You have uploaded more than 30 plugin files, or 200 MB, that no world uses. Install some, or wait: unused files are deleted 7 days after their upload.",
);
pub const PACKAGE_STOPPED: Catalogue = Catalogue::new(
    403,
    "package_stopped",
    "Witverse가 사용을 중지한 플러그인 버전입니다. 다른 버전을 설치해 주세요.",
    "Witverse has stopped this version of the plugin. Install another version.",
);
pub const VERSION_TAKEN: Catalogue = Catalogue::new(
    409,
    "package_version_taken",
    "같은 버전 번호로 내용이 다른 파일이 이미 있습니다. 만든 사람에게 새 버전 번호를 요청해 주세요.",
    "Another file with this version number exists already. Ask the author to publish it under a new number.",
);
pub const PUBLISHER_TAKEN: Catalogue = Catalogue::new(
    403,
    "publisher_key_unknown",
    "이 제작자의 이름으로 등록된 서명 키가 아닙니다. 제작자에게서 받은 파일이 맞는지 확인해 주세요.",
    "This file is not signed with a key of its publisher. Check that you got it from them.",
);
pub const KEY_REPLACED: Catalogue = Catalogue::new(
    403,
    "publisher_key_replaced",
    "제작자가 더 이상 쓰지 않는 키로 서명된 파일입니다. 제작자에게 새로 서명한 파일을 요청해 주세요.",
    "This file is signed with a key that its publisher has replaced. Ask them to sign it again.",
);
pub const KEY_REVOKED: Catalogue = Catalogue::new(
    403,
    "publisher_key_revoked",
    "Witverse가 무효로 한 키로 서명된 파일입니다. 제작자에게 다른 키로 서명한 파일을 요청해 주세요.",
    "This file is signed with a key that Witverse has revoked. Ask its publisher for one that is signed with another key.",
);
pub const KEY_NOT_FOUND: Catalogue = Catalogue::new(
    404,
    "publisher_key_not_found",
    "제작자의 키를 찾을 수 없습니다.",
    "This publisher has no such key.",
);
pub const INSTALL_EXISTS: Catalogue = Catalogue::new(
    409,
    "plugin_installed_already",
    "이미 설치된 플러그인입니다. 새 버전은 업데이트로 적용해 주세요.",
    "This plugin is installed already. Use the update for a new version.",
);
pub const INSTALL_NOT_FOUND: Catalogue = Catalogue::new(
    404,
    "plugin_not_installed",
    "설치된 플러그인을 찾을 수 없습니다.",
    "There is no such installed plugin.",
);
pub const INSTALL_CHANGED: Catalogue = Catalogue::new(
    409,
    "plugin_state_changed",
    "그사이에 플러그인의 상태가 바뀌었습니다. 새로 고친 뒤 다시 시도해 주세요.",
    "The plugin was changed in the meantime. Reload and try again.",
);
/// Sent with the time to wait.
pub const RESTART_LATER: Catalogue = Catalogue::new(
    429,
    "plugin_restart_later",
    "문제가 되풀이되어 멈춘 플러그인입니다. 잠시 뒤에 다시 실행해 주세요.",
    "This plugin has failed again and again. Run it again later.",
);
/// Sent with the reason.
pub const INSTALL_FAILED: Catalogue = Catalogue::new(
    422,
    "plugin_install_failed",
    "플러그인을 시작할 수 없어 설치하지 않았습니다.",
    "The plugin could not start, so it was not installed.",
);
/// Sent with the permissions that it wants in addition.
pub const WANTS_MORE: Catalogue = Catalogue::new(
    409,
    "plugin_wants_more",
    "새 버전이 더 많은 권한을 요청합니다. 확인한 뒤에 업데이트해 주세요.",
    "The new version asks for more permissions. Review them before you update.",
);
pub const GRANT_TOO_WIDE: Catalogue = Catalogue::new(
    422,
    "plugin_grant_too_wide",
    "플러그인이 요청한 것보다 많은 권한은 줄 수 없습니다.",
    "You cannot grant more than the plugin asks for.",
);
pub const DATA_REQUIRED: Catalogue = Catalogue::new(
    422,
    "plugin_needs_data",
    "이 플러그인은 자료를 저장하지 않고는 작동할 수 없습니다. 저장 권한을 허용하거나 설치하지 마세요.",
    "This plugin cannot work without storing data. Grant it, or do not install the plugin.",
);
pub const NO_EARLIER_VERSION: Catalogue = Catalogue::new(
    409,
    "plugin_no_earlier_version",
    "되돌릴 이전 버전이 없습니다.",
    "There is no earlier version to go back to.",
);
pub const TOO_MANY_INSTALLS: Catalogue = Catalogue::new(
    422,
    "plugin_limit_reached",
    "월드마다 플러그인을 30개까지 설치할 수 있습니다.",
    "A world has at most 30 plugins.",
);
pub const TRIAL_PLAYER_UNKNOWN: Catalogue = Catalogue::new(
    422,
    "trial_player_unknown",
    "없는 연습 플레이어입니다.",
    "There is no trial player with this number.",
);
pub const INSTALLS_TOO_LARGE: Catalogue = Catalogue::new(
    422,
    "plugin_memory_full",
    "이 월드의 플러그인이 쓸 수 있는 메모리 256MB를 넘습니다. 쓰지 않는 플러그인을 제거하고 다시 시도해 주세요.",
    "The plugins of this world would take more than 256 MB of memory together. Remove one that you don't use, and try again.",
);
pub const EXPORT_TOO_LARGE: Catalogue = Catalogue::new(
    503,
    "plugin_export_too_large",
    "자료가 많아 제시간에 내려받을 파일을 만들지 못했습니다. 잠시 뒤에 다시 시도해 주세요.",
    "There are so many data that the download was not ready in time. Try again later.",
);
pub const CHARGES_NOT_ALLOWED: Catalogue = Catalogue::new(
    403,
    "plugin_charges_not_allowed",
    "이 플러그인은 이 월드에서 WIT를 받을 수 없습니다.",
    "This plugin may not take WIT in this world.",
);
pub const CHARGE_LIMIT: Catalogue = Catalogue::new(
    422,
    "plugin_charge_limit",
    "오늘 이 플러그인에 낼 수 있는 WIT를 모두 냈습니다.",
    "You have reached today's limit of WIT for this plugin.",
);
/// Sent with the publisher, its key and the one that was agreed to.
pub const PUBLISHER_UNCONFIRMED: Catalogue = Catalogue::new(
    409,
    "publisher_unconfirmed",
    "이 월드에서 아직 확인하지 않은 제작자의 키입니다. 확인한 뒤에 다시 시도해 주세요.",
    "This world has not agreed to the key of the publisher. Review it first.",
);
/// Sent with the time until which the version rests.
pub const UPDATE_RESTS: Catalogue = Catalogue::new(
    409,
    "plugin_update_rests",
    "올라온 지 24시간이 지나지 않은 버전입니다. 기다리거나 바로 적용하기를 골라 주세요.",
    "This version was uploaded less than 24 hours ago. Wait, or choose to apply it early.",
);
/// Sent with the reason.
pub const PUBLISHER_STOPPED: Catalogue = Catalogue::new(
    403,
    "publisher_stopped",
    "Witverse가 이 제작자의 플러그인을 모두 중지했습니다.",
    "Witverse has stopped all plugins of this publisher.",
);
pub const PUBLISHER_NOT_FOUND: Catalogue = Catalogue::new(
    404,
    "publisher_not_found",
    "제작자를 찾을 수 없습니다.",
    "There is no such publisher.",
);
